"""How wide a text is on the screen, in pixels at 96 per inch: measured in Arial, or so much a character.

Arial is what Sheets shows by default. Its advance widths are those of the metric-compatible Helvetica (Adobe's AFM
files of the 14 core fonts), in thousandths of the font size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from itertools import repeat

PX_PER_PT = 96 / 72

Width = Callable[[str, float, bool], float]
"""Pixels of a line of text at a font size in points, bold or not."""

_BY_WIDTH = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_WIDTHS = {char: width for width, chars in _BY_WIDTH.items() for char in chars}
_OTHER, _IDEOGRAPH = 556, 1000
"""Of a character without an entry: as a digit; as a square where Unicode says that it is wide."""
_BOLD = 1.07
"""Bold Helvetica against regular, over English text."""


def arial(line: str, size: float, bold: bool = False) -> float:
    """The width of a line in Arial. Accents count as their letters, combining marks as nothing."""
    if line.isascii():
        widths: Iterable[int] = map(_WIDTHS.get, line, repeat(_OTHER))
    else:
        widths = (_advance(char) for char in unicodedata.normalize("NFD", line))
    return sum(widths) / 1000 * size * PX_PER_PT * (_BOLD if bold else 1.0)


def _advance(char: str) -> int:
    if char in _WIDTHS:
        return _WIDTHS[char]
    if unicodedata.combining(char):
        return 0
    return _IDEOGRAPH if unicodedata.east_asian_width(char) in "WF" else _OTHER


def per_character(pixels: float) -> Width:
    """So many pixels a character, whatever the font: for rules that state it."""
    return lambda line, _size, _bold: pixels * len(line)


def per_point(share: float) -> Width:
    """So much of the font size (1 pt counts as 1 px) a character: for rules that state it."""
    return lambda line, size, _bold: share * size * len(line)
