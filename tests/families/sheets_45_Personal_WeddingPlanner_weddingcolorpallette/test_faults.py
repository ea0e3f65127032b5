"""The reference grader's faults, one by one, and what is right."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly, ungraded

from pytest_knows.judge import NoJudge

from .building import (
    ARTICLE,
    ARTICLES,
    COLOURS,
    FILL,
    NAME,
    SEARCH,
    STORE,
    colorhexa,
    filled,
    full_score,
    html,
    image,
    photo_of,
    store_of,
)
from .outcomes import DET, FUZ, LLM, STR, WEB, blank, errors, no_list


@pytest.mark.fault("sheets_45/1")
def test_each_row_is_judged_by_its_own_name_and_link(grade):
    """Without the first two links the others do not move up, and eight right ones are not all of ten."""
    one = full_score(1)
    one.listed[0][STORE] = one.listed[1][STORE] = None
    assert grade(one).differing() == failed(DET, "store_present") | partly(DET, store_relevant=8)


@pytest.mark.fault("sheets_45/1")
def test_one_link_is_not_full_points(grade):
    one = full_score(1)
    for row in one.listed[1:]:
        row[ARTICLE] = None
    assert grade(one).differing() == failed(DET, "article_present") | partly(DET, article_relevant=1)


@pytest.mark.fault("sheets_45/2")
@pytest.mark.parametrize("other", ["Navy Blue", "navy blue", " NAVY  BLUE ", "Navy-Blue"])
def test_a_repeated_colour_counts_once(grade, other):
    one = full_score(1)
    one.listed[1][NAME] = other
    one.rules += [{"key": key, "answer": True} for key in ("store_relevant", "colorhexa_name")]
    results = grade(one)
    assert results.differing() == failed(STR, "min_colours") | failed(DET, "header_match")
    assert results["colour_family"].mechanism == DET  # nobody was asked


@pytest.mark.fault("sheets_45/3")
@pytest.mark.parametrize("header", ["Shade Name", "Wedding Color", "Colour:", "NAMES", "Hue", "What we like", None])
def test_a_header_is_no_colour(grade, header):
    one = full_score(1)
    one.grid[0][NAME] = header
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/3")
@pytest.mark.parametrize("instance", [1, 4])
def test_no_blank_row_above_the_matrix(grade, instance):
    one = full_score(instance)
    del one.grid[one.count + 1 : one.count + 3]
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/3")
def test_a_list_beyond_row_30(grade):
    one = full_score(1)
    names = [f"Dream Blue {place}" for place in range(30)]
    for place, name in enumerate(names):
        one.grid.insert(11 + place, [name, ARTICLES[0], filled("#4169E1"), store_of("Royal Blue")])
    one.rules += [{"key": key, "answer": True} for key in ("article_relevant", "store_relevant", "colorhexa_name")]
    results = grade(one)
    assert len(results["article_relevant"].items) == 40
    # the matrix has only ten of the forty
    assert results.differing() == failed(DET, "header_match", "image_coverage") | partly(DET, image_correct=2)


@pytest.mark.fault("sheets_45/4")
@pytest.mark.parametrize(
    ("instance", "name"), [(4, "Rustic Green"), (1, "Incredible Lavender"), (5, "Thousand Islands"), (1, "Bluebonnet")]
)
def test_families_are_whole_words(grade, instance, name):
    one = full_score(instance)
    one.listed[0][NAME] = one.header[1] = name
    one.rules += [{"key": "*", "answer": True}]
    one.answer("colour_family", False)
    assert grade(one).differing() == failed(LLM, "colour_family")


@pytest.mark.fault("sheets_45/4")
@pytest.mark.parametrize("name", ["Bluish Haze", "Reddish Dawn", "Greens of May", "RED", "Blue-Grey"])
def test_forms_of_a_family_need_no_judge(grade, name):
    one = full_score(1)
    one.listed[0][NAME] = one.header[1] = name
    one.rules += [{"key": "*relevant", "answer": True}, {"key": "colorhexa_name", "answer": True}]
    results = grade(one)
    assert results.differing() == {}
    assert "colour_family" not in results.judge.asked


@pytest.mark.fault("sheets_45/5")
@pytest.mark.parametrize(
    "visited",
    [
        [ARTICLES[0], "http://theknot.com/content/wedding-color-ideas/?utm_source=x#top"],
        [ARTICLES[0], SEARCH, "https://www.bing.com/search?q=wedding"],
        [ARTICLES[0], "https://www.brides.com/", "https://www.zola.com"],
        [ARTICLES[0], "https://docs.google.com/document/d/wedding/edit", "https://cdn.example/wedding.jpg"],
        [ARTICLES[0], "https://www.colorhexa.com/wedding"],
    ],
)
def test_one_article_and_what_is_none(grade, visited):
    one = full_score(1)
    one.visited = visited
    assert grade(one, judge=[{"key": "[!a]*", "answer": True}]).differing() == failed(WEB, "articles_researched")


@pytest.mark.fault("sheets_45/5")
@pytest.mark.parametrize(("answer", "expected"), [(True, {}), (False, failed(LLM, "articles_researched"))])
@pytest.mark.parametrize("instance", [4, 5])
def test_a_wedding_article_without_the_season(grade, instance, answer, expected):
    """The judge reads it."""
    one = full_score(instance)
    page = "https://www.theknot.com/content/amber-tones"
    one.pages[page] = html("Amber tones", "Colors of a wedding by the light of October")
    one.visited[1] = page
    one.answer("article_topic", answer)
    assert grade(one).differing() == expected


@pytest.mark.fault("sheets_45/6")
@pytest.mark.parametrize("colour", ["#FFFAFA", "#FFFFFE", "#FFFFFF"])
def test_fills_that_are_nearly_white(grade, colour):
    one = full_score(3)
    one.listed[0][FILL] = filled(colour)
    one.pages[colorhexa(colour)] = html(f"Classic Ivory / {colour}", "A color")
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/7")
def test_two_of_ten_headers(grade):
    """In order, as far as they go; but they are not the colours of the list."""
    one = full_score(1)
    for row in (one.header, *one.objects):
        del row[3:]
    assert grade(one).differing() == (failed(DET, "header_match", "image_coverage") | partly(DET, image_correct=2))


@pytest.mark.fault("sheets_45/7")
def test_headers_that_are_no_colours_have_no_order(grade):
    """Containing two names of the list they are found, but equal to none."""
    one = full_score(1)
    one.header[1:] = [f"{name} tone" for name in one.header[1:]]
    one.answer("header_name", "no")
    assert grade(one).differing() == failed(LLM, "header_match") | missing_dependency("header_order")


@pytest.mark.fault("sheets_45/8")
def test_a_blank_label_moves_no_other(grade):
    """Its row's pictures are of nothing in particular; the others are of their own objects."""
    one = full_score(1)
    one.objects[1][0] = None
    one.answer("image_correct", False)
    one.rules[:0] = [{"key": "image_correct", "answer": True, "contains": name} for name in ("Bouquet", "Bridesmaid")]
    assert grade(one).differing() == failed(STR, "objects") | partly(DET, image_correct=7)


