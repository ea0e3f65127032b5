"""Best one-to-one assignments, against trying all of them."""

from __future__ import annotations

import math
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.checks.assignment import assigned

Table = list[list[float | None]]


def of(table: Table, at_least: float = -math.inf) -> dict[int, int]:
    width = len(table[0]) if table else 0
    return assigned(range(len(table)), range(width), lambda row, column: table[row][column], at_least)


def worth(table: Table, pairs: dict[int, int]) -> tuple[int, float]:
    values = [table[row][column] for row, column in pairs.items()]
    return len(values), math.fsum(value for value in values if value is not None)


def best(table: Table) -> tuple[int, float]:
    """By trying every choice: the number of pairs, the total."""
    height, width = len(table), len(table[0])
    columns = [*range(width), *[None] * height]
    found = (0, 0.0)
    for choice in set(permutations(columns, height)):
        pairs = {
            row: column for row, column in enumerate(choice) if column is not None and table[row][column] is not None
        }
        found = max(found, worth(table, pairs))
    return found


TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.none() | st.integers(-5, 5) | st.sampled_from([0.25, 99.5, -70.0]), min_size=width, max_size=width),
        min_size=1,
        max_size=4,
    )
)


@given(TABLES)
def test_as_many_pairs_as_can_be_and_the_best_total(table: Table) -> None:
    pairs = of(table)
    assert len(set(pairs.values())) == len(pairs)
    assert all(table[row][column] is not None for row, column in pairs.items())
    assert worth(table, pairs) == best(table)
    assert list(pairs) == sorted(pairs)


@given(TABLES)
def test_both_sides_are_alike(table: Table) -> None:
    turned = [list(column) for column in zip(*table, strict=True)]
    assert worth(turned, of(turned)) == worth(table, of(table))


@given(TABLES, st.integers(-5, 5))
def test_a_minimum_is_the_same_as_none_below_it(table: Table, at_least: int) -> None:
    cut = [[None if value is None or value < at_least else value for value in row] for row in table]
    assert of(table, at_least) == of(cut)


def test_the_first_come_does_not_take_what_another_needs() -> None:
    assert of([[90, 80], [85, None]]) == {0: 1, 1: 0}
    assert of([[0.9, 0.8], [0.9, 0.1]]) == {0: 1, 1: 0}


def test_equal_choices_keep_the_order() -> None:
    assert of([[1.0] * 5 for _ in range(5)]) == {n: n for n in range(5)}
    assert of([[1.0] * 5 for _ in range(3)]) == {n: n for n in range(3)}
    assert of([[1.0] * 3 for _ in range(5)]) == {n: n for n in range(3)}
    assert of([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]]) == {0: 0, 1: 1}


def test_nothing_to_assign() -> None:
    assert of([]) == {}
    assert of([[], []]) == {}
    assert of([[None], [math.nan]]) == {}
    assert of([[5, 6]], at_least=7) == {}


def test_odd_scores() -> None:
    assert of([[math.inf, 1], [math.inf, -math.inf]]) == {0: 1, 1: 0}
    assert of([[1e300, -1e300]]) == {0: 0}
