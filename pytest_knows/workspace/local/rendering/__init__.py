"""Files of the embedded Workspace as PDF: HTML made from the REST JSON, printed by Chromium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pytest_knows.workspace.local.rendering.browser import find_chromium
from pytest_knows.workspace.local.rendering.charts_html import Plot, chart_page, sheet_chart_page
from pytest_knows.workspace.local.rendering.documents_html import Paper
from pytest_knows.workspace.local.rendering.documents_pdf import document_pdf
from pytest_knows.workspace.local.rendering.pictures import Pictures, PictureSource
from pytest_knows.workspace.local.rendering.printer import PRINTER, RendererMissing
from pytest_knows.workspace.local.rendering.raster import first_page_png
from pytest_knows.workspace.local.rendering.sheets_html import spreadsheet_html
from pytest_knows.workspace.local.rendering.slides_html import presentation_html, single_page

RenderKind = Literal["document", "spreadsheet", "presentation"]

__all__ = [
    "PictureSource",
    "Plot",
    "RenderKind",
    "RendererMissing",
    "chart_png",
    "find_chromium",
    "plot_png",
    "render_html",
    "render_pdf",
    "render_png",
]


def render_html(kind: RenderKind, rest_json: Mapping[str, Any], picture: PictureSource) -> str:
    """The HTML of a file: all its pages one below the other."""
    pictures = Pictures(picture)
    match kind:
        case "document":
            return Paper(rest_json, pictures).whole_html()
        case "spreadsheet":
            return spreadsheet_html(rest_json, pictures)
        case "presentation":
            return presentation_html(rest_json, pictures)


def render_pdf(kind: RenderKind, rest_json: Mapping[str, Any], picture: PictureSource) -> bytes:
    """A file as PDF; `picture` gives bytes and MIME type of the pictures that its JSON points to.

    Raises `RendererMissing` without a browser, `WorkspaceError` when the browser fails.
    """
    if kind == "document":
        return document_pdf(rest_json, Pictures(picture), PRINTER.print)
    return PRINTER.print(render_html(kind, rest_json, picture))


def render_png(
    kind: RenderKind, rest_json: Mapping[str, Any], page_id: str, width: int, picture: PictureSource
) -> bytes:
    """A page as PNG, `width` pixels wide: of a presentation the page of that id, of other files the first.

    Any page of a presentation can be drawn: slide, layout, master, notes page. Raises `KeyError` for an id that it does
    not have, else as `render_pdf`.
    """
    if kind == "presentation":
        rest_json = single_page(rest_json, page_id)
    return first_page_png(render_pdf(kind, rest_json, picture), width)


def chart_png(chart: Mapping[str, Any], sheets: list[Mapping[str, Any]]) -> bytes:
    """An `EmbeddedChart` as PNG, twice as fine as on a screen, fed by the tabs of its spreadsheet with grid data.

    Raises as `render_pdf`.
    """
    return _twice_as_fine(*sheet_chart_page(chart, sheets))


def plot_png(plot: Plot, size: tuple[float, float]) -> bytes:
    """The same of a chart of another program, in a size in pt."""
    return _twice_as_fine(*chart_page(plot, size))


def _twice_as_fine(html: str, width: int) -> bytes:
    return first_page_png(PRINTER.print(html), 2 * width)
