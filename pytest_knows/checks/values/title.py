"""Titles of works: papers, films, pages. Mark-up, numbering, quotes and final punctuation do not matter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.checks.text import find_word, fold, ratio
from pytest_knows.checks.values.number import one_line

_TEX_COMMAND = re.compile(r"\\[a-zA-Z]+\s*\{([^{}]*)\}")
_TEX_MARKS = re.compile(r"[{}$]|\\(?=[a-zA-Z])|\\")
_NUMBERING = re.compile(r"^(?:(?:\d{1,3}[.)]|[\u2022*\u25cf\u25e6\u25aa-])\s+|\[\d{1,3}\]\s*)+")
_ENDS = " \"'.,;:!?\u2026"


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """`words`: folded, without mark-up, a leading number or bullet, quotes and punctuation at its ends."""

    raw: str
    words: str

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {self.words!r}"

    def same(self, expected: str) -> bool:
        """Whether it is that title, letter by letter once both are read so."""
        return bool(self.words) and self.words == title(expected).words

    def off(self, expected: str, *, at_least: float = 100.0, inside: int = 0) -> str:
        """Why it is not that title; "" if it is the same, at least so much alike (0 to 100), or a line of at most
        `inside` characters that holds it as whole words."""
        other = title(expected)
        if self.same(expected):
            return ""
        if len(self.words) <= inside and find_word(self.words, other.words):
            return ""
        alike = ratio(self.words, other.words)
        return "" if other.words and alike >= at_least else f"{self!r} is only {alike:.0f} % like {other.words!r}"


def title(text: str) -> Title:
    """The title that a line of text is. Never raises."""
    plain = _NUMBERING.sub("", fold(without_tex(text)))
    return Title(raw=one_line(text), words=plain.strip(_ENDS))


def without_tex(text: str) -> str:
    """The text without LaTeX mark-up: what commands are around stays, as do the names of symbols. Never raises."""
    for _ in range(3):
        text = _TEX_COMMAND.sub(r"\1", text)
    return _TEX_MARKS.sub("", text)


def bare(text: str) -> str:
    """Letters and digits only, folded: for titles that differ in punctuation and blanks alone."""
    return "".join(char for char in fold(text) if char.isalnum())
