"""What is absent, damaged, empty, huge or unreadable: every step is reported, and blame falls where it belongs."""

from __future__ import annotations

import copy
import json
import random

import pytest
from familykit import failed, missing_dependency, partly, ungraded, world_error
from familykit.bench import rewritten
from familykit.docs import Grid, Text

from pytest_knows.judge import NoJudge

from .building import DET, FACTS, LLM, POINTS, SPATIAL, STRUCT, SUMMARY, YES, Teacher, bullet, copied, full_plan, shown

JUDGED = (
    "topics_on_subject",
    "topics_level",
    "topics_fun",
    "websites_relevant",
    "image_per_topic",
    "images_conceptual",
)
NO_TOPIC = {**missing_dependency(*POINTS), **failed(STRUCT, "topic_count")}


def open_steps(**points):
    """Errors of proportional steps with the points of what could be checked."""
    return {slug: ("error", "execution_error", earned) for slug, earned in points.items()}


DEAD = {
    **partly(DET, websites_reachable=8),
    **partly("dependency_not_evaluated", websites_relevant=8, facts_on_page=13),
}
OPEN = open_steps(websites_reachable=8, websites_relevant=8, facts_on_page=13)


@pytest.fixture(scope="module")
def snapshot(room):
    """The full-score plan, for tests that damage it."""
    return room.freeze(full_plan())


def twin(snapshot, room, files, **notes):
    """A copy of the episode with other files."""
    import shutil

    from pytest_knows.episode.snapshot import Snapshot

    folder = room.bench.folder()
    shutil.copytree(snapshot.root, folder, dirs_exist_ok=True)
    return rewritten(Snapshot(folder), files, **notes)


@pytest.mark.parametrize("blocks", [[], [Text("A lesson plan")], [Text(""), bullet("Fireworks"), bullet("Slime")]])
def test_a_blank_or_tiny_document_passes_nothing(room, blocks):
    results = room.grade(full_plan(), blocks=blocks)
    assert results.differing() == NO_TOPIC
    assert results.judge.asked == []


def test_topics_without_websites_facts_or_pictures(room):
    """Two topics, each with one bullet that has a URL and nothing else."""
    plan = full_plan()
    for topic in plan.topics:
        del topic.sites[1:]
        topic.sites[0].facts.clear()
    plan.visited = plan.visited[::4]
    plan.copies, plan.closing, plan.images = [], [], []
    assert room.lost(plan) == {
        **failed(STRUCT, "websites_per_topic", "facts_per_website", "image_per_topic", "summary_present"),
        **failed(DET, "websites_distinct"),
        **partly("dependency_not_evaluated", websites_relevant=2),
        **missing_dependency(
            *("facts_distinct", "facts_on_page", "facts_copied", "copied_facts_bulleted", "colour_uniform"),
            *("colour_distinct", "images_at_bottom", "images_side_by_side", "images_conceptual", "summary_from_facts"),
        ),
    }


def test_without_copies(room):
    plan = full_plan()
    plan.copies = []
    assert room.lost(plan) == {
        **failed("fuzzy_match", "facts_copied"),
        **missing_dependency("copied_facts_bulleted", "colour_uniform", "colour_distinct"),
    }


def test_topics_whose_only_bullets_are_facts_have_no_website(room):
    """Indented by two levels at once, without a website between: facts of nothing."""
    plan = full_plan()
    blocks = [bullet(topic.name) for topic in plan.topics for _ in (0, 1)]
    blocks[1::2] = [bullet(topic.facts[0], 2) for topic in plan.topics]
    results = room.grade(plan, blocks=[*blocks, Text("The end"), *plan.images])
    assert results.brief("topic_count") == ("passed", STRUCT, 3)
    assert results.brief("websites_per_topic") == ("failed", STRUCT, 0)
    lost = missing_dependency("websites_distinct", "websites_reachable", "websites_visited", "websites_relevant")
    assert results.differing().items() >= {**lost, **missing_dependency("facts_per_website", "facts_on_page")}.items()


