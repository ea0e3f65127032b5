"""Training analyses as an agent might hand them in, with the world around them.

`full_score` is one that deserves full points; tests change its grids, charts, pages, export or judge. All activities
are made up: a few of them fall on one day.
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from familykit.sheets import Grid, Requests, source, write

EPOCH = datetime.datetime(1899, 12, 30)
MILE = 1609.34
POINTS = {1: 58, 2: 58, 3: 54, 4: 66, 5: 56}
KINDS = {
    1: {"Run": 109},
    2: {"Run": 169},
    3: {"Nordic Ski": 34},
    4: {"Run": 344, "Walk": 108},
    5: {"Strength Training": 219},
}
VALUES = {
    "male_5k": 8.5,
    "kipchoge": 4.65,
    "male30_half": 8.1,
    "kiplimo": 4.3,
    "klaebo": 3.75,
    "female_daily": 3.0,
    "female_5k": 10.2,
    "chebet": 4.4,
    "adult_sets": 18,
    "cutler": 60,
}
LABELS = {
    "male_5k": "Average male 5k baseline",
    "kipchoge": "Kipchoge, best three marathons",
    "male30_half": "Intermediate male half marathon",
    "kiplimo": "Kiplimo, best five half marathons",
    "klaebo": "Klæbo baseline",
    "female_daily": "Average daily miles of women",
    "female_5k": "Average female 5k baseline",
    "chebet": "Beatrice Chebet",
    "adult_sets": "Average adult",
    "cutler": "Jay Cutler",
}
ADDRESSES = {
    "male_5k": "https://example.org/average-5k-pace",
    "kipchoge": "https://example.org/eliud-kipchoge",
    "male30_half": "https://example.org/half-marathon-pace",
    "kiplimo": "https://example.org/kiplimo",
    "klaebo": "https://example.org/klaebo-2026-results",
    "female_daily": "https://example.org/steps-and-miles",
    "female_5k": "https://example.org/5k-times-of-women",
    "chebet": "https://example.org/beatrice-chebet",
    "adult_sets": "https://example.org/how-many-sets",
    "cutler": "https://example.org/cutler",
}
KEYS = {
    1: ["male_5k", "kipchoge"],
    2: ["male30_half", "kiplimo"],
    3: ["klaebo"],
    4: ["female_5k", "chebet"],
    5: ["adult_sets", "cutler"],
}
DAILY = "female_daily"
BLUE, RED, GREEN = ({name: 0.8} for name in ("blue", "red", "green"))
LEFT, DATE, DISTANCE, PACE, TOTAL, LINE = 7, 0, 1, 2, 3, 4
"""Columns: the charts' left one, and those of the table."""


@dataclass
class Activity:
    """One of the export."""

    kind: str
    when: datetime.datetime
    first: float | None
    """Metres, or sets."""
    second: float | None
    """Metres per second, or repetitions."""


