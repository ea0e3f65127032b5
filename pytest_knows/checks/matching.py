"""Which row is which wanted thing: rules in passes over all wanted things, each row used once, the judge last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pytest_knows.checks.quantifiers import Attempt, Open
from pytest_knows.judge import Judge
from pytest_knows.scoring import Mechanism

R = TypeVar("R")
W = TypeVar("W")

NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Generic[R]):
    """The row of a wanted thing, None if it has none, and how that was decided."""

    row: R | None
    mechanism: Mechanism


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Generic[R, W]):
    """One pass: `same(row, wanted)`; `open` is why the rule cannot be applied, if it cannot."""

    mechanism: Mechanism
    same: Callable[[R, W], bool]
    open: Open | None = None


def match_rows(
    wanted: Mapping[str, W],
    rows: Iterable[R],
    rules: Sequence[Rule[R, W]],
    ask: Callable[[W, Sequence[R]], R | None],
    *,
    doubt: Open | None = None,
) -> dict[str, Attempt[Match[R]]]:
    """A `Match` for every wanted thing. `ask` is called for those that no rule finds while rows are free, in order.

    `doubt`: why there may be more rows. It, or a rule that could not be applied, leaves what is not found undecided.
    """
    free = list(rows)
    found: dict[str, Attempt[Match[R]]] = {}
    for rule in rules:
        for key, thing in wanted.items():
            candidates = () if key in found or rule.open else free
            row = next((row for row in candidates if rule.same(row, thing)), None)
            if row is not None:
                free.remove(row)
                found[key] = _decided(row, rule.mechanism)

    def last(thing: W) -> Match[R]:
        if doubt is not None:
            raise doubt
        if not free:
            return Match(row=None, mechanism=Mechanism.DETERMINISTIC)
        for rule in rules:
            if rule.open is not None:
                raise rule.open
        row = ask(thing, tuple(free))
        if row is not None:
            free.remove(row)
        return Match(row=row, mechanism=Mechanism.LLM_VLM_JUDGEMENT)

    for key, thing in wanted.items():
        if key not in found:
            found[key] = Attempt(lambda thing=thing: last(thing))  # type: ignore[misc]
    return {key: found[key] for key in wanted}


def _decided(row: R, mechanism: Mechanism) -> Attempt[Match[R]]:
    return Attempt(lambda: Match(row=row, mechanism=mechanism))


def ask_which(
    judge: Judge, key: str, question: str, rows: Sequence[R], text: Callable[[R], str], **evidence: str
) -> R | None:
    """One of the rows by its number in a list that is shown, with further evidence; None if the judge says "no"."""
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    listed = "\n".join(f"{number}. {text(row)}" for number, row in zip(numbers, rows, strict=True))
    answer = judge.choice(key, question, [*numbers, NO], evidence={"rows": listed, **evidence})
    return None if answer == NO else rows[int(answer) - 1]
