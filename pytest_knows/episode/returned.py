"""A file that the agent returned in place of the given one."""

from __future__ import annotations

from pathlib import Path

from pytest_knows.errors import WorkspaceError
from pytest_knows.files import write_atomically
from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.google.problems import http_status

OFFICE_KINDS = {".docx": Kind.DOCUMENT, ".xlsx": Kind.SPREADSHEET, ".pptx": Kind.PRESENTATION}
RETURNED = "agent/returned"
"""Name in the episode, without its suffix, of an Office file that the agent returned."""

OFFICE_BYTES = 64 << 20
"""Largest Office file that is taken."""


class NotUsable(Exception):
    """What the agent returned is no file that can be graded; the given one is. The message is for people."""


def keep_office_file(returned: str | Path, kind: Kind, folder: Path) -> str | None:
    """Copy a returned Office file into the episode and give its name there; None if `returned` is no Office path.

    Raises `NotUsable` for one that is missing, too large or of another kind.
    """
    path = Path(returned)
    found = OFFICE_KINDS.get(path.suffix.lower())
    if found is None or str(returned).startswith(("http://", "https://")):
        return None
    if found is not kind:
        raise NotUsable(f"the agent returned {path.name}, but the task asks for a {kind.value}")
    try:
        if not path.is_file() or path.stat().st_size > OFFICE_BYTES:
            raise NotUsable(f"the agent returned {path}, which is no file of at most {OFFICE_BYTES >> 20} MiB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise NotUsable(f"the agent returned {path}, which cannot be read: {error}") from error
    name = f"{RETURNED}{path.suffix.lower()}"
    write_atomically(folder / name, data)
    return name


def find_returned(workspace: Workspace, returned: str | Path, kind: Kind) -> FileRef:
    """The Workspace's file behind a returned id or URL. Raises `NotUsable` if `workspace` cannot see it."""
    try:
        file = workspace.file_from(str(returned))
    except WorkspaceError as error:
        if http_status(error) is None and error.__cause__ is not None:
            raise
        raise NotUsable(f"the agent returned {str(returned)[:100]!r}, which is no file that it can see") from error
    if file.kind is not kind:
        raise NotUsable(f"the agent returned a {file.kind.value}, but the task asks for a {kind.value}")
    return file


def import_office_file(workspace: Workspace, path: Path, kind: Kind, parent: str | None) -> FileRef:
    """Import an Office file kept in the episode. Raises `NotUsable` if it is refused as malformed."""
    try:
        file = workspace.upload(path, kind=kind, parent=parent)
    except WorkspaceError as error:
        if http_status(error) == 400:
            raise NotUsable(f"the agent's Office file cannot be imported: {error}") from error
        raise
    assert isinstance(file, FileRef)
    return file
