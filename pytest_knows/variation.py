"""How far the metrics vary: over trials, and over which families a benchmark happens to have.

Per scope (overall and each app), under the strict rule, with everything open counted as failed:

    {"trials": K, "tasks": n, "pass_any": ..., "pass_all": ...,
     "SR" | "ASC" | "ACF" | "SF" | "points": {"mean": ..., "spread": ..., "interval": [low, high]}}

`spread` is the standard deviation of the K per-trial figures (None for one trial); `interval` the 95 % bootstrap
interval of the mean, families drawn with replacement (None for one family); `pass_any` and `pass_all` the shares of
tasks that pass in at least one and in all of their trials (pass@K and pass^K).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from pytest_knows.metrics import METRICS, OVERALL, grouped, one_task

RESAMPLES = 500
"""Enough that the ends of an interval move by less than a tenth of its length; the seed is fixed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """One task and trial: its figures as (earned, available); averages over tasks have `available` 1."""

    family: str
    task_id: str
    trial: int
    figures: Mapping[str, tuple[float, float]]


def compute(tasks: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The variation per scope that occurs; `tasks` and `steps` are those lists of results.json."""
    scopes: dict[str, list[_Unit]] = defaultdict(list)
    for task, scored in grouped(tasks, steps):
        unit = _Unit(
            family=task["family"], task_id=task["task_id"], trial=task["trial"], figures=one_task(scored, "strict")
        )
        scopes[OVERALL].append(unit)
        scopes[task["artifact"]].append(unit)
    ordered = sorted(scopes, key=lambda scope: (scope != OVERALL, scope))
    return {scope: _scope(scopes[scope]) for scope in ordered}


def _scope(units: Sequence[_Unit]) -> dict[str, Any]:
    passes: dict[str, list[float]] = defaultdict(list)
    for unit in units:
        passes[unit.task_id].append(unit.figures["SR"][0])
    return {
        "trials": max(len(trials) for trials in passes.values()),
        "tasks": len(passes),
        "pass_any": _rounded(fmean(max(trials) for trials in passes.values())),
        "pass_all": _rounded(fmean(min(trials) for trials in passes.values())),
        **{metric: _metric(units, metric) for metric in METRICS},
    }


def _metric(units: Sequence[_Unit], metric: str) -> dict[str, Any]:
    by_trial: dict[int, list[tuple[float, float]]] = defaultdict(list)
    by_family: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for unit in units:
        by_trial[unit.trial].append(unit.figures[metric])
        by_family[unit.family].append(unit.figures[metric])
    per_trial = [_ratio(figures) for figures in by_trial.values()]
    return {
        "mean": _rounded(_ratio([unit.figures[metric] for unit in units])),
        "spread": _rounded(stdev(per_trial)) if len(per_trial) > 1 else None,
        "interval": _bootstrap([_total(figures) for figures in by_family.values()]),
    }


def _total(figures: Iterable[tuple[float, float]]) -> tuple[float, float]:
    earned, available = zip(*figures, strict=True)
    return sum(earned), sum(available)


def _ratio(figures: Iterable[tuple[float, float]]) -> float:
    earned, available = _total(figures)
    return earned / available if available else 0.0


def _bootstrap(families: Sequence[tuple[float, float]]) -> list[float] | None:
    if len(families) < 2:
        return None
    chance = random.Random(0)
    drawn = sorted(_ratio(chance.choices(families, k=len(families))) for _ in range(RESAMPLES))
    cut = round(0.025 * RESAMPLES)
    return [_rounded(drawn[cut]), _rounded(drawn[-1 - cut])]


def _rounded(value: float) -> float:
    return round(value, 6)
