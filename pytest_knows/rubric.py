"""What the author of a rubric imports.

    from pytest_knows.rubric import fail, located, proportion, requires, step

A rubric module has *steps* and *located* functions. Both ask for what they need by parameter name:

========== ==========================================================================================
name       value
========== ==========================================================================================
facts      the instance's table of facts.toml, by attribute (`facts.event`) or key
doc        `artifact.document.Document`
sheet      `artifact.spreadsheet.Workbook`
deck       `artifact.presentation.Presentation`
slide      the first slide of the deck (an empty one if the deck has none)
drive      `evidence.drive.Drive`: the artifact's file, the write targets, the source assets
drawings   `evidence.drawings.Drawings`: the pictures in and over the cells of a spreadsheet
rendering  `evidence.rendering.Rendering`: words and pictures of the exported PDF
trace      `evidence.trace.Trace`: the URLs that the agent visited
pages      `evidence.pages.Pages`: recorded web pages
gold       `evidence.gold.Gold`: the instance's gold data
quotes     `evidence.quotes.Quotes`: the dated price snapshot
judge      `judge.Judge`: typed questions to a model
task       `tasks.TaskInfo`: ids, family, instance, domain
today      `datetime.date` of the episode
========== ==========================================================================================

plus the `with` arguments that facts.toml gives to the step, and the name of any located function of the module. A
located function runs at most once per episode (and set of `with` arguments). If it returns None, the thing was not
found: whatever asks for it is dependency_not_evaluated, unless its parameter is annotated `X | None`. A reserved
argument that cannot be had (no rendering) is None for a parameter so annotated: the step can decide without it. A
parameter annotated `Attempt` (`checks.quantifiers`) takes the value or what stands in its way, raised by its `get()`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn, TypeVar, overload

from pytest_knows.errors import KnowsError, RubricError, Ungraded, WorldError
from pytest_knows.scoring import (
    CATEGORIES,
    ItemResult,
    Mechanism,
    Outcome,
    consulted,
    default_mechanism,
    one_line,
    proportional_points,
    show,
)

__all__ = ["Proportion", "decided_by", "fail", "located", "proportion", "requires", "show", "step"]

decided_by = consulted
"""`decided_by(mechanism)`: say how the step is decided when no check said so, as for what a located function found."""

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class StepFailed(KnowsError):
    """Raised by `fail`; `mechanism` None leaves it to the checks consulted."""

    def __init__(self, reason: str, mechanism: Mechanism | None = None) -> None:
        super().__init__(reason)
        self.mechanism = mechanism


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDeclaration:
    """What the decorators say about a step function; facts.toml may override points, category and slug per instance."""

    points: float
    category: str
    mechanism: Mechanism
    title: str
    needs: tuple[str, ...] = ()
    """What a full grade may need: `judge`, `web`, `gold`, `assets` (markers `knows_needs_*`)."""
    judge_primary: bool = False
    requires: tuple[str, ...] = ()


def step(
    *,
    points: float = 1,
    category: str,
    mechanism: Mechanism | str | None = None,
    title: str = "",
    needs: Collection[str] = (),
    judge_primary: bool = False,
) -> Callable[[F], F]:
    """Declare a step.

    `points` is the maximum; `category` one of `scoring.CATEGORIES`; `mechanism` the default one (else derived from
    the category); `needs` what a full grade may need (`judge`, `gold`, `web`, `assets`); `judge_primary` whether a
    model decides it. The function passes by returning None (or a `proportion` in which all items passed) and fails by
    a failing `assert` or `fail`.
    """
    if category not in CATEGORIES:
        raise RubricError(f"unknown category {category!r}; known: {', '.join(sorted(CATEGORIES))}")
    chosen = Mechanism(mechanism) if mechanism is not None else default_mechanism(category)

    def declare(function: F) -> F:
        function.__knows_step__ = StepDeclaration(  # type: ignore[attr-defined]
            points=points,
            category=category,
            mechanism=chosen,
            title=title or function.__name__.replace("_", " "),
            needs=tuple(sorted(needs)),
            judge_primary=judge_primary,
            requires=getattr(function, "__knows_requires__", ()),
        )
        return function

    return declare


def requires(*slugs: str) -> Callable[[F], F]:
    """The named steps must have passed, else this one is dependency_not_evaluated (write it below `@step`).

    A slug may hold the step's own `with` arguments: `@requires("{field}_text")`.
    """

    def declare(function: F) -> F:
        function.__knows_requires__ = slugs  # type: ignore[attr-defined]
        return function

    return declare


@overload
def located(function: F) -> F: ...
@overload
def located(*, title: str) -> Callable[[F], F]: ...
def located(function: F | None = None, *, title: str = "") -> Any:
    """Declare a located function: it finds something in the artifact once per episode, or returns None.

    `title` is how reasons call the thing ("no header was found"); by default the function's name.
    """

    def declare(function: F) -> F:
        function.__knows_located__ = title or function.__name__.replace("_", " ")  # type: ignore[attr-defined]
        return function

    return declare if function is None else declare(function)


def fail(reason: str, mechanism: Mechanism | str | None = None) -> NoReturn:
    """Fail the step with this reason; `mechanism` overrides the checks consulted."""
    raise StepFailed(reason, Mechanism(mechanism) if mechanism is not None else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proportion:
    """What a proportional step returns: its items, and how many count as all."""

    items: tuple[ItemResult, ...]
    total: int
    points: Callable[[float, int, int], int] = field(default=proportional_points, compare=False)
    """(maximum, passed, total) -> points."""
    reason: str = ""

    @property
    def passed(self) -> int:
        return sum(item.outcome is Outcome.PASSED for item in self.items)

    @property
    def undecided(self) -> int:
        """Items in error or ungraded."""
        return sum(item.outcome in (Outcome.ERROR, Outcome.UNGRADED) for item in self.items)

    @property
    def outcome(self) -> Outcome:
        """failed if any item failed or is lacking, else error if any is, else ungraded, else passed."""
        if len(self.items) < self.total or self.total <= 0:
            return Outcome.FAILED
        found = {item.outcome for item in self.items}
        for outcome in (Outcome.FAILED, Outcome.ERROR, Outcome.UNGRADED):
            if outcome in found:
                return outcome
        return Outcome.PASSED


def proportion(
    items: Iterable[T],
    check: Callable[[T], object],
    of: int | None = None,
    *,
    name: Callable[[T], str] = repr,
    points: Callable[[float, int, int], int] = proportional_points,
) -> Proportion:
    """Check every item by itself; full points if all (`of` them, if given) pass.

    `check` passes by returning True or None, and fails by returning False, a failing `assert` or `fail`. One that
    raises a world error or `Ungraded` leaves its item an error or ungraded. No items: the step fails.
    """
    results = tuple(_checked(item, check, name) for item in items)
    return Proportion(items=results, total=len(results) if of is None else of, points=points)


def _checked(item: T, check: Callable[[T], object], name: Callable[[T], str]) -> ItemResult:
    result = partial(ItemResult, name=one_line(name(item), 80), thing=item)
    try:
        passed = check(item) is not False
    except (AssertionError, StepFailed) as failure:
        return result(outcome=Outcome.FAILED, reason=assertion_reason(failure))
    except WorldError as error:
        return result(outcome=Outcome.ERROR, reason=one_line(str(error)))
    except Ungraded as gap:
        return result(outcome=Outcome.UNGRADED, reason=one_line(str(gap)), need=gap.need, mend=gap.mend)
    return result(outcome=Outcome.PASSED if passed else Outcome.FAILED)


def assertion_reason(failure: BaseException) -> str:
    """One line that says why: the author's own message if there is one, else pytest's account of the comparison."""
    lines = [line.strip() for line in str(failure).splitlines() if line.strip()]
    if not lines:
        return "the assertion does not hold"
    if not lines[0].startswith("assert "):
        return one_line(lines[0])
    lines[0] = lines[0].removeprefix("assert ")
    return one_line("; ".join(line.removeprefix("+").strip() for line in lines))
