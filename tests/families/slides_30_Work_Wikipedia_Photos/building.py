"""Headshots: the full-score deck as a value that tests change, and the agency that freezes and grades it.

The pictures are patterns, and Wikipedia's answers are ours: the judge is a script.
"""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from familykit import Bench, Results
from familykit.bench import Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, write
from PIL import Image as Bitmap

from pytest_knows.collection import shipped_rubrics
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY, VISIT = "llm_vlm_judgement", "dependency_not_evaluated", "web_visit"
FAMILY = "slides_30_Work_Wikipedia_Photos"
FACTS = tomllib.loads((Path(shipped_rubrics()) / FAMILY / "facts.toml").read_text("utf-8"))
OPENING = ("title_text", "featured_image", "featured_top_right", "featured_majority")
CLIENT = ("name_top", "wiki_left", "other_right", "symmetric")
LINKS = ("client_urls", "photographer_url", "photographer_city")
VISITS = ("visit_featured", "visit_doc", "visit_clients")
TITLE = "Why we need new Wikipedia headshots"
STUDIO = "https://www.new-headshots.example.org/"
YES = (
    {"key": "shows_client", "answer": True},
    {"key": "wikipedia_picture", "answer": False},
    {"key": "same_photo", "answer": False},
    {"key": "photographer*", "answer": True},
)
WIDTH, HEIGHT = 9144000, 5143500


def people(instance: int) -> list[list[str]]:
    """Name and article, the featured person first."""
    return FACTS[str(instance)]["people"]


def of_client(k: int) -> tuple[str, ...]:
    return tuple(f"{name}_{k}" for name in CLIENT)


def steps(instance: int) -> tuple[str, ...]:
    clients = range(1, len(people(instance)))
    return (*OPENING, *(slug for k in clients for slug in of_client(k)), *LINKS, *VISITS)


def article(title: str) -> str:
    return f"https://en.wikipedia.org/wiki/{title}"


def lookup(title: str) -> str:
    start = "https://en.wikipedia.org/w/api.php?action=query&prop=pageimages&format=json&piprop=original"
    return f"{start}&titles={quote(title)}&redirects=1"


def lead_url(k: int) -> str:
    return f"https://upload.wikimedia.org/lead/{k}.png"


def answer(title: str, source: str = "") -> Page:
    """What Wikipedia's service says of an article."""
    found: dict[str, Any] = {"pageid": 7, "ns": 0, "title": title.replace("_", " ")}
    if source:
        found["original"] = {"source": source, "width": 900, "height": 600}
    body = json.dumps({"batchcomplete": "", "query": {"pages": {"7": found}}}).encode()
    return {"body": body, "content_type": "application/json; charset=utf-8"}


@cache
def lead(k: int) -> bytes:
    """Of the featured person (0) or a client."""
    return picture(3000 + k, (327, 215) if k == 0 else (180, 150))


@cache
def other(k: int) -> bytes:
    return picture(3100 + k, (180, 150))


@cache
def converted(data: bytes, form: str, mode: str = "RGB", **more: Any) -> bytes:
    file = io.BytesIO()
    Bitmap.open(io.BytesIO(data)).convert(mode).save(file, form, **more)
    return file.getvalue()


def studio_page(city: str) -> str:
    return (
        "<html><title>Lea Lens</title><body><h1>Lea Lens</h1>"
        f"<p>Faces are what I take pictures of, and {city} is where you find me at work.</p></body></html>"
    )


@dataclass
class Sheet:
    boxes: dict[str, Any] = field(default_factory=dict)
    heading: str = ""
    place: tuple[float, float, float, float] | None = None
    """Of the title placeholder."""
    more: list[dict[str, Any]] = field(default_factory=list)

    def slide(self, page: str) -> Slide:
        more = list(self.more)
        if self.heading and self.place:
            x, y, width, height = self.place
            moved = {"scaleX": width / 3000000, "scaleY": height / 3000000, "translateX": x, "translateY": y}
            request = {"objectId": f"{page}_title", "applyMode": "ABSOLUTE", "transform": {**moved, "unit": "EMU"}}
            more.append({"updatePageElementTransform": request})
        return Slide(self.boxes, title=self.heading, more=more)


