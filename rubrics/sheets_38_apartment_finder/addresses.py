"""Whether a cell's address is that of the posting."""

import re

from pytest_knows.checks.text import fold
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

_SPELLINGS = (
    "street st avenue ave boulevard blvd drive dr road rd lane ln court ct apartment apt suite ste "
    "north n south s east e west w northeast ne northwest nw southeast se southwest sw"
)
_SHORT = dict(zip(_SPELLINGS.split()[::2], _SPELLINGS.split()[1::2], strict=True))
_COUNTRY = frozenset(("usa", "us", "united", "states"))
_ZIP = re.compile(r"\d{5}(?:\d{4})?")
_HOUSE = re.compile(r"\d+[a-z]?")
_UNIT = frozenset(("apt", "ste", "unit", "no"))
_MEASURES = re.compile(r"beds?|bedrooms?|br|baths?|bathrooms?|ba|sq|sqft|ft|feet|miles?|mins?|minutes?|months?|years?")
"""Words of texts that name no place, though they begin with a number: "1 bed 1 bath"."""
_NOT_LISTED = re.compile(
    r"(?:address |location )?(?:is )?(?:not |un)(?:listed|available|given|provided|stated|shown|known)|n/?a|none|[?-]+"
)


def words_of(text):
    """In lower case, without punctuation, with the usual short forms."""
    return tuple(_SHORT.get(word, word) for word in re.sub(r"[^\w\s]|_", " ", fold(text)).split())


def telling(words, locality):
    """The words that are not of the city, the state, the postal code or the country."""
    text = " " + " ".join(word for word in words if not _ZIP.fullmatch(word) and word not in _COUNTRY) + " "
    for name in locality:
        while f" {name} " in text:
            text = text.replace(f" {name} ", " ")
    return tuple(text.split())


def house_number(words):
    """The first number that is no unit's; None if there is none."""
    pairs = zip(("", *words), words, strict=False)
    return next((word for before, word in pairs if _HOUSE.fullmatch(word) and before not in _UNIT), None)


def check(cell, posting, locality, judge):
    """The cell names the posting's place; where the posting has none, that it has none, or only the city."""
    place = posting.place
    own, other = words_of(cell.text), words_of(place)
    if _in_text(telling(own, locality), posting.text):
        return
    if not other:
        silent = not telling(own, locality) or _NOT_LISTED.fullmatch(fold(cell.text).strip(" ."))
        if not silent:
            fail(f"the posting has no address, {cell}", Mechanism.DEPENDENCY_NOT_EVALUATED)
        return
    assert own, f"the cell is empty, the posting says {place!r}"
    if own == other or (telling(own, locality) == telling(other, locality) != ()) or _contained(own, other, locality):
        return
    question = (
        "Are both the same place on a street? Details such as a unit, a postal code or a state may be missing in one; "
        "the name of a district or city alone is not the same place as an address on a street."
    )
    same = judge.yes_no("same_address", question, evidence={"table": cell.text, "posting": place})
    assert same, f"{cell}, the posting says {place!r}"


def _in_text(words, text):
    """Whether the posting's text has the house number and the street together."""
    is_place = len(words) >= 2 and house_number(words) is not None and not any(map(_MEASURES.fullmatch, words))
    return is_place and _within(words, words_of(text))


def _within(short, long):
    return f" {' '.join(short)} " in f" {' '.join(long)} "


def _contained(own, other, locality):
    """One within the other, with the posting's house number; if that has none, with two words of more than the city."""
    short, long = sorted((own, other), key=len)
    if not _within(short, long):
        return False
    number = house_number(telling(other, locality))
    return number in own if number else len(telling(short, locality)) >= 2
