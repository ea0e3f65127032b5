"""Searches for a flat as an agent might hand them in, through the API client, and the postings that they are about.

`full_score` is one that deserves full points; tests change its cells, tables, colour scales, pages, trace or judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from familykit.sheets import Grid, Requests, table, write

from pytest_knows.workspace import FileRef, Workspace

FAMILY = "sheets_38_apartment_finder"
INSTANCES = range(1, 6)
POINTS = {1: 54, 2: 36, 3: 54, 4: 37, 5: 54}
COUNT = {1: 5, 2: 3, 3: 5, 4: 4, 5: 6}
SUMMARY = {1: 10, 2: 11, 3: 12, 4: 12, 5: 11}
"""The column that the statistics start at."""
SITES = {1: "saltlakecity", 2: "losangeles", 3: "houston", 4: "seattle", 5: "chicago"}
CITIES = {1: "Salt Lake City", 2: "Los Angeles", 3: "Houston", 4: "Seattle", 5: "Chicago"}
RENTS = {1: 900, 2: 2200, 3: 1300, 4: 1450, 5: 3200}
ROOMS = {1: (1, 1), 2: (2, 1), 3: (4, 2), 4: (0, 1), 5: (3, 2)}
"""Bedrooms and bathrooms."""

FEATURES = {
    1: ("unit_laundry", "pets"),
    2: ("furnished",),
    3: ("no_app_fee", "parking"),
    4: ("furnished", "site_laundry"),
    5: ("air_conditioning",),
}
HEADERS = {
    "address": "Address",
    "price": "Price",
    "beds": "Bedrooms",
    "baths": "Bathrooms",
    "sqft": "Sq Ft",
    "unit_laundry": "In-Unit Laundry",
    "pets": "Pet Friendly",
    "furnished": "Fully Furnished",
    "no_app_fee": "No App Fee",
    "parking": "Off-Street Parking",
    "site_laundry": "On-Site Laundry",
    "air_conditioning": "Air Conditioning",
    "url": "Link",
    "positive": "Positive Features",
    "dealbreakers": "Dealbreakers",
}
ATTRIBUTES = {
    "unit_laundry": ("w/d in unit",),
    "pets": ("cats are OK - purrr", "dogs are OK - wooof"),
    "furnished": ("furnished",),
    "no_app_fee": (),
    "parking": ("off-street parking",),
    "site_laundry": ("laundry on site",),
    "air_conditioning": ("air conditioning",),
}
SAYS = {"no_app_fee": "There is no application fee."}
GREEN, RED, YELLOW = "57BB8A", "E67C73", "FFD666"

DET, FUZ, LLM, WEB = "deterministic", "fuzzy_match", "llm_vlm_judgement", "web_visit"
STRUCTURAL, SPATIAL, VACUOUS = "structural", "spatial", "vacuous_pass"


def columns_of(instance: int) -> list[str]:
    rooms = [] if instance == 4 else ["beds", "baths"]
    return ["address", "price", *rooms, "sqft", *FEATURES[instance], "url", "positive", "dealbreakers"]


@dataclass
class Flat:
    """A posting as the site shows it."""

    url: str
    price: str = "$900"
    rooms: str = "1BR / 1Ba"
    place: str = ""
    """Above the map."""
    behind: str = ""
    """In brackets behind the title."""
    attributes: list[str] = field(default_factory=list)
    body: str = "A quiet flat close to the park."
    title: str = "Bright flat"
    machine: str = ""
    """JSON-LD."""

    @property
    def html(self) -> str:
        lines = "".join(f'<div class="attr"><span class="valu">{escape(line)}</span></div>' for line in self.attributes)
        rooms = f'<span class="attr important">{escape(self.rooms)}</span>' if self.rooms else ""
        behind = f"<span> ({escape(self.behind)})</span>" if self.behind else ""
        price = f'<span class="price">{escape(self.price)}</span>' if self.price else ""
        return (
            f"<!DOCTYPE html><html><head><title>{escape(self.title)}</title>"
            f'<script type="application/ld+json">{self.machine or "{}"}</script></head>'
            f'<body><h1 class="postingtitle"><span class="postingtitletext"><span id="titletextonly">'
            f"{escape(self.title)}</span>{price}"
            f'<span class="housing">/ 600ft<sup>2</sup> - </span>{behind}</span></h1>'
            f'<div class="mapbox"><div class="mapaddress">{escape(self.place)}</div></div>'
            f'<div class="attrgroup">{rooms}<span class="attr important">600ft<sup>2</sup></span></div>'
            f'<div class="attrgroup">{lines}</div>'
            f'<section id="postingbody"><div class="print-information">QR Code Link to This Post</div>'
            f"{escape(self.body)}</section></body></html>"
        )


def notice(text: str = "This posting has been deleted by its author.") -> str:
    """What the site shows instead of a posting."""
    return f'<html><head><title>craigslist</title></head><body><div class="removed"><h2>{text}</h2></div></body></html>'


@dataclass
class Search:
    """What an agent might hand in, and the world around it."""

    instance: int
    names: list[str]
    """The logical columns, in the order of the table."""
    listings: Grid
    """Header row and rows, CellData, from A1 on."""
    summary: Grid
    flats: list[Flat]
    scales: Requests
    visited: list[str] | None
    formal: bool = True
    summary_formal: bool = True
    summary_at: tuple[int, int] = (0, 0)
    """Row and column."""
    rules: list[dict[str, Any]] = field(default_factory=list)
    pages: dict[str, Any] = field(default_factory=dict)
    """Instead of or besides those of the flats."""
    before: dict[str, Grid] = field(default_factory=dict)
    after: dict[str, Grid] = field(default_factory=dict)
    at: tuple[int, int] = (0, 0)
    """Where the table of listings starts."""
    more: Requests = field(default_factory=list)
    edit: Callable[[Any], Any] | None = None

    def column(self, name: str) -> int:
        return self.names.index(name)

    def put(self, listing: int, name: str, value: Any) -> None:
        """Another value in the row of a listing (from 1; 0 is the header); a dict is CellData."""
        self.listings[listing][self.column(name)] = value if isinstance(value, dict) else cell(value)

    def write(self, row: int, column: int, value: dict[str, Any]) -> None:
        """A cell (CellData) written after all else."""
        start = {"sheetId": self.sheet, "rowIndex": row, "columnIndex": column}
        fields = "userEnteredValue,userEnteredFormat"
        self.more.append({"updateCells": {"start": start, "rows": [{"values": [value]}], "fields": fields}})

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """A rule for the judge, before those that are there."""
        self.rules.insert(0, {"key": key, "answer": answer, **({"contains": contains} if contains else {})})

    def recorded(self) -> dict[str, Any]:
        return {**{flat.url: flat.html for flat in self.flats}, **self.pages}

    @property
    def sheet(self) -> int:
        return len(self.before)

    def grid(self) -> Grid:
        """Both tables on one tab."""
        placed = [(self.listings, self.at), (self.summary, self.summary_at)]
        height = max(row + len(part) for part, (row, _) in placed)
        width = max(column + max(map(len, part), default=0) for part, (_, column) in placed)
        grid: Grid = [[None] * width for _ in range(height)]
        for part, (top, left) in placed:
            for row, line in enumerate(part, top):
                grid[row][left : left + len(line)] = line
        return grid

    def tables(self) -> Requests:
        found = []
        for part, (row, column), formal, name in (
            (self.listings, self.at, self.formal, "Listings"),
            (self.summary, self.summary_at, self.summary_formal, "Summary"),
        ):
            if formal and part:
                headers = [text_of(value) for value in part[0]]
                new = table(headers, len(part) - 1, row=row, column=column, sheet=self.sheet, name=name)
                found.append({"addTable": {"table": new}})
        return found

    def build(self, workspace: Workspace) -> FileRef:
        tabs = {**self.before, "Flats": self.grid(), **self.after}
        return write(workspace, tabs, [*self.tables(), *self.scales, *self.more])


def text_of(value: Any) -> str:
    return value["userEnteredValue"]["stringValue"] if isinstance(value, dict) else str(value)


def cell(value: Any, **more: Any) -> dict[str, Any]:
    """Wrapped."""
    look = {"userEnteredFormat": {"wrapStrategy": "WRAP"}, **more}
    if value is None:
        return look
    if isinstance(value, bool):
        return {"userEnteredValue": {"boolValue": value}, **look}
    kind = "numberValue"
    if isinstance(value, str):
        kind = "formulaValue" if value.startswith("=") else "stringValue"
    return {"userEnteredValue": {kind: value}, **look}


def rgb(colour: str) -> dict[str, float]:
    return {name: int(colour[at : at + 2], 16) / 255 for at, name in ((0, "red"), (2, "green"), (4, "blue"))}


def scale(column: int, low: str, high: str, *, rows: tuple[int, int] = (1, 6), end: int = 0, sheet: int = 0) -> dict:
    """A request for a colour scale over rows of a column (to before column `end`)."""
    area = {"sheetId": sheet, "startRowIndex": rows[0], "endRowIndex": rows[1]}
    area |= {"startColumnIndex": column, "endColumnIndex": end or column + 1}
    points = {
        name: {"type": kind, "colorStyle": {"rgbColor": rgb(colour)}}
        for name, kind, colour in (("minpoint", "MIN", low), ("maxpoint", "MAX", high))
    }
    return {"addConditionalFormatRule": {"rule": {"ranges": [area], "gradientRule": points}, "index": 0}}


def url_of(instance: int, number: int) -> str:
    return f"https://{SITES[instance]}.craigslist.org/slc/apa/d/bright-flat/78000000{number:02d}.html"


def flat_of(instance: int, number: int) -> Flat:
    beds, baths = ROOMS[instance]
    features = FEATURES[instance]
    return Flat(
        url=url_of(instance, number),
        price=f"${RENTS[instance] + 50 * (number - 1):,}",
        rooms=f"{beds}BR / {baths}Ba",
        place=f"{number}01 E 100 S",
        behind=CITIES[instance],
        attributes=[line for name in features for line in ATTRIBUTES[name]],
        body=" ".join(["A quiet flat close to the park.", *(SAYS[name] for name in features if name in SAYS)]),
    )


def full_score(instance: int = 1, count: int = 0) -> Search:
    names = columns_of(instance)
    beds, baths = ROOMS[instance]
    numbers = range(1, (count or COUNT[instance]) + 1)
    rows = [
        {
            "address": f"{number}01 E 100 S, {CITIES[instance]}",
            "price": RENTS[instance] + 50 * (number - 1),
            "beds": beds,
            "baths": baths,
            "sqft": 450 + 50 * number,
            **dict.fromkeys(FEATURES[instance], "Yes"),
            "url": url_of(instance, number),
            "positive": "Close to the park",
            "dealbreakers": "On a noisy street" if number % 2 else None,
        }
        for number in numbers
    ]
    end = len(rows) + 1
    price, sqft = names.index("price"), names.index("sqft")
    b, e = "ABCDEFGHIJ"[price], "ABCDEFGHIJ"[sqft]
    statistics = [
        ("Average rent", f"=AVERAGE({b}2:{b}{end})"),
        ("Lowest rent", f"=MIN({b}2:{b}{end})"),
        ("Largest", f"=MAX({e}2:{e}{end})"),
        ("Listings", f"=COUNTA(A2:A{end})"),
    ]
    flats = [flat_of(instance, number) for number in numbers]
    return Search(
        instance=instance,
        names=names,
        listings=[[cell(HEADERS[name]) for name in names], *([cell(row[name]) for name in names] for row in rows)],
        summary=[[cell("Metric"), cell("Value")], *([cell(name), cell(formula)] for name, formula in statistics)],
        summary_at=(0, SUMMARY[instance]),
        flats=flats,
        scales=[scale(price, GREEN, RED, rows=(1, end)), scale(sqft, RED, GREEN, rows=(1, end))],
        visited=[
            f"https://{SITES[instance]}.craigslist.org/search/apa?max_price=1200",
            *(flat.url for flat in flats),
        ],
    )


def listing_steps(instance: int, number: int, but: tuple[str, ...] = ()) -> list[str]:
    """The slugs of the steps of a listing, those left out that `but` names; instance 4's information steps too."""
    names = [
        "url_valid",
        "price_match",
        "beds_match",
        "baths_match",
        "address_match",
        *(f"{name}_match" for name in FEATURES[instance]),
    ]
    return [f"listing_{number}_{name}" for name in names if name not in but]
