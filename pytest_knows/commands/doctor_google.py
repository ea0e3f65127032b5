"""`pytest-knows doctor --google`: accounts, APIs, scopes, quota project, and whether files can be owned."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pytest_knows.commands.doctor import Finding
from pytest_knows.errors import KnowsError
from pytest_knows.kind import Kind

if TYPE_CHECKING:
    from pytest_knows.workspace import Connection, Workspace
    from pytest_knows.workspace.google.credentials import Bearer

_NOBODY = "pytest-knows-doctor-no-such-file"
"""An id that no file has: an API that is on, asked within its scope, answers 404 (Docs and Slides also 400)."""


def examine_google(credentials: str, agent: str | None, folder: str | None) -> Iterator[Finding]:
    """All checks; none raises. Without an accepted account nothing else is asked."""
    from pytest_knows.workspace.google.credentials import bearer_of
    from pytest_knows.workspace.google.opening import address_of, connect

    try:
        workspace = _workspace(connect(credentials, None))
        bearer = bearer_of(credentials, "grader")
        yield Finding(name="google account", state="ok", says=address_of(workspace))
    except KnowsError as error:
        yield _broken("google account", error)
        return
    checks: list[tuple[str, Callable[[], Finding]]] = [
        *((f"google {kind.app} API", lambda kind=kind: _api(workspace, kind)) for kind in Kind),
        ("google quota project", lambda: _quota_project(bearer)),
        ("google storage", lambda: _storage(workspace, bearer, folder)),
        ("google agent", lambda: _agent(credentials, agent)),
    ]
    for name, check in checks:
        try:
            yield check()
        except KnowsError as error:
            yield _broken(name, error)


def _workspace(connection: Connection) -> Workspace:
    from pytest_knows.workspace import Workspace

    return Workspace(connection)


def _broken(name: str, error: KnowsError) -> Finding:
    """Our messages end with what mends it."""
    says, _, mend = " ".join(str(error).split()).partition("; ")
    return Finding(name=name, state="broken", says=says, mend=mend)


def _api(workspace: Workspace, kind: Kind) -> Finding:
    from pytest_knows.errors import WorkspaceError
    from pytest_knows.workspace import FileRef
    from pytest_knows.workspace.google.problems import http_status

    try:
        workspace.read(FileRef(id=_NOBODY, url="", kind=kind))
    except WorkspaceError as error:
        if http_status(error) not in (400, 404):
            raise
    return Finding(name=f"google {kind.app} API", state="ok", says="on, and within the credentials' scope")


def _quota_project(bearer: Bearer) -> Finding:
    says = bearer.quota_project or "the credentials' own project"
    return Finding(name="google quota project", state="ok", says=says)


def _storage(workspace: Workspace, bearer: Bearer, folder: str | None) -> Finding:
    from pytest_knows.workspace.google.opening import is_in_shared_drive

    shared = is_in_shared_drive(workspace, folder)
    if bearer.is_service_account and not shared:
        mend = "name a folder of a shared drive with --knows-google-folder, or sign in as a user"
        says = "a service account cannot own files: Docs, Sheets, decks and working copies cannot be made"
        return Finding(name="google storage", state="broken", says=says, mend=mend)
    return Finding(name="google storage", state="ok", says="a shared drive owns the files" if shared else "the user's")


def _agent(credentials: str, agent: str | None) -> Finding:
    from pytest_knows.workspace.google.opening import connect

    if agent is None:
        mend = "give --knows-google-agent: credentials, or an address"
        return Finding(name="google agent", state="missing", says="no account: nothing but grading", mend=mend)
    return Finding(name="google agent", state="ok", says=str(connect(credentials, agent).agent_address))


def google_options() -> tuple[str, str | None, str | None]:
    """Credentials, agent and folder as the environment gives them."""
    found = (os.environ.get(f"KNOWS_GOOGLE_{name}") or None for name in ("CREDENTIALS", "AGENT", "FOLDER"))
    credentials, agent, folder = found
    return credentials or "adc", agent, folder
