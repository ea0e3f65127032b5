"""What the reference grader gets wrong, by the numbers of the specification, and what is right."""

from __future__ import annotations

import copy
import json

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.pictures import picture

from pytest_knows.errors import JudgeError

from .building import (
    DET,
    FUZ,
    LLM,
    OPTIONAL_STEP,
    PHOTO,
    PHOTO_TIP,
    STR,
    TIPS_PAGE,
    WEB,
    WEB_TIPS,
    body,
    contents,
    cookbook,
    extra,
    found,
    html,
    in_tables,
    jpeg,
    on,
    paragraph,
    picture_at,
    read_any,
    replaced,
    tab,
    table,
    tips_page,
    with_recipe,
)


def outage(question):
    raise JudgeError("the provider is down")


# -- Reading -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("docs_11/1")
@pytest.mark.fault("docs_11/2")
def test_recipes_in_tables_are_read_with_their_links(kitchen):
    results = kitchen.changed(in_tables)
    assert results.differing() == {}
    assert "two_columns" not in results.judge.asked, "a table's row is two columns"


@pytest.mark.fault("docs_11/1")
def test_a_table_of_ingredients_is_their_list_row_by_row(kitchen):
    """The first row heads the columns; it is the one item that may be left over."""

    def edit(raw):
        items = [
            found(raw, text) for text in ("30 g butter", "2 leeks", "1/2 tsp cumin", "800 g roast", "Stock & thyme")
        ]
        rows = [["Ingredient", "Amount"], ["butter", "30 g"], ["leeks", "2"], ["cumin", "1/2 tsp"]]
        rows += [["roast squash", "800 g"], ["Stock & thyme", ""]]
        place = body(raw).index(items[0])
        body(raw)[place : place + 5] = [table(*([[paragraph(cell)] for cell in row] for row in rows))]

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.fault("docs_11/4")
def test_sources_behind_words_are_sources_and_info_lines_are_no_tips(kitchen):
    def edit(raw):
        for place, words in ((1, "via our neighbours"), (0, "Source: The harbour kitchen")):
            element = found(raw, TIPS_PAGE, place)
            body(raw)[body(raw).index(element)] = paragraph(words, link=TIPS_PAGE)
        last = found(raw, "our neighbours")
        info = [found(raw, text) for text in ("Ready in 45", "Serves 4", "180 cal")]
        for element in info:
            body(raw).remove(element)
        place = body(raw).index(last) + 1
        body(raw)[place:place] = info

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.fault("docs_11/4")
def test_several_tips_share_the_citation_below_them(kitchen):
    def edit(raw):
        body(raw).remove(found(raw, TIPS_PAGE))

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.fault("docs_11/5")
def test_each_tip_of_the_web_needs_a_source(kitchen):
    """The second tip is still a quote from the page that the first one names."""

    def edit(raw):
        body(raw).remove(found(raw, TIPS_PAGE, 1))

    assert kitchen.changed(edit).differing() == failed(DET, "original_tips_urls")


@pytest.mark.fault("docs_11/13")
def test_headers_by_other_names(kitchen):
    """With a colon or without, in any case; "1 lb asparagus tips" is an ingredient."""
    book = cookbook(1)
    book = with_recipe(book, 1, ingredients=[*book.recipes[0].ingredients, "1 lb asparagus tips"])
    edit = replaced(
        ("Ingredients\\n", "INGREDIENTS:\\n"), ("Preparation\\n", "Directions\\n"), ("Tips\\n", "Notes:\\n")
    )
    assert kitchen.lost(book, edit) == {}


