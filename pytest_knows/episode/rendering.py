"""The artifact as PDF and its first page as a picture, a spreadsheet as .xlsx, as far as they can be had."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from pytest_knows.errors import Ungraded, WorkspaceError
from pytest_knows.evidence.drawings import EXPORT
from pytest_knows.files import write_atomically
from pytest_knows.workspace import FileRef, Workspace
from pytest_knows.workspace.local.office_formats import XLSX

PREVIEW_WIDTH = 800
"""Pixels: the width of the score page's pictures."""

_TALLEST = 4


def freeze_rendering(workspace: Workspace, file: FileRef, folder: Path) -> dict[str, str]:
    """Write artifact/export.pdf and preview.png; the manifest's notes: `renderer`, or why there is no export.

    `renderer` is the Workspace's mode ("local", "google"), or "none" if the server has no browser to render with.
    """
    renderer = workspace.connection.mode
    try:
        pdf = workspace.export(file, "application/pdf")
    except Ungraded:
        return {"renderer": "none"}
    except WorkspaceError as error:
        return {"renderer": renderer, "export_error": str(error)}
    write_atomically(folder / "artifact/export.pdf", pdf)
    notes = {"renderer": str(renderer)}
    try:
        write_atomically(folder / "artifact/preview.png", first_page(pdf))
    except Exception as error:  # a picture for people: no defect of a PDF may cost the episode
        notes["preview_error"] = f"{type(error).__name__}: {error}"
    return notes


def freeze_xlsx(workspace: Workspace, file: FileRef, folder: Path) -> dict[str, str]:
    """Write artifact/export.xlsx, for the pictures of a spreadsheet; a note for the manifest if it cannot be had."""
    try:
        write_atomically(folder / EXPORT, workspace.export(file, XLSX))
    except WorkspaceError as error:
        return {"xlsx_error": str(error)}
    return {}


def first_page(pdf: bytes) -> bytes:
    """Page 1 as PNG, at most `PREVIEW_WIDTH` pixels wide and four times as high. Raises what pypdfium2 raises."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        width, height = page.get_size()
        scale = min(PREVIEW_WIDTH / width, _TALLEST * PREVIEW_WIDTH / height)
        picture: Any = page.render(scale=scale).to_pil()
        picture.thumbnail((PREVIEW_WIDTH, _TALLEST * PREVIEW_WIDTH))
        out = io.BytesIO()
        picture.save(out, "PNG")
        return out.getvalue()
    finally:
        document.close()
