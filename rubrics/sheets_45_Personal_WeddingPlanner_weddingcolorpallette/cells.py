"""What single cells hold: links, fills."""

import re

from pytest_knows.checks.links import first_link
from pytest_knows.evidence import urls

_NEARLY_ONE = 254.5 / 255
"""A channel that is shown as 255 is above."""


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
