"""The full-score comparison in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency
from familykit.office import roundtrip

from .building import (
    ADVICE,
    CODINGS,
    CRITERIA,
    DET,
    DIVES,
    FEATURES,
    FUZZY,
    GREEN,
    LLM,
    PROS,
    PURPOSE,
    SPATIAL,
    STEPS,
    STRUCT,
    TABLE,
    YELLOW,
    Sheet,
    full_deck,
    rule,
    rules,
    told,
)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(shop, instance):
    results = shop.grade(shop.full(instance))
    assert results.differing() == {}
    assert (tuple(results), results.points) == (STEPS, 57)
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    judged = {"theme_image", *PURPOSE, *CODINGS, "summaries", "recommendations", "tone", "audience"}
    judged |= {slug for slug in DIVES if slug[:-2] in ("two_images", "key_features", "pros", "cons")}
    judged |= {slug for slug in DIVES if slug.startswith("content_from_source")}
    kinds = {LLM: judged, SPATIAL: {"image_right"}, STRUCT: {"three_columns", "eight_slides"}, FUZZY: {"theme_colors"}}
    for slug, mechanism in mechanisms.items():
        assert mechanism == next((kind for kind, slugs in kinds.items() if slug in slugs), DET), slug
    once = ("theme_image", "challenge", "goal", "advice", "tone", "audience")
    thrice = ("two_images", "parts", "support", "summary", "recommendation")
    assert sorted(results.judge.asked) == sorted([*once, *thrice * 3, *["ranking"] * 5])


def test_full_score_from_a_pptx_upload(shop, tmp_path):
    deck = full_deck()
    file = roundtrip(shop.workspace, shop.write(deck), tmp_path)
    assert shop.lost(shop.freeze(deck, file)) == {}


def test_m1_a_title_that_is_not_bold(shop):
    deck = full_deck()
    deck.opening.look["bold"] = False
    assert shop.lost(deck) == failed(DET, "title_bold")


def test_m2_a_picture_on_the_left(shop):
    deck = full_deck()
    deck.opening.boxes["picture"].x = 0
    deck.opening.place.x = deck.opening.boxes["subtitle"].x = 4800000
    assert shop.lost(deck) == failed(SPATIAL, "image_right")


def test_m3_a_criterion_that_is_not_listed(shop):
    deck = full_deck()
    deck.sheets[2].boxes["text"].text = "Battery life\nWeight\nBudget\nProcessor"
    assert shop.lost(deck, rules(1, rule("criterion", False))) == failed(LLM, "criterion_3")


def test_m4_a_product_without_cons(shop):
    deck = full_deck()
    deck.sheets[4].boxes["text"].text = told(cons=[])
    found = {"key_features": FEATURES, "pros": PROS, "cons": []}
    # The parts are told apart by slides: this one has no cons.
    answers = [rule("parts", found, "Key features\n" + "\n".join(FEATURES) + "\nPros\n" + PROS[0] + "\nSource")]
    assert shop.lost(deck, rules(1, *answers)) == failed(LLM, "cons_2")


def test_m5_prices_with_the_wrong_colours(shop):
    deck = full_deck()
    deck.table.fills[4, 0], deck.table.fills[4, 2] = GREEN, YELLOW
    assert shop.lost(deck) == failed(LLM, "coding_4")


def test_m6_a_ninth_slide(shop):
    deck = full_deck()
    deck.sheets.append(Sheet("Thank you"))
    assert shop.lost(deck) == failed(STRUCT, "eight_slides")


def test_m7_a_column_of_labels(shop):
    deck = full_deck()
    deck.table.add_column(["Criterion", "Battery life", "Weight", "Processor", "Budget", "Memory"])
    assert shop.lost(deck) == failed(STRUCT, "three_columns")


def test_m8_a_product_without_a_link(shop):
    deck = full_deck()
    del deck.sheets[3].boxes["source"]
    expected = {**failed(DET, "source_link_1"), **missing_dependency("images_from_source_1", "content_from_source_1")}
    assert shop.lost(deck) == expected


def test_a_blank_deck(shop):
    """A new deck has one slide with nothing on it."""
    deck = full_deck()
    deck.sheets, deck.pages = [], {}
    expected = {
        **failed(STRUCT, *PURPOSE, *CRITERIA, *DIVES, *TABLE, *ADVICE, "eight_slides"),
        **failed(DET, "title_match", "title_bold", "subtitle_products", "theme_image", "titles_order"),
        **failed(DET, "tone", "audience"),
        **missing_dependency("image_right"),
        **failed(FUZZY, "theme_colors"),
    }
    assert shop.lost(deck) == expected


def test_no_slides(shop):
    def none(raw):
        raw["slides"] = []

    expected = {**failed(STRUCT, *STEPS)}
    assert shop.lost(shop.edited(none)) == expected


def test_a_deck_of_six_slides(shop):
    """What is missing is: the table and the advice."""
    deck = full_deck()
    del deck.sheets[6:]
    expected = {**failed(STRUCT, *TABLE, *ADVICE, "eight_slides"), **failed(DET, "titles_order")}
    assert shop.lost(deck) == expected
