"""What follows in a text."""

from __future__ import annotations

import re

from pytest_knows.checks.flow import body_line, ends_briefly
from pytest_knows.scoring import Mechanism, recording


def test_body_text_is_a_line_longer_than_that():
    assert body_line(["short", "x" * 61, "y" * 70], longer_than=60) == "x" * 61
    assert body_line(["x" * 60, "a   b" + " " * 80], longer_than=60) is None


def test_a_brief_ending():
    closing = re.compile("dear|best")
    assert ends_briefly([], 4, closing)
    assert ends_briefly(["A", "", " ", "B", "\t", "C", "D"], 4, closing)
    assert not ends_briefly(["A", "B", "C", "D", "E"], 4, closing)
    assert not ends_briefly(["A", "  \u00a0BEST wishes"], 4, closing)
    assert ends_briefly(["All the best"], 4, closing)


def test_both_are_structural():
    with recording() as record:
        body_line([], 1)
        ends_briefly([], 1, re.compile("x"))
    assert record.mechanisms == [Mechanism.STRUCTURAL] * 2
