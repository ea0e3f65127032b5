"""Numbers of list items when items come and go."""

from __future__ import annotations

from typing import Any

import pytest

ALL = {"type": "ALL"}


def glyphs(deck: Any) -> list[str | None]:
    elements = deck.element("box_1")["shape"]["text"]["textElements"]
    markers = [one["paragraphMarker"] for one in elements if "paragraphMarker" in one]
    return [marker["bullet"]["glyph"] if "bullet" in marker else None for marker in markers]


def numbered(deck: Any, text: str, preset: str) -> None:
    deck.box(text=text)
    deck.apply({"createParagraphBullets": {"objectId": "box_1", "textRange": ALL, "bulletPreset": preset}})


@pytest.mark.parametrize(
    ("preset", "before", "after"),
    [
        ("NUMBERED_DIGIT_ALPHA_ROMAN", ["1.", "a.", "b.", "2."], ["1.", "a.", "b.", "c.", "2."]),
        ("NUMBERED_DIGIT_ALPHA_ROMAN_PARENS", ["1)", "a)", "b)", "2)"], ["1)", "a)", "b)", "c)", "2)"]),
        ("NUMBERED_DIGIT_NESTED", ["1.", "1.1.", "1.2.", "2."], ["1.", "1.1.", "1.2.", "1.3.", "2."]),
        ("NUMBERED_UPPERROMAN_UPPERALPHA_DIGIT", ["I.", "A.", "B.", "II."], ["I.", "A.", "B.", "C.", "II."]),
        ("NUMBERED_ZERODIGIT_ALPHA_ROMAN", ["01.", "a.", "b.", "02."], ["01.", "a.", "b.", "c.", "02."]),
        ("BULLET_DISC_CIRCLE_SQUARE", ["●", "○", "○", "●"], ["●", "○", "○", "○", "●"]),
    ],
)
def test_a_new_item_counts(deck: Any, preset: str, before: list[str], after: list[str]) -> None:
    numbered(deck, "one\n\tx\n\ty\ntwo", preset)
    assert glyphs(deck) == before
    deck.apply({"insertText": {"objectId": "box_1", "insertionIndex": 7, "text": "\nz"}})
    assert glyphs(deck) == after


def test_the_items_behind_one_that_goes_count_down(deck: Any) -> None:
    numbered(deck, "one\ntwo\nthree\nfour", "NUMBERED_DIGIT_ALPHA_ROMAN")
    stretch = {"type": "FIXED_RANGE", "startIndex": 0, "endIndex": 4}
    deck.apply({"deleteText": {"objectId": "box_1", "textRange": stretch}})
    assert glyphs(deck) == ["1.", "2.", "3."]
    deck.apply({"deleteParagraphBullets": {"objectId": "box_1", "textRange": stretch}})
    assert glyphs(deck) == [None, "1.", "2."]


def test_each_list_counts_for_itself(deck: Any) -> None:
    numbered(deck, "one\ntwo\nthree", "NUMBERED_DIGIT_ALPHA_ROMAN")
    last = {"type": "FIXED_RANGE", "startIndex": 8, "endIndex": 9}
    preset = "NUMBERED_UPPERALPHA_ALPHA_ROMAN"
    deck.apply({"createParagraphBullets": {"objectId": "box_1", "textRange": last, "bulletPreset": preset}})
    deck.apply({"insertText": {"objectId": "box_1", "insertionIndex": 3, "text": "\nmore"}})
    assert glyphs(deck) == ["1.", "2.", "3.", "A."]
