"""URLs of searches: which are a search engine's result pages, and what was searched for."""

from __future__ import annotations

import re

from pytest_knows.evidence import urls

_ENGINES = re.compile(
    r"(?:.+\.)?(?:google|bing|duckduckgo|yahoo|ecosia|brave|startpage|qwant|baidu|yandex)\.(?:com?\.)?[a-z]{2,4}"
)
_RESULTS = frozenset({"", "search", "imghp", "images", "image", "web", "s", "html", "sp", "do"})
"""First segments of the paths of their result pages."""
_ASKED = ("q", "query", "p", "s", "search", "k", "term", "text", "wd", "phrase", "keyword", "keywords")
"""Parameters that hold what is searched for, there and on other sites."""
_PICTURE_SITES = (
    "unsplash.com", "pexels.com", "pixabay.com", "pinterest.com", "houzz.com", "istockphoto.com", "gettyimages.com",
    "shutterstock.com", "stock.adobe.com",
)  # fmt: skip
"""They search by their path: `/s/photos/sage-green-garage`."""
_OWN_WORDS = frozenset({"s", "search", "photos", "photo", "images", "image", "pins", "ideas", "stock", "query"})


def is_results_page(url: str) -> bool:
    """Whether it is a result page of a search engine: no source of anything."""
    parsed = urls.parse(urls.unwrap(url))
    first = parsed.segments[:1] if parsed else ()
    return parsed is not None and bool(_ENGINES.fullmatch(parsed.host)) and "".join(first).lower() in _RESULTS


def searched_for(url: str) -> str:
    """The words that were searched for, by an engine, on a picture site or through a parameter of any site; "" if it is
    no search. Hyphens, underscores and plus signs are blanks."""
    parsed = urls.parse(url)
    if parsed is None:
        return ""
    words = parsed.param(*_ASKED)
    if not words and urls.on_site(url, *_PICTURE_SITES):
        words = " ".join(part for part in parsed.segments if part.lower() not in _OWN_WORDS)
    return " ".join(re.sub(r"[-_+]", " ", words).split())
