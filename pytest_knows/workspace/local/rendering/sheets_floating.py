"""What a sheet shows besides text: charts and pictures over the cells, pictures that IMAGE puts into them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.charts_html import DEFAULT_SIZE, chart_html
from pytest_knows.workspace.local.rendering.markup import Json, at, items, number, pt, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.text_css import Css
from pytest_knows.workspace.local.spreadsheets.a1 import column_index
from pytest_knows.workspace.local.spreadsheets.images import image_arguments, image_url

_PIXEL = 0.75  # points
_SMALLEST_ROW = 21
"""Pixels of a row that nobody sized: rows below a drawing are counted by it."""
_BEYOND = (300, 30)
"""Rows and columns beyond the used ones in which a drawing is still put in its place; a farther one stands below."""
_MOST_PIXELS = 2_000
"""Width and height of a drawing, and how far into its cell it may begin: a page of any size would take forever."""
_MOST_EMBEDDED = 48 << 20
"""Characters of all pictures of a file together, as often as they are shown."""
_PADDING = (5, 4)
"""Points that a cell's padding and borders take of its width and height."""
_FITS = {"1": "contain", "2": "fill", "3": "none"}
_CORNER = re.compile(r"([A-Z]+)(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Floating:
    """Something over the cells, hung on the cell of its upper left corner."""

    row: int
    column: int
    last_row: int
    html: str


def floating(
    sheet: Json, sheets: list[Json], pictures: Pictures, used: tuple[int, int]
) -> tuple[list[Floating], list[str]]:
    """What lies over the cells of a tab, and the HTML of what has no place in them.

    `sheets` are all tabs, which charts may read; `used` are the rows and columns of this one.
    """
    over, below = [], []
    for item, html in _drawings(sheet, sheets, pictures):
        overlay = at(item, "position", "overlayPosition")
        row, column = (int(number(at(overlay, "anchorCell", name))) for name in ("rowIndex", "columnIndex"))
        if overlay is None or not (0 <= row < used[0] + _BEYOND[0] and 0 <= column < used[1] + _BEYOND[1]):
            below.append(tag("div", html, {"margin-top": "12pt"}))
            continue
        x, y = (min(max(number(at(overlay, f"offset{axis}Pixels")), 0), _MOST_PIXELS) for axis in "XY")
        css: Css = {"position": "absolute", "left": pt(x * _PIXEL), "top": pt(y * _PIXEL), "z-index": "1"}
        last = row + math.ceil((y + _size(item)[1] / _PIXEL) / _SMALLEST_ROW)
        over.append(Floating(row=row, column=column, last_row=last, html=tag("div", html, css)))
    return over, below


def _drawings(sheet: Json, sheets: list[Json], pictures: Pictures) -> Iterator[tuple[Json, str]]:
    for chart in items(sheet.get("charts")):
        yield chart, chart_html(chart, sheets, _size(chart))
    for picture in items(sheet.get("pictures")):
        width, height = _size(picture)
        css: Css = {"width": pt(width), "height": pt(height), "display": "block"}
        data = _embedded(pictures, picture.get("url"))
        yield picture, tag("img", "", css, src=data) if data else ""


def _size(item: Json) -> tuple[float, float]:
    """Points."""
    overlay = at(item, "position", "overlayPosition")
    stated = (min(number(at(overlay, f"{side}Pixels")), _MOST_PIXELS) * _PIXEL for side in ("width", "height"))
    width, height = (own if own > 0 else usual for own, usual in zip(stated, DEFAULT_SIZE, strict=True))
    return width, height


class ImagePainter:
    """Draws what IMAGE formulas of one tab show."""

    def __init__(self, rows: list[Json], pictures: Pictures) -> None:
        self._rows, self._pictures = rows, pictures

    def image(self, cell: Json, width: float, height: float) -> str:
        """The HTML of the picture in a cell of that size (pt); "" if it has none or the picture cannot be had."""
        formula = at(cell, "userEnteredValue", "formulaValue")
        url = image_url(formula, self._text_at) if isinstance(formula, str) else ""
        data = _embedded(self._pictures, url) if url else None
        if data is None:
            return ""
        width, height = width - _PADDING[0], height - _PADDING[1]
        mode, tall, wide = [*image_arguments(formula)[1:], "", "", ""][:3]
        if mode == "4":
            width, height = (number(_whole(side)) * _PIXEL for side in (wide, tall))
        css: Css = {"width": pt(width), "height": pt(height), "object-fit": _FITS.get(mode or "1", "fill")}
        css |= {"object-position": "left top" if mode == "3" else None, "display": "block"}
        return tag("img", "", css, src=data)

    def _text_at(self, address: str) -> str:
        match = _CORNER.fullmatch(address)
        if match is None:
            return ""
        row, column = int(match[2]) - 1, column_index(match[1])
        cells = items(self._rows[row].get("values")) if row < len(self._rows) else []
        return str(at(cells[column], "effectiveValue", "stringValue") or "") if column < len(cells) else ""


def _whole(text: str) -> int:
    return min(int(text), _MOST_PIXELS) if re.fullmatch(r"\d{1,9}", text) else 0


def _embedded(pictures: Pictures, url: object) -> str | None:
    """A picture as a `data:` URL; None when the page has its share: a formula that is filled down repeats it."""
    data = pictures.data_url({}, url)
    pictures.embedded += len(data or "")
    return data if pictures.embedded <= _MOST_EMBEDDED else None
