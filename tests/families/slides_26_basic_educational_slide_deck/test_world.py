"""No judge, pages and pictures that fail, odd and damaged decks: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, missing_dependency, partly, ungraded, world_error
from familykit.hostile import corruptions
from familykit.outcomes import lost as losing

from pytest_knows.judge import NoJudge

from .building import (
    DEPENDENCY,
    DET,
    LLM,
    SPATIAL,
    STEPS,
    STRUCT,
    YES,
    bullets,
    element,
    full_deck,
    image_url,
    retext,
    source_page,
    source_url,
)

JUDGED = (
    "background_image", "background_url", "topic_relevance", "info_from_source", "unique_headings", "paraphrased",
    "covers_concepts", "engagement", "image_relevant",
)  # fmt: skip
ALL_PAGES = [*map(source_url, range(1, 5)), *map(image_url, range(5))]
BLANK = {
    **missing_dependency(*STEPS),
    **failed(DET, "topic_big_bold", "presenter_name"),
    **failed(STRUCT, "background_image", "slide_count"),
    **failed(SPATIAL, "background_credit"),
}


def in_error(**points):
    return {slug: ("error", "execution_error", earned) for slug, earned in points.items()}


def test_without_a_judge(school):
    """Whether text was copied can be told without one, but whether it comes from the page cannot."""
    assert school.lost(school.full(), NoJudge()) == ungraded(*JUDGED)


def test_without_a_judge_two_equal_headings_fail(school):
    def repeat(raw):
        retext(element(raw, "slide_3_title"), "Lanterns of the harbour")

    lost = school.lost(school.edited(repeat), NoJudge())
    assert lost == {**ungraded(*JUDGED), **failed(DET, "unique_headings")}


def test_a_judge_that_does_not_answer(school):
    assert school.lost(school.full(), ()) == world_error(*JUDGED)


def test_without_a_judge_what_cannot_be_right_fails(school):
    deck = full_deck()
    deck.sheets[1:-1] = deck.sheets[1:2]
    deck.summary.heading, deck.summary.boxes = "", {"picture": deck.sheet(1).boxes["picture"]}
    del deck.sheet(1).boxes["citation"]
    lost = school.lost(deck, NoJudge())
    assert lost == {
        **ungraded("background_image", "background_url", "topic_relevance", "unique_headings", "image_relevant"),
        **failed(STRUCT, "slide_count"),
        **failed(SPATIAL, "citation_lower_left"),
        **missing_dependency("info_from_source", "paraphrased"),
        **failed(DET, "covers_concepts", "summary_original", "engagement"),
    }
    missing = school.with_pages(dict.fromkeys(map(image_url, range(5)), 404))
    lost = school.lost(missing, NoJudge())
    assert lost["background_url"] == lost["image_url"] == ("failed", DET, 0)


def test_without_pages(school):
    """Half of the points for own words stay: they may well be own ones."""
    snapshot = school.with_pages(dict.fromkeys(ALL_PAGES))
    assert school.lost(snapshot) == {
        **world_error("background_url", "info_from_source", "image_url"),
        **in_error(paraphrased=5),
    }


@pytest.mark.parametrize("answer", [403, 429, 503, {"error": "timed out"}])
def test_pages_that_refuse(school, answer):
    snapshot = school.with_pages({source_url(1): answer, image_url(0): answer, image_url(1): answer})
    expected = {**world_error("background_url"), **in_error(info_from_source=7, paraphrased=8, image_url=7)}
    assert school.lost(snapshot) == expected


@pytest.mark.parametrize("page", ["<html><body><p>Please wait.</p></body></html>", b"\x89PNG no words at all"])
def test_a_source_without_words(school, page):
    expected = in_error(info_from_source=7, paraphrased=8)
    assert school.lost(school.with_pages({source_url(1): page})) == expected


@pytest.mark.parametrize("answer", [404, 410, {"error": "dns: the host does not exist"}])
def test_addresses_that_lead_nowhere(school, answer):
    assert school.lost(school.with_pages(dict.fromkeys(ALL_PAGES, answer))) == {
        **failed(DET, "background_url", "info_from_source", "image_url"),
        **missing_dependency("paraphrased"),
    }


def test_a_malformed_address(school):
    deck = full_deck()
    for sheet, name in ((deck.sheet(1), "citation"), (deck.sheet(1), "credit"), (deck.opening, "credit")):
        sheet.boxes[name].links = {}
        sheet.boxes[name].text = "Source: see there"

    def broken(raw):
        for name in ("slide_2_citation", "slide_2_credit", "slide_1_credit"):
            for part in element(raw, name)["shape"]["text"]["textElements"]:
                if "textRun" in part:
                    part["textRun"]["style"]["link"] = {"url": "http://?"}

    snapshot = school.bench.freeze(school.write(deck), 5, pages=deck.pages, edit=broken)
    assert school.lost(snapshot) == {
        **failed(DET, "background_url"),
        **partly(DET, info_from_source=7, image_url=7),
        **partly(DEPENDENCY, paraphrased=7),
    }


def test_a_failure_counts_before_an_error(school):
    snapshot = school.with_pages({source_url(1): 404, source_url(2): 503, image_url(1): 404, image_url(2): 503})
    assert school.lost(snapshot) == {
        **partly(DET, info_from_source=5, image_url=5),
        **partly(DEPENDENCY, paraphrased=6),
    }


def test_pictures_that_were_not_recorded(school):
    def lost_pictures(raw):
        fill = raw["slides"][0]["pageProperties"]["pageBackgroundFill"]["stretchedPictureFill"]
        fill["contentUrl"] = "https://gone.example.org/a.png"
        element(raw, "slide_2_picture")["image"]["contentUrl"] = "https://gone.example.org/b.png"

    assert school.lost(school.edited(lost_pictures)) == {
        **world_error("background_image", "background_url"),
        **in_error(image_relevant=7, image_url=7, images_unique=7),
    }


def test_a_judge_that_refuses_everything(school):
    no = [{"key": rule["key"], "answer": False} for rule in YES]
    assert school.lost(school.full(), no) == {
        **failed(
            LLM, "background_image", "topic_relevance", "info_from_source", "unique_headings", "covers_concepts",
            "engagement", "image_relevant",
        ),
        **losing("failed", DET, "background_url", points=1),
        **missing_dependency("paraphrased"),
    }  # fmt: skip


def test_a_summary_that_shares_nothing_to_compare(school):
    """Slides with pictures only, of which nothing is cited."""
    deck = full_deck()
    for sheet in deck.sheets[1:-1]:
        sheet.heading, sheet.boxes = "", {"picture": sheet.boxes["picture"]}
    lost = school.lost(deck)
    assert lost["covers_concepts"] == lost["summary_original"] == ("failed", DEPENDENCY, 0)
    assert lost["topic_relevance"] == lost["unique_headings"] == ("failed", LLM, 0)


# -- Tiny, huge, damaged -----------------------------------------------------------------------------------------------


def whole(results):
    """Every step is reported, with its points, and none by a fault of ours."""
    assert (tuple(results), results.maximum) == (STEPS, 165)
    assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]
    return results


def test_tiny_decks(school):
    def one_slide(raw):
        del raw["slides"][1:]

    results = whole(school.grade(school.edited(one_slide)))
    assert results.points == 20


@pytest.mark.parametrize("raw", [[], 3, None, {"slides": 3}, {"slides": [None, {"pageElements": [[], 7]}, {}, {}]}])
def test_no_deck_in_the_json(school, raw):
    def edit(_):
        return {"deck": None} if raw is None else raw

    assert school.lost(school.edited(edit)) == BLANK


def test_a_deck_of_300_slides(school):
    def edit(raw):
        more = []
        for number in range(296):
            text = json.dumps(raw["slides"][1 + number % 4]).replace("slide_", f"more{number}_")
            more.append(json.loads(text))
        raw["slides"][5:5] = more

    snapshot = school.edited(edit)
    results = whole(school.grade(snapshot))
    assert results.differing() == {
        **failed(STRUCT, "slide_count"),
        **losing("failed", DET, "unique_headings"),
        **losing("failed", "fuzzy_match", "images_unique"),
    }


def test_malformed_decks(school):
    for damaged in corruptions(school.full().json("artifact/file.json"), 10, seed=26):
        whole(school.grade(school.edited(lambda _, damaged=damaged: damaged)))


def test_copies_in_long_pages(school):
    """The last sentence of a page as long as a book is found, and does not keep us long."""
    filler = "Somebody told somebody else about the weather and the roads. " * 6000
    page = f"<html><body><p>{filler}</p><p>{' '.join(bullets(1))}</p>{source_page(1)}</body></html>"
    copied = [*YES, {"key": "copied_items", "answer": True}]
    assert school.lost(school.with_pages({source_url(1): page}), copied) == partly(LLM, paraphrased=7)
