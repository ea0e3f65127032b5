"""All and any, where some answers are not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_knows.checks.quantifiers import Attempt, every, first_open, require_decided, some
from pytest_knows.errors import JudgeError, Ungraded, WorldError
from pytest_knows.rubric import StepFailed, fail

GAP = Ungraded("no judge", need="judge", mend="--knows-judge M")
ERROR = JudgeError("no answer")


def check(item: Any) -> object:
    if isinstance(item, Exception):
        raise item
    if item == "assert":
        raise AssertionError("not so")
    return fail("refused") if item == "fail" else item


def test_every_passes_when_all_do() -> None:
    every([True, None, 1], check)


@pytest.mark.parametrize("bad", [False, "assert", "fail"])
def test_every_fails_whatever_is_undecided(bad: Any) -> None:
    with pytest.raises(StepFailed, match="1 of 4 not: "):
        every([ERROR, bad, GAP, True], check)


def test_every_names_what_failed() -> None:
    with pytest.raises(StepFailed, match=r"^2 of 3 not: PG: not so; UL: refused$"):
        every(
            {"PG": "assert", "EL": True, "UL": "fail"}.items(), lambda item: check(item[1]), name=lambda item: item[0]
        )


def test_every_prefers_an_error_to_a_gap() -> None:
    with pytest.raises(JudgeError):
        every([GAP, True, ERROR], check)
    with pytest.raises(Ungraded) as caught:
        every([True, GAP], check)
    assert (caught.value.need, caught.value.mend) == ("judge", "--knows-judge M")


def test_every_of_nothing_fails_unless_there_may_be_more() -> None:
    with pytest.raises(StepFailed, match="nothing to check"):
        every([], check)
    with pytest.raises(Ungraded):
        every([], check, doubt=GAP)
    with pytest.raises(Ungraded):
        every([True], check, doubt=GAP)
    with pytest.raises(StepFailed):
        every([False], check, doubt=GAP)


def test_every_lets_bugs_through() -> None:
    with pytest.raises(ZeroDivisionError):
        every([0], lambda item: 1 / item)


def attempts(*answers: bool | Exception) -> list[Attempt[bool]]:
    def answer(value: bool | Exception) -> Callable[[], bool]:
        def give() -> bool:
            if isinstance(value, Exception):
                raise value
            return value

        return give

    return [Attempt(answer(value)) for value in answers]


def test_some() -> None:
    assert some(attempts(False, ERROR, True))
    assert not some(attempts(False, False))
    assert not some([])
    with pytest.raises(JudgeError):
        some(attempts(GAP, False, ERROR))
    with pytest.raises(Ungraded):
        some(attempts(False, GAP))


def test_attempt_keeps_the_gap_until_the_value_is_needed() -> None:
    (kept,) = attempts(GAP)
    assert (kept.open, kept.known) == (GAP, None)
    assert repr(kept) == "open: no judge"
    for _ in range(2):
        with pytest.raises(Ungraded):
            kept.get()
    (made,) = attempts(True)
    assert (made.get(), made.open, repr(made)) == (True, None, "True")


def test_attempt_catches_neither_failures_nor_bugs() -> None:
    with pytest.raises(StepFailed):
        Attempt(lambda: fail("no"))
    with pytest.raises(ZeroDivisionError):
        Attempt(lambda: 1 / 0)


def test_first_open() -> None:
    assert first_open([None, GAP, ERROR]) is ERROR
    assert first_open([None, GAP]) is GAP
    assert first_open([None]) is None
    assert isinstance(ERROR, WorldError)


def test_require_decided() -> None:
    require_decided([None, None])
    with pytest.raises(JudgeError):
        require_decided([None, GAP, ERROR])