def test_without_a_judge_all_else_is_graded(room, snapshot):
    results = room.grade(full_plan(), snapshot, judge=NoJudge())
    assert results.differing() == ungraded(*JUDGED, "summary_present", "summary_from_facts")


def test_without_a_judge_what_cannot_be_right_fails(room):
    """Three pictures for two topics cannot all have their own, whatever a judge would say."""
    plan = full_plan()
    plan.images = [Grid([[shown(0), shown(1), shown(2)]])]
    results = room.grade(plan, judge=NoJudge())
    assert results.brief("image_per_topic") == ("failed", LLM, 0)
    assert results["image_per_topic"].bounds == (0, 3)


def test_a_judge_that_does_not_answer_about_one_picture(room, snapshot):
    plan = full_plan()
    judge = Teacher(plan, shows={0: {0}}, lost={(1, 0), (1, 1)})
    assert room.lost(plan, snapshot, judge=judge) == open_steps(image_per_topic=2, images_conceptual=2)
    judge = Teacher(plan, shows={0: {0, 1}}, lost={(1, 0), (1, 1)})
    assert room.lost(plan, snapshot, judge=judge)["image_per_topic"] == ("error", "execution_error", 2)


def test_a_topic_that_would_have_its_picture_if_another_changed_its_own(room):
    """The second topic's only picture is the first one's, which may have the one that the judge said nothing about."""
    plan = full_plan()
    judge = Teacher(plan, shows={0: {0, 1}}, lost={(1, 0)})
    results = room.grade(plan, judge=judge)
    assert results.brief("image_per_topic") == ("error", "execution_error", 2)
    assert "no answer" in results["image_per_topic"].reason


@pytest.mark.parametrize(
    ("page", "lost"),
    [
        (404, DEAD),
        ({"error": "dns: the host does not exist"}, DEAD),
        (429, OPEN),
        (503, OPEN),
        ({"error": "wall: a page for robots ('captcha')", "status": 200}, OPEN),
        ({"error": "timed out"}, OPEN),
        ({"body": b"\x89PNG", "content_type": "image/png"}, open_steps(facts_on_page=13)),
    ],
)
def test_pages_that_are_dead_blocked_or_unreadable(room, page, lost):
    plan = full_plan()
    plan.pages[plan.sites[3].url] = page
    assert room.lost(plan) == lost


def test_without_pages(room):
    plan = full_plan()
    plan.pages = {}
    assert room.lost(plan) == world_error("websites_reachable", "websites_relevant", "facts_on_page")


def test_a_failure_beside_an_error_is_a_failure(room):
    plan = full_plan()
    plan.pages[plan.sites[3].url], plan.pages[plan.sites[4].url] = 503, 404
    assert room.lost(plan) == {
        **partly(DET, websites_reachable=7),
        **partly("dependency_not_evaluated", websites_relevant=7, facts_on_page=11),
    }


def test_without_a_browser_a_table_row_is_a_row(room, snapshot):
    blind = twin(snapshot, room, {"artifact/export.pdf": None}, renderer="none")
    assert room.lost(full_plan(), blind) == ungraded("images_at_bottom")
    failing = twin(snapshot, room, {"artifact/export.pdf": None}, export_error="500 from the export")
    assert room.lost(full_plan(), failing) == world_error("images_at_bottom")
    damaged = twin(snapshot, room, {"artifact/export.pdf": b"%PDF-1.4 nothing"})
    assert room.lost(full_plan(), damaged) == world_error("images_at_bottom")


def test_a_picture_that_cannot_be_had(room, snapshot):
    name = sorted(file for file in snapshot.manifest["files"] if file.startswith("artifact/media/"))[0]
    lost = room.lost(full_plan(), twin(snapshot, room, {name: None}))
    assert lost == open_steps(image_per_topic=2, images_at_bottom=2, images_conceptual=2)


