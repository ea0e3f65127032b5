"""Comparisons: the full-score deck as a value that tests change, and the shop that freezes and grades it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from familykit import Bench, Results
from familykit.bench import Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, placed, rgb, text_style, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

FAMILY = "slides_42_personal_none_product_comparison"
DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY = "llm_vlm_judgement", "dependency_not_evaluated"


def numbered(*slugs: str, count: int = 3) -> list[str]:
    """slug_1, slug_2, ..., those of each number together."""
    return [f"{slug}_{n}" for n in range(1, count + 1) for slug in slugs]


OPENING = ["title_match", "title_bold", "subtitle_products", "theme_image", "image_right", "theme_colors"]
PURPOSE = ["challenge", "goal"]
CRITERIA = numbered("criterion", count=5)
DIVES = [
    *numbered("product_title", "source_link", "two_images", "images_from_source"),
    *numbered("key_features", "pros", "cons"),
    *numbered("content_from_source"),
]
ROWS, CODINGS = numbered("row", count=5), numbered("coding", count=5)
TABLE = ["three_columns", "product_headers", *ROWS, "color_scheme", *CODINGS]
ADVICE = ["all_products", "summaries", "recommendations"]
WHOLE = ["eight_slides", "titles_order", "tone", "audience"]
STEPS = (*OPENING, *PURPOSE, *CRITERIA, *DIVES, *TABLE, *ADVICE, *WHOLE)

GREEN, YELLOW, RED = (0.0, 1.0, 0.0), (1.0, 1.0, 0.0), (1.0, 0.0, 0.0)
GIFTS: dict[int, tuple[str, list[str], list[str], list[tuple[float, float, float]]]] = {
    1: (
        "A Gift for Kathy!",
        ["M4 MacBook Air", "Lenovo Yoga 9i Aura Edition", "Surface Laptop"],
        ["ma", "ly", "sl"],
        [(0.745, 0, 0)],
    ),
    2: (
        "A Gift for James!",
        ["iPad Pro (M4)", "Samsung Galaxy Tab S10 Ultra", "Microsoft Surface Pro 11"],
        ["ipad", "samsung", "surface"],
        [(0.525, 0.737, 0.145)],
    ),
    3: (
        "A Gift for Maya!",
        ["Leuchtturm1917 Hardcover Notebook", "Rhodia Webnotebook", "Moleskine Classic Hard Cover Notebook"],
        ["leuchtturm", "rhodia", "moleskine"],
        [(0, 0.176, 0.447)],
    ),
    4: (
        "A Gift for Hiroshi!",
        ["Intenze Ink", "Eternal Ink", "Dynamic Ink"],
        ["intenze", "eternal", "dynamic"],
        [(0.722, 0.525, 0.043), (0.227, 0.227, 0.227)],
    ),
    5: (
        "A Gift for Serena!",
        ["The Crew Stop Rowing Gloves", "NRS Cove Paddling Gloves", "Harbinger Pro Wrist Wrap Gloves"],
        ["tcs", "nrs", "harbinger"],
        [(0, 0.157, 0.408)],
    ),
}
CATEGORIES = {
    1: ["Battery life", "Weight", "Processor", "Budget", "Memory"],
    2: ["Client presentation capability", "Battery life", "Portability and weight", "Performance",
        "Security and enterprise compatibility"],
    3: ["Paper quality", "Durability", "Page layout", "Indexing", "Size and portability"],
    4: ["Color vibrancy", "Ink longevity", "Safety certifications", "Viscosity", "Range of shades"],
    5: ["Grip strength", "Breathability", "Wrist support", "Durability", "Fit and dexterity"],
}  # fmt: skip
SAID = [
    (["18 h", "17 h", "14 h"], [1, 2, 3]),
    (["1.24 kg", "1.32 kg", "1.34 kg"], [1, 2, 3]),
    (["M4", "Core Ultra 7", "Snapdragon X Plus"], [1, 2, 3]),
    (["$1,099", "$1,699", "$999"], [2, 3, 1]),
    (["16 GB", "32 GB", "24 GB"], [3, 1, 2]),
]
"""A row each: what is said of the products, and their ranks."""
COLOURS = {1: GREEN, 2: YELLOW, 3: RED}
FEATURES = ["Bright display with sharp colours", "Quiet during long lectures"]
PROS, CONS = ["Light enough for every bag"], ["Costs more than others"]
SOURCE = (
    "This product has a bright display with sharp colours and stays quiet during long lectures, in libraries and at "
    "home. It is light enough for every bag. People who like it use it every day, and keep it for many years to come; "
    "our shops show it to everyone who wants to try it out."
)


@cache
def photo(n: int, size: tuple[int, int] = (240, 180)) -> bytes:
    return picture(4200 + n, size)


def maker(d: int) -> str:
    return f"https://maker{d}.example.org/product"


def shot(d: int, n: int) -> str:
    return f"https://maker{d}.example.org/shot{n}.png"


def maker_page(d: int, text: str = SOURCE) -> str:
    shots = "".join(f'<img src="{shot(d, n)}">' for n in (1, 2))
    return f"<html><title>Product</title><body><p>{text}</p>{shots}</body></html>"


@dataclass
class Grid:
    """The table: `rows` of texts, the header first; `fills` by (row, column)."""

    rows: list[list[str]]
    fills: dict[tuple[int, int], Any] = field(default_factory=dict)
    more: list[dict[str, Any]] = field(default_factory=list)

    def requests(self, name: str, page: str) -> list[dict[str, Any]]:
        place = placed(Box(300000, 1000000, 8500000, 3600000), page)
        made = {"objectId": name, "rows": len(self.rows), "columns": len(self.rows[0]), "elementProperties": place}
        found: list[dict[str, Any]] = [{"createTable": made}]
        for r, row in enumerate(self.rows):
            for c, text in enumerate(row):
                spot = {"rowIndex": r, "columnIndex": c}
                if text:
                    found.append({"insertText": {"objectId": name, "cellLocation": spot, "text": text}})
                if (r, c) in self.fills:
                    found.append(cell_fill(name, r, c, self.fills[r, c]))
        return found + self.more

    def add_row(self, place: int, texts: list[str]) -> None:
        self.rows.insert(place, texts)
        self.fills = {(r + (r >= place), c): fill for (r, c), fill in self.fills.items()}

    def add_column(self, texts: list[str]) -> None:
        """In front."""
        self.rows = [[text, *row] for text, row in zip(texts, self.rows, strict=True)]
        self.fills = {(r, c + 1): fill for (r, c), fill in self.fills.items()}


def cell_fill(name: str, r: int, c: int, fill: Any) -> dict[str, Any]:
    colour = {"themeColor": fill} if isinstance(fill, str) else {"rgbColor": rgb(fill)}
    return {
        "updateTableCellProperties": {
            "objectId": name,
            "tableRange": {"location": {"rowIndex": r, "columnIndex": c}, "rowSpan": 1, "columnSpan": 1},
            "tableCellProperties": {"tableCellBackgroundFill": {"solidFill": {"color": colour}}},
            "fields": "tableCellBackgroundFill.solidFill.color",
        }
    }


@dataclass
class Sheet:
    heading: str
    boxes: dict[str, Any] = field(default_factory=dict)
    look: dict[str, Any] = field(default_factory=dict)
    """The text style of its title."""
    place: Box | None = None
    """Of its title."""
    more: list[dict[str, Any]] = field(default_factory=list)

    def slide(self, page: str) -> Slide:
        more = []
        if self.look:
            more.append(text_style(f"{page}_title", self.look, {"type": "ALL"}))
        if self.place:
            moved = {"scaleX": 1, "scaleY": 1, "translateX": self.place.x, "translateY": self.place.y, "unit": "EMU"}
            change = {"objectId": f"{page}_title", "transform": moved, "applyMode": "ABSOLUTE"}
            more.append({"updatePageElementTransform": change})
        return Slide(self.boxes, title=self.heading, more=[*more, *self.more])


@dataclass
class Deck:
    instance: int
    sheets: list[Sheet]
    pages: dict[str, Page]

    @property
    def opening(self) -> Sheet:
        return self.sheets[0]

    @property
    def table(self) -> Grid:
        return self.sheets[6].boxes["table"]


def coloured(channels: tuple[float, float, float]) -> dict[str, Any]:
    return {"foregroundColor": {"opaqueColor": {"rgbColor": rgb(channels)}}}


def told(cons: list[str] = CONS) -> str:
    parts = ["Key features", *FEATURES, "Pros", *PROS, *(["Cons", *cons] if cons else [])]
    return "\n".join(parts)


def dive(d: int, name: str) -> Sheet:
    return Sheet(
        name,
        {
            "text": Box(400000, 1100000, 4200000, 2900000, told(), size=14),
            "front": Image(5000000, 1100000, 1800000, 1350000, photo(10 * d + 1)),
            "side": Image(7000000, 1100000, 1800000, 1350000, photo(10 * d + 2)),
            "source": Box(400000, 4500000, 6000000, 400000, f"Source: {maker(d)}", size=10, links={maker(d): maker(d)}),
        },
    )


def full_deck(instance: int = 1) -> Deck:
    title, names, _, colours = GIFTS[instance]
    said = [(name, *row) for name, row in zip(CATEGORIES[instance], SAID, strict=True)]
    grid = Grid([list(names), *([f"{name}: {text}" for text in texts] for name, texts, _ in said)])
    grid.fills = {(r, c): COLOURS[rank] for r, (_, _, ranks) in enumerate(said, 1) for c, rank in enumerate(ranks)}
    subtitle = f"A Comparison of {names[0]}, {names[1]}, and {names[2]}"
    opening = {
        "subtitle": Box(400000, 2300000, 4200000, 900000, subtitle, size=16),
        "picture": Image(4900000, 900000, 4200000, 3150000, photo(0)),
    }
    if len(colours) > 1:
        opening["bar"] = Box(0, 4900000, 4000000, 200000, fill=colours[1], shape="RECTANGLE")
    advice = "\n".join(f"{name}: a sound one\nFor those who travel with the {name}" for name in names)
    purpose = "So many good ones make it hard to choose.\nWe want one that lasts for years."
    sheets = [
        Sheet(title, opening, {"bold": True, **coloured(colours[0])}, Box(400000, 1200000, 0, 0)),
        Sheet("The Challenge & The Goal", {"text": Box(400000, 1200000, 8000000, 2000000, purpose)}),
        Sheet("How We'll Judge", {"text": Box(400000, 1200000, 8000000, 3000000, "\n".join(CATEGORIES[instance]))}),
        *(dive(d, name) for d, name in enumerate(names, 1)),
        Sheet("Side-by-Side Comparison", {"table": grid}),
        Sheet("Our Recommendation: Who Is Each Product For?", {"text": Box(400000, 1100000, 8000000, 3500000, advice)}),
    ]
    pages: dict[str, Page] = {maker(d): maker_page(d) for d in (1, 2, 3)}
    pages |= {shot(d, n): photo(10 * d + n) for d in (1, 2, 3) for n in (1, 2)}
    return Deck(instance, sheets, pages)


def rule(key: str, answer: Any, contains: str | None = None) -> dict[str, Any]:
    return {"key": key, "answer": answer, **({"contains": contains} if contains else {})}


def ranks(instance: int, row: int, given: list[int] | None = None) -> dict[str, Any]:
    """The answer on a row (from 0), found by what is said of the first product."""
    given = given or SAID[row][1]
    return rule("ranking", dict(zip(GIFTS[instance][1], given, strict=True)), SAID[row][0][0])


def rules(instance: int = 1, *first: dict[str, Any]) -> list[dict[str, Any]]:
    """Answers for the full score, after those in `first`."""
    names = GIFTS[instance][1]
    yes = ("theme_image", "challenge", "goal", "two_images", "summary", "recommendation", "tone", "audience")
    entries = [{"product": name, "summary": "a sound one", "recommendation": "For those who travel"} for name in names]
    return [
        *first,
        *(rule(key, True) for key in yes),
        rule("parts", {"key_features": FEATURES, "pros": PROS, "cons": CONS}),
        rule("support", {"score": 95}),
        *(ranks(instance, row) for row in range(5)),
        rule("advice", entries),
    ]


def write_gold(root: Path) -> Path:
    for instance, (_, _, folders, _) in GIFTS.items():
        for d, name in enumerate(folders, 1):
            folder = root / FAMILY / f"instance_{instance}" / "data/gold_images" / name
            folder.mkdir(parents=True)
            (folder / f"{name}1.png").write_bytes(photo(100 + d))
    return root


class Shop:
    """Writes, freezes and grades."""

    def __init__(self, bench: Bench, frozen: dict[int, Snapshot], gold: Path) -> None:
        self.bench = bench
        self.workspace = bench.workspace
        self.gold = gold
        self._frozen = frozen

    def write(self, deck: Deck) -> FileRef:
        return write(self.workspace, [sheet.slide(f"slide_{n}") for n, sheet in enumerate(deck.sheets, 1)])

    def freeze(self, deck: Deck, file: FileRef | None = None) -> Snapshot:
        return self.bench.freeze(file or self.write(deck), deck.instance, pages=deck.pages)

    def full(self, instance: int = 1) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_deck(instance))
        return self._frozen[instance]

    def with_pages(self, pages: Mapping[str, Page | None]) -> Snapshot:
        """The full-score episode with other answers of these pages (None: not recorded)."""
        known = {**full_deck().pages, **pages}
        recorded = {url: page for url, page in known.items() if page is not None}
        return self.bench.again(self.full(), pages=recorded, visited=None)

    def edited(self, edit: Callable[[Any], Any], instance: int = 1) -> Snapshot:
        """The full-score episode with its JSON changed."""
        return self.bench.again(self.full(instance), pages=full_deck(instance).pages, visited=None, edit=edit)

    def grade(self, what: Deck | Snapshot, judge: Any = None, gold: Any = True) -> Results:
        instance = what.instance if isinstance(what, Deck) else what.json("task.json")["instance"]
        snapshot = self.freeze(what) if isinstance(what, Deck) else what
        asked = rules(instance) if judge is None else judge
        return self.bench.grade(snapshot, judge=asked, gold=self.gold if gold is True else gold)

    def lost(self, what: Deck | Snapshot, judge: Any = None, gold: Any = True) -> Lost:
        return self.grade(what, judge, gold).differing()


def element(raw: Any, name: str) -> Any:
    """The page element with that object id (`slide_2_text`)."""
    return next(one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"] == name)
