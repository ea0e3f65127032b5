"""Finding a table by its headers, and its columns by keywords or by asking the judge."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pytest_knows.artifact.spreadsheet import Tab, Table, Workbook
from pytest_knows.checks.quantifiers import Attempt, Open
from pytest_knows.checks.text import fold
from pytest_knows.judge import Judge
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism, consulted

HEADER_DEPTH = 10
"""Rows from the top of a tab in which the header of a plain range is looked for."""

NONE = "NONE"
_UNIT = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")

_OF_WHAT = {
    *("grand", "overall", "of", "all", "for", "number", "count", "value", "values", "amount", "cost", "price", "score"),
    *("rating", "imdb", "duration", "runtime", "running", "time", "minutes", "min", "hours", "distance", "miles"),
    *("vertical", "angle", "slope", "run", "runs", "film", "films", "movie", "movies", "item", "items", "stock"),
    *("stocks", "portfolio", "holdings", "shares", "investment", "gain", "loss", "profit", "return"),
}
"""What the label of a total says besides that word: "Total running time", but not "Total Recall"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A logical column: what it is called in questions, and the headers that name it."""

    title: str
    keywords: tuple[str, ...]


def wanted_columns(columns: Mapping[str, Any], more: Mapping[str, Sequence[str]]) -> dict[str, Wanted]:
    """From facts: name -> {title, keywords}, with further keywords of some columns."""
    return {
        name: Wanted(title=column["title"], keywords=(*column["keywords"], *more.get(name, ())))
        for name, column in columns.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A logical column found: where, and how."""

    index: int
    header: str
    mechanism: Mechanism


def by_keywords(headers: Sequence[str], wanted: Mapping[str, Wanted]) -> dict[str, int]:
    """Of each wanted column, the header of the longest keyword, then the leftmost; no header serves twice.

    A header has to equal the keyword, with or without one trailing unit in brackets.
    """
    places: dict[str, list[int]] = {}
    for place, header in enumerate(headers):
        folded = fold(header)
        for form in {folded, _UNIT.sub("", folded)} - {""}:
            places.setdefault(form, []).append(place)
    found: dict[str, int] = {}
    for name, column in wanted.items():
        fitting = [(-len(key), place) for key in map(fold, column.keywords) for place in places.get(key, ())]
        best = min((fit for fit in fitting if fit[1] not in found.values()), default=None)
        if best is not None:
            found[name] = best[1]
    return found


def best_table(workbook: Workbook, wanted: Mapping[str, Wanted]) -> Table | None:
    """The table with most of the wanted columns by keyword, the first of equals; None if no cell is filled.

    Formal tables if there are any; else of each tab the range below the row, among the first ten, that has most.
    """
    plain = (table for tab in workbook.tabs if (table := plain_table(tab, wanted)) is not None)
    return max(workbook.tables or tuple(plain), key=lambda table: likeness(table.headers, wanted), default=None)


def plain_table(tab: Tab, wanted: Mapping[str, Wanted], gap: int = 1) -> Table | None:
    """The range under the likeliest header row of a tab, down to the row before `gap` empty ones; None if its first
    ten rows are empty."""
    columns = range(tab.used_columns)
    texts = {
        row: tuple(tab.cell(row, column).text for column in columns)
        for row in range(min(HEADER_DEPTH, tab.used_rows))
        if any(not tab.cell(row, column).empty for column in columns)
    }
    best = max(texts, key=lambda row: likeness(texts[row], wanted), default=None)
    return None if best is None else tab.range_under(best, gap)


def likeness(headers: Sequence[str], wanted: Mapping[str, Wanted]) -> tuple[int, int]:
    """How many wanted columns the keywords find; where they find none, the widest header is likelier than a title."""
    found = len(by_keywords(headers, wanted))
    return found, 0 if found else sum(bool(header.strip()) for header in headers)


def is_total(text: str, words: Collection[str]) -> bool:
    """Whether the text is one of the words that head a row of totals, perhaps with what it is the total of, and a unit
    in brackets; a colon may follow, and something behind it."""
    label, known = _UNIT.sub("", fold(text).partition(":")[0].strip()), _folded(tuple(words))
    if label in known:
        return True
    said = set(re.findall(r"[^\W\d_]+", label))
    return not said.isdisjoint(known) and said - known <= _OF_WHAT


@lru_cache(maxsize=64)
def _folded(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, words))


class Columns:
    """The logical columns of one table: first all of them by keyword, then one question per missing one, in order.

    `found` are those that a rule of the rubric's own finds (name -> place), instead of `by_keywords`.
    """

    def __init__(
        self,
        headers: Sequence[str],
        wanted: Mapping[str, Wanted],
        judge: Judge,
        *,
        found: Mapping[str, int] | None = None,
    ) -> None:
        self.headers = tuple(headers)
        self._wanted = wanted
        self._judge = judge
        self._keyword = by_keywords(headers, wanted) if found is None else dict(found)
        self._answers: dict[str, Attempt[int | None]] = {}

    def __repr__(self) -> str:
        return f"Columns({', '.join(f'{name}={place}' for name, place in self._keyword.items())})"

    def find(self, name: str) -> Column | None:
        """The column, or None if the table has none; raises `Ungraded` or `JudgeError` if only a judge can tell."""
        if name in self._keyword:
            place: int | None = self._keyword[name]
            mechanism = Mechanism.DETERMINISTIC
        else:
            place, mechanism = self._answer(name).get(), Mechanism.LLM_VLM_JUDGEMENT
        return None if place is None else Column(index=place, header=self.headers[place], mechanism=mechanism)

    def required(self, name: str) -> Column:
        """The column, for a step about its existence: says how that was decided, and fails the step without one."""
        column = self.find(name)
        consulted(Mechanism.LLM_VLM_JUDGEMENT if self.asked(name) else Mechanism.DETERMINISTIC)
        if column is None:
            fail(f"no header of {[header for header in self.headers if header.strip()]} names this column")
        return column

    def by_keyword(self, name: str) -> bool:
        """Whether the column was found by a keyword."""
        return name in self._keyword

    def open(self, name: str) -> Open | None:
        """Why it cannot be told whether the table has the column; None if it can."""
        return None if name in self._keyword else self._answer(name).open

    def asked(self, name: str) -> bool:
        """Whether a judge was asked for the column."""
        return name not in self._keyword and bool(self.unused(name))

    def unused(self, name: str) -> tuple[int, ...]:
        """Headers left for the column: neither matched by keyword nor given to a missing column before it."""
        taken = set(self._keyword.values())
        for earlier in self._wanted:
            if earlier == name:
                break
            if earlier not in self._keyword and (given := self._answer(earlier).known) is not None:
                taken.add(given)
        return tuple(place for place, header in enumerate(self.headers) if place not in taken and header.strip())

    def _answer(self, name: str) -> Attempt[int | None]:
        if name not in self._answers:
            self._answers[name] = Attempt(lambda: self._ask(name))
        return self._answers[name]

    def _ask(self, name: str) -> int | None:
        unused = self.unused(name)
        if not unused:
            return None
        numbers = [str(number) for number in range(1, len(unused) + 1)]
        listed = "\n".join(f"{number}. {self.headers[place]}" for number, place in zip(numbers, unused, strict=True))
        column = self._wanted[name]
        answer = self._judge.choice(
            f"column_{name}",
            f"Which of the numbered column headers of a table is its column {column.title!r} "
            f"(also called: {', '.join(column.keywords)})? Answer its number, or {NONE} if none of them is.",
            [*numbers, NONE],
            evidence={"headers": listed},
        )
        return None if answer == NONE else unused[int(answer) - 1]