def test_a_picture_that_no_page_shows(room):
    """Pushed off the page, it is in the document and nowhere to be seen."""
    plan = full_plan()
    plan.images = [Grid([[shown(0), shown(2)]])]
    assert room.lost(plan)["images_at_bottom"] == ("failed", SPATIAL, 2)


def test_a_huge_document(room, snapshot):
    """6,000 paragraphs: fifty topics, 1,800 facts, none of which the rest repeats. Every step is reported."""
    raw = snapshot.json("artifact/file.json")
    content = raw["tabs"][0]["documentTab"]["body"]["content"]
    pattern = next(element for element in content if "bullet" in element.get("paragraph", {}))
    dice = random.Random(5)
    words = FACTS[0].split()

    def element(level, listed=True):
        made = copy.copy(pattern)
        text = " ".join(dice.choices(words, k=9)) + f" {dice.randrange(9000)}\n"
        made["paragraph"] = {"elements": [{"textRun": {"content": text, "textStyle": {}}}], "paragraphStyle": {}}
        if listed:
            made["paragraph"]["bullet"] = {"listId": pattern["paragraph"]["bullet"]["listId"], "nestingLevel": level}
        return made

    levels = [0, *[1, *[2] * 9] * 4] * 50
    content[:] = [*map(element, levels), *(element(0, listed=n % 2 == 0) for n in range(4000))]
    results = room.grade(
        full_plan(), twin(snapshot, room, {"artifact/file.json": json.dumps(raw).encode()}), judge=NoJudge()
    )
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert results.brief("topic_count") == ("failed", STRUCT, 0)


def test_a_judge_is_not_asked_about_every_paragraph_of_a_long_text(room):
    plan = full_plan()
    plan.closing = [
        block for n in range(30) for block in (Text(f"Part {n}", style="HEADING_3"), Text(f"{n}: {SUMMARY}"))
    ]
    judge = Teacher(plan, [{"key": "lesson_summary", "answer": False}, *YES])
    assert room.grade(plan, judge=judge).brief("summary_present") == ("failed", LLM, 0)
    assert judge.asked.count("lesson_summary") == 20


@pytest.mark.parametrize("text", [SUMMARY[:95], SUMMARY[:55]])
def test_a_sentence_is_no_summary(room, text):
    plan = full_plan()
    plan.closing[1] = Text(f"{text}.")
    assert room.lost(plan) == {**failed(STRUCT, "summary_present"), **missing_dependency("summary_from_facts")}


@pytest.mark.parametrize("seed", range(12))
def test_malformed_json(room, snapshot, seed):
    """Keys lost, values of wrong types: what cannot be read is less content."""
    dice = random.Random(seed)
    raw = snapshot.json("artifact/file.json")
    for _ in range(25):
        holder = raw
        for _ in range(dice.randrange(2, 14)):
            inner = list(holder.values()) if isinstance(holder, dict) else holder
            deeper = [value for value in inner if isinstance(value, dict | list) and value]
            if not deeper:
                break
            holder = dice.choice(deeper)
        key = dice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key] = dice.choice([None, 7, "x", [], {}, [[]], {"content": 3}, -1e300, True])
    results = room.grade(full_plan(), twin(snapshot, room, {"artifact/file.json": json.dumps(raw).encode()}))
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]


@pytest.mark.parametrize("data", [b"[]", b"null", b'{"tabs": 3}', b"{"])
def test_no_document_at_all(room, snapshot, data):
    results = room.grade(full_plan(), twin(snapshot, room, {"artifact/file.json": data}))
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert results.points == 0
    assert results.differing() == (world_error(*POINTS) if data == b"{" else NO_TOPIC)


def test_copied_facts_that_somebody_changed_a_little(room):
    """A typing error is none of the contents."""
    plan = full_plan()
    plan.copies = [copied(fact.replace("the ", "teh ", 1), t.colour) for t in plan.topics for fact in t.facts]
    assert room.lost(plan) == {}
