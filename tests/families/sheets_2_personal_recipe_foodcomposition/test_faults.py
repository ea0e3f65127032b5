"""One or more tests for each fault of the reference grader that the specification lists."""

from __future__ import annotations

import pytest
from familykit import failed, lost, missing_dependency, world_error

from pytest_knows.judge import NoJudge

from .building import (
    CALCIUM,
    CARBS,
    DET,
    FAT,
    FIBER,
    FIRST,
    FUZ,
    GROUP_ROW,
    IRON,
    LABEL,
    LINK,
    LLM,
    NUTRIENTS,
    POINTS,
    POTASSIUM,
    PROTEIN,
    RECIPES,
    SODIUM,
    SPANS,
    SUGAR,
    TITLE_ROW,
    TITLES,
    VIT_A,
    VIT_C,
    WEB,
    Table,
    all_values,
    cell,
    colour_of,
    food_link,
    full_score,
    rgb,
)

PER_100_G = {
    "carbohydrates": 33.06,
    "fat": 0.5,
    "fiber": 2.1,
    "protein": 6.36,
    "sugar": 1,
    "calcium": 181,
    "iron": 1.7,
    "potassium": 401,
    "sodium": 17,
    "vitamin_a": 0,
    "vitamin_c": 31.2,
}
OTHER_GARLIC = 169230


def other_garlic(table: Table, grams: float = 6) -> None:
    """Garlic of another record, of which 6 g hold about as much as the gold amount of carbohydrates."""
    table.relink("Garlic", OTHER_GARLIC)
    table.record(OTHER_GARLIC, "Garlic, raw", **PER_100_G)
    table.answer("food_title", True, "Garlic, raw")
    for column, name in enumerate(NUTRIENTS, CARBS):
        table.put(table.row("Garlic"), column, PER_100_G[name] * grams / 100)


def one_lost(*nutrients: str) -> dict[str, tuple[str, str, float]]:
    """One ingredient of seven does not match."""
    return lost("failed", FUZ, *(f"{name}_values_match" for name in nutrients), points=6)


@pytest.mark.fault("sheets_2/F1")
def test_f1_titles_as_the_task_asks_for_them_need_no_judge(grade) -> None:
    table = full_score(1)
    for column, title in enumerate(
        ["INGREDIENTS", "Link:", "Carbs", "Fat [g]", "Fiber\u00a0(g)", "Proteins", "Sugars (g)*", " Calcium ", "Iron*"]
    ):
        table.put(TITLE_ROW, column, title)
    results = grade(table)
    assert results.differing() == {}
    assert results.judge.asked == []


@pytest.mark.fault("sheets_2/F1")
def test_f1_the_judge_knows_other_titles(grade) -> None:
    """Each missing column is asked for once, among the unused titles."""
    table = full_score(1)
    table.put(TITLE_ROW, LABEL, "Food item")
    table.put(TITLE_ROW, FAT, "Total lipids (g)")
    table.answer("column_ingredients", "1")
    table.answer("column_fat", "1")
    results = grade(table)
    assert results.differing() == {}
    assert results.judge.asked == ["column_ingredients", "column_fat"]
    assert results["ingredients_column_first"].mechanism == results["fat_column_present"].mechanism == LLM
    assert results["link_column_second"].mechanism == DET


def stacked(table: Table) -> None:
    """Ingredients and Link stand in cells merged over both header rows."""
    for column in (LABEL, LINK):
        table.grid[GROUP_ROW][column] = table.grid[TITLE_ROW][column]
        table.grid[TITLE_ROW][column] = cell(None, None, borders={"bottom": {"style": "SOLID"}})
        table.merges.append((GROUP_ROW, TITLE_ROW + 1, column, column + 1))


@pytest.mark.fault("sheets_2/F2")
@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts with units"])
def test_f2_titles_merged_over_two_rows(grade, text: bool) -> None:
    table = full_score(1)
    stacked(table)
    if text:
        with_units(table)
    assert grade(table, judge=NoJudge()).differing() == {}


