"""What becomes of the steps when the judge, pages, visits or the sheet itself are missing or damaged."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.bench import patched
from familykit.hostile import corruptions

from pytest_knows.errors import JudgeError
from pytest_knows.judge import NoJudge

from .building import ARTICLES, COLOURS, POINTS, colorhexa, full_score, html, photo_of, store_of
from .outcomes import DET, LIST, MATRIX, PALETTES, STR, WEB, blank, errors


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
@pytest.mark.parametrize(
    ("instance", "judged"),
    [(1, ()), (4, ("mood_sentence", "mood_content", "palette_names")), (5, ("checklist_items",))],
)
def test_without_a_judge(grade, instance, judged, judge, open_):
    """Only what is looked at, felt or made up needs one here."""
    assert grade(full_score(instance), judge=judge).differing() == open_("fill_visual", "image_correct", *judged)


def test_doubtful_words_without_a_judge(grade):
    """Dreams are of no family and on no page, the objects are not known, one header is another name of a colour."""
    one = full_score(1)
    for row in one.listed:
        row[0] = row[0].replace(" Blue", " Dream").replace(" Green", " Dream").replace(" Red", " Dream")
    for row in one.objects:
        row[0] = f"Thing {row[0]}"
    one.header[1:] = ["Dark blue", *(row[0] for row in one.listed[1:])]
    results = grade(one, judge=NoJudge())
    open_ = ungraded("colour_family", "objects", "header_match", "fill_visual", "image_correct")
    words = {"article_relevant", "store_relevant", "fill_colorhexa"}
    assert {slug: brief for slug, brief in results.differing().items() if slug not in words} == open_
    assert {results[slug].outcome.value for slug in words} == {"ungraded"}


# -- pages -------------------------------------------------------------------------------------------------------------


def test_no_pages(grade):
    """Nothing was recorded: the world's fault. CSS knows five of the colours; addresses tell of both articles."""
    one = full_score(1)
    one.pages = {}
    assert grade(one).differing() == (
        world_error("article_reachable", "article_relevant", "store_reachable", "store_relevant", "image_correct")
        | errors(fill_colorhexa=2)
    )


@pytest.mark.parametrize("page", [404, 410, {"error": "dns: the host does not exist"}])
def test_dead_pages(grade, page):
    """Links that lead nowhere are the agent's fault, and so are pictures that nobody sees."""
    one = full_score(1)
    one.pages = dict.fromkeys(one.pages, page)
    assert grade(one).differing() == (
        failed(WEB, "articles_researched")
        | failed(DET, "article_reachable", "article_relevant", "store_reachable", "store_relevant", "image_correct")
        | errors(fill_colorhexa=2)
    )


@pytest.mark.parametrize("page", [403, 429, {"error": "timed out"}, {"error": "a page for robots ('just a moment')"}])
def test_unreadable_pages(grade, page):
    """Whether they are there is not known; titles of the articles stand in their addresses."""
    one = full_score(1)
    one.pages = dict.fromkeys(one.pages, page)
    assert grade(one).differing() == (
        world_error("article_reachable", "article_relevant", "store_reachable", "store_relevant", "image_correct")
        | errors(fill_colorhexa=2)
    )


def test_some_unreadable_pages(grade):
    """The others are checked; those that cannot be are left out of "all links work"."""
    one = full_score(1)
    one.pages[ARTICLES[0]] = one.pages[store_of("Sky Blue")] = one.pages[photo_of("Bouquet", "Sky Blue")] = 429
    assert grade(one).differing() == errors(article_relevant=5, store_relevant=9, image_correct=9)


def test_a_failure_and_an_unreadable_page(grade):
    """One item fails by the agent's fault: the step fails, whatever could not be checked besides."""
    one = full_score(1)
    one.pages[store_of("Sky Blue")], one.pages[store_of("Navy Blue")] = 429, 404
    assert grade(one).differing() == failed(DET, "store_reachable") | {"store_relevant": ("failed", DET, 8)}


@pytest.mark.parametrize("status", [500, 503])
def test_pictures_behind_a_failing_server(grade, status):
    one = full_score(1)
    one.pages[photo_of("Bouquet", "Sky Blue")] = status
    assert grade(one).differing() == errors(image_correct=9)


@pytest.mark.parametrize(
    ("page", "slugs"),
    [
        (html("404", ""), {"reachable"}),
        (html("Error 404 - Not Found", "Back to the shop"), {"reachable"}),
        (html("Shop", "Sorry, the page you are looking for can\u2019t be found."), {"reachable"}),
        ({"body": b"  "}, {"reachable"}),
        (html("Sky Blue 404", "Sky Blue paint, page 404 of the book"), set()),
    ],
)
def test_pages_that_say_that_they_are_not_there(grade, page, slugs):
    one = full_score(1)
    one.pages[store_of("Sky Blue")] = page
    expected = failed(DET, "store_reachable") | {"store_relevant": ("failed", DET, 9)}
    assert grade(one).differing() == (expected if slugs else {})


