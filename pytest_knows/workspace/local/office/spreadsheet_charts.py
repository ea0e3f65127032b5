"""Charts of an .xlsx as specs of the Sheets API, fed by ranges of the sheet.

Read from their parts: openpyxl loses axis titles, and charts with parts that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.office.markup import (
    Element,
    amount,
    attribute,
    children,
    clean,
    find,
    find_all,
)
from pytest_knows.workspace.local.office.opening import Package
from pytest_knows.workspace.local.office.spreadsheet_drawings import anchors
from pytest_knows.workspace.local.office.spreadsheet_series import look_of
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.grid import Area, grid_range

_KINDS = {"c:barChart": "COLUMN", "c:bar3DChart": "COLUMN", "c:lineChart": "LINE", "c:line3DChart": "LINE",
          "c:areaChart": "AREA", "c:area3DChart": "AREA", "c:scatterChart": "SCATTER"}  # fmt: skip
_PIES = ("c:pieChart", "c:pie3DChart", "c:doughnutChart", "c:ofPieChart")
STACKED = {"stacked": "STACKED", "percentStacked": "PERCENT_STACKED"}
_LEGENDS = {"b": "BOTTOM_LEGEND", "t": "TOP_LEGEND", "l": "LEFT_LEGEND", "r": "RIGHT_LEGEND", "tr": "RIGHT_LEGEND"}

Place = tuple[Json, Area]
"""A tab and a rectangle in it."""
Part = tuple[str, Element]
"""What a plot area holds: the kind of chart (`c:barChart`) and its element."""


def charts_of(package: Package, sheet_part: str) -> Iterator[tuple[Element, Element]]:
    """(anchor, `c:chart`) of each chart in the drawing of a worksheet or chart sheet."""
    for anchor, relations in anchors(package, sheet_part):
        reference = find(anchor, "xdr:graphicFrame/a:graphic/a:graphicData/c:chart")
        relation = relations.get(attribute(reference, "r:id"))
        if relation and not relation.external:
            chart = find(package.xml(relation.target), "c:chart")
            if chart is not None:
                yield anchor, chart


def read_chart(chart: Element, state: Json) -> Json | None:
    """The `spec` of a chart; None for a kind that Google has not, or one that no ranges of this file feed."""
    plot, parts = find(chart, "c:plotArea"), parts_of(chart)
    is_pie = bool(parts) and parts[0][0] in _PIES
    domain, series, headers = _sources(parts, state, may_be_headed=not is_pie)
    if not series:
        return None
    title = title_of(chart)
    spec: Json = {"title": title} if title else {}
    legend = find(chart, "c:legend")
    place = attribute(find(legend, "c:legendPos"), "val") or "r"
    shown = _LEGENDS.get(place, "RIGHT_LEGEND") if legend is not None else "NO_LEGEND"
    if is_pie:
        pie: Json = {
            "legendPosition": shown,
            "series": series[0][1]["series"],
            **({"domain": domain} if domain else {}),
        }
        hole = amount(find(parts[0][1], "c:holeSize"), "val")
        return {**spec, "pieChart": {**pie, **({"pieHole": min(hole, 90) / 100} if hole > 0 else {})}}
    basic = _basic(parts, series)
    titles = _axis_titles(plot, parts[0][1], flipped=series[0][0] == "BAR")
    return {
        **spec,
        "basicChart": {
            **basic,
            "legendPosition": shown,
            "axis": titles,
            "domains": [{"domain": domain}] if domain else [],
            "headerCount": headers,
        },
    }


def _basic(parts: list[Part], series: list[tuple[str, Json]]) -> Json:
    """Kind, stacking and series."""
    kinds = {kind for kind, _ in series}
    axis = "BOTTOM_AXIS" if kinds == {"BAR"} else "LEFT_AXIS"
    lines = [{**drawn, "targetAxis": axis, **({"type": kind} if len(kinds) > 1 else {})} for kind, drawn in series]
    stacked = STACKED.get(attribute(find(parts[0][1], "c:grouping"), "val"))
    kind = "COMBO" if len(kinds) > 1 else series[0][0]
    return {"chartType": kind, "series": lines, **({"stackedType": stacked} if stacked else {})}


def parts_of(chart: Element | None) -> list[Part]:
    """What is plotted, as far as Google has such a kind."""
    plot = find(chart, "c:plotArea")
    return [(name, part) for name, part in children(plot) if name in _KINDS or name in _PIES]


def kind_of(part: Part) -> str:
    """The `chartType`; PIE for all that is round."""
    return "BAR" if attribute(find(part[1], "c:barDir"), "val") == "bar" else _KINDS.get(part[0], "PIE")


def _axis_titles(plot: Element, part: Element, *, flipped: bool) -> list[Json]:
    """A chart names its axes by id, that of the categories (or of x) first."""
    axes = {attribute(find(axis, "c:axId"), "val"): axis for name, axis in children(plot) if name.endswith("Ax")}
    ids = [attribute(item, "val") for item in find_all(part, "c:axId")]
    sides = ("LEFT_AXIS", "BOTTOM_AXIS") if flipped else ("BOTTOM_AXIS", "LEFT_AXIS")
    titles = [(side, title_of(axes.get(axis_id))) for side, axis_id in zip(sides, ids, strict=False)]
    return [{"position": side, "title": title} for side, title in titles if title]


def title_of(holder: Element | None) -> str:
    """The text of the title of a chart or an axis."""
    rich = find_all(holder, "c:title/c:tx/c:rich/a:p")
    lines = ["".join(text.text or "" for text in find_all(paragraph, "a:r/a:t")) for paragraph in rich]
    cached = find_all(holder, "c:title/c:tx/c:strRef/c:strCache/c:pt/c:v")
    return clean("\n".join(lines or [text.text or "" for text in cached])).strip()


def _sources(parts: list[Part], state: Json, *, may_be_headed: bool) -> tuple[Json | None, list[tuple[str, Json]], int]:
    """The domain, (kind, data and look) of each series, and the header count.

    Excel keeps a series' name apart from its values; where the names stand right before them, they are the header.
    Google's pie charts do not count headers.
    """
    items = [(kind_of(part), item) for part in parts for item in find_all(part[1], "c:ser")]
    found = [
        ((kind, item), place, _place(_reference(item, "c:tx"), state))
        for kind, item in items
        if (place := _place(_reference(item, "c:val", "c:yVal"), state))
    ]
    domains = (_place(_reference(item, "c:cat", "c:xVal"), state) for _, item in items)
    domain = next((place for place in domains if place), None)
    if not found:
        return None, [], 0
    down = _upright(found[0][1][1])
    room = domain is None or (domain[1].top > 0 if down else domain[1].left > 0)
    headed = may_be_headed and room and all(name and _before(name, values) for _, values, name in found)
    if headed:
        found = [(drawn, _extended(place, down), name) for drawn, place, name in found]
        domain = _extended(domain, down) if domain else None
    series = [(kind, {"series": _data(place), **look_of(kind, item)}) for (kind, item), place, _ in found]
    return (_data(domain) if domain else None), series, int(headed)


def _reference(series: Element, *names: str) -> str:
    """The formula of the cells behind a part of a series."""
    for name in names:
        for kind in ("c:numRef", "c:strRef", "c:multiLvlStrRef"):
            formula = find(series, f"{name}/{kind}/c:f")
            if formula is not None and formula.text:
                return str(formula.text)
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


def _data(place: Place) -> Json:
    return {"sourceRange": {"sources": [grid_range(*place)]}}
