"""What stands behind a link: slide numbers, author, year. All texts are folded."""

import re

from pytest_knows.checks.values.listed import listed
from pytest_knows.checks.values.person import person

_LIST = r"\d+(?:\s?,\s?\d+)*"
_STATED = rf"slides?\s?:\s?(?:{_LIST}|\(\s?{_LIST}\s?\)|\[\s?{_LIST}\s?\]|\{{\s?{_LIST}\s?\}})"
_SLIDES = rf"(?<!\w)(?:{_STATED}|\(\s?{_STATED}\s?\)|\[\s?{_STATED}\s?\]|\{{\s?{_STATED}\s?\}})"
_SLIDES_END_IT = re.compile(rf"{_SLIDES}\s?\.?$")
_ALL_BUT_SOURCE_BEHIND = re.compile(rf"{_SLIDES}\s?(?:\([^()]*\)\s?)?\.?$")
_AUTHOR = re.compile(r"\((?!\s?slides?\W)([^()]*)\)")
_YEAR_AND_AUTHOR = re.compile(r"\(\s?(\d{4})(?!\d)\s?,?\s?([^()]*)\)")


def slide_numbers(says):
    return listed(says, "slide") or ()


def ends_with_slides(says, *, source_may_follow):
    """Whether it closes with "Slide: 6, 7", in brackets or not; the order of slides and author is free."""
    return (_ALL_BUT_SOURCE_BEHIND if source_may_follow else _SLIDES_END_IT).search(says) is not None


def names_author(says, author):
    """Why it does not name the author in brackets; "" if it does."""
    match = _AUTHOR.search(says)
    return lacks(match[1], author) if match else "no author in brackets"


def names_year_and_author(says, year, author):
    """Why it does not give "(YYYY, author)"; "" if it does. What the gold does not know may be anything."""
    match = _YEAR_AND_AUTHOR.search(says)
    if not match:
        return "no year and author in brackets"
    return f"{match[1]}, not {year}" if year not in (None, int(match[1])) else lacks(match[2], author)


def lacks(name, author):
    if not person(name).words:
        return "no author in the brackets"
    return person(name).lacks_surname(author) if author else ""
