"""References that only look like those of the slides."""

from __future__ import annotations

import pytest
from familykit import partly

from .building import colour

WHITE = {"foregroundColor": colour("#FFFFFF")}
ROBOTICS = "http://www.youtube.com/watch?v=x-exzZ-CIUw"


@pytest.mark.parametrize(
    "url",
    [
        "http://www.youtube.com.evil.com/watch?v=x-exzZ-CIUw",
        "http://www.youtube.com@evil.com/watch?v=x-exzZ-CIUw",
        "http://www.youtube.com/watch?v=x-exzz-ciuw",
        "http://www.y\u043eutube.com/watch?v=x-exzZ-CIUw",
    ],
)
def test_addresses_that_look_alike(lost, url):
    """Another host, another video (letters of a path are no matter of taste), a Cyrillic letter."""

    def change(paper):
        paper.item("Gemini Robotics").url = url

    references = ("no_duplicates", "categorised", "slides_match", "anchor_text", "slide_format")
    assert lost(2, change, pages={url: "<p>there</p>"}) == {
        **partly("fuzzy_match", refs_present=9, author_meta=9, name_relevant=9),
        **partly("deterministic", **dict.fromkeys(references, 9)),
    }


@pytest.mark.parametrize("slides", ["143", "43, 44", "4, 3", "34"])
def test_slide_numbers_that_look_alike(lost, slides):
    def change(paper):
        paper.item("Junction").behind = paper.item("Junction").behind.replace("43", slides)

    assert lost(3, change) == partly("deterministic", slides_match=9)


@pytest.mark.parametrize(
    "source", ["(2018, Wengong Jin)", "(2019, Jinwoo Lee)", "(2019, Wen Gong)", "2019, Wengong Jin"]
)
def test_sources_that_look_alike(lost, source):
    def change(paper):
        item = paper.item("Junction")
        item.behind = item.behind.replace("(2019, Wengong Jin)", source)

    assert lost(3, change) == partly("fuzzy_match", author_meta=8)


def test_slide_numbers_that_nobody_sees(lost):
    def change(paper):
        paper.item("Junction").around = WHITE

    assert lost(3, change) == {
        **partly("deterministic", slides_match=9, slide_format=9),
        **partly("fuzzy_match", author_meta=8),
    }