@dataclass
class Analysis:
    """What an agent might hand in, and the world around it."""

    instance: int
    activities: list[Activity]
    tabs: dict[str, Grid]
    charts: list[dict[str, Any]]
    pages: dict[str, Any]
    visited: list[str] | None
    rules: list[dict[str, Any]]
    tables: list[dict[str, Any]] = field(default_factory=list)
    more: Requests = field(default_factory=list)
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON: for what the API's requests cannot say."""

    @property
    def grid(self) -> Grid:
        return next(iter(self.tabs.values()))

    @property
    def rows(self) -> Grid:
        return self.grid[1:]

    @property
    def metric(self) -> dict[str, Any]:
        return self.charts[0]

    @property
    def cumulative(self) -> dict[str, Any]:
        return self.charts[1]

    @property
    def daily(self) -> dict[str, Any]:
        return self.charts[2]

    def answer(self, key: str, answer: Any) -> None:
        """Overrides the judge's answers to questions of that key (a glob)."""
        self.rules.insert(0, {"key": key, "answer": answer})

    def plain(self) -> None:
        """No formal table, only cells."""
        self.tables.clear()

    def at(self, row: int, column: int, value: Any) -> None:
        """Writes a cell of the first tab."""
        while len(self.grid) <= row:
            self.grid.append([])
        self.grid[row] += [None] * (column + 1 - len(self.grid[row]))
        self.grid[row][column] = value

    def build(self, workspace: Any) -> Any:
        return write(workspace, self.tabs, self.requests())

    def requests(self) -> Requests:
        wide = {"range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 7}, "properties": {"pixelSize": 160}}
        widths = [
            {"updateDimensionProperties": {**wide, "range": {**wide["range"], "sheetId": sheet}, "fields": "pixelSize"}}
            for sheet in range(len(self.tabs))
        ]
        tables = [{"addTable": {"table": table}} for table in self.tables]
        return [*widths, *tables, *({"addChart": {"chart": chart}} for chart in self.charts), *self.more]


# -- the export --------------------------------------------------------------------------------------------------------


def activities_of(instance: int) -> list[Activity]:
    """Every third day one; from the eighth on every ninth shares its day with the one before."""
    found = []
    day = datetime.datetime(2021, 9, 27, 7, 30)
    for kind, number in KINDS[instance].items():
        for place in range(number):
            shared = place >= 8 and place % 9 == 0
            when = found[-1].when + datetime.timedelta(hours=5) if shared else day
            day += datetime.timedelta(days=0 if shared else 3)
            if instance == 5:
                found.append(Activity(kind, when, 15 + place * 7 % 11, 80 + place * 13 % 90))
            else:
                found.append(Activity(kind, when, 4000 + place * 37 % 50 * 100, 2.6 + place * 13 % 20 * 0.05))
        day = datetime.datetime(2021, 9, 27, 18, 0)
    return sorted(found, key=lambda activity: activity.when)


STRAVA = ["Activity ID", "Activity Date", "Activity Name", "Activity Type", "Distance", "Moving Time", "Distance"]
STRAVA += ["Max Speed", "Average Speed"]
GARMIN = ["Activity Type", "Date", "Favorite", "Title", "Distance", "Total Reps", "Total Sets"]


def export(analysis: Analysis) -> str:
    """The gold file."""
    text = io.StringIO()
    writer = csv.writer(text)
    strength = analysis.instance == 5
    writer.writerow(GARMIN if strength else STRAVA)
    for number, one in enumerate(analysis.activities):
        if strength:
            values = ["--" if value is None else f"{value:,}" for value in (one.second, one.first)]
            writer.writerow([one.kind, one.when.strftime("%Y-%m-%d %H:%M:%S"), "false", "Strength", "0.00", *values])
        else:
            when = f"{one.when:%b} {one.when.day}, {one.when.year}, {one.when:%I:%M:%S %p}"
            metres, speed = (0 if value is None else value for value in (one.first, one.second))
            name = f"Activity {number}"
            writer.writerow([number, when, name, one.kind, f"{metres / 1000:.2f}", 1800, metres, speed + 2, speed])
    if not strength:
        writer.writerow([9999, "Sep 30, 2021, 9:00:00 AM", "Ride", "Ride", "20.00", 3600, 20000, 9, 5.5])
    return text.getvalue()


def gold(folder: Path, analysis: Analysis) -> Path:
    """A gold archive with the export of this instance."""
    place = folder / "sheets_7_running_analysis" / f"instance_{analysis.instance}" / "data"
    place.mkdir(parents=True, exist_ok=True)
    (place / "gold_activities.csv").write_text(export(analysis), encoding="utf-8")
    return folder


# -- the sheet ---------------------------------------------------------------------------------------------------------


def serial(when: datetime.datetime) -> float:
    return (when - EPOCH) / datetime.timedelta(days=1)


def moment(when: datetime.datetime, pattern: str = "yyyy-mm-dd") -> dict[str, Any]:
    """A date cell."""
    return number(serial(when), "DATE", pattern)


def number(value: float, kind: str, pattern: str) -> dict[str, Any]:
    """A cell with a number format."""
    form = {"numberFormat": {"type": kind, "pattern": pattern}}
    return {"userEnteredValue": {"numberValue": value}, "userEnteredFormat": form}


def measured(one: Activity, strength: bool) -> list[Any]:
    """The two values of a row."""
    if strength:
        return [one.first, one.second]
    return [round(one.first / MILE, 3), round(26.8224 / one.second, 3)]


def table(columns: int, rows: int, sheet: int = 0, row: int = 0, column: int = 0) -> dict[str, Any]:
    """A formal table; its headers are those of the cells."""
    area = {"sheetId": sheet, "startRowIndex": row, "endRowIndex": row + rows + 1}
    return {"name": f"Table{sheet}", "range": {**area, "startColumnIndex": column, "endColumnIndex": column + columns}}


def series(data: dict[str, Any], kind: str = "LINE", **more: Any) -> dict[str, Any]:
    return {"series": data, "type": kind, "targetAxis": "LEFT_AXIS", **more}


def points(data: dict[str, Any]) -> dict[str, Any]:
    """A series of blue circles."""
    shape = {"size": 7, "shape": "CIRCLE"}
    return series(data, "SCATTER", pointStyle=shape, colorStyle={"rgbColor": BLUE})


def dotted(data: dict[str, Any], colour: dict[str, float], style: str = "DOTTED") -> dict[str, Any]:
    return series(data, lineStyle={"type": style, "width": 2}, colorStyle={"rgbColor": colour})


def chart(kind: str, title: str, axes: tuple[str, str], domain: Any, lines: list[Any], row: int, column: int = LEFT):
    """600 x 370 pixels, from that row and column of the first tab."""
    anchor = {"anchorCell": {"sheetId": 0, "rowIndex": row, "columnIndex": column}}
    if kind != "COMBO":
        lines = [{name: value for name, value in line.items() if name != "type"} for line in lines]
    spec = {
        "chartType": kind,
        "headerCount": 1,
        "axis": [
            {"position": side, "title": text} for side, text in zip(("BOTTOM_AXIS", "LEFT_AXIS"), axes, strict=True)
        ],
        "domains": [{"domain": domain}],
        "series": lines,
    }
    position = {"overlayPosition": {**anchor, "widthPixels": 600, "heightPixels": 370}}
    return {"spec": {"title": title, "basicChart": spec}, "position": position}


def basic(chart: dict[str, Any]) -> dict[str, Any]:
    return chart["spec"]["basicChart"]


def places(chart: dict[str, Any]) -> list[dict[str, Any]]:
    """The source range of each domain and series."""
    data = [entry["domain"] for entry in basic(chart)["domains"]]
    data += [entry["series"] for entry in basic(chart)["series"]]
    return [entry["sourceRange"]["sources"][0] for entry in data]


def full_score(instance: int) -> Analysis:
    found = activities_of(instance)
    maker = {4: _with_walks, 5: _strength}.get(instance, _runs)
    made = maker(instance, found)
    keys = KEYS[instance]
    for row, key in enumerate(keys, 21):
        made.at(row, LEFT, link(ADDRESSES[key]))
    sought = [*([DAILY] if instance == 4 else []), *keys]
    for key in sought:
        words = f"On average {VALUES[key]:g} {unit(key)} were measured"
        made.pages[ADDRESSES[key]] = f"<html><body><h1>Results</h1><p>{words}.</p></body></html>"
        made.visited.append(ADDRESSES[key])
        made.rules.append({"key": f"{key}_value", "answer": extracted(f"{VALUES[key]:g}", unit(key), words)})
    return made


def unit(key: str) -> str:
    return {DAILY: "miles", "adult_sets": "sets", "cutler": "sets"}.get(key, "min/mile")


def extracted(value: str | None, unit: str, raw: str, distance: float | None = None) -> dict[str, Any]:
    """What the judge reads off a page."""
    return {"value": value, "unit": unit, "raw": raw, "distance_km": distance}


def link(url: str, text: str = "Source") -> dict[str, Any]:
    return {"userEnteredValue": {"formulaValue": f'=HYPERLINK("{url}", "{text}")'}}


def _made(instance: int, found: list[Activity], tabs: dict[str, Grid], charts: list[Any]) -> Analysis:
    tables = [table(3, len(found))]
    return Analysis(instance, found, tabs, charts, pages={}, visited=[], rules=[], tables=tables)


def _runs(instance: int, found: list[Activity]) -> Analysis:
    keys = KEYS[instance]
    grid: Grid = [["Activity Date", "Distance (miles)", "Pace (min/mile)", "Cumulative Distance (miles)"]]
    grid[0] += [LABELS[key] for key in keys]
    totals = accumulate(one.first / MILE for one in found)
    for one, total in zip(found, totals, strict=True):
        grid.append([moment(one.when), *measured(one, False), total, *(VALUES[key] for key in keys)])
    end = len(grid)
    baselines = [dotted(source(0, end, LINE + n), (RED, GREEN)[n], ("DOTTED", "SOLID")[n]) for n in range(len(keys))]
    axes = ("Activity date", "Pace (min/mile)")
    metric = [points(source(0, end, PACE)), *baselines]
    pace = chart("COMBO", "Average pace over time", axes, source(0, end, DATE), metric, 1)
    return _made(instance, found, {"Sheet1": grid}, [pace, _growing("distance (miles)", end, TOTAL, 34)])


def _growing(what: str, end: int, column: int, row: int, sheet: int = 0, domain: int = DATE) -> dict[str, Any]:
    axes = ("Date", f"Cumulative {what}")
    lines = [series(source(0, end, column, sheet))]
    return chart("LINE", f"Cumulative {what.split(' ')[0]} over time", axes, source(0, end, domain, sheet), lines, row)


def _strength(instance: int, found: list[Activity]) -> Analysis:
    keys = KEYS[instance]
    grid: Grid = [["Workout Date", "Total Sets", "Total Reps", "Cumulative Reps", *(LABELS[key] for key in keys)]]
    for one, total in zip(found, accumulate(one.second for one in found), strict=True):
        grid.append([moment(one.when), one.first, one.second, total, *(VALUES[key] for key in keys)])
    end = len(grid)
    lines = [points(source(0, end, DISTANCE)), dotted(source(0, end, LINE), RED)]
    lines.append(dotted(source(0, end, LINE + 1), GREEN, "SOLID"))
    sets = chart("COMBO", "Sets per workout over time", ("Date", "Sets"), source(0, end, DATE), lines, 1)
    return _made(instance, found, {"Sheet1": grid}, [sets, _growing("reps", end, TOTAL, 34)])


def _with_walks(instance: int, found: list[Activity]) -> Analysis:
    """The charts are fed from helper ranges on a second tab: runs alone, and totals of each day."""
    grid: Grid = [["Activity Date", "Distance (miles)", "Pace (min/mile)", "Type"]]
    grid += [[moment(one.when), *measured(one, False), one.kind] for one in found]
    runs = [one for one in found if one.kind == "Run"]
    helper: Grid = [["Run date", "Cumulative miles", "Pace (min/mile)", *(LABELS[key] for key in KEYS[4])]]
    totals = accumulate(one.first / MILE for one in runs)
    lines = [VALUES[key] for key in KEYS[4]]
    for one, total in zip(runs, totals, strict=True):
        helper.append([moment(one.when), total, 26.8224 / one.second, *lines])
    end = len(helper)
    days: dict[datetime.date, float] = {}
    for one in found:
        days[one.when.date()] = days.get(one.when.date(), 0) + one.first / MILE
    helper[0] += ["Day", "Miles", LABELS[DAILY]]
    for row, (day, miles) in enumerate(days.items(), 1):
        while len(helper) <= row:
            helper.append([None] * 5)
        helper[row] += [moment(datetime.datetime.combine(day, datetime.time())), miles, VALUES[DAILY]]
    last = len(days) + 1
    metric = [points(source(0, end, 2, 1)), dotted(source(0, end, 3, 1), RED)]
    metric.append(dotted(source(0, end, 4, 1), GREEN, "SOLID"))
    pace = chart("COMBO", "Running pace over time", ("Date", "Pace (min/mile)"), source(0, end, 0, 1), metric, 1)
    bars = [series(source(0, last, 6, 1), "COLUMN"), dotted(source(0, last, 7, 1), RED)]
    daily = chart("COMBO", "Daily miles", ("Date", "Miles"), source(0, last, 5, 1), bars, 58)
    growing = _growing("distance (miles)", end, 1, 34, 1, 0)
    made = _made(instance, found, {"Sheet1": grid, "Chart data": helper}, [pace, growing, daily])
    made.tables = [table(4, len(found))]
    return made
