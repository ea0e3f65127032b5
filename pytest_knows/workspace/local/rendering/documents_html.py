"""A run of a document's pages as HTML: one table, whose head repeats the page header and whose foot keeps the margin.

Chromium clips what is drawn into `@page` margins, so the page has none: the margins are the table's head and foot,
which it repeats on every page, and the footer is a fixed block.
"""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.documents_blocks import Blocks
from pytest_knows.workspace.local.rendering.documents_paragraphs import BREAK
from pytest_knows.workspace.local.rendering.documents_sections import PageBox, PageRun, Section, page_runs
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, page, points, pt, rgb, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.text_css import Css

_HIDDEN: Css = {"visibility": "hidden"}
_MOST_CHARACTERS = 50_000_000
"""A bound of ours: each page draws its header and footer anew, the data of their pictures included."""
_LAYER: Css = {"grid-area": "1 / 1"}


def contents_of(document: Json) -> Json:
    """The contents to draw: the first tab's, or those at the top of an answer without tabs."""
    tabs = items(document.get("tabs"))
    return mapping(tabs[0].get("documentTab")) if tabs else document


class Paper:
    """A document's pages. What is drawn once counts on in what is drawn next: draw the runs in their order."""

    def __init__(self, document: Json, pictures: Pictures) -> None:
        self.contents = contents_of(document)
        self.pictures = pictures
        self.runs = page_runs(self.contents)
        self._blocks = Blocks(self.contents, pictures, self.runs[0].box.column)

    def varies(self) -> bool:
        """Whether pages of a run differ in header or footer: by a page number, or by being the first or an even one."""
        segments = [s for group in ("headers", "footers") for s in mapping(self.contents.get(group)).values()]
        special = any(r.has_first_page or r.style.get("useEvenPageHeaderFooter") is True for r in self.runs)
        return special or any(_has_field(items(at(segment, "content"))) for segment in segments)

    def html(self, run: PageRun, *, stamped: bool) -> str:
        """The pages of a run; if headers and footers are to be `stamped` on them, only their room is kept."""
        body, (header, footer) = self._main(run), self._margins(run, stamped)
        fixed = tag("div", footer, _footer_css(run.box)) if footer and not stamped else ""
        return page(fixed + _pages(run.box, body, header, footer, foot=_HIDDEN), _rules(run.box, run.style))

    def whole_html(self) -> str:
        """All runs on one HTML page, in their order: a view for people."""
        first = self.runs[0]
        drawn = [_pages(run.box, self._main(run), *self._margins(run, stamped=False)) for run in self.runs]
        return page("".join(drawn), _rules(first.box, first.style))

    def stamps(self, run: PageRun, first_number: int, pages: int, total: int) -> str:
        """The headers and footers of that many pages of a run, the first of which bears `first_number`.

        A long document whose header is heavy with pictures gets them on its first pages only.
        """
        box = run.box
        blocks = Blocks(self.contents, self.pictures, box.column)
        drawn, length = [], 0
        for place in range(pages):
            if length > _MOST_CHARACTERS:
                break
            shown = first_number + place
            blocks.fields = {"PAGE_NUMBER": str(shown), "PAGE_COUNT": str(total)}
            header = blocks.segment("headers", run.segment_id("Header", place, shown))
            footer = blocks.segment("footers", run.segment_id("Footer", place, shown))
            sides = {"position": "absolute", "left": pt(box.left), "width": pt(box.column)}
            above = tag("div", header, {**sides, "top": pt(box.header)})
            below = tag("div", footer, {**sides, "bottom": pt(box.footer)})
            size = {"position": "relative", "width": pt(box.width), "height": pt(box.height), "overflow": "hidden"}
            length += len(header) + len(footer)
            drawn.append(tag("div", above + below, {**size, **(BREAK if place else {})}))
        return page("".join(drawn), _rules(box, {}))

    def _main(self, run: PageRun) -> str:
        self._blocks.column = run.box.column
        last = len(run.sections) - 1
        drawn = [self._section(s, place > 0, place == last, run.box) for place, s in enumerate(run.sections)]
        return "".join(drawn) + (self._blocks.footnotes() if run is self.runs[-1] else "")

    def _section(self, section: Section, later: bool, last: bool, box: PageBox) -> str:
        """A section in its columns. The last one fills a column before the next, others end in even ones."""
        columns = items(section.style.get("columnProperties"))[:3]  # Docs has at most three
        broken = BREAK if later and section.starts_page else {}
        if len(columns) < 2:
            html = self._blocks.blocks(section.content)
            return tag("div", html, broken) if broken else html
        gap = max(0.0, points(columns[0].get("paddingEnd")))
        width = max(1.0, (box.column - gap * (len(columns) - 1)) / len(columns))
        rule = "1pt solid black" if section.style.get("columnSeparatorStyle") == "BETWEEN_EACH_COLUMN" else None
        css: Css = {
            "column-count": str(len(columns)),
            "column-gap": pt(gap),
            "column-rule": rule,
            "column-fill": "auto" if last else "balance",
        }
        return tag("div", self._blocks.blocks(section.content, width), {**css, **broken})

    def _margins(self, run: PageRun, stamped: bool) -> tuple[str, str]:
        """Header and footer; for stamped ones the invisible layers of all that the run can have."""
        header, footer = (self._margin(run, part, stamped) for part in ("Header", "Footer"))
        return header, footer

    def _margin(self, run: PageRun, part: str, stamped: bool) -> str:
        group = f"{part.lower()}s"
        if not stamped:
            return self._blocks.segment(group, run.segment_id(part))
        ids = dict.fromkeys(run.segment_id(part, *page_of) for page_of in ((0, 1), (1, 2), (2, 3)))
        drawn = [self._blocks.segment(group, segment_id) for segment_id in ids]
        layers = [tag("div", html, _LAYER) for html in drawn if html]
        return tag("div", "".join(layers), {"display": "grid", **_HIDDEN}) if layers else ""


