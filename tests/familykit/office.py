"""Office files into the Workspace, converted as Drive does."""

from __future__ import annotations

from pathlib import Path

from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.local.office_formats import OFFICE


def uploaded(workspace: Workspace, data: bytes, kind: Kind, folder: Path) -> FileRef:
    """The .docx, .xlsx or .pptx in `data` as a Google file of that kind; `folder` takes the temporary file."""
    suffix = {Kind.DOCUMENT: ".docx", Kind.SPREADSHEET: ".xlsx", Kind.PRESENTATION: ".pptx"}[kind]
    path = folder / f"upload{suffix}"
    path.write_bytes(data)
    return workspace.upload(path, kind=kind)


def roundtrip(workspace: Workspace, file: FileRef, folder: Path) -> FileRef:
    """The file exported to Office and uploaded again."""
    return uploaded(workspace, workspace.export(file, OFFICE[file.kind]), file.kind, folder)
