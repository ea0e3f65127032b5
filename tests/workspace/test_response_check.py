"""The check that the whole suite's answers go through: it is on, and it sees what does not fit."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.discovery import Method, methods
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.response_check import check_response


def method(name: str) -> Method:
    return next(found for found in methods() if found.id == name)


@pytest.mark.parametrize(
    ("name", "answer", "fault"),
    [
        ("docs.documents.get", {"lines": []}, ".lines is unknown"),
        ("docs.documents.get", {"title": None}, ".title is None, not string"),
        ("docs.documents.get", {"body": {"content": [{"startIndex": "1"}]}}, ".body.content[0].startIndex is '1'"),
        ("docs.documents.get", {"body": {"content": [{"endIndex": True}]}}, "endIndex is True, not integer"),
        ("docs.documents.get", {"lists": {"a": {"colour": 1}}}, ".lists.a.colour is unknown"),
        ("docs.documents.get", {"suggestionsViewMode": "NONE"}, "is 'NONE', none of"),
        ("sheets.spreadsheets.get", {"properties": {"defaultFormat": {"padding": 3}}}, ".padding is 3, not object"),
        ("slides.presentations.get", {"pageSize": {"width": {"magnitude": float("inf")}}}, "magnitude is inf"),
        ("drive.files.get", {"size": 3}, ".size is 3, not string"),
    ],
)
def test_what_does_not_fit_is_named(name: str, answer: dict[str, Any], fault: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_response(method(name), answer)
    assert fault in str(caught.value)


def test_what_fits_passes() -> None:
    check_response(method("drive.files.get"), {"size": "3", "properties": {"any": "key"}, "trashed": False})
    check_response(method("sheets.spreadsheets.values.get"), {"values": [["a", 1, True, None]]})
    check_response(method("drive.files.delete"), {})


def test_servers_of_the_suite_check(http: httpx.Client) -> None:
    file = {"id": "spoilt-state", "name": "x", "mimeType": Kind.DOCUMENT.mime_type}
    state = {
        "revision": 1,
        "tabs": [{"tabProperties": {"tabId": "t.0"}, "documentTab": {"body": {"content": [{"endIndex": "one"}]}}}],
    }
    assert http.post("/_knows/files", json=file | {"state": state}).status_code == 200
    answer = http.get("/v1/documents/spoilt-state")
    assert answer.status_code == 500
    assert ".body.content[0].endIndex" in answer.json()["error"]["message"]
