"""An .xlsx as the spreadsheets engine's state, read by openpyxl once its size is known to be bearable."""

from __future__ import annotations

import datetime as dt
import io
import re
import warnings
from contextlib import suppress
from typing import Any

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.office.drawing import Palette
from pytest_knows.workspace.local.office.markup import attribute, clean, find_all, streamed
from pytest_knows.workspace.local.office.opening import Package
from pytest_knows.workspace.local.office.spreadsheet_charts import charts_of, read_chart
from pytest_knows.workspace.local.office.spreadsheet_drawings import (
    floating_pictures,
    pictures_in_cells,
    position_of,
)
from pytest_knows.workspace.local.office.spreadsheet_formats import Formats
from pytest_knows.workspace.local.office.spreadsheet_rules import conditional_formats, validation_lists
from pytest_knows.workspace.local.spreadsheets.a1 import parse
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.defaults import COLUMNS, ROWS, new_sheet
from pytest_knows.workspace.local.spreadsheets.engine import ENGINE
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours
from pytest_knows.workspace.local.spreadsheets.functions import unsupported
from pytest_knows.workspace.local.spreadsheets.grid import get_cell, put_cell, require_room, size
from pytest_knows.workspace.local.spreadsheets.images import from_excel

MAX_CELLS = 150_000
"""Cells of a workbook; openpyxl takes about a kilobyte for each."""
MAX_SPANNED = 200_000
"""Cells that merges, links and comments cover together: openpyxl makes an object for each."""
MAX_ROWS = 100_000
"""Rows of a grid; a read answers the height of each."""
_DRAWING = re.compile(rb"<Relationship [^>]*/relationships/drawing\"[^>]*/>")
"""Drawings are read from their parts; openpyxl would decode every picture, and fail over damaged ones."""
_NEW_FUNCTION = re.compile(r"_xl(?:fn|ws|udf|pm)\.")
_GOOGLE_ONLY = re.compile(r'=IFERROR\(__xludf\.DUMMYFUNCTION\("((?:[^"]|"")*)"\),(.*)\)', re.DOTALL)
"""How Google writes a formula that Excel has not, with its value; `"COMPUTED_VALUE"` for cells that it fills."""


def import_package(package: Package, env: Environment) -> Json:
    """The state of a spreadsheet. Raises `RequestError` for a workbook that is damaged or too large."""
    _require_bearable(package)
    workbook = _load(package, data_only=False)
    state = ENGINE.blank({}, env)
    state["sheets"].clear()
    book = Book(state=state, env=env)
    palette = Palette.of(package.xml(package.related(package.main, "theme")), None)
    formats = Formats(workbook, palette)
    normal = formats.default()
    theme = state["properties"]["spreadsheetTheme"]
    if normal.get("fontFamily", theme["primaryFontFamily"]) == theme["primaryFontFamily"]:
        normal.pop("fontFamily", None)  # Google's default format names it in a way of its own
    else:
        theme["primaryFontFamily"] = normal["fontFamily"]
    state["properties"]["defaultFormat"]["textFormat"] |= normal
    for number, worksheet in enumerate(workbook.worksheets):
        _SheetReader(book, worksheet, formats).read(number)
    if not book.sheets:
        raise RequestError("The workbook has no worksheets.")
    if all(sheet["properties"].get("hidden") for sheet in book.sheets):
        del book.sheets[0]["properties"]["hidden"]
    require_room(state)
    _name_ranges(book, workbook)
    for sheet, worksheet in zip(book.sheets, workbook.worksheets, strict=True):
        _add_objects(book, sheet, worksheet, formats)
    _add_drawings(package, book)
    _keep_cached(package, book)
    return state


def _require_bearable(package: Package) -> None:
    """Counts cells, and cells under merges, links and comments, without building a tree."""
    from openpyxl.utils.cell import range_boundaries

    cells = spanned = 0
    for name, data in package.members.items():
        if not name.startswith("xl/") or not name.endswith(".xml"):
            continue
        for element in streamed(data, name):
            kind = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
            cells += kind == "c" and "r" in element.attrib
            if kind in ("mergeCell", "hyperlink", "comment") and ":" in element.get("ref", ""):
                left, top, right, bottom = range_boundaries(element.get("ref"))
                spanned += ((right or 16384) - (left or 1) + 1) * ((bottom or 1048576) - (top or 1) + 1)
        if cells > MAX_CELLS or spanned > MAX_SPANNED:
            raise RequestError(f"The workbook is too large: at most {MAX_CELLS} cells, {MAX_SPANNED} of them merged.")


