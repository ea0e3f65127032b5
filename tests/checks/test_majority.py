"""Which mechanism a step over several items has."""

import pytest

from pytest_knows.checks.majority import each, majority
from pytest_knows.errors import DamagedEvidence, Ungraded
from pytest_knows.rubric import fail, show
from pytest_knows.scoring import Mechanism, Outcome, consulted, recording

DET, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
STRUCTURAL, DEPENDENCY = Mechanism.STRUCTURAL, Mechanism.DEPENDENCY_NOT_EVALUATED


def decide(items, of=None, by=STRUCTURAL):
    """Items are (mechanism or None, passes); the result and the mechanism that the step gets."""

    def check(item):
        mechanism, passes = item
        if mechanism is not None:
            consulted(mechanism)
        return passes

    with recording() as record:
        result = each(items, check, of, by=by)
    return result, record.mechanisms[-1]


@pytest.mark.parametrize(
    ("items", "mechanism"),
    [
        ([(FUZZY, True), (FUZZY, True), (DET, False)], DET),
        ([(FUZZY, True), (FUZZY, True), (DET, True)], FUZZY),
        ([(DET, False), (JUDGED, False), (FUZZY, True), (FUZZY, True)], JUDGED),
        ([(None, False), (DET, True), (DET, True)], STRUCTURAL),
        ([], STRUCTURAL),
    ],
)
def test_most_of_the_failing_items_decide_else_most_of_all(items, mechanism):
    assert decide(items)[1] is mechanism


def test_items_that_lack_fail_by_the_mechanism_that_is_given():
    result, mechanism = decide([(FUZZY, True), (DET, False)], of=4)
    assert (result.outcome, result.total, mechanism) == (Outcome.FAILED, 4, STRUCTURAL)


def test_a_failure_says_its_mechanism_and_what_is_shown_is_kept():
    def check(item):
        consulted(FUZZY)
        show("item", item)
        if item < 3:
            fail("needs another", DEPENDENCY)

    with recording() as record:
        result = each([1, 2, 3], check, by=DET)
    assert (result.passed, record.mechanisms) == (1, [DEPENDENCY]), "the third item's FUZZY is not the step's"
    assert [entry["value"] for entry in record.evidence] == ["1", "2", "3"]


def test_open_items_decide_nothing():
    def check(item):
        consulted(JUDGED)
        if item == "world":
            raise DamagedEvidence("gone")
        if item == "gap":
            raise Ungraded("none", need="judge")
        consulted(DET)

    with recording() as record:
        result = each(["world", "gap", "world", "fine"], check, by=STRUCTURAL)
    assert (result.outcome, record.mechanisms) == (Outcome.ERROR, [DET])


def test_ties_in_the_benchmarks_order():
    assert majority([DET, DEPENDENCY, STRUCTURAL]) is STRUCTURAL
    assert majority([Mechanism.SPATIAL, FUZZY]) is FUZZY
    assert majority([DEPENDENCY, DEPENDENCY, JUDGED]) is DEPENDENCY


@pytest.mark.parametrize(
    ("items", "mechanism"),
    [
        ([(None, False), (None, False), (JUDGED, False), (FUZZY, True)], JUDGED),
        ([(None, False), (FUZZY, True)], FUZZY),
        ([(None, False)], DEPENDENCY),
        ([], DEPENDENCY),
    ],
)
def test_items_that_nothing_decided_need_not_count(items, mechanism):
    result, decided = decide(items, of=4, by=None)
    assert (decided, result.total) == (mechanism, 4)
