"""Look-books: the full-score deck as a value that tests change, and the painter that freezes and grades them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import PIL.Image
from familykit import Bench, Results
from familykit.bench import Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Image, Slide, text_style, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY, WEB = "llm_vlm_judgement", "dependency_not_evaluated", "web_visit"
OPENING = ("title_room", "one_image", "coverage_70", "room_search", "title_relevance")
COLOURS = ("count_5_10", "titles", "colors_ok")
PICTURES = ("color_search", "two_images", "bl_br", "relevance", "alt_url", "source_match", "unique")
ENDING = ("rec_last", "rec_text", "rec_color", "rec_font")
STEPS = (*OPENING, *COLOURS, *PICTURES, *ENDING)
ROOMS = ("garage", "kitchen", "bedroom", "living room", "home office")
NAMES = ("Sage Green", "Navy Blue", "Charcoal Gray", "Warm White", "Terracotta")
NAVY = (0.0, 0.0, 0.5)


def plausible(count: int, *but_not: int) -> list[dict[str, Any]]:
    return [{"number": n, "plausible": n not in but_not} for n in range(1, count + 1)]


YES = (
    {"key": "title_relevance", "answer": True},
    {"key": "relevance", "answer": True},
    {"key": "colours", "answer": {"answers": plausible(12)}},
)


@cache
def photo(k: int, side: int = 0) -> bytes:
    """Of colour k (from 1), left (1) or right (2); 0 is the title's."""
    return picture(3900 + 10 * k + side, (390, 220) if side else (400, 190))


@cache
def compressed(data: bytes, quality: int = 60) -> bytes:
    file = io.BytesIO()
    PIL.Image.open(io.BytesIO(data)).convert("RGB").save(file, "JPEG", quality=quality)
    return file.getvalue()


def image_url(k: int, side: int) -> str:
    return f"https://img.example.org/{k}-{side}.jpg"


def query(words: str) -> str:
    return f"https://www.google.com/search?q={words.lower().replace(' ', '+')}&udm=2"


def alt(url: str) -> str:
    return f"Source: {url}"


def colour_slide(k: int, name: str) -> Slide:
    places = {"left": (400000, 1), "right": (4844000, 2)}
    boxes = {
        side: Image(x, 2700000, 3900000, 2200000, photo(k, n), alt(image_url(k, n))) for side, (x, n) in places.items()
    }
    return Slide(dict(boxes), title=name)


def large(page: str, points: float = 44) -> dict[str, Any]:
    return text_style(f"{page}_title", {"fontSize": {"magnitude": points, "unit": "PT"}}, {"type": "ALL"})


@dataclass
class Book:
    """`slides` in order; `slide(k)` is that of colour k."""

    instance: int
    slides: list[Slide]
    pages: dict[str, Page] = field(default_factory=dict)
    visited: list[str] | None = None

    def slide(self, k: int) -> Slide:
        return self.slides[k]

    @property
    def opening(self) -> Slide:
        return self.slides[0]

    @property
    def ending(self) -> Slide:
        return self.slides[-1]


def full_book(instance: int = 1) -> Book:
    room = ROOMS[instance - 1]
    opening = Slide({"photo": Image(0, 800000, 9144000, 4343500, photo(0))}, title=room.title())
    ending = Slide(title="Navy Blue is the best choice", background=NAVY, more=[large("slide_7")])
    sides = [(k, side) for k in range(1, len(NAMES) + 1) for side in (1, 2)]
    return Book(
        instance,
        [opening, *(colour_slide(k, name) for k, name in enumerate(NAMES, 1)), ending],
        {image_url(*one): {"body": compressed(photo(*one)), "content_type": "image/jpeg"} for one in sides},
        [query(room), *(query(f"{name} {room}") for name in NAMES)],
    )


SEARCHES = tuple(full_book().visited or ())
"""Of the full-score look-book of instance 1."""


class Painter:
    """Writes, freezes and grades."""

    def __init__(self, bench: Bench, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.workspace = bench.workspace
        self._frozen = frozen

    def write(self, book: Book) -> FileRef:
        return write(self.workspace, book.slides)

    def freeze(self, book: Book, file: FileRef | None = None) -> Snapshot:
        return self.bench.freeze(file or self.write(book), book.instance, pages=book.pages, visited=book.visited)

    def full(self, instance: int = 1) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_book(instance))
        return self._frozen[instance]

    def edited(
        self,
        edit: Callable[[Any], Any] | None = None,
        pages: Mapping[str, Page | None] | None = None,
        visited: Sequence[str] | None = SEARCHES,
        instance: int = 1,
    ) -> Snapshot:
        """The full-score episode with its JSON changed, other answers of these pages (None: not recorded), another
        trace."""
        known = {**full_book(instance).pages, **(pages or {})}
        recorded = {url: page for url, page in known.items() if page is not None}
        return self.bench.again(self.full(instance), pages=recorded, visited=visited, edit=edit)

    def grade(self, what: Book | Snapshot, judge: Any = YES) -> Results:
        return self.bench.grade(self.freeze(what) if isinstance(what, Book) else what, judge=judge)

    def lost(self, what: Book | Snapshot, judge: Any = YES) -> Lost:
        return self.grade(what, judge).differing()


def element(raw: Any, name: str) -> Any:
    """The page element with that object id (`slide_2_left`)."""
    return next(one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"] == name)


def retext(raw: Any, name: str, text: str) -> None:
    """Another text in a shape, in the style of its first run; `\\v` breaks a line, `\\n` a paragraph."""
    one = element(raw, name)["shape"]["text"]
    runs = [part["textRun"] for part in one["textElements"] if "textRun" in part]
    style = runs[0].get("style", {})
    made: list[dict[str, Any]] = []
    for paragraph in text.split("\n"):
        made += [{"paragraphMarker": {}}, {"textRun": {"content": paragraph + "\n", "style": style}}]
    one["textElements"] = made


def titled(slide: int, text: str) -> Callable[[Any], None]:
    """An edit: another title of a slide (its number in the deck)."""
    return lambda raw: retext(raw, f"slide_{slide}_title", text)


def chosen(text: str) -> Callable[[Any], None]:
    """An edit: another text of the recommendation."""
    return titled(7, text)


def described(name: str, description: str, title: str = "") -> Callable[[Any], None]:
    """An edit: another alternative text of a picture."""
    return lambda raw: element(raw, name).update(description=description, title=title)
