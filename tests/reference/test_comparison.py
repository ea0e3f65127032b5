"""Two verdicts side by side."""

import pytest

from pytest_knows.reference.comparison import compare, lines
from pytest_knows.reference.verdict import ReferenceStep, Verdict

TASK = {"task_id": "a.1", "trial": 1, "points": [3, 4], "max": 10}


def ours(published, slug, outcome, **more):
    plain = {"scored": True, "reason": "", "judge_primary": False, "mechanism": "deterministic"}
    return plain | {"published": published, "slug": slug, "outcome": outcome} | more


def theirs(published, word):
    return ReferenceStep(published=published, title=f"step {published}", word=word, account="")


def nothing(slug):
    return []


def verdict(*steps, gaps=(), maximum=10):
    return Verdict(points=5, maximum=maximum, steps=steps, gaps=gaps)


def test_steps_that_differ_are_explained_by_id():
    steps = [ours("1.1", "a", "passed"), ours("1.2", "b", "failed"), ours("1.3", "c", "passed")]
    found = compare(
        TASK,
        steps,
        verdict(theirs("1.1", "PASS"), theirs("1.2", "PASS"), theirs("1.3", "FAIL")),
        {"a": [], "b": ["F1", "F2"], "c": []}.__getitem__,
    )
    assert found.agreed == 1
    assert [(one.ours["slug"], one.ids) for one in found.differences] == [("b", ("F1", "F2")), ("c", ())]
    assert [one.ours["slug"] for one in found.unexplained] == ["c"]
    assert "    1.3 step 1.3: passed / FAIL: UNEXPLAINED" in list(lines([found]))


def test_a_published_step_of_several_passes_if_all_do():
    steps = [ours("1.1", "a_left", "passed"), ours("1.1", "a_right", "failed")]
    assert compare(TASK, steps, verdict(theirs("1.1", "FAIL")), nothing).agreed == 1
    [found] = compare(
        TASK, steps, verdict(theirs("1.1", "PASS")), lambda slug: ["F3"] if slug == "a_right" else []
    ).differences
    assert (found.ours["slug"], found.ids) == ("a_right", ("F3",))


@pytest.mark.parametrize("outcome", ["ungraded", "error", "not_selected"])
def test_what_we_left_open_is_no_difference(outcome):
    found = compare(TASK, [ours("1.1", "a", outcome)], verdict(theirs("1.1", "FAIL")), nothing)
    assert (found.open, found.agreed, found.differences) == (("1.1",), 0, ())


@pytest.mark.parametrize("more", [{"judge_primary": True}, {"mechanism": "llm_vlm_judgement"}])
def test_what_hangs_on_a_judge_that_was_not_there_is_open(more):
    steps = [ours("1.1", "a", "passed", **more), ours("1.2", "b", "passed")]
    without = verdict(theirs("1.1", "FAIL"), theirs("1.2", "FAIL"), gaps=("a judge: https://gemini",))
    assert compare(TASK, steps, without, nothing).open == ("1.1",)
    asked = verdict(theirs("1.1", "FAIL"), theirs("1.2", "FAIL"))
    assert compare(TASK, steps, asked, nothing).open == ()


def test_a_crash_is_never_a_zero():
    for crashed in (Verdict(crash="KeyError: 'x'"), verdict(theirs("1.1", "FAIL"), maximum=1)):
        found = compare(TASK, [ours("1.1", "a", "passed")], crashed, nothing)
        assert found.verdict.crash
        assert found.as_json()["reference"]["points"] is None
        assert (found.differences, found.agreed) == ((), 0)
        first, *_, last = lines([found])
        assert "the official evaluator crashed" in first
        assert "1 of which crash" in last


def test_numbers_that_only_one_has():
    steps = [ours("1.1", "a", "passed"), ours("2.10", "b", "passed"), ours("", "c", "passed", scored=False)]
    found = compare(TASK, steps, verdict(theirs("1.1", "PASS"), theirs("2.2", "PASS")), nothing)
    assert found.unmatched == ("2.2", "2.10")
