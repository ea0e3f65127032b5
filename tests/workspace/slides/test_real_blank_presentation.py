"""The new presentation against the one that the real API answered."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def real() -> dict:
    folder = os.environ.get("KNOWS_SHARED")
    if not folder:
        pytest.skip("KNOWS_SHARED is not set: no recorded API answers")
    return json.loads((Path(folder) / "real-api/slides/blank_presentation.json").read_text("utf-8"))


def placeholders(page: dict) -> list[tuple]:
    """Type, parent, position and size of each element (EMU to 4 digits)."""
    found = []
    for element in page["pageElements"]:
        numbers = {k: round(v, 4) for k, v in element["transform"].items() if k != "unit"}
        found.append((element["shape"].get("placeholder"), element["shape"]["shapeType"], numbers, element["size"]))
    return found


def texts(page: dict) -> list:
    return [element["shape"].get("text", {}).get("textElements") for element in page["pageElements"]]


def test_pages_and_placeholders_are_the_same(deck, real) -> None:
    ours = deck.read()
    for kind in ("slides", "layouts", "masters"):
        assert [p["objectId"] for p in ours[kind]] == [p["objectId"] for p in real[kind]]
        for mine, theirs in zip(ours[kind], real[kind], strict=True):
            assert placeholders(mine) == placeholders(theirs)
    assert [p["layoutProperties"] for p in ours["layouts"]] == [p["layoutProperties"] for p in real["layouts"]]


def test_inherited_styles_are_the_same(deck, real) -> None:
    for mine, theirs in zip(deck.read()["layouts"], real["layouts"], strict=True):
        if mine["layoutProperties"]["name"] != "CAPTION_ONLY":  # there Google answers the first level only
            assert texts(mine) == texts(theirs)