@pytest.mark.fault("sheets_45/8")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_blank_rows_in_the_matrix(grade, place):
    one = full_score(1)
    one.grid[one.count + 4 + place : one.count + 4 + place] = [[], []]
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/9")
@pytest.mark.parametrize("form", ["{}", '=HYPERLINK("{}", "photo")'])
def test_addresses_are_no_pictures(grade, form):
    one = full_score(1)
    for row in one.objects:
        row[1:] = [form.format(photo_of("Bouquet", name)) for name in COLOURS[1]]
    assert grade(one).differing() == failed(DET, "image_coverage") | missing_dependency("image_correct")


@pytest.mark.fault("sheets_45/9")
def test_one_right_photograph_is_one_of_fifteen(grade):
    one = full_score(1)
    for row in one.objects:
        row[1:] = []
    one.objects[0].append(image(photo_of("Bouquet", "Navy Blue")))
    assert grade(one).differing() == failed(DET, "image_coverage") | partly(DET, image_correct=1)


@pytest.mark.fault("sheets_45/10")
@pytest.mark.parametrize("shade", [None, "#CCCCCC"])
def test_a_header_is_no_palette(grade, shade):
    one = full_score(1)
    header = ["Primary", "Secondary", "Accent"]
    one.palettes.insert(0, header if shade is None else [filled(shade, text) for text in header])
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/10")
def test_a_header_in_many_colours_is_no_palette(grade):
    one = full_score(1)
    colours = ("#CCCCCC", "#EEEEEE", "#DDDDDD")
    one.palettes.insert(0, [filled(colour, text) for colour, text in zip(colours, "ABC", strict=True)])
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/10")
def test_names_beside_the_swatches(grade):
    one = full_score(1)
    one.tabs["Palettes"] = [[cell for swatch in row for cell in (swatch, "Some Blue")] for row in one.palettes]
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/10")
def test_ten_times_one_palette_and_three_times_one_colour(grade):
    one = full_score(1)
    one.tabs["Palettes"] = [[*one.palettes[0]] for _ in range(10)]
    assert grade(one).differing() == failed(STR, "palette_rows")
    one.tabs["Palettes"] = [[row[0]] * 3 for row in full_score(1).palettes]
    assert grade(one).differing() == failed(STR, "palette_rows", "palette_width")


