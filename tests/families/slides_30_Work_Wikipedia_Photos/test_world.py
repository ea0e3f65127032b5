"""No judge, pages and pictures that fail, odd and damaged decks: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.hostile import corruptions

from pytest_knows.judge import NoJudge

from .building import (
    DEPENDENCY,
    DET,
    STUDIO,
    VISITS,
    YES,
    element,
    full_deck,
    lead_url,
    links_box,
    lookup,
    people,
    retext,
    steps,
)

OTHERS = tuple(f"other_right_{k}" for k in range(1, 10))
LEFT = tuple(f"wiki_left_{k}" for k in range(1, 10))
FEATURED = ("featured_image", "featured_top_right", "featured_majority")
PHOTOGRAPHER = ("photographer_url", "photographer_city")
LEADS = [lookup(title) for _, title in people(1)]


def shown_as(raw, name, data):
    """Another content of a picture; without data one that was not recorded."""
    url = "https://gone.example.org/a.png"
    element(raw, name)["image"]["contentUrl"] = url if data is None else element(raw, data)["image"]["contentUrl"]


def test_without_a_judge(agency):
    """Copies of Wikipedia's pictures are told by their pixels; whom the others show is open, how they lie is not."""
    assert agency.lost(agency.full(), NoJudge()) == ungraded(*OTHERS, *PHOTOGRAPHER)


def test_without_a_judge_what_cannot_be_right_fails(agency):
    def edit(raw):
        shown_as(raw, "slide_2_right", "slide_2_left")
        shown_as(raw, "slide_3_left", "slide_3_right")

    assert agency.lost(agency.changed(edit), NoJudge()) == {
        **ungraded(*OTHERS, *PHOTOGRAPHER, "wiki_left_2"),
        **failed(DET, "other_right_1", "other_right_2"),
        **missing_dependency("symmetric_1", "symmetric_2"),
    }


def test_a_judge_that_does_not_answer(agency):
    assert agency.lost(agency.full(), ()) == world_error(*OTHERS, *PHOTOGRAPHER)


def test_without_pages(agency):
    """Whether somebody else is on the right can be asked without Wikipedia's picture."""
    snapshot = agency.changed(pages=dict.fromkeys(full_deck().pages))
    assert agency.lost(snapshot) == world_error(*FEATURED, *LEFT, *PHOTOGRAPHER)


@pytest.mark.fault("slides_30/own-2")
@pytest.mark.parametrize("status", [403, 404, 429, 503, {"error": "timed out"}, b"\x89PNG broken"])
def test_pictures_of_wikipedia_that_cannot_be_had(agency, status):
    """A link that Wikipedia itself gave is no fault of the agent's, even if it is dead."""
    snapshot = agency.changed(pages={lead_url(0): status, lead_url(4): status})
    assert agency.lost(snapshot) == world_error(*FEATURED, "wiki_left_4")


@pytest.mark.parametrize("reply", ["not JSON", "[]", '{"query": {"pages": []}}', '{"query": {"pages": {"7": null}}}'])
def test_answers_of_wikipedia_that_say_nothing(agency, reply):
    snapshot = agency.changed(pages={LEADS[1]: {"body": reply.encode(), "content_type": "application/json"}})
    assert agency.lost(snapshot) == world_error("wiki_left_1")


@pytest.mark.parametrize("status", [403, 429, 503, {"error": "timed out"}])
def test_a_photographers_page_that_refuses(agency, status):
    assert agency.lost(agency.changed(pages={STUDIO: status})) == world_error(*PHOTOGRAPHER)


@pytest.mark.fault("slides_30/own-4")
@pytest.mark.parametrize("status", [404, 410, {"error": "dns: the host does not exist"}])
def test_a_photographers_page_that_does_not_exist(agency, status):
    lost = {**failed(DET, "photographer_url"), **missing_dependency("photographer_city")}
    assert agency.lost(agency.changed(pages={STUDIO: status})) == lost


def test_no_photographers_page_is_linked(agency):
    deck = full_deck()
    deck.sheets[-1].boxes["links"] = links_box(deck.visited[2:])
    assert agency.lost(deck) == {**failed(DET, "photographer_url"), **missing_dependency("photographer_city")}


def test_a_second_page_cannot_be_read(agency):
    """It matters only if the first one is no photographer's."""
    deck = full_deck()
    second = "https://second.example.org/"
    deck.sheets[-1].boxes["links"] = links_box([*deck.visited[2:], STUDIO, second])
    deck.pages[second] = 503
    snapshot = agency.freeze(deck)
    assert agency.lost(snapshot) == {}
    refusing = [{"key": "photographer", "answer": False}, *YES]
    assert agency.lost(snapshot, refusing) == world_error(*PHOTOGRAPHER)


def test_no_page_is_a_photographers(agency):
    judge = [{"key": "photographer", "answer": False}, *YES]
    assert agency.lost(agency.full(), judge) == failed("llm_vlm_judgement", *PHOTOGRAPHER)


def test_pictures_of_the_deck_that_were_not_recorded(agency):
    def edit(raw):
        shown_as(raw, "slide_1_picture", None)
        shown_as(raw, "slide_2_left", None)
        shown_as(raw, "slide_3_right", None)

    expected = world_error(*FEATURED, "wiki_left_1", "other_right_1", "other_right_2")
    assert agency.lost(agency.changed(edit)) == expected


def test_no_trace(agency):
    assert agency.lost(agency.changed(visited=None)) == world_error(*VISITS)


def test_an_empty_trace(agency):
    assert agency.lost(agency.changed(visited=[])) == failed("web_visit", *VISITS)


def whole(results):
    """Every step is reported, with its points, and none by a fault of ours."""
    assert (tuple(results), results.maximum) == (steps(1), 62)
    assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]
    return results


@pytest.mark.parametrize("raw", [[], 3, {"slides": 3}, {"slides": [None, {"pageElements": [[], 7]}, {}, {}]}])
def test_no_deck_in_the_json(agency, raw):
    results = whole(agency.grade(agency.changed(lambda _: raw)))
    assert results.points == sum(results[slug].max for slug in VISITS)


def test_malformed_decks(agency):
    for damaged in corruptions(agency.full().json("artifact/file.json"), 10, seed=30):
        whole(agency.grade(agency.changed(lambda _, damaged=damaged: damaged)))


def test_a_deck_of_300_slides(agency):
    """Copies of the clients' slides behind the first ones change nothing."""

    def edit(raw):
        more = []
        for number in range(289):
            text = json.dumps(raw["slides"][1 + number % 9]).replace("slide_", f"more{number}_")
            more.append(json.loads(text))
        raw["slides"][10:10] = more

    assert whole(agency.grade(agency.changed(edit))).differing() == {}


def test_long_texts(agency):
    def edit(raw):
        retext(raw, "slide_2_title", "Susan McConnell " * 3000)
        retext(raw, "slide_1_title", "Why " * 20000)

    lost = whole(agency.grade(agency.changed(edit))).differing()
    assert lost["title_text"] == ("failed", DET, 0)
    assert {lost[f"{name}_1"][1] for name in ("name_top", "wiki_left", "other_right", "symmetric")} == {DEPENDENCY}
