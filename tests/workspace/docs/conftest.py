"""A document on the bare engine: a batch in, the API's JSON out."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.engine import Environment, RequestError, StoredPicture

Json = dict[str, Any]


def _stored(url: str) -> StoredPicture:
    """Pictures of 300 x 150 pixels behind every https URL."""
    if not url.startswith("https://"):
        raise RequestError("The provided image was not found.")
    return StoredPicture(url="http://127.0.0.1/_media/x", source_url=url, mime="image/png", width=300, height=150)


class Document:
    """One file's state, and what its readers see of it."""

    def __init__(self) -> None:
        ids = itertools.count(1)
        self.env = Environment(
            file_id="file-1",
            title="A title",
            new_id=lambda: f"kix.{next(ids):012d}",
            fetch_picture=_stored,
            today="2026-03-14",
        )
        self.state = ENGINE.blank({}, self.env)

    def apply(self, *requests: Json) -> list[Json]:
        """As the server does it: on a copy, which counts only if the whole batch went through."""
        state = copy.deepcopy(self.state)
        replies = ENGINE.apply(state, list(requests), self.env)
        self.state = state
        return replies

    def type(self, text: str, index: int = 1) -> None:
        self.apply({"insertText": {"location": {"index": index}, "text": text}})

    def bold(self, first: int, stop: int) -> None:
        style = {"range": {"startIndex": first, "endIndex": stop}, "textStyle": {"bold": True}, "fields": "bold"}
        self.apply({"updateTextStyle": style})

    @property
    def json(self) -> Json:
        return ENGINE.read(self.state, {}, self.env)

    @property
    def content(self) -> list[Json]:
        return self.json["body"]["content"]

    @property
    def paragraphs(self) -> list[Json]:
        return [node["paragraph"] for node in self.content if "paragraph" in node]

    @property
    def lines(self) -> list[str]:
        """The text of the body's own paragraphs; a picture is shown as `#`."""
        return [_text(paragraph) for paragraph in self.paragraphs]

    @property
    def runs(self) -> list[tuple[str, Json]]:
        elements = [element for paragraph in self.paragraphs for element in paragraph["elements"]]
        return [(e["textRun"]["content"], e["textRun"]["textStyle"]) for e in elements if "textRun" in e]

    @property
    def table(self) -> Json:
        return next(node for node in self.content if "table" in node)

    @property
    def grid(self) -> list[list[str]]:
        """The text of the first table's cells."""
        rows = self.table["table"]["tableRows"]
        return [["".join(_text(n["paragraph"]) for n in c["content"]) for c in row["tableCells"]] for row in rows]


def _text(paragraph: Json) -> str:
    return "".join(e["textRun"]["content"] if "textRun" in e else "#" for e in paragraph["elements"])


@pytest.fixture(scope="session")
def new_document() -> type[Document]:
    """For tests that need many documents."""
    return Document


@pytest.fixture(scope="session")
def indices_checked() -> Callable[[Json], None]:
    return check_indices


@pytest.fixture
def document() -> Iterator[Document]:
    """An empty document; its indices are checked when the test is over."""
    made = Document()
    yield made
    check_indices(made.json)


def check_indices(document: Json) -> None:
    """Indices lie end to end in every segment, and only an index of 0 is left out."""
    segments = [document["body"]["content"]]
    for kind in ("headers", "footers", "footnotes"):
        segments += [segment["content"] for segment in document.get(kind, {}).values()]
    for content in segments:
        _check(content, 0)


def _check(content: list[Json], at: int) -> int:
    for node in content:
        assert node.get("startIndex", 0) == at
        assert node.get("startIndex") != 0
        if "paragraph" in node:
            at = _check_paragraph(node["paragraph"], at)
        elif "table" in node:
            at = _check_table(node["table"], at)
        else:
            at += 1
        assert node["endIndex"] == at
    return at


def _check_paragraph(paragraph: Json, at: int) -> int:
    for element in paragraph["elements"]:
        assert element.get("startIndex", 0) == at
        text = element["textRun"]["content"] if "textRun" in element else "#"
        assert text
        assert "\n" not in text[:-1]
        at += len(text.encode("utf-16-le")) // 2
        assert element["endIndex"] == at
    assert paragraph["elements"][-1]["textRun"]["content"].endswith("\n")
    return at


def _check_table(table: Json, at: int) -> int:
    assert len(table["tableRows"]) == table["rows"]
    at += 1
    for row in table["tableRows"]:
        assert row["startIndex"] == at
        assert len(row["tableCells"]) == table["columns"]
        at += 1
        for cell in row["tableCells"]:
            assert cell["startIndex"] == at
            at = _check(cell["content"], at + 1)
            assert cell["endIndex"] == at
        assert row["endIndex"] == at
    return at + 1
