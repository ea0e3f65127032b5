"""What the page of a spreadsheet asks the server for, without a browser."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer

from .sheetpage import cells, tab, texts

Json = dict[str, Any]


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.SPREADSHEET, "Stocks")


class Caller:
    """An agent who may change one file."""

    def __init__(self, server: LocalServer, workspace: Workspace, file: FileRef) -> None:
        token = workspace.grant_agent([file.id], name="Agent").token
        self.http = httpx.Client(
            base_url=f"{server.endpoint}/_knows/sheets/{file.id}", headers={"Authorization": f"Bearer {token}"},
            trust_env=False, timeout=30,
        )  # fmt: skip

    def post(self, verb: str, body: Any) -> httpx.Response:
        return self.http.post(f"/{verb}", json=body)

    def type(self, cell: str, text: str) -> Json:
        values = {"valueInputOption": "USER_ENTERED", "data": [{"range": cell, "values": [[text]]}]}
        found: Json = self.post("act", {"steps": [{"values": values}]}).raise_for_status().json()
        return found

    def request(self, **requests: Json) -> Json:
        steps = [{"requests": [{name: body} for name, body in requests.items()]}]
        found: Json = self.post("act", {"steps": steps}).raise_for_status().json()
        return found

    def undo(self, done: Json) -> httpx.Response:
        return self.post("undo", {"undo": done["undo"]})


@pytest.fixture
def callers(local_server: LocalServer, workspace: Workspace, file: FileRef) -> Iterator[tuple[Caller, Caller]]:
    pair = (Caller(local_server, workspace, file), Caller(local_server, workspace, file))
    yield pair
    for caller in pair:
        caller.http.close()


@pytest.fixture
def caller(callers: tuple[Caller, Caller]) -> Caller:
    return callers[0]


BOLD = {"userEnteredFormat": {"textFormat": {"bold": True}}}
ONE = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}


def test_undoing_leaves_what_others_did(callers: tuple[Caller, Caller], workspace: Workspace, file: FileRef) -> None:
    first, second = callers
    typed = first.type("A1", "mine")
    bold = first.request(repeatCell={"range": ONE, "cell": BOLD, "fields": "userEnteredFormat.textFormat.bold"})
    second.type("A1", "theirs")
    second.type("B1", "too")
    assert first.undo(bold).status_code == 200
    assert texts(workspace, file, "A1:B1") == [["theirs", "too"]]
    assert "userEnteredFormat" not in cells(workspace, file, "A1")[0][0]
    refused = first.undo(typed)
    assert (refused.status_code, "changed since" in refused.text) == (409, True)


def test_nobody_undoes_what_another_one_did(callers: tuple[Caller, Caller]) -> None:
    first, second = callers
    done = first.type("A1", "mine")
    assert second.undo(done).status_code == 409
    again = first.undo(done)
    assert again.status_code == 200
    assert first.undo(done).status_code == 409, "an id is good for once"
    assert first.undo(again.json()).status_code == 200


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("insertDimension", {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 3}}),
        ("deleteDimension", {"range": {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}}),
        ("sortRange", {"range": {"sheetId": 0}, "sortSpecs": [{"dimensionIndex": 1, "sortOrder": "DESCENDING"}]}),
        ("mergeCells", {"range": {**ONE, "endColumnIndex": 2}, "mergeType": "MERGE_ALL"}),
        ("addSheet", {"properties": {"title": "More", "index": 0}}),
        ("addTable", {"table": {"range": {**ONE, "endRowIndex": 3, "endColumnIndex": 2}}}),
        ("duplicateSheet", {"sourceSheetId": 0}),
    ],
)
def test_undo_and_redo_are_exact(name: str, body: Json, caller: Caller, workspace: Workspace, file: FileRef) -> None:
    def book() -> Json:
        found: Json = workspace.clients.sheets.spreadsheets().get(spreadsheetId=file.id, includeGridData=True).execute()
        return found

    for cell, text in {"A1": "x", "B1": "1", "A2": "y", "B2": "=B1+1", "A3": "z"}.items():
        caller.type(cell, text)
    before = book()
    done = caller.request(**{name: body})
    after = book()
    undone = caller.undo(done).json()
    assert book() == before != after
    caller.undo(undone).raise_for_status()
    assert book() == after


def lines(start: int, end: int, axis: str = "ROWS") -> Json:
    return {"sheetId": 0, "dimension": axis, "startIndex": start, "endIndex": end}


@pytest.mark.parametrize(
    ("name", "body", "cell"),
    [
        ("insertDimension", {"range": lines(0, 2)}, "C5"),
        ("insertDimension", {"range": lines(3, 4)}, "C3"),
        ("insertDimension", {"range": lines(2, 3, "COLUMNS")}, "D3"),
        ("deleteDimension", {"range": lines(0, 2)}, "C1"),
        ("deleteDimension", {"range": lines(3, 9)}, "C3"),
        ("moveDimension", {"source": lines(2, 4), "destinationIndex": 0}, "C1"),
        ("moveDimension", {"source": lines(1, 3), "destinationIndex": 5}, "C5"),
        ("moveDimension", {"source": lines(0, 1), "destinationIndex": 4}, "C2"),
        ("moveDimension", {"source": lines(5, 6), "destinationIndex": 1}, "C4"),
    ],
)
def test_what_is_typed_follows_its_cell(
    name: str, body: Json, cell: str, callers: tuple[Caller, Caller], workspace: Workspace, file: FileRef
) -> None:
    first, second = callers
    seen = first.type("C3", "old")["revision"]
    done = second.request(**{name: body})
    typed = {"sheetId": 0, "row": 2, "column": 2, "text": "new"}
    first.post("act", {"seen": seen, "steps": [{"enter": typed}]}).raise_for_status()
    assert texts(workspace, file, cell) == [["new"]]
    seen = second.undo(done).json()["revision"]
    first.post("act", {"seen": seen, "steps": [{"enter": {**typed, "text": "newer"}}]}).raise_for_status()
    assert texts(workspace, file, "C3") == [["newer"]]


def test_typing_into_a_deleted_cell_is_refused(caller: Caller, workspace: Workspace, file: FileRef) -> None:
    seen = caller.type("C3", "old")["revision"]
    caller.request(deleteDimension={"range": lines(2, 3)})
    typed = {"sheetId": 0, "row": 2, "column": 2, "text": "new"}
    answer = caller.post("act", {"seen": seen, "steps": [{"enter": typed}]})
    assert (answer.status_code, "not entered: new" in answer.text) == (409, True)
    assert texts(workspace, file, "A1:Z9") == []


def test_an_action_is_done_as_a_whole_or_not_at_all(caller: Caller, workspace: Workspace, file: FileRef) -> None:
    good = {"addSheet": {"properties": {"title": "More"}}}
    answer = caller.post("act", {"steps": [{"requests": [good]}, {"requests": [{"deleteSheet": {"sheetId": 77}}]}]})
    assert answer.status_code == 400
    sheets = workspace.clients.sheets.spreadsheets().get(spreadsheetId=file.id).execute()["sheets"]
    assert [sheet["properties"]["title"] for sheet in sheets] == ["Sheet1"]


@pytest.mark.parametrize(
    "body", [{}, {"steps": []}, {"steps": 1}, {"steps": [1]}, {"steps": [{}]}, {"steps": [{"requests": {}}]},
             {"steps": [{"values": {}}]}, {"steps": [{"pictures": {}}]}, {"steps": [{"pictures": {"add": {"url": 5}}}]},
             {"steps": [{"pictures": {"delete": {"id": "p"}}}]}, {"steps": [{"requests": [None]}]},
             {"steps": [{"enter": {}}]},
             {"steps": [{"enter": {"sheetId": 0, "row": "x", "column": 0}}]},
             {"steps": [{"enter": {"sheetId": 0, "row": 0, "column": 0, "text": {}}}]}],
)  # fmt: skip
def test_what_is_no_action_is_refused(caller: Caller, body: Json) -> None:
    assert caller.post("act", body).status_code == 400


@pytest.mark.parametrize(
    ("path", "status"),
    [("view?window=a", 400), ("view?window=0,0,0,9999999,99", 400), ("view?window=0,-1,0,1,1", 400),
     ("view?window=7,0,0,1,1", 200), ("charts/5.svg", 404), ("pictures/0,0,0", 404), ("pictures/9,0,0", 404)],
)  # fmt: skip
def test_what_is_not_there(caller: Caller, path: str, status: int) -> None:
    assert caller.http.get(f"/{path}").status_code == status


def test_the_view_says_what_is_edited_and_what_is_shown(caller: Caller) -> None:
    for cell, text in {"A1": "12.5%", "A2": "=A1*2", "A3": "3/14/2026", "A4": "'007", "A5": "TRUE"}.items():
        caller.type(cell, text)
    view = caller.http.get("/view?window=0,0,0,5,2").json()
    shown = [view["windows"][0]["cells"][str(row)]["0"] for row in range(5)]
    assert [cell["text"] for cell in shown] == ["12.50%", "0.25", "3/14/2026", "007", "TRUE"]
    assert [cell.get("entry") for cell in shown] == ["12.5%", "=A1*2", None, "'007", None]
    for row, cell in enumerate(shown):
        caller.type(f"B{row + 1}", cell.get("entry", cell["text"]))
    again = caller.http.get("/view?window=0,0,0,5,2").json()["windows"][0]["cells"]
    assert [again[str(row)]["1"]["text"] for row in (0, 2, 3, 4)] == ["12.50%", "3/14/2026", "007", "TRUE"]


def test_pictures_over_cells(caller: Caller, png: bytes, workspace: Workspace, file: FileRef) -> None:
    url = "data:image/png;base64," + base64.b64encode(png).decode()
    add = {"url": url, "anchor": {"sheetId": 0, "rowIndex": 2, "columnIndex": 1}, "description": "teal"}
    done = caller.post("act", {"steps": [{"pictures": {"add": add}}]}).json()
    (picture,) = caller.http.get("/view").json()["sheets"][0]["pictures"]
    assert picture["pictureId"] == done["replies"][0]["pictureId"]
    place = picture["position"]["overlayPosition"]
    assert (picture["description"], place["widthPixels"], place["heightPixels"]) == ("teal", 40, 30)
    move = {"id": picture["pictureId"], "overlayPosition": {"offsetXPixels": 7}, "description": "box"}
    caller.post("act", {"steps": [{"pictures": {"update": move}}]}).raise_for_status()
    (picture,) = caller.http.get("/view").json()["sheets"][0]["pictures"]
    assert (picture["description"], picture["position"]["overlayPosition"]["offsetXPixels"]) == ("box", 7)
    assert "pictures" not in tab(workspace, file)


def test_a_picture_in_a_cell_is_its_formulas_only(caller: Caller, png: bytes, local_server: LocalServer) -> None:
    kept = caller.http.post(f"{local_server.endpoint}/_knows/pictures", content=png).json()
    caller.type("B2", f'=IMAGE("{kept["url"]}")')
    shown = caller.http.get("/pictures/0,1,1?url=http://127.0.0.1:1/x")
    assert (shown.content, shown.headers["content-type"]) == (png, "image/png")
    caller.type("A1", kept["url"])
    caller.type("B3", "=IMAGE(A1)")
    assert caller.http.get("/pictures/0,2,1").content == png
