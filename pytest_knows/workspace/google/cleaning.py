"""Cleaning up: what a run made at Google goes into the bin, with all that agents put beside it."""

from __future__ import annotations

import datetime
from typing import Any

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.google.opening import TAG
from pytest_knows.workspace.google.problems import http_status
from pytest_knows.workspace.session import Workspace


def folders_older_than(workspace: Workspace, before: datetime.datetime) -> list[dict[str, Any]]:
    """The metadata of the folders of all runs that were made before a time, oldest first. Raises `WorkspaceError`."""
    key, value = TAG
    query = f"appProperties has {{ key='{key}' and value='{value}' }} and trashed = false"
    found = workspace.search(query, about="the folders of runs", corpora="allDrives")
    old = [folder for folder in found if _made(folder) < before]
    return sorted(old, key=_made)


def _made(folder: dict[str, Any]) -> datetime.datetime:
    return datetime.datetime.fromisoformat(folder["createdTime"])


def discard(workspace: Workspace, id_: str) -> bool:
    """Put a folder into the bin; False if it was gone already. Raises `WorkspaceError`."""
    try:
        workspace.discard(id_)
    except WorkspaceError as error:
        if http_status(error) == 404:
            return False
        raise
    return True
