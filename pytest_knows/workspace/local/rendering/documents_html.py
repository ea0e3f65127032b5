"""A document as HTML: one table per run of pages, whose head repeats the page header and whose foot keeps the margin.

Chromium clips what is drawn into `@page` margins, so the page has none: the margins are the table's head and foot,
which it repeats on every page, and the footer is a fixed block.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.documents_blocks import Blocks
from pytest_knows.workspace.local.rendering.markup import (
    Json,
    at,
    items,
    mapping,
    page,
    page_size,
    points,
    pt,
    rgb,
    tag,
)
from pytest_knows.workspace.local.rendering.pictures import Pictures

_DEFAULT_MARGIN = 72.0
_DEFAULT_HEADER_MARGIN = 36.0


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


def contents_of(document: Json) -> Json:
    """The contents to draw: the first tab's, or those at the top of an answer without tabs."""
    tabs = items(document.get("tabs"))
    return mapping(tabs[0].get("documentTab")) if tabs else document


def has_first_page(document: Json) -> bool:
    """Whether page 1 has a header and footer of its own."""
    return at(contents_of(document), "documentStyle", "useFirstPageHeaderFooter") is True


def document_html(document: Json, pictures: Pictures, *, first_page: bool) -> str:
    """The HTML of a `Document`; `first_page` chooses the header and footer of page 1 for all pages."""
    contents = contents_of(document)
    style = mapping(contents.get("documentStyle"))
    box = page_box(style)
    blocks = Blocks(contents, pictures, box.column)
    kind = "firstPage" if first_page else "default"
    header = _segment(contents, blocks, "headers", style.get(f"{kind}HeaderId"))
    footer = _segment(contents, blocks, "footers", style.get(f"{kind}FooterId"))
    main = blocks.blocks(items(at(contents, "body", "content"))) + blocks.footnotes()
    fixed = tag("div", footer, _footer_css(box)) if footer else ""
    return page(fixed + _pages(box, main, header, footer), _rules(box, style))


def _segment(contents: Json, blocks: Blocks, group: str, segment_id: object) -> str:
    if not isinstance(segment_id, str):
        return ""
    return blocks.blocks(items(at(contents, group, segment_id, "content")))


def _rules(box: PageBox, style: Json) -> str:
    background = at(style, "background", "color", "color", "rgbColor")
    colour = f"background:{rgb(background)};" if background is not None else ""
    size = f"@page{{size:{pt(box.width)} {pt(box.height)};margin:0}}"
    return f"{size}html{{{colour}print-color-adjust:exact}}p{{white-space:pre-wrap;overflow-wrap:break-word}}"


def _footer_css(box: PageBox) -> dict[str, str | None]:
    sides = {"left": pt(box.left), "width": pt(box.column)}
    return {"position": "fixed", "bottom": pt(box.footer), **sides}


def _pages(box: PageBox, main: str, header: str, footer: str) -> str:
    side = {"padding-left": pt(box.left), "padding-right": pt(box.right)}
    # A header or footer that is higher than its margin pushes the text away, as in Docs.
    above = {"min-height": pt(box.top), "padding-top": pt(box.header if header else 0), **side}
    below = {"min-height": pt(box.bottom), "padding-bottom": pt(box.footer if footer else 0), **side}
    head = tag("thead", tag("tr", tag("td", tag("div", header, above))))
    foot = tag("tfoot", tag("tr", tag("td", tag("div", footer, {**below, "visibility": "hidden"}))))
    body = tag("tbody", tag("tr", tag("td", main, {**side, "vertical-align": "top"})))
    return tag("table", head + foot + body, {"width": pt(box.width), "table-layout": "fixed"})
