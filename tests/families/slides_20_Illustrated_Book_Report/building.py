"""Book reports: the full-score deck as a value that tests change, and the desk that freezes and grades them.

The sentences about the characters are ours; names, pages and judge are made up or public.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from familykit import Bench, Results
from familykit.bench import Altered, Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY, WEB = "llm_vlm_judgement", "dependency_not_evaluated", "web_visit"
OF_CHARACTER = (
    "character_valid", "unique_background", "bullet_count", "bullets_are_traits", "source_at_bottom",
    "traits_supported",
)  # fmt: skip
MOST = {"bullets_are_traits": 10, "traits_supported": 10}
TITLE_SLIDE = (
    "reporter_name", "book_title", "cover_image", "name_at_bottom", "title_above_name", "photo_above_both",
)  # fmt: skip
LAST = ("author_name", "author_photo", "three_references", "references_visited")


def of(place: int, *steps: str) -> tuple[str, ...]:
    """Slugs of the character at that place; all six by default."""
    return tuple(f"{step}_{place}" for step in steps or OF_CHARACTER)


STEPS = (*TITLE_SLIDE, *(slug for place in range(1, 6) for slug in of(place)), *LAST)
POINTS = {slug: MOST.get(slug[:-2], 1) for slug in STEPS}

YES = (
    {"key": "cover", "answer": True},
    {"key": "trait", "answer": True},
    {"key": "author_photo", "answer": True},
)
BOOKS = {
    1: ("Red Rising", "Stacey Johnson", "Pierce Brown"),
    2: ("A Cat At the End of the World", "Anisija Mihaljević", "Robert Perišić"),
    3: ("Jane Eyre", "Jane Austen", "Charlotte Brontë"),
    4: ("The Eyre Affair", "Charlotte Currer Bell", "Jasper Fforde"),
    5: ("Slade House", "John Green", "David Mitchell"),
}
PEOPLE = {
    1: ("Darrow", "Eo", "Virginia au Augustus", "Sevro au Barca", "Cassius au Bellona"),
    2: ("Miu", "Kalia", "Sabas", "Pigras", "Menda"),
    3: ("Jane Eyre", "Helen Burns", "Adèle Varens", "Grace Poole", "Edward Rochester"),
    4: ("Thursday Next", "Acheron Hades", "Landen Parke-Laine", "Jack Schitt", "Mycroft Next"),
    5: ("Nathan Bishop", "Norah Grayer", "Jonah Grayer", "Gordon Edmonds", "Rita Bishop"),
}
COLOURS = ((1, 0.8, 0.8), (0.8, 1, 0.8), (0.8, 0.8, 1), (1, 1, 0.7), (0.8, 1, 1))


def traits(name: str) -> list[str]:
    return [
        f"{name} keeps a cool head where all the others lose theirs.",
        f"Once a promise is given, {name} will keep it at any price.",
        f"In company {name} is quick to laugh and slow to forgive.",
    ]


@cache
def cover(seed: int = 0) -> bytes:
    return picture(100 + seed, (160, 230))


@cache
def photo(seed: int = 0) -> bytes:
    return picture(200 + seed, (150, 150))


@dataclass
class Report:
    """What an agent left, and the world: slides by position (0 the title slide, 1 to 5 the characters, 6 the author,
    7 the references), visited addresses, recorded pages."""

    instance: int = 1
    slides: list[Slide] = field(default_factory=list)
    visited: list[str] | None = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    def box(self, slide: int, name: str) -> Any:
        return self.slides[slide].boxes[name]

    def write(self, slide: int, lines: list[str], **more: Any) -> None:
        """Put these lines into the body of a character's slide."""
        self.slides[slide].boxes["body"] = body(lines, **more)

    def cite(self, slide: int, text: str, links: Mapping[str, str] | None = None, **place: float) -> None:
        """Another footer for a slide; without `links` the text is no link."""
        made = footer(text, dict(links or {}))
        for side, value in place.items():
            setattr(made, side, value)
        self.slides[slide].boxes["footer"] = made


def body(lines: list[str], bulleted: bool = True, **more: Any) -> Box:
    return Box(400_000, 1_200_000, 8_000_000, 2_600_000, "\n".join(lines), bulleted=bulleted, **more)


def footer(text: str, links: dict[str, str]) -> Box:
    return Box(400_000, 4_600_000, 8_000_000, 300_000, text, links=links, size=10)


def link(url: str) -> dict[str, str]:
    """Linked to what it says."""
    return {url: url}


def source(instance: int, place: int) -> str:
    """The page of the character at that place."""
    slug = "_".join(PEOPLE[instance][place - 1].split())
    return (
        f"https://redrising.fandom.com/wiki/{slug}" if instance == 1 else f"https://books.example.org/{instance}/{slug}"
    )


def page(sentences: list[str]) -> str:
    """A web page with these sentences and others."""
    rest = "<p>The town lies by a river. Ships come up to the old mill in spring, and the fair lasts nine days.</p>" * 3
    return f"<html><body><h1>Notes</h1>{rest}<p>{'</p><p>'.join(sentences)}</p></body></html>"


