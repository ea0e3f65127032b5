"""The spreadsheets engine behind the real server, driven by google-api-python-client."""

from __future__ import annotations

import pytest
from googleapiclient.errors import HttpError

from pytest_knows.kind import Kind
from pytest_knows.workspace import AgentAccess, Workspace


def test_a_table_and_a_chart_are_built_and_read_back(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    access: AgentAccess = workspace.grant_agent([file.id], name="an agent")
    sheets = access.clients().sheets.spreadsheets()
    rows = [
        ["Name", "Shares", "Price", "Value"],
        ["Apple", 100, "$193.97", "=B2*C2"],
        ["Meta", 100, "$286.98", "=B3*C3"],
    ]
    sheets.values().update(
        spreadsheetId=file.id, range="Sheet1!A1", valueInputOption="USER_ENTERED", body={"values": rows}
    ).execute()
    span = {"startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 4}
    source = {"sourceRange": {"sources": [span]}}
    requests = [
        {"addTable": {"table": {"name": "Holdings", "range": span}}},
        {
            "addChart": {
                "chart": {"spec": {"pieChart": {"domain": source, "series": source}}, "position": {"newSheet": True}}
            }
        },
    ]
    replies = sheets.batchUpdate(spreadsheetId=file.id, body={"requests": requests}).execute()["replies"]
    assert [next(iter(reply)) for reply in replies] == ["addTable", "addChart"]
    answer = workspace.read(file)
    assert [len(sheet.get("charts", [])) for sheet in answer["sheets"]] == [0, 1]
    first = answer["sheets"][0]
    assert [c["columnName"] for c in first["tables"][0]["columnProperties"]] == rows[0]
    shown = [[cell.get("formattedValue") for cell in row["values"]] for row in first["data"][0]["rowData"]]
    assert shown[1:] == [["Apple", "100", "$193.97", "$19,397.00"], ["Meta", "100", "$286.98", "$28,698.00"]]


def test_a_refused_batch_changes_nothing(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    access = workspace.grant_agent([file.id], name="an agent")
    sheets = access.clients().sheets.spreadsheets()
    requests = [{"addSheet": {"properties": {"title": "Second"}}}, {"deleteSheet": {"sheetId": 77}}]
    with pytest.raises(HttpError) as caught:
        sheets.batchUpdate(spreadsheetId=file.id, body={"requests": requests}).execute()
    assert caught.value.status_code == 400
    assert "Invalid requests[1].deleteSheet: No grid with id: 77" in str(caught.value)
    assert len(workspace.read(file)["sheets"]) == 1


def test_a_value_of_the_wrong_type_is_named_twice_as_google_does(http, workspace: Workspace) -> None:
    """The expected answer was recorded from the real API."""
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    answer = http.put(f"/v4/spreadsheets/{file.id}/values/A1?valueInputOption=RAW", json={"values": "A1:D4"})
    message = "Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue), \"A1:D4\""
    violation = {"field": "data.values", "description": message}
    details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]}]
    error = {"code": 400, "message": message, "status": "INVALID_ARGUMENT", "details": details}
    assert (answer.status_code, answer.json()) == (400, {"error": error})


def test_the_caller_may_edit_what_it_protects(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "Stocks")
    clients = workspace.grant_agent([file.id], name="an agent").clients()
    email = clients.drive.about().get(fields="user").execute()["user"]["emailAddress"]
    span = {"startRowIndex": 0, "endRowIndex": 1}
    body = {"requests": [{"addProtectedRange": {"protectedRange": {"range": span}}}]}
    reply = clients.sheets.spreadsheets().batchUpdate(spreadsheetId=file.id, body=body).execute()["replies"][0]
    assert reply["addProtectedRange"]["protectedRange"]["editors"] == {}
    [kept] = workspace.read(file)["sheets"][0]["protectedRanges"]
    assert kept["editors"] == {"users": [email]}


def test_queries_of_drive_take_texts_in_double_quotes(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "It's here")
    found = workspace.clients.drive.files().list(q='name = "It\'s here" and trashed = false').execute()["files"]
    assert file.id in [one["id"] for one in found]
