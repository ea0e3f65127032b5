"""What lies over the cells of an .xlsx, and the pictures in its cells.

The Sheets API tells of neither kind of picture. Those over the cells are kept with the tab (`pictures`: address,
position, description) for renderings and exports; those in a cell become `=IMAGE("address")`, which all can see.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.engine import Environment, Json
from pytest_knows.workspace.local.office.markup import (
    Element,
    amount,
    attribute,
    children,
    clean,
    find,
    find_all,
    number,
    q,
)
from pytest_knows.workspace.local.office.opening import Package, Relation
from pytest_knows.workspace.local.spreadsheets.a1 import column_index
from pytest_knows.workspace.local.spreadsheets.grid import size

EMU_PER_PIXEL = 9525
LOCAL_IMAGE = "_rvRel:LocalImageIdentifier"
"""The name that Excel's rich values give to a picture in a cell."""
_DEFAULT_PIXELS = (20, 64)
"""Height of a row and width of a column that nobody sized, in Excel."""
_FARTHEST = 5_000
"""Rows or columns that a drawing may span; its end is only looked for so far."""


def anchors(package: Package, sheet_part: str) -> Iterator[tuple[Element, dict[str, Relation]]]:
    """Each anchor in the drawing of a worksheet or chart sheet, with what the drawing refers to."""
    drawing = package.related(sheet_part, "drawing")
    relations = package.relations(drawing) if drawing else {}
    for _, anchor in children(package.xml(drawing) if drawing else None):
        yield anchor, relations


def floating_pictures(package: Package, sheet_part: str, sheet: Json, env: Environment) -> Iterator[Json]:
    """The pictures over the cells of a worksheet, the lowest first."""
    for anchor, relations in anchors(package, sheet_part):
        part = pictured(anchor, relations)
        stored = package.picture(part, env) if part else None
        if stored:
            told = clean(attribute(find(anchor, "xdr:pic/xdr:nvPicPr/xdr:cNvPr"), "descr"))
            described = {"description": told} if told else {}
            yield {"url": stored.url, "position": position_of(anchor, sheet), **described}


def pictured(anchor: Element, relations: dict[str, Relation]) -> str:
    """The part with the picture that an anchor holds, "" if it holds none."""
    relation = relations.get(attribute(find(anchor, "xdr:pic/xdr:blipFill/a:blip"), "r:embed"))
    return relation.target if relation and not relation.external else ""


def pictures_in_cells(package: Package, sheet_part: str, env: Environment) -> Iterator[tuple[int, int, str]]:
    """(row, column, address) of each picture that was placed in a cell."""
    for row, column, part in pictured_cells(package, sheet_part):
        stored = package.picture(part, env)
        if stored:
            yield row, column, stored.url


def pictured_cells(package: Package, sheet_part: str) -> Iterator[tuple[int, int, str]]:
    """(row, column, part) of each picture that was placed in a cell."""
    values = [*_pictured_values(package)]
    if not any(values):
        return
    for cell in find_all(package.xml(sheet_part), "s:sheetData/s:row/s:c"):
        marked = int(amount(cell, "vm"))
        part = values[marked - 1] if 0 < marked <= len(values) else ""
        letters = attribute(cell, "r").rstrip("0123456789")
        if part and letters and find(cell, "s:f") is None:
            row = int(number(attribute(cell, "r")[len(letters) :]) or 1) - 1
            yield row, column_index(letters), part


def _pictured_values(package: Package) -> Iterator[str]:
    """The part with the picture behind each entry of a workbook's value metadata; "" for other values.

    A cell's `vm` counts those entries from 1; one leads by `futureMetadata` to a rich value, that to a relationship.
    """
    metadata = package.xml(package.related(package.main, "sheetMetadata"))
    values = package.xml(package.related(package.main, "rdRichValue"))
    structures = package.xml(package.related(package.main, "rdRichValueStructure"))
    related = package.related(package.main, "richValueRel")
    if metadata is None or values is None or structures is None or not related:
        return
    relations, listed = package.relations(related), package.xml(related)
    ids = [item.get(q("r:id"), "") for item in (listed if listed is not None else ())]
    fields = [[key.get("n") for key in structure] for structure in structures]
    rich = [int(number(entry.get("i", "")) or 0) for entry in metadata.iter("{*}rvb")]
    for entry in find_all(metadata, "s:valueMetadata/s:bk/s:rc"):
        place = _at(rich, int(amount(entry, "v")))
        value = _at(values, place) if place is not None else None
        names = _at(fields, int(amount(value, "s"))) if value is not None else None
        told = _at(value, names.index(LOCAL_IMAGE)) if names and LOCAL_IMAGE in names else None
        relation = relations.get(_at(ids, int(number(told.text or "") or 0)) or "") if told is not None else None
        yield relation.target if relation and not relation.external else ""


def _at(found: Element, place: int) -> Element | None:
    return found[place] if 0 <= place < len(found) else None


def position_of(anchor: Element, sheet: Json) -> Json:
    """The EmbeddedObjectPosition of a drawing's anchor, within the grid of its tab."""
    (row, down), (column, across) = corner(anchor, "xdr:from")
    absolute = find(anchor, "xdr:pos")
    if absolute is not None:
        across, down = (amount(absolute, axis) for axis in ("x", "y"))
    rows, columns = size(sheet)
    cell = {"sheetId": sheet["properties"]["sheetId"], "rowIndex": min(row, rows - 1)}
    overlay: Json = {"anchorCell": cell | {"columnIndex": min(column, columns - 1)}}
    offsets = {"offsetXPixels": round(across / EMU_PER_PIXEL), "offsetYPixels": round(down / EMU_PER_PIXEL)}
    overlay |= {name: min(pixels, 10_000) for name, pixels in offsets.items() if pixels > 0}
    extent = find(anchor, "xdr:ext")
    if extent is not None:
        width, height = (amount(extent, side) / EMU_PER_PIXEL for side in ("cx", "cy"))
    elif find(anchor, "xdr:to") is not None:
        (bottom, below), (right, beyond) = corner(anchor, "xdr:to")
        width = _distance(sheet["columns"], column, right, _DEFAULT_PIXELS[1]) + (beyond - across) / EMU_PER_PIXEL
        height = _distance(sheet["rows"], row, bottom, _DEFAULT_PIXELS[0]) + (below - down) / EMU_PER_PIXEL
    else:
        return {"overlayPosition": overlay}
    sizes = {"widthPixels": width, "heightPixels": height}
    return {"overlayPosition": overlay | {name: max(1, min(round(side), 10_000)) for name, side in sizes.items()}}


def _distance(lines: Json, start: int, end: int, default: int) -> int:
    places = range(start, min(end, start + _FARTHEST))
    return sum(int(lines.get(str(place), {}).get("pixelSize", default)) for place in places)


def corner(anchor: Element, path: str) -> tuple[tuple[int, float], tuple[int, float]]:
    """Row and column, from 0, each with the way into it in EMU."""

    def told(name: str) -> float:
        item = find(anchor, f"{path}/xdr:{name}")
        return max((number(item.text or "") if item is not None else None) or 0, 0)

    return (int(told("row")), told("rowOff")), (int(told("col")), told("colOff"))
