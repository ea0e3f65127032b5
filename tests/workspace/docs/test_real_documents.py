"""Documents that the real API returned, as states of the engine: numbered, read and edited like our own."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path

import pytest

from pytest_knows.workspace.local.documents import document_state
from pytest_knows.workspace.local.schema import schema_of

pytestmark = pytest.mark.skipif("KNOWS_SHARED" not in os.environ, reason="KNOWS_SHARED names no folder of samples")

# Whoever published the others changed words in them and left the indices: they do not count up.
NAMES = ("breaks", "images", "lists", "tables")


@pytest.fixture(params=NAMES)
def real(request):
    """The contents of a real document."""
    folder = Path(os.environ["KNOWS_SHARED"]) / "real-api" / "docs"
    answer = json.loads((folder / f"{request.param}.json").read_text())
    return {name: value for name, value in answer.items() if name in schema_of("docs").fields("DocumentTab")}


@pytest.fixture
def loaded(real, document):
    """A document whose state is the real one."""
    tab = {"tabProperties": {"tabId": "t.0", "title": "Tab 1", "index": 0}, "documentTab": copy.deepcopy(real)}
    document.state = document_state([tab])
    return document


def test_google_and_we_count_alike(real, loaded):
    assert {name: loaded.json[name] for name in real} == real


def test_nothing_but_the_edit_changes(real, loaded):
    last = real["body"]["content"][-1]["endIndex"] - 1
    style = {"range": {"startIndex": last, "endIndex": last + 3}, "textStyle": {"bold": True}, "fields": "bold"}
    loaded.apply({"insertText": {"location": {"index": last}, "text": "end"}}, {"updateTextStyle": style})
    assert loaded.runs[-2][0].endswith("end")
    assert loaded.runs[-2][1]["bold"] is True
    loaded.apply({"deleteContentRange": {"range": {"startIndex": last, "endIndex": last + 3}}})
    assert {name: loaded.json[name] for name in real} == real


def test_all_that_they_hold_passes_the_schema(real):
    assert schema_of("docs").body("DocumentTab", real) == real
