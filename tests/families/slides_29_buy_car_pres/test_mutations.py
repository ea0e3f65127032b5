"""The full-score deck in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency
from familykit.office import roundtrip

from .building import (
    ARTICLE,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STEPS,
    WEB,
    full_deck,
    of_car,
    rules,
)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(yard, instance):
    results = yard.grade(yard.full(instance), rules(full_deck(instance)))
    assert results.differing() == {}
    assert (tuple(results), results.points) == (STEPS, 68)
    found = {slug.removesuffix("_2"): results[slug].mechanism.value for slug in STEPS if not slug.endswith("_30pt")}
    judged = {"article_visit", "five_car_slides", "correct_picture", "rating_matches", "summary_title"}
    assert {slug for slug, by in found.items() if by == LLM and slug[-1] not in "1345"} == judged | {
        "best_price", "best_mpg", "best_hp", "best_rating",
    }  # fmt: skip
    assert [found[slug] for slug in ("kbb_visit", "review_visit")] == [WEB, WEB]
    assert [found[slug] for slug in ("price_matches", "mpg_matches", "hp_matches")] == [FUZZY] * 3
    assert [found[slug] for slug in ("picture_half", "picture_clear_of_text")] == [SPATIAL] * 2
    assert [found[slug] for slug in ("title_match", "make_model_title", "review_url")] == [DET] * 3


def test_full_score_from_a_pptx_upload(yard, tmp_path):
    deck = full_deck()
    file = roundtrip(yard.workspace, yard.write(deck), tmp_path)
    assert yard.lost(yard.freeze(deck, file)) == {}


def test_m1_a_small_title(yard):
    deck = full_deck()
    deck.opening.size = 28
    assert yard.lost(deck) == failed(DET, "title_font_30pt")


def test_m2_no_article_visited(yard):
    deck = full_deck()
    deck.visited.remove(ARTICLE)
    results = yard.grade(yard.surfed(deck))
    assert results.differing() == failed(WEB, "article_visit")
    assert results.judge.asked.count("is_model") == 5


def test_m3_a_picture_that_is_too_small(yard):
    deck = full_deck()
    deck.cars[1].boxes["image"].w = 5000000
    assert yard.lost(deck) == failed(SPATIAL, *of_car(2, "picture_half"))


def test_m4_a_wrong_price(yard):
    deck = full_deck()
    deck.cars[2].price = "$36,400"
    assert yard.lost(deck) == failed(FUZZY, *of_car(3, "price_matches"))


def test_m5_a_picture_on_the_title(yard):
    deck = full_deck()
    image = deck.cars[3].boxes["image"]
    image.x, image.y, image.w, image.h = 2000000, 0, 7144000, 5143500
    assert yard.lost(deck) == failed(SPATIAL, *of_car(4, "picture_clear_of_text"))


def test_m6_no_link_to_reviews(yard):
    deck = full_deck()
    deck.cars[4].review = ""
    assert yard.lost(deck) == {
        **failed(DET, *of_car(5, "review_url")),
        **missing_dependency(*of_car(5, "review_visit", "rating_matches")),
    }


def test_m7_another_car_is_the_most_frugal_one(yard):
    deck = full_deck()
    deck.best["mpg"] = "Honda Odyssey"
    assert yard.lost(deck) == failed(LLM, "best_mpg")


def test_a_blank_deck(yard):
    """A new deck has one slide with nothing on it; the pages that were visited still count."""
    deck = full_deck()
    file = yard.bench.freeze(
        yard.workspace.create_file(yard.bench.rubric.tasks[0].kind, "blank"), 1, pages=deck.pages, visited=deck.visited
    )
    lost = yard.lost(file)
    assert lost == {
        **failed("structural", *STEPS[3:]),
        **failed(DET, "title_match"),
        **missing_dependency("title_font_30pt"),
    }
