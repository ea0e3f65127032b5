"""A frozen episode for readers that want less than its whole JSON: as the Workspace answered before the freeze."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.errors import HttpError

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.serving import frozen_server
from pytest_knows.grading import Rubric
from pytest_knows.workspace import Connection, FileRef, Kind, Workspace

RUBRICS = Path(__file__).parents[2] / "rubrics"
FAMILIES = {Kind.DOCUMENT: "docs_1_formal_letter", Kind.SPREADSHEET: "sheets_6_investmenttracker"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Any]:
    """`served(workspace, file)`: a door to the frozen file."""
    running = []

    def serve(workspace: Workspace, file: FileRef) -> Workspace:
        info = Rubric.load(RUBRICS / FAMILIES[file.kind]).tasks[0]
        freeze(workspace, file, tmp_path / "t1", info=info, trace=None)
        server, _ = frozen_server(tmp_path / "t1", host="127.0.0.1", port=0)
        thread = threading.Thread(target=server.uvicorn.run, kwargs={"sockets": [server.socket]}, daemon=True)
        thread.start()
        running.append((server, thread))
        return Workspace(Connection(endpoint=server.service.address, token=server.service.tokens.admin_token))

    yield serve
    for server, thread in running:
        server.uvicorn.should_exit = True
        thread.join(timeout=10)


def test_a_doc_with_and_without_tabs(workspace: Workspace, served: Any) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "Letter")
    insert = {"insertText": {"location": {"index": 1}, "text": "Dear reader"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    live, frozen = workspace.clients.docs.documents(), served(workspace, file).clients.docs.documents()
    for query in ({"includeTabsContent": True}, {}, {"fields": "body"}, {"fields": "tabs(documentTab(body))"}):
        told = frozen.get(documentId=file.id, **query).execute()
        expected = live.get(documentId=file.id, **query).execute()
        assert {**told, "revisionId": ""} == {**expected, "revisionId": ""}, query


RANGES = ["Sheet1", "Sheet1!A1:C3", "A2:B", "B2", "Sheet1!C:C", "'Sheet1'!A4:D9", "D1:E5"]


def test_the_values_of_a_sheet(workspace: Workspace, served: Any) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    rows = [["name", "price", "day"], ["Ä", "$1,234.50", "2026-03-14"], ["b", "=B2*2", ""], [], ["", True, "=1/0"]]
    live = workspace.clients.sheets.spreadsheets().values()
    body = {"values": rows}
    live.update(spreadsheetId=file.id, range="A1", valueInputOption="USER_ENTERED", body=body).execute()
    frozen = served(workspace, file).clients.sheets.spreadsheets().values()
    for options in (
        {},
        {"valueRenderOption": "UNFORMATTED_VALUE"},
        {"valueRenderOption": "FORMULA"},
        {"valueRenderOption": "UNFORMATTED_VALUE", "dateTimeRenderOption": "FORMATTED_STRING"},
        {"majorDimension": "COLUMNS"},
    ):
        for text in RANGES:
            asked = {"spreadsheetId": file.id, "range": text, **options}
            assert frozen.get(**asked).execute() == live.get(**asked).execute(), asked
        asked = {"spreadsheetId": file.id, "ranges": RANGES, **options}
        assert frozen.batchGet(**asked).execute() == live.batchGet(**asked).execute()


@pytest.mark.parametrize("text", ["Nowhere!A1", "A0", "A1:ZZZZ9", "Sheet1!"])
def test_a_range_that_is_none(workspace: Workspace, served: Any, text: str) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    frozen = served(workspace, file).clients.sheets.spreadsheets().values()
    with pytest.raises(HttpError) as caught:
        frozen.get(spreadsheetId=file.id, range=text).execute()
    assert caught.value.resp.status == 400