def _load(package: Package, *, data_only: bool) -> Any:
    import zipfile

    from openpyxl import load_workbook

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in package.members.items():
            archive.writestr(name, _DRAWING.sub(b"", data) if name.endswith(".rels") else data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of what it leaves out
        return load_workbook(stream, data_only=data_only, keep_links=False)


class _SheetReader:
    """One worksheet: properties, cells, sizes."""

    def __init__(self, book: Book, worksheet: Any, formats: Formats) -> None:
        self._book, self._from, self._formats = book, worksheet, formats

    def read(self, number: int) -> None:
        """Append the tab, with `number` as its place."""
        title = clean(self._from.title)[:100] or f"Sheet{number + 1}"
        sheet_id = self._book.new_number() if number else 0
        sheet = new_sheet({"sheetId": sheet_id, "title": title, "index": number, **self._properties()})
        self._book.sheets.append(sheet)
        for row in self._from._cells:
            if row[0] <= MAX_ROWS:
                self._cell(sheet, self._from._cells[row])
        rows, columns = (max(map(int, keys), default=0) + 1 for keys in _used(sheet))
        grid = sheet["properties"]["gridProperties"]
        grid |= {"rowCount": max(ROWS, rows), "columnCount": max(COLUMNS, columns)}
        self._freeze(grid)
        self._sizes(sheet)

    def _properties(self) -> Json:
        colour = self._formats.colour(self._from.sheet_properties.tabColor)
        view = self._from.sheet_view
        return {
            **({"hidden": True} if self._from.sheet_state != "visible" else {}),
            **({"tabColor": colour, "tabColorStyle": {"rgbColor": colour}} if colour else {}),
            **({"rightToLeft": True} if view.rightToLeft else {}),
            "gridProperties": {"hideGridlines": True} if view.showGridLines is False else {},
        }

    def _freeze(self, grid: Json) -> None:
        """`freeze_panes` names the first cell that scrolls."""
        from openpyxl.utils.cell import coordinate_to_tuple

        if self._from.freeze_panes:
            row, column = coordinate_to_tuple(self._from.freeze_panes)
            counts = {"frozenRowCount": (row, "rowCount"), "frozenColumnCount": (column, "columnCount")}
            grid |= {name: first - 1 for name, (first, most) in counts.items() if 1 < first <= grid[most]}

    def _cell(self, sheet: Json, source: Any) -> None:
        cell: Json = {}
        value = _entered(source)
        if value is not None:
            cell["userEnteredValue"] = value
        form = self._formats.of(source) if source.has_style else {}
        link = source.hyperlink
        if link and link.target:  # without one it leads to a place in the workbook
            uri = clean(f"{link.target}#{link.location}" if link.location else link.target)
            form = {**form, "textFormat": {**form.get("textFormat", {}), "link": {"uri": uri}}}
        if form:
            cell["userEnteredFormat"] = form
        if source.comment:
            cell["note"] = clean(source.comment.text or "")
        if cell:
            put_cell(sheet, source.row - 1, source.column - 1, pair_colours(self._book.state, cell))

    def _sizes(self, sheet: Json) -> None:
        """Heights are points, widths characters of 7 pixels with 5 pixels of padding (Excel's default font)."""
        rows, columns = size(sheet)
        for number, row in self._from.row_dimensions.items():
            found = {"pixelSize": round(min(row.ht, 409) * 4 / 3)} if row.ht else {}
            if (found or row.hidden) and 0 < number <= rows:
                sheet["rows"][str(number - 1)] = found | ({"hiddenByUser": True} if row.hidden else {})
        for column in self._from.column_dimensions.values():
            found = {"pixelSize": round(min(column.width, 255) * 7 + 5)} if column.customWidth else {}
            if found or column.hidden:
                found |= {"hiddenByUser": True} if column.hidden else {}
                for place in range(column.min or 1, min(column.max or 1, columns) + 1):
                    sheet["columns"][str(place - 1)] = dict(found)


def _used(sheet: Json) -> tuple[Any, Any]:
    return sheet["cells"], [column for line in sheet["cells"].values() for column in line]


def _entered(cell: Any) -> Json | None:
    """The ExtendedValue that a cell holds; None for an empty one. Dates are serial days."""
    from openpyxl.utils.datetime import to_excel

    value, kind = cell.value, cell.data_type
    if kind == "f":
        text = getattr(value, "text", value)  # an array formula is an object
        return _formula(str(text or ""))
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    if isinstance(value, dt.date | dt.time | dt.timedelta):
        return {"numberValue": round(to_excel(value), 10)}
    if value is None or value == "":
        return None
    return {"formulaValue": f"={value}"} if kind == "e" else {"stringValue": clean(str(value).replace("_x000D_", ""))}


def _formula(text: str) -> Json | None:
    text = text if text.startswith("=") else f"={text}"
    google = _GOOGLE_ONLY.fullmatch(text)
    if google and google[1] == '""COMPUTED_VALUE""':
        text = f"={google[2]}"
    elif google:
        text = "=" + google[1].replace('""', '"')
    text = _NEW_FUNCTION.sub("", from_excel(text))
    return {"formulaValue": text} if text.strip("=") else None


def _grid_range(sheet: Json, cells: Any) -> Json:
    """The GridRange of openpyxl's cell range, cut to the grid."""
    rows, columns = size(sheet)
    return {
        "sheetId": sheet["properties"]["sheetId"],
        "startRowIndex": cells.min_row - 1,
        "endRowIndex": min(cells.max_row, rows),
        "startColumnIndex": cells.min_col - 1,
        "endColumnIndex": min(cells.max_col, columns),
    }


def _apply(book: Book, name: str, body: Json) -> None:
    """What Google refuses is left out."""
    with suppress(RequestError):
        REQUESTS.apply(book, [{name: body}])


def _add_objects(book: Book, sheet: Json, worksheet: Any, formats: Formats) -> None:
    from openpyxl.worksheet.cell_range import CellRange

    for merged in worksheet.merged_cells.ranges:
        _apply(book, "mergeCells", {"range": _grid_range(sheet, merged), "mergeType": "MERGE_ALL"})
    for table in worksheet.tables.values():
        name = re.sub(r"\W", "_", table.displayName or table.name or "")
        _apply(book, "addTable", {"table": {"name": name, "range": _grid_range(sheet, CellRange(table.ref))}})
    for ranges, rule in reversed([*conditional_formats(worksheet, formats)]):
        spots = [_grid_range(sheet, cells) for cells in ranges]
        _apply(book, "addConditionalFormatRule", {"rule": {"ranges": spots, **rule}})
    for ranges, rule in validation_lists(worksheet):
        for cells in ranges:
            _apply(book, "setDataValidation", {"range": _grid_range(sheet, cells), "rule": rule})
    if worksheet.auto_filter.ref:
        spot = _grid_range(sheet, CellRange(worksheet.auto_filter.ref))
        _apply(book, "setBasicFilter", {"filter": {"range": spot}})


def _add_drawings(package: Package, book: Book) -> None:
    """Charts and pictures of the worksheets, and the charts of chart sheets, which get a tab of their own."""
    relations = package.relations(package.main)
    listed = (
        relations.get(attribute(item, "r:id")) for item in find_all(package.xml(package.main), "s:sheets/s:sheet")
    )
    parts = [relation for relation in listed if relation and relation.target in package.members]
    tabs = iter([*book.sheets])
    for part in parts:
        tab = next(tabs, None) if part.kind == "worksheet" else None
        for anchor, chart in charts_of(package, part.target):
            spec = read_chart(chart, book.state)
            place = position_of(anchor, tab) if tab else {"newSheet": True}
            if spec:
                _apply(book, "addChart", {"chart": {"spec": spec, "position": place}})
        if tab:
            for picture in floating_pictures(package, part.target, tab, book.env):
                add_to(tab, "pictures", picture)
            for row, column, url in pictures_in_cells(package, part.target, book.env):
                shown = {"userEnteredValue": {"formulaValue": f'=IMAGE("{url}")'}}
                if cell := get_cell(tab, row, column):  # without one its row lies beyond the last
                    put_cell(tab, row, column, cell | shown)


def _name_ranges(book: Book, workbook: Any) -> None:
    for name, defined in workbook.defined_names.items():
        with suppress(RequestError):
            sheet, area = parse(book.state, (defined.attr_text or "").replace("$", ""))
            spot = {"sheetId": sheet["properties"]["sheetId"], "startRowIndex": area.top, "endRowIndex": area.bottom,
                    "startColumnIndex": area.left, "endColumnIndex": area.right}  # fmt: skip
            REQUESTS.apply(book, [{"addNamedRange": {"namedRange": {"name": name, "range": spot}}}])


def _keep_cached(package: Package, book: Book) -> None:
    """Where the engine fails at a formula that Excel had computed, Excel's value takes the formula's place.

    First where the engine lacks a function: what depends on those cells can be computed after that.
    """
    cached: list[Any] = []
    for only_unsupported in (True, False):
        computed = compute(book.state, book.env.today).values
        failed = [place for place, value in computed.items() if "errorValue" in value]
        if failed and not cached:
            cached = _load(package, data_only=True).worksheets
        for tab, row, column in failed:
            sheet = book.sheets[tab]
            cell = get_cell(sheet, row, column)
            formula = cell.get("userEnteredValue", {}).get("formulaValue", "")
            if only_unsupported and not unsupported(formula):
                continue
            value = _entered(cached[tab].cell(row + 1, column + 1))
            if formula and value and "formulaValue" not in value:
                put_cell(sheet, row, column, {**cell, "userEnteredValue": value})
