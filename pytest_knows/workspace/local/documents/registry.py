"""The table of request types; each module under `requests/` adds its handlers to it."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import Requests
from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.schema import schema_of

REQUESTS: Requests[Editor] = Requests("docs")


def mask(body: Json, message: str) -> list[tuple[str, ...]]:
    """The paths of a request's `fields`, checked against the message. Raises `RequestError` for none or a wrong one."""
    return schema_of(REQUESTS.api).mask(message, body.get("fields", ""))
