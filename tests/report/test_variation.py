"""Trials and families: figures worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows import variation
from pytest_knows.metrics import METRICS

Outcomes = dict[tuple[str, str, int], str]
"""(family, task, trial) -> one letter per step: p passed, f failed, u ungraded, e error, n not selected."""

WORDS = {"p": "passed", "f": "failed", "u": "ungraded", "e": "error", "n": "not_selected"}


def computed(outcomes: Outcomes, artifact: str = "Docs"):
    tasks = [
        {"family": family, "task_id": task, "trial": trial, "artifact": artifact, "partial": "n" in letters}
        for (family, task, trial), letters in outcomes.items()
    ]
    steps = [
        {
            "task_id": task,
            "trial": trial,
            "checkpoint": 1,
            "scored": True,
            "outcome": WORDS[letter],
            "points": 2 * (letter == "p"),
            "highest": 2 * (letter in "pue"),
            "max": 2,
        }
        for (_, task, trial), letters in outcomes.items()
        for letter in letters
    ]
    return variation.compute(tasks, steps)


def test_trials_by_hand():
    found = computed({("a", "a.1", 1): "pp", ("a", "a.1", 2): "pf", ("b", "b.1", 1): "pp", ("b", "b.1", 2): "pp"})
    overall = found["overall"]
    assert overall == found["Docs"]
    assert (overall["trials"], overall["tasks"]) == (2, 2)
    assert (overall["pass_any"], overall["pass_all"]) == (1.0, 0.5)
    # SF per trial: (1 + 1)/2 and (0.5 + 1)/2; their mean 0.875, standard deviation 0.125 * sqrt(2)
    assert overall["SF"] == {"mean": 0.875, "spread": 0.176777, "interval": [0.75, 1.0]}
    assert overall["points"] == {"mean": 7 / 8, "spread": 0.176777, "interval": [0.75, 1.0]}
    assert overall["SR"]["mean"] == 0.75


def test_one_trial_of_one_family_has_no_spread():
    overall = computed({("a", "a.1", 1): "pf", ("a", "a.2", 1): "pp"})["overall"]
    assert overall["SF"] == {"mean": 0.75, "spread": None, "interval": None}
    assert (overall["pass_any"], overall["pass_all"]) == (0.5, 0.5)


def test_open_steps_count_as_failed_and_partial_tasks_not_at_all():
    overall = computed({("a", "a.1", 1): "pue", ("b", "b.1", 1): "pn", ("c", "c.1", 1): "fff"})["overall"]
    assert overall["tasks"] == 2
    assert overall["SF"]["mean"] == round(1 / 6, 6)


def test_nothing_graded_in_full():
    assert computed({("a", "a.1", 1): "pn"}) == {}


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no fault
@given(
    st.dictionaries(
        st.tuples(st.sampled_from("abc"), st.integers(1, 3), st.integers(1, 3)), st.text("pfue", min_size=1), min_size=1
    )
)
def test_intervals_hold_the_mean_and_repeat(letters):
    outcomes = {(family, f"{family}.{task}", trial): steps for (family, task, trial), steps in letters.items()}
    found = computed(outcomes)
    assert found == computed(outcomes)
    overall = found["overall"]
    assert 0 <= overall["pass_all"] <= overall["pass_any"] <= 1
    for metric in METRICS:
        figures = overall[metric]
        assert (figures["interval"] is None) == (len({family for family, *_ in outcomes}) == 1)
        low, high = figures["interval"] or (0, 1)
        assert 0 <= low <= high <= 1
        assert 0 <= figures["mean"] <= 1


def test_a_wider_choice_of_families_narrows_the_interval():
    few = computed({(f"f{n}", f"f{n}.1", 1): "pf" if n % 2 else "pp" for n in range(4)})["overall"]["SF"]["interval"]
    many = computed({(f"f{n}", f"f{n}.1", 1): "pf" if n % 2 else "pp" for n in range(40)})["overall"]["SF"]["interval"]
    assert many[1] - many[0] < few[1] - few[0]
    assert many[0] == pytest.approx(0.75, abs=0.1)
