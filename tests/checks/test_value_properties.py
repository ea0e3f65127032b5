"""What holds for every value: written and read again it is itself, and no text is too odd to read."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.checks.values import (
    answer,
    aspect,
    clock,
    coordinates,
    date,
    duration,
    fraction,
    listed,
    money,
    number,
    pace,
    person,
    quantity,
    rating,
    title,
    units,
)

ODD = st.text() | st.text(
    alphabet="0123456789.,:;/-+()$\u20ac\u00b0'\"%<~ \u00a0\u221212hmNSEWkmto\n\u00bd\u0663", max_size=40
)

READERS = {
    "answer": answer.answer,
    "aspect": aspect.aspect,
    "clocks": clock.clocks,
    "always_open": clock.always_open,
    "coordinates": coordinates.coordinates,
    "in_url": coordinates.in_url,
    "dates": date.find_dates,
    "last_day": date.last_day,
    "year": date.year_in,
    "weekday": date.weekday,
    "duration": duration.duration,
    "bare duration": lambda text: duration.duration(text, colons="m:ss", bare="m"),
    "fraction": fraction.with_decimals,
    "listed": lambda text: listed.listed(f"slides {text}", "slide"),
    "money": lambda text: money.money(text, free=("free",)),
    "number": number.in_text,
    "pace": pace.pace,
    "speed": lambda text: pace.pace(text, "km/h"),
    "person": person.person,
    "people": person.in_list,
    "quantities": quantity.quantities,
    "rating": rating.rating,
    "title": title.title,
    "bare title": title.bare,
    "header": units.of_header,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@given(text=ODD)
def test_no_text_is_too_odd(reader, text):
    found = reader(text)
    assert repr(found) == repr(reader(text))


@given(cents=st.integers(0, 10**9), code=st.sampled_from(["USD", "EUR", "GBP", "INR", "CHF", "EGP"]))
def test_money(cents, code):
    for written in (f"{code} {cents / 100:,.2f}", f"{cents / 100:,.2f} {code}"):
        found = money.money(written)
        assert found.currency == code
        assert found.off(cents / 100, code) == ""
        assert repr(found).startswith(f"{written!r} -> ")


@given(
    value=st.decimals(0, 100_000, places=2),
    unit=st.sampled_from(["g", "mg", "\u00b5g", "kg", "m", "km", "mi", "ft", "miles", "feet", "mph", "km/h", "m/s"]),
)
def test_quantities(value, unit):
    (found,) = quantity.quantities(f"{value:,} {unit}")
    assert found.off(float(value), units.of_header(f"x ({unit})")) == ""


@given(
    value=st.floats(1e-3, 1e6),
    pair=st.sampled_from([("km", "mi"), ("ft", "m"), ("kg", "lb"), ("mg", "ug"), ("mph", "m/s")]),
)
def test_conversion_there_and_back(value, pair):
    there = units.convert(value, *pair)
    assert units.convert(there, *reversed(pair)) == pytest.approx(value)


@given(day=st.dates(datetime.date(1901, 1, 1), datetime.date(2099, 12, 31)))
def test_dates(day):
    forms = ("%B %d, %Y", "%d %b %Y", "%Y-%m-%d", "%m/%d/%Y", "%d-%b-%Y", "%A, %B %d, %Y", "%Y/%m/%d")
    for form in forms:
        (found,) = date.find_dates(day.strftime(form))
        assert found.off(day) == ""
    assert date.of_serial((day - date.EPOCH).days).off(day) == ""
    assert date.weekday(f"{day:%A}") == date.weekday(f"{day:%a}.") == day.weekday()
    assert date.last_day(day.isoformat()) == day


@given(minutes=st.integers(0, 1439))
def test_clock_times(minutes):
    time = datetime.time(minutes // 60, minutes % 60)
    for form in ("%H:%M", "%I:%M %p", "%I:%M%p", "%H.%M"):
        assert [found.minutes for found in clock.clocks(time.strftime(form))] == [minutes]


@given(minutes=st.integers(1, 6000))
def test_durations(minutes):
    hours, rest = divmod(minutes, 60)
    forms = (
        f"{minutes} min",
        f"{hours} h {rest} min",
        f"{hours}:{rest:02d}",
        f"{hours}:{rest:02d}:00",
        f"PT{hours}H{rest}M",
    )
    for written in forms:
        assert duration.duration(written).off(minutes) == ""


@given(seconds=st.integers(180, 1200))
def test_paces(seconds):
    written = f"{seconds // 60}:{seconds % 60:02d}"
    assert pace.pace(written).off(seconds / 60) == ""
    assert pace.pace(f"{written} min/km").off(seconds / 60 * pace.KM_PER_MILE) == ""
    assert pace.over(seconds / 60 * 3, 3).off(seconds / 60) == ""


@given(latitude=st.integers(-900_000, 900_000), longitude=st.integers(-1_800_000, 1_800_000))
def test_coordinates(latitude, longitude):
    north, east = latitude / 10_000, longitude / 10_000
    letters = f"{abs(north):.4f}\u00b0 {'NS'[north < 0]}, {abs(east):.4f}\u00b0 {'EW'[east < 0]}"
    for written in (f"{north:.4f}, {east:.4f}", letters):
        assert coordinates.coordinates(written).off(north, east, degrees=1e-6) == ""
    assert coordinates.coordinates(letters).km(north, east) < 0.001


@given(place=st.integers(0, 7), words=st.booleans())
def test_aspects(place, words):
    name = aspect.COMPASS[place]
    long = name.replace("N", "north-").replace("S", "south-").replace("E", "east").replace("W", "west").strip("-")
    found = aspect.aspect(f"facing {long if words else name}")
    assert found.directions == (name,)


@given(tenths=st.integers(0, 100), best=st.sampled_from([5, 10, 100]))
def test_ratings(tenths, best):
    found = rating.rating(f"{tenths / 10} / {best}")
    assert found.off(tenths / 10, best=best) == ""
    assert found.on(1) == pytest.approx(tenths / 10 / best)


NAME = st.text(alphabet="abcdfgh", min_size=2, max_size=8).map(str.title)  # without the letters of "II", "Jr", "CBE"


@given(first=NAME, middle=NAME, last=NAME)
def test_people(first, middle, last):
    for written in (f"{first} {last}", f"{first} {middle[0]}. {last}", f"Dr. {first} {middle} {last}, PhD"):
        assert person.person(written).off(f"{first} {middle} {last}") == ""


@given(numbers=st.lists(st.integers(0, 999), min_size=1, max_size=12))
def test_listed_numbers(numbers):
    assert listed.listed("Slides: " + ", ".join(map(str, numbers)), "slide") == tuple(numbers)


@given(whole=st.integers(1, 99), top=st.integers(1, 15), more=st.integers(1, 15))
def test_fractions(whole, top, more):
    bottom = top + more
    assert float(fraction.with_decimals(f"{whole} {top}/{bottom}")) == pytest.approx(whole + top / bottom, abs=1e-3)


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_long_texts_are_read_in_one_go(reader):
    """What takes the square of the length would take long here."""
    for piece in ("1", "1 ", "May 1 ", "1/5 ", "1 h ", "$1 ", "40 N ", "(", "{"):
        reader(piece * 5_000)
