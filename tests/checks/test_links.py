"""Addresses: which ones are the same place."""

from __future__ import annotations

import pytest

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.links import address, first_link, mail_address, same_address


@pytest.mark.parametrize(
    "text",
    [
        "github.com/mttk",
        "https://github.com/mttk/",
        "HTTP://www.GitHub.com/MTTK",
        "uk.github.com/mttk?tab=x#y",
        " (github.com/mttk). ",
    ],
)
def test_the_same_address(text):
    assert address(text) == "github.com/mttk"
    assert same_address(text, "https://github.com/mttk")


@pytest.mark.parametrize(
    "text", ["github.com/mttk/repo", "github.com/mttk2", "mttk", "gitlab.com/mttk", "", "ftp://github.com/mttk"]
)
def test_other_addresses(text):
    assert not same_address(text, "github.com/mttk")


def test_nothing_is_not_the_same_as_nothing():
    assert address("") == address("mailto:x@y.org") == ""
    assert not same_address("", "")


def test_a_short_host_keeps_its_name():
    assert address("https://hr.example.org/a") == "example.org/a"
    assert address("https://x.org/a") == "x.org/a"
    assert address("me.com/a") == "me.com/a"


@pytest.mark.parametrize(
    ("link", "mail"),
    [
        ("mailto:A.B@Example.org", "a.b@example.org"),
        ("MAILTO:a%2Eb@example.org?subject=Hi", "a.b@example.org"),
        ("https://example.org", ""),
        ("a@example.org", ""),
        ("", ""),
    ],
)
def test_mail_addresses(link, mail):
    assert mail_address(link) == mail


@pytest.mark.parametrize(
    ("cell", "link"),
    [
        ({"hyperlink": "https://a.org/", "formattedValue": "https://b.org/"}, "https://a.org/"),
        ({"userEnteredValue": {"formulaValue": '=HYPERLINK("https://a.org/x"; "A")'}}, "https://a.org/x"),
        ({"formattedValue": "see https://b.org/y."}, "https://b.org/y"),
        ({"formattedValue": "see b.org/z"}, "b.org/z"),
        ({"formattedValue": "nothing"}, ""),
        ({}, ""),
    ],
)
def test_the_first_link_of_a_cell(cell, link):
    raw = {"sheets": [{"data": [{"rowData": [{"values": [cell]}]}]}]}
    assert first_link(Workbook(raw, lambda _: b"").tabs[0]["A1"]) == link
