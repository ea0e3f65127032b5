"""Ways to reach someone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks import contact


def test_emails_and_their_domains():
    text = "Write to info@CS.Utah.edu or a.b+c@x.org."
    assert contact.emails(text) == ("info@CS.Utah.edu", "a.b+c@x.org")
    assert contact.mail_domains(text, ["mailto:q@apa.org?subject=hi", "https://z.org"]) == (
        "cs.utah.edu",
        "x.org",
        "apa.org",
    )
    assert contact.emails("user@host") == ()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("(801) 555-0100", ("8015550100",)),
        ("+1 801.555.0100 or 801-555-0101", ("8015550100", "8015550101")),
        ("1-800-374-2721", ("8003742721",)),
        ("+49 30 1234 5678", ("493012345678",)),
        ("555-0100", ()),
        ("07/27/2026", ()),
        ("1,234,567,890,123", ()),
    ],
)
def test_phone_numbers(text, numbers):
    assert contact.phone_numbers(text) == numbers


def test_area_codes():
    assert contact.has_phone("(801) 555-0100", ["801"])
    assert not contact.has_phone("(385) 801-0100", ["801"])
    assert not contact.has_phone("+49 801 5550 0100", ["801"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("77 Massachusetts Avenue", True),
        ("1030 North Olive Rd., Tucson", True),
        ("750 First St NE", True),
        ("201 PRESIDENTS CIRCLE", True),
        ("La Jolla, CA 92093", True),
        ("Washington, DC 20002-4242", True),
        ("Salt Lake City", False),
        ("3 of the best ways", False),
        ("Room L101, Warnock Engineering Building", False),
        ("5 minutes from Main Street", False),
    ],
)
def test_postal_addresses(text, expected):
    assert contact.has_postal_address(text) is expected


def test_web_addresses_of_one_page_count_once():
    text = "See https://a.example/x/, www.a.example/x and b.org"
    assert contact.web_addresses(text, ["http://a.example/x#top", "mailto:a@b.org"]) == (
        "https://a.example/x/",
        "b.org",
    )


@pytest.mark.parametrize(
    ("text", "link", "given"),
    [
        ("Write to us", "mailto:info@utah.edu", True),
        ("More", "https://utah.edu", True),
        ("More", "#slide=2", False),
        ("801-555-0100", "", True),
        ("72 S Central Campus Dr", "", True),
        ("Friday, July 27, 2026", "", False),
        ("", "", False),
    ],
)
def test_a_text_on_a_slide_by_which_one_can_reach_someone(text, link, given):
    style = {"link": {"url": link}} if link else {}
    runs = [{"paragraphMarker": {}}, {"textRun": {"content": text, "style": style}}]
    element = {"objectId": "a", "shape": {"shapeType": "TEXT_BOX", "text": {"textElements": runs}}}
    (box,) = Presentation({"slides": [{"pageElements": [element]}]}, lambda _: b"").first_slide.boxes
    assert contact.is_given(box) is given


@given(st.text())
def test_no_text_is_too_odd(text):
    contact.emails(text)
    contact.phone_numbers(text)
    contact.has_postal_address(text)
    contact.web_addresses(text, [text])
    contact.mail_domains(text, [text])
