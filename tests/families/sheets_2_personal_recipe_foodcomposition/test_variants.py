"""Odd but legitimate tables: what a careful person would grade them, and why. And what changes no outcome at all."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from familykit import failed, lost
from familykit.outcomes import Lost
from familykit.sheets import table as formal_table

from pytest_knows.judge import NoJudge

from .building import (
    CALCIUM,
    CARBS,
    DAILY,
    DET,
    FAT,
    FIRST,
    FUZ,
    GROUP_ROW,
    IRON,
    LABEL,
    LINK,
    POTASSIUM,
    PROTEIN,
    SODIUM,
    SPANS,
    TITLE_ROW,
    TITLES,
    VIT_A,
    VIT_C,
    Table,
    area,
    cell,
    colour_of,
    full_score,
)

LINE = {"bottom": {"style": "SOLID"}}


def blank_column(table: Table, at: int) -> None:
    table.insert_column(at, [cell() for _ in table.grid])


def cover_sheet(table: Table) -> None:
    """The first tab says what the file is; a person turns to the tab with the table."""
    table.before = {"About": [["Cashew cream"], ["Amounts of nutrients, from the USDA"]]}
    table.title = "Data"


def copy_on_a_second_tab(table: Table) -> None:
    """An older draft behind the table: the first of two equally good tables is the one."""
    draft = full_score(1)
    draft.put(FIRST, CARBS, 999)
    table.more_tabs = {"Draft": draft.grid}


def spacer_columns(table: Table) -> None:
    """Narrow blank columns between the groups are no columns of the table."""
    for at in (VIT_A, CALCIUM, CARBS):
        blank_column(table, at)


def blocks_with_a_title_row_each(table: Table) -> None:
    """A blank row and the titles once more between two blocks of ingredients: titles are no ingredient."""
    titles = [cell(title, colour_of(column), bold=True) for column, title in enumerate(TITLES)]
    table.insert_rows(FIRST + 3, [[cell() for _ in TITLES], titles])


def hidden_rows_and_columns(table: Table) -> None:
    """What is hidden is there: a filter or a narrow screen does not change the table."""
    table.more = [
        {
            "updateDimensionProperties": {
                "range": {"sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": start + 1},
                "properties": {"hiddenByUser": True},
                "fields": "hiddenByUser",
            }
        }
        for dimension, start in (("ROWS", FIRST + 2), ("COLUMNS", LINK))
    ]


def inserted_table(table: Table) -> None:
    """A formal table of Google Sheets below the group headers."""
    table.more = [
        {"addTable": {"table": formal_table(TITLES, len(table.grid) - FIRST, row=TITLE_ROW, name="Nutrients")}}
    ]


def units_in_number_formats(table: Table) -> None:
    """Milligrams that a number format shows as such, in a column of grams."""
    table.put(TITLE_ROW, PROTEIN, "Protein")
    for row in range(FIRST, len(table.grid)):
        held = table.grid[row][PROTEIN]
        held["userEnteredValue"]["numberValue"] *= 1000
        held["userEnteredFormat"]["numberFormat"] = {"type": "NUMBER", "pattern": '#,##0.00" mg"'}


def bold_by_conditional_format(table: Table) -> None:
    """Rules that make bold what is above the limit: what is seen counts."""
    for column, daily in enumerate(DAILY, CARBS):
        for row in range(FIRST, len(table.grid)):
            table.style(row, column, bold=False)
        rule = {
            "condition": {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": str(daily / 10)}]},
            "format": {"textFormat": {"bold": True}},
        }
        where = [area(FIRST, len(table.grid), column, column + 1)]
        table.more.append({"addConditionalFormatRule": {"rule": {"ranges": where, "booleanRule": rule}, "index": 0}})


def colours_of_the_theme(table: Table) -> None:
    """Theme colours have no RGB of their own in a request; the group is one colour all the same."""
    start, end = SPANS["Minerals"]
    for row in table.grid:
        for held in row[start:end]:
            held["userEnteredFormat"].pop("backgroundColor")
            held["userEnteredFormat"]["backgroundColorStyle"] = {"themeColor": "ACCENT4"}


def further_columns_and_rows(table: Table) -> None:
    """Calories behind the nutrients, an ingredient of the agent's own, totals: nobody asked, nothing forbids them."""
    line = {"bottom": {"style": "SOLID"}}
    for row, held in enumerate(table.grid):
        held.append(cell("Calories (kcal)", bold=True, borders=line) if row == TITLE_ROW else cell())
    oil = [cell("Olive oil"), cell("none"), *(cell(0, colour_of(column)) for column in range(CARBS, VIT_C + 1)), cell()]
    total = [cell("TOTAL", bold=True), cell(), *(cell(5000, colour_of(c), bold=True) for c in range(CARBS, VIT_C + 1))]
    table.grid += [oil, [cell() for _ in TITLES], [*total, cell()]]