def full_report(instance: int = 1) -> Report:
    book, reporter, author = BOOKS[instance]
    report = Report(instance)
    report.slides = [_title_slide(book, reporter)]
    for place, name in enumerate(PEOPLE[instance], 1):
        url = source(instance, place)
        boxes: dict[str, Box | Image] = {"body": body(traits(name)), "footer": footer(url, link(url))}
        report.slides.append(Slide(boxes, title=name, background=COLOURS[place - 1]))
        report.pages[url] = page(traits(name))
    report.slides.append(Slide({"photo": Image(3_000_000, 1_300_000, 2_500_000, 2_500_000, photo())}, title=author))
    sites = [source(instance, 1), "https://en.wikipedia.org/wiki/Red_Rising", "https://www.piercebrown.com/"]
    listed = Box(400_000, 1_200_000, 8_000_000, 2_600_000, "\n".join(sites), links={url: url for url in sites})
    report.slides.append(Slide({"list": listed}, title="References"))
    report.visited = [*(source(instance, place) for place in range(1, 6)), *sites[1:]]
    return report


def _title_slide(book: str, reporter: str) -> Slide:
    return Slide(
        {
            "cover": Image(3_600_000, 200_000, 1_600_000, 2_300_000, cover()),
            "book": Box(1_500_000, 2_700_000, 6_000_000, 500_000, book, size=24),
            "name": Box(1_500_000, 4_400_000, 6_000_000, 500_000, reporter, size=24),
        }
    )


# -- JSON of the API ---------------------------------------------------------------------------------------------------


def found(raw: Any, slide: int, name: str) -> Any:
    """The element of that name on the slide at that position."""
    elements = raw["slides"][slide]["pageElements"]
    return next(one for one in elements if one["objectId"] == f"slide_{slide + 1}_{name}")


def content(lines: Sequence[str | Sequence[tuple[str, str]]], bulleted: bool = False) -> dict[str, Any]:
    """A TextContent; a line is a text, or pieces with the address behind each ("" for none)."""
    elements: list[Any] = []
    for line in lines:
        marker = {"style": {}, **({"bullet": {"listId": "l", "glyph": "●"}} if bulleted else {})}
        elements.append({"paragraphMarker": marker})
        for text, url in [(line, "")] if isinstance(line, str) else line:
            elements.append({"textRun": {"content": text, "style": {"link": {"url": url}} if url else {}}})
        elements.append({"textRun": {"content": "\n", "style": {}}})
    return {"textElements": elements}


# -- Gold data, freezing, grading --------------------------------------------------------------------------------------

FAMILY = Path(__file__).parent.name


def write_gold(root: Path) -> Path:
    for instance in BOOKS:
        photos = root / FAMILY / f"instance_{instance}" / "data/author-photos"
        photos.mkdir(parents=True)
        for number in (1, 2):
            (photos / f"{number}.png").write_bytes(photo(10 * instance + number))
        (photos / "portrait.pdf").write_bytes(b"%PDF-1.4 no picture")
    return root


class Desk:
    """Writes, freezes and grades reports. `full` episodes are made once and are not to be changed."""

    def __init__(self, bench: Bench, gold: Path, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.gold = gold
        self._frozen = frozen

    def full(self, instance: int = 1) -> Snapshot:
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_report(instance))
        return self._frozen[instance]

    def edited(self, edit: Callable[[Any], Any], instance: int = 1) -> Snapshot:
        """The full-score episode in which `edit` changed the deck's JSON, or replaced it by what it returns."""
        raw = self.full(instance).json("artifact/file.json")
        changed = edit(raw)
        data = json.dumps(raw if changed is None else changed).encode()
        return Altered(self.full(instance), {"artifact/file.json": data})

    def retitled(self, titles: Mapping[int, str], instance: int = 1) -> Snapshot:
        """The full-score episode with other titles on the slides at these positions."""

        def edit(raw: Any) -> None:
            for slide, title in titles.items():
                found(raw, slide, "title")["shape"]["text"] = content([title])

        return self.edited(edit, instance)

    def file(self, report: Report, more: list[dict[str, Any]] | None = None) -> FileRef:
        return write(self.bench.workspace, report.slides, more)

    def freeze(self, report: Report, file: FileRef | None = None, **more: Any) -> Snapshot:
        made = file or self.file(report)
        return self.bench.freeze(made, report.instance, pages=report.pages, visited=report.visited, **more)

    def grade(self, work: Report | Snapshot, *, judge: Any = YES, gold: Any = None, **more: Any) -> Results:
        """`gold`: False for none."""
        snapshot = work if isinstance(work, Snapshot) else self.freeze(work, **more)
        return self.bench.grade(snapshot, judge=judge, gold=None if gold is False else gold or self.gold)

    def lost(self, work: Report | Snapshot, **more: Any) -> Lost:
        return self.grade(work, **more).differing()
