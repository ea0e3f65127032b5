"""What the schemas of answers take."""

import pytest

from pytest_knows.judge.question import Question
from pytest_knows.judge.schema import BOOLEAN, NUMBER, TEXT, fields, list_of, one_of, or_null

SCHEMA = fields({"AAPL": or_null(NUMBER)}, role=one_of(["topic", "bio"]), quotes=list_of(TEXT), sure=BOOLEAN)
RIGHT = {"AAPL": 1.5, "role": "bio", "quotes": ["a"], "sure": True}


def takes(answer):
    return Question(kind="extract", text="", schema=SCHEMA, evidence={}, images={}).accepts(answer)


@pytest.mark.parametrize("change", [{}, {"AAPL": None}, {"quotes": []}, {"and": "more"}])
def test_what_is_taken(change):
    assert takes({**RIGHT, **change})


@pytest.mark.parametrize(
    "change", [{"AAPL": "1.5"}, {"role": "Bio"}, {"role": None}, {"quotes": "a"}, {"quotes": [1]}, {"sure": "yes"}]
)
def test_what_is_not_taken(change):
    assert not takes({**RIGHT, **change})


@pytest.mark.parametrize("name", RIGHT)
def test_every_field_is_asked_for(name):
    assert not takes({key: value for key, value in RIGHT.items() if key != name})
