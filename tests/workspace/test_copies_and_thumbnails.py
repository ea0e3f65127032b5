"""`sheets.copyTo` and `pages.getThumbnail`: methods that need more than one file's engine."""

from __future__ import annotations

import io
from typing import Any

import httpx
import pytest
from googleapiclient.errors import HttpError

from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.local.rendering import find_chromium


@pytest.fixture
def sheets(workspace: Workspace) -> Any:
    return workspace.clients.sheets.spreadsheets()


@pytest.fixture
def source(workspace: Workspace, sheets: Any) -> FileRef:
    """A spreadsheet with a filled, merged tab of id 7."""
    file = workspace.create_file(Kind.SPREADSHEET, "source")
    merge = {"sheetId": 7, "startRowIndex": 2, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    add = {"addSheet": {"properties": {"sheetId": 7, "title": "Data"}}}
    requests = [add, {"mergeCells": {"range": merge, "mergeType": "MERGE_ALL"}}]
    sheets.batchUpdate(spreadsheetId=file.id, body={"requests": requests}).execute()
    body = {"values": [[2, "=A1*21"]]}
    sheets.values().update(spreadsheetId=file.id, range="Data!A1", valueInputOption="USER_ENTERED", body=body).execute()
    return file


class TestCopyTo:
    def test_sheet_becomes_the_last_of_another_file(self, workspace: Workspace, sheets: Any, source: FileRef) -> None:
        target = workspace.create_file(Kind.SPREADSHEET, "target")
        body = {"destinationSpreadsheetId": target.id}
        made = sheets.sheets().copyTo(spreadsheetId=source.id, sheetId=7, body=body).execute()
        assert (made["title"], made["index"]) == ("Copy of Data", 1)
        got = sheets.get(spreadsheetId=target.id).execute()["sheets"][1]
        assert got["properties"] == made
        assert [merge["sheetId"] for merge in got["merges"]] == [made["sheetId"]]
        values = sheets.values().get(spreadsheetId=target.id, range="'Copy of Data'!A1:B1").execute()
        assert values["values"] == [["2", "42"]]
        again = sheets.sheets().copyTo(spreadsheetId=source.id, sheetId=7, body=body).execute()
        assert (again["title"], again["sheetId"] != made["sheetId"]) == ("Copy of Data 2", True)
        assert len(sheets.get(spreadsheetId=source.id).execute()["sheets"]) == 2

    def test_into_the_same_file(self, sheets: Any, source: FileRef) -> None:
        body = {"destinationSpreadsheetId": source.id}
        sheets.sheets().copyTo(spreadsheetId=source.id, sheetId=7, body=body).execute()
        titles = [sheet["properties"]["title"] for sheet in sheets.get(spreadsheetId=source.id).execute()["sheets"]]
        assert titles == ["Sheet1", "Data", "Copy of Data"]

    @pytest.mark.parametrize(("sheet", "body", "status"), [(8, None, 400), (7, {}, 404), (7, {"x": 1}, 404)])
    def test_what_is_not_there(self, sheets: Any, source: FileRef, sheet: int, body: Any, status: int) -> None:
        body = {"destinationSpreadsheetId": source.id} if body is None else body
        with pytest.raises(HttpError) as refused:
            sheets.sheets().copyTo(spreadsheetId=source.id, sheetId=sheet, body=body).execute()
        assert refused.value.status_code == status

    def test_number_of_the_sheet_is_one(self, http: httpx.Client, source: FileRef) -> None:
        body = {"destinationSpreadsheetId": source.id}
        answer = http.post(f"/v4/spreadsheets/{source.id}/sheets/seven:copyTo", json=body)
        assert (answer.status_code, "sheetId" in answer.text) == (400, True)

    def test_rights_on_both_files_are_needed(self, workspace: Workspace, source: FileRef) -> None:
        target = workspace.create_file(Kind.SPREADSHEET, "target")
        body = {"destinationSpreadsheetId": target.id}
        for files, view, status in (([target.id], [], 403), ([source.id], [target.id], 403)):
            agent = workspace.grant_agent(files, name="a", view=view).clients().sheets.spreadsheets()
            with pytest.raises(HttpError) as refused:
                agent.sheets().copyTo(spreadsheetId=source.id, sheetId=7, body=body).execute()
            assert refused.value.status_code == status
        reader = workspace.grant_agent([target.id], name="a", view=[source.id]).clients().sheets.spreadsheets()
        assert reader.sheets().copyTo(spreadsheetId=source.id, sheetId=7, body=body).execute()["title"]


class TestThumbnail:
    @pytest.fixture
    def deck(self, workspace: Workspace) -> FileRef:
        """A deck with a red second slide `red`."""
        file = workspace.create_file(Kind.PRESENTATION, "deck")
        red = {"solidFill": {"color": {"rgbColor": {"red": 1}}}}
        requests: list[dict[str, Any]] = [
            {"createSlide": {"objectId": "red_slide"}},
            {"updatePageProperties": {"objectId": "red_slide", "fields": "pageBackgroundFill",
                                      "pageProperties": {"pageBackgroundFill": red}}},
        ]  # fmt: skip
        workspace.clients.slides.presentations().batchUpdate(
            presentationId=file.id, body={"requests": requests}
        ).execute()
        return file

    @pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")
    @pytest.mark.parametrize(("size", "width"), [(None, 1600), ("MEDIUM", 800), ("SMALL", 200)])
    def test_is_a_picture_of_the_slide(self, workspace: Workspace, deck: FileRef, size: str | None, width: int) -> None:
        from PIL import Image

        pages = workspace.clients.slides.presentations().pages()
        asked = {"thumbnailProperties_thumbnailSize": size} if size else {}
        made = pages.getThumbnail(presentationId=deck.id, pageObjectId="red_slide", **asked).execute()
        data, mime = workspace.picture(made["contentUrl"])
        picture = Image.open(io.BytesIO(data))
        assert (mime, picture.size) == ("image/png", (made["width"], made["height"]))
        assert (made["width"], abs(made["height"] - width * 9 / 16) <= 1) == (width, True)
        assert picture.getpixel((width // 2, width // 4)) == (255, 0, 0)

    def test_of_a_page_that_is_not_there(self, workspace: Workspace, deck: FileRef) -> None:
        pages = workspace.clients.slides.presentations().pages()
        with pytest.raises(HttpError) as refused:
            pages.getThumbnail(presentationId=deck.id, pageObjectId="nothing").execute()
        assert refused.value.status_code == 404
