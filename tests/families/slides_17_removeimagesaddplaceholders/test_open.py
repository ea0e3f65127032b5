"""What nobody can decide: no judge, no gold, no pages, the world's faults. And decks that are odd or damaged."""

import json
import random

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.bench import Altered
from familykit.hostile import corruptions

from pytest_knows.judge import NoJudge
from pytest_knows.judge.scripted import ScriptedJudge

from .altering import screenshot
from .building import DET, OUTPUT, SPATIAL, STEPS, STRUCT, YES, Work, full_work, open_items, twin_of_gold

JUDGED = ("placeholder_describes", "replacement_similar")
BLANK = {
    **failed(DET, "originals_saved"),
    **failed(STRUCT, "originals_removed"),
    **failed(SPATIAL, "placeholder_at_spot", "replacement_at_spot"),
    **missing_dependency(*STEPS[3:5], *STEPS[6:]),
}


def test_without_a_judge(studio):
    assert studio.lost(studio.base, judge=NoJudge()) == ungraded(*JUDGED)


def test_a_judge_that_does_not_answer(studio):
    assert studio.lost(studio.base, judge=()) == world_error(*JUDGED)


def test_without_a_judge_what_cannot_be_right_fails(studio):
    work = full_work()
    work.folder.pop("image1.png")
    work.drop("placeholder_image1")
    lost = studio.lost(work, judge=NoJudge())
    assert lost["originals_saved"] == ("failed", "fuzzy_match", 0)
    assert lost["placeholder_describes"][0] == "failed"
    assert lost["replacement_similar"] == ("ungraded", "not_graded", 0)


def test_without_a_judge_files_left_over_are_open(studio):
    work = full_work()
    work.folder["image1.png"] = work.new("image1.png").data
    work.pages[work.url("image2.png")] = work.new("image1.png").data
    lost = studio.lost(work, judge=NoJudge())
    assert lost.pop("credit_is_image") == ("ungraded", "not_graded", 8)
    assert lost == ungraded("originals_saved", *JUDGED)


def test_a_judge_that_answers_about_one_picture_only(studio):
    """Two pictures are open: that one of them was not saved is enough."""
    work = full_work()
    for name in ("image1.png", "image2.png"):
        work.folder[name] = screenshot(work.folder[name])

    class Half(ScriptedJudge):
        def answer(self, key, question):
            if key == "same_picture_saved" and self.asked.count(key) < answers:
                self.asked.append(key)
                return False
            return super().answer(key, question)

    snapshot = studio.freeze(work)
    answers = 2
    assert studio.lost(snapshot, judge=Half(list(YES))) == failed("llm_vlm_judgement", "originals_saved")
    answers = 1
    assert studio.lost(snapshot, judge=Half(list(YES))) == world_error("originals_saved")


def test_without_gold_data(studio):
    results = studio.bench.grade(studio.base, judge=YES)
    assert results.differing() == ungraded(*STEPS)
    assert {result.need for result in results.values()} == {"gold"}


def test_a_gold_picture_that_is_missing(studio, tmp_path):
    """Whether the new pictures are that one, nobody can tell."""
    gold = twin_of_gold(studio.gold, tmp_path, {"gold_images/image2.png": None})
    lost = studio.lost(studio.base, gold=gold)
    assert lost == {
        **open_items(0, "originals_saved", "replacement_at_spot", "replacement_similar"),
        **open_items(8, "originals_removed"),
    }


def test_a_gold_picture_that_is_damaged(studio, tmp_path):
    gold = twin_of_gold(studio.gold, tmp_path, {"gold_images/image2.png": b"\x89PNG"})
    lost = studio.lost(studio.base, gold=gold)
    assert set(lost) == {"originals_saved", "originals_removed", "replacement_at_spot", "replacement_similar"}
    assert {outcome for outcome, _, _ in lost.values()} == {"error"}


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("original_textbox_locations.json", STEPS[1:]),
        ("original_image_locations.json", STEPS[1:]),
        ("gold_descriptions.csv", ("placeholder_describes",)),
    ],
)
def test_gold_files_that_are_missing(studio, tmp_path, name, steps):
    gold = twin_of_gold(studio.gold, tmp_path, {name: None})
    assert studio.lost(studio.base, gold=gold) == world_error(*steps)


def test_without_pages(studio):
    work = full_work()
    work.pages = {}
    assert studio.lost(work) == world_error("credit_is_image")


@pytest.mark.parametrize(
    ("page", "lost"),
    [
        (404, failed(DET, "credit_is_image")),
        (403, world_error("credit_is_image")),
        (429, world_error("credit_is_image")),
        ({"body": b"\xff\xd8\xff", "content_type": "image/jpeg"}, world_error("credit_is_image")),
        ({"error": "tls: certificate expired"}, world_error("credit_is_image")),
    ],
)
def test_pages_that_are_dead_blocked_or_unreadable(studio, page, lost):
    assert studio.lost(studio.with_pages({full_work().url(name): page for name in full_work().names})) == lost


def test_a_failure_beside_an_error_is_a_failure(studio):
    pages = {full_work().url("image1.png"): 404, full_work().url("image2.png"): 503}
    assert studio.lost(studio.with_pages(pages)) == {"credit_is_image": ("failed", DET, 6)}


def test_a_blank_deck_and_an_empty_folder(studio):
    work = Work(slides=[{}])
    assert studio.lost(work) == BLANK
    assert studio.lost(Work(1, slides=[])) == BLANK


def test_no_deck_at_all(studio):
    """The agent deleted the deck that it was given, and made none."""
    empty = studio.with_targets(lambda targets: targets[OUTPUT].update(children=[]))
    lost = dict(BLANK)
    del lost["originals_saved"]
    assert studio.lost(Altered(empty, {"artifact/file.json": b"{}"})) == lost


