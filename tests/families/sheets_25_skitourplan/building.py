"""Ski tour plans as an agent might build them, through the API client.

`full_score` is one that deserves full points; tests change its cells, fills, merges, trace, pages or gold data.
runs.csv holds the runs that the specification lists of the guide, and from id 9001 on some that there are none of.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from familykit.pictures import picture
from familykit.sheets import Grid, Requests, cell, write

from pytest_knows.workspace import FileRef, Workspace

FAMILY = "sheets_25_skitourplan"
POINTS = {1: 46, 2: 55, 3: 46, 4: 64, 5: 46}
COUNT = {1: 3, 2: 4, 3: 3, 4: 5, 5: 3}
DAYS = {1: "02/05/2025", 2: "01/15/2025", 3: "02/12/2025", 4: "01/22/2025", 5: "12/28/2024"}
ROSES = {
    1: "202502/20250206-005608-7.png",
    2: "202501/20250116-005606-6.png",
    3: "202502/20250213-005606-15.png",
    4: "202501/20250123-005606-6.png",
    5: "202412/20241229-005605-21.png",
}
MID = {1: "oooyyyyy", 2: "yyyyyyyy", 3: "yyyyggyy", 4: "yyyyyyyy", 5: "rrroooor"}
"""Colours of the middle band, from north clockwise."""
LETTERS = {"g": "green", "y": "yellow", "o": "orange", "r": "red"}
FILLS = {"green": "00FF00", "yellow": "FFFF00", "orange": "FF9900", "red": "FF0000", "black": "000000"}
CHOSEN = {
    1: ["Beartrap Glades", "Beartrap West", "Blue Bunny"],
    2: ["Beartrap Glades", "Beartrap Aspens", "Big Water Gulch (run)", "Blue Bunny"],
    3: ["Beartrap Aspens", "Blue Bunny", "Black Bess (Grizzly)"],
    4: ["Blue Bunny", "A Made-up Meadow", "Our Own Glade", "Test Shoulder", "Second Test Bowl"],
    5: ["Argenta", "Binx's Ridge", "Big Daddy's"],
}
TITLES = [
    *("Run Name", "Run Link", "Starting Location", "GPS", "Typical Vertical", "Slope Aspect", "Slope Angle"),
    *("Forecast Date", "Forecast Link", "Danger Rose"),
]
NAME, LINK, START, GPS, VERTICAL, ASPECT, ANGLE, DATE, FORECAST, ROSE = range(10)
COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def listed() -> dict[str, dict[str, str]]:
    """Name -> the row of runs.csv."""
    with (Path(__file__).parent / "runs.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def page(number: object) -> str:
    return f"https://wbsguide.com/{number}.php"


def forecast(instance: int) -> str:
    month, day, year = (int(part) for part in DAYS[instance].split("/"))
    return f"https://utahavalanchecenter.org/forecast/salt-lake/{month}/{day}/{year}"


def rose(instance: int) -> str:
    return f"https://utahavalanchecenter.org/sites/default/files/forecast/{ROSES[instance]}"


def danger(instance: int, run: dict[str, str]) -> str:
    if run["top"] and instance == 5:
        return "red"
    return LETTERS[MID[instance][COMPASS.index(run["aspect"])]] if run["aspect"] else "yellow"


def gold_run(instance: int, run: dict[str, str]) -> dict[str, Any]:
    """As the published list has it."""

    def number(key: str) -> float | None:
        return float(run[key]) if run[key] else None

    return {
        "id": int(run["id"]),
        "name": run["name"],
        "url": page(run["page"]),
        "starting_location": run["start"] or None,
        "gps_lat": number("lat"),
        "gps_lon": number("lon"),
        "upper_elevation": number("top"),
        "typical_vertical": number("most"),
        "typical_vertical_min": number("least"),
        "slope_aspect": run["aspect"] or None,
        "slope_angle": number("angle"),
        "expected_danger_rating": danger(instance, run),
    }


def gold_text(instance: int) -> str:
    return json.dumps({"all_runs": [gold_run(instance, run) for run in listed().values()]})


def write_gold(root: Path, **texts: str) -> Path:
    """A gold archive in the layout of the published one; `texts`: other contents, such as `instance_1="..."`."""
    for instance in POINTS:
        path = root / FAMILY / f"instance_{instance}/data/gold_runs.json"
        path.parent.mkdir(parents=True)
        path.write_text(texts.get(f"instance_{instance}", gold_text(instance)), "utf-8")
    return root


def rgb(colour: str) -> dict[str, float]:
    """Without the channels that are 0, as the API answers."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return {name: value for name, value in zip(("red", "green", "blue"), channels, strict=True) if value}


