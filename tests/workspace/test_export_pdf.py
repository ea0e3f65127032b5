"""Export to PDF through the server: with a browser, and without one."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pytest_knows.errors import Ungraded
from pytest_knows.workspace import Connection, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.rendering import find_chromium

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")


@needs_browser
@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_becomes_a_pdf(workspace: Workspace, kind: Kind) -> None:
    pdf = workspace.export(workspace.create_file(kind, "printed"), "application/pdf")
    assert len(pypdfium2.PdfDocument(pdf)) >= 1


@needs_browser
def test_text_and_picture_of_a_document_are_printed(
    workspace: Workspace, local_server: LocalServer, png_file: Path
) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "printed")
    uri = f"{local_server.endpoint}/uc?id={workspace.upload(png_file)}"
    requests = [
        {"insertText": {"location": {"index": 1}, "text": "Printed words"}},
        {"insertInlineImage": {"location": {"index": 1}, "uri": uri}},
    ]
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": requests}).execute()
    page = pypdfium2.PdfDocument(workspace.export(file, "application/pdf"))[0]
    assert "Printed words" in page.get_textpage().get_text_range()
    assert [item.type for item in page.get_objects()].count(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE) == 1


def test_without_a_browser_it_is_ungraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOWS_CHROMIUM", str(tmp_path / "nothing"))
    with LocalServer.start(tmp_path / "workspace.db") as server:
        workspace = Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))
        file = workspace.create_file(Kind.DOCUMENT, "x")
        with pytest.raises(Ungraded, match=r"files\.export of") as caught:
            workspace.export(file, "application/pdf")
        assert caught.value.need == "browser"
        assert workspace.export(file, "text/plain").decode("utf-8-sig") == "\r\n"