@pytest.mark.fault("sheets_45/11")
def test_palettes_in_the_colour_of_the_header(grade):
    one = full_score(1)
    one.grid[0] = [filled("#FFA500", text) for text in one.grid[0]]
    one.palettes[0][0] = filled("#FFA500")
    assert grade(one).differing() == failed(FUZ, "palette_from_list")


@pytest.mark.fault("sheets_45/11")
def test_a_list_that_starts_lower(grade):
    one = full_score(1)
    one.tabs = {"Colors": [["Our wedding"], [], [], *one.grid], "Palettes": one.palettes}
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/12")
def test_the_palette_tab_is_neither_the_second_nor_called_so(grade):
    one = full_score(1)
    grid, palettes = one.grid, one.palettes
    one.tabs = {"Colors": grid, "Notes": [["Ask mother"]], "Budget": [["Cake", 300]], "Looks": palettes}
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/13")
def test_runners_and_invitations_suit_a_beach(grade):
    one = full_score(5)
    for row, name in zip(one.objects, ["Table runners", "Invitations", "Shell garland"], strict=False):
        row[0] = name
    results = grade(one)
    assert results.differing() == {}
    assert "wedding_object" not in results.judge.asked


@pytest.mark.fault("sheets_45/14")
def test_each_of_the_three_columns_is_needed(grade):
    one = full_score(5)
    one.tabs["Decor checklist"] = [[row[0], None, None, row[3]] for row in one.tabs["Decor checklist"]]
    assert grade(one).differing() == failed(STR, "checklist_columns") | failed(DET, "checklist_cells")


@pytest.mark.fault("sheets_45/14")
def test_a_checklist_without_a_header(grade):
    """Its first row is an item, which counts: two more are enough."""
    one = full_score(5)
    del one.tabs["Decor checklist"][4:], one.tabs["Decor checklist"][0]
    assert len(one.tabs["Decor checklist"]) == 3
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_45/15")
def test_a_colour_far_down_the_page(grade):
    one = full_score(1)
    for url in ARTICLES[:2]:
        one.pages[url] = html("Wedding colors", "So many words. " * 5000 + ", ".join(COLOURS[1]))
    assert grade(one, judge=[rule for rule in one.rules if "relevant" not in rule["key"]]).differing() == {}


@pytest.mark.fault("sheets_45/15")
@pytest.mark.fault("sheets_45/16")
def test_without_an_answer_nothing_fails(grade):
    """A judge that does not answer is an error, none at all leaves the items ungraded; neither is a "no"."""
    one = full_score(1)
    one.listed[0][STORE] = "https://shop.example/1234"
    one.pages["https://shop.example/1234"] = html("Deep blue", "Paint")
    assert grade(one).differing() == errors(store_relevant=9)
    assert grade(one, judge=NoJudge()).differing() == (
        ungraded("fill_visual", "image_correct") | {"store_relevant": ("ungraded", "not_graded", 9)}
    )


@pytest.mark.fault("sheets_45/16")
def test_one_verdict(grade):
    """No second chance: each picture and each swatch is asked about once."""
    one = full_score(1)
    one.answer("image_correct", False)
    results = grade(one)
    assert results.differing() == partly(LLM, image_correct=0)
    assert results.judge.asked.count("image_correct") == 15
    assert results.judge.asked.count("fill_visual") == 10


