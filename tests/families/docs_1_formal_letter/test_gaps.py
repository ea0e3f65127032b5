"""Blank and malformed documents, and what is absent or damaged around them: every step reported, points unchanged."""

from __future__ import annotations

import json
import random

import pytest

FIELDS = ("name", "email", "title")
LOCATIONS = tuple(f"{field}_location" for field in FIELDS)


def test_a_blank_document_is_the_agents_failure_throughout(letters, kit):
    assert letters.lost([]) == {
        **kit.missing(*FIELDS),
        **kit.failed("deterministic", "logo_match", "signature_match"),
        "logo_location": kit.DEPENDENCY,
        "signature_location": kit.DEPENDENCY,
    }


def test_a_blank_document_fails_without_gold_and_judge_too(letters, kit):
    # No picture is no signature, whatever the gold data says.
    lost = letters.lost([], gold=None, judge=None)
    assert {outcome for outcome, _, _ in lost.values()} == {"failed"}


@pytest.mark.parametrize(
    "raw", ["{}", "[]", "null", '"text"', '{"tabs": [null, {}, {"documentTab": 3}]}', '{"body": []}']
)
def test_json_that_is_no_document_reads_as_blank(letters, kit, raw):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    lost = letters.lost(kit.rewritten(snapshot, {"artifact/file.json": raw.encode()}))
    assert {outcome for outcome, _, _ in lost.values()} == {"failed"}
    assert len(lost) == 10


def test_a_file_that_is_no_json_is_an_error_of_every_step(letters, kit):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    lost = letters.lost(kit.rewritten(snapshot, {"artifact/file.json": b"{"}))
    assert set(lost.values()) == {kit.ERROR}
    assert len(lost) == 10


def test_a_file_changed_after_the_freeze_is_an_error(letters, kit):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    (snapshot.root / "artifact/file.json").write_bytes(b"{}")
    assert set(letters.lost(type(snapshot)(snapshot.root)).values()) == {kit.ERROR}


def test_no_gold_archive(letters, kit):
    steps = ("logo_match", "logo_location", "signature_match", "signature_location")
    assert letters.lost(kit.letter(kit.SENDERS[1]), gold=None) == dict.fromkeys(steps, kit.UNGRADED)


def test_no_judge_matters_only_where_one_is_needed(letters, kit):
    assert letters.lost(kit.letter(kit.SENDERS[1]), judge=None) == {}
    other = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    results = letters.grade(other, judge=None)
    assert kit.lost(results) == {"logo_match": kit.UNGRADED, "logo_location": kit.UNGRADED}
    assert results["logo_match"].need == "judge"


def test_a_judge_that_does_not_answer(letters, kit):
    other = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    assert letters.lost(other, judge=[]) == {"logo_match": kit.ERROR, "logo_location": kit.ERROR}


def test_no_browser(letters, kit):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    snapshot = kit.rewritten(snapshot, {"artifact/export.pdf": None}, renderer="none")
    results = letters.grade(snapshot)
    assert kit.lost(results) == dict.fromkeys((*LOCATIONS, "logo_location"), kit.UNGRADED)
    assert results["logo_location"].need == "browser"


@pytest.mark.parametrize("pdf", [b"", b"not a PDF", b"%PDF-1.4\n%%EOF"])
def test_a_damaged_rendering(letters, kit, pdf):
    snapshot = kit.rewritten(letters.snapshot(kit.letter(kit.SENDERS[1])), {"artifact/export.pdf": pdf})
    assert letters.lost(snapshot) == dict.fromkeys((*LOCATIONS, "logo_location"), kit.ERROR)


def test_a_damaged_gold_signature(letters, kit, rubric):
    gold = kit.gold_members(rubric, 1)
    gold[rubric.facts(1).gold_signature] = b"\x89PNG\r\n\x1a\nbroken"
    lost = letters.lost(kit.letter(kit.SENDERS[1]), gold=gold)
    assert lost == {"signature_match": kit.ERROR, "signature_location": kit.ERROR}


