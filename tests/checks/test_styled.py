"""Styles of most letters, and of some words."""

import pytest

from pytest_knows.artifact.presentation import Passage, Presentation
from pytest_knows.checks.styled import find_words, mostly, styled


def box(*runs, scale=1.0):
    """Runs are (text, bold, size in pt)."""
    elements = [{"paragraphMarker": {}}]
    for text, bold, size in runs:
        style = {"bold": bold, "fontSize": {"magnitude": size, "unit": "PT"}}
        elements.append({"textRun": {"content": text, "style": style}})
    shape = {"text": {"textElements": elements}, "shapeProperties": {"autofit": {"fontScale": scale}}}
    slide = {"pageElements": [{"objectId": "b", "shape": shape}]}
    return Presentation({"slides": [slide]}, lambda _: b"").first_slide.text_boxes[0]


def is_bold(style):
    return style.bold


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([("nineteen letters bolder", True, 14), ("- !", False, 14), ("ab", False, 14)], True),
        ([("seven to", True, 14), ("three", False, 14)], False),
        ([("- !", True, 14)], False),
    ],
)
def test_only_letters_and_digits_count(runs, expected):
    assert mostly(styled(Passage.of([box(*runs)])), is_bold, 0.9) is expected


def test_words_are_found_over_runs_breaks_and_blanks():
    found = find_words(box(("See ", False, 10), ("the  K", True, 40), ("\u2011Pop\vstory", True, 30)), "k-pop story")
    assert repr(found) == "'k-pop story'"
    assert found.size == 40
    assert mostly(found.styled, is_bold, 1)
    assert find_words(box(("K-Popular", True, 40)), "k-pop") is None


def test_sizes_are_those_after_autofit():
    found = find_words(box(("Mercury", True, 48), scale=0.5), "mercury")
    assert found.size == 24
    assert mostly(found.styled, lambda style: style.size < 25, 1)
