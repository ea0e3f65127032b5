"""Office files: built with the usual libraries, uploaded over HTTP, read back through the API clients."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.artifact.document import Document
from pytest_knows.artifact.presentation import Presentation
from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.workspace import Kind, Workspace

Json = dict[str, Any]


@pytest.fixture
def uploaded(workspace: Workspace, tmp_path: Path):
    """`uploaded("a.docx", data, Kind.DOCUMENT)`: the id of the converted file."""

    def uploaded(name: str, data: bytes, kind: Kind) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return workspace.upload(path, kind=kind).id

    return uploaded


def saved(thing: Any) -> bytes:
    """What a Document, Workbook or Presentation of the libraries saves."""
    stream = io.BytesIO()
    thing.save(stream)
    return stream.getvalue()


@pytest.fixture
def document(workspace: Workspace, uploaded: Callable[..., str]):
    """`document(docx)`: the view, and the JSON of its tab."""

    def document(source: Any) -> tuple[Document, Json]:
        data = source if isinstance(source, bytes) else saved(source)
        file_id = uploaded("file.docx", data, Kind.DOCUMENT)
        raw = workspace.clients.docs.documents().get(documentId=file_id, includeTabsContent=True).execute()
        return Document(raw, lambda url: workspace.picture(url)[0]), raw["tabs"][0]["documentTab"]

    return document


@pytest.fixture
def workbook(workspace: Workspace, uploaded: Callable[..., str]):
    """`workbook(openpyxl_workbook)`: the view, and the JSON."""

    def workbook(source: Any) -> tuple[Workbook, Json]:
        data = source if isinstance(source, bytes) else saved(source)
        file_id = uploaded("file.xlsx", data, Kind.SPREADSHEET)
        raw = workspace.clients.sheets.spreadsheets().get(spreadsheetId=file_id, includeGridData=True).execute()
        return Workbook(raw, lambda _: b""), raw

    return workbook


@pytest.fixture
def deck(workspace: Workspace, uploaded: Callable[..., str]):
    """`deck(pptx)`: the view, and the JSON."""

    def deck(source: Any) -> tuple[Presentation, Json]:
        data = source if isinstance(source, bytes) else saved(source)
        file_id = uploaded("file.pptx", data, Kind.PRESENTATION)
        raw = workspace.clients.slides.presentations().get(presentationId=file_id).execute()
        return Presentation(raw, lambda url: workspace.picture(url)[0]), raw

    return deck


def rezipped(data: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    """The package with its members changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.fixture(scope="session")
def rezip():
    return rezipped


@pytest.fixture(scope="session")
def save():
    return saved