def with_units(table: Table) -> None:
    for row in table.grid[FIRST:]:
        for column, unit in enumerate(["g"] * 5 + ["mg"] * 4 + ["µg", "mg"], CARBS):
            row[column]["userEnteredValue"] = {
                "stringValue": f"{row[column]['userEnteredValue']['numberValue']:g} {unit}"
            }


@pytest.mark.fault("sheets_2/F2")
def test_f2_one_header_row_and_amounts_with_units(grade) -> None:
    """Without group headers the first row is the header, whatever the data looks like."""
    table = full_score(1)
    del table.grid[GROUP_ROW]
    table.merges.clear()
    with_units(table)
    assert grade(table, judge=NoJudge()).differing() == failed(
        DET,
        "macros_group_header",
        "minerals_group_header",
        "vitamins_group_header",
        "group_headers_centered_italic",
    )


@pytest.mark.fault("sheets_2/F3")
@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Raw Cashews", "1 cup raw cashews (140 g), soaked"),
        ("Raw Cashews", "1 ½ cups Raw Cashew"),
        ("Garlic", "2-3 cloves of garlic"),
        ("Garlic", "Garlic cloves - 2 large"),
        ("Sea Salt", "1/2 tsp. sea salt"),
        ("Sea Salt", "Salt, table"),
        ("Water", "150ml water"),
        ("Lemon Juice", "2 to 3 tbsp lemon juice, freshly squeezed"),
    ],
)
def test_f3_names_within_labels_need_no_judge(grade, name: str, label: str) -> None:
    table = full_score(1)
    table.put(table.row(name), LABEL, label)
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F3")
def test_f3_the_judge_knows_other_names(grade) -> None:
    """Asked once, among the free rows, which of them the missing ingredient is; the answer is a number or no."""
    table = full_score(1)
    table.put(table.row("Nutritional Yeast"), LABEL, "Nooch flakes")
    table.answer("ingredient_row", "1", "Nooch flakes")
    results = grade(table)
    assert results.differing() == {}
    assert results.judge.asked == ["ingredient_row"]
    assert results["nutritional_yeast_row_present"].mechanism == LLM

    table.answer("ingredient_row", "no")
    expected = failed(LLM, "nutritional_yeast_row_present") | missing_dependency("nutritional_yeast_link_valid")
    assert grade(table).differing() == expected | all_values("failed", 6)


@pytest.mark.fault("sheets_2/F4")
@pytest.mark.parametrize(
    ("instance", "label", "slug"),
    [
        (1, "Black pepper, to taste", "black_pepper_absent"),
        (1, "Freshly ground black peppers", "black_pepper_absent"),
        (3, "Roma tomatoes (optional)", "roma_tomatoes_absent"),
        (3, "½ teaspoon ground cumin", "ground_cumin_absent"),
        (5, "Water", "water_absent"),
    ],
)
def test_f4_excluded_ingredients_however_written(grade, instance: int, label: str, slug: str) -> None:
    table = full_score(instance)
    table.grid.append([cell(label), cell(), *(cell(None, colour_of(column)) for column in range(CARBS, VIT_C + 1))])
    assert grade(table, judge=NoJudge()).differing() == failed(DET, slug)


@pytest.mark.fault("sheets_2/F4")
def test_f4_a_row_of_an_expected_ingredient_is_no_excluded_one(grade) -> None:
    """Nor is a word that merely contains the name."""
    table = full_score(4)
    table.put(table.row("soy sauce"), LABEL, "3 tbsp soy sauce (without sesame)")
    table.grid.append([cell("Sesamed crackers"), cell(), *(cell(None, colour_of(c)) for c in range(CARBS, VIT_C + 1))])
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F5")
def test_f5_a_column_in_front_costs_the_places_only(grade) -> None:
    table = full_score(1)
    table.insert_column(
        0, [cell(), cell("No.", bold=True, borders={"bottom": {"style": "SOLID"}}), *map(cell, range(7))]
    )
    expected = failed(DET, "ingredients_column_first", "link_column_second")
    assert grade(table, judge=NoJudge()).differing() == expected


@pytest.mark.fault("sheets_2/F5")
def test_f5_link_before_ingredients(grade) -> None:
    """The link column is still used, for the links as for another food's amounts."""
    table = full_score(1)
    other_garlic(table)
    for row in table.grid:
        row[LABEL], row[LINK] = row[LINK], row[LABEL]
    assert grade(table).differing() == failed(DET, "ingredients_column_first", "link_column_second")


