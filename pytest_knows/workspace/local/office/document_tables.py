"""Tables of a .docx: merged cells, widths, fills, borders. Lengths are twips; fills of table styles are not carried."""

from __future__ import annotations

from collections.abc import Callable

from pytest_knows.workspace.local.documents.defaults import points
from pytest_knows.workspace.local.documents.grid import new_cell, new_row
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.document_styles import border_of, optional_colour
from pytest_knows.workspace.local.office.markup import (
    TWIPS_PER_PT,
    Element,
    amount,
    attribute,
    children,
    find,
    find_all,
    toggle,
    val,
)

MAX_COLUMNS = 63
"""Word's limit."""
SIDES = {"top": "Top", "left": "Left", "start": "Left", "bottom": "Bottom", "right": "Right", "end": "Right"}
ALIGNMENTS = {"center": "MIDDLE", "bottom": "BOTTOM", "top": "TOP"}

Blocks = Callable[[Element], list[Json]]
"""Reads the content of a cell."""


def read_table(table: Element, blocks: Blocks, count: Callable[[int], None]) -> Json | None:
    """The structural element of a `w:tbl`; None for one without cells. `count` is told of every cell."""
    borders = find(table, "w:tblPr/w:tblBorders")
    rows = []
    for element in _rows(table):
        rows.append(_row(element, blocks, borders))
        count(len(rows[-1]["tableCells"]))
    rows = [row for row in rows if row["tableCells"]]
    if not rows:
        return None
    columns = max(len(row["tableCells"]) for row in rows)
    count(sum(columns - len(row["tableCells"]) for row in rows))
    for row in rows:
        row["tableCells"] += [new_cell() for _ in range(columns - len(row["tableCells"]))]
    _join_down(rows)
    even = find(table, "w:tblPr/k:evenColumns") is not None
    widths = [] if even else [_column(item) for item in find_all(table, "w:tblGrid/w:gridCol")][:columns]
    widths += [{"widthType": "EVENLY_DISTRIBUTED"}] * (columns - len(widths))
    style = {"tableColumnProperties": widths}
    return {"table": {"rows": len(rows), "columns": columns, "tableRows": rows, "tableStyle": style}}


def _rows(table: Element) -> list[Element]:
    """Without those that a tracked change deletes."""
    found: list[Element] = []
    for name, child in children(table):
        if name == "w:tr" and find(child, "w:trPr/w:del") is None:
            found.append(child)
        elif name in ("w:sdt", "w:customXml", "w:ins"):
            found += _rows(find(child, "w:sdtContent") if name == "w:sdt" else child)
    return found


def _column(item: Element) -> Json:
    width = amount(item, "w:w") / TWIPS_PER_PT
    return {"widthType": "FIXED_WIDTH", "width": points(width)} if width > 0 else {"widthType": "EVENLY_DISTRIBUTED"}


def _row(row: Element, blocks: Blocks, borders: Element | None) -> Json:
    before = min(int(amount(find(row, "w:trPr/w:gridBefore"), "w:val")), MAX_COLUMNS)
    cells = [new_cell() for _ in range(before)]
    for cell in _cells(row):
        if len(cells) >= MAX_COLUMNS:
            break
        span = max(1, min(int(amount(find(cell, "w:tcPr/w:gridSpan"), "w:val", 1)), MAX_COLUMNS - len(cells)))
        cells += [_cell(cell, span, blocks, borders), *(new_cell() for _ in range(span - 1))]
    made = new_row(cells)
    height = amount(find(row, "w:trPr/w:trHeight"), "w:val") / TWIPS_PER_PT
    made["tableRowStyle"]["minRowHeight"] = points(max(0, height))
    if toggle(row, "w:trPr/w:tblHeader"):
        made["tableRowStyle"]["tableHeader"] = True
    return made


def _cells(row: Element) -> list[Element]:
    found: list[Element] = []
    for name, child in children(row):
        if name == "w:tc":
            found.append(child)
        elif name == "w:sdt":
            found += _cells(find(child, "w:sdtContent"))
    return found


def _cell(cell: Element, span: int, blocks: Blocks, borders: Element | None) -> Json:
    properties = find(cell, "w:tcPr")
    made = new_cell()
    merged = find(properties, "w:vMerge")
    if merged is not None and attribute(merged, "w:val") != "restart":
        made["continues"] = True  # taken away by _join_down
    else:
        made["content"] = blocks(cell)
    style = made["tableCellStyle"]
    style["columnSpan"] = span
    fill = optional_colour(attribute(find(properties, "w:shd"), "w:fill"))
    style["backgroundColor"] = fill or {}
    style["contentAlignment"] = ALIGNMENTS.get(val(properties, "w:vAlign"), "TOP")
    for side, name in SIDES.items():
        own, all_round = find(properties, f"w:tcBorders/w:{side}"), find(borders, f"w:{side}")
        border = own if own is not None else all_round
        if border is not None:
            style[f"border{name}"] = border_of(border, padded=False)
        padding = find(properties, f"w:tcMar/w:{side}")
        if padding is not None:
            style[f"padding{name}"] = points(max(0, amount(padding, "w:w")) / TWIPS_PER_PT)
    return made


def _join_down(rows: list[Json]) -> None:
    """Cells that continue the one above (`w:vMerge`) become covered cells of its row span."""
    heads: dict[int, Json] = {}
    for row in rows:
        for column, cell in enumerate(row["tableCells"]):
            if not cell.pop("continues", False):
                heads[column] = cell
            elif column in heads:
                heads[column]["tableCellStyle"]["rowSpan"] += 1
                cell["tableCellStyle"]["columnSpan"] = 1
