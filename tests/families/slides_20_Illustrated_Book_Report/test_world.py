"""No judge, no gold data, pages and pictures that fail: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, missing_dependency, partly, ungraded, world_error
from familykit.bench import Altered
from familykit.hostile import corruptions
from familykit.slides import Slide

from pytest_knows.evidence import urls
from pytest_knows.judge import NoJudge

from .building import DEPENDENCY, DET, FUZZY, LLM, WEB, YES, content, found, full_report, of, page, source, traits

PLACES = range(1, 6)
REFUSED = {"error": "timed out"}


def every(step):
    return [f"{step}_{place}" for place in PLACES]


def with_pages(desk, pages):
    report = full_report()
    report.pages.update(pages)
    return report


# -- Judge, gold data, pictures ----------------------------------------------------------------------------------------


def test_without_a_judge(desk):
    """Sentences that stand on the page are backed without one."""
    expected = ungraded("cover_image", "photo_above_both", "author_photo", *every("bullets_are_traits"))
    assert desk.lost(desk.full(), judge=NoJudge()) == expected


@pytest.mark.fault("slides_20/own-3")
@pytest.mark.parametrize("judge", [NoJudge(), ()])
def test_a_title_without_the_judges_word(desk, judge):
    """It holds the whole name and nothing of the book's, so the slide is graded. A judge that failed is an error of the
    step that says whose slide it is; one that was never asked for leaves the words to decide."""
    results = desk.grade(desk.retitled({1: "Darrow, a Helldiver of the Lykos mines"}), judge=judge)
    assert (results["bullet_count_1"].outcome, results["source_at_bottom_1"].outcome) == ("passed", "passed")
    assert results["character_valid_1"].outcome == ("error" if judge == () else "passed")


@pytest.mark.fault("slides_20/own-3")
@pytest.mark.parametrize(
    "title",
    ["How Cassius became an enemy of the Reaper", "Mickey, the Carver of Red Rising and his knives"],
)
def test_a_title_that_only_a_judge_can_place(desk, title):
    """Nobody knows whether the fifth character is there: open, not failed."""
    snapshot = desk.retitled({5: title})
    results = desk.grade(snapshot, judge=NoJudge())
    assert {slug: outcome for slug, outcome in results.differing().items() if slug.endswith("_5")} == ungraded(*of(5))


@pytest.mark.fault("slides_20/own-1")
@pytest.mark.parametrize("judge", [YES, NoJudge()])
def test_without_gold_data(desk, judge):
    """The characters are among the rubric's facts, the examples of the author's photo are not."""
    results = desk.grade(desk.full(), judge=judge, gold=False)
    assert results.brief("author_photo") == ("ungraded", "not_graded", 0)
    assert results["character_valid_1"].outcome == "passed"


@pytest.mark.parametrize("files", [{}, {"1.png": b"no picture"}])
def test_gold_data_without_a_readable_photo(desk, tmp_path, files):
    folder = tmp_path / "slides_20_Illustrated_Book_Report/instance_1/data/author-photos"
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder.parent / "gold_characters.txt").write_text("Darrow")
    assert desk.lost(desk.full(), gold=tmp_path) == world_error("author_photo")


def test_pictures_that_were_not_recorded(desk):
    """Backgrounds, too: two that are not known may be one and the same; from colours they differ."""

    def edit(raw):
        for slide, name in ((0, "cover"), (6, "photo")):
            found(raw, slide, name)["image"]["contentUrl"] = "https://gone.example.org/x.png"
        for slide, url in ((2, "https://gone.example.org/y.png"), (3, "https://gone.example.org/z.png")):
            fill = {"stretchedPictureFill": {"contentUrl": url}}
            raw["slides"][slide]["pageProperties"]["pageBackgroundFill"] = fill

    lost = desk.lost(desk.edited(edit))
    open_ = ("cover_image", "photo_above_both", "author_photo", "unique_background_2", "unique_background_3")
    assert lost == world_error(*open_)


# -- Pages -------------------------------------------------------------------------------------------------------------


def test_no_pages_were_recorded(desk):
    report = full_report()
    report.pages = {}
    assert desk.lost(report) == world_error(*every("traits_supported"))


@pytest.mark.parametrize("answer", [404, 410, {"error": "dns: the host does not exist"}])
def test_a_dead_source_is_the_agents(desk, answer):
    assert desk.lost(with_pages(desk, {source(1, 2): answer})) == failed(DET, "traits_supported_2")


@pytest.mark.parametrize("answer", [403, 429, 500, REFUSED, "<p>Checking your browser</p>", b"\x89PNG\r\n\x1a\n"])
def test_a_source_that_cannot_be_read_is_an_error(desk, answer):
    """Blocked, broken, timed out, a wall of a few words, no text at all."""
    assert desk.lost(with_pages(desk, {source(1, 2): answer})) == world_error("traits_supported_2")


@pytest.mark.fault("slides_20/own-9")
def test_an_archived_copy_of_a_source(desk):
    """What could not be read may be read there; what is dead stays dead."""
    for answer, lost in ((403, {}), (404, failed(DET, "traits_supported_2"))):
        copy = {urls.archived(source(1, 2)): page(traits("Eo"))}
        assert desk.lost(with_pages(desk, {source(1, 2): answer, **copy})) == lost


def two_sources(second):
    report = full_report()
    report.write(2, [*traits("Eo")[:2], "Eo breeds white horses and sells them to the richest houses."])
    report.cite(2, f"{source(1, 2)}\nhttps://other.example.org/eo", {})
    report.pages["https://other.example.org/eo"] = second
    return report


@pytest.mark.parametrize(
    ("second", "lost"),
    [
        (404, partly(LLM, traits_supported_2=6)),  # the dead one backs nothing
        (page(["Nothing on horses."]), partly(LLM, traits_supported_2=6)),
        (page(["Eo breeds white horses and sells them to the richest houses."]), {}),
        (503, {"traits_supported_2": ("error", "execution_error", 6)}),  # what it says is not known
    ],
)
def test_one_source_of_two(desk, second, lost):
    judge = ({"key": "trait_supported", "answer": False}, *YES)
    assert desk.lost(two_sources(second), judge=judge) == lost


def test_a_link_to_a_picture_is_no_source_of_traits(desk):
    report = full_report()
    report.cite(3, "https://img.example.org/mustang.JPG?x=1", {})
    assert desk.lost(report) == missing_dependency("traits_supported_3")


def test_the_judge_sees_the_passages_that_matter_of_a_long_page(desk):
    report = full_report()
    report.write(1, [*traits("Darrow")[:2], "Fond of old clockwork toys"])
    long = [f"Day {number} brought rain and a fair wind from the west of the island." for number in range(2000)]
    report.pages[source(1, 1)] = page([*traits("Darrow"), *long, "He collects clockwork toys.", *long])
    judge = ({"key": "trait_supported", "contains": "collects clockwork toys", "answer": True}, *YES)
    assert desk.lost(report, judge=judge) == {}


# -- The trace ---------------------------------------------------------------------------------------------------------


def test_no_trace(desk):
    report = full_report()
    report.visited = None
    assert desk.lost(report) == world_error("references_visited")


def test_an_empty_trace_and_no_links(desk):
    report = full_report()
    report.visited = []
    assert desk.lost(report) == failed(WEB, "references_visited")
    report.slides[7] = Slide({}, title="References")
    assert desk.lost(report) == {
        "three_references": ("failed", "structural", 0),
        "references_visited": ("failed", DEPENDENCY, 0),
    }


# -- What the freeze is to fetch ---------------------------------------------------------------------------------------


def test_the_freeze_is_told_of_addresses_that_are_mere_text(desk):
    report = full_report()
    report.cite(1, "Source: www.example.org/darrow", {})
    report.pages[source(1, 2)] = 403
    named = desk.bench.named(desk.freeze(report))
    assert {"www.example.org/darrow", urls.archived(source(1, 2)), "https://www.piercebrown.com/"} <= set(named)
    assert urls.archived(source(1, 3)) not in named


# -- Hostile artifacts -------------------------------------------------------------------------------------------------


def whole(results):
    return len(results) == 40 and results.maximum == 130


def altered(desk, value):
    return Altered(desk.full(), {"artifact/file.json": json.dumps(value).encode()})


@pytest.mark.parametrize("value", [{}, [], None, {"slides": 3}, {"slides": []}, {"slides": [{}, None]}])
def test_what_is_no_deck_is_a_blank_one(desk, value):
    results = desk.grade(altered(desk, value), judge=NoJudge())
    assert whole(results)
    assert (results.outcomes, results.points) == ({"failed"}, 0)


def test_a_deck_without_slides(desk):
    missing = missing_dependency(*of(1), *of(2), *of(3), *of(4), *of(5), "author_photo", "references_visited")
    missing |= missing_dependency("name_at_bottom", "title_above_name", "photo_above_both")
    assert desk.lost(altered(desk, {"slides": []})) == {
        **missing,
        **failed(DET, "reporter_name", "author_name"),
        **failed(FUZZY, "book_title"),
        **failed("structural", "cover_image", "three_references"),
    }


def test_a_title_slide_only(desk):
    def edit(raw):
        del raw["slides"][1:]

    results = desk.grade(desk.edited(edit))
    assert whole(results)
    assert results.points == 6


def test_a_deck_of_300_slides(desk):
    """The characters again and again, and slides on nobody, between the characters and the author."""

    def edit(raw):
        more = []
        for number in range(292):
            text = json.dumps(raw["slides"][1 + number % 5]).replace("slide_", f"more{number}_")
            more.append(json.loads(text))
            if number % 2:
                more[-1]["pageElements"][0]["shape"]["text"] = content([f"Chapter {number} of the story"])
        raw["slides"][6:6] = more

    results = desk.grade(desk.edited(edit))
    assert results.differing() == {}


def test_malformed_decks(desk):
    for deck in corruptions(desk.full().json("artifact/file.json"), 10):
        assert whole(desk.grade(altered(desk, deck)))