@dataclass
class Tour:
    """What an agent might hand in, and the world around it."""

    instance: int
    grid: Grid
    """CellData, by row and column."""
    merges: list[tuple[int, int, int, int]]
    """(row, end row, column, end column)."""
    visited: list[str] | None
    pages: dict[str, Any]
    rules: list[dict[str, Any]] = field(default_factory=list)
    title: str = "Sheet1"
    before: dict[str, Grid] = field(default_factory=dict)
    """Tabs in front of the plan's."""
    more: Requests = field(default_factory=list)
    """Further requests, after all else."""
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON: for what the API's requests cannot say."""
    xlsx: bool = False
    """Frozen with the .xlsx export."""

    @property
    def count(self) -> int:
        return COUNT[self.instance]

    def put(self, row: int, column: int, value: Any) -> None:
        """Another value (a text with "=" is a formula, None none); the format stays."""
        held = self.grid[row][column]
        look = {"userEnteredFormat": held["userEnteredFormat"]} if "userEnteredFormat" in held else {}
        self.grid[row][column] = look | cell(value)

    def fill(self, row: int, colour: str, column: int = NAME) -> None:
        self.grid[row][column]["userEnteredFormat"] = {"backgroundColor": rgb(colour)}

    def take(self, row: int, name: str) -> None:
        """Another run in that row, its page in the trace."""
        run = listed()[name]
        self.grid[row][:DATE] = line(self.instance, run)
        self.visited = [*(self.visited or []), page(run["page"])]

    def drop(self, column: int) -> None:
        """Without that column; merges behind it move along."""
        for row in self.grid:
            del row[column]
        left = [merge for merge in self.merges if merge[2] != column]
        self.merges = [(top, bottom, a - (a > column), b - (a > column)) for top, bottom, a, b in left]

    def insert(self, column: int, cells: list[Any]) -> None:
        """A column before column `column`; merges behind it move along."""
        for row, value in zip(self.grid, cells, strict=True):
            row.insert(column, cell(value))
        self.merges = [(top, bottom, a + (a >= column), b + (a >= column)) for top, bottom, a, b in self.merges]

    def move(self, rows: int, columns: int, *titles: Any) -> None:
        """Everything further down and to the right, `titles` in the first column above."""
        self.grid = [[cell(None)] * columns + row for row in self.grid]
        self.grid[:0] = [[cell(title)] for title in (*titles, *[None] * rows)[:rows]]
        self.merges = [(top + rows, end + rows, a + columns, b + columns) for top, end, a, b in self.merges]


def line(instance: int, run: dict[str, str]) -> list[dict[str, Any]]:
    """The first seven cells of a run."""
    name = cell(run["name"]) | {"userEnteredFormat": {"backgroundColor": rgb(FILLS[danger(instance, run)])}}
    place = f"{run['lat']}, {run['lon']}" if run["lat"] else "40.6, -111.6"
    values = [page(run["page"]), run["start"] or "Guardsman", place]
    values += [float(run["most"] or 500), run["aspect"] or "N", float(run["angle"] or 20)]
    return [name, *map(cell, values)]


def full_score(instance: int) -> Tour:
    count, runs = COUNT[instance], [listed()[name] for name in CHOSEN[instance]]
    shared = [DAYS[instance], forecast(instance), f'=IMAGE("{rose(instance)}")']
    rows = [[*line(instance, run), *map(cell, shared if not place else [None] * 3)] for place, run in enumerate(runs)]
    return Tour(
        instance=instance,
        grid=[[cell(title) for title in TITLES], *rows],
        merges=[(1, 1 + count, column, column + 1) for column in (DATE, FORECAST, ROSE)],
        visited=[*(page(run["page"]) for run in runs), forecast(instance)],
        pages={rose(instance): picture(instance)},
    )


def build(workspace: Workspace, tour: Tour) -> FileRef:
    sheet = len(tour.before)
    merges = [{"mergeCells": {"mergeType": "MERGE_ALL", "range": area(*merge, sheet)}} for merge in tour.merges]
    return write(workspace, {**tour.before, tour.title: tour.grid}, [*merges, *tour.more])


def area(row: int, end_row: int, column: int, end_column: int, sheet: int = 0) -> dict[str, int]:
    place = {"startRowIndex": row, "endRowIndex": end_row, "startColumnIndex": column, "endColumnIndex": end_column}
    return {"sheetId": sheet, **place}


# -- the frozen JSON ---------------------------------------------------------------------------------------------------


def values_of(raw: Any) -> Any:
    """The rows of the first tab."""
    return raw["sheets"][0]["data"][0]["rowData"]


def retype(raw: Any, row: int, column: int, value: Any) -> None:
    """What the API says of a cell with a text (a formula with "=" has no value here) or a number; the fill stays."""
    held = values_of(raw)[row]["values"][column]
    fills = {name: {key: look for key, look in held.get(name, {}).items() if key.startswith("background")}
             for name in ("effectiveFormat", "userEnteredFormat")}  # fmt: skip
    held.clear()
    held |= fills
    if isinstance(value, str) and value.startswith("="):
        held["userEnteredValue"] = {"formulaValue": value}
        return
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    held |= {"userEnteredValue": {kind: value}, "effectiveValue": {kind: value}, "formattedValue": str(value)}


def filled(raw: Any, row: int, colour: dict[str, float] | None, column: int = NAME) -> None:
    """Another fill, as the API gives it; None: none at all."""
    held = values_of(raw)[row]["values"][column]
    for name in ("effectiveFormat", "userEnteredFormat"):
        look = held.setdefault(name, {})
        look.pop("backgroundColorStyle", None)
        look.pop("backgroundColor", None)
        if colour is not None:
            look["backgroundColor"] = colour
            look["backgroundColorStyle"] = {"rgbColor": colour}
