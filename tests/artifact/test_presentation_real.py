"""A deck that the real Slides API returned."""

import json
import os
from pathlib import Path

import pytest

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.presentation import Presentation


@pytest.fixture(scope="module")
def deck():
    shared = os.environ.get("KNOWS_SHARED")
    if not shared:
        pytest.skip("KNOWS_SHARED names no folder with real API responses")
    path = Path(shared) / "real-api/slides/blank_presentation.json"
    return Presentation(json.loads(path.read_text()), lambda _: b"")


def test_pages(deck):
    assert (deck.width, deck.height) == (9144000, 5143500)
    assert (len(deck.slides), len(deck.layouts), len(deck.masters)) == (1, 11, 1)
    assert deck.first_slide.layout == "Title slide"
    assert deck.first_slide.background == Colour(1, 1, 1)
    assert deck.first_slide.notes.text == ""


def test_placeholders_lie_where_their_scaled_size_puts_them(deck):
    title, subtitle = deck.first_slide.boxes
    assert (title.placeholder, subtitle.placeholder) == ("CENTERED_TITLE", "SUBTITLE")
    assert title.rect.left == pytest.approx(311708.35)
    assert title.rect.width == pytest.approx(3000000 * 2.8402)
    assert title.rect.height == pytest.approx(3000000 * 0.6842)
    assert title.text == ""
    assert title.fill is None
    assert deck.first_slide.text_boxes == ()


def test_styles_come_from_layout_and_master(deck):
    # The slide's title says nothing; the layout says 52 pt and centred, the master's title DARK1 and Arial.
    title = next(box for box in deck.layouts[0].boxes if box.placeholder == "CENTERED_TITLE")
    line = title.body.lines[0]
    assert (line.alignment, line.runs[0].style.size) == ("center", 52)
    assert line.runs[0].style.colour == Colour(0, 0, 0)
    body = next(box for box in deck.masters[0].boxes if box.placeholder == "BODY")
    sizes = [paragraph.lines[0].runs[0].style.size for paragraph in body.body.paragraphs]
    assert sizes[:2] == [18, 14]
    assert repr(body.body.paragraphs[0].lines[0].runs[0].style.colour) == "#595959"
    assert body.body.lines[0].spacing == 1.15


def test_text_typed_into_the_title_inherits_from_both(deck):
    raw = json.loads(json.dumps(deck._json))
    shape = raw["slides"][0]["pageElements"][0]["shape"]
    shape["text"] = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "Hello\n"}}]}
    (title,) = Presentation(raw, lambda _: b"").first_slide.text_boxes
    (line,) = title.body.lines
    assert (line.text, line.alignment, line.runs[0].style.size) == ("Hello", "center", 52)


def test_automatic_text_keeps_its_style(deck):
    number = next(box for box in deck.layouts[0].boxes if box.placeholder == "SLIDE_NUMBER")
    assert number.body.lines[0].alignment == "right"
    assert number.body.lines[0].runs[0].style.size == 10
