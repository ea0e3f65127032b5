"""Lessons: the full-score deck as a value that tests change, and the school that freezes and grades them.

All texts are ours, and say nothing about the topics: the judge is a script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from familykit import Bench, Results
from familykit.bench import Page
from familykit.outcomes import Lost
from familykit.pictures import picture
from familykit.slides import Box, Image, Slide, data_url, rgb, text_style, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

DET, FUZZY, STRUCT, SPATIAL = "deterministic", "fuzzy_match", "structural", "spatial"
LLM, DEPENDENCY = "llm_vlm_judgement", "dependency_not_evaluated"
TITLE = ("topic_big_bold", "topic_orange", "presenter_name", "background_image", "background_credit", "background_url")
CONTENT = (
    "slide_count", "topic_relevance", "citation_lower_left", "info_from_source", "unique_headings",
    "heading_bold_italic", "bullet_points", "no_overflow", "paraphrased", "content_left",
)  # fmt: skip
SUMMARY = ("covers_concepts", "summary_original", "engagement")
PICTURES = ("image_relevant", "image_right", "image_credit", "image_url", "images_unique")
STEPS = (*TITLE, *CONTENT, *SUMMARY, *PICTURES)
YES = tuple(
    {"key": key, "answer": True}
    for key in (
        "background", "topic_relevance", "info_from_source", "unique_headings", "covers_concepts", "engagement",
        "image_relevant",
    )
)  # fmt: skip
PEOPLE = {
    1: ("History of Video Games", "Tina Smith", 5),
    2: ("CRISPR-Cas9 Gene Editing", "Mr. Daniel Lee", 5),
    3: ("Seven Wonders of the Ancient World", "Sarah Johnson", 7),
    4: ("History of K-Pop", "David Martinez", 6),
    5: ("Mercury", "Mrs. Emily Carter", 4),
}
WIDTH, HEIGHT = 9144000, 5143500
ORANGE, BLUE = (1.0, 0.549, 0.0), (0.0, 0.0, 1.0)
THINGS = (
    ("Lanterns of the harbour", "lantern", "oil lamps"),
    ("Bridges across the river", "bridge", "crossings"),
    ("Markets in the old town", "market", "stalls"),
    ("Gardens behind the walls", "garden", "orchards"),
    ("Towers above the gate", "tower", "turrets"),
    ("Wells beneath the square", "well", "fountains"),
    ("Boats along the coast", "boat", "ships"),
)


def bullets(k: int) -> list[str]:
    word = THINGS[k - 1][1]
    return [
        f"Every {word} was paid for by its neighbours",
        f"No {word} survived the great storm undamaged",
        f"Children still draw the oldest {word} at school",
    ]


def source_page(k: int) -> str:
    word = THINGS[k - 1][2]
    text = (
        f"People who lived close by collected the money when new {word} were wanted, so that nobody from outside had a "
        f"say. When the tempest came, all the {word} suffered, some beyond repair. Pupils of today are asked to "
        "sketch those that have stood the longest, and their pictures hang in the town hall every spring."
    )
    return f"<html><title>{word}</title><body><p>{text}</p></body></html>"


def source_url(k: int) -> str:
    return f"https://src.example.org/{k}"


def image_url(k: int) -> str:
    """Of slide k's picture, 0 is the title's."""
    return f"https://img.example.org/{k}.png"


@cache
def photo(k: int, form: str = "PNG") -> bytes:
    return picture(700 + k, (340, 250), form)


@dataclass
class Sheet:
    """A slide: `look` is the text style of its title, `backdrop` its picture fill."""

    heading: str = ""
    look: dict[str, Any] = field(default_factory=dict)
    boxes: dict[str, Any] = field(default_factory=dict)
    backdrop: bytes | None = None
    more: list[dict[str, Any]] = field(default_factory=list)

    def slide(self, page: str) -> Slide:
        more = [text_style(f"{page}_title", self.look, {"type": "ALL"})] if self.heading and self.look else []
        if self.backdrop:
            fill = {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": data_url(self.backdrop)}}}
            fields = "pageBackgroundFill.stretchedPictureFill.contentUrl"
            more.append({"updatePageProperties": {"objectId": page, "pageProperties": fill, "fields": fields}})
        return Slide(self.boxes, title=self.heading, more=[*more, *self.more])


@dataclass
class Deck:
    """`sheets` in order, the title slide first; `sheet(k)` is content slide k."""

    instance: int = 5
    sheets: list[Sheet] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    def sheet(self, k: int) -> Sheet:
        return self.sheets[k]

    @property
    def opening(self) -> Sheet:
        return self.sheets[0]

    @property
    def summary(self) -> Sheet:
        return self.sheets[-1]


def size(points: float) -> dict[str, Any]:
    return {"fontSize": {"magnitude": points, "unit": "PT"}}


def coloured(channels: tuple[float, float, float]) -> dict[str, Any]:
    return {"foregroundColor": {"opaqueColor": {"rgbColor": rgb(channels)}}}


def credit(text: str, url: str, x: float, y: float, w: float = 3400000) -> Box:
    return Box(x, y, w, 300000, f"{text}: {url}", size=10, links={url: url})


def content(k: int) -> Sheet:
    boxes = {
        "body": Box(400000, 1200000, 4000000, 2600000, "\n".join(bullets(k)), size=18, bulleted=True),
        "citation": credit("Source", source_url(k), 300000, 4600000, 3800000),
        "picture": Image(5200000, 1200000, 3400000, 2500000, photo(k)),
        "credit": credit("Image", image_url(k), 5200000, 3800000),
    }
    return Sheet(THINGS[k - 1][0], {**size(28), "bold": True, "italic": True}, boxes)


def full_deck(instance: int = 5) -> Deck:
    topic, name, count = PEOPLE[instance]
    sections = range(1, count + 1)
    opening = {
        "name": Box(2000000, 2600000, 5000000, 500000, name, size=24),
        "credit": credit("Image credit", image_url(0), 300000, 4700000),
    }
    look = {**size(48), "bold": True, **coloured(ORANGE)}
    named = ", ".join(THINGS[k - 1][2] for k in sections)
    text = f"Today we met {named} and whoever looked after them.\nWhat would you like to ask?"
    summary = {"text": Box(400000, 1200000, 8000000, 2600000, text, size=18)}
    return Deck(
        instance,
        [
            Sheet(topic, look, opening, backdrop=photo(0)),
            *map(content, sections),
            Sheet("Summary", {}, summary),
        ],
        {
            **{image_url(k): photo(k) for k in (0, *sections)},
            **{source_url(k): source_page(k) for k in sections},
        },
    )


class School:
    """Writes, freezes and grades."""

    def __init__(self, bench: Bench, frozen: dict[int, Snapshot]) -> None:
        self.bench = bench
        self.workspace = bench.workspace
        self._frozen = frozen

    def write(self, deck: Deck, more: list[dict[str, Any]] | None = None) -> FileRef:
        return write(self.workspace, [sheet.slide(f"slide_{n}") for n, sheet in enumerate(deck.sheets, 1)], more)

    def freeze(self, deck: Deck, file: FileRef | None = None) -> Snapshot:
        return self.bench.freeze(file or self.write(deck), deck.instance, pages=deck.pages)

    def full(self, instance: int = 5) -> Snapshot:
        """The full-score episode; not to be changed."""
        if instance not in self._frozen:
            self._frozen[instance] = self.freeze(full_deck(instance))
        return self._frozen[instance]

    def with_pages(self, pages: Mapping[str, Page | None]) -> Snapshot:
        """The full-score episode with other answers of these pages (None: not recorded)."""
        known = {**full_deck().pages, **pages}
        recorded = {url: page for url, page in known.items() if page is not None}
        return self.bench.again(self.full(), pages=recorded, visited=None)

    def edited(self, edit: Callable[[Any], Any], instance: int = 5) -> Snapshot:
        """The full-score episode with its JSON changed."""
        pages = full_deck(instance).pages
        return self.bench.again(self.full(instance), pages=pages, visited=None, edit=edit)

    def grade(self, what: Deck | Snapshot, judge: Any = YES) -> Results:
        return self.bench.grade(self.freeze(what) if isinstance(what, Deck) else what, judge=judge)

    def lost(self, what: Deck | Snapshot, judge: Any = YES) -> Lost:
        return self.grade(what, judge).differing()


def element(raw: Any, name: str) -> Any:
    """The page element with that object id (`slide_2_body`)."""
    return next(one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"] == name)


def runs(one: Any) -> list[Any]:
    return [part["textRun"] for part in one["shape"]["text"]["textElements"] if "textRun" in part]


def retext(one: Any, text: str) -> None:
    """Another text in a shape of one paragraph."""
    runs(one)[0]["content"] = text + "\n"
    one["shape"]["text"]["textElements"] = [
        part
        for part in one["shape"]["text"]["textElements"]
        if "textRun" not in part or part["textRun"] is runs(one)[0]
    ]


def moved_to_parent(raw: Any, name: str, *fields: str) -> None:
    """A shape's style, stated by a placeholder of its layout instead of by the shape's own text."""
    one = element(raw, name)
    style = {field: runs(one)[0]["style"][field] for field in fields}
    for run in runs(one):
        for field_name in fields:
            run["style"].pop(field_name, None)
    placeholder = dict(one["shape"].get("placeholder", {"type": "BODY"}), parentObjectId=f"{name}_parent")
    one["shape"]["placeholder"] = placeholder
    text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "x\n", "style": style}}]}
    kind = {"type": placeholder["type"]}
    parent = {"objectId": f"{name}_parent", "shape": {"placeholder": kind, "text": text}}
    raw["layouts"][0]["pageElements"].append(parent)
