"""Wedding planners as an agent might hand them in, with the web around them.

`full_score` is one that deserves full points; tests change its cells, pages, visits or judge. Articles, stores and
photographs are made up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, cycle, islice
from typing import Any

from familykit.pictures import picture
from familykit.sheets import Grid, Requests, write

from pytest_knows.artifact.colour import Colour

POINTS = {1: 63, 2: 63, 3: 63, 4: 76, 5: 68}
WIDTH = {1: 3, 2: 3, 3: 4, 4: 3, 5: 3}
COLOURS: dict[int, dict[str, str]] = {
    1: {
        "Navy Blue": "#000080",
        "Royal Blue": "#4169E1",
        "Sky Blue": "#87CEEB",
        "Powder Blue": "#B0E0E6",
        "Forest Green": "#228B22",
        "Sea Green": "#2E8B57",
        "Emerald Green": "#50C878",
        "Crimson Red": "#DC143C",
        "Firebrick Red": "#B22222",
        "Ruby Red": "#E0115F",
    },
    2: {
        "Royal Purple": "#7851A9",
        "Deep Purple": "#36013F",
        "Dusty Purple": "#825F87",
        "Lemon Yellow": "#FFF44F",
        "Canary Yellow": "#FFEF00",
        "Pale Yellow": "#FFFF99",
        "Burnt Orange": "#CC5500",
        "Tangerine Orange": "#F28500",
        "Peach Orange": "#FFCC99",
        "Dark Orange": "#FF8C00",
    },
    3: {
        "Classic Ivory": "#FFFFF0",
        "Antique Ivory": "#FFF8DC",
        "Warm Ivory": "#FFEFDB",
        "Pale Champagne": "#F7E7CE",
        "Rich Champagne": "#E8D6B3",
        "Deep Champagne": "#FAD6A5",
        "Rose Champagne": "#E9C9B1",
        "Soft Blush": "#FFDAE0",
        "Dusty Blush": "#D8A7A7",
        "Bold Blush": "#DE5D83",
    },
    4: {
        "Deep Burgundy": "#800020",
        "Wine Burgundy": "#722F37",
        "Old Burgundy": "#43302E",
        "Bright Burgundy": "#A00030",
        "Dusty Burgundy": "#8C4A54",
        "Classic Rust": "#B7410E",
        "Light Rust": "#C45508",
        "Dark Rust": "#7E2E0A",
        "Burnt Rust": "#A8491C",
        "Soft Rust": "#D2794A",
        "Classic Mustard": "#FFDB58",
        "Dark Mustard": "#A07B10",
        "Golden Mustard": "#E1AD01",
        "Pale Mustard": "#F3DF9B",
        "Brown Mustard": "#B8860B",
    },
    5: {
        "Bright Coral": "#FF7F50",
        "Light Coral": "#F08080",
        "Dusty Coral": "#D2746A",
        "Pale Coral": "#FFC9B5",
        "Medium Turquoise": "#48D1CC",
        "Dark Turquoise": "#00CED1",
        "Pale Turquoise": "#AFEEEE",
        "Desert Sand": "#EDC9AF",
        "Warm Sand": "#C2B280",
        "Dark Sand": "#967117",
    },
}
OBJECTS = {
    1: ["Bouquet", "Centerpiece", "Bridesmaid Dress"],
    2: ["Bouquet", "Centerpiece", "Bridesmaid Dress"],
    3: ["Bouquet", "Centerpiece", "Bridesmaid Dress", "Table Runner", "Invitation"],
    4: ["Bouquet", "Centerpiece", "Bridesmaid Dress", "Table Runner"],
    5: ["Bouquet", "Centerpiece", "Bridesmaid Dress", "Table Runner", "Shell Decoration"],
}
TOPIC = {1: "wedding", 2: "wedding", 3: "wedding", 4: "fall wedding", 5: "beach wedding"}
SEARCH = "https://www.google.com/search?q=wedding+colors"
ARTICLES = [
    "https://www.theknot.com/content/wedding-color-ideas",
    "https://www.brides.com/story/wedding-palettes",
    "https://www.zola.com/expert-advice/wedding-color-guide",
]
MOODS = ("calm evening", "merry supper", "quiet walk", "old library", "first frost")
NAMES = ("Harvest Moon", "Cider House", "Ember Glow", "Velvet Dusk", "Amber Lane")
NAME, ARTICLE, FILL, STORE, MOOD = range(5)


@dataclass
class Planner:
    """What an agent might hand in, and the world around it."""

    instance: int
    tabs: dict[str, Grid]
    pages: dict[str, Any]
    visited: list[str] | None
    rules: list[dict[str, Any]]
    more: Requests = field(default_factory=list)
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON."""

    @property
    def count(self) -> int:
        """Colours of the list as it was at first."""
        return len(COLOURS[self.instance])

    @property
    def grid(self) -> Grid:
        """The main tab."""
        return next(iter(self.tabs.values()))

    @property
    def palettes(self) -> Grid:
        return self.tabs["Palettes"]

    @property
    def listed(self) -> Grid:
        """The rows of the colours."""
        return self.grid[1 : self.count + 1]

    @property
    def header(self) -> list[Any]:
        """Of the matrix."""
        return self.grid[self.count + 3]

    @property
    def objects(self) -> Grid:
        """The rows of the matrix."""
        return self.grid[self.count + 4 :]

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """Overrides the judge's answers to questions of that key (a glob) that contain the text."""
        self.rules.insert(0, {"key": key, "answer": answer, "contains": contains})

    def build(self, workspace: Any) -> Any:
        return write(workspace, self.tabs, self.more)


