"""Texts that differ from what they should be in one word that matters, and headers that differ in what does not."""

from __future__ import annotations

import pytest
from familykit import failed, partly

from .building import DET, FUZ, LLM, WEB, Answers, body, cookbook, replaced, text_of, with_recipe, write_gold

NO = {"ingredients_transcribed": False, "step_transcribed": False, "plausible_quote": True}


@pytest.mark.parametrize(
    ("old", "new", "instance"),
    [("1/2 tsp cumin", "1/2 tbsp cumin", 1), ("800 g roast", "800 kg roast", 1), ("1/4 tsp mace", "1/4 tbsp mace", 3)],
)
def test_another_unit_is_another_amount(kitchen, old, new, instance):
    """One letter in a list is 95 % alike; whether it matters is for the judge, who finds a wrong amount."""
    results = kitchen.changed(replaced((old, new)), instance, **NO)
    assert results.differing() == failed(LLM, "original_ingredients")


@pytest.mark.parametrize(
    ("old", "new", "instance"),
    [
        ("boil 20 minutes", "boil 20 hours", 1),
        ("Mash it all", "Do not mash it all", 1),
        ("until they pop", "before they pop", 5),
    ],
)
def test_a_step_that_says_something_else(kitchen, old, new, instance):
    """All its numbers are there, and nearly all its words."""
    edit = replaced((old, new))
    assert kitchen.changed(edit, instance, **NO).differing() == failed(LLM, "original_preparation")
    assert kitchen.changed(edit, instance).brief("original_preparation") == ("passed", LLM, 1)


@pytest.mark.parametrize(
    ("old", "new"), [("a day ahead", "a week ahead"), ("perfectly smooth", "perfectly rough"), ("small", "large")]
)
def test_a_quote_with_another_word_is_none(kitchen, old, new):
    assert kitchen.changed(replaced((old, new)), **NO).differing() == failed(FUZ, "original_tips_quoted")


def test_visits_to_hosts_that_only_look_alike(kitchen):
    visited = [url.replace(".example.com", ".example.com.evil.net") for url in cookbook(1).visited]
    assert kitchen.changed(visited=visited).differing() == partly(WEB, visited_recipe_sources=0)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("Ingredients", "\U0001f955 Ingredients"),
        ("Ingredients", "1. Ingredients"),
        ("Ingredients", "~ INGREDIENTS ~"),
        ("Ingredients", "\u2022 Ingredients \u2013"),
        ("Ingredients", "Ingredients (for 4):"),
        ("Preparation", "II. Preparation"),
        ("Preparation", "Preparation Steps"),
        ("Tips", "Tips & Notes"),
    ],
)
def test_numbers_signs_and_remarks_around_a_header(kitchen, word, shown):
    def edit(raw):
        for element in body(raw):
            if text_of(element).strip() == word:
                element["paragraph"]["elements"][0]["textRun"]["content"] = f"{shown}\n"

    assert kitchen.changed(edit).differing() == {}


def test_an_item_with_a_header_s_word_is_no_header(kitchen):
    book = cookbook(1)
    items = [*book.extras[0].ingredients, "2 tips of asparagus", "Wild asparagus tips"]
    read = {**book.extras[0].read(), "ingredients": items}
    book = with_recipe(book, 2, ingredients=items)
    book.pages[book.extras[0].source] = book.extras[0].page()
    results = kitchen.grade(book, source_recipe=lambda question: read_of(book, question.evidence["title"], read))
    assert results.differing() == {}


def read_of(book, title, first):
    """What a judge reads on the recipe's page; `first` on that of recipe 2."""
    return first if title == book.extras[0].title else next(one for one in book.extras if one.title == title).read()


@pytest.mark.parametrize(
    ("title", "lost"),
    [
        ("\U0001f383 Pumpkin Soup \U0001f383", {}),
        ("Pumpkin S\u043eup", failed(DET, "original_title")),  # a Cyrillic letter
        ("No Pumpkin Soup", failed(DET, "original_title")),
        ("Pumpkin Soup (2)", failed(DET, "original_title")),
    ],
)
def test_titles_that_look_alike(kitchen, title, lost):
    assert kitchen.lost(with_recipe(cookbook(1), 1, title=title)) == lost


@pytest.mark.parametrize(
    ("amount", "lost"), [("3 tsp", {}), ("3 tbsp", {}), ("3 cups", failed(LLM, "original_ingredients"))]
)
def test_the_gold_s_two_amounts_of_oil(kitchen, tmp_path, amount, lost):
    """Its ingredients say 3 tsp, its steps 3 tbsp."""
    gold = write_gold(tmp_path, gold_ingredients_txt=b"1 lb bowtie pasta\n3 tsp olive oil\n")
    book = with_recipe(cookbook(5), 1, ingredients=["1 lb bowtie pasta", f"{amount} olive oil"])
    results = kitchen.bench.grade(kitchen.freeze(book), judge=Answers(book, **NO), gold=gold)
    assert results.differing() == lost