def ingredient_twice(table: Table) -> None:
    """Garlic listed again with other amounts, as one that uses it twice would: the first row is the recipe's."""
    again = [cell("garlic"), cell(), *(cell(0, colour_of(column)) for column in range(CARBS, VIT_C + 1))]
    table.grid.append(again)


def labels_in_small_letters(table: Table) -> None:
    """Case, a colon and blanks do not make another label."""
    for group, (start, _) in SPANS.items():
        table.put(GROUP_ROW, start, f" {group.upper()}: ")


def units_below_the_titles(table: Table) -> None:
    """A row of units has no ingredient: it is no row of the table."""
    units = ["", "", *("g",) * 5, *("mg",) * 4, "µg", "mg"]
    table.insert_rows(FIRST, [[cell(unit or None, colour_of(column)) for column, unit in enumerate(units)]])


def headings_and_notes(table: Table) -> None:
    """What stands alone in its row, above, between and below the ingredients, needs no colour and is no ingredient."""
    for at, heading in ((FIRST + 3, "To blend in"), (FIRST, "For the cream")):
        table.insert_rows(at, [[cell(heading), *(cell() for _ in TITLES[1:])]])
    notes = [
        "All amounts are those of the recipe",
        "*Excluded: black pepper",
        "Black pepper has no amount, so it is left out",
    ]
    table.grid += [[cell(note)] for note in notes]


def figures_below(table: Table) -> None:
    """Neither bold nor coloured: they are no ingredients."""
    for label in ("Totals", "Subtotal", "FDA DV", "10% of DV", "Recommended daily intake", "RDI", "Avg. per cup"):
        table.grid.append([cell(label), cell(), *(cell(5000) for _ in range(CARBS, VIT_C + 1))])


def labels_with_amounts(table: Table) -> None:
    """Amounts behind a colon or a sign, and a picture before the name."""
    for name, label in (
        ("Garlic", "2 \u00d7 garlic cloves"),
        ("Water", "\U0001f4a7 Water: 3/4 cup"),
        ("Sea Salt", "Sea salt \u2014 \u00bd tsp"),
    ):
        table.put(table.row(name), LABEL, label)


def titles_of_two_lines(table: Table) -> None:
    """A line break before the unit."""
    for column, title in enumerate(TITLES):
        table.put(TITLE_ROW, column, title.replace(" (", "\n("))


SAME = [
    cover_sheet,
    copy_on_a_second_tab,
    spacer_columns,
    blocks_with_a_title_row_each,
    hidden_rows_and_columns,
    inserted_table,
    units_in_number_formats,
    bold_by_conditional_format,
    colours_of_the_theme,
    further_columns_and_rows,
    ingredient_twice,
    labels_in_small_letters,
    units_below_the_titles,
    titles_of_two_lines,
    headings_and_notes,
    figures_below,
    labels_with_amounts,
]


