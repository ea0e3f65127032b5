"""Decks about cars: the full-score deck as a value that tests change, and the yard that freezes and grades them.

All figures are made up; the recorded pages agree with them. The judge is a script that reads what the deck says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from familykit import Bench, Results
from familykit.bench import Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, text_style, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY, WEB = "llm_vlm_judgement", "dependency_not_evaluated", "web_visit"
CAR = (
    "kbb_visit", "make_model_title", "correct_picture", "picture_half", "picture_clear_of_text", "price_matches",
    "mpg_matches", "hp_matches", "review_url", "review_visit", "rating_matches",
)  # fmt: skip
SUMMARY = ("summary_title", "best_price", "best_mpg", "best_hp", "best_rating")
STEPS = (
    "title_match", "title_font_30pt", "article_visit", "five_car_slides",
    *(f"{slug}_{number}" for number in range(1, 6) for slug in CAR),
    *SUMMARY,
)  # fmt: skip
TITLE = "Comparing Different Cool Cars to Buy"
WIDTH, HEIGHT = 9144000, 5143500
ARTICLE = "https://example-cars.test/best-of-the-year"
KINDS = {
    1: "2023 minivan",
    2: "2015 diesel sedan",
    3: "2026 electric pickup truck",
    4: "2005 coupe",
    5: "2010 sports car",
}
NAMES = {
    1: ("Honda Odyssey", "Toyota Sienna", "Kia Carnival", "Chrysler Pacifica", "Chrysler Voyager"),
    2: ("BMW 328d", "Mercedes-Benz E-Class", "Volkswagen Passat", "Audi A6", "Chevrolet Cruze"),
    3: ("Ford F-150 Lightning", "Rivian R1T", "Chevrolet Silverado EV", "GMC Hummer EV", "Tesla Cybertruck"),
    4: ("Ford Mustang", "Honda Accord Coupe", "Pontiac GTO", "Acura RSX", "Mini Cooper"),
    5: ("Mazda MX-5 Miata", "Porsche 911", "Nissan 370Z", "Chevrolet Corvette", "Lotus Elise"),
}
FIGURES = (
    ("38,240", 22, 19, 28, 280, "4.7"),
    ("37,185", 36, 36, 36, 245, "4.3"),
    ("33,900", 22, 19, 26, 290, "4.4"),
    ("39,400", 22, 19, 28, 287, "4.1"),
    ("36,000", 24, 20, 30, 276, "3.9"),
)
BEST = {"price": 2, "mpg": 1, "hp": 2, "rating": 0}
LABELS = {"price": "Lowest price", "mpg": "Best MPG", "hp": "Most horsepower", "rating": "Highest rated"}
FILLER = "Our editors have driven it on many roads and have written down what they saw of seats and doors. " * 3


@cache
def photo(seed: int, size: tuple[int, int] = (280, 215)) -> bytes:
    return picture(2900 + seed, size)


@dataclass
class Car:
    """A slide about a car; `said` is what a judge reads there, what is None comes from the lines."""

    title: str
    make: str
    model: str
    price: str
    mpg: str
    hp: str
    rating: str
    review: str
    boxes: dict[str, Box | Image] = field(default_factory=dict)
    trim: str = ""
    title_size: float = 24

    def lines(self) -> str:
        stated = {"Sticker price": self.price, "Fuel efficiency": self.mpg, "Horsepower": self.hp}
        stated["User rating"] = self.rating
        return "\n".join([*(f"{label}: {value}" for label, value in stated.items() if value), self.review]).strip()

    def answer(self) -> dict[str, str]:
        values = {"price": self.price, "mpg": self.mpg, "hp": self.hp, "rating": self.rating}
        return {"make": self.make, "model": self.model, "trim": self.trim, **values}

    def slide(self, page: str) -> Slide:
        links = {self.review: self.review} if self.review else {}
        stats = {"stats": Box(5750000, 900000, 3200000, 3500000, self.lines(), size=14, links=links)}
        raised = {"scaleX": 1, "scaleY": 1, "translateY": -345000, "unit": "EMU"}
        moved = {"objectId": f"{page}_title", "applyMode": "RELATIVE", "transform": raised}
        sized = text_style(f"{page}_title", points(self.title_size), {"type": "ALL"})
        more = [sized, {"updatePageElementTransform": moved}] if self.title else []
        return Slide({**stats, **self.boxes}, title=self.title, more=more)


@dataclass
class Plain:
    """Any other slide."""

    title: str = ""
    boxes: dict[str, Box | Image] = field(default_factory=dict)
    size: float | None = None

    def slide(self, page: str) -> Slide:
        sized = text_style(f"{page}_title", points(self.size or 0), {"type": "ALL"})
        return Slide(dict(self.boxes), title=self.title, more=[sized] if self.size and self.title else [])


def points(size: float) -> dict[str, Any]:
    return {"fontSize": {"magnitude": size, "unit": "PT"}}


@dataclass
class Deck:
    """`cars[0]` is on slide 2. `best` maps a category to what the summary says; `true` what KBB's pages say."""

    instance: int
    opening: Plain
    cars: list[Car | Plain]
    ending: Plain
    best: dict[str, str]
    pages: dict[str, Page]
    visited: list[str]
    rules: list[dict[str, Any]] = field(default_factory=list)
    """Before those that follow from the deck."""

    def sheets(self) -> list[Car | Plain]:
        ending = Plain(self.ending.title, dict(self.ending.boxes), self.ending.size)
        text = "\n".join(f"{LABELS[what]}: {name}" for what, name in self.best.items())
        if text:
            ending.boxes.setdefault("best", Box(400000, 1500000, 8000000, 2500000, text, size=18))
        return [self.opening, *self.cars, ending]