@pytest.mark.parametrize(
    ("number", "steps"), [(0, ("logo_match", "logo_location")), (1, ("signature_match", "signature_location"))]
)
def test_a_picture_that_cannot_be_decoded_touches_its_own_steps(letters, kit, number, steps):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    tab = snapshot.json("artifact/file.json")["tabs"][0]["documentTab"]
    urls = [
        value["inlineObjectProperties"]["embeddedObject"]["imageProperties"]["contentUri"]
        for value in tab["inlineObjects"].values()
    ]
    name = snapshot.json("media.json")[urls[number]]["file"]
    assert letters.lost(kit.rewritten(snapshot, {name: b"GIF89a broken"})) == dict.fromkeys(steps, kit.ERROR)


def test_a_picture_whose_bytes_could_not_be_had(letters, kit):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    media = {url: {"error": "404 from the picture's address"} for url in snapshot.json("media.json")}
    results = letters.grade(kit.rewritten(snapshot, {"media.json": json.dumps(media).encode()}))
    assert kit.lost(results) == dict.fromkeys(
        ("logo_match", "logo_location", "signature_match", "signature_location"), kit.ERROR
    )
    assert "404 from the picture's address" in results["signature_match"].reason


def test_a_rendering_that_shows_other_pixels_leaves_the_corner_to_the_judge(letters, kit):
    """The exporter redrew the logo: no picture of the PDF can be attributed to it."""
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    other = letters.snapshot(kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)]))
    pdf = other.read("artifact/export.pdf")
    snapshot = kit.rewritten(snapshot, {"artifact/export.pdf": pdf})
    assert letters.lost(snapshot, judge=[{"key": "logo_in_corner", "answer": True}]) == {}
    lost = letters.lost(snapshot, judge=[{"key": "logo_in_corner", "answer": False}])
    assert lost == kit.failed("llm_vlm_judgement", "logo_location")
    assert letters.lost(snapshot, judge=None) == {"logo_location": kit.UNGRADED}


@pytest.mark.parametrize("seed", range(4))
def test_random_corruptions(letters, kit, seed):
    """50 corruptions of the frozen JSON: no fault of ours, every step reported, the points available unchanged."""
    chance = random.Random(seed)
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1]))
    clean = snapshot.read("artifact/file.json")
    for _ in range(50):
        raw = json.loads(clean)
        for _ in range(chance.randint(1, 4)):
            _corrupt(raw, chance)
        results = letters.grade(kit.rewritten(snapshot, {"artifact/file.json": json.dumps(raw).encode()}), judge=None)
        assert len(results) == sum(result.max for result in results.values()) == 10
        assert not [result.reason for result in results.values() if "fault in the rubric" in result.reason]


def _corrupt(raw, chance):
    """Replace, drop or duplicate a random value of the JSON."""
    spots = []
    stack = [raw]
    while stack:
        value = stack.pop()
        keys = value if isinstance(value, dict) else range(len(value))
        spots += [(value, key) for key in keys]
        stack += [value[key] for key in keys if isinstance(value[key], dict | list)]
    holder, key = chance.choice(spots)
    junk = [None, 0, -1, 1e308, True, "", "x", [], {}, [None], {"a": 1}, [[]], "\ud800", 10**400]
    if chance.random() < 0.2 and isinstance(holder, dict):
        del holder[key]
    elif chance.random() < 0.2 and isinstance(holder, list):
        holder.append(holder[key])
    else:
        holder[key] = chance.choice(junk)


def test_a_letter_that_repeats_itself_endlessly_is_graded_all_the_same(letters, kit):
    body = [f"Ethan Ashby wrote line {number}" for number in range(400)] + ["PhD Student", "Ethan Ashby"] * 200
    items = ["\n".join(kit.SENDERS[1]), "\n".join(body)]
    lost = letters.lost(items)
    assert not {slug for slug in lost if slug.startswith(("name", "email", "title"))}


def test_grading_twice_gives_the_same_to_the_letter(letters, kit):
    snapshot = letters.snapshot(kit.letter(kit.SENDERS[1][:2], logo=[kit.Inline(kit.OTHER, 90, 90)]))
    first, second = letters.grade(snapshot, judge=None), letters.grade(type(snapshot)(snapshot.root), judge=None)
    assert first == second
    assert not [result for result in first.values() if " at 0x" in repr(result)]