@pytest.mark.parametrize("variant", SAME, ids=lambda v: v.__name__)
def test_full_points(grade, variant: Callable[[Table], None]) -> None:
    table = full_score(1)
    variant(table)
    assert grade(table, judge=NoJudge()).differing() == {}


def amounts_before_the_links(table: Table) -> Lost:
    """The second column is the amount, and the task says that it is the link."""
    table.insert_column(LINK, [cell(), cell("Amount", bold=True, borders=LINE), *map(cell, range(len(table.grid) - 2))])
    return failed(DET, "link_column_second")


def another_word_for_the_group(table: Table) -> Lost:
    """The task gives the labels."""
    table.put(GROUP_ROW, CARBS, "Macronutrients")
    return failed(DET, "macros_group_header", "group_headers_centered_italic")


def group_headers_two_rows_high(table: Table) -> Lost:
    """A cell merged over two rows stands above its columns, but not as the header cell that was asked for."""
    table.insert_rows(TITLE_ROW, [[cell() for _ in TITLES]])
    table.merges = [(top, bottom + 1, left, right) for top, bottom, left, right in table.merges]
    groups = ("macros_group_header", "minerals_group_header", "vitamins_group_header")
    return failed(DET, *groups, "group_headers_centered_italic")


def number_bold_unit_not(table: Table) -> Lost:
    """The task wants the value bold; half of the cell is not."""
    row = table.row("Raw Cashews")
    table.grid[row][FAT] |= {
        "userEnteredValue": {"stringValue": "54.46 g"},
        "textFormatRuns": [{"format": {"bold": True}}, {"startIndex": 5, "format": {"bold": False}}],
    }
    return failed(DET, "over_10dv_bold")


def a_range_of_amounts(table: Table) -> Lost:
    """The task wants the smaller one: a range leaves open which amount is meant."""
    table.put(table.row("Onion Powder"), POTASSIUM, "11-12 mg")
    return lost("failed", FUZ, "potassium_values_match", points=6)


def excluded_on_a_note(table: Table) -> Lost:
    """A remark that pepper was left out is none of the ingredients."""
    table.grid.append([cell("Note: black pepper has no amount and was left out")])
    return {}


def excluded_without_amounts(table: Table) -> Lost:
    """Its name alone in a row of the table is listed all the same."""
    table.grid.append([cell("Freshly ground black pepper, to taste")])
    return failed(DET, "black_pepper_absent")


def white_in_one_of_the_filled_rows(table: Table) -> Lost:
    """A row with nothing but a link is one of an ingredient, and lacks the colour."""
    table.grid.append([cell("Olive oil"), cell("none")])
    return failed(FUZ, "macros_same_color", "minerals_same_color", "vitamins_same_color")


def no_group_header_row(table: Table) -> Lost:
    """The colours and the order do not need the headers."""
    del table.grid[GROUP_ROW]
    table.merges.clear()
    groups = ("macros_group_header", "minerals_group_header", "vitamins_group_header")
    return failed(DET, *groups, "group_headers_centered_italic")


OTHER = [
    amounts_before_the_links,
    another_word_for_the_group,
    group_headers_two_rows_high,
    number_bold_unit_not,
    a_range_of_amounts,
    excluded_on_a_note,
    excluded_without_amounts,
    white_in_one_of_the_filled_rows,
    no_group_header_row,
]


@pytest.mark.parametrize("variant", OTHER, ids=lambda v: v.__name__)
def test_other_outcomes(grade, variant: Callable[[Table], Lost]) -> None:
    table = full_score(1)
    expected = variant(table)
    assert grade(table, judge=NoJudge()).differing() == expected


# What changes no outcome, of a table with faults in every checkpoint.


def flawed() -> Table:
    table = full_score(1)
    table.style(GROUP_ROW, CALCIUM, italic=False)
    table.fill(FIRST + 2, VIT_A, "FFFFFF")
    table.put(table.row("Garlic"), LABEL, "Shallots")
    table.put(table.row("Sea Salt"), LINK, "https://example.org/salt")
    table.put(table.row("Lemon Juice"), POTASSIUM, 60)
    table.put(table.row("Water"), SODIUM, None)
    table.style(table.row("Raw Cashews"), IRON, bold=False)
    table.answer("ingredient_row", "no")
    return table


