"""The specification's full-score letters, and what each of its mutations costs."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("instance", "steps"), [(1, 10), (2, 10), (3, 12), (4, 12), (5, 12)])
def test_the_base_letter_has_full_score_and_asks_no_judge(letters, kit, instance, steps):
    results = letters.grade(kit.letter(kit.SENDERS[instance]), instance)
    assert kit.lost(results) == {}
    assert (len(results), sum(result.points for result in results.values())) == (steps, steps)
    assert letters.judge.asked == []
    assert {slug: result.mechanism.value for slug, result in results.items() if slug[:4] in ("logo", "sign")} == {
        "logo_match": "deterministic",
        "logo_location": "spatial",
        "signature_match": "deterministic",
        "signature_location": "structural",
    }


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_steps_are_those_of_the_published_rubric(rubric, instance):
    steps = rubric.steps(instance)
    assert [step.published for step in steps] == [f"{step.checkpoint}.{step.position}" for step in steps]
    assert {step.max for step in steps} == {1}
    sizes = [sum(step.checkpoint == number for step in steps) for number in (1, 2, 3)]
    assert sizes == [6 if instance < 3 else 8, 2, 2]
    assert {step.slug for step in steps if step.judge_primary} == {"logo_match", "logo_location"}


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_the_order_of_the_fields(rubric, instance):
    fields = {
        1: ["name", "email", "title"],
        2: ["name", "email", "title"],
        3: ["name", "title", "institution", "email"],
        4: ["name", "email", "title", "institution"],
        5: ["name", "email", "github", "linkedin"],
    }[instance]
    slugs = [step.slug for step in rubric.steps(instance) if step.checkpoint == 1]
    assert slugs == [f"{field}_{part}" for field in fields for part in ("text", "location")]


def test_m1_another_email(letters, kit):
    sender = ["Ethan Ashby", "Email: ethan@uw.edu", "Biostatistics PhD Student"]
    assert letters.lost(kit.letter(sender)) == kit.missing("email")


def test_m2_no_title(letters, kit):
    assert letters.lost(kit.letter(kit.SENDERS[1][:2])) == kit.missing("title")


def test_m3_an_unrelated_picture_for_the_logo(letters, kit):
    items = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    lost = letters.lost(items, judge=[{"key": "logo_identity", "answer": False}])
    assert lost == {**kit.failed("llm_vlm_judgement", "logo_match"), "logo_location": kit.DEPENDENCY}
    assert letters.judge.asked == ["logo_identity"], "the signature is no candidate"


def test_m4_the_signature_between_date_and_salutation(letters, kit):
    items = kit.letter(kit.SENDERS[1], ending=[])
    items.insert(items.index("Dear Committee,"), kit.SIGNATURE_IN_TEXT)
    assert letters.lost(items) == kit.failed("structural", "signature_location")


def test_m5_the_sender_block_below_the_body(letters, kit):
    items = kit.letter([])
    at = items.index("Sincerely,")
    assert letters.lost([*items[:at], *kit.SENDERS[1], *items[at:]]) == kit.misplaced("name", "email", "title")


def test_m6_no_pictures(letters, kit):
    assert letters.lost(kit.letter(kit.SENDERS[1], logo=[], ending=[])) == {
        **kit.failed("deterministic", "logo_match", "signature_match"),
        "logo_location": kit.DEPENDENCY,
        "signature_location": kit.DEPENDENCY,
    }


def test_instance_5_another_github_user(letters, kit):
    sender = [line.replace("mttk", "mttk2") for line in kit.SENDERS[5]]
    assert letters.lost(kit.letter(sender), 5) == kit.missing("github")
