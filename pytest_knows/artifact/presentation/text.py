"""Text on a slide, with every style resolved.

A style that a run does not state comes from the paragraph of the same nesting level in the parent placeholder (layout,
then master); what nobody states is the editor's default: 14 pt Arial, black, START, single spacing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pytest_knows.artifact.colour import BLACK, Colour, Theme
from pytest_knows.artifact.geometry import points
from pytest_knows.artifact.lenient import at, boolean, entries, number, string, table

LINE_BREAK = "\v"
"""A line break within a paragraph, in the API's text."""

_BOLD = 600
"""The weight from which on letters are bold (CSS: semi-bold) without being stated as such."""

Raw = Mapping[str, Any]
V = TypeVar("V", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStyle:
    """How characters look; `size` in points, without autofit's scale."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strikethrough: bool = False
    size: float = 14
    family: str = "Arial"
    colour: Colour = BLACK
    highlight: Colour | None = None
    """Behind the letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Characters of one style. `link` is the URL behind them, or ""."""

    text: str
    style: TextStyle
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A paragraph, or the part of one between two line breaks."""

    runs: tuple[Run, ...]
    alignment: str
    """left, center, right or justified, as it is seen: START is right in right-to-left text."""
    spacing: float
    """1 is single."""
    paragraph: int
    """The paragraph's index in its text."""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    def __repr__(self) -> str:
        return repr(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph; `level` is its nesting level, `bullet` the glyph of a list item or None."""

    lines: tuple[Line, ...]
    level: int = 0
    bullet: str | None = None

    @property
    def text(self) -> str:
        """Its lines, each ended by a newline but the last."""
        return "\n".join(line.text for line in self.lines)

    def __repr__(self) -> str:
        return repr(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBody:
    """The text of a shape, a table cell, a notes page's box."""

    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for paragraph in self.paragraphs for line in paragraph.lines)

    @property
    def text(self) -> str:
        """All paragraphs, one a line, without blank space at the ends."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs).strip()

    def __repr__(self) -> str:
        return repr(self.text)


def prevailing(runs: Iterable[Run], value: Callable[[Run], V]) -> V | None:
    """The value that most non-blank characters have; the earlier one of equals, None without such characters."""
    counts: Counter[V] = Counter()
    for run in runs:
        counts[value(run)] += len("".join(run.text.split()))
    best = max(counts.values(), default=0)
    return next((found for found, count in counts.items() if count == best), None) if best else None


class Inheritance:
    """The styles that a placeholder's text inherits, by nesting level, from its parents' text JSON, nearest first."""

    def __init__(self, parents: Sequence[object] = ()) -> None:
        self._parents = [_levels(parent) for parent in parents]

    def of_text(self, level: int) -> list[Raw]:
        return [found[1] for parent in self._parents if (found := _level(parent, level))]

    def of_paragraph(self, level: int) -> list[Raw]:
        return [found[0] for parent in self._parents if (found := _level(parent, level))]


def _level(parent: Mapping[int, tuple[Raw, Raw]], level: int) -> tuple[Raw, Raw] | None:
    return parent.get(level) or parent.get(0)


def _levels(text: object) -> dict[int, tuple[Raw, Raw]]:
    """Per nesting level, the paragraph style and the text style that a placeholder's own text states."""
    found: dict[int, tuple[Raw, Raw]] = {}
    for marker, runs in _paragraphs(text):
        style = next((table(run, "style") for run in runs), {})
        found.setdefault(_nesting(marker), (table(marker, "style"), style))
    return found


def _nesting(marker: Raw) -> int:
    return int(number(marker, "bullet", "nestingLevel"))


def _paragraphs(text: object) -> Iterator[tuple[Raw, list[Raw]]]:
    """Each paragraph's marker with its runs; runs before the first marker make a paragraph of their own."""
    marker: Raw = {}
    runs: list[Raw] = []
    for element in entries(text, "textElements"):
        if isinstance(at(element, "paragraphMarker"), dict):
            if marker or runs:
                yield marker, runs
            marker, runs = element["paragraphMarker"], []
        runs += [found for kind in ("textRun", "autoText") if (found := table(element, kind))]
    if marker or runs:
        yield marker, runs


def read_text(text: object, inherited: Inheritance, theme: Theme) -> TextBody:
    """A `TextContent` of the API."""
    return TextBody(
        paragraphs=tuple(
            _paragraph(index, marker, runs, inherited, theme) for index, (marker, runs) in enumerate(_paragraphs(text))
        )
    )


def _paragraph(index: int, marker: Raw, runs: list[Raw], inherited: Inheritance, theme: Theme) -> Paragraph:
    level = _nesting(marker)
    styles = [table(marker, "style"), *inherited.of_paragraph(level)]
    broken = _broken_lines([_run(run, inherited.of_text(level), theme) for run in runs])
    bullet = table(marker, "bullet")
    return Paragraph(
        lines=tuple(
            Line(runs=line, alignment=_alignment(styles), spacing=_spacing(styles), paragraph=index) for line in broken
        ),
        level=level,
        bullet=string(bullet, "glyph") if bullet else None,
    )


def _run(run: Raw, inherited: list[Raw], theme: Theme) -> Run:
    return Run(
        text=string(run, "content").replace("\n", ""),
        style=_text_style([table(run, "style"), *inherited], theme),
        link=string(run, "style", "link", "url"),
    )


def _broken_lines(runs: Iterable[Run]) -> list[tuple[Run, ...]]:
    lines: list[list[Run]] = [[]]
    for run in runs:
        first, *others = run.text.split(LINE_BREAK)
        lines[-1].append(Run(text=first, style=run.style, link=run.link))
        lines += [[Run(text=part, style=run.style, link=run.link)] for part in others]
    return [tuple(line) for line in lines]


def _text_style(styles: Sequence[Raw], theme: Theme) -> TextStyle:
    stated: dict[str, Any] = {
        name: next((value for style in styles if (value := boolean(style, name)) is not None), None)
        for name in ("bold", "italic", "underline", "strikethrough")
    }
    weight = next((found for style in styles if (found := number(style, "weightedFontFamily", "weight")) > 0), 0)
    stated["bold"] = stated["bold"] or (True if weight >= _BOLD else None)
    stated["size"] = next((size for style in styles if (size := points(style.get("fontSize"))) > 0), None)
    stated["family"] = next((name for style in styles if (name := string(style, "fontFamily"))), None)
    stated["colour"] = next(
        (c for style in styles if (c := theme.opaque(at(style, "foregroundColor", "opaqueColor")))), None
    )
    stated["highlight"] = next(
        (theme.opaque(at(style, "backgroundColor", "opaqueColor")) for style in styles if "backgroundColor" in style),
        None,
    )
    return TextStyle(**{name: value for name, value in stated.items() if value is not None})


def _alignment(styles: Sequence[Raw]) -> str:
    stated = next((found for style in styles if (found := string(style, "alignment"))), "START")
    direction = next((found for style in styles if (found := string(style, "direction"))), "")
    start, end = ("right", "left") if direction == "RIGHT_TO_LEFT" else ("left", "right")
    return {"CENTER": "center", "END": end, "JUSTIFIED": "justified"}.get(stated, start)


def _spacing(styles: Sequence[Raw]) -> float:
    return next((found for style in styles if (found := number(style, "lineSpacing")) > 0), 100.0) / 100
