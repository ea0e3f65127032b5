"""Full score in every instance, and the specification's mutations: exactly the named steps, the named mechanism."""

from __future__ import annotations

import pytest
from familykit import failed, lost, missing_dependency
from familykit.outcomes import Lost

from pytest_knows.judge import NoJudge

from .building import (
    CALCIUM,
    CARBS,
    DET,
    FAT,
    FIRST,
    FUZ,
    GROUP_ROW,
    INSTANCES,
    IRON,
    LABEL,
    LINK,
    NUTRIENTS,
    POINTS,
    POTASSIUM,
    SODIUM,
    SPANS,
    STRUCTURAL,
    SUGAR,
    TITLE_ROW,
    WEB,
    Table,
    all_values,
    cell,
    colour_of,
    food_link,
    full_score,
    gold_rows,
    slug,
)


@pytest.mark.parametrize("instance", INSTANCES)
def test_full_score(grade, instance: int) -> None:
    """Without a judge and without a page of the food database: nothing needs them."""
    results = grade(full_score(instance), judge=NoJudge())
    assert results.differing() == {}
    assert (results.points, results.maximum) == (POINTS[instance], POINTS[instance])
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    assert mechanisms["ingredients_column_first"] == DET
    assert mechanisms["macros_alphabetical"] == STRUCTURAL
    assert mechanisms["macros_group_header"] == mechanisms["over_10dv_bold"] == DET
    assert mechanisms["vitamins_same_color"] == mechanisms["sodium_values_match"] == FUZ
    assert mechanisms["recipe_visited"] == WEB


def swap(table: Table, one: int, other: int) -> None:
    for row in table.grid[TITLE_ROW:]:
        row[one], row[other] = row[other], row[one]


def mutation_1(table: Table) -> Lost:
    swap(table, CALCIUM, IRON)
    return failed(STRUCTURAL, "minerals_alphabetical")


def mutation_2(table: Table) -> Lost:
    table.merges.pop()
    return failed(DET, "vitamins_group_header", "group_headers_centered_italic")


def mutation_3(table: Table) -> Lost:
    for row in range(FIRST, len(table.grid)):
        table.fill(row, SUGAR, "FFFFFF")
    return failed(FUZ, "macros_same_color")


def mutation_4(table: Table) -> Lost:
    del table.grid[table.row("Garlic")]
    return failed(DET, "garlic_row_present") | missing_dependency("garlic_link_valid") | all_values("failed", 6)


def mutation_5(table: Table) -> Lost:
    table.put(table.row("Sea Salt"), SODIUM, 500)
    return lost("failed", FUZ, "sodium_values_match", points=6)


def mutation_6(table: Table) -> Lost:
    table.visited.remove(food_link(171327))
    return failed(WEB, "onion_powder_usda_visited")


@pytest.mark.parametrize(
    "mutation", [mutation_1, mutation_2, mutation_3, mutation_4, mutation_5, mutation_6], ids=lambda m: m.__name__
)
def test_mutations(grade, mutation) -> None:
    table = full_score(1)
    expected = mutation(table)
    results = grade(table, judge=NoJudge())
    assert results.differing() == expected
    assert results.maximum == POINTS[1]


# Further ones, of steps that those leave out.


@pytest.mark.parametrize("name", ["carbohydrates", "fiber", "sodium", "vitamin_a"])
def test_no_such_column(grade, name: str) -> None:
    """A nutrient's column without a title: what asks for it or for its whole group is lost, the rest stands.

    No other title is unused, so that the judge is not asked. The merged header no longer stands above exactly the
    columns of the group where the lost one was its first.
    """
    table = full_score(1)
    column = CARBS + NUTRIENTS.index(name)
    table.put(TITLE_ROW, column, None)
    group, (start, end) = next((g.lower(), span) for g, span in SPANS.items() if column in range(*span))
    expected = failed(DET, f"{name}_column_present")
    expected |= missing_dependency(f"{group}_alphabetical", f"{group}_same_color", f"{name}_values_match")
    if column in (start, end - 1):
        expected |= failed(DET, f"{group}_group_header", "group_headers_centered_italic")
    assert grade(table, judge=NoJudge()).differing() == expected


