"""What the world, a missing resource or a malformed document makes of each step."""

from __future__ import annotations

import random

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.bench import rewritten
from familykit.pictures import picture
from PIL import Image

from pytest_knows.judge import NoJudge

from .building import (
    DET,
    FUZ,
    LLM,
    PHOTO,
    POINTS,
    STEPS,
    STR,
    TIPS_PAGE,
    Answers,
    body,
    contents,
    cookbook,
    html,
    on,
    paragraph,
    picture_at,
    replaced,
    tab,
    with_recipe,
    write_gold,
)

EXTRAS = (2, 3, 4)
SOURCE = cookbook(1).recipes[1].source


def slugs(*names):
    return [slug for recipe in EXTRAS for slug in on(recipe, *names)]


# -- Resources ---------------------------------------------------------------------------------------------------------


def test_without_a_judge(kitchen, bench):
    results = bench.grade(kitchen.base(1), judge=NoJudge(), gold=kitchen.gold)
    assert results.differing() == ungraded(
        "original_tips_relevant",
        "original_photo_legible",
        *slugs("distinct", "ingredients_match", "preparation_match", "info_match"),
    )


def test_without_gold(kitchen, bench):
    results = bench.grade(kitchen.base(1), judge=Answers(cookbook(1)))
    steps = ("ingredients", "preparation", "photo_provenance", "photo_legible")
    assert results.differing() == ungraded(*(f"original_{name}" for name in steps))


def test_what_is_not_there_fails_without_gold(kitchen, bench):
    """The agent's omission needs no archive to be seen."""
    book = with_recipe(cookbook(5), 1, tips=[], photo=b"", ingredients=[], preparation=[])
    results = bench.grade(kitchen.freeze(book), judge=Answers(book))
    assert results.differing() == {
        **failed(STR, "original_ingredients", "original_preparation", "original_tips_relevant"),
        **failed(STR, "original_photo_provenance"),
        **missing_dependency("original_tips_urls", "original_tips_quoted", "visited_tip_sources"),
        **missing_dependency("original_photo_fits_slot", "original_photo_legible"),
    }


def test_gold_that_lacks_or_spoils_files(kitchen, bench, tmp_path):
    gold = write_gold(tmp_path, without=("gold_prepsteps.txt",), original_image_png=b"GIF89a")
    results = bench.grade(kitchen.base(1), judge=Answers(cookbook(1)), gold=gold)
    assert results.differing() == world_error(
        "original_preparation", "original_photo_provenance", "original_photo_legible"
    )


def test_without_a_trace(kitchen, bench):
    base = cookbook(1)
    base.visited = None
    assert kitchen.lost(base) == world_error("visited_tip_sources", "visited_recipe_sources")


def test_without_a_rendering(kitchen, bench):
    snapshot = cookbook(1).freeze(bench)
    results = kitchen.grade_snapshot(snapshot, cookbook(1))
    assert results.differing() == world_error(*slugs("distinct"))
    none = rewritten(snapshot, {}, renderer="none")
    assert kitchen.grade_snapshot(none, cookbook(1)).differing() == ungraded(*slugs("distinct"))


def test_an_export_that_shows_no_recipe(kitchen, tmp_path):
    """A page without a word says nothing of how recipes look."""
    Image.new("RGB", (612, 792), "white").save(tmp_path / "page.pdf")
    snapshot = rewritten(
        cookbook(1).freeze(kitchen.bench), {"artifact/export.pdf": (tmp_path / "page.pdf").read_bytes()}
    )
    assert kitchen.grade_snapshot(snapshot, cookbook(1)).differing() == world_error(*slugs("distinct"))