@pytest.mark.fault("docs_11/12")
@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("RECIPE\\u000b", "Recipe: "),
        ("RECIPE\\u000b", "recipe\\u000b"),
        ("RECIPE\\u000b", ""),  # after a page break the first line, and of the first page the largest
        ("RECIPE\\u000bPumpkin Soup", "Welcome to my kitchen\\nRECIPE: Pumpkin Soup"),
    ],
)
def test_recipes_begin_with_a_label_or_without(kitchen, label, title):
    def edit(raw):
        return json.loads(json.dumps(raw).replace(label, title))

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.fault("docs_11/15")
def test_floating_pictures_belong_to_the_paragraph_that_they_are_anchored_to(kitchen):
    def edit(raw):
        for recipe in (4, 3, 2, 1):
            element, embedded = picture_at(raw, recipe)
            place = body(raw).index(element)
            body(raw).remove(element)
            key = f"kix.floating{recipe}"
            tab(raw).setdefault("positionedObjects", {})[key] = {
                "objectId": key,
                "positionedObjectProperties": {"embeddedObject": copy.deepcopy(embedded)},
            }
            body(raw)[place - 1]["paragraph"]["positionedObjectIds"] = [key]

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.fault("docs_11/15")
def test_a_picture_above_the_title_is_the_recipe_s_where_the_page_begins_with_it(kitchen):
    def edit(raw):
        for recipe, title in ((2, "Butternut"), (3, "Roasted Carrot")):
            element, _ = picture_at(raw, recipe)
            body(raw).remove(element)
            body(raw).insert(body(raw).index(found(raw, title)), element)

    results = kitchen.changed(edit)
    assert results.differing() == {}


@pytest.mark.fault("docs_11/18")
def test_the_source_stands_below_the_title(kitchen):
    """Not on it; and a title with "Preserves" or "Tips" in it is no info line and no header."""

    def edit(raw):
        body(raw).remove(found(raw, "c.example.com"))
        for run in found(raw, "Butternut")["paragraph"]["elements"]:
            run.get("textRun", {}).get("textStyle", {})["link"] = {"url": "https://www.c.example.com/squash"}
        return replaced(("Roasted Carrot Soup", "Soup with Pumpkin Preserves and Tips"))(raw)

    results = kitchen.changed(edit, source_recipe=read_any)
    assert results.differing() == {
        **failed(DET, "extra_source_url_r2"),
        **missing_dependency(*contents(2)),
        **partly(WEB, visited_recipe_sources=2),
    }


# -- The photographed recipe -------------------------------------------------------------------------------------------


@pytest.mark.fault("docs_11/3")
def test_a_quote_with_another_number_is_none(kitchen):
    book = cookbook(1)
    tip = "Let it simmer for 50 minutes on the lowest flame that you have."
    book.pages[TIPS_PAGE] = tips_page(WEB_TIPS[0], tip.replace("50", "15"))
    book = with_recipe(book, 1, tips=[book.recipes[0].tips[0], (tip, TIPS_PAGE)])
    assert kitchen.lost(book) == failed(FUZ, "original_tips_quoted")
    assert kitchen.changed(replaced((WEB_TIPS[1], WEB_TIPS[1].replace("small", "smal")))).differing() == {}


@pytest.mark.fault("docs_11/3")
def test_a_page_of_one_word_is_no_page(kitchen):
    """It holds no quote; a judge is asked, as its words could not be read."""
    results = kitchen.changed(pages={TIPS_PAGE: html("Roast")}, plausible_quote=False)
    assert results.differing() == failed(LLM, "original_tips_quoted")


@pytest.mark.fault("docs_11/6")
def test_the_photo_s_own_tip_needs_no_page(kitchen):
    assert kitchen.base(5).json("task.json")["instance"] == 5
    assert kitchen.changed(None, 5).brief("original_tips_quoted") == ("passed", DET, 1)
    half = PHOTO_TIP.partition(". ")[0]
    other = [(half, ""), (PHOTO_TIP.partition(". ")[2], "")]
    book = cookbook(5)
    book = with_recipe(book, 1, tips=[*other, *book.recipes[0].tips[1:]])
    assert kitchen.lost(book, tip_relevant=lambda question: question.evidence["tip"] in WEB_TIPS) == {}


@pytest.mark.fault("docs_11/6")
def test_without_the_photo_s_tip(kitchen):
    def edit(raw):
        body(raw).remove(found(raw, PHOTO_TIP))

    assert kitchen.changed(edit, 5).differing() == failed(FUZ, "original_tips_relevant")


@pytest.mark.fault("docs_11/7")
def test_a_part_of_the_steps_is_not_all_of_them(kitchen):
    book = with_recipe(cookbook(1), 1, preparation=["Sweat the leeks"])
    assert kitchen.lost(book) == failed(FUZ, "original_preparation")
    assert kitchen.changed(replaced(("12 minutes", "21 minutes"))).differing() == failed(FUZ, "original_preparation")


