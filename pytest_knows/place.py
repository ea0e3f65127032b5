"""Where the files of a run live: in a Workspace of its own, at Google, or in one that is served already."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_knows.errors import ConfigurationError
from pytest_knows.settings import Settings

if TYPE_CHECKING:
    from pytest_knows.workspace import Connection
    from pytest_knows.workspace.local.process import LocalServer

TOKEN = "KNOWS_WORKSPACE_TOKEN"
"""The variable with the token of a served Workspace: a command line is seen by everybody on the machine."""

_AT_GOOGLE, _EMBEDDED = "google.json", "workspace.db"
"""In the run folder: what tells where its files are."""


def open_place(settings: Settings, out: Path) -> tuple[Connection, LocalServer | None]:
    """The connection, and the server if one was started for the run. Raises `ConfigurationError`, `WorkspaceError`."""
    from pytest_knows.workspace import Connection

    _check(settings, out)
    if settings.google_credentials:
        from pytest_knows.workspace.google.opening import connect, open_run

        connection = connect(settings.google_credentials, settings.google_agent)
        return open_run(connection, out, settings.google_folder), None
    if settings.workspace_url:
        return Connection(endpoint=settings.workspace_url, token=_token()), None
    from pytest_knows.workspace.local.process import LocalServer

    server = LocalServer.start(out / _EMBEDDED)
    return Connection(endpoint=server.endpoint, token=server.admin_token), server


def _check(settings: Settings, out: Path) -> None:
    """A run is gone on with where its files are. Raises `ConfigurationError`."""
    if (out / _AT_GOOGLE).exists() and not settings.google_credentials:
        raise ConfigurationError(f"the files of {out} are at Google: give --knows-google-credentials")
    if settings.google_credentials and (out / _EMBEDDED).exists():
        raise ConfigurationError(f"the files of {out} are in the embedded Workspace: give --knows-workspace local")


def _token() -> str:
    token = os.environ.get(TOKEN)
    if not token:
        raise ConfigurationError(f"--knows-workspace URL: put the Workspace's token into {TOKEN}")
    return token


def notices(settings: Settings, connection: Connection | None, out: Path, directory: Path) -> list[str]:
    """What a user should know of the place: where files are, and how they go; what cannot be drawn."""
    if connection is not None and connection.mode == "google":
        from pytest_knows.workspace.google.opening import read_record

        shown = os.path.relpath(out, directory)
        return [
            f"files are at Google: {read_record(out).get('url')}; `pytest-knows clean {shown}` puts them into the bin"
        ]
    from pytest_knows.workspace.local.rendering.browser import find_chromium

    if settings.runs and find_chromium() is None:
        return ["no Chromium found: steps that read a layout are ungraded; install one or set KNOWS_CHROMIUM"]
    return []