@pytest.mark.fault("sheets_45/17")
def test_pages_of_colorhexa_that_cannot_be_read(grade):
    """They stay in the total. Crimson and Navy are known without them, as colours of CSS, if they are called so."""
    one = full_score(1)
    for colour in COLOURS[1].values():
        one.pages[colorhexa(colour)] = 503
    # Royal Blue, Sky Blue, Powder Blue, Forest Green, Sea Green
    assert grade(one).differing() == errors(fill_colorhexa=2)


@pytest.mark.fault("sheets_45/17")
def test_a_generic_description_is_judged(grade):
    one = full_score(1)
    one.pages[colorhexa("#E0115F")] = html("Vivid pink / #e0115f", "A color")
    one.answer("colorhexa_name", True)
    results = grade(one)
    assert results.differing() == {}
    assert results.judge.asked.count("colorhexa_name") == 1


@pytest.mark.fault("sheets_45/18")
@pytest.mark.parametrize(("missing", "points"), [(1, 4), (3, 4), (5, 2), (7, 2), (9, 0)])
def test_halves_are_rounded_to_even(grade, missing, points):
    one = full_score(1)
    for row in one.listed[:missing]:
        one.answer("fill_visual", False, row[NAME])
    assert grade(one).differing() == partly(LLM, fill_visual=points)


@pytest.mark.fault("sheets_45/19")
def test_words_decide_where_they_suffice(grade):
    one = full_score(1)
    results = grade(one)
    assert not {"article_relevant", "store_relevant", "article_topic", "wedding_object"} & set(results.judge.asked)
    assert results["article_relevant"].mechanism == results["store_relevant"].mechanism == DET


@pytest.mark.fault("sheets_45/20")
@pytest.mark.parametrize("instance", [1, 5])
def test_enough_objects_suffice(grade, instance):
    """Surplus ones never hurt, and are not asked about; their rows want pictures all the same."""
    one = full_score(instance)
    one.grid.append(["Spreadsheet", *(image(photo_of(str(place), "x")) for place in range(5))])
    one.pages |= {photo_of(str(place), "x"): one.pages[photo_of("Bouquet", one.header[1])] for place in range(5)}
    results = grade(one)
    assert results.differing() == {}
    assert "wedding_object" not in results.judge.asked


@pytest.mark.fault("sheets_45/20")
@pytest.mark.parametrize(("row", "expected"), [(19, {}), (20, failed(STR, "list_top_left"))])
def test_the_first_twenty_rows(grade, row, expected):
    one = full_score(1)
    one.tabs = {"Colors": [[]] * (row - 1) + one.grid, "Palettes": one.palettes}
    assert grade(one).differing() == expected


@pytest.mark.fault("sheets_45/20")
def test_headers_under_other_names(grade):
    one = full_score(1)
    one.header[1], one.header[2] = "Dark Navy", "Classic Royal"
    one.rules += [
        {"key": "header_name", "answer": "1", "contains": "Dark Navy"},
        {"key": "header_name", "answer": "1", "contains": "Classic Royal"},
    ]
    results = grade(one)
    assert results.differing() == {}
    assert results["header_match"].mechanism == LLM


@pytest.mark.fault("sheets_45/21")
def test_walls_say_nothing_about_a_page(grade):
    one = full_score(1)
    one.pages[store_of("Navy Blue")] = 403
    assert grade(one).differing() == errors(store_relevant=9)


@pytest.mark.fault("sheets_45/22")
def test_one_palette_by_day_and_by_night(grade):
    one = full_score(5)
    for place in range(0, 10, 2):
        one.palettes[place + 1][1:] = one.palettes[place][1:]
    assert grade(one).differing() == {}
    one.palettes[2] = one.palettes[0]
    assert grade(one).differing() == failed(STR, "palette_rows")


@pytest.mark.fault("sheets_45/23")
@pytest.mark.parametrize("visited", [None, [], ARTICLES])
def test_without_a_list_nothing_is_an_error(grade, visited):
    one = full_score(1)
    one.tabs, one.visited = {"Sheet1": []}, visited
    assert grade(one, judge=NoJudge()).differing() == blank()


@pytest.mark.fault("sheets_45/23")
def test_palettes_without_a_list(grade):
    """They are graded by themselves."""
    one = full_score(1)
    one.tabs = {"Colors": [], "Palettes": one.palettes}
    assert grade(one).differing() == no_list()