def test_pictures_that_cannot_be_read(kitchen):
    """Another picture beside it is the photo, so the damage does not matter; alone it does."""

    def edit(raw):
        _, embedded = picture_at(raw, 1)
        embedded["imageProperties"]["contentUri"] = "https://example.invalid/gone"

    lost = world_error("original_photo_provenance", "original_photo_fits_slot", "original_photo_legible")
    assert kitchen.changed(edit, same_photo=False).differing() == lost

    def second(raw):
        element, _ = picture_at(raw, 1)
        key = "kix.second"
        tab(raw)["inlineObjects"][key] = {"inlineObjectProperties": {"embeddedObject": {"imageProperties": {}}}}
        runs = element["paragraph"]["elements"]
        runs.insert(1, {"inlineObjectElement": {"inlineObjectId": key}})

    assert kitchen.changed(second).differing() == {}


# -- Pages -------------------------------------------------------------------------------------------------------------


def test_without_any_page(kitchen, bench):
    book = cookbook(1)
    book.pages = {}
    assert kitchen.lost(book) == world_error(
        "original_tips_urls", "original_tips_quoted", *slugs("source_url"), *(s for r in EXTRAS for s in contents(r))
    )


@pytest.mark.parametrize(
    "page",
    [404, 410, 400, {"error": "dns: the host does not exist"}, {"error": "connection: [Errno 111] Connection refused"}],
)
def test_pages_that_are_not_there(kitchen, page):
    results = kitchen.changed(None, pages={TIPS_PAGE: page, SOURCE: page})
    assert results.differing() == {
        **failed(DET, "original_tips_urls", "extra_source_url_r2"),
        **missing_dependency("original_tips_quoted", *contents(2)),
    }


@pytest.mark.parametrize(
    "page", [429, 503, 401, {"error": "timeout: 30 s"}, {"error": "wall: a captcha", "status": 429}]
)
def test_pages_of_which_nobody_knows(kitchen, page):
    results = kitchen.changed(None, pages={TIPS_PAGE: page, SOURCE: page})
    assert results.differing() == world_error(
        "original_tips_urls", "original_tips_quoted", "extra_source_url_r2", *contents(2)
    )


@pytest.mark.parametrize(
    "page", [403, 405, {"error": "wall: a page for robots"}, b"\x89PNG no page", html("<script>draw()</script>")]
)
def test_pages_that_are_there_and_cannot_be_read(kitchen, page):
    """Blocked or without words: reachable, and the judge says whether what stands there is plausible."""
    pages = {TIPS_PAGE: page, SOURCE: page}
    results = kitchen.changed(None, pages=pages)
    assert results.differing() == {}
    assert results.brief("original_tips_quoted") == ("passed", LLM, 1)
    no = kitchen.changed(None, pages=pages, plausible_quote=False, plausible_tips=False, photo_of_dish=False)
    assert no.differing() == failed(LLM, "original_tips_quoted", *on(2, "tips_quoted", "photo"))


def test_one_of_two_sources(kitchen):
    """A reachable source is enough whatever became of the other; a lost one does not excuse that none is there."""
    edit = replaced((SOURCE, f"{SOURCE} and https://other.example.net/squash"))
    assert kitchen.changed(edit, pages={"https://other.example.net/squash": 503}).differing() == {}
    gone = kitchen.changed(edit, pages={"https://other.example.net/squash": 503, SOURCE: 404})
    assert gone.differing() == world_error("extra_source_url_r2", *contents(2))


def test_what_the_freeze_has_to_fetch(kitchen, rubric):
    """Sources and their pictures; an archived copy of what could not be read."""
    from pytest_knows.grading import Grader
    from pytest_knows.grading.named import named

    book = cookbook(1)
    results = []
    for page in (book.pages[SOURCE], 403, 404):
        book.pages = {**book.pages, SOURCE: page}
        wanted, problem = named(Grader(rubric, rubric.tasks[0], book.freeze(kitchen.bench)))
        assert problem == ""
        assert {TIPS_PAGE, SOURCE} <= set(wanted)
        results.append((book.recipes[1].picture_url in wanted, f"https://web.archive.org/web/2/{SOURCE}" in wanted))
    assert results == [(True, False), (False, True), (False, False)]


