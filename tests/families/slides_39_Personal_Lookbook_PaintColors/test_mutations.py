"""The full-score look-book in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip
from familykit.pictures import picture

from .building import (
    COLOURS,
    DEPENDENCY,
    DET,
    ENDING,
    FUZZY,
    LLM,
    PICTURES,
    SPATIAL,
    STEPS,
    STRUCT,
    WEB,
    Image,
    alt,
    full_book,
    image_url,
    large,
    photo,
)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(painter, instance):
    results = painter.grade(painter.full(instance))
    assert results.differing() == {}
    assert (tuple(results), results.points) == (STEPS, 122)
    kinds = {
        LLM: {"title_relevance", "colors_ok", "relevance"},
        SPATIAL: {"coverage_70", "bl_br"},
        STRUCT: {"one_image", "count_5_10", "titles", "two_images", "rec_last"},
        WEB: {"room_search", "color_search"},
        FUZZY: {"source_match", "unique"},
    }
    for slug, result in results.items():
        assert result.mechanism.value == next((kind for kind, slugs in kinds.items() if slug in slugs), DET), slug
    assert sorted(results.judge.asked) == ["colours", *["relevance"] * 10, "title_relevance"]


def test_full_score_from_a_pptx_upload(painter, tmp_path):
    book = full_book()
    file = roundtrip(painter.workspace, painter.write(book), tmp_path)
    assert painter.lost(painter.freeze(book, file)) == {}


def test_m1_a_title_without_the_room(painter):
    book = full_book()
    book.opening.title = "Our Paint Colors"
    assert painter.lost(book) == failed(DET, "title_room")


def test_m2_a_small_picture(painter):
    book = full_book()
    small = picture(3900, (276, 200))
    book.opening.boxes["photo"] = Image(0, 800000, 6000000, 4343500, small)
    assert painter.lost(book) == failed(SPATIAL, "coverage_70")


def test_m3_a_colour_that_was_not_searched(painter):
    book = full_book()
    del book.visited[-1]
    assert painter.lost(book) == partly(WEB, color_search=8)


def test_m4_a_picture_at_the_top(painter):
    book = full_book()
    book.slide(3).boxes["right"].y = 200000
    assert painter.lost(book) == partly(SPATIAL, bl_br=8)


def test_m5_the_same_picture_twice(painter):
    book = full_book()
    right = book.slide(4).boxes["right"]
    right.data, right.alt = photo(4, 1), alt(image_url(4, 1))
    assert painter.lost(book) == partly(DET, unique=8)


def test_m6_an_alternative_text_without_an_address(painter):
    book = full_book()
    book.slide(2).boxes["right"].alt = "navy garage"
    assert painter.lost(book) == {**partly(DET, alt_url=8), **partly(DEPENDENCY, source_match=8)}


def test_m7_a_colour_that_was_not_offered(painter):
    book = full_book()
    book.ending.title = "Dark Blue is the best choice"
    assert painter.lost(book) == failed(DET, "rec_color")


def test_m8_small_type(painter):
    book = full_book()
    book.ending.more = [large("slide_7", 14)]
    assert painter.lost(book) == failed(DET, "rec_font")


BLANK = {
    **missing_dependency(*STEPS),
    **failed(DET, "title_room"),
    **failed(STRUCT, "one_image", "count_5_10", "rec_last"),
    **failed(WEB, "room_search"),
}


def test_a_blank_deck(painter):
    book = full_book()
    book.slides, book.pages, book.visited = [], {}, []
    assert painter.lost(book) == BLANK


def test_a_deck_without_slides(painter):
    """The trace is graded all the same."""
    lost = painter.lost(painter.edited(lambda raw: raw.update(slides=[])))
    expected = {**BLANK, **failed(STRUCT, "title_room")}
    del expected["room_search"]
    assert lost == expected


def test_no_slide_for_a_colour(painter):
    book = full_book()
    book.slides = [book.opening, book.ending]
    book.ending.more = [large("slide_2")]
    expected = {**missing_dependency(*COLOURS, *PICTURES), **failed(STRUCT, "count_5_10"), **failed(DET, "rec_color")}
    assert painter.lost(book) == expected


def test_no_recommendation(painter):
    book = full_book()
    del book.slides[-1]
    assert painter.lost(book) == {**missing_dependency(*ENDING), **failed(STRUCT, "rec_last")}
