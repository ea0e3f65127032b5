"""What is missing, damaged, empty or hostile: every step is reported, the points available never move."""

import copy
import random

import pytest

from pytest_knows.errors import JudgeError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.judge.scripted import ScriptedJudge

DET, SPA, FUZ, STR = "deterministic", "spatial", "fuzzy_match", "structural"
DEP, ERR = "dependency_not_evaluated", "execution_error"
JUDGED = {
    *("logo_identity", "body_central", "body_topic", "body_speaker", "body_engaging", "body_sources"),
    *("bio_affiliation", "bio_education", "bio_achievements", "bio_connection", "notes_topic", "notes_bio"),
}


def failed(mechanism, points=0):
    return "failed", mechanism, points


def slugs_by_outcome(results, outcome):
    return {slug for slug, result in results.items() if result.outcome.value == outcome}


EMPTY = {
    **dict.fromkeys(("header_top", "header_centred", "header_bold", "header_size", "header_colour"), failed(DEP)),
    "header_text": failed(DET),
    "subheader_below": failed(STR),
    **dict.fromkeys((f"subheader_{part}" for part in ("left", "italic", "date", "place", "host")), failed(DEP)),
    "header_contrast": failed(DEP),
    "logo_identity": failed(STR),
    **dict.fromkeys(("logo_top_right", "logo_scale", "logo_clear"), failed(DEP)),
    "body_central": failed(SPA),
    **dict.fromkeys(
        (f"body_{part}" for part in ("paragraphs", "topic", "speaker", "engaging", "sources")), failed(DEP)
    ),
    "sidebar_colour": failed(FUZ),
    "sidebar_text": failed(DET),
    **dict.fromkeys(
        (f"bio_{part}" for part in ("affiliation", "education", "achievements", "connection")), failed(DEP)
    ),
    "footer_position": failed(SPA),
    **dict.fromkeys(("footer_contact", "footer_page"), failed(DEP)),
    "notes_citations": failed(DET),
    **dict.fromkeys(("notes_topic", "notes_bio"), failed(DEP)),
    **dict.fromkeys(("no_overlap", "on_slide"), failed(STR)),
}


@pytest.mark.parametrize("judge", ["judged", "not judged"])
@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_a_blank_deck_is_the_agents_failure_throughout(poster, grade, no_judge, instance, judge):
    blank = poster(instance)
    blank.boxes, blank.notes = {}, ""
    results = grade(blank, **({"judge": no_judge} if judge == "not judged" else {}))
    extra = {2: {"callouts": failed(STR)}, 4: {"colour_scheme": failed(DEP)}}
    assert results.differing() == EMPTY | extra.get(instance, {})
    assert sum(result.max for result in results.values()) == (190 if instance in extra else 185)


@pytest.mark.parametrize("json", [{}, [], None, 3, "deck", {"slides": []}, {"slides": {}}, {"slides": [None, 5]}])
def test_no_deck_at_all_is_an_empty_slide(regrade_json, json):
    # Wrapped, since a change that returns None changes nothing.
    results = regrade_json(lambda _: json if json is not None else {"slides": None})
    assert results.differing() == EMPTY


def test_without_a_judge_only_what_needs_one_is_ungraded(poster, grade, no_judge):
    results = grade(poster(1), judge=no_judge)
    assert slugs_by_outcome(results, "ungraded") == JUDGED
    assert slugs_by_outcome(results, "passed") == set(results) - JUDGED
    assert {results[slug].need for slug in JUDGED} == {"judge"}


def test_without_a_judge_missing_things_and_string_gates_still_decide(poster, grade, no_judge):
    gated = poster(1)
    gated.boxes["sidebar"].text = "Somebody who once did something that had to do with computers."
    gated.notes = ""
    del gated.boxes["logo"]
    differing = grade(gated, judge=no_judge).differing()
    for slug in ("bio_affiliation", "bio_education", "bio_connection", "notes_citations"):
        assert differing[slug] == failed(DET)
    for slug in ("body_sources", "notes_topic", "notes_bio", "logo_scale"):
        assert differing[slug] == failed(DEP)
    assert differing["logo_identity"] == failed(STR)