@pytest.mark.fault("sheets_2/F6")
def test_f6_a_title_over_everything_is_no_group_header(grade) -> None:
    table = full_score(1)
    table.grid[GROUP_ROW] = [cell() for _ in TITLES]
    table.grid[GROUP_ROW][0] = cell("Macros, minerals and vitamins of cashew cream", horizontalAlignment="CENTER")
    table.style(GROUP_ROW, 0, italic=True)
    table.merges = [(0, 1, 0, 13)]
    assert grade(table, judge=NoJudge()).differing() == failed(
        DET,
        "macros_group_header",
        "minerals_group_header",
        "vitamins_group_header",
        "group_headers_centered_italic",
    )


@pytest.mark.fault("sheets_2/F6")
@pytest.mark.parametrize("span", [(CARBS, SUGAR), (LINK, SUGAR + 1), (CARBS, CALCIUM + 1)], ids=str)
def test_f6_a_group_header_spans_its_columns(grade, span: tuple[int, int]) -> None:
    """One column less or more is another span; of an overlapping one the next header is taken away, too."""
    table = full_score(1)
    table.merges[0] = (GROUP_ROW, GROUP_ROW + 1, *span)
    table.grid[GROUP_ROW][span[0]] = table.grid[GROUP_ROW][CARBS]
    expected = failed(DET, "macros_group_header", "group_headers_centered_italic")
    if span[1] > CALCIUM:
        del table.merges[1]
        expected |= failed(DET, "minerals_group_header")
    assert grade(table, judge=NoJudge()).differing() == expected


@pytest.mark.fault("sheets_2/F7")
def test_f7_bold_group_header(grade) -> None:
    table = full_score(1)
    table.style(GROUP_ROW, CALCIUM, bold=True)
    assert grade(table, judge=NoJudge()).differing() == failed(DET, "column_titles_bold")


def no_lines(table: Table, keep: tuple[int, ...] = ()) -> None:
    for column, title in enumerate(table.grid[TITLE_ROW]):
        if column not in keep:
            title["userEnteredFormat"].pop("borders", None)


def freeze_rows(count: int) -> dict[str, object]:
    properties = {"sheetId": 0, "gridProperties": {"frozenRowCount": count}}
    return {"updateSheetProperties": {"properties": properties, "fields": "gridProperties.frozenRowCount"}}


@pytest.mark.fault("sheets_2/F8")
def test_f8_a_line_under_every_title(grade) -> None:
    table = full_score(1)
    no_lines(table, keep=(LABEL, SUGAR))
    assert grade(table, judge=NoJudge()).differing() == failed(DET, "line_under_titles")


@pytest.mark.fault("sheets_2/F8")
@pytest.mark.parametrize(("rows", "right"), [(2, True), (1, False), (5, False)])
def test_f8_frozen_rows_draw_a_line_only_right_below_the_titles(grade, rows: int, right: bool) -> None:
    table = full_score(1)
    no_lines(table)
    table.more = [freeze_rows(rows)]
    assert grade(table, judge=NoJudge()).differing() == ({} if right else failed(DET, "line_under_titles"))


@pytest.mark.fault("sheets_2/F8")
def test_f8_the_line_may_belong_to_the_cells_below(grade) -> None:
    table = full_score(1)
    no_lines(table)
    for column in range(13):
        table.grid[FIRST][column]["userEnteredFormat"]["borders"] = {"top": {"style": "SOLID_MEDIUM"}}
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F9")
def test_f9_no_colours(grade) -> None:
    table = full_score(1)
    for row in table.grid:
        for held in row:
            held["userEnteredFormat"].pop("backgroundColor", None)
    groups = ("macros_same_color", "minerals_same_color", "vitamins_same_color")
    assert grade(table, judge=NoJudge()).differing() == failed(FUZ, *groups, "groups_distinct_colors")