@pytest.mark.fault("docs_11/7")
def test_steps_in_other_words_and_what_is_no_step_are_for_a_judge(kitchen):
    """Between 60 and 80 a judge compares; a line that is like no step is shown to it too."""
    close = replaced(("Sweat the leeks in the butter for 12 minutes", "Sweat leeks in butter, slowly, some 12 minutes"))
    results = kitchen.changed(close, step_transcribed=False)
    assert results.differing() == failed(LLM, "original_preparation")
    assert kitchen.changed(close).brief("original_preparation") == ("passed", LLM, 1)

    def stray(raw):
        element = copy.deepcopy(found(raw, "Sweat the leeks"))
        element["paragraph"]["elements"][0]["textRun"]["content"] = "Lorem ipsum dolor\n"
        body(raw).insert(body(raw).index(found(raw, "Sweat the leeks")), element)

    assert kitchen.changed(stray, stray_steps=False).differing() == failed(LLM, "original_preparation")


@pytest.mark.fault("docs_11/7")
@pytest.mark.parametrize(
    ("instance", "lines", "lost"),
    [
        (3, ["No preparation steps were given."], {}),
        (3, ["N/A"], {}),
        (3, ["Instructions are not provided in the photo."], {}),
        (3, ["Lorem ipsum dolor sit amet consectetuer adipiscing elit."], failed(DET, "original_preparation")),
        (3, ["Do not overbake."], failed(LLM, "original_preparation")),
        (4, [OPTIONAL_STEP.partition(",")[0].capitalize() + "."], {}),
        (4, ["None", "Bake for nine minutes."], failed(DET, "original_preparation")),
    ],
)
def test_a_photo_without_steps(kitchen, instance, lines, lost):
    def edit(raw):
        places = [n for n, element in enumerate(body(raw)) if "Preparation" in str(element)]
        body(raw)[places[0] + 1 : places[0] + 1] = [paragraph(line) for line in lines]

    assert kitchen.changed(edit, instance, no_steps_remark=False).differing() == lost


@pytest.mark.fault("docs_11/8")
def test_an_outage_in_one_step_is_that_step_s(kitchen):
    edit = replaced(("Sweat the leeks in the butter for 12 minutes", "Sweat leeks in butter, slowly, some 12 minutes"))
    assert kitchen.changed(edit, step_transcribed=outage).differing() == world_error("original_preparation")


@pytest.mark.fault("docs_11/9")
def test_an_outage_is_an_error_wherever_an_answer_was_needed(kitchen):
    keys = ("distinct", "tip_relevant", "preparation_match", "photo_legible", "source_recipe")
    every = [2, 3, 4]
    assert kitchen.changed(None, **dict.fromkeys(keys, outage)).differing() == world_error(
        "original_tips_relevant",
        "original_photo_legible",
        *(slug for recipe in every for slug in on(recipe, "distinct")),
        *(slug for r in every for slug in on(r, "ingredients_match", "preparation_match", "info_match")),
    )


@pytest.mark.fault("docs_11/11")
def test_a_curly_apostrophe(kitchen):
    assert kitchen.changed(replaced(("Larry's Favorite Cookies", "Larry’s  Favorite Cookies")), 3).differing() == {}


@pytest.mark.fault("docs_11/14")
@pytest.mark.parametrize(
    "lines",
    [
        ["Ready in: 45 minutes", "Serves: 4", "Calories: 180"],
        ["Ready in 36-50 minutes", "Serves 4-6", "180 kcal"],
        ["Ready in 50 min", "Servings: four", "1,250 calories"],
        ["Ready in 0 hr 40 min | Serves 4 | 180 cal", "", ""],
        ["Ready in \u00be hour", "", ""],
    ],
)
def test_info_lines_as_people_write_them(kitchen, lines):
    assert kitchen.changed(info_of_first(lines)).differing() == {}


