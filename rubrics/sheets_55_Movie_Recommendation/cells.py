"""What the cells of a film say: its title and year, its duration, its age rating, its genre."""

import re
from functools import lru_cache

from pytest_knows.checks.text import fold, has_word
from pytest_knows.checks.values import date, duration
from pytest_knows.checks.values.number import one_line


def written(cell):
    """The text of a cell; raises `WorkspaceError` if that could not be computed."""
    _ = cell.number
    return cell.text


def named(text):
    """The title in a cell, and the year in brackets behind it; without the number of a numbered list, and quotes."""
    title = re.sub(r"^(?:#\s?\d{1,3}[.):]?|\d{1,3}[.)])\s+", "", one_line(text))
    match = re.fullmatch(r"(.+?)\s*[(\[]((?:19|20)\d\d)?\s*(?:(?:film|movie)\s*)?[)\]]", title)
    title, year = (match[1], match[2]) if match else (title, None)
    quoted = re.fullmatch(r"[\"\u201c\u201e](.+)[\"\u201d\u201c]", title)
    return quoted[1] if quoted else title, int(year) if year else None


def year_of(cell):
    """The year in a cell, a date's too; None if it holds none."""
    value = cell.number
    if value is None:
        return date.year_in(cell.text)
    if 1900 <= value < 2100:
        return int(value)
    return day.year if "DATE" in cell.format.number_type and (day := date.of_serial(value)) else None


def minutes(cell):
    """The duration in a cell, None if it holds none; a number without a unit is one of minutes."""
    found = duration.in_cell(cell, days=cell.format.number_type in ("TIME", "DATE_TIME"), bare="m")
    return None if found is None else found.minutes


_SAME_RATING = {
    "PG13": "PG-13",
    **dict.fromkeys(("GP", "M", "M/PG"), "PG"),
    **dict.fromkeys(("NC17", "X"), "NC-17"),
    **dict.fromkeys(("", "NR", "NOTRATED", "N/A"), "UNRATED"),
    "PASSED": "APPROVED",
}


@lru_cache(maxsize=4096)
def age_rating(text):
    """A rating as it is compared; none is that of an unrated film."""
    words = re.sub(r"\([^()]*\)|(?<=\w) for .*", "", fold(text)).upper().rpartition(":")[2]
    short = re.sub(r"[\s-]", "", words)
    short = re.sub(r"^(?:MPAA?)?(?:RATED|RATING)?(?=.)", "", short)
    return _SAME_RATING.get(short, short)


def preferred(genre, genres):
    """The first of the genres that a genre names as whole words, "" if it names none."""
    return next((name for name in genres if has_word(genre, name)), "")