@pytest.mark.fault("sheets_2/F9")
@pytest.mark.parametrize(("row", "column"), [(TITLE_ROW, IRON), (FIRST + 6, SODIUM)], ids=["a title", "the last row"])
def test_f9_every_cell_counts(grade, row: int, column: int) -> None:
    table = full_score(1)
    table.fill(row, column, "FCE5CD")
    assert grade(table, judge=NoJudge()).differing() == failed(FUZ, "minerals_same_color")


@pytest.mark.fault("sheets_2/F9")
def test_f9_channels_that_the_api_leaves_out_are_0(grade) -> None:
    """Pure green, pure red, and black behind (light grey) text are three colours, none of them white."""
    table = full_score(1)
    for colour, (start, end) in zip(("00FF00", "FF0000", "000000"), SPANS.values(), strict=True):
        for row in range(len(table.grid)):
            for column in range(start, end):
                table.fill(row, column, colour)
    assert rgb("00FF00") == {"green": 1}
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F10")
def test_f10_links_behind_words(grade) -> None:
    """As formulas, as rich text, as parts of a text, without a scheme, in the old form of the site, redirected."""
    table = full_score(1)
    links = {name: food_link(food) for name, food in zip(table.names, FOODS, strict=True)}
    put = {name: table.row(name) for name in table.names}
    table.put(put["Raw Cashews"], LINK, f'=HYPERLINK("{links["Raw Cashews"]}","Cashews, raw")')
    table.grid[put["Water"]][LINK] = linked_text("USDA", links["Water"])
    table.grid[put["Garlic"]][LINK] = {
        "userEnteredValue": {"stringValue": "see USDA here"},
        "userEnteredFormat": {},
        "textFormatRuns": [{"startIndex": 9, "format": {"link": {"uri": links["Garlic"]}}}],
    }
    table.put(put["Sea Salt"], LINK, links["Sea Salt"].removeprefix("https://"))
    table.put(put["Nutritional Yeast"], LINK, "https://fdc.nal.usda.gov/fdc-app.html#/food-details/2411476/nutrients")
    table.put(put["Lemon Juice"], LINK, f"Lemon juice, raw: {links['Lemon Juice']}.")
    table.put(
        put["Onion Powder"], LINK, "https://www.google.com/url?q=https%3A%2F%2Ffdc.nal.usda.gov%2Ffood-details%2F171327"
    )
    results = grade(table, judge=NoJudge())
    assert results.differing() == {}
    assert {results[slug].mechanism.value for slug in results if slug.endswith("_link_valid")} == {DET}


FOODS = (2515374, 173647, 1104647, 359145, 2411476, 167747, 171327)


def linked_text(text: str, url: str) -> dict[str, object]:
    return {"userEnteredValue": {"stringValue": text}, "userEnteredFormat": {"textFormat": {"link": {"uri": url}}}}


@pytest.mark.fault("sheets_2/F10")
@pytest.mark.parametrize(
    "link",
    [
        None,
        "USDA (fdc.nal.usda.gov)",
        "https://fdc.nal.usda.gov/food-search?query=garlic",
        "https://www.google.com/search?q=fdc.nal.usda.gov/food-details/1104647",
        "https://fdc.nal.usda.gov.example.com/food-details/1104647/nutrients",
        "https://fdc.nal.usda.gov/food-details/abc/nutrients",
    ],
)
def test_f10_no_link_to_a_food(grade, link: str | None) -> None:
    table = full_score(1)
    table.put(table.row("Garlic"), LINK, link)
    assert grade(table, judge=NoJudge()).differing() == failed(DET, "garlic_link_valid")


@pytest.mark.fault("sheets_2/F10")
def test_f10_a_link_that_could_not_be_verified_does_not_pass(grade) -> None:
    """The API refused us (no key): neither the agent's failure nor a pass."""
    table = full_score(1)
    table.relink("Garlic", OTHER_GARLIC)
    table.pages = {}
    assert grade(table).differing() == world_error("garlic_link_valid")


@pytest.mark.fault("sheets_2/F11")
def test_f11_another_food_of_the_same_name(grade) -> None:
    table = full_score(1)
    other_garlic(table)
    results = grade(table)
    assert results.differing() == {}
    assert results["garlic_link_valid"].mechanism == LLM
    assert results["potassium_values_match"].mechanism == FUZ