@pytest.mark.fault("docs_11/14")
@pytest.mark.parametrize(
    ("instance", "lines", "lost"),
    [
        (1, ["Ready in 1 hour", "Serves 4", "180 calories"], True),
        (1, ["Ready in 40-60 minutes", "Serves 4", "180 calories"], True),
        (1, ["", "Serves 4", "180 calories"], True),
        (1, ["Ready in", "Serves 4", "180 calories"], True),
        (1, ["Ready in 45 minutes", "Serves 8", "180 calories"], True),
        (1, ["Ready in 45 minutes", "Serves 8-10", "180 calories"], False),
        (2, ["", "", ""], True),
        (5, ["", "", ""], True),
        (5, ["Ready in 1 hr 40 min", "", ""], False),
        (3, ["", "", ""], False),
        (3, ["Ready in 20 minutes", "", ""], True),
    ],
)
def test_info_lines_that_are_left_out_or_left_over(kitchen, instance, lines, lost):
    results = kitchen.changed(info_of_first(lines, instance), instance)
    assert results.differing() == (failed(DET, "original_info_filled") if lost else {})


def info_of_first(lines, instance=1):
    def edit(raw):
        for line, start in reversed(list(zip(lines, ("Ready in", "Serves", "180"), strict=True))):
            runs = found(raw, start)["paragraph"]["elements"]
            runs[0]["textRun"]["content"] = line + "\n"

    return edit


@pytest.mark.fault("docs_11/23")
def test_a_stretched_photo_of_the_right_size(kitchen):
    def edit(raw):
        _, photo = picture_at(raw, 1)
        photo["imageProperties"]["cropProperties"] = {"offsetTop": 0.2}

    assert kitchen.changed(edit).differing() == failed(FUZ, "original_photo_fits_slot")


@pytest.mark.fault("docs_11/24")
def test_slips_of_the_gold_list_and_fractions(kitchen):
    joined = ["1 cup skim milk grated cheese on top", "olive oil", "4 rounds of bread", "1 cup sauce", "Chicken strips"]
    assert kitchen.lost(with_recipe(cookbook(2), 1, ingredients=joined)) == {}
    assert kitchen.changed(replaced(("1 1/2 cups lard", "1.5 cups lard"), ("1/4 tsp", "¼ tsp")), 3).differing() == {}
    amount = kitchen.changed(replaced(("1/4 tsp mace", "1/2 tsp mace")), 3, ingredients_transcribed=False)
    assert amount.differing() == failed(LLM, "original_ingredients")


# -- The other recipes -------------------------------------------------------------------------------------------------


@pytest.mark.fault("docs_11/10")
def test_one_column_is_for_the_judge_whose_no_stands(kitchen):
    def edit(raw):
        for element in body(raw):
            element.get("sectionBreak", {}).get("sectionStyle", {}).pop("columnProperties", None)

    assert kitchen.changed(edit).differing() == {}
    no = kitchen.changed(edit, two_columns=False).differing()
    assert no == failed(LLM, *(slug for recipe in (2, 3, 4) for slug in on(recipe, "layout")))


@pytest.mark.fault("docs_11/10")
def test_a_page_without_picture_or_with_two_sections(kitchen):
    def edit(raw):
        body(raw).remove(picture_at(raw, 2)[0])
        element = found(raw, "Tips", 2)
        body(raw).remove(element)

    lost = kitchen.changed(edit, preparation_match=True).differing()
    assert lost == failed(STR, *on(2, "layout", "photo"), *on(3, "layout", "tips_changed", "tips_quoted"))


@pytest.mark.fault("docs_11/16")
@pytest.mark.parametrize("declared", ["list", "nested", "graph", "og", "img", "img by file"])
def test_any_picture_of_the_source_page_counts(kitchen, declared):
    book = cookbook(1)
    recipe = book.recipes[1]
    words = recipe.page().partition("<body>")[2]
    one = {"@type": ["Recipe", "Thing"], "image": {"@type": "ImageObject", "url": "/other.png"}}
    wanted = {"@type": "Recipe", "image": ["/other.png", recipe.picture_url]}
    heads = {
        "list": ld({**wanted, "@type": ["Thing", "Recipe"]}),
        "nested": ld({"@type": "WebPage", "mainEntity": {"about": [wanted]}}),
        "graph": ld({"@graph": [{"@type": "Organization"}, wanted]}),
        "og": ld(one) + f'<meta property="og:image" content="{recipe.picture_url}">',
    }
    images = {"img": '<img width="300" src="photo-small.png">', "img by file": f"<img src='{recipe.picture_url}'>"}
    pages = {
        recipe.source: f"<html><head>{heads.get(declared, '')}</head><body>{images.get(declared, '')}{words}",
        "https://www.c.example.com/other.png": picture(77),
        "https://www.c.example.com/photo-small.png": jpeg(recipe.photo),
    }
    results = kitchen.changed(None, pages=pages, photo_of_source=False)
    assert results.differing() == {}
    assert results.brief("extra_photo_r2")[1] == (FUZ if declared == "img" else DET)


