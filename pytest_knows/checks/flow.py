"""What follows what in a text: whether body text goes on, or only a closing's few lines stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_knows.checks.text import fold
from pytest_knows.scoring import Mechanism, consulted


def body_line(lines: Sequence[str], longer_than: int) -> str | None:
    """The first line of more characters than that: body text, not a name or a date (structural)."""
    consulted(Mechanism.STRUCTURAL)
    return next((line for line in lines if len(fold(line)) > longer_than), None)


def ends_briefly(lines: Sequence[str], at_most: int, but_not: re.Pattern[str]) -> bool:
    """Whether at most so many lines that are not blank follow, none of which begins with the pattern (structural)."""
    consulted(Mechanism.STRUCTURAL)
    written = [folded for line in lines if (folded := fold(line))]
    return len(written) <= at_most and not any(but_not.match(line) for line in written)