@pytest.mark.fault("sheets_2/F11")
def test_f11_blanks_and_absurd_amounts_are_not_covered(grade) -> None:
    """The record has no vitamin A, so that 5000 µg are none of its amounts; nor is a blank cell any amount."""
    table = full_score(1)
    other_garlic(table)
    table.put(table.row("Garlic"), VIT_A, 5000)
    table.style(table.row("Garlic"), VIT_A, bold=True)
    table.put(table.row("Garlic"), POTASSIUM, None)
    assert grade(table).differing() == one_lost("vitamin_a", "potassium")


@pytest.mark.fault("sheets_2/F11")
def test_f11_small_amounts_and_not_reported_ones_are_covered(grade) -> None:
    """What comes to next to nothing may be 0; what the record does not have may be N/A."""
    table = full_score(1)
    other_garlic(table)
    table.put(table.row("Garlic"), FAT, 0)
    table.put(table.row("Garlic"), VIT_A, "N/A")
    assert grade(table).differing() == {}


@pytest.mark.fault("sheets_2/F11")
def test_f11_amounts_that_do_not_agree_on_a_factor(grade) -> None:
    """Potassium of ten times the weight: the row is no amount of that food, so only the gold amounts count."""
    table = full_score(1)
    other_garlic(table)
    table.put(table.row("Garlic"), POTASSIUM, 240)
    assert grade(table).differing() == one_lost(
        "fat", "fiber", "sugar", "calcium", "iron", "potassium", "sodium", "vitamin_c"
    )


@pytest.mark.fault("sheets_2/F11")
@pytest.mark.parametrize(("column", "amount", "right"), [(IRON, 0.13, True), (IRON, 0.15, False), (CARBS, 2.6, False)])
def test_f11_small_amounts_are_rounded(grade, column: int, amount: float, right: bool) -> None:
    """0.102 mg and 1.98 g are meant: below 1 the ratio may be off by 35 %, above by 20."""
    table = full_score(1)
    other_garlic(table)
    table.put(table.row("Garlic"), column, amount)
    results = grade(table)
    assert (results.differing() == {}) is right
    assert results.brief("calcium_values_match") == (("passed", FUZ, 7) if right else ("failed", FUZ, 6))


@pytest.mark.fault("sheets_2/F11")
def test_f11_any_weight_will_not_do(grade) -> None:
    """60 g instead of 6: no amount is near a gold one."""
    table = full_score(1)
    other_garlic(table, grams=60)
    assert grade(table).differing() == one_lost(*(name for name in NUTRIENTS if name != "vitamin_a")) | failed(
        DET, "over_10dv_bold"
    )


@pytest.mark.fault("sheets_2/F11")
@pytest.mark.parametrize("own", [None, 10, 100])
def test_f11_a_record_with_one_nutrient(grade, own: int | None) -> None:
    """The row gives 1.65 mg of calcium of a food with 12 in 100 g, so 13.75 g, and nothing else.

    The gold amount is 1.4 mg. That of a gold food with 10 in 100 g is 14 g, too: the row stands. With 100 in 100 g it
    is 1.4 g, and without its record nobody knows.
    """
    table = full_score(3)
    name = "jalapeno pepper"
    table.relink(name, 168576)
    table.record(168576, "Peppers, jalapeno, raw", calcium=12)
    if own:
        table.record(2747661, "Peppers, jalapeno, raw", calcium=own, potassium=167 * own / 10)
    for column in range(CARBS, VIT_C + 1):
        table.put(table.row(name), column, "N/A")
        table.style(table.row(name), column, bold=False)
    table.put(table.row(name), CALCIUM, 1.65)
    reported = [nutrient for nutrient in NUTRIENTS if nutrient not in ("calcium", "vitamin_a")]
    expected = {} if own == 10 else lost("failed", FUZ, *(f"{n}_values_match" for n in reported), points=5)
    assert grade(table, judge=NoJudge()).differing() == expected


