"""A spreadsheet on the bare engine."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.engine import Environment, RequestError
from pytest_knows.workspace.local.spreadsheets import ENGINE

Json = dict[str, Any]


class Book:
    """One spreadsheet's state with the calls that tests make."""

    def __init__(self, body: Json | None = None) -> None:
        count = itertools.count()
        self.env = Environment(
            file_id="file",
            title="A file",
            new_id=lambda: f"fresh_{next(count)}",
            fetch_picture=self._no_picture,
            today="2026-03-14",
        )
        self.state = ENGINE.blank(body or {}, self.env)

    @staticmethod
    def _no_picture(url: str) -> Any:
        raise RequestError(f"no pictures here: {url}")

    def apply(self, *requests: Json) -> list[Json]:
        return ENGINE.apply(self.state, list(requests), self.env)

    def call(self, method: str, body: Json | None = None, **params: Any) -> Json:
        return ENGINE.call(f"spreadsheets.values.{method}", self.state, params, body or {}, self.env)[0]

    def enter(self, range_: str, *rows: list[Any], raw: bool = False) -> Json:
        how = "RAW" if raw else "USER_ENTERED"
        return self.call("update", {"values": list(rows)}, range=range_, valueInputOption=how)

    def values(self, range_: str, **params: Any) -> list[list[Any]]:
        found: list[list[Any]] = self.call("get", range=range_, **params).get("values", [])
        return found

    def read(self, **query: list[str]) -> Json:
        return ENGINE.read(self.state, {"includeGridData": ["true"], **query}, self.env)

    def tab(self, number: int = 0) -> Json:
        found: Json = self.read()["sheets"][number]
        return found

    def cell(self, row: int, column: int, number: int = 0) -> Json:
        """CellData (rows and columns from 0); empty where the answer has none."""
        rows = self.tab(number)["data"][0].get("rowData", [])
        line = rows[row].get("values", []) if row < len(rows) else []
        return line[column] if column < len(line) else {}


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def make_book() -> type[Book]:
    return Book


class Remote:
    """One spreadsheet on the server."""

    def __init__(self, workspace: Workspace) -> None:
        self.api = workspace.clients.sheets.spreadsheets()
        self.id = workspace.create_file(Kind.SPREADSHEET, "Requests").id

    def apply(self, *requests: Json) -> list[Json]:
        body = {"requests": list(requests)}
        return self.api.batchUpdate(spreadsheetId=self.id, body=body).execute()["replies"]

    def enter(self, range_: str, *rows: list[Any]) -> None:
        self.api.values().update(
            spreadsheetId=self.id, range=range_, valueInputOption="USER_ENTERED", body={"values": list(rows)}
        ).execute()

    def values(self, range_: str, how: str = "FORMATTED_VALUE") -> list[list[Any]]:
        answer = self.api.values().get(spreadsheetId=self.id, range=range_, valueRenderOption=how).execute()
        return answer.get("values", [])

    def tab(self) -> Json:
        return self.api.get(spreadsheetId=self.id, includeGridData=True).execute()["sheets"][0]

    def fills(self, column: int) -> list[Json]:
        """The background of each cell of a column in effect."""
        rows = [row.get("values", []) for row in self.tab()["data"][0]["rowData"]]
        return [row[column]["effectiveFormat"]["backgroundColor"] for row in rows]


@pytest.fixture
def remote(workspace: Workspace) -> Remote:
    return Remote(workspace)