def test_a_deck_that_could_not_be_read(studio):
    """It may have been the agent's result, unless another one is."""

    def with_unread(children):
        def change(targets):
            there = targets[OUTPUT]["children"]
            unread = {key: value for key, value in there[0].items() if key != "content"}
            targets[OUTPUT]["children"] = [*there[:children], {**unread, "id": "other", "error": "500"}]

        return studio.with_targets(change)

    assert studio.lost(with_unread(0)) == world_error(*STEPS[1:])
    assert studio.lost(with_unread(1)) == {}


def test_targets_that_were_not_recorded(studio):
    assert studio.lost(studio.with_targets(lambda targets: targets.clear())) == world_error(*STEPS)


def test_300_slides(studio):
    """The deck forty times over: every slide that was not there is one too many."""

    def long(raw):
        slides = raw["slides"] * 43
        return dict(raw, slides=slides[:300])

    lost = studio.lost(studio.edited(long))
    assert lost == failed(STRUCT, "no_extra_images", "no_extra_textboxes")


def test_a_slide_full_of_boxes(studio):
    """400 text boxes with addresses at one spot."""

    def full(raw):
        elements = raw["slides"][1]["pageElements"]
        credit = next(one for one in elements if one["objectId"].endswith("credit_image1"))
        elements += [dict(credit, objectId=f"more_{n}") for n in range(400)]

    assert studio.lost(studio.edited(full)) == {"no_extra_textboxes": ("failed", STRUCT, 8)}


def test_malformed_decks(studio):
    raw = json.loads(studio.base.read(studio.base.json("drive/targets.json")[OUTPUT]["children"][0]["content"]))
    raw["layouts"] = raw["layouts"][:1]  # most of the text, and none of it is used
    for damaged in corruptions(raw, 8, seed=17):
        results = studio.grade(studio.edited(lambda _, damaged=damaged: damaged))
        assert tuple(results) == STEPS
        assert results.maximum == 120
        assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]


@pytest.mark.parametrize("raw", [[], 3, {"slides": 3}, {"slides": [None, {"pageElements": [[], {"image": {"a": 1}}]}]}])
def test_no_deck_in_the_json(studio, raw):
    lost = dict(BLANK)
    del lost["originals_saved"]
    assert studio.lost(studio.edited(lambda _: raw)) == lost


# -- What changes nothing (the fourth acceptance) --------------------------------------------------------------


def renamed(raw):
    """Other object ids, in every place that names one."""
    names = [one["objectId"] for slide in raw["slides"] for one in (slide, *slide.get("pageElements", []))]
    text = json.dumps(raw)
    for number, name in enumerate(sorted(names, key=len, reverse=True)):
        text = text.replace(f'"{name}"', f'"renamed_{number}"')
    return json.loads(text)


def in_points(raw):
    """Every length and shift in points."""

    def walk(value):
        if isinstance(value, dict):
            if value.get("unit") == "EMU":
                value["unit"] = "PT"
                for key in ("magnitude", "translateX", "translateY"):
                    if key in value:
                        value[key] /= 12700
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(raw)


def scaled(raw):
    """The place and size of every box by its transform, over a size of one inch."""
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for side, axis in (("width", "X"), ("height", "Y")):
                size = one["size"][side]
                one["transform"][f"scale{axis}"] = one["transform"].get(f"scale{axis}", 1) * size["magnitude"] / 914400
                size["magnitude"] = 914400


def grouped(raw):
    """All of each slide in groups of two within one that is shifted and half as large."""
    for slide in raw["slides"]:
        elements = slide["pageElements"]
        for one in elements:
            moves = one["transform"]
            for key in ("scaleX", "scaleY"):
                moves[key] = moves.get(key, 1) * 2
            for key, shift in (("translateX", 30000), ("translateY", -10000)):
                moves[key] = (moves.get(key, 0) - shift) * 2
        pairs = [elements[at : at + 2] for at in range(0, len(elements), 2)]
        inner = [{"objectId": f"p{at}", "elementGroup": {"children": pair}} for at, pair in enumerate(pairs)]
        whole = {"scaleX": 0.5, "scaleY": 0.5, "translateX": 30000, "translateY": -10000, "unit": "EMU"}
        slide["pageElements"] = [{"objectId": "g", "transform": whole, "elementGroup": {"children": inner}}]


def inherited(raw):
    """The style of the placeholders is stated by a placeholder of the layout, and not by the texts."""
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            if "placeholder_" not in one["objectId"]:
                continue
            runs = [run["textRun"] for run in one["shape"]["text"]["textElements"] if "textRun" in run]
            parent = {"objectId": "parent", "shape": {"placeholder": {"type": "BODY"}, "text": {"textElements": []}}}
            parent["shape"]["text"]["textElements"] = [
                {"paragraphMarker": {}},
                {"textRun": {"content": "\n", "style": dict(runs[0]["style"])}},
            ]
            raw["layouts"][0].setdefault("pageElements", []).append(parent)
            one["shape"]["placeholder"] = {"type": "BODY", "parentObjectId": "parent"}
            for run in runs:
                run["style"] = {}


@pytest.mark.parametrize("change", [renamed, in_points, scaled, grouped, inherited], ids=lambda change: change.__name__)
def test_other_ways_to_say_the_same(studio, change):
    assert studio.lost(studio.edited(change)) == {}


def test_the_order_of_files_and_pages_does_not_matter(studio):
    work = full_work()
    dice = random.Random(3)
    for name in ("folder", "pages"):
        entries = list(getattr(work, name).items())
        dice.shuffle(entries)
        setattr(work, name, dict(entries))
    assert studio.lost(work) == {}
