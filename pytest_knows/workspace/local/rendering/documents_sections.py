"""The pages of a document: which sections share them, their size and margins, which header and footer they have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, page_size, points

_DEFAULT_MARGIN = 72.0
_DEFAULT_HEADER_MARGIN = 36.0
_KINDS = ("default", "firstPage", "evenPage")
_INHERITED = tuple(f"{kind}{part}Id" for kind in _KINDS for part in ("Header", "Footer"))
_MOST_RUNS = 40
"""A bound of ours: each run of pages is printed by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBox:
    """Page size and margins in points."""

    width: float
    height: float
    top: float
    right: float
    bottom: float
    left: float
    header: float
    footer: float

    @property
    def column(self) -> float:
        """The width of the text."""
        return max(1.0, self.width - self.left - self.right)


def page_box(style: Json) -> PageBox:
    """The page of a `DocumentStyle`; US Letter with one-inch margins where it says nothing."""
    width, height = page_size(style.get("pageSize"), 612, 792)
    if style.get("flipPageOrientation") is True:
        width, height = height, width
    top, right, bottom, left = (
        max(0.0, points(style.get(f"margin{side}"), _DEFAULT_MARGIN)) for side in ("Top", "Right", "Bottom", "Left")
    )
    header, footer = (
        max(0.0, points(style.get(f"margin{side}"), _DEFAULT_HEADER_MARGIN)) for side in ("Header", "Footer")
    )
    return PageBox(
        width=width, height=height, top=top, right=right, bottom=bottom, left=left, header=header, footer=footer
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section's own `SectionStyle` and its content."""

    style: Json
    content: list[Json]

    @property
    def starts_page(self) -> bool:
        return self.style.get("sectionType") in ("NEXT_PAGE", "EVEN_PAGE", "ODD_PAGE")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRun:
    """Sections whose pages look alike; `style` is the document's style with the first section's on top."""

    style: Json
    sections: list[Section]

    @property
    def box(self) -> PageBox:
        return page_box(self.style)

    def segment_id(self, part: str, page: int = 0, shown_number: int = 1) -> str | None:
        """The id of the `Header` or `Footer` on a page of the run, counted from 0, that bears that number."""
        kind = "default"
        if self.has_first_page and page == 0:
            kind = "firstPage"
        elif self.style.get("useEvenPageHeaderFooter") is True and shown_number % 2 == 0:
            kind = "evenPage"
        found = self.style.get(f"{kind}{part}Id")
        return found if isinstance(found, str) else None

    @property
    def has_first_page(self) -> bool:
        """Whether its first page has a header and footer of its own."""
        return self.style.get("useFirstPageHeaderFooter") is True

    @property
    def first_number(self) -> int | None:
        """The number of its first page; None to count on."""
        value = self.style.get("pageNumberStart")
        return int(number(value)) if value is not None else None


def page_runs(contents: Json) -> list[PageRun]:
    """A document's body as runs of pages; at least one. What a section's style leaves open is inherited as in Docs."""
    document_style = mapping(contents.get("documentStyle"))
    runs: list[PageRun] = []
    ids = document_style
    for section in _sections(items(at(contents, "body", "content"))):
        ids = {**ids, **section.style}
        style = {**document_style, **{name: ids[name] for name in _INHERITED if name in ids}, **section.style}
        if runs:
            for name in ("useFirstPageHeaderFooter", "pageNumberStart"):
                style[name] = section.style.get(name)
        if runs and (not section.starts_page or len(runs) >= _MOST_RUNS or _alike(style, runs[-1])):
            runs[-1].sections.append(section)
        else:
            runs.append(PageRun(style=style, sections=[section]))
    return runs


def _alike(style: Json, run: PageRun) -> bool:
    """Whether pages of that style can be printed with the run's."""
    asks = style.get("useFirstPageHeaderFooter") is True or style.get("pageNumberStart") is not None
    same_ids = all(style.get(name) == run.style.get(name) for name in _INHERITED)
    return not asks and not run.has_first_page and same_ids and page_box(style) == run.box


def _sections(content: list[Json]) -> Iterator[Section]:
    style: Json = {}
    begin = 0
    for position, node in enumerate(content):
        if "sectionBreak" in node:
            if position > begin:
                yield Section(style=style, content=content[begin:position])
            style, begin = mapping(at(node, "sectionBreak", "sectionStyle")), position + 1
    yield Section(style=style, content=content[begin:])
