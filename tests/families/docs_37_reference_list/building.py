"""The reference list that earns everything, as an agent would write it, and what tests change in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from familykit.docs import Block, Text, pt, write

from pytest_knows.workspace import FileRef, Workspace

from .courses import COURSES, Course, Resource

Json = dict[str, Any]

DISC = "BULLET_DISC_CIRCLE_SQUARE"
YES = ({"key": "link_name", "answer": True},)
"""A judge that finds every name fitting and is asked nothing else."""


def colour(text: str) -> Json:
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}}


LOOKS: dict[int, Json] = {
    1: {"bold": True, "foregroundColor": colour("#38761D")},
    2: {"bold": True, "italic": True, "foregroundColor": colour("#45818E"), "fontSize": pt(12)},
    3: {"bold": True, "foregroundColor": colour("#C27BA0"), "fontSize": pt(12)},
    4: {"bold": True, "underline": False, "foregroundColor": colour("#F1C232")},
    5: {"bold": True, "italic": True, "foregroundColor": colour("#674EA7")},
}
"""What links of several slides look like."""
PLAIN = {"fontSize": pt(11), "bold": False}


@dataclass
class Item:
    """One link in its bullet: `before`, the link, `behind`. The styles are TextStyles."""

    name: str
    url: str
    behind: str
    look: Json = field(default_factory=dict)
    around: Json = field(default_factory=lambda: dict(PLAIN))
    before: str = ""
    bullets: str | None = DISC
    level: int = 0

    def block(self) -> Text:
        # The look is stated with the link, which alone would bring a colour and an underline of its own.
        link = {"link": {"url": self.url}} if self.url else {}
        styles = {words: style for words, style in (("", self.around), (self.name, {**link, **self.look})) if style}
        return Text(self.before + self.name + self.behind, bullets=self.bullets, level=self.level, styles=styles)


@dataclass
class Kind:
    """A list: the line that names its type (none if empty), and its links."""

    name: str
    items: list[Item] = field(default_factory=list)
    style: Json = field(default_factory=lambda: {"bold": True, "fontSize": pt(11)})
    bullets: str | None = DISC
    named: str | None = None
    level: int = 0

    def blocks(self) -> Iterator[Block]:
        if self.name:
            yield Text(self.name, style=self.named, bullets=self.bullets, level=self.level, styles={"": self.style})
        yield from (item.block() for item in self.items)


@dataclass
class Part:
    """A heading and its lists."""

    text: str
    style: str | None = "HEADING_3"
    kinds: list[Kind] = field(default_factory=list)
    bullets: str | None = None

    def blocks(self) -> Iterator[Block]:
        yield Text(self.text, style=self.style, bullets=self.bullets)
        for kind in self.kinds:
            yield from kind.blocks()


@dataclass
class Paper:
    """The whole document."""

    parts: list[Part]

    def blocks(self) -> list[Block]:
        return [block for part in self.parts for block in part.blocks()]

    def part(self, text: str) -> Part:
        return next(part for part in self.parts if text in part.text)

    def kind(self, lecture: str, name: str) -> Kind:
        return next(kind for kind in self.part(lecture).kinds if kind.name == name)

    def item(self, name: str, lecture: str = "") -> Item:
        return next(item for item in self.items() if name in item.name and (not lecture or item in self.under(lecture)))

    def under(self, lecture: str) -> list[Item]:
        return [item for kind in self.part(lecture).kinds for item in kind.items]

    def items(self) -> list[Item]:
        return [item for part in self.parts for kind in part.kinds for item in kind.items]

    def kinds(self) -> list[Kind]:
        return [kind for part in self.parts for kind in part.kinds]

    def write(self, workspace: Workspace, more: list[Json] | None = None) -> FileRef:
        return write(workspace, self.blocks(), more)


def paper(instance: int) -> Paper:
    """The full-score document of an instance."""
    course = COURSES[instance]
    parts = [Part(f"{prefix}: {title}", kinds=kinds_of(course, title)) for prefix, title in course.lectures]
    if instance == 5:
        dead = [item(course, one) for one in course.resources if one.dead]
        parts.append(Part("Inactive Links", kinds=[Kind("", dead)]))
    return Paper(parts)


def kinds_of(course: Course, lecture: str) -> list[Kind]:
    shown = [one for one in course.resources if one.lecture == lecture and not (one.dead and course.instance == 5)]
    names = dict.fromkeys(one.kind for one in shown)
    return [Kind(name, [item(course, one) for one in shown if one.kind == name]) for name in names]


def item(course: Course, one: Resource) -> Item:
    source = {2: f" ({one.by})", 3: "" if one.dead else f" ({one.year}, {one.by})"}.get(course.instance, "")
    look = dict(LOOKS[course.instance]) if len(one.slides) > 1 else {}
    if one.dead and course.instance == 3:
        look["strikethrough"] = True
    # The API knows no URL with a blank in it.
    url = one.url.replace(" ", "%20")
    return Item(one.name, url, f"{source} Slide: {', '.join(map(str, one.slides))}", look=look)


def move(items: list[Item], order: Sequence[int]) -> None:
    items[:] = [items[place] for place in order]


def elements(raw: Json) -> Iterator[tuple[list[Json], int, str]]:
    """Every element of the body's paragraphs in the frozen JSON: its list, its place there, its text."""
    for entry in raw["tabs"][0]["documentTab"]["body"]["content"]:
        found = entry.get("paragraph", {}).get("elements", [])
        for place, element in enumerate([*found]):
            yield found, place, element.get("textRun", {}).get("content", "")
