"""The lines under a recipe's photo: ready in, serves, calories."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.duration import duration
from pytest_knows.checks.values.fraction import with_decimals
from pytest_knows.checks.values.number import find
from pytest_knows.checks.values.tolerance import within

FIELDS = ("ready", "serves", "calories")
LONGEST = 80
"""Characters of an info line; what is longer is a sentence."""
_UP_TO_TWELVE = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
WORDS = {word: str(number) for number, word in enumerate(_UP_TO_TWELVE.split("|"), 1)}
_PIECES = re.compile(r"\s*[|\u2022\u00b7;\t]\s*|,\s+(?=(?:ready in|serves|servings|calories|\d[\d.,]*\s?k?cal)\b)")
_LABELS = {
    "ready": re.compile(r"ready in\b"),
    "serves": re.compile(r"(?:serves|servings?)\b|(?:makes|yields?)\b(?=.*\d)|\d+\s?(?:-\s?\d+\s?)?servings?$"),
    "calories": re.compile(r"(?:calories|kcal)\b|\d[\d.,]*\s?(?:-\s?\d[\d.,]*\s?)?(?:k?cal|calories?)\b"),
}
_LABEL_WORDS = 3
"""Words of a line that gives a label and no number; "Serves as a fine base" is a sentence."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number, or a range of them."""

    low: float
    high: float

    def __repr__(self):
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}-{self.high:g}"

    def lies_in(self, low, high):
        return low <= self.low and self.high <= high

    def is_just(self, value):
        return self.low == self.high == value

    def near(self, value, relative, absolute=0.0):
        """Whether its nearer end is within the tolerance of `value`, or the value lies between its ends."""
        inside = self.low <= value <= self.high
        return inside or any(within(end, value, relative=relative, absolute=absolute) for end in (self.low, self.high))


def in_digits(text):
    """Folded, with the number words up to twelve as digits."""
    return re.sub(rf"\b(?:{_UP_TO_TWELVE})\b", lambda match: WORDS[match[0]], fold(text))


@lru_cache(maxsize=10_000)
def read(text):
    """Field -> `Span`, or None where it gives no number; empty for a line that is no info line."""
    found = {}
    for piece in _PIECES.split(in_digits(with_decimals(text))) if len(text) <= LONGEST else ():
        for name in FIELDS:
            if _LABELS[name].match(piece):
                value = span_of(name, piece)
                if value or name == "ready" or len(piece.split()) <= _LABEL_WORDS:
                    found.setdefault(name, value)
    return found


def span_of(name, text):
    """The field's value in a text of its own; None if it has none."""
    if name == "ready":
        minutes = duration(text, bare="m")
        return Span(minutes.low, minutes.high) if minutes else None
    numbers = list(find(text.replace("(", " ")))
    if not numbers:
        return None
    last = numbers[1] if len(numbers) > 1 and numbers[1].ranged else numbers[0]
    return Span(*sorted((numbers[0].value, last.value)))


def of_lines(texts):
    """What the lines give together; the first that names a field with a number counts."""
    found = {}
    for text in texts:
        for name, value in read(text).items():
            if value is not None:
                found.setdefault(name, value)
    return found


def changed(found, defaults):
    """The names of the fields that do not have the template's number."""
    return [name for name in FIELDS if name in found and not found[name].is_just(defaults[name])]