def ld(value):
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


@pytest.mark.fault("docs_11/16")
def test_another_picture_of_the_dish_is_not_the_source_s(kitchen):
    book = with_recipe(cookbook(1), 2, photo=picture(99, (300, 400)))
    results = kitchen.grade(book, photo_of_source=False)
    assert results.differing() == failed(LLM, "extra_photo_r2")
    assert "photo_of_dish" not in results.judge.asked


@pytest.mark.fault("docs_11/16")
def test_only_where_no_picture_of_the_page_can_be_read_it_may_be_any_of_the_dish(kitchen):
    recipe = cookbook(1).recipes[1]
    results = kitchen.changed(None, pages={recipe.picture_url: 404})
    assert (results.differing(), results.brief("extra_photo_r2")) == ({}, ("passed", LLM, 1))
    no = kitchen.changed(None, pages={recipe.picture_url: b"\x89PNG damaged"}, photo_of_dish=False)
    assert no.differing() == failed(LLM, "extra_photo_r2")


@pytest.mark.fault("docs_11/17")
def test_plausible_is_enough_only_where_no_page_and_no_copy_can_be_read(kitchen):
    recipe = cookbook(1).recipes[1]
    keys = ("plausible_ingredients", "plausible_preparation", "plausible_tips", "plausible_info", "photo_of_dish")
    refused = {recipe.source: 403}
    results = kitchen.changed(None, pages=refused)
    assert results.differing() == {}
    assert set(keys) <= set(results.judge.asked)
    no = kitchen.changed(None, pages=refused, **dict.fromkeys(keys, False))
    assert no.differing() == failed(LLM, *contents(2))
    copied = {**refused, f"https://web.archive.org/web/2/{recipe.source}": recipe.page()}
    assert kitchen.changed(None, pages=copied, **dict.fromkeys(keys, False)).differing() == {}


@pytest.mark.fault("docs_11/17")
def test_a_page_without_a_recipe_is_no_outage(kitchen):
    recipe = cookbook(1).recipes[1]
    nothing = {"ingredients": [], "preparation": [], "ready": None, "serves": None, "calories": None}

    def read(question):
        return nothing if question.evidence["title"] == recipe.title else read_any(question)

    other = html("<p>" + "All about the history of our village and its harbour. " * 8 + "</p>")
    results = kitchen.changed(None, pages={recipe.source: other}, source_recipe=read)
    assert results.differing() == failed(LLM, *on(2, "ingredients_match", "preparation_match")) | failed(
        FUZ, *on(2, "tips_quoted")
    )


@pytest.mark.fault("docs_11/17")
def test_what_a_judge_reads_must_stand_in_the_page(kitchen):
    invented = {**read_nothing(), "ingredients": ["6 fresh swans", "9 pounds of saffron"]}
    results = kitchen.changed(None, source_recipe=lambda _: invented, plausible_info=True)
    assert results.differing() == failed(
        LLM, *(slug for r in (2, 3, 4) for slug in on(r, "ingredients_match", "preparation_match"))
    )


def read_nothing():
    return {"ingredients": [], "preparation": [], "ready": None, "serves": None, "calories": None}


@pytest.mark.fault("docs_11/19")
@pytest.mark.parametrize(
    ("visited", "seen"),
    [
        ("http://tips.example.org/kitchen/?utm_source=x#top", True),
        ("https://www.tips.example.org/kitchen?page=2", True),
        ("https://tips.example.org/", False),
        ("https://tips.example.org/kitchens", False),
    ],
)
def test_addresses_of_the_trace(kitchen, visited, seen):
    sources = [recipe.source for recipe in cookbook(1).extras]
    results = kitchen.changed(None, visited=[visited, *sources])
    assert results.differing() == ({} if seen else failed(WEB, "visited_tip_sources"))