@pytest.fixture(scope="module")
def flaws(grade) -> Lost:
    found = grade(flawed()).differing()
    assert {key for key in found if not key.endswith("_values_match")} == {
        "group_headers_centered_italic",
        "vitamins_same_color",
        "garlic_row_present",
        "garlic_link_valid",
        "sea_salt_link_valid",
        "over_10dv_bold",
    }
    return found


def groups_in_another_order(table: Table, chance: random.Random) -> None:
    """The published rubric asks for the order within the groups."""
    groups = list(SPANS.values())
    chance.shuffle(groups)
    order = [LABEL, LINK, *(column for span in groups for column in range(*span))]
    table.grid = [[row[column] for column in order] for row in table.grid]
    table.merges = [(0, 1, order.index(start), order.index(end - 1) + 1) for start, end in SPANS.values()]


def further_columns(table: Table, chance: random.Random) -> None:
    """Behind the group that they stand next to, or between groups; in front they would change the places."""
    for at in sorted(chance.sample([13, VIT_A, CALCIUM], 2), reverse=True):
        title = cell(f"Remark {at}", bold=True, borders=LINE)
        table.insert_column(at, [cell(), title, *(cell(chance.choice(["x", 7, None])) for _ in table.grid[2:])])


def rows_shuffled(table: Table, chance: random.Random) -> None:
    body = table.grid[FIRST + 1 :]
    chance.shuffle(body)
    table.grid[FIRST + 1 :] = body


def moved(table: Table, chance: random.Random) -> None:
    for _ in range(chance.randint(1, 3)):
        blank_column(table, 0)
    table.insert_rows(0, [[cell() for _ in table.grid[0]] for _ in range(chance.randint(1, 6))])


def title_row(table: Table, chance: random.Random) -> None:
    title = cell(chance.choice(["Cashew cream", "Nutrients per ingredient (link, iron and all)"]))
    table.insert_rows(0, [[title, *(cell() for _ in TITLES[1:])]])


def unrelated_tab(table: Table, chance: random.Random) -> None:
    tab = {"Shopping": [["Ingredients", "Shop"], ["Cashews", "market"], ["Pepper", "at home"]]}
    table.title = "Table"
    table.more_tabs, table.before = (tab, {}) if chance.random() < 0.5 else ({}, tab)


def locale(table: Table, chance: random.Random) -> None:
    name = chance.choice(["de_DE", "fr_FR", "en_GB"])
    table.more = [{"updateSpreadsheetProperties": {"properties": {"locale": name}, "fields": "locale"}}]


def formulas(table: Table, chance: random.Random) -> None:
    for row in range(FIRST, len(table.grid)):
        for column in range(CARBS, VIT_C + 1):
            value = table.grid[row][column]["userEnteredValue"].get("numberValue")
            if value is not None:
                table.put(row, column, f"={value!r}*{chance.choice([1, '4/4'])}")


def as_texts(table: Table, chance: random.Random) -> None:
    for row in range(FIRST, len(table.grid)):
        for column in range(CARBS, VIT_C + 1):
            value = table.grid[row][column]["userEnteredValue"].get("numberValue")
            if value is not None:
                table.put(row, column, chance.choice([f"{value:,}", f"{value:,} ", f"{value:.4f}".replace(".", ",")]))


INVARIANT = [
    groups_in_another_order,
    further_columns,
    rows_shuffled,
    moved,
    title_row,
    unrelated_tab,
    locale,
    formulas,
    as_texts,
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("change", INVARIANT, ids=lambda c: c.__name__)
def test_nothing_changes(grade, flaws: Lost, change, seed: int) -> None:
    table = flawed()
    change(table, random.Random(seed))
    assert grade(table).differing() == flaws
