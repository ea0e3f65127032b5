"""Quotes that a judge gives, and words that a text must mention."""

import pytest

from pytest_knows.checks.quotes import distinct, window
from pytest_knows.checks.words import ends_in, mentions

TEXT = "She founded Mission Blue; she was the first woman to lead NOAA\u2019s science, and she walked on the sea floor."


def test_a_quote_has_to_occur():
    assert distinct(["founded mission  BLUE", "won a Nobel Prize in physics"], TEXT) == ("founded mission  BLUE",)


def test_small_slips_are_forgiven():
    assert window("the first woman to lead NOAA's sciences", TEXT)
    assert not window("the first man to fly around the moon", TEXT)


@pytest.mark.parametrize(
    ("quote", "occurs"),
    [
        ("She founded Misson Blue in 2009", True),
        ("She founded the Mission Blue in 2009", True),
        ("She founded Mission Red in 2009", False),
        ("She founded Mission Blue in 2008", False),
        ("she was the first man to lead NOAA's science", False),
        ("she was not the first woman to lead NOAA's science", False),
    ],
)
def test_another_word_number_or_a_negation_is_no_slip(quote, occurs):
    text = "She founded Mission Blue in 2009, she was the first woman to lead NOAA's science, and a diver."
    assert (window(quote, text) is not None) is occurs


def test_equal_and_overlapping_quotes_count_once():
    quotes = [
        "She founded Mission Blue",
        "founded Mission Blue; she was",
        "She founded Mission Blue",
        "walked on the sea floor",
    ]
    assert distinct(quotes, TEXT) == ("She founded Mission Blue", "walked on the sea floor")


@pytest.mark.parametrize("quote", ["", "She", "a", TEXT * 2])
def test_too_short_and_too_long_quotes_occur_nowhere(quote):
    assert window(quote, TEXT) is None


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("the summit of the committee", ["mit"], False),
        ("at MIT, since", ["mit"], True),
        ("research", ["sea"], False),
        ("browsers", ["browser"], False),
        ("browsers", ["browser*"], True),
        ("the webbrowser", ["browser*"], False),
        ("a Ph.D. from", ["phd"], True),
        ("B.S., 2010", ["bs"], True),
        ("developmental psychology", ["psycholog*"], True),
        ("anything", [], False),
    ],
)
def test_mentions(text, words, expected):
    assert mentions(text, words) is expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("/in/YossiSheffi-12", ["sheffi"], True),
        ("/in/sheffi2", ["sheffi"], True),
        ("/events/sheffield", ["sheffi"], False),
        ("/yamashitaphoto", ["yamashita*"], True),
        ("/anything", [], False),
    ],
)
def test_ends_in(text, words, expected):
    assert ends_in(text, words) is expected
