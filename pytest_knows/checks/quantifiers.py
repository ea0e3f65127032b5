"""All and any over items of which some cannot be decided: a definite answer wins over one that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from pytest_knows.errors import Ungraded, WorldError
from pytest_knows.rubric import StepFailed, assertion_reason

T = TypeVar("T")
Open = WorldError | Ungraded
"""Why something is undecided."""


class Attempt(Generic[T]):
    """A value, or the world error or gap that stands in its way until somebody really needs the value."""

    __slots__ = ("known", "open")

    def __init__(self, function: Callable[[], T]) -> None:
        self.open: Open | None = None
        self.known: T | None = None
        try:
            self.known = function()
        except (WorldError, Ungraded) as error:
            self.open = error

    def __repr__(self) -> str:
        return f"open: {self.open}" if self.open else repr(self.known)

    def get(self) -> T:
        """The value; raises what stood in its way."""
        if self.open is not None:
            raise self.open.with_traceback(None)
        return self.known  # type: ignore[return-value]


def first_open(opens: Iterable[Open | None]) -> Open | None:
    """The one that decides what an undecided step becomes: an error before a gap."""
    found = [entry for entry in opens if entry is not None]
    return next((entry for entry in found if isinstance(entry, WorldError)), found[0] if found else None)


def require_decided(opens: Iterable[Open | None]) -> None:
    """Raises the one that decides, if there is any."""
    undecided = first_open(opens)
    if undecided is not None:
        raise undecided.with_traceback(None)


def every(
    items: Iterable[T],
    check: Callable[[T], object],
    *,
    name: Callable[[T], str] = repr,
    doubt: Open | None = None,
) -> None:
    """The step fails if any item does (or there is none), else is what the first undecided item makes it.

    `check` as for `proportion`. `doubt`: why there may be more items than these.
    """
    failures: list[str] = []
    opens: list[Open | None] = [doubt]
    total = 0
    for item in items:
        total += 1
        try:
            if check(item) is False:
                failures.append(name(item))
        except (AssertionError, StepFailed) as failure:
            failures.append(f"{name(item)}: {assertion_reason(failure)}")
        except (WorldError, Ungraded) as error:
            opens.append(error)
    if failures:
        raise StepFailed(f"{len(failures)} of {total} not: {'; '.join(failures)}")
    require_decided(opens)
    if not total:
        raise StepFailed("there is nothing to check")


def some(items: Iterable[Attempt[bool]]) -> bool:
    """Whether any is true; if none is and one is undecided, raises why."""
    opens = []
    for item in items:
        if item.open is None and item.get():
            return True
        opens.append(item.open)
    require_decided(opens)
    return False
