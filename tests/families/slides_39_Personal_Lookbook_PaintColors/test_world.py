"""No judge, pages and pictures that fail, odd and damaged decks: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, partly, ungraded, world_error
from familykit.hostile import corruptions
from familykit.outcomes import lost as losing

from pytest_knows.judge import NoJudge

from .building import DET, LLM, PICTURES, STEPS, STRUCT, YES, element, full_book, image_url, plausible, titled
from .test_mutations import BLANK

JUDGED = ("title_relevance", "colors_ok", "relevance")
ADDRESSES = [image_url(k, side) for k in range(1, 6) for side in (1, 2)]


def test_without_a_judge(painter):
    assert painter.lost(painter.full(), NoJudge()) == ungraded(*JUDGED)


def test_without_a_judge_a_repeat_fails(painter):
    lost = painter.lost(painter.edited(titled(6, "Sage Green")), NoJudge())
    assert lost == {**ungraded("title_relevance", "relevance"), **failed(DET, "colors_ok")}


def test_a_judge_that_does_not_answer(painter):
    assert painter.lost(painter.full(), ()) == world_error(*JUDGED)


def test_a_judge_that_refuses_everything(painter):
    no = [{"key": key, "answer": False} for key in ("title_relevance", "relevance")]
    no.append({"key": "colours", "answer": {"answers": plausible(5, *range(1, 6))}})
    assert painter.lost(painter.full(), no) == failed(LLM, *JUDGED)


def test_a_judge_that_skips_numbers(painter):
    judge = [{"key": "colours", "answer": {"answers": []}}, *YES]
    assert painter.lost(painter.full(), judge) == failed(LLM, "colors_ok")


@pytest.mark.parametrize("answer", [None, 403, 429, 503, {"error": "timed out"}, b"\x89PNG no picture"])
def test_pages_that_cannot_be_read(painter, answer):
    lost = painter.lost(painter.edited(pages=dict.fromkeys(ADDRESSES, answer)))
    assert lost == world_error("source_match")


@pytest.mark.parametrize("answer", [404, 410, {"error": "dns: the host does not exist"}])
def test_addresses_that_lead_nowhere(painter, answer):
    assert painter.lost(painter.edited(pages=dict.fromkeys(ADDRESSES, answer))) == failed(DET, "source_match")


def test_a_failure_counts_before_an_error(painter):
    lost = painter.lost(painter.edited(pages={ADDRESSES[0]: 503, ADDRESSES[2]: 404}))
    assert lost == partly(DET, source_match=6)


def test_the_title_picture_cannot_be_read(painter):
    def lose(raw):
        element(raw, "slide_1_photo")["image"]["contentUrl"] = "https://gone.example.org/a.png"

    assert painter.lost(painter.edited(lose)) == world_error("title_relevance")


def test_the_freeze_is_told_what_to_fetch(painter):
    assert painter.bench.named(painter.full())[: len(ADDRESSES)] == ADDRESSES


# -- Tiny, huge, damaged -----------------------------------------------------------------------------------------------


def whole(results):
    """Every step is reported, with its points, and none by a fault of ours."""
    assert (tuple(results), results.maximum) == (STEPS, 122)
    assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]
    return results


def test_a_deck_of_one_slide(painter):
    def one_slide(raw):
        del raw["slides"][1:]

    results = whole(painter.grade(painter.edited(one_slide)))
    assert results.points == 12
    assert {slug for slug in PICTURES if results[slug].points} == set()


@pytest.mark.parametrize("raw", [[], 3, {"slides": 3}, {"slides": [None, {"pageElements": [[], 7]}, {}, {}]}])
def test_no_deck_in_the_json(painter, raw):
    lost = painter.lost(painter.edited(lambda _: raw, visited=[]))
    assert {slug: one[2] for slug, one in lost.items()} == dict.fromkeys(STEPS, 0)
    assert {slug: one[1] for slug, one in lost.items() if slug != "title_room"} == {
        slug: one[1] for slug, one in BLANK.items() if slug != "title_room"
    }


def test_a_deck_of_300_slides(painter):
    def edit(raw):
        more = []
        for number in range(293):
            text = json.dumps(raw["slides"][1 + number % 5]).replace("slide_", f"more{number}_")
            more.append(json.loads(text))
        raw["slides"][6:6] = more

    judge = [{"key": "colours", "answer": {"answers": plausible(298)}}, *YES]
    results = whole(painter.grade(painter.edited(edit), judge))
    assert results.differing() == {**failed(STRUCT, "count_5_10"), **failed(DET, "colors_ok")}


def test_malformed_decks(painter):
    for damaged in corruptions(painter.full().json("artifact/file.json"), 10, seed=39):
        whole(painter.grade(painter.edited(lambda _, damaged=damaged: damaged)))


def test_very_long_texts(painter):
    """No pattern takes longer than the text is long."""
    for text in ("- " * 20000 + "is the best choice", "is the best " * 9000, "(" * 30000, "a #" * 20000):
        for slide in (6, 7):
            whole(painter.grade(painter.edited(titled(slide, text))))


def test_the_fullest_deck_has_room_for_errors_only_where_they_are(painter):
    """A page in the place of one of two sources, its pictures not recorded."""
    html = '<body><img src="https://cdn.example.org/1.jpg"></body>'
    lost = painter.lost(painter.edited(pages={ADDRESSES[0]: html}))
    assert lost == losing("error", "execution_error", "source_match", points=8)
    assert "https://cdn.example.org/1.jpg" in painter.bench.named(painter.edited(pages={ADDRESSES[0]: html}))
    assert full_book().pages.keys() == set(ADDRESSES)
