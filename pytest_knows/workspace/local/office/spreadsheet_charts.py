"""Charts of an .xlsx as specs of the Sheets API, fed by ranges of the sheet."""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.grid import Area, grid_range

_KINDS = {"BarChart": "COLUMN", "BarChart3D": "COLUMN", "LineChart": "LINE", "LineChart3D": "LINE",
          "AreaChart": "AREA", "AreaChart3D": "AREA", "ScatterChart": "SCATTER"}  # fmt: skip
_PIES = ("PieChart", "PieChart3D", "DoughnutChart", "ProjectedPieChart")
_STACKED = {"stacked": "STACKED", "percentStacked": "PERCENT_STACKED"}
_LEGENDS = {"b": "BOTTOM_LEGEND", "t": "TOP_LEGEND", "l": "LEFT_LEGEND", "r": "RIGHT_LEGEND", "tr": "RIGHT_LEGEND"}
_EMU_PER_PIXEL = 9525

Place = tuple[Json, Area]
"""A tab and a rectangle in it."""


def read_chart(chart: Any, state: Json) -> Json | None:
    """The `spec` of a chart; None for a kind that Google has not, or one that no ranges of this file feed."""
    parts = [part for part in chart._charts if type(part).__name__ in (*_KINDS, *_PIES)]
    series = [item for part in parts for item in part.ser]
    if not series:
        return None
    spec: Json = {"title": _title(chart)} if _title(chart) else {}
    domain, values, headers = _sources(series, state)
    if not values:
        return None
    legend = _LEGENDS.get(getattr(chart.legend, "position", ""), "NO_LEGEND") if chart.legend else "NO_LEGEND"
    if type(parts[0]).__name__ in _PIES:
        pie: Json = {"legendPosition": legend, "series": values[0], **({"domain": domain} if domain else {})}
        hole = getattr(parts[0], "holeSize", None)
        return {**spec, "pieChart": {**pie, **({"pieHole": min(int(hole), 90) / 100} if hole else {})}}
    return {**spec, "basicChart": _basic(chart, parts, domain, values, headers, legend)}


def _basic(chart: Any, parts: list[Any], domain: Json | None, values: list[Json], headers: int, legend: str) -> Json:
    kinds = [_kind(part) for part in parts for _ in part.ser]
    combined = len(set(kinds)) > 1
    lines = [
        {"series": value, "targetAxis": "LEFT_AXIS" if kinds[0] != "BAR" else "BOTTOM_AXIS"}
        | ({"type": kind} if combined else {})
        for kind, value in zip(kinds, values, strict=False)
    ]
    stacked = _STACKED.get(getattr(parts[0], "grouping", None) or "", "")
    across, up = ("LEFT_AXIS", "BOTTOM_AXIS") if kinds[0] == "BAR" else ("BOTTOM_AXIS", "LEFT_AXIS")
    titles = {across: _title(getattr(chart, "x_axis", None)), up: _title(getattr(chart, "y_axis", None))}
    return {
        "chartType": "COMBO" if combined else kinds[0],
        "legendPosition": legend,
        "axis": [{"position": side, "title": title} for side, title in titles.items() if title],
        "domains": [{"domain": domain}] if domain else [],
        "series": lines,
        "headerCount": headers,
        **({"stackedType": stacked} if stacked else {}),
    }


def _kind(part: Any) -> str:
    return "BAR" if getattr(part, "barDir", "") == "bar" else _KINDS.get(type(part).__name__, "LINE")


def _title(holder: Any) -> str:
    """The text of the title of a chart or an axis."""
    rich = getattr(getattr(getattr(holder, "title", None), "tx", None), "rich", None)
    paragraphs = rich.p if rich is not None else []
    return "\n".join("".join(run.t or "" for run in paragraph.r or []) for paragraph in paragraphs).strip()


def _sources(series: list[Any], state: Json) -> tuple[Json | None, list[Json], int]:
    """Domain and series as ChartData, and the header count.

    Excel keeps a series' name apart from its values; where the names stand right before them, they are the header.
    """
    values = [_place(_reference(item, "val", "yVal"), state) for item in series]
    names = [_place(_reference(item, "tx"), state) for item in series]
    domain = next((found for item in series if (found := _place(_reference(item, "cat", "xVal"), state))), None)
    found = [value for value in values if value]
    pairs = [(value, name) for value, name in zip(values, names, strict=True) if value]
    headed = all(name is not None and _before(name, value) for value, name in pairs)
    first = domain[1] if domain else None
    if headed and found and (first is None or (first.top > 0 if _upright(found[0][1]) else first.left > 0)):
        down = _upright(found[0][1])
        found = [_extended(place, down) for place in found]
        domain = _extended(domain, down) if domain else None
        return _data(domain), [data for place in found if (data := _data(place))], 1
    return _data(domain), [data for place in found if (data := _data(place))], 0


def _reference(item: Any, *names: str) -> str:
    """The formula of the cells behind a part of a series."""
    for name in names:
        source = getattr(item, name, None)
        for kind in ("numRef", "strRef", "multiLvlStrRef"):
            reference = getattr(source, kind, None)
            if reference is not None and reference.f:
                return str(reference.f)
    return ""


def _place(reference: str, state: Json) -> Place | None:
    if not reference or "," in reference:
        return None
    try:
        return a1.parse(state, reference.replace("$", ""))
    except RequestError:
        return None


def _upright(area: Area) -> bool:
    """Whether values run down a column."""
    return len(area.columns) == 1 or len(area.rows) > 1


def _before(name: Place, values: Place) -> bool:
    label, area = name[1], values[1]
    if name[0] is not values[0]:
        return False
    above = (label.top, label.left) == (area.top - 1, area.left)
    return above if _upright(area) else (label.top, label.left) == (area.top, area.left - 1)


def _extended(place: Place, down: bool) -> Place:
    sheet, area = place
    top, left = (area.top - 1, area.left) if down else (area.top, area.left - 1)
    return sheet, Area(top=top, left=left, bottom=area.bottom, right=area.right)


def _data(place: Place | None) -> Json | None:
    return {"sourceRange": {"sources": [grid_range(*place)]}} if place else None


def position_of(anchor: Any, sheet_id: int, limit: tuple[int, int]) -> Json:
    """The EmbeddedObjectPosition of a drawing's anchor; the grid ends at `limit` (rows, columns)."""
    corner = getattr(anchor, "_from", None)
    row, column = (min(max(int(getattr(corner, name, 0) or 0), 0), most - 1) for name, most in
                   (("row", limit[0]), ("col", limit[1])))  # fmt: skip
    overlay: Json = {"anchorCell": {"sheetId": sheet_id, "rowIndex": row, "columnIndex": column}}
    end, extent = getattr(anchor, "to", None), getattr(anchor, "ext", None)
    if extent is not None:
        overlay |= {"widthPixels": _pixels(extent.width), "heightPixels": _pixels(extent.height)}
    elif end is not None:
        # Excel's default column has 64 pixels, its row 20.
        overlay |= {"widthPixels": max(1, (end.col - column) * 64), "heightPixels": max(1, (end.row - row) * 20)}
    return {"overlayPosition": overlay}


def _pixels(emu: float) -> int:
    return max(1, min(round((emu or 0) / _EMU_PER_PIXEL), 10_000))
