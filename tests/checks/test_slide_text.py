"""Titles, list items, links and passages of a slide."""

import pytest

from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks import slide_text

PT = 12700
HIGH = 0.2


def box(*lines, y=100, kind="", size=14, bullets=(), link=""):
    """A text box of 400 by 40 pt; `bullets` are the places of list items, a line may be (text, link, size)."""
    elements = []
    for place, line in enumerate(lines):
        words, url, own = (*line, *("", size)[len(line) - 1 :]) if isinstance(line, tuple) else (line, "", size)
        elements.append({"paragraphMarker": {"bullet": {"glyph": "●"}} if place in bullets else {}})
        style = {"fontSize": {"magnitude": own, "unit": "PT"}, **({"link": {"url": url}} if url else {})}
        elements.append({"textRun": {"content": f"{words}\n", "style": style}})
    shape = {"shapeType": "TEXT_BOX", "text": {"textElements": elements}, "shapeProperties": {"link": {"url": link}}}
    if kind:
        shape["placeholder"] = {"type": kind}
    size_ = {"width": {"magnitude": 400 * PT}, "height": {"magnitude": 40 * PT}}
    transform = {"scaleX": 1, "scaleY": 1, "translateY": y * PT, "unit": "EMU"}
    return {"objectId": f"b{y}", "size": size_, "transform": transform, "shape": shape}


def table(*words, y=5):
    """Of one row."""
    cells = [{"location": {"columnIndex": n}, "text": box(one)["shape"]["text"]} for n, one in enumerate(words)]
    made = {"rows": 1, "columns": len(words), "tableRows": [{"tableCells": cells}]}
    return {**{key: value for key, value in box(y=y).items() if key != "shape"}, "table": made}


def slide(*boxes):
    return Presentation({"slides": [{"pageElements": list(boxes)}]}, lambda _: b"").first_slide


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([box("Above", y=5), box("Placed", y=300, kind="TITLE")], "Placed"),
        ([box("Above", y=5), box("", y=10, kind="TITLE")], "Above"),
        ([box("Sub", y=5, kind="SUBTITLE"), box("Centred", y=90, kind="CENTERED_TITLE")], "Centred"),
        ([box("Second", y=30), box("First", y=20)], "First"),
        ([box("Below", y=200), box("Sub", y=210, kind="SUBTITLE")], "Sub"),
        ([box("Below", y=200)], None),
        ([], None),
        ([box("On two", "lines", y=5)], "On two\nlines"),
        ([box("Name", "a trait", "another", y=5, bullets=(1, 2))], "Name"),
        ([box("Name", "- a trait", y=5)], "Name"),
        ([box("1. a trait", "2. another", y=5), box("Name", y=30)], "Name"),
        ([box("1. Origins", y=5), box("Name", y=30)], "1. Origins"),
        ([box(("Name", "", 30), ("what it does", "", 12), y=5)], "Name"),
        ([table("In a frame"), box("Below", y=60)], "In a frame"),
        ([table("Make", "Model"), box("Name", y=60)], "Name"),
    ],
)
def test_title(boxes, expected):
    found = slide_text.title(slide(*boxes), HIGH)
    assert (found.text if found else None) == expected


def test_items_are_list_items_or_paragraphs():
    page = slide(
        box("Title", y=5), box("real", "• typed\v• apart\vand on", "3) third", "plain", "", y=100, bullets=(0,))
    )
    items = slide_text.items(page, slide_text.title(page, HIGH))
    assert [(item.text, item.bulleted) for item in items] == [
        ("real", True),
        ("typed", True),
        ("apart and on", True),
        ("third", True),
        ("plain", False),
    ]
    assert items[0].passage.extent.bottom <= items[1].passage.extent.top


def test_what_only_looks_like_a_bullet_is_none():
    page = slide(box("-5 degrees", "2024.5 metres", "* ", "well-known", "(see there)", "A. Smith"))
    assert not any(item.bulleted for item in slide_text.items(page))


@pytest.mark.parametrize("mark", ["✓ ", "→ ", "· ", "★", "► ", "a) ", "(1) ", "(b) ", "12. ", "– "])
def test_marks_that_are_typed(mark):
    (item,) = slide_text.items(slide(box(f"{mark}brave")))
    assert (item.text, item.bulleted) == ("brave", True)


def test_links_behind_words_behind_boxes_and_written_out():
    page = slide(
        box(("example.org/a", "https://example.org/a?full=1"), y=10),
        box("see https://b.example.org/x (or c.example.org/y) by Sakura.co", y=100),
        box("example.com", "no.Link here", y=150),
        box("Button", link="https://d.example.org/", y=200),
        box(("mail", "mailto:me@example.org"), y=250),
    )
    found = slide_text.links(page)
    assert [link.url for link in found] == [
        "https://example.org/a?full=1",
        "https://b.example.org/x",
        "c.example.org/y",
        "example.com",
        "https://d.example.org/",
    ]
    assert found[0].rect.bottom < found[1].rect.top


def test_the_shortest_passages():
    page = slide(box("The Red", "Rising", "Red Rising", "and more", y=10), box("red", "x", y=100))
    found = slide_text.passages(page, lambda words: "Red Rising" in words)
    assert [passage.text for passage in found] == ["Red Rising", "The Red\nRising"]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("Talk", "Foundations of", "Web Browsers"), "Foundations of\nWeb Browsers"),
        (("Foundations of Web Browsers", "Foundation of Web Browser"), "Foundations of Web Browsers"),
        (("Foundation of Web Browser",), "Foundation of Web Browser"),
        (("A talk about web browsers",), None),
        (("Foundations of Web Browsers in 2026, with so many more words that nobody takes it for a name",), None),
        (("",), None),
    ],
)
def test_the_lines_most_like_a_name(lines, found):
    (shape,) = slide(box(*lines)).boxes
    passage = slide_text.most_like(shape, "Foundations of Web Browsers", at_least=90)
    assert (passage and passage.text) == found