@pytest.mark.fault("docs_11/19")
def test_a_query_that_names_the_page_and_a_redirect(kitchen):
    """Another text's link in the tips is no source; "/?p=12" is not the site's front page."""
    sources = [recipe.source for recipe in cookbook(1).extras]
    address = "https://tips.example.org/?p=12"
    edit = replaced((TIPS_PAGE, address))
    pages = {address: tips_page(*WEB_TIPS), TIPS_PAGE: 404}
    front = kitchen.changed(edit, pages=pages, visited=["https://tips.example.org/", *sources])
    assert front.differing() == failed(WEB, "visited_tip_sources")
    assert (
        kitchen.changed(edit, pages=pages, visited=["http://tips.example.org?p=12&ref=a", *sources]).differing() == {}
    )
    moved = {address: {"body": tips_page(*WEB_TIPS), "final_url": TIPS_PAGE}}
    assert kitchen.changed(edit, pages=moved, visited=[TIPS_PAGE, *sources]).differing() == {}


@pytest.mark.fault("docs_11/20")
def test_recipes_beyond_those_that_are_graded(kitchen):
    """Of instance 3's fourth recipe only the page is graded, of a fifth nothing; instance 4's "exactly" is not."""
    edit = replaced(("4 cups apples", "9 cups apples"), ("5 cups walnuts", "1 ham"))
    assert kitchen.changed(edit, 3, ingredients_match=False).differing() == failed(LLM, "extra_ingredients_match_r4")
    book = cookbook(4)
    book.recipes.append(extra(5, "Boiled Fish"))
    assert kitchen.lost(book, title_theme=False) == {}


@pytest.mark.fault("docs_11/21")
def test_themes_are_whole_words(kitchen):
    titles = (("Butternut Squash Soup", "Waterfall Salad"), ("Roasted Carrot Soup", "Thanksgiving Turkey"))
    results = kitchen.changed(replaced(*titles), title_theme=False, source_recipe=read_any)
    assert results.differing() == failed(LLM, "extra_title_theme_r2")
    assert results.judge.asked.count("title_theme") == 1


@pytest.mark.fault("docs_11/22")
def test_any_paragraph_of_the_template_that_is_left(kitchen):
    tip = "Lorem ipsum dolor sit amet consectetuer adipiscing elit sed do tempor incididunt ut labore et dolore magna."

    def edit(raw):
        for text, lines in (
            ("Buy the squash", [tip, tip]),
            ("Chop the carrots", ["Ullamco laboris nisi ut aliquip ex ea commodo consequat.", "Chop the carrots."]),
            ("4 cups apples", ["LIBERO interdum auctor", "4 cups apples"]),
        ):
            element = found(raw, text)
            place = body(raw).index(element)
            body(raw)[place : place + 1] = [paragraph(line) for line in lines]

    lost = kitchen.changed(edit, ingredients_match=True).differing()
    assert lost == failed(
        FUZ,
        *("extra_tips_changed_r2", "extra_preparation_changed_r3", "extra_ingredients_changed_r4"),
        "extra_tips_quoted_r2",
    )


@pytest.mark.fault("docs_11/25")
def test_an_empty_trace_moves_no_maximum_and_a_missing_template_is_not_needed(kitchen, bench, tmp_path):
    results = kitchen.changed(None, visited=[])
    assert results.differing() == failed(WEB, "visited_tip_sources", "visited_recipe_sources")
    assert results["visited_recipe_sources"].max == 3
    (kitchen.gold / "docs_11_personal_recipe_ocr/instance_1/data/golds/template_page1.png").unlink()
    assert kitchen.changed(None).differing() == {}


def test_the_photo_recompressed_is_the_photo(kitchen):
    book = with_recipe(cookbook(1), 1, photo=jpeg(PHOTO, (250, 335)))
    results = kitchen.grade(book)
    assert results.brief("original_photo_provenance") == ("passed", FUZ, 1)
    assert results.differing() == {}
