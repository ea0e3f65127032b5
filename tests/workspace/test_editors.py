"""Docs, Sheets and Slides at the server's level: batches are atomic, revisions count, methods reach the engine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from googleapiclient.errors import HttpError

from pytest_knows.workspace import FileRef, Kind, Workspace


def insert(text: str, index: int = 1) -> dict[str, Any]:
    return {"insertText": {"location": {"index": index}, "text": text}}


@pytest.fixture
def document(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.DOCUMENT, "doc")


def text_of(workspace: Workspace, file: FileRef) -> str:
    return workspace.export(file, "text/plain").decode("utf-8-sig").replace("\r\n", "\n")


def batch(workspace: Workspace, file: FileRef, *requests: Any, **more: Any) -> dict[str, Any]:
    documents = workspace.clients.docs.documents()
    answer: dict[str, Any] = documents.batchUpdate(documentId=file.id, body={"requests": requests, **more}).execute()
    return answer


def test_batch_answers_with_replies_and_the_next_revision(workspace: Workspace, document: FileRef) -> None:
    before = workspace.read(document)["revisionId"]
    answer = batch(workspace, document, insert("a"), insert("b"))
    assert (answer["documentId"], answer["replies"]) == (document.id, [{}, {}])
    after = workspace.read(document)["revisionId"]
    assert answer["writeControl"] == {"requiredRevisionId": after}
    assert after != before


def test_failed_batch_changes_nothing(workspace: Workspace, document: FileRef) -> None:
    batch(workspace, document, insert("kept"))
    before = workspace.read(document)
    with pytest.raises(HttpError, match=r"requests\[1\]\.insertText"):
        batch(workspace, document, insert("lost "), insert("x", index=10_000))
    assert workspace.read(document) == before


def test_unknown_request_type_is_named(workspace: Workspace, document: FileRef) -> None:
    with pytest.raises(HttpError, match="insertPoem") as caught:
        batch(workspace, document, {"insertPoem": {}})
    assert caught.value.resp.status == 400


def test_required_revision(workspace: Workspace, document: FileRef) -> None:
    first = batch(workspace, document, insert("a"))["writeControl"]
    batch(workspace, document, insert("b"), writeControl=first)
    with pytest.raises(HttpError, match="does not match the latest revision"):
        batch(workspace, document, insert("c"), writeControl=first)
    assert text_of(workspace, document) == "ba\n"


def test_concurrent_batches_are_all_kept(toy: httpx.Client) -> None:
    file_id = toy.post("/v1/documents", json={}).json()["documentId"]

    def slow_batch(number: int) -> int:
        body = {"requests": [{"wait": 0.02}, {"insertText": number}]}
        return toy.post(f"/v1/documents/{file_id}:batchUpdate", json=body).status_code

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(slow_batch, range(16))) == [200] * 16
    assert sorted(toy.get(f"/v1/documents/{file_id}").json()["lines"]) == list(range(16))


def test_file_of_another_kind(workspace: Workspace, document: FileRef) -> None:
    with pytest.raises(HttpError, match="not supported for this document") as caught:
        workspace.clients.sheets.spreadsheets().get(spreadsheetId=document.id).execute()
    assert caught.value.resp.status == 400


def test_unknown_file(workspace: Workspace) -> None:
    with pytest.raises(HttpError, match="Requested entity was not found") as caught:
        workspace.clients.docs.documents().get(documentId="missing").execute()
    assert caught.value.resp.status == 404


def test_sheets_create_takes_a_title_and_renaming_reaches_drive(workspace: Workspace) -> None:
    sheets = workspace.clients.sheets.spreadsheets()
    made = sheets.create(body={"properties": {"title": "first"}}).execute()
    file_id = made["spreadsheetId"]
    assert workspace.metadata(file_id)["name"] == "first"
    rename = {"updateSpreadsheetProperties": {"properties": {"title": "second"}, "fields": "title"}}
    body = {"requests": [rename], "includeSpreadsheetInResponse": True}
    answer = sheets.batchUpdate(spreadsheetId=file_id, body=body).execute()
    assert "writeControl" not in answer
    assert answer["updatedSpreadsheet"]["properties"]["title"] == "second"
    assert workspace.metadata(file_id)["name"] == "second"


def test_sheets_batch_needs_a_request(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "s")
    with pytest.raises(HttpError, match="at least one request"):
        workspace.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=file.id, body={"requests": []}).execute()


def test_values_with_a_bare_or_an_encoded_colon(workspace: Workspace, http: httpx.Client) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "s")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [[1, 2], [3, 4]]}
    values.update(spreadsheetId=file.id, range="Sheet1!A1:B2", valueInputOption="RAW", body=body).execute()
    for written in ("Sheet1!A2:B2", "Sheet1%21A2%3AB2"):
        got = http.get(f"/v4/spreadsheets/{file.id}/values/{written}").json()
        assert got["values"] == [["3", "4"]]


class TestCallsReachTheEngine:
    """With a toy engine that answers what it was given."""

    def test_path_query_and_body(self, toy: httpx.Client) -> None:
        file_id = toy.post("/v4/spreadsheets", json={}).json()["spreadsheetId"]
        got = toy.post(
            f"/v4/spreadsheets/{file_id}/values/A1%2FB:append?valueInputOption=RAW&includeValuesInResponse=true",
            json={"values": [[1]]},
        ).json()
        assert got["name"] == "spreadsheets.values.append"
        assert got["params"] == {
            "spreadsheetId": file_id,
            "range": "A1/B",
            "valueInputOption": "RAW",
            "includeValuesInResponse": True,
        }
        assert got["body"] == {"values": [[1]]}

    def test_repeated_parameters_are_lists(self, toy: httpx.Client) -> None:
        file_id = toy.post("/v4/spreadsheets", json={}).json()["spreadsheetId"]
        got = toy.get(f"/v4/spreadsheets/{file_id}/values:batchGet?ranges=A1&ranges=B2").json()
        assert (got["name"], got["params"]["ranges"]) == ("spreadsheets.values.batchGet", ["A1", "B2"])

    def test_page_of_a_presentation(self, toy: httpx.Client) -> None:
        file_id = toy.post("/v1/presentations", json={"title": "p"}).json()["presentationId"]
        got = toy.get(f"/v1/presentations/{file_id}/pages/p1").json()
        assert (got["name"], got["params"]["pageObjectId"]) == ("presentations.pages.get", "p1")

    def test_wrong_enum_value(self, toy: httpx.Client) -> None:
        file_id = toy.post("/v4/spreadsheets", json={}).json()["spreadsheetId"]
        answer = toy.get(f"/v4/spreadsheets/{file_id}/values/A1?majorDimension=DIAGONALS")
        assert answer.status_code == 400
        assert "majorDimension" in answer.json()["error"]["message"]

    def test_failed_batch_is_dropped(self, toy: httpx.Client) -> None:
        file_id = toy.post("/v1/documents", json={}).json()["documentId"]
        body = {"requests": [{"insertText": "a"}, {"nonsense": {}}]}
        assert toy.post(f"/v1/documents/{file_id}:batchUpdate", json=body).status_code == 400
        assert toy.get(f"/v1/documents/{file_id}").json()["lines"] == []


def test_today_is_the_servers(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "s")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [["=YEAR(TODAY())"]]}
    values.update(spreadsheetId=file.id, range="A1", valueInputOption="USER_ENTERED", body=body).execute()
    assert values.get(spreadsheetId=file.id, range="A1").execute()["values"] == [["2026"]]