@pytest.mark.fault("sheets_2/F12")
def test_f12_rows_below_the_table_are_not_graded(grade) -> None:
    table = full_score(1)
    for label in ("Daily Value", "Total", "% DV", "Average per serving", "Note: amounts are rounded", "x " * 80):
        table.grid.append([cell(label), cell(), *(cell(1000) for _ in NUTRIENTS)])
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F13")
def test_f13_not_reported_amounts(grade) -> None:
    table = full_score(1)
    row = table.row("Raw Cashews")
    for column, value in ((SUGAR, 0.01), (VIT_A, "N/A"), (VIT_C, "\u2013")):
        table.put(row, column, value)
    for name, value in (("Water", "trace"), ("Garlic", "not reported"), ("Onion Powder", "<0.5")):
        table.put(table.row(name), VIT_A, value)
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F13")
def test_f13_a_blank_cell_says_nothing(grade) -> None:
    table = full_score(1)
    table.put(table.row("Raw Cashews"), SUGAR, None)
    table.put(table.row("Raw Cashews"), VIT_A, "  ")
    assert grade(table, judge=NoJudge()).differing() == one_lost("sugar", "vitamin_a")


@pytest.mark.fault("sheets_2/F13")
def test_f13_a_row_of_nothing_but_not_available(grade) -> None:
    """The prompt wants N/A for what the database lacks; it does not lack water."""
    table = full_score(1)
    for column in range(CARBS, VIT_C + 1):
        table.put(table.row("Water"), column, "N/A")
    assert grade(table, judge=NoJudge()).differing() == one_lost(*NUTRIENTS)


@pytest.mark.fault("sheets_2/F14")
def test_f14_units(grade) -> None:
    table = full_score(1)
    row = table.row("Raw Cashews")
    for column, value in (
        (CARBS, "51,4"),
        (FAT, "~54 g"),
        (FIBER, "5740 mg"),
        (PROTEIN, " 24.4g "),
        (CALCIUM, "0.06 g"),
        (POTASSIUM, "0.893 g"),
        (SODIUM, "7 mg"),
        (VIT_A, "<0.1 µg RAE"),
    ):
        table.put(row, column, value)
    table.put(table.row("Sea Salt"), SODIUM, "1,000 mg")
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F14")
def test_f14_the_titles_unit(grade) -> None:
    table = full_score(1)
    table.put(TITLE_ROW, SODIUM, "Sodium (g)")
    for row in range(FIRST, len(table.grid)):
        table.put(row, SODIUM, table.grid[row][SODIUM]["userEnteredValue"]["numberValue"] / 1000)
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F14")
def test_f14_units_that_cannot_be_converted(grade) -> None:
    """International units are no micrograms, percentages of a daily value no amounts: no value, so not bold either."""
    table = full_score(3)
    table.put(table.row("cilantro"), VIT_A, "13.5 IU")
    table.put(table.row("Avocados"), IRON, "14 %")
    table.style(table.row("Avocados"), IRON, bold=False)
    expected = lost("failed", FUZ, "vitamin_a_values_match", "iron_values_match", points=5)
    assert grade(table, judge=NoJudge()).differing() == expected


@pytest.mark.fault("sheets_2/F15")
def test_f15_order_shade_and_alignment_are_not_graded(grade) -> None:
    table = full_score(1)
    table.grid[FIRST:] = reversed(table.grid[FIRST:])
    for colour, (start, end) in zip(("7F6000", "274E13", "073763"), SPANS.values(), strict=True):
        for row in range(len(table.grid)):
            for column in range(start, end):
                table.fill(row, column, colour)
    table.put(FIRST, VIT_A, "N/A")
    assert grade(table, judge=NoJudge()).differing() == {}


def usda_steps(*names: str) -> list[str]:
    return [f"{name}_usda_visited" for name in names]


@pytest.mark.fault("sheets_2/F16")
def test_f16_the_home_page_is_no_search(grade) -> None:
    table = full_score(2)
    table.visited = [RECIPES[2], "https://fdc.nal.usda.gov/", "https://www.google.com/search?q=fdc.nal.usda.gov+milk"]
    expected = usda_steps("granulated_sugar", "unsweetened_cocoa_powder", "hot_coffee", "milk", "water")
    assert grade(table, judge=NoJudge()).differing() == failed(WEB, *expected)