def test_without_a_judge_dead_links_are_dead(poster, grade, no_judge):
    dead = poster(1)
    dead.pages = dict.fromkeys(dead.pages, 404)
    results = grade(dead, judge=no_judge)
    assert {results.brief(slug) for slug in ("body_sources", "notes_topic", "notes_bio")} == {failed(DET)}


def test_without_a_judge_what_depends_on_its_choice_of_the_summary_is_ungraded(poster, grade, no_judge):
    # Two texts could be the summary: one of two paragraphs, one of three. Which it is decides 3.2, and nothing in cp 1.
    two = poster(1)
    body = two.boxes["body"]
    body.h, body.size = 1400000, 8
    other = "\n".join(
        f"Paragraph {n} of another text, long enough to be one by itself, and then a bit more." for n in "123"
    )
    two.boxes["other"] = type(body)(457200, 2700000, 4937760, 1400000, other, size=8)
    results = grade(two, judge=no_judge)
    assert slugs_by_outcome(results, "ungraded") == JUDGED | {"body_paragraphs"}
    assert slugs_by_outcome(results, "failed") == set()


def test_without_a_judge_a_count_that_is_right_either_way_is_graded(poster, grade, no_judge):
    # The summary has two paragraphs, the other candidate one: neither is too many.
    two = poster(1)
    body = two.boxes["body"]
    body.h, body.size = 1400000, 8
    other = "A label in the middle that is long enough to be taken for a summary by its place."
    two.boxes["other"] = type(body)(457200, 2700000, 4937760, 400000, other, size=8)
    assert grade(two, judge=no_judge)["body_paragraphs"].outcome == "passed"


def test_a_judge_that_cannot_name_the_summary_is_an_error_where_it_matters(poster, grade):
    class Silent:
        def yes_no(self, key, question, **_):
            if key == "body_gate":
                raise JudgeError("no answer")
            return True

        def extract(self, key, question, schema, **_):
            raise JudgeError("no answer")

    results = grade(poster(1), judge=Silent())
    wrong = {"body_central", "body_sources", "bio_achievements", "notes_topic", "notes_bio"}
    assert slugs_by_outcome(results, "error") == wrong
    assert slugs_by_outcome(results, "passed") == set(results) - wrong


def test_a_judge_that_finds_no_summary_fails_one_step(poster, grade):
    rejected = poster(1)
    rejected.answer("body_gate", False)
    assert grade(rejected).differing() == {"body_central": ("failed", "llm_vlm_judgement", 0)}


def test_without_gold_the_logo_is_ungraded(poster, grade):
    none = GoldArchive.open("none")
    results = grade(poster(1), gold=none)
    assert slugs_by_outcome(results, "ungraded") == {"logo_identity"}
    assert results["logo_identity"].need == "gold"
    bookless = poster(1)
    del bookless.pages["https://browser.engineering/onepage.html"]
    assert slugs_by_outcome(grade(bookless, gold=none), "ungraded") == {"logo_identity", "body_speaker"}


def test_gold_that_lacks_the_logos_is_an_error(poster, grade, tmp_path):
    (tmp_path / "archive").mkdir()
    lacking = GoldArchive.open(str(tmp_path / "archive"))
    assert grade(poster(1), gold=lacking).differing() == {"logo_identity": ("error", ERR, 0)}


def test_the_book_may_come_from_the_gold_data(poster, grade, tmp_path):
    told = poster(1)
    del told.pages["https://browser.engineering/onepage.html"]
    told.answer("body_speaker", False)
    told.answer("body_speaker", True, contains="A browser is a program")
    data = tmp_path / "archive/slides_51_event_announcement_poster/instance_1/data"
    data.mkdir(parents=True)
    (data / "pavel_panchekha_reference.txt").write_text("A browser is a program.")
    archive = GoldArchive.open(str(tmp_path / "archive"))
    assert grade(told, gold=archive).differing() == {"logo_identity": ("error", ERR, 0)}


