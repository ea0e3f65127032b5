"""The full-score lesson in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip
from familykit.slides import Box

from .building import (
    BLUE,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STEPS,
    STRUCT,
    YES,
    Sheet,
    bullets,
    coloured,
    content,
    full_deck,
    image_url,
    photo,
    source_page,
    source_url,
)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(school, instance):
    results = school.grade(school.full(instance))
    assert results.differing() == {}
    assert (tuple(results), results.points) == (STEPS, 165)
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    judged = {
        "background_image", "topic_relevance", "info_from_source", "unique_headings", "covers_concepts", "engagement",
        "image_relevant",
    }  # fmt: skip
    spatial = {"background_credit", "citation_lower_left", "no_overflow", "content_left", "image_right", "image_credit"}
    structural, fuzzy = (
        {"slide_count", "bullet_points"},
        {"topic_orange", "paraphrased", "summary_original", "images_unique"},
    )
    for slug, mechanism in mechanisms.items():
        kinds = {LLM: judged, SPATIAL: spatial, STRUCT: structural, FUZZY: fuzzy}
        assert mechanism == next((kind for kind, slugs in kinds.items() if slug in slugs), DET), slug
    count = len(full_deck(instance).sheets) - 2
    each = ("topic_relevance", "info_from_source", "unique_headings", "image_relevant")
    assert sorted(results.judge.asked) == sorted([*each * count, "background", "covers_concepts", "engagement"])


def test_full_score_from_a_pptx_upload(school, tmp_path):
    deck = full_deck()
    file = roundtrip(school.workspace, school.write(deck), tmp_path)
    assert school.lost(school.freeze(deck, file)) == {}


def test_m1_a_blue_topic(school):
    deck = full_deck()
    deck.opening.look |= coloured(BLUE)
    assert school.lost(deck) == failed(FUZZY, "topic_orange")


def test_m2_a_heading_that_is_not_italic(school):
    deck = full_deck()
    deck.sheet(2).look["italic"] = False
    assert school.lost(deck) == partly(DET, heading_bold_italic=7)


def test_m3_a_slide_without_its_picture(school):
    deck = full_deck()
    del deck.sheet(3).boxes["picture"]
    assert school.lost(deck) == {
        **partly(STRUCT, image_relevant=7),
        **partly(SPATIAL, image_right=7, image_credit=7),
        **partly("dependency_not_evaluated", image_url=7),
        **partly(FUZZY, images_unique=7),
    }


def test_m4_a_citation_on_the_right(school):
    deck = full_deck()
    deck.sheet(4).boxes["citation"].x = 5200000
    assert school.lost(deck) == partly(SPATIAL, citation_lower_left=8)


def test_m5_a_slide_too_many(school):
    deck = full_deck()
    deck.sheets.insert(5, content(5))
    deck.pages |= {image_url(5): photo(5), source_url(5): source_page(5)}
    assert school.lost(deck) == failed(STRUCT, "slide_count")


def test_m6_a_dead_source(school):
    lost = school.lost(school.with_pages({source_url(1): 404}))
    assert lost == {**partly(DET, info_from_source=7), **partly("dependency_not_evaluated", paraphrased=7)}


def test_m7_a_summary_that_copies_a_bullet(school):
    deck = full_deck()
    deck.summary.boxes["text"].text += "\n" + bullets(1)[1]
    results = school.grade(deck, [*YES, {"key": "copied_summary", "answer": True}])
    assert results.differing() == failed(LLM, "summary_original")
    assert results.judge.asked.count("copied_summary") == 1
    assert school.lost(deck, [*YES, {"key": "copied_summary", "answer": False}]) == {}


def test_m8_a_body_beyond_the_edge(school):
    deck = full_deck()
    body = deck.sheet(2).boxes["body"]
    body.x, body.w = 7500000, 3000000
    assert school.lost(deck) == partly(SPATIAL, no_overflow=3, content_left=7)


def test_a_deck_of_two_slides(school):
    """There is no content: nothing of it passes."""
    deck = full_deck()
    deck.sheets = [deck.opening, deck.summary]
    assert school.lost(deck) == {**missing_dependency(*STEPS[7:]), **failed(STRUCT, "slide_count")}


def test_a_blank_deck(school):
    """A new deck has one slide with nothing on it; three of that kind are no more."""
    deck = full_deck()
    deck.sheets, deck.pages = [], {}
    expected = {
        **missing_dependency(*STEPS),
        **failed(DET, "topic_big_bold", "presenter_name"),
        **failed(STRUCT, "background_image", "slide_count"),
        **failed(SPATIAL, "background_credit"),
    }
    assert school.lost(deck) == expected
    deck.sheets = [Sheet(boxes={"empty": Box(0, 0, 100, 100)})] * 3
    assert school.lost(deck) == expected
