"""Tables: cells as boxes, so that text in a table is text of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Any

from pytest_knows.artifact.colour import Colour, Theme
from pytest_knows.artifact.geometry import Affine, emu
from pytest_knows.artifact.lenient import entries, number, string, table
from pytest_knows.artifact.presentation.elements import Box, Table
from pytest_knows.artifact.presentation.extent import Frame, placed_lines
from pytest_knows.artifact.presentation.fill import line_colour, solid_fill
from pytest_knows.artifact.presentation.text import Inheritance, Raw, read_text


def read_table(raw: Raw, place: dict[str, Any], theme: Theme, background: Colour) -> Table:
    """A `Table` of the API at `place` (the arguments of `Element`)."""
    rows = entries(raw, "tableRows")
    columns = entries(raw, "tableColumns")
    count = max([len(columns), *(len(entries(row, "tableCells")) for row in rows)])
    xs = _edges([emu(column.get("columnWidth")) for column in columns], count)
    ys = _edges([emu(row.get("rowHeight")) for row in rows], len(rows))
    box = Box(**place, kind="cell")
    cells = tuple(
        _cell(cell, (r, c), xs, ys, box, theme, background)
        for r, row in enumerate(rows)
        for c, cell in enumerate(entries(row, "tableCells"))
    )
    borders = tuple(dict.fromkeys(_borders(raw, theme, background)))
    return Table(**place, rows=len(rows), columns=count, cells=cells, borders=borders)


def _borders(raw: Raw, theme: Theme, background: Colour) -> Iterator[Colour]:
    for row in (*entries(raw, "horizontalBorderRows"), *entries(raw, "verticalBorderRows")):
        for cell in entries(row, "tableBorderCells"):
            stated = table(cell, "tableBorderProperties")
            colour = line_colour(table(stated, "tableBorderFill"), table(stated, "weight"), theme, background)
            if colour:
                yield colour


def _edges(lengths: list[float], count: int) -> list[float]:
    """Where the `count` rows or columns begin and end, as shares of the whole; equal parts without lengths."""
    lengths = (lengths + [0.0] * count)[:count]
    total = sum(lengths)
    shares = [length / total for length in lengths] if total > 0 else [1 / count] * count if count else []
    return [0.0, *accumulate(shares)]


def _cell(
    raw: Raw,
    at: tuple[int, int],
    xs: list[float],
    ys: list[float],
    table_box: Box,
    theme: Theme,
    background: Colour,
) -> Box:
    row, column = (
        int(number(raw, "location", f"{way}Index", default=place))
        for way, place in zip(("row", "column"), at, strict=True)
    )
    columns = _span(xs, column, number(raw, "columnSpan", default=1))
    rows = _span(ys, row, number(raw, "rowSpan", default=1))
    (left, right), (top, bottom) = ((edges[one.start], edges[one.stop]) for edges, one in ((xs, columns), (ys, rows)))
    width, height = table_box.width, table_box.height
    properties = table(raw, "tableCellProperties")
    cell = replace(
        table_box,
        id=f"{table_box.id}[{row},{column}]",
        transform=table_box.transform.after(Affine(x=left * width, y=top * height)),
        width=(right - left) * width,
        height=(bottom - top) * height,
        rows=rows,
        columns=columns,
        body=read_text(raw.get("text"), Inheritance(), theme),
        fill=solid_fill(table(properties, "tableCellBackgroundFill"), theme, background),
    )
    frame = Frame.of(cell.transform, cell.width, cell.height)
    placed = placed_lines(cell.body, frame, string(properties, "contentAlignment"), 1.0)
    # A row grows with its text: an estimate that reaches beyond the cell is wrong.
    return replace(cell, placed=tuple((line, rect.clipped(cell.rect)) for line, rect in placed))


def _span(edges: list[float], start: int, span: float) -> range:
    """The rows or columns that a cell covers; none if another one covers its place (a span of 0)."""
    last = len(edges) - 1
    first = max(0, min(start, last))
    return range(first, min(first + max(int(span), 1), last) if span else first)
