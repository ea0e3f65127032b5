"""Whether a run is worse than its baseline by more than chance: one-sided, on the means of families.

Two runs of one agent differ by luck: a task fails as a whole now and then, a family's web site has a bad day. Steps of
a task, and tasks of a family, share that luck, so the independent units are families: per family the mean change of SF
(the share of steps passed, over the steps that both runs decided), and over these a paired t-test (alpha 0.025). Where
only one family is compared, its tasks are the units.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, stdev

ASKED = 0.05
"""The drop of SF that a gate should notice; a run that cannot says so."""

_T_975 = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
_T_800 = (
    *(1.376, 1.061, 0.978, 0.941, 0.920, 0.906, 0.896, 0.889, 0.883, 0.879),
    *(0.876, 0.873, 0.870, 0.868, 0.866, 0.865, 0.863, 0.862, 0.861, 0.860),
    *(0.859, 0.858, 0.858, 0.857, 0.856, 0.856, 0.855, 0.855, 0.854, 0.854),
)
"""Quantiles of Student's t for 1 to 30 degrees of freedom (any statistical table); the last serves for more, which
errs on the side of "no drop" by less than 5 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPair:
    """One task and trial in both runs: the share of steps passed, over the steps that both decided."""

    family: str
    task_id: str
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The mean change of SF (-1 to 1) with its standard error over `units` families (or tasks, `unit` says which)."""

    mean: float
    error: float
    units: int
    unit: str

    @property
    def significant(self) -> bool:
        """Whether the change is a drop that chance explains in fewer than 1 of 40 runs."""
        return self.mean < 0 and self.mean < -_quantile(_T_975, self.units) * self.error

    @property
    def detectable(self) -> float:
        """The smallest drop that a run like this one shows 4 times in 5 (power 80 %); 0 if nothing varied."""
        return (_quantile(_T_975, self.units) + _quantile(_T_800, self.units)) * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the change."""
        margin = _quantile(_T_975, self.units) * self.error
        return self.mean - margin, self.mean + margin


def _quantile(table: tuple[float, ...], units: int) -> float:
    return table[min(units - 1, len(table)) - 1]


def measure(pairs: Iterable[TaskPair]) -> Drop | None:
    """The change over all pairs; None if there are fewer than two units to see chance by."""
    tasks: dict[tuple[str, str], list[float]] = defaultdict(list)
    for pair in pairs:
        tasks[pair.family, pair.task_id].append(pair.after - pair.before)
    families: dict[str, list[float]] = defaultdict(list)
    for (family, _), changes in tasks.items():
        families[family].append(fmean(changes))
    if len(families) > 1:
        return _drop([fmean(changes) for changes in families.values()], "families")
    return _drop([change for changes in families.values() for change in changes], "tasks")


def _drop(changes: list[float], unit: str) -> Drop | None:
    if len(changes) < 2:
        return None
    return Drop(mean=fmean(changes), error=stdev(changes) / math.sqrt(len(changes)), units=len(changes), unit=unit)
