"""Opening Google for a run: who grades, who the agent is, and the folder in which all of the run is made."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError, WorkspaceError
from pytest_knows.files import write_atomically
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace.addresses import file_id
from pytest_knows.workspace.google.access import is_address
from pytest_knows.workspace.google.calls import run
from pytest_knows.workspace.google.credentials import bearer_of
from pytest_knows.workspace.references import Connection
from pytest_knows.workspace.session import Workspace

RECORD = "google.json"
"""In the run folder: the folder on Drive and the accounts' addresses. No credentials."""

TAG = ("pytestKnows", "run")
"""Key and value in the appProperties of a run's folder on Drive: `pytest-knows clean --older-than` looks for it."""


def endpoint() -> str | None:
    """Google (None), or the server that `KNOWS_GOOGLE_ENDPOINT` puts in its place: tests, a recording proxy."""
    return os.environ.get("KNOWS_GOOGLE_ENDPOINT") or None


def connect(credentials: str, agent: str | None) -> Connection:
    """A connection whose accounts were asked who they are. Raises `ConfigurationError`, `WorkspaceError`."""
    connection = Connection(endpoint=endpoint(), mode="google", credentials=credentials, agent=agent)
    if agent is None:
        return connection
    address = agent if is_address(agent) else address_of(Workspace(connection, bearer_of(agent, "agent")))
    if address.casefold() == address_of(Workspace(connection)).casefold():
        raise ConfigurationError(
            f"--knows-google-agent is the grader's own account ({address}): an agent in it could change what is "
            "graded. Give it an account of its own"
        )
    return replace(connection, agent_address=address)


def address_of(workspace: Workspace) -> str:
    """The address of the account that we act for. Raises `WorkspaceError`."""
    request = workspace.clients.drive.about().get(fields="user(emailAddress)")
    found = run(request, method="about.get", about="the account", google=True)
    return str(found.get("user", {}).get("emailAddress", ""))


def open_run(connection: Connection, out: Path, parent: str | None) -> Connection:
    """The connection with the run's folder: made below `parent` (an id or address), or that of the run gone on with.

    Raises `WorkspaceError`, `ConfigurationError`.
    """
    if (out / RECORD).exists():
        kept = read_record(out)
        return replace(connection, folder=kept["folder"], shared_drive=kept.get("shared_drive") is True)
    workspace = Workspace(connection)
    shared = is_in_shared_drive(workspace, parent)
    made = workspace.create_folder(f"pytest-knows {out.name}", parent=parent and file_id(parent), tags=dict([TAG]))
    record = {
        "schema": 1,
        "folder": made.id,
        "url": made.url,
        "shared_drive": shared,
        "agent": connection.agent_address,
    }
    write_atomically(out / RECORD, json.dumps(record, indent=1).encode())
    return replace(connection, folder=made.id, shared_drive=shared)


def read_record(run: Path) -> dict[str, Any]:
    """The content of google.json. Raises `ConfigurationError` if the run was on the embedded Workspace."""
    try:
        found = json.loads((run / RECORD).read_bytes())
        if isinstance(found["folder"], str):
            return dict(found)
    except FileNotFoundError as error:
        raise ConfigurationError(f"{run} has nothing at Google: there is no {RECORD} in it") from error
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise ConfigurationError(f"{run / RECORD} does not say which folder at Google is the run's")


def is_in_shared_drive(workspace: Workspace, parent: str | None) -> bool:
    """Whether --knows-google-folder lies in a shared drive. Raises `ConfigurationError` if it is no folder of ours."""
    if parent is None:
        return False
    try:
        found = workspace.metadata(file_id(parent), "mimeType,driveId,capabilities(canAddChildren)")
    except WorkspaceError as error:
        raise ConfigurationError(f"--knows-google-folder {parent}: {error}") from error
    if found.get("mimeType") != FOLDER_MIME or found.get("capabilities", {}).get("canAddChildren") is False:
        raise ConfigurationError(f"--knows-google-folder {parent}: no folder that the account may add to")
    return bool(found.get("driveId"))