def _has_field(content: list[Json]) -> bool:
    """Whether a page number or the like stands in a header, also in its tables."""
    for node in content:
        if any("autoText" in element for element in items(at(node, "paragraph", "elements"))):
            return True
        cells = [cell for row in items(at(node, "table", "tableRows")) for cell in items(row.get("tableCells"))]
        if any(_has_field(items(cell.get("content"))) for cell in cells):
            return True
    return False


def _rules(box: PageBox, style: Json) -> str:
    background = at(style, "background", "color", "color", "rgbColor")
    colour = f"background:{rgb(background)};" if background is not None else ""
    size = f"@page{{size:{pt(box.width)} {pt(box.height)};margin:0}}"
    return f"{size}html{{{colour}print-color-adjust:exact}}p{{white-space:pre-wrap;overflow-wrap:break-word}}"


def _footer_css(box: PageBox) -> Css:
    return {"position": "fixed", "bottom": pt(box.footer), "left": pt(box.left), "width": pt(box.column)}


def _pages(box: PageBox, main: str, header: str, footer: str, foot: Css | None = None) -> str:
    """The table of a run's pages; `foot` is more CSS for the room that the footer takes."""
    side = {"padding-left": pt(box.left), "padding-right": pt(box.right)}
    # A header or footer that is higher than its margin pushes the text away, as in Docs.
    above = {"min-height": pt(box.top), "padding-top": pt(box.header if header else 0), **side}
    below = {"min-height": pt(box.bottom), "padding-bottom": pt(box.footer if footer else 0), **side}
    head = tag("thead", tag("tr", tag("td", tag("div", header, above))))
    tail = tag("tfoot", tag("tr", tag("td", tag("div", footer, {**below, **(foot or {})}))))
    body = tag("tbody", tag("tr", tag("td", main, {**side, "vertical-align": "top"})))
    return tag("table", head + tail + body, {"width": pt(box.width), "table-layout": "fixed"})
