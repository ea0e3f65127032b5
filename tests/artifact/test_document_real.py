"""The view over documents that the real API returned."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.document import Document, Paragraph, Place, Table

pytestmark = pytest.mark.skipif("KNOWS_SHARED" not in os.environ, reason="KNOWS_SHARED names no folder of samples")


def read(name: str) -> Document:
    path = Path(os.environ["KNOWS_SHARED"]) / "real-api" / "docs" / f"{name}.json"
    return Document(json.loads(path.read_text()), lambda url: f"bytes of {url[:30]}".encode())


def named(document: Document, text: str) -> Paragraph:
    return next(p for p in document.tabs[0].body.paragraphs if text in p.text)


def test_breaks():
    document = read("breaks")
    assert document.title == "Breaks"
    assert document.page_size == pytest.approx((595.28, 841.89), abs=0.01)
    assert [line.text for line in document.lines] == [""] * 5  # a page break ends a line
    assert document.pictures == ()


def test_empty():
    document = read("empty")
    assert [line.text for line in document.lines] == ["", ""]
    assert [p.style.named for p in document.tabs[0].body.paragraphs] == ["NORMAL_TEXT", "HEADING_1"]


def test_images():
    document = read("images")
    (picture,) = document.pictures
    assert picture.object_id == "kix.4dmdp8b4zkkv"
    assert (picture.width, picture.height) == pytest.approx((451.2756, 164), abs=0.001)
    assert picture.url.startswith("https://lh6.googleusercontent.com/pZBSu")
    assert (picture.place, picture.positioned, picture.crop.visible) == (Place.BODY, False, 1)
    assert picture.data() == b"bytes of https://lh6.googleusercontent."


def test_headers_that_page_1_shows():
    """`firstPageHeaderId` is set but not used: page 1 shows the default header, and no footer."""
    (header,) = read("images").tabs[0].margins
    assert (header.segment_id, header.place, header.on_first_page) == ("kix.3k241u1djmci", Place.HEADER, True)


def test_links():
    lines = [line for line in read("links").lines if line.text]
    assert [line.text for line in lines] == [
        "to self",
        "to self with user id",
        "to self with edit",
        "to self with preview",
        "unknown url",
    ]
    base = "https://docs.google.com/document/"
    own = "d/1UuBxtIEEVh98wyBR9fMmLqzJEkmNlAMMoC4SEhprHfQ"
    urls = [url for line in lines for _, url in line.links]
    assert urls == [
        base + own,
        base + "u/1/" + own,
        base + own + "/edit",
        base + own + "/preview",
        base + "d/unknown",
    ]
    style = lines[0].runs[0].style
    assert style.underline
    assert repr(style.colour) == "#1155CC"


def test_lists():
    document = read("lists")
    items = [p for p in document.tabs[0].body.paragraphs if p.bullet]
    assert [(p.bullet.level, p.text) for p in items][:3] == [
        (0, "List item 1"),
        (1, "Sublist item 1"),
        (1, "Sublist item 2"),
    ]
    assert [p.bullet.level for p in items] == [0, 1, 1, 1, 0, 0, 1, 2, 2, 1, 1, 0, 0]
    assert {p.bullet.list_id for p in items} == {"kix.p8lx61nj7i0o"}
    assert [run.style.bold for run in items[0].runs] == [False, True, False]
    with_picture = named(document, "with ").lines[0]
    assert [type(piece).__name__ for piece in with_picture.pieces] == ["Run", "Picture", "Run"]
    (picture,) = document.pictures
    assert (picture.width, picture.height) == pytest.approx((82.92, 30), abs=0.01)
    assert with_picture.after(picture).text == "image"
    assert [line.text for line in document.after(picture)][:3] == ["image", "Sub list item 2", "Sub list item 3"]


def test_bullets_have_the_glyph_of_their_level():
    glyphs = {
        (p.bullet.level, p.bullet.glyph, p.bullet.ordered) for p in read("lists").tabs[0].body.paragraphs if p.bullet
    }
    assert {level for level, _, _ in glyphs} == {0, 1, 2}
    assert all(glyph for _, glyph, _ in glyphs)


def test_tables():
    (table,) = [block for block in read("tables").tabs[0].body.blocks if isinstance(block, Table)]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Col 1", "Col 2", "Col 3"],
        ["Col 1 line 1", "Col 2 line 1", "Col 3 line 1"],
        ["Col 1 line 2", "Col 2 line 2", "Col 3 line 2"],
    ]
    lines = read("tables").tabs[0].body.lines
    assert [line.place for line in lines] == [Place.BODY, *[Place.TABLE] * 9, Place.BODY]


@pytest.mark.parametrize(
    ("text", "named_style", "size", "bold", "italic", "family"),
    [
        ("Title level 1", "HEADING_1", 16, True, False, "Trebuchet MS"),
        ("Title level 2", "HEADING_2", 13, True, False, "Trebuchet MS"),
        ("Title level 4", "HEADING_4", 11, False, False, "Trebuchet MS"),
        ("Title level 6", "HEADING_6", 11, False, True, "Trebuchet MS"),
        ("indented text", "NORMAL_TEXT", 11, False, False, "Arial"),
        ("Text bigger", "NORMAL_TEXT", 12, False, False, "Arial"),
        ("boldItalic", "NORMAL_TEXT", 11, True, True, "Arial"),
    ],
)
def test_inherited_styles(text, named_style, size, bold, italic, family):
    paragraph = named(read("texts"), text)
    style = paragraph.runs[0].style
    assert paragraph.style.named == named_style
    assert (style.size, style.bold, style.italic, style.family) == (size, bold, italic, family)


def test_text_details():
    document = read("texts")
    assert named(document, "Title level 3").style.heading_level == 3
    assert [p.style.named for p in document.tabs[0].body.paragraphs][6:8] == ["TITLE", "SUBTITLE"]
    assert named(document, "superscript").runs[0].style.baseline == "SUPERSCRIPT"
    assert named(document, "strikethrough").runs[0].style.strikethrough
    assert [line.text for line in named(document, "vertical").lines] == ["vertical", "indent"]
    assert [run.text for run in named(document, "space bold").runs][1] == "space bold after "
    assert named(document, "Text Colored").lines[1].runs[0].style.colour == Colour(1, 0, 0)
    assert named(document, "background").runs[1].style.background == Colour(1, 0, 0)
    assert named(document, "indented text").style.line_spacing == 115
