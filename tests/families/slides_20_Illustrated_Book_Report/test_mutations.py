"""The full-score deck in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip

from .building import DET, FUZZY, LLM, POINTS, SPATIAL, STRUCT, WEB, YES, full_report, of, traits


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(desk, instance):
    results = desk.grade(desk.full(instance))
    assert results.differing() == {}
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert (len(results), results.points) == (40, 130)
    assert sorted(results.judge.asked) == ["author_photo", "cover", *["trait"] * 15], "no other question"
    mechanisms = {slug: result.mechanism.value for slug, result in results.items()}
    assert {mechanisms[slug] for slug in of(1)} == {DET, FUZZY, STRUCT, LLM, SPATIAL}
    assert [mechanisms[slug] for slug in of(2)] == [DET, FUZZY, STRUCT, LLM, SPATIAL, FUZZY]


def test_full_score_from_a_pptx_upload(desk, tmp_path):
    report = full_report()
    file = roundtrip(desk.bench.workspace, desk.file(report), tmp_path)
    assert desk.lost(desk.freeze(report, file)) == {}


def test_m1_name_too_high(desk):
    report = full_report()
    report.box(0, "name").y = 3_200_000
    assert desk.lost(report) == failed(SPATIAL, "name_at_bottom")


def test_m2_two_backgrounds_alike(desk):
    report = full_report()
    report.slides[3].background = report.slides[2].background
    assert desk.lost(report) == failed(FUZZY, "unique_background_2", "unique_background_3")


def test_m3_two_bullets(desk):
    report = full_report()
    report.write(1, traits("Darrow")[:2])
    assert desk.lost(report) == failed(STRUCT, "bullet_count_1")


def test_m4_source_above_the_bullets(desk):
    report = full_report()
    report.box(4, "footer").y = 900_000
    report.box(4, "footer").x = 4_600_000
    assert desk.lost(report) == failed(STRUCT, "source_at_bottom_4")


def test_m5_a_character_that_is_not_listed(desk):
    report = full_report()
    report.slides[5].title = "Lorn au Arcos"
    assert desk.lost(report) == missing_dependency(*of(5))


def test_m6_a_reference_that_was_not_visited(desk):
    report = full_report()
    report.visited.remove("https://www.piercebrown.com/")
    assert desk.lost(report) == failed(WEB, "references_visited")


def test_m7_an_invented_bullet(desk):
    report = full_report()
    report.write(2, [*traits("Eo")[:2], "Eo breeds white horses and sells them to the richest houses."])
    judge = [*YES, {"key": "trait_supported", "contains": "white horses", "answer": False}]
    results = desk.grade(report, judge=judge)
    assert results.differing() == partly(LLM, traits_supported_2=6)
    assert results.judge.asked.count("trait_supported") == 1


def test_m8_a_misspelt_author(desk):
    report = full_report()
    report.slides[6].title = "Pierce Bown"
    assert desk.lost(report) == failed(DET, "author_name")
