"""A spreadsheet as an .xlsx, written by openpyxl; the inverse of `spreadsheets`."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_spreadsheet_charts import add_charts
from pytest_knows.workspace.local.office.export_spreadsheet_formats import Looks, argb
from pytest_knows.workspace.local.office.export_spreadsheet_formulas import excel_formula
from pytest_knows.workspace.local.office.export_spreadsheet_pictures import SheetPictures
from pytest_knows.workspace.local.office.export_spreadsheet_rules import add_rules, add_validations
from pytest_knows.workspace.local.office.markup import Element, clean, q, root_of
from pytest_knows.workspace.local.spreadsheets.a1 import column_name
from pytest_knows.workspace.local.spreadsheets.calc import ERROR_TEXTS
from pytest_knows.workspace.local.spreadsheets.defaults import COLUMN_PIXELS, ROW_PIXELS
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none

_BAD_IN_TITLES = re.compile(r"[\[\]:*?/\\]|^'|'$")
MAX_TITLE = 31
"""Characters of a tab's title in Excel."""
MAX_HEIGHT = 409
"""Pt of a row in Excel."""
Computed = dict[str, Json]
"""Address -> effective value of the formula there."""


def export_package(rest: Json, picture: PictureSource) -> bytes:
    """The .xlsx of what `spreadsheets.get` answers with grid data, and `pictures` of the tabs."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.active)
    pictures = SheetPictures(source=picture)
    looks = Looks(workbook, rest.get("properties", {}))
    titles = _titles(rest["sheets"])
    computed = []
    for sheet in rest["sheets"]:
        properties = sheet["properties"]
        if _is_chart_sheet(sheet):
            workbook.create_chartsheet(titles[properties["title"]])
        else:
            worksheet = workbook.create_sheet(titles[properties["title"]])
            computed.append(_SheetWriter(worksheet, sheet, looks, titles, pictures).write())
    _name_ranges(workbook, rest, titles)
    add_charts(workbook, rest["sheets"], titles)
    grids = [sheet for sheet in rest["sheets"] if not _is_chart_sheet(sheet)]
    for worksheet, sheet in zip(workbook.worksheets, grids, strict=True):
        pictures.add_floating(worksheet, sheet)
    stream = io.BytesIO()
    workbook.save(stream)
    return _completed(stream.getvalue(), computed, pictures)


def _titles(sheets: list[Json]) -> dict[str, str]:
    """Title of each tab -> the title that Excel takes."""
    found: dict[str, str] = {}
    for sheet in sheets:
        title = sheet["properties"]["title"]
        plain = _BAD_IN_TITLES.sub("_", clean(title)) or "_"
        free, taken, count = plain[:MAX_TITLE], {other.lower() for other in found.values()}, 1
        while free.lower() in taken:
            count += 1
            free = f"{plain[: MAX_TITLE - 5]} ({count})"
        found[title] = free
    return found


def _is_chart_sheet(sheet: Json) -> bool:
    """Whether a tab is there for one chart only: such a chart has no place in a grid."""
    charts = sheet.get("charts", [])
    return len(charts) == 1 and "overlayPosition" not in charts[0].get("position", {}) and not any(cells_of(sheet))


class _SheetWriter:
    """One worksheet: properties, cells, sizes, and what lies on ranges."""

    def __init__(self, target: Any, sheet: Json, looks: Looks, titles: dict[str, str], pictures: SheetPictures) -> None:
        self._target, self._sheet, self._looks, self._pictures = target, sheet, looks, pictures
        self._renamed = {old: new for old, new in titles.items() if old != new}
        banded = (
            [(item, "rowProperties") for item in sheet.get("bandedRanges", [])]
            + [(item, "rowsProperties") for item in sheet.get("tables", [])]
        )  # fmt: skip
        self._banded = [area for item, name in banded if name in item and (area := self._area(item.get("range")))]

    def _area(self, spot: Any) -> Area | None:
        return area_or_none(self._sheet, spot)

    def write(self) -> Computed:
        """Fill the worksheet; returns what its formulas came to."""
        self._properties()
        computed: Computed = {}
        for row, column, cell in cells_of(self._sheet):
            address = f"{column_name(column)}{row + 1}"
            if self._cell(self._target.cell(row + 1, column + 1), cell):
                computed[address] = cell.get("effectiveValue", {})
            formula = cell.get("userEnteredValue", {}).get("formulaValue", "")
            if formula and (picture := self._pictures.in_cell(formula)):
                computed[address] = {"picture": picture}
        self._sizes()
        for merged in self._sheet.get("merges", []):
            if area := self._area(merged):
                self._target.merged_cells.add(a1(area))
        self._tables()
        filtered = self._area(self._sheet.get("basicFilter", {}).get("range"))
        if filtered and not any(table.ref == a1(filtered) for table in self._target.tables.values()):
            self._target.auto_filter.ref = a1(filtered)
        add_rules(self._target, self._sheet)
        add_validations(self._target, cells_of(self._sheet))
        return computed

    def _properties(self) -> None:
        properties, target = self._sheet["properties"], self._target
        grid = properties.get("gridProperties", {})
        if properties.get("hidden"):
            target.sheet_state = "hidden"
        if "tabColor" in properties:
            target.sheet_properties.tabColor = argb(properties["tabColor"])
        target.sheet_view.rightToLeft = True if properties.get("rightToLeft") else None
        target.sheet_view.showGridLines = not grid.get("hideGridlines")
        rows, columns = grid.get("frozenRowCount", 0), grid.get("frozenColumnCount", 0)
        if rows or columns:
            target.freeze_panes = f"{column_name(columns)}{rows + 1}"

    def _cell(self, target: Any, cell: Json) -> bool:
        """Write one cell; whether it holds a formula."""
        form = dict(cell.get("userEnteredFormat", {}))
        for name in ("numberFormat", "backgroundColor"):
            effective = cell.get("effectiveFormat", {}).get(name)
            if effective and name not in form and (name == "numberFormat" or self._in_band(target)):
                form[name] = effective  # Excel neither guesses formats nor knows these bands
        value = cell.get("userEnteredValue", {})
        if "formulaValue" in value:
            target.value = excel_formula(clean(value["formulaValue"]), cell.get("effectiveValue", {}), self._renamed)
        elif "stringValue" in value:
            target.value = clean(value["stringValue"])
            target.data_type = "s"  # whatever it looks like
        elif value:
            target.value = value.get("numberValue", value.get("boolValue"))
        link = _link(cell)
        if link and "formulaValue" not in value:
            kept, kind = target.value, target.data_type
            target.hyperlink = link
            target.value, target.data_type = kept, kind  # openpyxl puts the address into an empty cell
        if form:
            self._looks.apply(target, form)
        if cell.get("note"):
            from openpyxl.comments import Comment

            target.comment = Comment(clean(cell["note"]), "")
        return "formulaValue" in value

    def _in_band(self, target: Any) -> bool:
        return any(area.contains(target.row - 1, target.column - 1) for area in self._banded)

    def _sizes(self) -> None:
        """Heights are points, widths characters of 7 pixels with 5 pixels of padding (Excel's default font)."""
        target = self._target
        target.sheet_format.defaultColWidth = (COLUMN_PIXELS - 5) / 7
        target.sheet_format.defaultRowHeight = ROW_PIXELS * 0.75
        target.sheet_format.customHeight = True
        [data] = self._sheet.get("data", [])[:1] or [{}]
        for place, row in enumerate(data.get("rowMetadata", []), 1):
            pixels, hidden = row.get("pixelSize", ROW_PIXELS), _hidden(row)
            if pixels != ROW_PIXELS or hidden:
                dimension = target.row_dimensions[place]
                dimension.height, dimension.hidden = min(pixels * 0.75, MAX_HEIGHT), hidden
        for place, column in enumerate(data.get("columnMetadata", [])):
            pixels, hidden = column.get("pixelSize", COLUMN_PIXELS), _hidden(column)
            if pixels != COLUMN_PIXELS or hidden:
                dimension = target.column_dimensions[column_name(place)]
                dimension.width, dimension.hidden = min(max((pixels - 5) / 7, 0.1), 255), hidden

    def _tables(self) -> None:
        from openpyxl.worksheet.filters import AutoFilter
        from openpyxl.worksheet.table import Table

        for item in self._sheet.get("tables", []):
            area = self._area(item.get("range"))
            if area and len(area.rows) > 1 and self._is_headed(area):
                made = Table(name=item["name"], displayName=item["name"], ref=a1(area))
                made.autoFilter = AutoFilter(ref=a1(area))
                self._target.add_table(made)

    def _is_headed(self, area: Area) -> bool:
        """Whether Excel can open a table there: it wants a different text in each header cell."""
        cells = [self._target.cell(area.top + 1, column + 1) for column in area.columns]
        return len({str(cell.value).lower() for cell in cells if cell.data_type == "s" and cell.value}) == len(cells)


def cells_of(sheet: Json) -> Iterator[tuple[int, int, Json]]:
    """(row, column, CellData) of each cell that holds anything."""
    for block in sheet.get("data", []):
        for row, line in enumerate(block.get("rowData", []), block.get("startRow", 0)):
            for column, cell in enumerate(line.get("values", []), block.get("startColumn", 0)):
                if cell:
                    yield row, column, cell


def a1(area: Area) -> str:
    """`A1:B2`."""
    return f"{column_name(area.left)}{area.top + 1}:{column_name(area.right - 1)}{area.bottom}"


def _hidden(metadata: Json) -> bool:
    return bool(metadata.get("hiddenByUser") or metadata.get("hiddenByFilter"))


def _link(cell: Json) -> str:
    """The address of the cell's link, which Excel has for whole cells only: its own, or the first in its text."""
    own = cell.get("userEnteredFormat", {}).get("textFormat", {}).get("link", {}).get("uri")
    parts = [run.get("format", {}).get("link", {}).get("uri") for run in cell.get("textFormatRuns", [])]
    chips = [run.get("chip", {}).get("richLinkProperties", {}).get("uri") for run in cell.get("chipRuns", [])]
    return str(next((uri for uri in (own, *parts, *chips) if uri), ""))


def _name_ranges(workbook: Any, rest: Json, titles: dict[str, str]) -> None:
    from openpyxl.utils.cell import absolute_coordinate, quote_sheetname
    from openpyxl.workbook.defined_name import DefinedName

    sheets = {sheet["properties"]["sheetId"]: sheet for sheet in rest["sheets"]}
    for item in rest.get("namedRanges", []):
        sheet = sheets.get(item["range"].get("sheetId", 0))
        area = area_or_none(sheet, item["range"]) if sheet else None
        if sheet and area:
            title = quote_sheetname(titles[sheet["properties"]["title"]])
            text = f"{title}!{absolute_coordinate(a1(area))}"
            workbook.defined_names[item["name"]] = DefinedName(item["name"], attr_text=text)


def _completed(data: bytes, computed: list[Computed], pictures: SheetPictures) -> bytes:
    """The file with what openpyxl cannot write: pictures in cells, and what the formulas came to.

    Programs that do not calculate show those values.
    """
    from lxml import etree

    with zipfile.ZipFile(io.BytesIO(data)) as source:
        members = {name: source.read(name) for name in source.namelist()}
    for number, values in enumerate(computed, 1):
        name = f"xl/worksheets/sheet{number}.xml"
        if values:
            root = root_of(members[name], name)
            for cell in root.iter(q("s:c")):
                if cell.get("r") in values:
                    _put_value(cell, values[cell.get("r")])
            members[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    pictures.finish(members)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members.items():
            target.writestr(name, content)
    return stream.getvalue()


def _put_value(cell: Element, value: Json) -> None:
    from lxml import etree

    error = value.get("errorValue")
    if not value or (error and error.get("type") not in _CACHED_ERRORS):
        return
    kind, text = "str", clean(str(value.get("stringValue", "")))
    if "numberValue" in value:
        kind, text = "n", repr(value["numberValue"])
    elif "boolValue" in value:
        kind, text = "b", str(int(value["boolValue"]))
    elif error:
        kind, text = "e", ERROR_TEXTS[error["type"]]
    elif "picture" in value:
        # What programs show that do not know pictures in cells.
        kind, text = "e", ERROR_TEXTS["VALUE"]
        cell.set("vm", str(value["picture"]))
    for old in cell.findall(q("s:v")) + (cell.findall(q("s:f")) if "picture" in value else []):
        cell.remove(old)
    etree.SubElement(cell, q("s:v")).text = text
    cell.set("t", kind)


_CACHED_ERRORS = ("NULL_VALUE", "DIVIDE_BY_ZERO", "VALUE", "REF", "NAME", "NUM", "N_A")
