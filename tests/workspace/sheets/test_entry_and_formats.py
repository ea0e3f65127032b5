"""What typed text becomes, and how numbers are shown."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.spreadsheets.numformat import show


@pytest.mark.parametrize(
    ("typed", "value", "shown", "kind"),
    [
        ("42", {"numberValue": 42}, "42", None),
        ("-1,234.5", {"numberValue": -1234.5}, "-1,234.50", "NUMBER"),
        ("1,234", {"numberValue": 1234}, "1,234", "NUMBER"),
        ("007", {"numberValue": 7}, "7", None),
        ("$1,234.50", {"numberValue": 1234.5}, "$1,234.50", "CURRENCY"),
        ("-$5", {"numberValue": -5}, "-$5", "CURRENCY"),
        ("($5.00)", {"numberValue": -5}, "-$5.00", "CURRENCY"),
        ("€3", {"numberValue": 3}, "€3", "CURRENCY"),
        ("12%", {"numberValue": 0.12}, "12%", "PERCENT"),
        ("12.5%", {"numberValue": 0.125}, "12.50%", "PERCENT"),
        ("1e3", {"numberValue": 1000}, "1.00E+03", "SCIENTIFIC"),
        ("TRUE", {"boolValue": True}, "TRUE", None),
        ("1/5/2023", {"numberValue": 44931}, "1/5/2023", "DATE"),
        ("2023-01-05", {"numberValue": 44931}, "2023-01-05", "DATE"),
        ("Jan 5, 2023", {"numberValue": 44931}, "Jan 5, 2023", "DATE"),
        ("January 5 2023", {"numberValue": 44931}, "January 5, 2023", "DATE"),
        ("5 Jan 2023", {"numberValue": 44931}, "5 Jan 2023", "DATE"),
        ("3/14", {"numberValue": 46095}, "3/14", "DATE"),
        ("12:30", {"numberValue": 45000 / 86400}, "12:30", "TIME"),
        ("1:05 PM", {"numberValue": 47100 / 86400}, "1:05 PM", "TIME"),
        ("2023-01-05 12:00", {"numberValue": 44931.5}, "2023-01-05 12:00", "DATE_TIME"),
        ("'=A1", {"stringValue": "=A1"}, "=A1", None),
        ("'007", {"stringValue": "007"}, "007", None),
        ("13/45/2023", {"stringValue": "13/45/2023"}, "13/45/2023", None),
        ("2023-02-30", {"stringValue": "2023-02-30"}, "2023-02-30", None),
        ("1,23", {"stringValue": "1,23"}, "1,23", None),
        ("Q2 2023", {"stringValue": "Q2 2023"}, "Q2 2023", None),
        ("$", {"stringValue": "$"}, "$", None),
        ("=", {"stringValue": "="}, "=", None),
    ],
)
def test_typed_text_becomes_what_google_makes_of_it(book, typed, value, shown, kind) -> None:
    book.enter("Sheet1!A1", [typed])
    cell = book.cell(0, 0)
    assert cell["userEnteredValue"] == value
    assert cell["formattedValue"] == shown
    assert cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type") == kind


def test_raw_input_is_stored_as_it_is(book) -> None:
    book.enter("Sheet1!A1", ["=1+1", "$5", "1/5/2023", 7, True], raw=True)
    assert [book.cell(0, n)["userEnteredValue"] for n in range(5)] == [
        {"stringValue": "=1+1"},
        {"stringValue": "$5"},
        {"stringValue": "1/5/2023"},
        {"numberValue": 7},
        {"boolValue": True},
    ]


def test_typing_keeps_a_format_that_was_set_and_text_cells_take_no_numbers(book) -> None:
    percent = {"userEnteredFormat": {"numberFormat": {"type": "PERCENT", "pattern": "0.0%"}}}
    text = {"userEnteredFormat": {"numberFormat": {"type": "TEXT"}}}
    book.apply({"updateCells": {"start": {}, "rows": [{"values": [percent, text]}], "fields": "userEnteredFormat"}})
    book.enter("A1", ["$0.25", "0123"])
    assert book.values("A1:B1") == [["25.0%", "0123"]]
    assert book.cell(0, 1)["userEnteredValue"] == {"stringValue": "0123"}


@pytest.mark.parametrize(
    ("value", "pattern", "shown"),
    [
        (0, "", "0"),
        (3.3333333333333335, "", "3.333333333"),
        (0.1 + 0.2, "", "0.3"),
        (1234567.891, "", "1234567.891"),
        (-0.5, "", "-0.5"),
        (1e20, "", "1E+20"),
        (1234.567, "0.00", "1234.57"),
        (0.005, "0.00", "0.01"),
        (1234567, "#,##0", "1,234,567"),
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"),
        (0, '0;-0;"none"', "none"),
        (-5, '"$"#,##0.00', "-$5.00"),
        (5, "[$€]#,##0.00", "€5.00"),
        (5, "#,##0.00 [$kr]", "5.00 kr"),
        (0.256, "0.0%", "25.6%"),
        (1500000, '0.0,,"M"', "1.5M"),
        (12345, "0.00E+00", "1.23E+04"),
        (0.5, "#.##", ".5"),
        (2, "0.##", "2"),
        (7, "000", "007"),
        (-0.001, "0.00", "0.00"),
        (3, '0 "shares"', "3 shares"),
        (5, "[Red]0", "5"),
    ],
)
def test_number_patterns(value, pattern, shown) -> None:
    assert show(value, {"type": "NUMBER", "pattern": pattern} if pattern else None) == shown


@pytest.mark.parametrize(
    ("value", "kind", "pattern", "shown"),
    [
        (44931, "DATE", "", "1/5/2023"),
        (45463.51943700232, "DATE_TIME", "", "6/20/2024 12:27:59"),
        (44931, "DATE", "yyyy-mm-dd", "2023-01-05"),
        (44931, "DATE", "dddd, mmmm d, yyyy", "Thursday, January 5, 2023"),
        (44931, "DATE", "ddd d-mmm-yy", "Thu 5-Jan-23"),
        (44931.75, "DATE_TIME", "m/d/yyyy h:mm AM/PM", "1/5/2023 6:00 PM"),
        (0.5, "TIME", "", "12:00:00 PM"),
        (0.0001157407, "TIME", "mm:ss", "00:10"),
        (1.5, "TIME", "[h]:mm", "36:00"),
        (44931, "DATE", 'd "of" mmmm', "5 of January"),
        (-5, "DATE", "", "-5"),
        (1e12, "DATE", "yyyy", "1000000000000"),
    ],
)
def test_date_and_time_patterns(value, kind, pattern, shown) -> None:
    assert show(value, {"type": kind, "pattern": pattern}) == shown
