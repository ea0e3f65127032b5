"""What conditional formats do to the cells of one tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.calc import Computed, Condition
from pytest_knows.workspace.local.spreadsheets.conditions import Conditions, formulas_of
from pytest_knows.workspace.local.spreadsheets.formats import theme_colour
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, stored_cells
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value

MAX_FORMULAS = 20_000
"""Formulas of rules that are computed for one spreadsheet, one for each cell and rule; the rest hold nowhere."""
_CHANNELS = ("red", "green", "blue")


def _areas(sheet: Json, rule: Json) -> list[Area]:
    return [area for spot in rule.get("ranges", []) if (area := area_or_none(sheet, spot))]


def used_area(sheet: Json) -> Area:
    """The tab's cells down to the last row and column in which something is stored."""
    rows = max(map(int, sheet["cells"]), default=-1)
    columns = max((int(column) for line in sheet["cells"].values() for column in line), default=-1)
    return Area(top=0, left=0, bottom=rows + 1, right=columns + 1)


def _cut(area: Area, other: Area) -> Area:
    return Area(
        top=max(area.top, other.top),
        left=max(area.left, other.left),
        bottom=min(area.bottom, other.bottom),
        right=min(area.right, other.right),
    )


def rule_formulas(state: Json) -> set[Condition]:
    """Every formula that rules of conditional formats and filters need, with its tab."""
    found: set[Condition] = set()
    for number, sheet in enumerate(state["sheets"]):
        for text in _formulas(sheet):
            if len(found) >= MAX_FORMULAS:
                return found
            found.add((number, text))
    return found


def _formulas(sheet: Json) -> Iterator[str]:
    used = used_area(sheet)
    for rule in sheet.get("conditionalFormats", []):
        areas = _areas(sheet, rule)
        gradient = rule.get("gradientRule", {})
        for point in gradient.values():
            yield from formulas_of({"values": [{"userEnteredValue": point.get("value", "")}]})
        condition = rule.get("booleanRule", {}).get("condition", {})
        if areas and formulas_of(condition):
            for area in areas:
                cut = _cut(area, used)
                for row in cut.rows:
                    for column in cut.columns:
                        yield from formulas_of(condition, (row - areas[0].top, column - areas[0].left))
    for spec in sheet.get("basicFilter", {}).get("filterSpecs", []):
        yield from formulas_of(spec.get("filterCriteria", {}).get("condition", {}))


