"""Searches told from other pages, and what they are for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.evidence.searches import is_results_page, searched_for


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://www.google.com/search?q=sage+green+garage&udm=2", "sage green garage"),
        ("https://images.google.com/imghp?q=Sage%20Green", "Sage Green"),
        ("https://www.google.co.uk/search?q=a-b_c", "a b c"),
        ("https://www.bing.com/images/search?q=garage&form=HDRSC2", "garage"),
        ("https://duckduckgo.com/?q=garage&ia=web", "garage"),
        ("https://search.yahoo.com/search?p=garage", "garage"),
        ("https://search.brave.com/search?q=garage", "garage"),
        ("https://yandex.com/search/?text=garage", "garage"),
    ],
)
def test_engines(url: str, words: str) -> None:
    assert is_results_page(url)
    assert searched_for(url) == words


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://unsplash.com/s/photos/sage-green-garage", "sage green garage"),
        ("https://www.pexels.com/search/green%20garage/", "green garage"),
        ("https://www.pinterest.com/ideas/sage-green-garage/123/", "sage green garage 123"),
        ("https://www.pinterest.com/search/pins/?q=sage%20green", "sage green"),
        ("https://stock.adobe.com/search?k=garage", "garage"),
        ("https://shop.example/find?term=Navy_Blue", "Navy Blue"),
    ],
)
def test_searches_elsewhere_are_no_engines_pages(url: str, words: str) -> None:
    assert not is_results_page(url)
    assert searched_for(url) == words


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.google.com/document/d/abc/edit?title=garage",
        "https://www.google.com/maps/search/garage",
        "https://support.google.com/websearch/answer/1",
        "https://notgoogle.example/search",
        "https://google.example.com/search/garage",
        "https://brave.com/about",
        "https://en.wikipedia.org/wiki/Garage",
        "ftp://google.com/?q=x",
        "",
    ],
)
def test_other_pages(url: str) -> None:
    assert not is_results_page(url)
    assert searched_for(url) == ""


def test_what_an_engine_leads_to_is_no_search() -> None:
    wrapped = "https://www.google.com/url?q=https://en.wikipedia.org/wiki/Garage&sa=U"
    assert not is_results_page(wrapped)


@pytest.mark.parametrize("url", ["https://www.google.com/", "https://www.google.com/search?tbs=sbi:AMhZZis&udm=48"])
def test_an_engines_page_without_words(url: str) -> None:
    assert is_results_page(url)
    assert searched_for(url) == ""


@given(st.text() | st.from_regex(r"https://(google|unsplash)\.com/[a-z?=&/-]{0,20}", fullmatch=True))
def test_any_text(url: str) -> None:
    assert isinstance(is_results_page(url), bool)
    assert searched_for(url) == " ".join(searched_for(url).split())
