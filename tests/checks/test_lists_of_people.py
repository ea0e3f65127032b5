"""Names in a cell that lists several people."""

from __future__ import annotations

import pytest

from pytest_knows.checks.values import money
from pytest_knows.checks.values.person import in_list

BOTH = [("ada", "lovelace"), ("alan", "turing")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada Lovelace, Alan Turing", BOTH),
        ("1. Ada Lovelace\n2. Alan Turing", BOTH),
        ("(1) Ada Lovelace; (2) Alan Turing", BOTH),
        ("- Ada Lovelace\n- Alan Turing", BOTH),
        ("\u2022 Ada Lovelace\n\u2022 Alan Turing", BOTH),
        ("Ada Lovelace\u00b9,\u00b2, Alan Turing\u00b2", BOTH),
        ("Ada Lovelace1*, Alan Turing2", BOTH),
        ("Ada Lovelace, Alan Turing et al.", BOTH),
        ("Ada Lovelace, Alan Turing, et al", BOTH),
        ("Ada Lovelace, Alan Turing and others", BOTH),
        ("Ada Lovelace & Alan Turing (Manchester)", [BOTH[0], (*BOTH[1], "manchester")]),
        ("Etal Alkan", [("etal", "alkan")]),
        ("Anne Others", [("anne", "others")]),
        ("Jean-Luc Picard", [("jean-luc", "picard")]),
        ("1, 2", []),
        ("", []),
    ],
)
def test_names(text: str, names: list[tuple[str, ...]]):
    """Numbers of a list or of footnotes, "et al." and "others" are no names."""
    assert [person.words for person in in_list(text)[0]] == names


def test_numbered_last_names_first():
    text = "1. Lovelace, Ada\n2. Turing, Alan"
    assert [person.words for person in in_list(text)[1]] == BOTH


@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("$900 per week", "week"),
        ("$900/wk", "week"),
        ("$900 weekly", "week"),
        ("$900/mo", "month"),
        ("$9 a weekday", ""),
    ],
)
def test_what_an_amount_is_for(text: str, per: str):
    found = money.money(text)
    assert found is not None
    assert found.per == per
