"""One thing changed at a time, and everything that it costs. The first six are the specification's."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly

from .building import (
    ARTICLE,
    ARTICLES,
    FILL,
    MOOD,
    NAME,
    STORE,
    colorhexa,
    filled,
    full_score,
    photo_of,
    store_of,
)
from .outcomes import DEP, DET, FUZ, LLM, MATRIX, PALETTES, STR, WEB


def differing(grade, instance, change):
    made = full_score(instance)
    change(made)
    return grade(made).differing()


# -- the specification's -----------------------------------------------------------------------------------------------


def no_article(one):
    one.listed[2][ARTICLE] = None


def no_fill(one):
    one.listed[0][FILL] = None


def no_image(one):
    one.objects[0][1] = None


def swapped(one):
    for row in (one.header, *one.objects):
        row[2], row[3] = row[3], row[2]


def other_colour(one):
    one.palettes[4][1] = filled("#FFA500")


def one_article(one):
    one.visited.remove(ARTICLES[1])


@pytest.mark.parametrize(
    ("change", "expected", "points"),
    [
        (no_article, failed(DET, "article_present") | partly(DET, article_relevant=9), 61),
        (no_fill, failed(DET, "fill_coverage") | partly(DET, fill_visual=4, fill_colorhexa=4), 60),
        (no_image, failed(DET, "image_coverage") | partly(DET, image_correct=9), 60),
        (swapped, failed(STR, "header_order"), 62),
        (other_colour, failed(FUZ, "palette_from_list"), 62),
        (one_article, failed(WEB, "articles_researched"), 62),
    ],
)
def test_mutations_of_the_specification(grade, change, expected, points):
    made = full_score(1)
    change(made)
    results = grade(made)
    assert results.differing() == expected
    assert results.points == points


# -- of instance 1 -----------------------------------------------------------------------------------------------------


def low(one):
    """Below row 20, with everything."""
    one.tabs = {"Colors": [[]] * 20 + one.grid, "Palettes": one.palettes}


def to_the_right(one):
    one.tabs = {"Colors": [[None, None, *row] for row in one.grid], "Palettes": one.palettes}


def repeated(one):
    """Two rows of one colour: nine different ones, also in the matrix."""
    one.listed[1][NAME] = one.header[2] = "navy  blue"
    one.answer("store_relevant", False)
    one.answer("colorhexa_name", False)


def other_name(one):
    one.listed[9][NAME] = one.header[10] = "Amethyst Haze"
    one.pages[ARTICLES[1]] += "Amethyst Haze"
    one.pages[store_of("Ruby Red")] += "Amethyst Haze"
    one.pages[colorhexa("#E0115F")] = "<title>Amethyst Haze / #e0115f</title>"
    one.answer("colour_family", False)


def free_text(column, text="see my notes"):
    def change(one):
        one.listed[0][column] = text

    return change


def whole_column(column):
    def change(one):
        for row in one.listed:
            row[column] = None

    return change


def page(url, content):
    def change(one):
        one.pages[url] = content

    return change


def off_topic(one):
    one.pages[store_of("Sky Blue")] = "<p>A recipe for soup</p>"
    one.answer("store_relevant", False)


def says_no(key, contains=None):
    return lambda one: one.answer(key, False, contains)


def other_title(one):
    one.pages[colorhexa("#000080")] = "<title>Vivid yellow / #000080</title>"
    one.listed[0][NAME] = one.header[1] = "Midnight Blue"  # which is #191970 in CSS: near enough
    one.pages[ARTICLES[0]] += "Midnight Blue"
    one.pages[store_of("Navy Blue")] += "Midnight Blue"


def wrong_title(one):
    one.pages[colorhexa("#E0115F")] = "<title>Vivid yellow / #e0115f</title>"
    one.answer("colorhexa_name", False)


def two_objects(one):
    del one.grid[-1]


def odd_object(one):
    one.objects[2][0] = "Spreadsheet"
    one.answer("wedding_object", False)


def other_header(one):
    one.header[1] = "Mauve"
    one.answer("header_name", "no")


def fewer_headers(one):
    for row in (one.header, *one.objects):
        del row[3:]


def placeholder(one):
    one.objects[0][1] = '=IMAGE("https://placehold.co/600x400/000080/fff.png")'


def same_photo(one):
    one.objects[1][2] = one.objects[0][1]


def narrow(one):
    one.palettes[0].pop()


def twice(one):
    one.palettes[0][1] = one.palettes[0][0]


def text_only(one):
    one.palettes[0][1] = "Royal Blue"


def same_rows(one):
    one.palettes[1] = one.palettes[0][::-1]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (low, failed(STR, "list_top_left")),
        (to_the_right, failed(STR, "list_top_left")),
        (repeated, failed(STR, "min_colours") | partly(LLM, store_relevant=9, fill_colorhexa=4)),
        (other_name, failed(LLM, "colour_family")),
        (free_text(ARTICLE), failed(DET, "article_col_type", "article_present") | partly(DET, article_relevant=9)),
        (free_text(STORE), failed(DET, "store_col_type", "store_present") | partly(DET, store_relevant=9)),
        (
            free_text(FILL, "navy"),
            failed(DET, "fill_col_type", "fill_coverage") | partly(DET, fill_visual=4, fill_colorhexa=4),
        ),
        (
            whole_column(STORE),
            failed(DET, "store_present") | missing_dependency("store_col_type", "store_reachable", "store_relevant"),
        ),
        (
            whole_column(ARTICLE),
            failed(DET, "article_present")
            | missing_dependency("article_col_type", "article_reachable", "article_relevant"),
        ),
        (
            whole_column(FILL),
            failed(DET, "fill_col_type", "fill_coverage")
            | missing_dependency("fill_visual", "fill_colorhexa", "palette_from_list"),
        ),
        (page(store_of("Sky Blue"), 404), failed(DET, "store_reachable") | partly(DET, store_relevant=9)),
        (page(store_of("Sky Blue"), 500), failed(DET, "store_reachable") | partly(DET, store_relevant=9)),
        (
            page(ARTICLES[0], "<title>Page not found</title>"),
            failed(DET, "article_reachable") | partly(DET, article_relevant=5) | failed(WEB, "articles_researched"),
        ),
        (off_topic, partly(LLM, store_relevant=9)),
        (says_no("fill_visual", "Sky Blue"), partly(LLM, fill_visual=4)),
        (other_title, {}),
        (wrong_title, partly(LLM, fill_colorhexa=4)),
        (two_objects, failed(STR, "objects")),
        (odd_object, failed(LLM, "objects")),
        (other_header, failed(LLM, "header_match")),
        (fewer_headers, failed(DET, "header_match", "image_coverage") | partly(DET, image_correct=2)),
        (placeholder, partly(DET, image_correct=9)),
        (same_photo, partly(DET, image_correct=9)),
        (page(photo_of("Bouquet", "Navy Blue"), 404), partly(DET, image_correct=9)),
        (page(photo_of("Bouquet", "Navy Blue"), "<p>no picture</p>"), partly(DET, image_correct=9)),
        (says_no("image_correct", "Sky Blue"), partly(LLM, image_correct=8)),  # one of each object
        (narrow, failed(STR, "palette_width")),
        (twice, failed(STR, "palette_width")),
        (text_only, failed(DET, "palette_fills")),
        (same_rows, failed(STR, "palette_rows")),
        (lambda one: one.palettes.pop(), failed(STR, "palette_rows")),
        (lambda one: one.tabs.pop("Palettes"), failed(STR, "palette_tab") | missing_dependency(*PALETTES)),
        (lambda one: one.palettes.clear(), failed(STR, "palette_rows") | missing_dependency(*PALETTES[1:])),
        (lambda one: one.grid.__delitem__(slice(11, None)), failed(STR, "objects") | missing_dependency(*MATRIX)),
    ],
)
def test_one_change(grade, change, expected):
    assert differing(grade, 1, change) == expected


def test_no_photographs(grade):
    """Nothing to look at: no points, and the step that looks at them says so."""
    made = full_score(1)
    for row in made.objects:
        del row[1:]
    assert grade(made).differing() == failed(DET, "image_coverage") | failed(DEP, "image_correct")


# -- of instance 4 -----------------------------------------------------------------------------------------------------


def mood(*texts):
    def change(one):
        for row, text in zip(one.listed, texts, strict=False):
            row[MOOD] = text

    return change


def label(text):
    def change(one):
        one.palettes[0][0] = text

    return change


def no_labels(one):
    for row in one.palettes:
        del row[0]


def not_of_fall(one):
    one.pages[ARTICLES[0]] = one.pages[ARTICLES[0]].replace("fall ", "")
    one.answer("article_*", False)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (mood(None), failed(DET, "mood_present") | partly(DET, mood_sentence=4, mood_content=4)),
        (mood("Warm and soft", "warm and  Soft"), failed(DET, "mood_unique")),
        (says_no("mood_sentence", "of day 3"), partly(LLM, mood_sentence=4)),
        (says_no("mood_content", "of day 3"), partly(LLM, mood_content=4)),
        (
            whole_column(MOOD),
            failed(DET, "mood_present") | missing_dependency("mood_sentence", "mood_content", "mood_unique"),
        ),
        (label("Palette 1"), failed(DET, "palette_names")),
        (label("Cider House Dream"), failed(STR, "palette_names")),
        (no_labels, failed(STR, "palette_names")),
        (says_no("palette_names"), failed(LLM, "palette_names")),
        (not_of_fall, failed(LLM, "articles_researched") | partly(LLM, article_relevant=7)),
    ],
)
def test_one_change_in_autumn(grade, change, expected):
    assert differing(grade, 4, change) == expected


# -- of instance 5 -----------------------------------------------------------------------------------------------------


def paint_store(one):
    one.listed[0][STORE] = "https://www.behrpaint.com/bright-coral-fabric"
    one.pages[one.listed[0][STORE]] = "<p>Bright Coral fabric paint</p>"


def no_checklist(one):
    del one.tabs["Decor checklist"]


def checklist_row(place, row):
    def change(one):
        one.tabs["Decor checklist"][place] = row

    return change


def two_palettes(one):
    for row in one.tabs["Decor checklist"]:
        del row[3]


def two_items(one):
    del one.tabs["Decor checklist"][3:]


CHECKLIST = ("checklist_items", "checklist_columns", "checklist_cells")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (paint_store, partly(DET, store_relevant=9)),
        (label("Afternoon"), failed(DET, "palette_labels")),
        (no_labels, failed(STR, "palette_labels")),
        (no_checklist, failed(STR, "checklist_tab") | missing_dependency(*CHECKLIST)),
        (two_palettes, failed(STR, "checklist_columns") | failed(DET, "checklist_cells")),
        (two_items, failed(STR, "checklist_items")),
        (says_no("checklist_items"), failed(LLM, "checklist_items")),
        (checklist_row(2, ["Bouquet", filled("#FF7F50")]), failed(DET, "checklist_cells")),
    ],
)
def test_one_change_at_the_beach(grade, change, expected):
    assert differing(grade, 5, change) == expected