@pytest.mark.fault("sheets_2/F16")
def test_f16_searches_and_foods(grade) -> None:
    """A search for one of the names, a food of the row's link or of the gold data, on the site or its API."""
    table = full_score(2)
    table.visited = [
        RECIPES[2],
        "https://fdc.nal.usda.gov/food-search?type=Foundation&query=Sugars%2C+granulated",
        "https://fdc.nal.usda.gov/fdc-app.html#/?query=cocoa%20powder",
        "https://api.nal.usda.gov/fdc/v1/food/171890?api_key=DEMO_KEY",
        "https://fdc.nal.usda.gov/food-details/746782/nutrients",
        "https://fdc.nal.usda.gov/food-search?query=watermelon",
    ]
    assert grade(table, judge=NoJudge()).differing() == failed(WEB, "water_usda_visited")


@pytest.mark.fault("sheets_2/F16")
def test_f16_the_food_that_the_row_links_to(grade) -> None:
    table = full_score(1)
    other_garlic(table)
    assert food_link(1104647) not in (table.visited or [])
    assert grade(table).differing() == {}


@pytest.mark.fault("sheets_2/F17")
@pytest.mark.parametrize("damage", ["merges", "data", "properties"])
def test_f17_every_step_once(grade, rubric, damage: str) -> None:
    table = full_score(1)
    table.edit = lambda raw: raw["sheets"][0].update({damage: [{"startRowIndex": None}, 7, "x"]})
    results = grade(table, judge=NoJudge())
    assert list(results) == [step.slug for step in rubric.steps(1)]
    assert (len(results), results.maximum) == (61, POINTS[1])
    assert not any(result.details for result in results.values())


@pytest.mark.fault("sheets_2/F18")
def test_f18_a_title_that_stands_twice(grade) -> None:
    """The first column of that title is the one; the second is an unknown further column."""
    table = full_score(1)
    line = {"bottom": {"style": "SOLID"}}
    for row, held in enumerate(table.grid):
        held.append(
            cell("Iron (mg)", bold=True, borders=line) if row == TITLE_ROW else cell(None if row == GROUP_ROW else 5)
        )
    assert grade(table, judge=NoJudge()).differing() == {}


@pytest.mark.fault("sheets_2/F19")
@pytest.mark.parametrize(
    ("visit", "right"),
    [
        ("http://allrecipes.com/recipe/16248/", True),
        ("https://m.allrecipes.com/recipe/16248/easy-homemade-chili/", True),
        ("https://www.foodnetwork.com/recipes/easy-homemade-chili", False),
        ("https://notallrecipes.com/recipe/16248/", False),
        ("https://www.google.com/search?q=allrecipes.com", False),
    ],
)
def test_f19_the_tasks_own_site(grade, visit: str, right: bool) -> None:
    table = full_score(5)
    table.visited = [visit, *(table.visited or [])[1:]]
    assert grade(table, judge=NoJudge()).differing() == ({} if right else failed(WEB, "recipe_visited"))


@pytest.mark.fault("sheets_2/F20")
@pytest.mark.parametrize("instance", [1, 3])
def test_f20_blank_sheet_and_empty_trace(grade, instance: int) -> None:
    """The agent did nothing: its failure in every step, never an error, never a pass."""
    table = Table(instance=instance, grid=[], merges=[], visited=[])
    results = grade(table, judge=NoJudge(), gold=None)
    assert results.outcomes == {"failed"}
    assert (results.points, results.maximum) == (0, POINTS[instance])
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    own = ["ingredients_column_first", "link_column_second", *(f"{name}_column_present" for name in NUTRIENTS)]
    own += ["macros_group_header", "minerals_group_header", "vitamins_group_header", "column_titles_bold"]
    assert {slug for slug, mechanism in mechanisms.items() if mechanism == DET} == set(own)
    visits = {slug for slug, mechanism in mechanisms.items() if mechanism == WEB}
    assert visits == {slug for slug in results if slug.endswith("_visited")}
    others = [mechanism for slug, mechanism in mechanisms.items() if slug not in visits and slug not in own]
    assert set(others) == {"dependency_not_evaluated"}
