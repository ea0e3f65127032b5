"""Labels and values of charts."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.charts import first_chart, pair_labels, points, repeated, series_points

from .test_tables import no_picture, sheet


def source(column: int, start: int = 0, end: int | None = None) -> dict[str, Any]:
    area = {"startRowIndex": start, "startColumnIndex": column, "endColumnIndex": column + 1}
    return {"sourceRange": {"sources": [area if end is None else area | {"endRowIndex": end}]}}


def shown(rows: list[list[Any]], domain: Any, *series: Any, headers: int | None = None) -> dict[str, float | None]:
    basic = {"chartType": "BAR", "domains": [{"domain": domain}], "series": [{"series": line} for line in series]}
    if headers is not None:
        basic["headerCount"] = headers
    book = Workbook({"sheets": [sheet("A", *rows, charts=[{"spec": {"basicChart": basic}}])]}, no_picture)
    return {point.label: point.value and point.value.value for point in points(book, book.charts[0])}


ROWS = [["Name", "Value"], ["a", 1], ["b", 2], ["", 3], ["c", ""], ["d", "4 $"]]
ALL = {"a": 1, "b": 2, "c": None, "d": 4}


@pytest.mark.parametrize("headers", [None, 1])
def test_points_without_header_and_without_empty_labels(headers: int | None) -> None:
    assert shown(ROWS, source(0), source(1), headers=headers) == ALL


def test_range_that_starts_below_its_header() -> None:
    assert shown(ROWS, source(0, 1), source(1, 1)) == ALL
    assert shown(ROWS, source(0, 1), source(1, 1), headers=0) == ALL


def test_header_that_the_chart_counts_is_dropped_though_it_is_a_number() -> None:
    assert shown([["Name", 2024], ["a", 1]], source(0), source(1), headers=1) == {"a": 1}
    assert shown([["Name", 2024], ["a", 1]], source(0), source(1)) == {"Name": 2024, "a": 1}


def test_ranges_of_different_length_are_paired_by_row() -> None:
    assert shown(ROWS, source(0, 1, 3), source(1)) == {"a": 1, "b": 2}


def test_ranges_of_one_length_are_paired_side_by_side() -> None:
    rows = [["a", ""], ["b", ""], ["", 1], ["", 2]]
    assert shown(rows, source(0, 0, 2), source(1, 2, 4), headers=0) == {"a": 1, "b": 2}


def test_no_points_without_a_series() -> None:
    assert shown(ROWS, source(0)) == {}


def test_series_points_take_the_last_number() -> None:
    rows = [["Day", "a", "b", "c"], ["1", 1, 2, ""], ["2", 3, "", ""]]
    lines = [{"series": source(column)} for column in (1, 2, 3, 7)]
    basic = {"chartType": "LINE", "series": lines}
    book = Workbook({"sheets": [sheet("A", *rows, charts=[{"spec": {"basicChart": basic}}])]}, no_picture)
    found = {point.label: point.value and point.value.value for point in series_points(book, book.charts[0])}
    assert found == {"a": 3, "b": 2, "c": None}


def test_first_chart_of_a_kind_over_all_tabs() -> None:
    pie, bar = {"spec": {"pieChart": {}}}, {"spec": {"basicChart": {"chartType": "BAR"}}}
    book = Workbook({"sheets": [sheet("A", charts=[bar]), sheet("B", charts=[pie, bar])]}, no_picture)
    assert first_chart(book, ["PIE"]).tab == "B"  # type: ignore[union-attr]
    assert first_chart(book, ["COLUMN", "BAR"]).tab == "A"  # type: ignore[union-attr]
    assert first_chart(book, ["LINE"]) is None


STOCKS = {"pg": (("PG",), "Procter & Gamble"), "ms": (("NYSE:MS", "MS"), "Morgan Stanley"), "a": (("A",), "Agilent")}


@pytest.mark.parametrize(
    ("label", "stock"),
    [
        ("pg", "pg"),
        ("PG (50)", "pg"),
        ("Procter & Gamble", "pg"),
        ("The Procter & Gamble Company", "pg"),
        ("Procter", "pg"),
        ("Pro", None),
        ("PGX", None),
        ("nyse:ms", "ms"),
        ("Morgan Stanley", "ms"),
        ("MSFT", None),
        ("Tesla", None),
        ("A", "a"),
        ("", None),
    ],
)
def test_pair_labels(label: str, stock: str | None) -> None:
    assert pair_labels([label], STOCKS) == ({} if stock is None else {stock: 0})


def test_a_label_serves_one_and_the_best_match_wins() -> None:
    banks = {"boc": ((), "Bank of China"), "abc": ((), "Agricultural Bank of China")}
    assert pair_labels(["Agricultural Bank of China Ltd", "Bank of China Ltd"], banks) == {"boc": 1, "abc": 0}
    assert pair_labels(["Agricultural Bank of China"], banks) == {"abc": 0}


def test_repeated() -> None:
    assert repeated(["PG", "UL", " pg "]) == " pg "
    assert repeated(["PG", "UL"]) is None
