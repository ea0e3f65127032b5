"""Text comparison: what counts as the same words, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.checks.text import fold, has_word, ratio, same, says_otherwise, similar
from pytest_knows.scoring import Mechanism, recording


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("Ethan\u00a0Ashby", "ethan ashby"),
        ("  Ethan \t\n\u000b Ashby ", "ethan ashby"),
        ("Eth\u200ban\ufeff", "ethan"),
        ("\u201cHello\u201d \u00abthere\u00bb", '"hello" "there"'),
        ("it\u2019s 5\u2032", "it's 5'"),
        ("2019\u20132024 \u2014 \u22125", "2019-2024 - -5"),
        ("\ufb01ne \uff21", "fine a"),
        ("STRASSE stra\u00dfe", "strasse strasse"),
        ("Jose\u0301", "jos\u00e9"),
        ("a\u00b4b", "a'b"),
        ("\u202eabc\u202c", "abc"),
    ],
)
def test_fold(raw: str, folded: str) -> None:
    assert fold(raw) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("A Writer, in Oslo", "writer", True),
        ("my typewriter", "Writer", False),
        ("Writers", "Writer", False),
        ("October 31", "October 3", False),
        ("on October 3, 2024", "October 3", True),
        ("the committee", "MIT", False),
        ("PhD\u00a0Student", "PhD Student", True),
        ("_writer_", "writer", True),
        ("uses C++11", "C++", True),
        ("x.y", "x-y", False),
        ("\u00e9crit", "crit", False),
        ("anything", "", False),
        ("", "word", False),
    ],
)
def test_has_word(text: str, phrase: str, expected: bool) -> None:
    assert has_word(text, phrase) is expected


def test_ratio_is_symmetric_and_folds() -> None:
    assert ratio("ABC\u00a0d", "abc d") == 100
    assert ratio("", "") == 0
    assert 0 < ratio("grave", "Brave") < 100
    assert ratio("grave", "brave") == ratio("brave", "grave") == pytest.approx(80)


def test_the_deciding_checks_record_their_mechanism() -> None:
    with recording() as record:
        assert same("A", "a")
        assert not same("A", "b")
    assert set(record.mechanisms) == {Mechanism.DETERMINISTIC}
    with recording() as record:
        assert similar("A b", "a  B", at_least=100)
    assert record.mechanisms[-1] is Mechanism.DETERMINISTIC
    with recording() as record:
        assert similar("the freezing point", "the freezing points", at_least=95)
        assert not similar("freezes", "boils", at_least=95)
    assert record.mechanisms[-1] is Mechanism.FUZZY_MATCH
    with recording() as record:
        has_word("a b", "a")
        ratio("a", "b")
    assert record.mechanisms == []


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("water freezes at 0 degrees", "water freezes at 100 degrees", False),
        ("it rose by 1.5 % that year", "it rose by 15 % that year", False),
        ("the reaction is not reversible", "the reaction is reversible", False),
        ("the reaction isn\u2019t reversible", "the reaction is reversible", False),
        ("the reaction isn't reversible", "the reaction is not reversible", True),
        ("it is not uncommon in 1999", "it is not uncomon in 1999", True),
    ],
)
def test_numbers_and_negations_are_never_fuzzy(a, b, alike):
    assert similar(a, b, at_least=80) is alike


@pytest.mark.parametrize(
    ("a", "b", "otherwise"),
    [
        ("light is faster than sound", "light is slower than sound", True),
        ("a fuse of 10 cm", "a fuse of 10 km", True),
        ("1 tsp salt", "1 tbsp salt", True),
        ("the rate increases at once", "the rate decreases at once", True),
        ("it ends before noon", "it ends at noon", True),
        ("a rocket climbs for long", "a rocket will climb for long", False),
        ("a very safe distance", "a safe distance", False),
        ("teh colour of a metre", "the color of the meter", False),
        ("20 min in the oven", "20 minutes in the oven", False),
        ("on 5 may he left", "he left on 5 may", False),
        ("", "anything", False),
    ],
)
def test_another_word_in_the_place_of_one(a, b, otherwise):
    assert says_otherwise(a, b) is otherwise
    assert says_otherwise(b, a) is otherwise


@given(st.text("ab cd\u00e9 12", max_size=40))
def test_a_text_does_not_say_otherwise_than_itself(text):
    assert not says_otherwise(text, text)
    assert not says_otherwise(text, f"{text} more")
