"""Full score in every instance, and the specification's mutations: exactly the named steps, the named mechanism."""

from __future__ import annotations

import pytest
from familykit import failed, partly
from familykit.outcomes import Lost

from pytest_knows.judge import NoJudge

from .building import (
    DET,
    FUZ,
    INSTANCES,
    MPA,
    OSCARS,
    POINTS,
    SCORE,
    STR,
    WEB,
    Sheet,
    cell,
    full_score,
    title_url,
)


@pytest.mark.parametrize("instance", INSTANCES)
def test_full_score(grade, instance: int) -> None:
    """Without a judge: nothing needs one."""
    results = grade(full_score(instance), judge=NoJudge())
    assert results.differing() == {}
    assert (results.points, results.maximum) == (POINTS[instance], POINTS[instance])
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    assert mechanisms["required_columns"] == mechanisms["unique_movies"] == mechanisms["no_blank_cells"] == DET
    assert mechanisms["columns_in_order"] == mechanisms["five_movies"] == mechanisms["sorted"] == STR
    assert mechanisms["imdb_visited"] == WEB
    assert mechanisms["genre_ok"] == mechanisms["oscars_ok"] == mechanisms["mpa_ok"] == DET
    assert mechanisms["score_ok"] == mechanisms["highest_green"] == mechanisms["lowest_red"] == FUZ


def mutation_1(sheet: Sheet) -> Lost:
    sheet.visited.remove(title_url("tt0172495"))
    gated = ("genre_ok", "oscars_ok", "score_ok", "mpa_ok")
    return partly(WEB, imdb_visited=8) | partly("dependency_not_evaluated", **dict.fromkeys(gated, 8))


def mutation_2(sheet: Sheet) -> Lost:
    sheet.put(2, OSCARS, "Best Actor, Best Picture")
    return partly(DET, oscars_ok=8)


def mutation_3(sheet: Sheet) -> Lost:
    sheet.grid[1], sheet.grid[2] = sheet.grid[2], sheet.grid[1]
    return failed(STR, "sorted")


def mutation_4(sheet: Sheet) -> Lost:
    sheet.grid[4][SCORE] = cell(8.5)
    return partly(FUZ, score_ok=8)


def mutation_5(sheet: Sheet) -> Lost:
    sheet.put(1, MPA, "R")
    return partly(DET, mpa_ok=8)


def mutation_6(sheet: Sheet) -> Lost:
    sheet.style(5, SCORE, "FF0000")
    sheet.move_column(MPA, 6)
    return failed(FUZ, "lowest_red") | failed(STR, "columns_in_order")


MUTATIONS = [mutation_1, mutation_2, mutation_3, mutation_4, mutation_5, mutation_6]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_mutations(grade, mutation) -> None:
    sheet = full_score(1)
    expected = mutation(sheet)
    results = grade(sheet, judge=NoJudge())
    assert results.differing() == expected
    assert results.maximum == POINTS[1]


def test_mutation_of_instance_5(regrade) -> None:
    sheet = full_score(5)
    sheet.world(3, genres="Action, Crime")
    assert regrade(sheet).differing() == partly(DET, genre_ok=8) | failed(DET, "three_genres")
