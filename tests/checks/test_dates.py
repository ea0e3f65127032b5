"""Dates in texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.checks.values.date import find_dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("07/27/2026 | Hall", [(7, 27, 2026)]),
        ("7/27", [(7, 27, None)]),
        ("27/7/2026", [(7, 27, 2026)]),
        ("27.07.2026", [(7, 27, 2026)]),
        ("10/3/26", [(10, 3, 2026)]),
        ("2026-10-03", [(10, 3, 2026)]),
        ("2026-10-03T07:05:00Z", [(10, 3, 2026)]),
        ("2026-10-03T7", []),
        ("October 31", [(10, 31, None)]),
        ("October 3", [(10, 3, None)]),
        ("Oct. 3rd, 2026, 6 pm", [(10, 3, 2026)]),
        ("Sept 15th at 9:30", [(9, 15, None)]),
        ("Monday, September 14, 2026", [(9, 14, 2026)]),
        ("15 September", [(9, 15, None)]),
        ("the 3rd of Oct 2026", [(10, 3, 2026)]),
        ("MAY 3", [(5, 3, None)]),
        ("September\u00a014 \u2013 16", [(9, 14, None)]),
        ("from Nov 8 to 9 November 2026", [(11, 8, None), (11, 9, 2026)]),
        ("Nov 8 2:00 pm", [(11, 8, None)]),
        ("13/13/2026", []),
        ("2/30", []),
        ("room E51-335, tel. 801-555-0100", []),
        ("marching 10 times", []),
        ("octet 3", []),
        ("1/2/3/4", []),
        ("", []),
    ],
)
def test_what_is_a_date(text, expected):
    assert [(date.month, date.day, date.year) for date in find_dates(text)] == expected


def test_years_are_compared_where_both_are_known():
    (dated,) = find_dates("October 3, 2026")
    assert dated.same_day(month=10, day=3)
    assert dated.same_day(month=10, day=3, year=2026)
    assert not dated.same_day(month=10, day=3, year=2025)
    assert not dated.same_day(month=3, day=10)
    (undated,) = find_dates("October 3")
    assert undated.same_day(month=10, day=3, year=2025)
    assert repr(undated) == "'october 3' -> ????-10-03"


@given(st.text())
def test_no_text_is_too_odd(text):
    find_dates(text)


@given(st.dates())
def test_every_written_date_is_found(date):
    if date.year >= 1000:
        for form in ("%B %d, %Y", "%d %b %Y", "%Y-%m-%d", "%m/%d/%Y"):
            (found,) = find_dates(f"on {date.strftime(form)} in the hall")
            assert found.same_day(month=date.month, day=date.day, year=date.year)
