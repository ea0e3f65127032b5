"""Whether a cell says yes or no: "Yes (cats only)", "\u2713", "not allowed", a checkbox."""

from __future__ import annotations

import re
from typing import Protocol

from pytest_knows.checks.text import fold

_YES = frozenset(("yes", "true", "y", "1", "\u2713", "\u2714", "\u2705", "\u2611", "x", "allowed", "included"))
_NO = frozenset(("no", "false", "n", "0", "\u2717", "\u2718", "\u274c", "\u2610", "none", "not allowed"))
_FIRST = re.compile(r"(yes|no)(?![^\W_])")


class HasBoolean(Protocol):
    """A cell: its logical value if it has one, and what it shows."""

    @property
    def boolean(self) -> bool | None: ...
    @property
    def text(self) -> str: ...


def answer(text: str) -> bool | None:
    """True or False where the text is one of the usual words or signs, or begins with "yes" or "no" as a word.

    None for any other. Never raises.
    """
    folded = fold(text).strip(" .!\ufe0f")
    if folded in _YES:
        return True
    if folded in _NO:
        return False
    first = _FIRST.match(folded)
    return first[1] == "yes" if first else None


def in_cell(cell: HasBoolean) -> bool | None:
    """A checkbox's value, else what the text says; None if that is neither yes nor no."""
    return answer(cell.text) if cell.boolean is None else cell.boolean
