"""Charts for an .xlsx; the inverse of `spreadsheet_charts`."""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.markup import clean
from pytest_knows.workspace.local.office.spreadsheet_drawings import EMU_PER_PIXEL
from pytest_knows.workspace.local.office.spreadsheet_series import draw
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none

_LEGENDS = {"BOTTOM_LEGEND": "b", "TOP_LEGEND": "t", "LEFT_LEGEND": "l", "RIGHT_LEGEND": "r"}
_STACKED = {"STACKED": "stacked", "PERCENT_STACKED": "percentStacked"}
_CLASSES = {"COLUMN": "BarChart", "BAR": "BarChart", "LINE": "LineChart", "AREA": "AreaChart",
            "STEPPED_AREA": "AreaChart", "SCATTER": "ScatterChart"}  # fmt: skip
_WIDTH, _HEIGHT = 600, 371
"""Pixels of a chart that nobody sized, in Google Sheets."""

Place = tuple[str, Area]
"""The title of a worksheet and a rectangle in it."""


def add_charts(workbook: Any, sheets: list[Json], titles: dict[str, str]) -> None:
    """The charts of all tabs, each on its worksheet or chart sheet; kinds that Excel's files have not are left out."""
    maker = _Maker(sheets, titles)
    for sheet in sheets:
        title = titles[sheet["properties"]["title"]]
        for item in sheet.get("charts", []):
            made = maker.chart(item.get("spec", {}))
            if made is not None and title in workbook.sheetnames:
                made.anchor = anchor_of(item.get("position", {}).get("overlayPosition", {}))
                workbook[title].add_chart(made)


def anchor_of(overlay: Json) -> Any:
    """Where a drawing lies: the cell of its upper left corner, how far into it, and its size."""
    from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
    from openpyxl.drawing.xdr import XDRPositiveSize2D

    cell = overlay.get("anchorCell", {})
    offset = {
        side: overlay.get(f"offset{axis}Pixels", 0) * EMU_PER_PIXEL for side, axis in (("col", "X"), ("row", "Y"))
    }
    marker = AnchorMarker(
        col=cell.get("columnIndex", 0), row=cell.get("rowIndex", 0), colOff=offset["col"], rowOff=offset["row"]
    )
    width, height = overlay.get("widthPixels") or _WIDTH, overlay.get("heightPixels") or _HEIGHT
    return OneCellAnchor(_from=marker, ext=XDRPositiveSize2D(width * EMU_PER_PIXEL, height * EMU_PER_PIXEL))