def test_pages_that_were_not_recorded_are_errors_not_failures(poster, grade):
    unrecorded = poster(1)
    unrecorded.pages = {url: page for url, page in unrecorded.pages.items() if "onepage" in url}
    assert grade(unrecorded).differing() == dict.fromkeys(("notes_topic", "notes_bio"), ("error", ERR, 0))


@pytest.mark.parametrize(("instance", "wrong"), [(1, {"logo_identity"}), (5, {"logo_identity", "logo_scale"})])
def test_a_picture_that_was_not_recorded_is_an_error_of_what_looks_at_it(poster, grade, instance, wrong):
    damaged = poster(instance)

    def lose_the_picture(deck):
        logo = next(e for e in deck["slides"][0]["pageElements"] if e["objectId"] == "box_logo")
        logo["image"]["contentUrl"] = "https://example.org/lost.png"

    damaged.edit = lose_the_picture
    assert grade(damaged).differing() == dict.fromkeys(wrong, ("error", ERR, 0))


JUNK = [
    None,
    True,
    -1,
    0,
    1e308,
    float("nan"),
    float("inf"),
    10**400,
    "",
    "\u202e\x00",
    [],
    {},
    [[]],
    [None],
    {"a": {}},
]


def corrupted(deck, chance):
    """The JSON with one value, anywhere, lost or replaced by junk."""
    deck = copy.deepcopy(deck)
    parent = deck
    while True:
        keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
        key = chance.choice([key for key in keys if key not in ("layouts", "masters")] or keys)
        if isinstance(parent[key], dict | list) and parent[key] and chance.random() < 0.85:
            parent = parent[key]
            continue
        if chance.random() < 0.3:
            del parent[key]
        else:
            parent[key] = chance.choice(JUNK)
        return deck


def test_two_hundred_corruptions(regrade_json):
    chance = random.Random(51)
    for number in range(200):
        results = regrade_json(lambda deck: corrupted(deck, chance))
        assert len(results) == 37
        assert sum(result.max for result in results.values()) == 185
        assert [result.details for result in results.values() if result.details] == [], number


def test_a_summary_once_named_is_named_whatever_the_judge_says_of_the_others(poster, grade):
    # The likeliest text is accepted, the judge fails at the second (a short one): nothing depends on that any more.
    class Tired(ScriptedJudge):
        def yes_no(self, key, question, **more):
            if self.asked.count("body_gate") and key == "body_gate":
                raise JudgeError("no answer")
            return super().yes_no(key, question, **more)

    two = poster(1)
    body = two.boxes["body"]
    body.h, body.size = 1400000, 9
    more = "A second text, too short to be a part of the summary."
    two.boxes["more"] = type(body)(457200, 3200000, 4937760, 500000, more, size=9)
    assert grade(two, judge=Tired(two.rules)).differing() == {}


def test_details_in_the_middle_are_no_summary_even_without_a_judge(poster, grade, no_judge):
    # Date and place stand low enough to lie in the middle zone; that they are logistics, anybody can see.
    lowered = poster(1)
    lowered.boxes["subheader"].y, lowered.boxes["body"].y = 1100000, 1500000
    results = grade(lowered, judge=no_judge)
    assert slugs_by_outcome(results, "ungraded") == JUDGED
    assert slugs_by_outcome(results, "failed") == set()


def test_no_citation_is_a_failure_even_while_the_summary_is_unknown(poster, grade, no_judge):
    two = poster(1)
    body = two.boxes["body"]
    body.h, body.size, two.notes = 1400000, 8, ""
    two.boxes["other"] = type(body)(457200, 2700000, 4937760, 1400000, body.text, size=8)
    results = grade(two, judge=no_judge)
    assert {results.brief(slug) for slug in ("body_sources", "notes_topic", "notes_bio")} == {failed(DEP)}
