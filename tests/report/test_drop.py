"""The statistical rule: false alarms and power, by simulation; figures worked out by hand."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from pytest_knows.report.drop import Drop, TaskPair, measure

WHOLE_TASK_FAILURES = 0.1
STEPS = 34


def pair(family: str, task: str, before: float, after: float) -> TaskPair:
    return TaskPair(family=family, task_id=f"{family}.{task}", before=before, after=after)


def test_by_hand():
    """Family changes -0.2, 0, -0.1: mean -0.1, standard deviation 0.1, error 0.1/sqrt(3) = 0.057735."""
    drop = measure([pair("a", "1", 0.5, 0.2), pair("a", "2", 0.5, 0.4), pair("b", "1", 1, 1), pair("c", "1", 0.6, 0.5)])
    assert drop is not None
    assert (drop.units, drop.unit) == (3, "families")
    assert (drop.mean, drop.error) == (pytest.approx(-0.1), pytest.approx(0.057735, abs=1e-6))
    assert drop.interval == (pytest.approx(-0.348434, abs=1e-6), pytest.approx(0.148434, abs=1e-6))
    assert drop.detectable == pytest.approx(0.309691, abs=1e-6)  # (4.303 + 1.061) * 0.057735
    assert not drop.significant


def test_trials_of_a_task_are_one_unit():
    drop = measure([pair("a", "1", 0.5, 0.1), pair("a", "1", 0.5, 0.5), pair("a", "2", 0.5, 0.5)])
    assert (drop.unit, drop.units, drop.mean) == ("tasks", 2, pytest.approx(-0.1))


def test_too_little_to_tell():
    assert measure([]) is None
    assert measure([pair("a", "1", 1, 0)] * 3) is None


@pytest.mark.parametrize(("mean", "significant"), [(-0.01, True), (0.0, False), (0.01, False)])
def test_where_nothing_varies_any_drop_counts(mean, significant):
    assert Drop(mean=mean, error=0.0, units=5, unit="families").significant is significant


def one_run(chance: random.Random, agent: dict[tuple[int, int], float], trials: int, drop: float):
    """Shares of steps passed: a family has its day, a task its luck, and one in ten fails as a whole."""
    day = {family: chance.gauss(0, 0.03) for family, _ in agent}
    shares: dict[tuple[int, int], list[float]] = {}
    for (family, task), skill in agent.items():
        for _ in range(trials):
            level = min(1.0, max(0.0, skill + day[family] - drop + chance.gauss(0, 0.08)))
            lost = chance.random() < WHOLE_TASK_FAILURES
            # the steps' own luck, as a normal approximation to their binomial
            share = 0.0 if lost else chance.gauss(level, (level * (1 - level) / STEPS) ** 0.5)
            shares.setdefault((family, task), []).append(min(1.0, max(0.0, share)))
    return shares


def alarms(tasks: list[int], trials: int, drop: float, runs: int) -> tuple[float, float]:
    """Share of alarms, and of runs that call themselves able to see a drop of 5 points; `tasks` per family."""
    chance = random.Random(f"{tasks} {trials} {drop}")
    red, able = [], []
    for _ in range(runs):
        agent = {
            (family, task): chance.gauss(0.6, 0.15) for family, number in enumerate(tasks) for task in range(number)
        }
        before, after = one_run(chance, agent, trials, 0), one_run(chance, agent, trials, drop)
        pairs = [
            pair(str(family), str(task), old, new)
            for (family, task), olds in before.items()
            for old, new in zip(olds, after[family, task], strict=True)
        ]
        measured = measure(pairs)
        assert measured is not None
        red.append(measured.significant)
        able.append(measured.detectable <= 0.05)
    return fmean(red), fmean(able)


SIZES = {"6": [2] * 3, "6 alone": [1] * 6, "15": [5] * 3, "15 alone": [1] * 15, "110": [5] * 22}


@pytest.mark.parametrize("trials", [1, 3])
@pytest.mark.parametrize("size", SIZES)
def test_false_alarms_and_power(size, trials):
    """300 runs: a true rate of 2.5 % shows more than 5 % in fewer than 1 of 200 such tests (and the seed is fixed)."""
    false, _ = alarms(SIZES[size], trials, 0.0, 300)
    assert false <= 0.05
    true, _ = alarms(SIZES[size], trials, 0.3, 100)
    assert true > false


@pytest.mark.soak
@pytest.mark.parametrize("trials", [1, 3])
@pytest.mark.parametrize("size", SIZES)
def test_full_size(size, trials, capsys):
    false, _ = alarms(SIZES[size], trials, 0.0, 1000)
    power, able = alarms(SIZES[size], trials, 0.05, 1000)
    with capsys.disabled():
        print(f"\n{size} tasks, K={trials}: false alarms {false:.1%}, power at -5 points {power:.1%}, able {able:.1%}")
    assert false <= 0.05
    if power < 0.8:
        assert able < 0.5, "a gate that sees a drop of 5 points in fewer than 4 of 5 runs mostly says so"
