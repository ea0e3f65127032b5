"""Full score in all five instances, and what each mutation of the specification costs."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip

from .building import DET, FUZ, LLM, POINTS, STEPS, STR, TIPS_PAGE, WEB, contents, cookbook, on, picture_at, with_recipe


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(kitchen, instance):
    book = cookbook(instance)
    results = kitchen.grade(book)
    assert results.differing() == {}
    assert (len(results), results.points, results.maximum) == (STEPS[instance], POINTS[instance], POINTS[instance])
    assert "source_recipe" in results.judge.asked
    assert "two_columns" not in results.judge.asked


@pytest.mark.parametrize("instance", [1, 5])
def test_full_score_of_a_word_file(kitchen, bench, tmp_path, instance):
    """Columns, breaks, links, lists and pictures survive Word."""
    book = cookbook(instance)
    file = roundtrip(bench.workspace, book.write(bench), tmp_path)
    assert kitchen.grade_snapshot(kitchen.freeze(book, file=file), book).differing() == {}


@pytest.fixture
def book():
    return cookbook(1)


def test_a_another_title(kitchen, book):
    assert kitchen.lost(with_recipe(book, 1, title="Pumpkin Soup Recipe")) == failed(DET, "original_title")


def test_b_two_ingredients_are_missing(kitchen, book):
    book = with_recipe(book, 1, ingredients=book.recipes[0].ingredients[2:])
    results = kitchen.grade(book, ingredients_transcribed=False)
    assert results.differing() == failed(LLM, "original_ingredients")


def test_c_a_photo_of_another_size(kitchen):
    """300 x 120 pt of a picture of 160 x 215 pixels: the crop leaves 64 rows."""

    def crop(raw):
        _, photo = picture_at(raw, 1)
        photo["size"] = {"width": {"magnitude": 300, "unit": "PT"}, "height": {"magnitude": 120, "unit": "PT"}}
        photo["imageProperties"]["cropProperties"] = {"offsetTop": 0.35, "offsetBottom": 0.35}

    assert kitchen.changed(crop).differing() == failed(FUZ, "original_photo_fits_slot")


def test_d_no_source_below_a_title(kitchen, book):
    third = book.recipes[2]
    tips = [(text, third.source) for text, _ in third.tips]
    assert kitchen.lost(with_recipe(book, 3, source="", tips=tips)) == {
        **failed(DET, "extra_source_url_r3"),
        **missing_dependency(*contents(3)),
        **partly(WEB, visited_recipe_sources=2),
    }


def test_e_the_info_lines_of_the_template(kitchen, book):
    lines = ["Ready in 20 minutes", "Serves 8 people", "280 calories"]
    assert kitchen.lost(with_recipe(book, 2, info=lines)) == failed(DET, *on(2, "info_changed", "info_match"))


def test_f_the_tips_page_was_not_visited(kitchen, book):
    book.visited = [recipe.source for recipe in book.extras]
    assert kitchen.lost(book) == failed(WEB, "visited_tip_sources")


def test_g_a_tip_in_other_words(kitchen, book):
    tips = [book.recipes[0].tips[0], ("Blending goes best if you never fill the jug to the top.", TIPS_PAGE)]
    results = kitchen.grade(with_recipe(book, 1, tips=tips))
    assert results.differing() == failed(FUZ, "original_tips_quoted")
    assert "plausible_quote" not in results.judge.asked


def test_h_two_recipes_that_look_the_same(kitchen, book):
    pair = {book.recipes[2].title, book.recipes[3].title}

    def distinct(question):
        return set(question.evidence.values()) != pair

    assert kitchen.lost(book, distinct=distinct) == failed(LLM, *on(3, "distinct"), *on(4, "distinct"))


def test_i_invented_steps(kitchen):
    book = cookbook(3)
    steps = ["Heat the oven to 180 degrees.", "Cream lard and sugar.", "Fold in the oats.", "Bake for 12 minutes."]
    assert kitchen.lost(with_recipe(book, 1, preparation=steps)) == failed(DET, "original_preparation")


def test_an_empty_section_of_another_recipe(kitchen, book):
    assert kitchen.lost(with_recipe(book, 4, ingredients=[])) == failed(FUZ, *on(4, "ingredients_changed")) | failed(
        STR, *on(4, "ingredients_match")
    )