def test_a_page_without_text(grade):
    """A picture of a swatch is there, but nobody can read of what it is."""
    one = full_score(1)
    one.pages[store_of("Sky Blue")] = b"\x89PNG\r\n\x1a\n"
    assert grade(one).differing() == errors(store_relevant=9)


# -- visits ------------------------------------------------------------------------------------------------------------


def test_visits_not_recorded(grade):
    one = full_score(1)
    one.visited = None
    assert grade(one).differing() == world_error("articles_researched")


def test_no_visits(grade):
    one = full_score(1)
    one.visited = []
    assert grade(one).differing() == failed(WEB, "articles_researched")


OTHER = "https://example.org/ten-shades"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (html("Ten shades", "For every bride"), {}),
        (html("Ten shades", "For every kitchen"), failed(WEB, "articles_researched")),
        (404, failed(WEB, "articles_researched")),
        (403, world_error("articles_researched")),
        ({"error": "timed out"}, world_error("articles_researched")),
    ],
)
def test_a_page_whose_title_tells_nothing(grade, page, expected):
    """The judge reads it if it speaks of weddings at all."""
    one = full_score(1)
    one.visited, one.pages[OTHER] = [ARTICLES[0], OTHER], page
    one.answer("article_topic", True)
    results = grade(one)
    assert results.differing() == expected
    if not expected:
        assert results["articles_researched"].mechanism == "llm_vlm_judgement"


def test_a_page_whose_title_tells_nothing_without_a_judge(grade):
    one = full_score(1)
    one.visited, one.pages[OTHER] = [ARTICLES[0], OTHER], html("Ten shades", "For every bride")
    assert grade(one, judge=NoJudge()).differing() == ungraded("articles_researched", "fill_visual", "image_correct")


# -- the sheet ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("instance", [4, 5])
def test_blank(grade, instance):
    """Nothing passes and nothing is an error."""
    one = full_score(instance)
    one.tabs, one.visited = {"Sheet1": []}, None
    extra = {
        4: missing_dependency("mood_present", "mood_sentence", "mood_content", "mood_unique", "palette_names"),
        5: failed(STR, "checklist_tab")
        | missing_dependency("palette_labels", "checklist_items", "checklist_columns", "checklist_cells"),
    }
    assert grade(one, judge=NoJudge()).differing() == blank() | extra[instance]


def test_two_names(grade):
    """The smallest list: a list at the top left, and nothing more."""
    one = full_score(1)
    one.tabs = {"Sheet1": [["Navy Blue"], ["Sky Blue"]]}
    results = grade(one)
    earned = {slug for slug, result in results.items() if result.points}
    assert earned == {"list_vertical", "list_top_left", "colour_family", "articles_researched"}
    assert results.outcomes == {"passed", "failed"}
    assert {*LIST, *MATRIX, *PALETTES} - earned <= set(results.differing())


def test_50_000_cells(grade):
    """A long list, a wide matrix and a palette tab of 10,000 rows: graded like a short one."""
    one = full_score(1)

    def edit(raw):
        colours, palettes = (tab["data"][0]["rowData"] for tab in raw["sheets"])
        for row in colours:
            row.setdefault("values", []).extend({"formattedValue": f"note {place}"} for place in range(100))
        colours += [{"values": colours[1]["values"][:4]} for _ in range(2000)]
        palettes += [{"values": palettes[place % 10]["values"]} for place in range(13_000)]

    one.edit = edit
    results = grade(one)
    assert results.maximum == POINTS[1]
    assert not {"list_vertical", "min_colours", "palette_rows", "palette_width"} & set(results.differing())


@pytest.mark.parametrize("instance", [1, 4, 5])
def test_damaged_json(bench, base, instance):
    """Whatever is in it, every step is reported, and no exception is ours."""
    snapshot = bench.twin(base(instance))
    rules = [{"key": "header_name", "answer": "no"}, {"key": "*", "answer": False}]
    for raw in corruptions(snapshot.json("artifact/file.json"), 8, seed=instance):
        results = bench.grade(patched(snapshot, lambda _, raw=raw: raw), judge=rules)
        assert results.maximum == POINTS[instance]
        assert not [slug for slug, result in results.items() if result.details]


@pytest.mark.parametrize("raw", [[], {}, {"sheets": 3}, {"sheets": [None, {"data": [{"rowData": [{"values": 1}]}]}]}])
def test_no_spreadsheet_at_all(grade, raw):
    one = full_score(5)
    one.edit = lambda _: raw
    results = grade(one, judge=NoJudge())
    assert (results.points, results.maximum) == (0, POINTS[5])
    assert results.outcomes == {"failed"}


def test_colorhexa_by_its_title_alone(grade):
    """What CSS does not know is decided by the page of the fill, what nobody calls so by the judge."""
    one = full_score(1)
    one.pages |= {colorhexa(colour): html(f"Vivid {place} / x", "") for place, colour in enumerate(COLOURS[1].values())}
    one.answer("colorhexa_name", False)
    results = grade(one)
    assert results.differing() == {"fill_colorhexa": ("failed", "llm_vlm_judgement", 2)}
