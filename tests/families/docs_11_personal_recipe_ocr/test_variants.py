"""Cookbooks that are odd but legitimate: each says why its outcome is right."""

from __future__ import annotations

import copy
import json

import pytest
from familykit import failed, missing_dependency

from .building import (
    DET,
    FUZ,
    LLM,
    TIPS_PAGE,
    WEB_TIPS,
    body,
    cookbook,
    found,
    paragraph,
    picture_at,
    read_any,
    replaced,
    tab,
    table,
    text_of,
    tips_page,
    with_recipe,
)


def test_suggestions_count_as_made(kitchen):
    """In suggesting mode: the template's title struck out, the new one inserted, as in every other line."""

    def edit(raw):
        for element in body(raw):
            for run in element.get("paragraph", {}).get("elements", []):
                if "textRun" in run:
                    run["textRun"]["suggestedInsertionIds"] = ["suggest.a"]
        runs = found(raw, "Pumpkin Soup")["paragraph"]["elements"]
        old = copy.deepcopy(runs[-1])
        old["textRun"] |= {"content": "Strawberry Vanilla Pancakes", "suggestedDeletionIds": ["suggest.a"]}
        runs.insert(1, old)

    assert kitchen.changed(edit).differing() == {}


def test_each_recipe_in_a_tab_of_its_own_without_label(kitchen):
    """A tab begins a page; its first line in a large font is the title."""

    def edit(raw):
        parts, part = [], []
        for element in body(raw)[1:]:
            if "pageBreak" in str(element):
                parts.append(part)
                part = []
            else:
                part.append(element)
        section = body(raw)[0]
        tabs = []
        for number, content in enumerate([*parts, part]):
            document = {**copy.deepcopy(tab(raw)), "body": {"content": [copy.deepcopy(section), *content]}}
            tabs.append({"tabProperties": {"tabId": f"t.{number}", "title": str(number)}, "documentTab": document})
        return json.loads(json.dumps({**raw, "tabs": tabs}).replace("RECIPE\\u000b", ""))

    assert kitchen.changed(edit).differing() == {}


def test_lists_with_soft_line_breaks(kitchen):
    """One paragraph, a line for each ingredient: a reader sees the same list."""

    def edit(raw):
        texts = ["30 g butter", "2 leeks", "1/2 tsp cumin", "800 g roast squash", "Stock & thyme"]
        elements = [found(raw, text) for text in texts]
        elements[0]["paragraph"]["elements"][0]["textRun"]["content"] = "\v".join(texts) + "\n"
        for element in elements[1:]:
            body(raw).remove(element)

    assert kitchen.changed(edit).differing() == {}


def test_list_glyphs_that_were_typed(kitchen):
    """Ticks, dashes and "1)" are not part of an ingredient or a step."""

    def edit(raw):
        marks = {"30 g": "✓ ", "2 leeks": "– ", "1/2 tsp": "☐ ", "800 g": "* ", "Stock &": "• "}
        marks |= {"Sweat": "1) ", "Stir": "2. ", "Mash": "3) ", WEB_TIPS[0]: "• “", "Buy the squash": "1. "}
        for text, mark in marks.items():
            run = found(raw, text)["paragraph"]["elements"][0]["textRun"]
            run["content"] = mark + run["content"].replace("deepen.", "deepen.”")

    assert kitchen.changed(edit).differing() == {}


def test_empty_paragraphs_everywhere(kitchen):
    def edit(raw):
        content = body(raw)
        content[:] = [
            content[0],
            *(entry for element in content[1:] for entry in (paragraph(" "), element, paragraph(""))),
        ]

    assert kitchen.changed(edit).differing() == {}


def test_sections_that_begin_pages_instead_of_page_breaks(kitchen):
    """Without labels: the first line behind the section break begins the recipe, and the largest is its title."""

    def edit(raw):
        style = {**body(raw)[0]["sectionBreak"]["sectionStyle"], "sectionType": "NEXT_PAGE"}
        content = [
            {"sectionBreak": {"sectionStyle": style}} if "pageBreak" in str(element) else element
            for element in body(raw)
        ]
        body(raw)[:] = content
        return json.loads(json.dumps(raw).replace("RECIPE\\u000b", "Our kitchen\\n"))

    assert kitchen.changed(edit).differing() == {}


