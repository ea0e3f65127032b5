"""What evaluators print, in each of their forms."""

import pytest

from pytest_knows.reference.verdict import read

BRACKETS = """noise: 3/4
=== RESULTS ===
Final Score: {'total': 10, 'result': 6.5}

First part: 4/5 (0.15s)
  [PASS] A thing: seen: twice (0.01s)
  [FAIL] Another: 2/3 slides (failed: slide 2) (0.00s)

Second - part: 2.5/5
  [PASS] Without an account
  [FAIL] Timed (0.02s): not found
Total time taken: 1.10 seconds
"""
TICKS = """Final Score: {'result': 0, 'total': 2}
Part: 0/2
  \N{BALLOT X} [deterministic] Name: none
  \N{CHECK MARK} [spatial] Place: upper left
=== CATEGORY SUMMARY ===
  deterministic: 0/1 passed (1 failed)
"""
SIGNS = """Final Score: {'total': 3, 'result': 1}
Part: 1/3
  + First: found
  x Second: not
  - Third: neither
"""


def test_brackets():
    found = read(BRACKETS)
    assert (found.points, found.maximum) == (6.5, 10)
    assert found.checkpoints == (("First part", 4, 5), ("Second - part", 2.5, 5))
    assert [(step.published, step.title, step.passed, step.account) for step in found.steps] == [
        ("1.1", "A thing", True, "seen: twice"),
        ("1.2", "Another", False, "2/3 slides (failed: slide 2)"),
        ("2.1", "Without an account", True, ""),
        ("2.2", "Timed", False, "not found"),
    ]


def test_ticks_with_mechanisms():
    found = read(TICKS)
    assert [(step.published, step.passed, step.mechanism) for step in found.steps] == [
        ("1.1", False, "deterministic"),
        ("1.2", True, "spatial"),
    ]


def test_signs():
    assert [step.passed for step in read(SIGNS).steps] == [True, False, False]


def test_the_last_score_counts():
    assert read(BRACKETS + SIGNS).maximum == 3
    assert len(read(BRACKETS + SIGNS).steps) == 3


@pytest.mark.parametrize("output", ["", "Final Score: {}", "Final Score: {'total': 3}", "Traceback\nKeyError: 1"])
def test_no_score(output):
    assert read(output) is None
