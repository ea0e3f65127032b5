"""Steps that ask for a number of good things and do not mind others beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from pytest_knows.rubric import Proportion, proportion
from pytest_knows.scoring import Outcome

T = TypeVar("T")

_OPEN = (Outcome.ERROR, Outcome.UNGRADED)


def enough(items: Iterable[T], check: Callable[[T], object], of: int, *, name: Callable[[T], str] = repr) -> Proportion:
    """Full points if `of` items pass, however many others fail; else floor(maximum * passed / of).

    While items that could not be checked might still make up the number, the step is an error or ungraded.
    """
    checked = proportion(items, check, of, name=name)
    passed = [item for item in checked.items if item.outcome is Outcome.PASSED]
    open_ones = [item for item in checked.items if item.outcome in _OPEN]
    if len(passed) >= of:
        return Proportion(items=tuple(passed), total=of)
    if len(passed) + len(open_ones) >= of:
        return Proportion(items=(*passed, *open_ones), total=of)
    return checked