@dataclass
class Deck:
    """`sheets` in order; `client(k)` is that client's."""

    instance: int = 1
    sheets: list[Sheet] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)
    visited: list[str] | None = None

    @property
    def opening(self) -> Sheet:
        return self.sheets[0]

    def client(self, k: int) -> Sheet:
        return self.sheets[k]

    @property
    def links(self) -> Box:
        return self.sheets[-1].boxes["links"]


def links_box(urls: Sequence[str]) -> Box:
    return Box(300000, 300000, 8500000, 4400000, "\n".join(urls), size=12, links={url: url for url in urls})


def client_sheet(k: int, name: str) -> Sheet:
    boxes = {
        "left": Image(600000, 1300000, 3600000, 3000000, lead(k)),
        "right": Image(4944000, 1300000, 3600000, 3000000, other(k)),
    }
    return Sheet(boxes, name, (300000, 150000, 8500000, 700000))


def full_pages(instance: int) -> dict[str, Page]:
    found: dict[str, Page] = {STUDIO: studio_page(FACTS[str(instance)]["city"])}
    for k, (_, title) in enumerate(people(instance)):
        found[lookup(title)] = answer(title, lead_url(k))
        found[lead_url(k)] = lead(k)
    return found


def full_deck(instance: int = 1) -> Deck:
    (_, featured), *clients = people(instance)
    picture_box = Image(2600000, 0, 6544000, 4300000, lead(0))
    document = FACTS[str(instance)]["list"]
    wikis = [article(title) for _, title in clients]
    return Deck(
        instance,
        [
            Sheet({"picture": picture_box}, TITLE, (150000, 4400000, 8800000, 600000)),
            *(client_sheet(k, name) for k, (name, _) in enumerate(clients, 1)),
            Sheet({"links": links_box([*wikis, STUDIO])}),
        ],
        full_pages(instance),
        [f"https://docs.google.com/document/d/{document}/edit?usp=sharing", article(featured), *wikis],
    )


class Agency:
    """Writes, freezes and grades."""

    def __init__(self, bench: Bench, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.workspace = bench.workspace
        self._frozen = frozen

    def write(self, deck: Deck) -> FileRef:
        return write(self.workspace, [sheet.slide(f"slide_{n}") for n, sheet in enumerate(deck.sheets, 1)])

    def freeze(self, deck: Deck, file: FileRef | None = None) -> Snapshot:
        return self.bench.freeze(file or self.write(deck), deck.instance, pages=deck.pages, visited=deck.visited)

    def full(self, instance: int = 1) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_deck(instance))
        return self._frozen[instance]

    def changed(
        self,
        edit: Callable[[Any], Any] | None = None,
        *,
        pages: Mapping[str, Page | None] | None = None,
        visited: Sequence[str] | bool | None = True,
        instance: int = 1,
    ) -> Snapshot:
        """The full-score episode with its JSON, its pages (None: not recorded) or its trace (True: as was) changed."""
        deck = full_deck(instance)
        known = {**deck.pages, **(pages or {})}
        recorded = {url: page for url, page in known.items() if page is not None}
        trace = deck.visited if isinstance(visited, bool) else visited
        return self.bench.again(self.full(instance), pages=recorded, visited=trace, edit=edit)

    def grade(self, what: Deck | Snapshot, judge: Any = YES) -> Results:
        return self.bench.grade(self.freeze(what) if isinstance(what, Deck) else what, judge=judge)

    def lost(self, what: Deck | Snapshot, judge: Any = YES) -> Lost:
        return self.grade(what, judge).differing()


def element(raw: Any, name: str) -> Any:
    """The page element with that object id (`slide_2_left`)."""
    return next(one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"] == name)


def retext(raw: Any, name: str, text: str) -> None:
    """Another text in a shape of one paragraph."""
    parts = element(raw, name)["shape"]["text"]["textElements"]
    runs = [part["textRun"] for part in parts if "textRun" in part]
    runs[0]["content"] = text + "\n"
    element(raw, name)["shape"]["text"]["textElements"] = [
        part for part in parts if "textRun" not in part or part["textRun"] is runs[0]
    ]