def steps_of(table: Table, *checkpoints: str) -> list[str]:
    """The steps over the ingredients of the table."""
    return [f"{slug(name)}_{checkpoint}" for name in table.names for checkpoint in checkpoints]


def test_ingredients_column_missing(grade) -> None:
    table = full_score(1)
    table.put(TITLE_ROW, LABEL, None)
    expected = failed(DET, "ingredients_column_first", "link_column_second")
    expected |= missing_dependency(*steps_of(table, "row_present", "link_valid"), "black_pepper_absent")
    expected |= missing_dependency("macros_same_color", "minerals_same_color", "vitamins_same_color")
    expected |= missing_dependency("groups_distinct_colors", "over_10dv_bold")
    expected |= all_values("failed", 0, "dependency_not_evaluated")
    assert grade(table, judge=NoJudge()).differing() == expected


def test_link_column_missing(grade) -> None:
    table = full_score(1)
    table.put(TITLE_ROW, LINK, None)
    expected = failed(DET, "link_column_second") | missing_dependency(*steps_of(table, "link_valid"))
    assert grade(table, judge=NoJudge()).differing() == expected


def plain_group_header(table: Table) -> Lost:
    table.style(GROUP_ROW, CALCIUM, italic=False)
    return failed(DET, "group_headers_centered_italic")


def left_group_header(table: Table) -> Lost:
    del table.grid[GROUP_ROW][CALCIUM]["userEnteredFormat"]["horizontalAlignment"]
    return failed(DET, "group_headers_centered_italic")


def one_plain_title(table: Table) -> Lost:
    table.style(TITLE_ROW, IRON, bold=False)
    return failed(DET, "column_titles_bold")


def two_groups_of_one_colour(table: Table) -> Lost:
    for row in range(len(table.grid)):
        for column in range(CALCIUM, SODIUM + 1):
            table.fill(row, column, "FCE5D0")
    return failed(FUZ, "groups_distinct_colors")


def excluded_is_listed(table: Table) -> Lost:
    table.grid.append([cell("Black Pepper"), *(cell(None, colour_of(column)) for column in range(1, 13))])
    return failed(DET, "black_pepper_absent")


def link_elsewhere(table: Table) -> Lost:
    table.put(table.row("Garlic"), LINK, "https://www.nutritionvalue.org/Garlic_raw.html")
    return failed(DET, "garlic_link_valid")


def one_value_not_bold(table: Table) -> Lost:
    table.style(table.row("Raw Cashews"), FAT, bold=False)
    return failed(DET, "over_10dv_bold")


def bold_at_just_10_percent(table: Table) -> Lost:
    """Exactly 10 % does not exceed it; 230 mg are not near the gold amount either."""
    table.put(table.row("Garlic"), SODIUM, 230)
    table.style(table.row("Garlic"), SODIUM, bold=True)
    return failed(DET, "over_10dv_bold") | lost("failed", FUZ, "sodium_values_match", points=6)


def recipe_not_visited(table: Table) -> Lost:
    table.visited = [food_link(food) for _, food, _ in gold_rows(1)]
    return failed(WEB, "recipe_visited")


def value_off_by_a_fifth(table: Table) -> Lost:
    """20 % are allowed, not more: 1.2 * 893.2 = 1071.84."""
    table.put(table.row("Raw Cashews"), POTASSIUM, 1071.8)
    table.put(table.row("Raw Cashews"), FAT, 54.46 * 1.21)
    return lost("failed", FUZ, "fat_values_match", points=6)


MORE = [
    plain_group_header,
    left_group_header,
    one_plain_title,
    two_groups_of_one_colour,
    excluded_is_listed,
    link_elsewhere,
    one_value_not_bold,
    bold_at_just_10_percent,
    recipe_not_visited,
    value_off_by_a_fifth,
]


@pytest.mark.parametrize("mutation", MORE, ids=lambda m: m.__name__)
def test_further_mutations(grade, mutation) -> None:
    table = full_score(1)
    expected = mutation(table)
    assert grade(table, judge=NoJudge()).differing() == expected