def names(instance: int) -> list[tuple[str, str]]:
    return [tuple(name.split(" ", 1)) for name in NAMES[instance]]  # type: ignore[misc]


def page_of(instance: int, n: int) -> str:
    make, model = names(instance)[n]
    path = "-".join(model.lower().split()).replace("f-150", "f150").replace("mx-5", "mx5")
    return f"https://www.kbb.com/{make.lower()}/{path}/{KINDS[instance][:4]}/"


def reviews_of(instance: int, n: int) -> str:
    return f"{page_of(instance, n)}consumer-reviews/"


def vehicle_page(instance: int, n: int, figures: tuple[Any, ...] | None = None) -> str:
    price, comb, city, highway, hp, _ = figures or FIGURES[n]
    text = f"MSRP when new: ${price}. {comb} MPG combined, {city} city, {highway} highway. Horsepower {hp}."
    return html(f"{KINDS[instance][:4]} {NAMES[instance][n]}", text)


def html(title: str, text: str, more: str = "") -> str:
    return f"<html><title>{title}</title><body><p>{title}. {text} {FILLER}</p>{more}</body></html>"


def review_page(instance: int, n: int, rating: str | None = None) -> str:
    title = f"{KINDS[instance][:4]} {NAMES[instance][n]} Consumer Reviews"
    return html(title, f"Overall rating {rating or FIGURES[n][5]} out of 5, given by 120 owners.")


def full_deck(instance: int = 1) -> Deck:
    year = KINDS[instance][:4]
    cars: list[Car | Plain] = []
    pages: dict[str, Page] = {ARTICLE: html("The best cars", ", ".join(NAMES[instance]) + ".")}
    for n, (make, model) in enumerate(names(instance)):
        price, mpg, _, _, hp, rating = FIGURES[n]
        image = {"image": Image(0, 800000, 5600000, 4300000, photo(n))}
        values = (f"${price}", f"{mpg} mpg combined", f"{hp} hp", f"{rating}/5", reviews_of(instance, n))
        cars.append(Car(f"{year} {make} {model}", make, model, *values, image))
        pages[page_of(instance, n)] = vehicle_page(instance, n)
        pages[reviews_of(instance, n)] = review_page(instance, n)
    best = {what: NAMES[instance][n] for what, n in BEST.items()}
    return Deck(instance, Plain(TITLE, size=40), cars, Plain("Best in Each Category"), best, pages, list(pages))


