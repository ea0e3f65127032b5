"""The full-score deck in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, partly
from familykit.office import roundtrip
from familykit.slides import Box, Image

from .building import (
    DET,
    FUZZY,
    GREEN,
    LLM,
    SPATIAL,
    STEPS,
    STRUCT,
    UNTOUCHED,
    drawn,
    full_work,
    gold_picture,
    new_picture,
    untouched,
)


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(studio, instance):
    results = studio.grade(studio.full(instance))
    assert results.differing() == {}
    assert (tuple(results), results.points) == (STEPS, 120)
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    assert mechanisms == {
        "originals_saved": DET,
        "originals_removed": FUZZY,
        "placeholder_at_spot": SPATIAL,
        "placeholder_describes": LLM,
        "placeholder_red_big": FUZZY,
        "replacement_at_spot": SPATIAL,
        "credit_below": SPATIAL,
        "credit_is_image": DET,
        "replacement_similar": LLM,
        "replacement_covers": SPATIAL,
        "no_extra_images": STRUCT,
        "no_extra_textboxes": STRUCT,
    }
    count = len(full_work(instance).names)
    assert sorted(results.judge.asked) == ["placeholder_describes"] * count + ["replacement_similar"] * count


def test_full_score_from_a_pptx_upload(studio, tmp_path):
    work = full_work()
    deck = roundtrip(studio.workspace, studio.deck(work), tmp_path)
    assert studio.lost(studio.freeze(work, deck)) == {}


def test_m1_a_picture_that_was_not_saved(studio):
    work = full_work()
    del work.folder["image3.png"]
    results = studio.grade(work)
    assert results.differing() == failed(FUZZY, "originals_saved")
    assert "image3.png" in results["originals_saved"].reason
    assert not [key for key in results.judge.asked if key.startswith("same_picture")]


def test_m2_a_green_placeholder(studio):
    work = full_work()
    work.placeholder("image2.png").colour = GREEN
    assert studio.lost(work) == partly(FUZZY, placeholder_red_big=8)


def test_m3_a_small_placeholder(studio):
    work = full_work()
    work.placeholder("image4.png").size = 14
    assert studio.lost(work) == partly(FUZZY, placeholder_red_big=8)


def test_m4_a_credit_that_is_missing(studio):
    work = full_work()
    work.drop("credit_image5")
    assert studio.lost(work) == {
        **partly(SPATIAL, credit_below=8),
        **partly("dependency_not_evaluated", credit_is_image=8),
    }


def test_m5_two_more_pictures(studio):
    work = full_work()
    work.slides[0]["extra_1"] = Image(0, 4000000, 400000, 300000, drawn(1, (0, 0, 1600000, 1200000)))
    work.slides[0]["extra_2"] = Image(5000000, 4000000, 400000, 300000, drawn(2, (0, 0, 1600000, 1200000)))
    assert studio.lost(work) == partly(STRUCT, no_extra_images=8)


def test_m6_the_original_instead_of_a_new_picture(studio):
    work = full_work()
    work.new("image1.png").data = gold_picture(4, "image1.png")
    assert studio.lost(work) == {
        **partly(DET, originals_removed=8),
        **partly(SPATIAL, replacement_at_spot=8),
        **partly(
            "dependency_not_evaluated",
            credit_below=8,
            credit_is_image=8,
            replacement_similar=8,
            replacement_covers=8,
        ),
    }


def test_m7_a_credit_that_leads_to_another_picture(studio):
    work = full_work()
    work.pages[work.url("image3.png")] = new_picture(4, "image3.png", variant=1)
    judge = ({"key": "placeholder_*", "answer": True}, {"key": "replacement_*", "answer": True})
    no = ({"key": "same_picture_credited", "answer": False},)
    assert studio.lost(work, judge=(*judge, *no)) == partly(LLM, credit_is_image=8)


def test_m8_three_more_text_boxes(studio):
    work = full_work()
    for number in range(3):
        work.slides[6][f"extra_{number}"] = Box(100000 + 900000 * number, 4500000, 800000, 300000, "More words")
    assert studio.lost(work) == partly(STRUCT, no_extra_textboxes=8)


def test_an_untouched_copy(studio):
    """Nothing was done: nothing is earned, not even for what is not there."""
    assert studio.lost(untouched()) == UNTOUCHED
