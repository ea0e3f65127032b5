"""Nutrient tables as an agent might build them, through the API client.

`full_score` is one that deserves full points; tests change its cells, merges, trace, pages or judge. The amounts and
foods of nutrients.csv are those that the specification lists for the gold data.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from familykit.sheets import Grid, Requests, write

from pytest_knows.workspace import FileRef, Workspace

FAMILY = "sheets_2_personal_recipe_foodcomposition"
INSTANCES = range(1, 6)
POINTS = {1: 127, 2: 99, 3: 114, 4: 169, 5: 113}

MACROS = ["carbohydrates", "fat", "fiber", "protein", "sugar"]
MINERALS = ["calcium", "iron", "potassium", "sodium"]
VITAMINS = ["vitamin_a", "vitamin_c"]
NUTRIENTS = [*MACROS, *MINERALS, *VITAMINS]
TITLES = [
    *("Ingredients", "Link", "Carbohydrates (g)", "Fat (g)", "Fiber (g)", "Protein (g)", "Sugar (g)", "Calcium (mg)"),
    *("Iron (mg)", "Potassium (mg)", "Sodium (mg)", "Vitamin A (µg)", "Vitamin C (mg)"),
]
GOLD_HEADER = ["Ingredient", *TITLES[1:]]
SPANS = {"Macros": (2, 7), "Minerals": (7, 11), "Vitamins": (11, 13)}
COLOURS = {"Macros": "FCE5CD", "Minerals": "D9EAD3", "Vitamins": "CFE2F3"}
LABEL, LINK, CARBS, FAT, FIBER, PROTEIN, SUGAR, CALCIUM, IRON, POTASSIUM, SODIUM, VIT_A, VIT_C = range(13)
DAILY = [275, 78, 28, 50, 50, 1300, 18, 4700, 2300, 900, 90]
RECIPES = {
    1: "https://rainbowplantlife.com/guide-to-making-the-best-cashew-cream/#ingredients",
    2: "https://bakingmischief.com/homemade-mocha/",
    3: "https://www.loveandlemons.com/guacamole-recipe/",
    4: "https://minimalistbaker.com/easy-vegan-fried-rice/",
    5: "https://www.allrecipes.com/recipe/16248/easy-homemade-chili/",
}
GROUP_ROW, TITLE_ROW, FIRST = 0, 1, 2

DET, FUZ, LLM, WEB = "deterministic", "fuzzy_match", "llm_vlm_judgement", "web_visit"
STRUCTURAL = "structural"


def food_link(food: object) -> str:
    return f"https://fdc.nal.usda.gov/food-details/{food}/nutrients"


def record_url(food: object) -> str:
    return f"https://api.nal.usda.gov/fdc/v1/food/{food}"


def gold_rows(instance: int) -> list[tuple[str, int, list[float]]]:
    """(ingredient, food, amounts) in the recipe's order."""
    with (Path(__file__).parent / "nutrients.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["instance"] == str(instance)]
    return [(row["ingredient"], int(row["fdc"]), [float(row[name]) for name in NUTRIENTS]) for row in rows]


def write_gold(root: Path) -> Path:
    """A gold archive with all instances, in the layout of the published one."""
    for instance in INSTANCES:
        path = root / FAMILY / f"instance_{instance}/data/gold_nutrients.csv"
        path.parent.mkdir(parents=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write("# per amount in the recipe\n")
            writer = csv.writer(file)
            writer.writerow(GOLD_HEADER)
            writer.writerows([name, food_link(food), *amounts] for name, food, amounts in gold_rows(instance))
    return root


def slug(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


def rgb(colour: str) -> dict[str, float]:
    """Without the channels that are 0, as the API answers."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return {name: value for name, value in zip(("red", "green", "blue"), channels, strict=True) if value}


@dataclass
class Table:
    """What an agent might hand in, and the world around it."""

    instance: int
    grid: Grid
    """CellData, by row and column."""
    merges: list[tuple[int, int, int, int]]
    """(row, end row, column, end column)."""
    visited: list[str] | None
    pages: dict[str, Any] = field(default_factory=dict)
    rules: list[dict[str, Any]] = field(default_factory=list)
    title: str = "Sheet1"
    more_tabs: dict[str, Grid] = field(default_factory=dict)
    before: dict[str, Grid] = field(default_factory=dict)
    """Tabs in front of the table's; they move it to a later one."""
    more: Requests = field(default_factory=list)
    """Further requests, after all else."""
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON: for what the API's requests cannot say."""

    @property
    def names(self) -> list[str]:
        return [name for name, _, _ in gold_rows(self.instance)]

    def row(self, name: str) -> int:
        """The row of an ingredient of the recipe, where nothing was moved."""
        return FIRST + self.names.index(name)

    def put(self, row: int, column: int, value: Any) -> None:
        """Another value (a text with "=" is a formula, None none); the format stays."""
        cell = self.grid[row][column]
        cell.pop("textFormatRuns", None)
        kind = "numberValue"
        if isinstance(value, str):
            kind = "formulaValue" if value.startswith("=") else "stringValue"
        cell["userEnteredValue"] = {} if value is None else {kind: value}

    def style(self, row: int, column: int, **text_format: Any) -> None:
        self.grid[row][column]["userEnteredFormat"].setdefault("textFormat", {}).update(text_format)

    def fill(self, row: int, column: int, colour: str) -> None:
        self.grid[row][column]["userEnteredFormat"]["backgroundColor"] = rgb(colour)

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """A rule for the judge, before those that are there."""
        self.rules.insert(0, {"key": key, "answer": answer, **({"contains": contains} if contains else {})})

    def record(self, food: int, title: str, **per_100_g: float) -> None:
        """The API's answer on a food: amounts by the nutrients' names in `USDA`."""
        self.pages[record_url(food)] = answer(food, title, **per_100_g)

    def relink(self, name: str, food: int) -> None:
        """Another food behind an ingredient's row, in the trace too."""
        old = next(own for each, own, _ in gold_rows(self.instance) if each == name)
        self.put(self.row(name), LINK, food_link(food))
        self.visited = [food_link(food) if url == food_link(old) else url for url in self.visited or []]

    def insert_column(self, at: int, cells: list[dict[str, Any]]) -> None:
        """A column before column `at`; merges behind it move along."""
        for row, cell in zip(self.grid, cells, strict=True):
            row.insert(at, cell)
        self.merges = [
            (top, bottom, left + (left >= at), right + (right > at)) for top, bottom, left, right in self.merges
        ]

    def insert_rows(self, at: int, rows: Grid) -> None:
        """Rows before row `at`; merges below move along."""
        self.grid[at:at] = rows
        count = len(rows)
        self.merges = [
            (top + count * (top >= at), bottom + count * (bottom > at), left, right)
            for top, bottom, left, right in self.merges
        ]


USDA = {
    "carbohydrates": ("Carbohydrate, by difference", "G"),
    "fat": ("Total lipid (fat)", "G"),
    "fiber": ("Fiber, total dietary", "G"),
    "protein": ("Protein", "G"),
    "sugar": ("Total Sugars", "G"),
    "calcium": ("Calcium, Ca", "MG"),
    "iron": ("Iron, Fe", "MG"),
    "potassium": ("Potassium, K", "MG"),
    "sodium": ("Sodium, Na", "MG"),
    "vitamin_a": ("Vitamin A, RAE", "UG"),
    "vitamin_c": ("Vitamin C, total ascorbic acid", "MG"),
}


def answer(food: int, title: str, **per_100_g: float) -> dict[str, Any]:
    """A page with the API's answer, in the shape that it has for a food of SR Legacy."""
    nutrients = [
        {"type": "FoodNutrient", "nutrient": {"name": USDA[name][0], "unitName": USDA[name][1]}, "amount": amount}
        for name, amount in per_100_g.items()
    ]
    energy = {"type": "FoodNutrient", "nutrient": {"name": "Energy", "unitName": "KCAL"}, "amount": 61}
    body = {"fdcId": food, "dataType": "SR Legacy", "description": title, "foodNutrients": [energy, *nutrients]}
    return {"body": json.dumps(body).encode(), "content_type": "application/json"}


def cell(value: Any = None, colour: str | None = None, *, bold: bool = False, **more: Any) -> dict[str, Any]:
    look: dict[str, Any] = {"textFormat": {"bold": bold}}
    if colour:
        look["backgroundColor"] = rgb(colour)
    if value is None:
        return {"userEnteredFormat": {**look, **more}}
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    return {"userEnteredValue": {kind: value}, "userEnteredFormat": {**look, **more}}


def colour_of(column: int) -> str | None:
    return next((COLOURS[group] for group, (start, end) in SPANS.items() if start <= column < end), None)


def full_score(instance: int) -> Table:
    line = {"bottom": {"style": "SOLID"}}
    above = [cell(None, colour_of(column)) for column in range(13)]
    for group, (start, _) in SPANS.items():
        above[start] = cell(group, COLOURS[group], horizontalAlignment="CENTER")
        above[start]["userEnteredFormat"]["textFormat"]["italic"] = True
    titles = [cell(title, colour_of(column), bold=True, borders=line) for column, title in enumerate(TITLES)]
    rows = gold_rows(instance)
    grid = [above, titles]
    for name, food, amounts in rows:
        much = [10 * amount > daily for amount, daily in zip(amounts, DAILY, strict=True)]
        held = [
            cell(amount, colour_of(column), bold=bold)
            for column, (amount, bold) in enumerate(zip(amounts, much, strict=True), CARBS)
        ]
        grid.append([cell(name), cell(food_link(food)), *held])
    return Table(
        instance=instance,
        grid=grid,
        merges=[(GROUP_ROW, GROUP_ROW + 1, *span) for span in SPANS.values()],
        visited=[RECIPES[instance], *(food_link(food) for _, food, _ in rows)],
    )


def build(workspace: Workspace, table: Table) -> FileRef:
    sheet = len(table.before)
    merges = [{"mergeCells": {"mergeType": "MERGE_ALL", "range": area(*merge, sheet=sheet)}} for merge in table.merges]
    tabs = {**table.before, table.title: table.grid, **table.more_tabs}
    return write(workspace, tabs, [*merges, *table.more])


def area(row: int, end_row: int, column: int, end_column: int, sheet: int = 0) -> dict[str, int]:
    place = {"startRowIndex": row, "endRowIndex": end_row, "startColumnIndex": column, "endColumnIndex": end_column}
    return {"sheetId": sheet, **place}


def all_values(outcome: str, points: float, mechanism: str = FUZ) -> dict[str, tuple[str, str, float]]:
    """That outcome of every `..._values_match`."""
    return {f"{name}_values_match": (outcome, mechanism, points) for name in NUTRIENTS}
