"""What single cells hold: links, fills, pictures."""

import re

from pytest_knows.artifact.spreadsheet import parse_a1
from pytest_knows.checks.links import first_link
from pytest_knows.evidence import urls

_NEARLY_ONE = 254.5 / 255
"""A channel that is shown as 255 is above."""
_IMAGE = re.compile(r"(?<![\w.])IMAGE\s*\(", re.IGNORECASE)
_PART = re.compile(r"""\s*(?:"((?:[^"]|"")*)"|(?:(?:'((?:[^']|'')*)'|([\w.]+))!)?(\$?[A-Za-z]{1,3}\$?\d{1,7}))\s*""")


def link_of(cell):
    """The web address that a cell links to or spells out, "" if none."""
    link = first_link(cell)
    return link if urls.parse(link) else ""


def is_address(text):
    """The text is nothing but a web address."""
    text = text.strip()
    return bool(text) and not re.search(r"\s", text) and text in (*urls.find(text), *urls.bare_domains(text))


def fill_of(cell):
    """The colour that a cell is filled with, None if it is not: white counts only where it was chosen."""
    colour = cell.format.background
    return colour if not is_white(colour) or is_chosen(cell) else None


def is_chosen(cell):
    """Somebody gave the cell a background of its own."""
    stated = cell.raw.get("userEnteredFormat")
    return isinstance(stated, dict) and ("backgroundColor" in stated or "backgroundColorStyle" in stated)


def is_white(colour):
    return all(channel > _NEARLY_ONE for channel in colour.channels)


def hex_of(colour):
    """#rrggbb"""
    return repr(colour).lower()


def has_picture(cell):
    """The cell shows a picture by a formula."""
    return _IMAGE.search(cell.formula) is not None


def picture_of(cell, sheet):
    """The address of the picture in a cell: literal, in another cell, or joined of such; "" if it is none of these."""
    call = _IMAGE.search(cell.formula)
    if call is None:
        return ""
    address, place = "", call.end()
    while (part := _PART.match(cell.formula, place)) is not None:
        address += _value(part, cell, sheet)
        place = part.end()
        if cell.formula[place : place + 1] != "&":
            break
        place += 1
    return address.strip()


def _value(part, cell, sheet):
    literal, quoted, named, place = part.groups()
    if literal is not None:
        return literal.replace('""', '"')
    title = quoted.replace("''", "'") if quoted is not None else named or cell.tab
    tab = next((tab for tab in sheet.tabs if tab.title == title), None)
    if tab is None:
        return ""
    found = tab.cell(*parse_a1(place))
    return link_of(found) or found.text
