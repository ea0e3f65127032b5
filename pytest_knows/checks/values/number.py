"""Numbers as people write them: "$1,234.50", "1.234,50 €", "(180.00)", "−5.2%", "$1.5M (Jan 5, 2023)"."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from pytest_knows.checks.values import tolerance

_SIGN = "\\-\u2212\u2010\u2011\u2013\ufe63\uff0d"
_CURRENCY = "$\u00a2-\u00a5\u058f\u060b\u09f2\u09f3\u0e3f\u20a0-\u20cf\ufdfc\ufe69\uff04\uffe0\uffe1\uffe5\uffe6"
_CODE = r"[A-Za-z]{1,3}\.?\s?"
_UNIT = rf"(?:{_CODE}[{_CURRENCY}]?|[{_CURRENCY}])\s?"
"""A currency sign or code: "$", "US$", "EUR ", "Rs. "."""

# Blanks and apostrophes group digits in threes (1 234,50 in French, 1'234.50 in Switzerland); a plain blank does not,
# because it also stands between two numbers.
_GROUPING = "\u00a0\u202f\u2009'\u2019"
_TOKEN = re.compile(rf"\d+(?:[{_GROUPING}]\d{{3}}(?!\d))*(?:[.,]\d+)*|(?<![\d.,])\.\d+")
_INDIAN = re.compile(r"\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?")
_SUFFIX = re.compile(r"([KMB])(?![A-Za-z])", re.IGNORECASE)
_SCALES = {"k": 1e3, "m": 1e6, "b": 1e9}
_PERCENT = re.compile(r"\s?[%\uff05\ufe6a\u066a]")
# A hyphen within a word is no sign of the unit that follows ("P-L 5").
_SIGNED = re.compile(rf"(?:[{_SIGN}](?:[{_CURRENCY}]\s?)?|(?<![^\W_])[{_SIGN}]{_UNIT})$")
_OPENED = re.compile(rf"\(\s?(?:{_UNIT})?$")
_CLOSED = re.compile(rf"\s?(?:{_UNIT})?\)")
# Between the ends of a range a unit may stand: "1.5 h - 2 h", "$38,240 - $51,000", "25\u00b0-30\u00b0".
_RANGE = re.compile(rf"\s?(?:[A-Za-z]{{1,8}}\.?|\u00b0)?\s?(?:[{_SIGN}\u2014~]|to|through)\s?(?:{_UNIT})?")
_REACH = 12
"""Characters before a number that a sign and a currency take at most."""


class HasNumber(Protocol):
    """A cell: its numeric value if it has one, its error if it has one, and what it shows."""

    @property
    def number(self) -> float | None: ...
    @property
    def error(self) -> str: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """`raw` as it was written; `value` in units (a percentage as a fraction)."""

    raw: str
    value: float

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {self.value:.10g}"

    def scaled(self, factor: float) -> Number:
        """The same text read in another unit, as a fraction in percent."""
        return Number(raw=self.raw, value=self.value * factor)

    def within(self, other: float, *, relative: float = 0.0, absolute: float = 0.0) -> bool:
        """As `tolerance.within`."""
        return tolerance.within(self.value, other, relative=relative, absolute=absolute)

    def off(self, other: float, *, relative: float = 0.0, absolute: float = 0.0) -> str:
        """Why it is not `within`; "" if it is."""
        return tolerance.off(self, self.value, other, relative=relative, absolute=absolute)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A number and where it stands in the text, from its first digit to the end of its suffix or percent sign.

    `bare` and `bare_end` are those of its digits alone, where "500m" may be metres. `ranged`: it is the upper end of
    a range whose lower end stands before it ("600-800", "$38 to $51").
    """

    value: float
    start: int
    end: int
    bare: float
    bare_end: int
    ranged: bool = False


def in_cell(cell: HasNumber) -> Number | None:
    """A cell's numeric value as it is, else the first number in its text; None if there is none.

    An error holds none: "#DIV/0!" is not 0.
    """
    if cell.number is not None:
        return Number(raw=cell.text, value=cell.number)
    return None if cell.error else in_text(cell.text)


def in_text(text: str) -> Number | None:
    """The first number in a text; None if there is none, or one that is no finite float.

    * A sign directly before it (a currency sign or code may stand between), or brackets directly around it, make it
      negative.
    * The last separator is the decimal mark, unless it is a comma followed by exactly three digits or occurs twice.
      So "1,234" is 1234, "1.234" is 1.234, "1.234.567" and "1.234.567,0" are 1234567.
    * K, M, B right after it multiply, % divides by 100.
    """
    found = next(find(text), None)
    return Number(raw=one_line(text), value=found.value) if found else None


def one_line(text: str) -> str:
    """The text with its white space collapsed, as values keep it."""
    return " ".join(text.split())


def find(text: str) -> Iterator[Found]:
    """Every finite number in the text, read as by `in_text`, in order; the places count in `plain_digits(text)`."""
    plain = plain_digits(text)
    end = -1
    for token in _TOKEN.finditer(plain):
        ranged = end >= 0 and _RANGE.fullmatch(plain, end, token.start()) is not None
        digits, bare_end = _plain_digits(token)
        factor, divisor, end = _scale(plain, bare_end)
        bare = float(digits)
        if not ranged and _negative(plain, token.start(), end):
            bare = -bare
        value = bare * factor / divisor
        if math.isfinite(value):
            yield Found(value=value, start=token.start(), end=end, bare=bare, bare_end=bare_end, ranged=ranged)


def _scale(plain: str, end: int) -> tuple[float, float, int]:
    """What a suffix after the digits multiplies by, what a percent sign divides by, and where they end."""
    factor = 1.0
    suffix = _SUFFIX.match(plain, end)
    if suffix:
        factor, end = _SCALES[suffix[1].lower()], suffix.end()
    percent = _PERCENT.match(plain, end)
    return (factor, 100.0, percent.end()) if percent else (factor, 1.0, end)


def plain_digits(text: str) -> str:
    """Decimal digits of other scripts as 0 to 9; superscripts (footnote marks) are none."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def _plain_digits(token: re.Match[str]) -> tuple[str, int]:
    """The number as `float` reads it, and where it ends in the text."""
    parts = re.split(r"([.,])", re.sub(rf"[{_GROUPING}]", "", token[0]))
    chunks, marks = parts[::2], parts[1::2]
    if not marks:
        return chunks[0], token.end()
    if not _one_number(chunks, "".join(parts)):
        # "6.30.2023": read as far as it makes sense, to the second separator.
        return f"{chunks[0]}.{chunks[1]}", token.start() + len(chunks[0]) + 1 + len(chunks[1])
    whole, fraction = "".join(chunks[:-1]), chunks[-1]
    twice = marks.count(marks[-1]) > 1
    # A comma before three digits groups them, unless a dot did so already ("1.234,567") or there is nothing to group.
    grouping = len(fraction) == 3 and (twice or (set(marks) == {","} and whole.strip("0") != ""))
    return (whole + fraction if grouping else f"{whole}.{fraction}"), token.end()


def _one_number(chunks: list[str], token: str) -> bool:
    """Whether the digits between separators are groups of three, or Indian ones (1,20,000.00)."""
    threes = len(chunks) == 2 or (len(chunks[0]) <= 3 and all(len(chunk) == 3 for chunk in chunks[1:-1]))
    return threes or _INDIAN.fullmatch(token) is not None


def _negative(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _REACH) : start]
    bracketed = _OPENED.search(before) and _CLOSED.match(text, end)
    return bool(_SIGNED.search(before) or bracketed)
