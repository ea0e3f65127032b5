"""What a chart shows: labels and values, read from the cells that feed it, and whose labels they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pytest_knows.artifact.spreadsheet import Cell, Chart, Workbook
from pytest_knows.checks.text import find_word, fold
from pytest_knows.checks.values import Number, in_cell

T = TypeVar("T")

FEWEST_IN_COMMON = 4
"""Characters that a label and a name must share where one only contains the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A labelled value of a chart; `value` None where the cell holds no number."""

    label: str
    value: Number | None

    def __repr__(self) -> str:
        return f"{self.label!r}: {self.value!r}"


def first_chart(workbook: Workbook, kinds: Collection[str]) -> Chart | None:
    """The first chart of one of these kinds (PIE, COLUMN, ...) over all tabs, in order."""
    return next((chart for chart in workbook.charts if chart.kind in kinds), None)


def points(workbook: Workbook, chart: Chart) -> tuple[Point, ...]:
    """The points of the first series, labelled from the first domain; headers and empty labels left out."""
    if not chart.domains or not chart.series:
        return ()
    labels, values = workbook.line(chart.domains[0]), workbook.line(chart.series[0])
    label_of = _labels(labels, values)
    shown = (Point(label=label_of(place, cell), value=in_cell(cell)) for place, cell in _data(chart, values))
    return tuple(point for point in shown if point.label)


def series_points(workbook: Workbook, chart: Chart) -> tuple[Point, ...]:
    """One point per series, for charts with a series per thing: its header, and the last number in it."""
    lines = [workbook.line(series) for series in chart.series]
    return tuple(_last(line) for line in lines if line and line[0].text.strip())


def _last(line: tuple[Cell, ...]) -> Point:
    numeric = [cell for cell in line[1:] if cell.number is not None]
    return Point(label=_label(line[0]), value=in_cell(numeric[-1]) if numeric else None)


def _label(cell: Cell) -> str:
    return " ".join(cell.text.split())


def _data(chart: Chart, values: tuple[Cell, ...]) -> list[tuple[int, Cell]]:
    """The value cells with their places, without the header: a chart that does not count headers has one if the first
    cell is not numeric."""
    headers = chart.header_count
    if headers is None:
        headers = int(bool(values) and values[0].number is None)
    return list(enumerate(values))[headers:]


def _labels(labels: tuple[Cell, ...], values: tuple[Cell, ...]) -> Callable[[int, Cell], str]:
    """How a value finds its label: ranges of one length go side by side, as a chart draws them; else by row."""
    if len(labels) == len(values):
        return lambda place, _: _label(labels[place])
    by_row = {(cell.tab, cell.row): cell for cell in labels}
    return lambda _, cell: _label(by_row[cell.tab, cell.row]) if (cell.tab, cell.row) in by_row else ""


def repeated(texts: Iterable[str]) -> str | None:
    """The first text that occurs twice (folded); None if each stands once."""
    seen = set()
    for text in texts:
        if fold(text) in seen:
            return text
        seen.add(fold(text))
    return None


def pair_labels(labels: Sequence[str], named: Mapping[T, tuple[Collection[str], str]]) -> dict[T, int]:
    """Which label stands for which thing; each label serves one.

    `named` gives of each thing its short names (tickers) and its full name. In this order, over all things: a label
    that equals a short name; holds one as a whole word; equals the full name; holds it or is held by it, with at
    least four characters in common (those that differ least in length first). Compared folded.
    """
    folded = [fold(label) for label in labels]
    ranked = []
    for order, (short, full) in enumerate(named.values()):
        short_folded, full_folded = [fold(name) for name in short], fold(full)
        for place, label in enumerate(folded):
            rank = _rank(label, short_folded, full_folded)
            if rank is not None:
                ranked.append((rank, order, place))
    things, found, used = list(named), dict[T, int](), set[int]()
    for _, order, place in sorted(ranked):
        if things[order] not in found and place not in used:
            found[things[order]] = place
            used.add(place)
    return found


def _rank(label: str, short: Sequence[str], full: str) -> tuple[int, int] | None:
    """How good a match is, smaller is better; None is none."""
    if label in short:
        return 0, 0
    if any(find_word(label, name) for name in short):
        return 1, 0
    if full and label == full:
        return 2, 0
    shorter, longer = sorted((label, full), key=len)
    if len(shorter) >= FEWEST_IN_COMMON and shorter in longer:
        return 3, len(longer) - len(shorter)
    return None