class ConditionalFormats:
    """The rules of one tab. The first rule that holds decides, as Google documents."""

    def __init__(self, state: Json, number: int, computed: Computed, conditions: Conditions) -> None:
        self._state, self._sheet, self._tab = state, state["sheets"][number], number
        self._computed, self._conditions = computed, conditions
        rules = self._sheet.get("conditionalFormats", [])
        self._rules = [
            (rule, areas, self._scale(rule, areas)) for rule in rules if (areas := _areas(self._sheet, rule))
        ]

    def places(self, area: Area) -> Iterator[tuple[int, int]]:
        """Empty cells between used ones on which a rule may show, at most MAX_FORMULAS."""
        used, count = _cut(used_area(self._sheet), area), 0
        for rule, areas, _ in self._rules:
            for cut in (_cut(one, used) for one in areas if "booleanRule" in rule):
                count += len(cut.rows) * len(cut.columns)
                if count > MAX_FORMULAS:
                    return
                yield from ((row, column) for row in cut.rows for column in cut.columns)

    def of(self, row: int, column: int, value: Json, text: str) -> Json:
        """The part of a CellFormat that the rules lay over a cell; empty if none holds."""
        for rule, areas, scale in self._rules:
            if not any(area.contains(row, column) for area in areas):
                continue
            if "booleanRule" in rule:
                condition = rule["booleanRule"].get("condition", {})
                move = (row - areas[0].top, column - areas[0].left)
                if self._conditions.hold(condition, value, text, move):
                    found: Json = rule["booleanRule"].get("format", {})
                    return found
            elif "numberValue" in value and (colour := _shade(scale, value["numberValue"])) is not None:
                return {"backgroundColor": colour, "backgroundColorStyle": {"rgbColor": colour}}
        return {}

    def _scale(self, rule: Json, areas: list[Area]) -> list[tuple[float, Json]]:
        """The points of a colour scale: number and Color, in order; empty for other rules."""
        gradient = rule.get("gradientRule", {})
        if not gradient:
            return []
        numbers = sorted(self._numbers(areas))
        points = []
        for name in ("minpoint", "midpoint", "maxpoint"):
            point = gradient.get(name)
            if isinstance(point, dict) and (place := self._point(point, numbers)) is not None:
                points.append((place, self._colour(point)))
        return sorted(points, key=lambda point: point[0]) if len(points) > 1 else []

    def _numbers(self, areas: list[Area]) -> Iterator[float]:
        for row, column, cell in stored_cells(self._sheet):
            if any(area.contains(row, column) for area in areas):
                value = effective_value(cell, self._computed.values.get((self._tab, row, column)))
                if "numberValue" in value:
                    yield value["numberValue"]

    def _point(self, point: Json, numbers: list[float]) -> float | None:
        kind = point.get("type")
        if not numbers:
            return None
        if kind in ("MIN", "MAX"):
            return numbers[0] if kind == "MIN" else numbers[-1]
        given = self._given(str(point.get("value", "")))
        if given is None or kind == "NUMBER":
            return given
        share = min(max(given / 100, 0.0), 1.0)
        if kind == "PERCENT":
            return numbers[0] + share * (numbers[-1] - numbers[0])
        place = share * (len(numbers) - 1)
        low, high = numbers[int(place)], numbers[min(int(place) + 1, len(numbers) - 1)]
        return low + (place - int(place)) * (high - low)

    def _given(self, text: str) -> float | None:
        if text.startswith("="):
            found: float | None = self._conditions.value(text).get("numberValue")
            return found
        try:
            number = float(text)
        except ValueError:
            return None
        return number if abs(number) < 1e300 else None

    def _colour(self, point: Json) -> Json:
        style = point.get("colorStyle", {})
        if "themeColor" in style:
            return theme_colour(self._state, style["themeColor"])
        found: Json = style.get("rgbColor", point.get("color", {}))
        return found


def _shade(scale: list[tuple[float, Json]], number: float) -> Json | None:
    """The colour of a number: between two points mixed in proportion, outside that of the last point."""
    if not scale:
        return None
    after = next((place for place, (point, _) in enumerate(scale) if number <= point), len(scale) - 1)
    (low, first), (high, second) = scale[max(after - 1, 0)], scale[after]
    share = min(max((number - low) / (high - low), 0.0), 1.0) if high > low else 1.0
    mixed = {name: first.get(name, 0) + share * (second.get(name, 0) - first.get(name, 0)) for name in _CHANNELS}
    return {name: round(channel, 8) for name, channel in mixed.items() if channel}


def hidden_rows(sheet: Json, conditions: Conditions, shown: Callable[[int, int], tuple[Json, str]]) -> set[int]:
    """The rows that the tab's basic filter and slicers hide; `shown(row, column)` is a cell's value and text."""
    hidden: set[int] = set()
    for area, column, criteria in _criteria(sheet):
        unwanted = {str(text).lower() for text in criteria.get("hiddenValues", [])}
        condition = criteria.get("condition")
        last = used_area(sheet).bottom
        for row in range(area.top + 1, min(area.bottom, max(last, area.top + 1))):
            value, text = shown(row, column)
            if text.lower() in unwanted or (condition and not conditions.hold(condition, value, text)):
                hidden.add(row)
    return hidden


def _criteria(sheet: Json) -> Iterator[tuple[Area, int, Json]]:
    basic = sheet.get("basicFilter", {})
    area = area_or_none(sheet, basic.get("range"))
    for spec in basic.get("filterSpecs", []) if area else ():
        yield area, spec.get("columnIndex", 0), spec.get("filterCriteria", {})  # type: ignore[misc]
    for slicer in sheet.get("slicers", []):
        spec = slicer.get("spec", {})
        home = area_or_none(sheet, spec.get("dataRange"))
        own = spec.get("dataRange", {}).get("sheetId", 0) == sheet["properties"]["sheetId"]
        if home and own and "columnIndex" in spec and "filterCriteria" in spec:
            yield home, home.left + spec["columnIndex"], spec["filterCriteria"]