def test_a_cover_page(kitchen):
    """A title of the whole book on a page of its own is no recipe's title."""

    def edit(raw):
        page_break = copy.deepcopy(found_break(raw))
        body(raw)[1:1] = [paragraph("Soups of my Life", fontSize={"magnitude": 40, "unit": "PT"}), page_break]

    assert kitchen.changed(edit).differing() == {}
    assert (
        kitchen.changed(lambda raw: edit(raw) or json.loads(json.dumps(raw).replace("RECIPE\\u000b", ""))).differing()
        == {}
    )


def found_break(raw):
    return next(element for element in body(raw) if "pageBreak" in str(element))


def test_the_source_as_words_or_a_chip(kitchen):
    """A link under words below the title, and a chip, lead to the page as an address does."""

    def edit(raw):
        second, third = (found(raw, f"{letter}.example.com") for letter in "cd")
        url = text_of(second).strip()
        body(raw)[body(raw).index(second)] = paragraph("The squash page", link=url)
        chip = {"richLink": {"richLinkProperties": {"title": "Carrots", "uri": text_of(third).strip()}}}
        third["paragraph"]["elements"] = [chip, {"textRun": {"content": "\n", "textStyle": {}}}]

    assert kitchen.changed(edit).differing() == {}


def test_the_source_behind_a_soft_break_of_the_title_s_paragraph(kitchen):
    """It is on a line below the title, whatever the paragraph."""

    def edit(raw):
        source = found(raw, "c.example.com")
        body(raw).remove(source)
        runs = found(raw, "Butternut")["paragraph"]["elements"]
        last = runs[-1]["textRun"]
        last["content"] = last["content"].rstrip("\n")
        runs.append({"textRun": {"content": "\v" + text_of(source), "textStyle": {}}})

    assert kitchen.changed(edit).differing() == {}


def test_info_in_a_table_or_on_one_line(kitchen):
    """Label and number in neighbouring cells, or all three between bars."""

    def edit(raw):
        lines = [found(raw, text, 1) for text in ("Ready in 45", "Serves 4", "180 cal")]
        place = body(raw).index(lines[0])
        rows = [("Ready in", "45 minutes"), ("Serves", "4"), ("Calories", "180")]
        body(raw)[place : place + 3] = [table(*([[paragraph(cell)] for cell in row] for row in rows))]
        third = [found(raw, text, 1) for text in ("Ready in 45", "Serves 4", "180 cal")]
        third[0]["paragraph"]["elements"][0]["textRun"]["content"] = "Ready in 45 min | Serves 4 | 180 kcal\n"
        for element in third[1:]:
            body(raw).remove(element)

    assert kitchen.changed(edit).differing() == {}


def test_a_picture_in_a_table_of_its_own(kitchen):
    """A frame around a picture is no table of data that hides it."""

    def edit(raw):
        for recipe in (1, 2):
            element, _ = picture_at(raw, 3 if recipe == 1 else 1)
            body(raw)[body(raw).index(element)] = table([[element]])

    assert kitchen.changed(edit).differing() == {}


def test_names_in_any_script(kitchen):
    """Accents, emoji and a zero-width joiner: the theme's word is there."""
    edit = replaced(("Butternut Squash Soup", "Crème de courge 🎃 — Squash\u200b Soupe à l’ancienne"))
    assert kitchen.changed(edit, source_recipe=read_any).differing() == {}


def test_quotes_with_their_source_on_the_same_line(kitchen):
    """In brackets, behind a dash, or the whole sentence a link: cited, and the source is no part of the quote."""

    def edit(raw):
        first, second = (found(raw, text) for text in WEB_TIPS)
        for tip in (first, second):
            body(raw).pop(body(raw).index(tip) + 1)
        first["paragraph"]["elements"][0]["textRun"]["content"] = f"“{WEB_TIPS[0]}” (Source: {TIPS_PAGE})\n"
        body(raw)[body(raw).index(second)] = paragraph(WEB_TIPS[1], link=TIPS_PAGE)

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.parametrize("breaks", [True, False])
def test_recipes_on_one_page(kitchen, breaks):
    """They are found by their labels. Whether they differ is asked of the one page, and the judge is told so."""
    noted = set()

    def distinct(question):
        noted.add("one page" in question.text)
        return True

    book = cookbook(1)
    book.columns = 1
    for recipe in book.recipes:
        recipe.size, recipe.tips = (20, 27), recipe.tips[:1]
    if not breaks:
        book.blocks = [block for recipe in book.recipes[:2] for block in recipe.blocks()]
    kitchen.grade_snapshot(book.freeze(kitchen.bench, rendering=True), book, distinct=distinct)
    assert noted == {not breaks}