def filled(colour: str, text: str = "") -> dict[str, Any]:
    """A cell of that colour."""
    red, green, blue = Colour.of_hex(colour).channels
    look = {"userEnteredFormat": {"backgroundColor": {"red": red, "green": green, "blue": blue}}}
    return {"userEnteredValue": {"stringValue": text}, **look} if text else look


def linked(url: str, text: str) -> str:
    return f'=HYPERLINK("{url}", "{text}")'


def image(url: str) -> str:
    return f'=IMAGE("{url}")'


def slug(*words: str) -> str:
    return re.sub(r"\W+", "-", " ".join(words).lower())


def store_of(name: str) -> str:
    return f"https://shop.example/{slug(name)}"


def photo_of(thing: str, name: str) -> str:
    return f"https://photos.example/{slug(thing, name)}.png"


def colorhexa(colour: str) -> str:
    return f"https://www.colorhexa.com/{colour[1:].lower()}"


def html(title: str, text: str) -> str:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>"


def pages_of(instance: int, articles: list[str]) -> dict[str, Any]:
    """The articles name all the colours; each colour has a page at a store and one at colorhexa."""
    colours, topic = COLOURS[instance], TOPIC[instance]
    text = f"Colors of a {topic}: {', '.join(colours)}."
    pages: dict[str, Any] = {url: html(f"Our {topic} colors", text) for url in articles}
    goods = "linen" if instance == 5 else "paint"
    for name, colour in colours.items():
        pages[store_of(name)] = html(f"{name} {goods}", f"{name} {goods}, in stock")
        pages[colorhexa(colour)] = html(f"{name} / {colour.lower()} hex color", "A color.")
    return pages


@cache
def photo(seed: int) -> bytes:
    return picture(seed, (24, 18))


def matrix_of(instance: int, pages: dict[str, Any]) -> Grid:
    """Photographs in every other cell."""
    names = list(COLOURS[instance])
    grid: Grid = [["Decoration", *names]]
    for row, thing in enumerate(OBJECTS[instance]):
        cells: list[Any] = [thing]
        for column, name in enumerate(names):
            shown = (row * len(names) + column) % 2 == 0
            cells.append(image(photo_of(thing, name)) if shown else None)
            if shown:
                pages[photo_of(thing, name)] = photo(row * 100 + column)
        grid.append(cells)
    return grid


def palettes_of(instance: int) -> Grid:
    """Different sets of colours; the first colour of the list is in none."""
    colours = list(COLOURS[instance].values())[1:]
    count = 15 if instance == 4 else 10
    sets = list(islice(combinations(colours, WIDTH[instance]), 0, None, 5))[:count]
    rows: Grid = [[filled(colour) for colour in palette] for palette in sets]
    if instance == 4:
        return [[f"{name} {adjective}", *row] for row, (adjective, name) in zip(rows, titles(), strict=False)]
    if instance == 5:
        labels = cycle(["Day Ceremony", "Evening Reception"])
        return [[label, *row] for row, label in zip(rows, labels, strict=False)]
    return rows


def titles() -> list[tuple[str, str]]:
    return [(adjective, name) for adjective in ("Dream", "Song", "Tale") for name in NAMES]


def checklist() -> Grid:
    items = ["Aisle runner", "Bouquet", "Table lanterns", "Bridesmaid dresses"]
    shades = list(COLOURS[5].values())
    return [
        ["Item", "Palette 1", "Palette 2", "Palette 3"],
        *([item, *(filled(shades[row + place]) for place in range(3))] for row, item in enumerate(items)),
    ]


def full_score(instance: int) -> Planner:
    articles = ARTICLES[: 3 if instance in (2, 4) else 2]
    pages = pages_of(instance, articles)
    grid: Grid = [["Color", "Article", "Swatch", "Store", *(["Mood"] if instance == 4 else [])]]
    for place, (name, colour) in enumerate(COLOURS[instance].items()):
        row = [name, articles[place * len(articles) // len(COLOURS[instance])], filled(colour), store_of(name)]
        if instance == 4:
            row.append(f"Feels like a {MOODS[place % 5]} of day {place + 1}")
        grid.append(row)
    grid += [[], [], *matrix_of(instance, pages)]
    tabs = {"Colors": grid, "Palettes": palettes_of(instance)}
    if instance == 5:
        tabs["Decor checklist"] = checklist()
    keys = ["fill_visual", "image_correct", "mood_*", "palette_names", "checklist_items"]
    rules = [{"key": key, "answer": True} for key in keys]
    return Planner(instance, tabs, pages, visited=[SEARCH, *articles], rules=rules)
