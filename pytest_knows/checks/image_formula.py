"""The picture that a cell shows by its formula: `IMAGE("https://..." & A2)`, alone or within another function."""

from __future__ import annotations

import re

from pytest_knows.artifact.spreadsheet import Cell, Tab, Workbook, parse_a1
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels, decode
from pytest_knows.evidence.svg import is_svg

_CALL = re.compile(r"(?<![\w.])IMAGE\s*\(", re.IGNORECASE)
_JOINED = re.compile(r"\s*CONCAT(?:ENATE)?\s*\(", re.IGNORECASE)
_PART = re.compile(
    r"""\s*(?:"((?:[^"]|"")*)"|(?:(?:'((?:[^']|'')*)'|([\w.]+))!)?(\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}))\s*([&,;]?)"""
)


def has_image(cell: Cell) -> bool:
    """Whether the cell's formula calls IMAGE."""
    return _CALL.search(cell.formula) is not None


def image_address(cell: Cell, workbook: Workbook) -> str:
    """The address that the cell's IMAGE formula shows: a text, another cell's link or text, or such put together by `&`
    or CONCATENATE; "" if it is none of these, or if there is no such formula. Never raises."""
    call = _CALL.search(cell.formula)
    joined = call and _JOINED.match(cell.formula, call.end())
    start, glue = joined or call, "&,;" if joined else "&"
    place, address, more = start.end() if start else -1, "", "&"
    while start and more and more in glue and (part := _PART.match(cell.formula, place)):
        literal, quoted, named, at, more = part.groups()
        title = quoted.replace("''", "'") if quoted is not None else named or cell.tab
        address += literal.replace('""', '"') if literal is not None else _shown(at, workbook.tab(title))
        place = part.end()
    return address.strip()


def as_shown(data: bytes, name: str) -> Pixels:
    """The picture at the formula's address as a sheet shows it, which is nothing for an SVG drawing.

    Raises `DamagedEvidence`, naming it, for one of those and for what cannot be decoded.
    """
    if is_svg(data):
        raise DamagedEvidence(f"{name} is an SVG drawing, which IMAGE does not show")
    return decode(data, name)


def _shown(place: str, tab: Tab | None) -> str:
    """What the cell at a place links to or says."""
    if tab is None:
        return ""
    cell = tab.shown(*parse_a1(place))
    return next(iter(cell.links), cell.text)