def rules(deck: Deck) -> list[dict[str, Any]]:
    """What a careful reader of deck and pages answers."""
    found = list(deck.rules)
    cars = sorted((car for car in deck.cars if isinstance(car, Car)), key=lambda car: -len(car.title))
    found += [{"key": "car", "contains": car.title, "answer": car.answer()} for car in cars]
    for n, (make, model) in enumerate(names(deck.instance)):
        price, comb, city, highway, hp, rating = FIGURES[n]
        name = f"{make} {model}"
        true = {"price": int(price.replace(",", "")), "combined": comb, "city": city, "highway": highway, "hp": hp}
        found += [
            {"key": "kbb", "contains": name, "answer": true},
            {"key": "review_rating", "contains": f"{name} Consumer", "answer": {"rating": float(rating), "scale": 5}},
            {"key": "listed_model", "contains": name, "answer": name},
        ]
    nothing = dict.fromkeys(("make", "model", "trim", "price", "mpg", "hp", "rating"), "")
    found += [{"key": "car", "answer": nothing}, {"key": "car_title", "answer": nothing}]
    said = {what: [deck.best[what]] if deck.best.get(what) else [] for what in BEST}
    found += [{"key": "summary", "answer": said}, {"key": "models", "answer": list(NAMES[deck.instance])}]
    found += [{"key": "listed_model", "answer": "none of them"}, {"key": "kbb_page", "answer": False}]
    found += [{"key": "kbb_*", "answer": {}}]
    yes = ("article", "is_model", "picture", "rating", "summary_title")
    return found + [{"key": key, "answer": True} for key in yes]


class Yard:
    """Writes, freezes and grades."""

    def __init__(self, bench: Bench, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.workspace = bench.workspace
        self._frozen = frozen

    def write(self, deck: Deck) -> FileRef:
        return write(self.workspace, [sheet.slide(f"slide_{n}") for n, sheet in enumerate(deck.sheets(), 1)])

    def freeze(self, deck: Deck, file: FileRef | None = None) -> Snapshot:
        return self.bench.freeze(file or self.write(deck), deck.instance, pages=deck.pages, visited=deck.visited)

    def full(self, instance: int = 1) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_deck(instance))
        return self._frozen[instance]

    def surfed(self, deck: Deck, edit: Callable[[Any], Any] | None = None) -> Snapshot:
        """The full-score deck with the deck's pages and trace, its JSON changed."""
        return self.bench.again(self.full(deck.instance), pages=deck.pages, visited=deck.visited, edit=edit)

    def edited(self, edit: Callable[[Any], Any]) -> Snapshot:
        return self.surfed(full_deck(), edit)

    def grade(self, deck: Deck | Snapshot, judge: Any = None) -> Results:
        snapshot = self.freeze(deck) if isinstance(deck, Deck) else deck
        asked = rules(deck if isinstance(deck, Deck) else full_deck()) if judge is None else judge
        return self.bench.grade(snapshot, judge=asked)

    def lost(self, deck: Deck | Snapshot, judge: Any = None) -> Lost:
        return self.grade(deck, judge).differing()


def of_car(number: int, *slugs: str) -> list[str]:
    return [f"{slug}_{number}" for slug in slugs]


def element(raw: Any, name: str) -> Any:
    """The page element with that object id (`slide_2_stats`)."""
    return next(one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"] == name)


def runs(one: Any) -> list[Any]:
    return [part["textRun"] for part in one["shape"]["text"]["textElements"] if "textRun" in part]


def reword(one: Any, old: str, new: str) -> None:
    """Other words in the runs of a shape."""
    for run in runs(one):
        run["content"] = run["content"].replace(old, new)
