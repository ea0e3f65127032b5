"""Steps over several items that are decided in different ways: which of these is the step's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from pytest_knows.rubric import Proportion, StepFailed, proportion
from pytest_knows.scoring import Mechanism, Outcome, consulted, proportional_points, recording, show

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
    by: Mechanism,
    name: Callable[[T], str] = repr,
    points: Callable[[float, int, int], int] = proportional_points,
) -> Proportion:
    """As `proportion`; the step's mechanism is that of most items that fail, or of most that pass if none does.

    `by` is the mechanism of an item that consults nothing, and of those that lack to `of`.
    """
    ways: list[Mechanism] = []

    def watched(item: T) -> object:
        with _watching(ways, by):
            return check(item)

    result = proportion(items, watched, of, name=name, points=points)
    decided = list(zip(ways, (item.outcome for item in result.items), strict=True))
    failing = [way for way, outcome in decided if outcome is Outcome.FAILED]
    failing += [by] * (result.total - len(result.items))
    consulted(majority(failing or [way for way, outcome in decided if outcome is Outcome.PASSED] or [by]))
    return result


def majority(mechanisms: Iterable[Mechanism]) -> Mechanism:
    """The most frequent one (of at least one), of equally frequent ones the weightiest."""
    counted = Counter(mechanisms)
    return max(counted, key=lambda mechanism: (counted[mechanism], -_TIES.index(mechanism)))


def _show_again(evidence: Iterable[Mapping[str, Any]]) -> None:
    for entry in evidence:
        show(entry["label"], entry["value"])


@contextmanager
def _watching(ways: list[Mechanism], by: Mechanism) -> Iterator[None]:
    """Notes what decides the block; what it shows goes on to the step."""
    with ExitStack() as after, recording() as record:
        after.callback(_show_again, record.evidence)
        try:
            yield
        except StepFailed as failure:
            record.mechanisms += [failure.mechanism] if failure.mechanism else []
            raise
        finally:
            ways.append(record.mechanisms[-1] if record.mechanisms else by)