def test_tips_that_mention_headers_and_numbers(kitchen):
    """ "Serves", "Notes" or "Steps" within a sentence end no section."""
    tips = [
        "Serves as a fine base for stews in the week after.",
        "Steps can be taken the day before if you are in haste.",
    ]
    book = cookbook(1)
    book.pages[TIPS_PAGE] = tips_page(*tips)
    book = with_recipe(book, 1, tips=[(tip, TIPS_PAGE) for tip in tips])
    assert kitchen.lost(book) == {}


def test_another_order_of_the_ingredients_and_one_more(kitchen):
    """A list has no order that matters, and one item more than the photo's is forgiven; two are for the judge."""

    def edit(raw):
        element = found(raw, "30 g butter")
        body(raw).remove(element)
        body(raw).insert(body(raw).index(found(raw, "Stock & thyme")) + 1, element)
        body(raw).insert(body(raw).index(element), copy.deepcopy(element))

    assert kitchen.changed(edit).brief("original_ingredients") == ("passed", FUZ, 1)
    more = with_recipe(cookbook(1), 1, ingredients=[*cookbook(1).recipes[0].ingredients, "1 bay leaf", "2 cloves"])
    assert kitchen.lost(more, ingredients_transcribed=False) == failed(LLM, "original_ingredients")


def test_no_tip_at_all(kitchen):
    """The section is there and empty: it fails where the tips are asked for, the rest depends on them."""
    lost = kitchen.lost(with_recipe(cookbook(1), 1, tips=[]))
    assert lost == failed("structural", "original_tips_relevant") | missing_dependency(
        "original_tips_urls", "original_tips_quoted", "visited_tip_sources"
    )


def test_a_recipe_too_few(kitchen):
    """What was not made cannot be graded; two of three sources were visited."""
    book = cookbook(1)
    del book.recipes[3]
    results = kitchen.grade(book)
    gone = [slug for slug in results if slug.endswith("_r4")]
    assert results.differing() == missing_dependency(*gone) | {"visited_recipe_sources": ("failed", "web_visit", 2)}
    assert len(gone) == 13


def test_declared_recipes_need_no_judge(kitchen):
    """JSON-LD has the lists and numbers, some of them in other forms."""
    recipe = cookbook(1).recipes[1]
    declared = {
        "@type": "Recipe",
        "image": recipe.picture_url,
        "recipeIngredient": recipe.ingredients,
        "recipeInstructions": [{"@type": "HowToSection", "itemListElement": [{"text": t} for t in recipe.preparation]}],
        "prepTime": "PT15M",
        "cookTime": "PT30M",
        "recipeYield": ["4", "4 bowls"],
        "nutrition": {"calories": "180 kcal"},
    }
    page = recipe.page().replace("<head>", f'<head><script type="application/ld+json">{json.dumps(declared)}</script>')

    def read(question):
        assert question.evidence["title"] != recipe.title
        return read_any(question)

    results = kitchen.changed(None, pages={recipe.source: page}, source_recipe=read)
    assert results.differing() == {}
    far = replaced(("Ready in 45 minutes", "Ready in 95 minutes"))
    lost = kitchen.changed(far, pages={recipe.source: page}, source_recipe=read).differing()
    assert lost == failed(DET, "original_info_filled") | failed(FUZ, *(f"extra_info_match_r{n}" for n in (2, 3, 4)))


def test_titles_that_begin_like_sources(kitchen):
    """ "From the Garden", "Via Roma": no link and no colon, so nobody is cited. An address behind a title is none."""
    titles = (
        ("Butternut Squash Soup", "From Pumpkins"),
        ("Roasted Carrot Soup", "Autumn Broth (https://a.example.net/x)"),
    )
    results = kitchen.changed(replaced(*titles), source_recipe=read_any)
    assert results.differing() == {}
    assert "title_theme" not in results.judge.asked


def test_rules_and_ornaments_are_no_tips(kitchen):
    def edit(raw):
        place = body(raw).index(found(raw, WEB_TIPS[0]))
        body(raw)[place:place] = [paragraph("~~~~~~~~~~~~~~~~~~"), paragraph('"" "" "" "" ""')]

    assert kitchen.changed(edit).differing() == {}
