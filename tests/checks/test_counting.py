"""A number of good things among others."""

import pytest

from pytest_knows.checks.counting import enough
from pytest_knows.errors import DamagedEvidence, Ungraded
from pytest_knows.scoring import Outcome


def check(item):
    if item == "error":
        raise DamagedEvidence("broken")
    if item == "ungraded":
        raise Ungraded("no judge", need="judge")
    return item == "good"


@pytest.mark.parametrize(
    ("items", "outcome", "passed"),
    [
        (["good", "good"], Outcome.PASSED, 2),
        (["good", "bad", "good", "error"], Outcome.PASSED, 2),
        (["good", "good", "good"], Outcome.PASSED, 2),
        (["good", "bad"], Outcome.FAILED, 1),
        (["good"], Outcome.FAILED, 1),
        ([], Outcome.FAILED, 0),
        (["good", "bad", "error"], Outcome.ERROR, 1),
        (["bad", "ungraded", "ungraded"], Outcome.UNGRADED, 0),
        (["bad", "error"], Outcome.FAILED, 0),
    ],
)
def test_enough(items, outcome, passed):
    found = enough(items, check, of=2)
    assert (found.outcome, min(found.passed, 2), found.total) == (outcome, passed, 2)