class _Maker:
    """Makes charts from specs."""

    def __init__(self, sheets: list[Json], titles: dict[str, str]) -> None:
        self._sheets = {sheet["properties"]["sheetId"]: sheet for sheet in sheets}
        self._titles = titles

    def _place(self, data: Json | None) -> Place | None:
        """The first range of a ChartData."""
        [source] = (data or {}).get("sourceRange", {}).get("sources", [])[:1] or [{}]
        sheet = self._sheets.get(source.get("sheetId", 0))
        area = area_or_none(sheet, source) if sheet and source else None
        return (self._titles[sheet["properties"]["title"]], area) if sheet and area else None

    def chart(self, spec: Json) -> Any:
        """None for a spec that Excel has no chart for, or that no ranges feed."""
        if "pieChart" in spec:
            body, made = spec["pieChart"], self._pie(spec["pieChart"])
        elif "basicChart" in spec:
            body, made = spec["basicChart"], self._basic(spec["basicChart"])
        else:
            return None
        if made is None:
            return None
        if spec.get("title"):
            made.title = clean(spec["title"])
        if body.get("legendPosition") == "NO_LEGEND":
            made.legend = None
        else:
            made.legend.position = _LEGENDS.get(body.get("legendPosition", ""), "r")
        return made

    def _pie(self, body: Json) -> Any:
        from openpyxl.chart import DoughnutChart, PieChart

        values = self._place(body.get("series"))
        if values is None:
            return None
        hole = body.get("pieHole", 0)
        made: Any = DoughnutChart(holeSize=min(max(round(hole * 100), 1), 90)) if hole else PieChart()
        made.series.append(_series(values, self._place(body.get("domain")), headed=False))
        return made

    def _basic(self, body: Json) -> Any:
        """One chart for each kind of series, laid on one another."""
        [first] = body.get("domains", [])[:1] or [{}]
        domain, whole, charts = self._place(first.get("domain")), body.get("chartType", ""), {}
        for item in body.get("series", []):
            kind = item.get("type", "COLUMN") if whole == "COMBO" else whole
            values = self._place(item.get("series"))
            if kind in _CLASSES and values:
                if kind not in charts:
                    charts[kind] = _empty(kind, _STACKED.get(body.get("stackedType", "")))
                made = _series(values, domain, headed=bool(body.get("headerCount")), points=kind == "SCATTER")
                draw(made, kind, item)
                charts[kind].series.append(made)
        if not charts:
            return None
        base, *others = charts.values()
        for other in others:
            base += other
        flipped = "BAR" in charts
        named = {axis.get("position"): clean(axis.get("title", "")) for axis in body.get("axis", [])}
        across, up = named.get("BOTTOM_AXIS"), named.get("LEFT_AXIS")
        base.x_axis.title, base.y_axis.title = (up or None, across or None) if flipped else (across or None, up or None)
        return base


def _empty(kind: str, grouping: str | None) -> Any:
    from openpyxl import chart

    made = getattr(chart, _CLASSES[kind])()
    if kind in ("COLUMN", "BAR"):
        made.type = "bar" if kind == "BAR" else "col"
    if kind == "SCATTER":
        made.scatterStyle = "lineMarker"
    elif grouping:
        made.grouping = grouping
        made.overlap = 100 if kind in ("COLUMN", "BAR") else None
    made.x_axis.delete = made.y_axis.delete = False  # openpyxl leaves it open, which Excel takes for yes
    return made


def _series(values: Place, domain: Place | None, *, headed: bool, points: bool = False) -> Any:
    """The series of a chart; with `headed`, the first cell of each range is its name."""
    from openpyxl.chart.data_source import AxDataSource, NumDataSource, NumRef, StrRef
    from openpyxl.chart.series import Series, SeriesLabel

    label = None
    if headed:
        name, values = _split(values)
        label = SeriesLabel(strRef=StrRef(f=_reference(name)))
        domain = _split(domain)[1] if domain else None
    numbers = NumDataSource(numRef=NumRef(f=_reference(values)))
    at = _reference(domain) if domain else ""
    if points:
        return Series(tx=label, yVal=numbers, xVal=AxDataSource(numRef=NumRef(f=at)) if at else None)
    return Series(tx=label, val=numbers, cat=AxDataSource(strRef=StrRef(f=at)) if at else None)


def _split(place: Place) -> tuple[Place, Place]:
    """The first cell of a line of cells, and the rest (the cell itself if there is no more)."""
    title, area = place
    down = len(area.columns) == 1 or len(area.rows) > 1
    bottom, right = (area.top + 1, area.right) if down else (area.bottom, area.left + 1)
    name = Area(top=area.top, left=area.left, bottom=bottom, right=right)
    rest = Area(
        top=bottom if down else area.top, left=area.left if down else right, bottom=area.bottom, right=area.right
    )
    return (title, name), (title, rest if rest.top < rest.bottom and rest.left < rest.right else name)


def _reference(place: Place) -> str:
    from openpyxl.utils.cell import absolute_coordinate, quote_sheetname
    from openpyxl.worksheet.cell_range import CellRange

    title, area = place
    spot = CellRange(min_col=area.left + 1, min_row=area.top + 1, max_col=area.right, max_row=area.bottom)
    return f"{quote_sheetname(title)}!{absolute_coordinate(spot.coord)}"
