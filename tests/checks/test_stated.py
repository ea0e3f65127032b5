"""Whether a text states a sentence."""

import pytest

from pytest_knows.checks.stated import find_stated
from pytest_knows.scoring import Mechanism, recording

PAGE = "about ice. pure water freezes at 0 degrees celsius at sea level. it is not a metal. glass is brittle."


def where(sentence, text=PAGE, at_least=90):
    with recording() as record:
        span = find_stated(sentence, text, at_least)
    return (text[slice(*span)] if span else None), record.mechanisms


def test_word_for_word():
    sentence = "water freezes at 0 degrees celsius"
    assert where(sentence) == (sentence, [Mechanism.DETERMINISTIC])


def test_nearly_so_as_whole_words():
    found = where("pure water freezes at 0 degree celsius on sea level")
    assert found == ("pure water freezes at 0 degrees celsius at sea level", [Mechanism.FUZZY_MATCH])


@pytest.mark.parametrize(
    "sentence",
    [
        "pure water freezes at 4 degrees celsius at sea level",
        "it is a metal. glass is brittle",
        "pure water freezes at 0 degrees fahrenheit at sea level",
        "water is a compound of two gases",
        "",
    ],
)
def test_other_numbers_negations_and_words(sentence):
    assert where(sentence) == (None, [])


def test_within_a_word_is_nowhere():
    assert where("brit", "glass is brittle") == (None, [])
    assert where("metal", "it is metallic") == (None, [])


def test_a_sentence_longer_than_the_text():
    assert where("glass is very brittle.", "glass is very brittle")[1] == [Mechanism.FUZZY_MATCH]
    assert where("glass is brittle, and breaks", "glass is brittle") == (None, [])
    assert where("glass", "") == (None, [])
