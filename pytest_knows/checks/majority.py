"""Steps over several items that are decided in different ways: which of these is the step's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from pytest_knows.rubric import Proportion, StepFailed, proportion
from pytest_knows.scoring import Mechanism, Outcome, consulted, keep, proportional_points, recording

T = TypeVar("T")

_TIES = (
    Mechanism.LLM_VLM_JUDGEMENT,
    Mechanism.FUZZY_MATCH,
    Mechanism.SPATIAL,
    Mechanism.STRUCTURAL,
    Mechanism.WEB_VISIT,
    Mechanism.DETERMINISTIC,
    Mechanism.VACUOUS_PASS,
    Mechanism.DEPENDENCY_NOT_EVALUATED,
    Mechanism.EXECUTION_ERROR,
)
"""Of mechanisms that decided equally many items the first one here is the step's (the benchmark's order)."""


def each(
    items: Iterable[T],
    check: Callable[[T], object],
    of: int | None = None,
    *,
    by: Mechanism | None,
    name: Callable[[T], str] = repr,
    points: Callable[[float, int, int], int] = proportional_points,
) -> Proportion:
    """As `proportion`; the step's mechanism is that of most items that fail, or of most that pass if none does.

    `by` is the mechanism of an item that consults nothing, and of those that lack to `of`; None: these do not count
    here, and a step with no other items is dependency_not_evaluated.
    """
    ways: list[Mechanism | None] = []

    def watched(item: T) -> object:
        decider = None
        try:
            with recording() as record:
                verdict = check(item)
                if verdict is not False and record.overruled:
                    record.evidence.append(record.overruled)
                return verdict
        except StepFailed as failure:
            decider = failure.mechanism
            raise
        finally:
            ways.append(decider or (record.mechanisms[-1] if record.mechanisms else by))
            keep(record.evidence)

    result = proportion(items, watched, of, name=name, points=points)
    decided = [(way, item.outcome) for way, item in zip(ways, result.items, strict=True) if way]
    failing = [way for way, outcome in decided if outcome is Outcome.FAILED]
    failing += [by] * (result.total - len(result.items)) if by else []
    passing = [way for way, outcome in decided if outcome is Outcome.PASSED]
    consulted(majority(failing or passing or [by or Mechanism.DEPENDENCY_NOT_EVALUATED]))
    return result


def majority(mechanisms: Iterable[Mechanism]) -> Mechanism:
    """The most frequent one (of at least one), of equally frequent ones the weightiest."""
    counted = Counter(mechanisms)
    return max(counted, key=lambda mechanism: (counted[mechanism], -_TIES.index(mechanism)))
