"""Tables of a document: what a merged cell covers is spanned (`w:gridSpan`) or continued (`w:vMerge`)."""

from __future__ import annotations

from collections.abc import Callable

from pytest_knows.workspace.local.office.document_tables import ALIGNMENTS, MAX_COLUMNS, SIDES
from pytest_knows.workspace.local.office.export_document_package import Node, made, valued, whole
from pytest_knows.workspace.local.office.export_document_styles import border, hex_of, inverse, twips
from pytest_knows.workspace.local.office.markup import TWIPS_PER_PT
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number

_ALIGNMENTS, _SIDES = inverse(ALIGNMENTS), inverse(SIDES)
_BORDERS = ("Top", "Left", "Bottom", "Right")
_LINE: Json = {"width": {"magnitude": 1, "unit": "PT"}, "color": {"color": {"rgbColor": {}}}}
"""What Google draws around a cell that states no border."""

Blocks = Callable[[object, float], list[Node]]
"""Writes the content of a cell that is so many points wide inside."""


def table(raw: Json, width: float, blocks: Blocks) -> Node | None:
    """The `w:tbl`, `width` points wide where its columns share the width evenly; None without cells."""
    rows = [items(row.get("tableCells"))[:MAX_COLUMNS] for row in items(raw.get("tableRows"))]
    columns = max(map(len, rows), default=0)
    if not columns:
        return None
    stated = items(at(raw, "tableStyle", "tableColumnProperties"))
    widths = [twips(column.get("width")) for column in stated][:columns]
    even = not any(widths)
    share = whole(width * TWIPS_PER_PT / columns, 1)
    widths = [own or share for own in widths + [0] * (columns - len(widths))]
    grid = _Grid(rows, columns)
    made_rows = [
        made("w:tr", None, _row_properties(row), *(_cell(span, widths, blocks) for span in grid.row(place)))
        for place, row in enumerate(items(raw.get("tableRows")))
    ]
    properties = made(
        "w:tblPr",
        None,
        made("w:tblW", {"w:w": sum(widths), "w:type": "dxa"}),
        made("w:tblLayout", {"w:type": "fixed"}),
        made("k:evenColumns") if even else None,
    )
    columns_ = made("w:tblGrid", None, *(made("w:gridCol", {"w:w": own}) for own in widths))
    return made("w:tbl", None, properties, columns_, *made_rows)


class _Span:
    """A cell of a row as Word has it: `columns` of the grid from `column` on."""

    def __init__(self, cell: Json, column: int, columns: int, merge: str) -> None:
        self.cell, self.column, self.columns, self.merge = cell, column, columns, merge


class _Grid:
    """Which cell is seen at each place. Spans that overlap or leave the table are cut: the first one wins."""

    def __init__(self, rows: list[list[Json]], columns: int) -> None:
        self._rows = rows
        self._columns = columns
        self._heads: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        for row, cells in enumerate(rows):
            for column in range(columns):
                if (row, column) not in self._heads:
                    self._place(row, column, cells[column] if column < len(cells) else {})

    def _place(self, row: int, column: int, cell: Json) -> None:
        style = mapping(cell.get("tableCellStyle"))
        down = whole(number(style.get("rowSpan"), 1), 1, len(self._rows) - row)
        across = whole(number(style.get("columnSpan"), 1), 1, self._columns - column)
        free = next((n for n in range(1, across) if (row, column + n) in self._heads), across)
        for y in range(row, row + down):
            for x in range(column, column + free):
                self._heads.setdefault((y, x), (row, column, down, free))

    def row(self, place: int) -> list[_Span]:
        """The cells of a row, those that continue the one above included."""
        found: list[_Span] = []
        column = 0
        while column < self._columns:
            row, first, down, across = self._heads[place, column]
            merge = "" if down == 1 else "restart" if row == place else "continue"
            cells = self._rows[row]
            found.append(_Span(cells[first] if first < len(cells) else {}, column, across, merge))
            column += across
        return found


def _row_properties(row: Json) -> Node | None:
    style = mapping(row.get("tableRowStyle"))
    height = twips(style.get("minRowHeight"))
    found = [
        made("w:cantSplit") if style.get("preventOverflow") is True else None,
        made("w:trHeight", {"w:val": height, "w:hRule": "atLeast"}) if height else None,
        made("w:tblHeader") if style.get("tableHeader") is True else None,
    ]
    return made("w:trPr", None, *found) if any(element is not None for element in found) else None


def _cell(span: _Span, widths: list[int], blocks: Blocks) -> Node:
    style = mapping(span.cell.get("tableCellStyle"))
    width = sum(widths[span.column : span.column + span.columns])
    fill = hex_of(style.get("backgroundColor"))
    margins = [(side, style[f"padding{side}"]) for side in _BORDERS if f"padding{side}" in style]
    aligned = _ALIGNMENTS.get(str(style.get("contentAlignment")))
    properties = made(
        "w:tcPr",
        None,
        made("w:tcW", {"w:w": width, "w:type": "dxa"}),
        valued("w:gridSpan", span.columns) if span.columns > 1 else None,
        valued("w:vMerge", span.merge) if span.merge else None,
        made("w:tcBorders", None, *(border(f"w:{_SIDES[side]}", _side(style, side)) for side in _BORDERS)),
        made("w:shd", {"w:val": "clear", "w:color": "auto", "w:fill": fill}) if fill != "auto" else None,
        made("w:tcMar", None, *(made(f"w:{_SIDES[s]}", {"w:w": twips(p), "w:type": "dxa"}) for s, p in margins)),
        valued("w:vAlign", aligned) if aligned else None,
    )
    inside = max(1, width - sum(twips(style.get(f"padding{side}")) for side in ("Left", "Right"))) / TWIPS_PER_PT
    inner = [made("w:p")] if span.merge == "continue" else blocks(span.cell.get("content"), inside)
    return made("w:tc", None, properties, *inner)


def _side(style: Json, side: str) -> object:
    return style.get(f"border{side}", _LINE)