# -- Documents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("instance", [1, 4, 5])
def test_a_blank_document(kitchen, bench, instance):
    """Nothing passes, and nothing is the world's fault, whatever else is missing."""
    book = cookbook(instance)
    book.blocks, book.pages, book.columns, book.visited = [], {}, 1, None
    results = bench.grade(book.freeze(bench), judge=NoJudge())
    others = [slug for slug in results if slug != "original_title"]
    assert results.differing() == failed(DET, "original_title") | missing_dependency(*others)
    assert (len(results), results.maximum) == (STEPS[instance], POINTS[instance])


def test_the_template_as_it_is(kitchen, bench):
    """The first recipe has the template's own texts: what can be seen of it fails."""
    info = ["Ready in 20 minutes", "Serves 8 people", "280 calories"]
    lorem = "Lorem ipsum dolor sit amet"
    more = {"ingredients": [lorem], "preparation": [f"{lorem} consectetuer."], "tips": [], "photo": b"", "info": info}
    book = with_recipe(cookbook(1), 1, title="Strawberry Vanilla Pancakes", **more)
    lost = kitchen.grade_snapshot(book.freeze(bench, rendering=True), book, ingredients_transcribed=False).differing()
    assert lost == {
        **failed(DET, "original_title", "original_info_filled"),
        **failed(STR, "original_tips_relevant", "original_photo_provenance"),
        **failed(LLM, "original_ingredients"),
        **failed(FUZ, "original_preparation"),
        **missing_dependency("original_tips_urls", "original_tips_quoted", "visited_tip_sources"),
        **missing_dependency("original_photo_fits_slot", "original_photo_legible"),
    }


def test_a_copy_of_another_recipe(kitchen, bench):
    """It is compared with what it copies, page by page."""
    book = cookbook(1)
    book.columns = 1
    book.recipes[3] = book.recipes[2]
    notes = []
    snapshot = book.freeze(bench, rendering=True)
    kitchen.grade_snapshot(snapshot, book, distinct=lambda question: not notes.append("one page" in question.text))
    assert notes
    assert not any(notes)


@pytest.mark.parametrize("lines", [["Ingredients"], ["Ingredients", "Tips"], ["RECIPE"], ["x"] * 3])
def test_tiny_documents(kitchen, lines):
    results = kitchen.changed(lambda raw: body(raw).__setitem__(slice(1, None), [paragraph(line) for line in lines]))
    assert (len(results), results.maximum) == (51, 53)
    assert results.outcomes == {"failed"}


def test_a_huge_document(kitchen, bench):
    """A hundred more recipes, and a line of 200,000 characters: what is graded stays what it was."""

    def edit(raw):
        long = [element for element in body(raw)[1:] if "inlineObject" not in str(element)]
        body(raw).extend(long * 25)
        body(raw).append(paragraph("- (" * 70_000))
        body(raw).append(paragraph("source: https://x.example/ " * 5_000))

    assert kitchen.changed(edit).differing() == {}


@pytest.mark.parametrize("seed", range(10))
def test_malformed_documents(kitchen, seed):
    """Whatever is broken, every step is reported and none is a bug of ours."""
    dice = random.Random(seed)

    def spoil(value, depth=0):
        if dice.random() < 0.004 * depth:
            return dice.choice([None, [], {}, "x", -1, True, [None], {"content": 3}])
        if isinstance(value, dict):
            return {key: spoil(inner, depth + 1) for key, inner in value.items()}
        return [spoil(inner, depth + 1) for inner in value] if isinstance(value, list) else value

    results = kitchen.changed(spoil)
    assert (len(results), results.maximum) == (51, 53)
    assert not [result.details for result in results.values() if result.details]


def test_the_photo_beside_another_picture(kitchen):
    """Any picture of the first recipe may be the photo; the first one has to fit the template."""
    assert picture(2) != PHOTO

    def edit(raw):
        mine, _ = picture_at(raw, 1)
        other, _ = picture_at(raw, 2)
        place = body(raw).index(mine)
        body(raw).insert(place, other)

    assert kitchen.changed(edit).differing() == {}
