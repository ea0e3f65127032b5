"""Articles of the English Wikipedia: which one an address leads to, and the picture that it begins with."""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from pytest_knows.artifact.lenient import string, table
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, Pages

HOSTS = ("en.wikipedia.org", "en.m.wikipedia.org")
SITE = "https://en.wikipedia.org"


def article(url: str) -> str:
    """The title of the article that the address names, with underscores; "" if it names none."""
    parsed = urls.parse(urls.unwrap(url))
    if parsed is None or parsed.host.removeprefix("www.") not in HOSTS:
        return ""
    first, *rest = parsed.segments or ("",)
    title = "/".join(rest) if first == "wiki" and rest else parsed.param("title")
    return "_".join(unicodedata.normalize("NFC", title).replace("_", " ").split())


def same(title: str, other: str) -> bool:
    return title.replace("_", " ").casefold() == other.replace("_", " ").casefold()


def address(title: str) -> str:
    return f"{SITE}/wiki/{quote(title)}"


def lookup(title: str) -> str:
    """Where Wikipedia says what article a title leads to, and which is its picture."""
    return (
        f"{SITE}/w/api.php?action=query&prop=pageimages&format=json&piprop=original&redirects=1&titles={quote(title)}"
    )


def _answer(title: str, pages: Pages) -> Mapping[str, object]:
    """The article in Wikipedia's answer; empty if there is none."""
    page = pages.get(lookup(title))
    if page is None or not page.readable:
        return {}
    try:
        found = table(json.loads(page.body), "query")
    except (ValueError, RecursionError):
        return {}
    return next((table(one) for one in table(found, "pages").values()), {})


def leads_to(title: str, pages: Pages) -> str:
    """The article that a title leads to, as far as was recorded; else the title itself."""
    return string(_answer(title, pages), "title") or title


def _original(title: str, pages: Pages) -> str:
    return string(_answer(title, pages), "original", "source")


def _first_shown(title: str, pages: Pages) -> str:
    """The first picture on the article's page."""
    page = pages.get(address(title))
    shown = page.picture_urls if page is not None and page.readable else ()
    return next((url for url in shown if urls.on_site(url, "upload.wikimedia.org")), "")


def _file(url: str, pages: Pages) -> Page | None:
    page = pages.get(url) if url else None
    return page if page is not None and page.readable else None


def to_record(title: str, pages: Pages) -> Iterator[str]:
    """What the freeze needs to know the article's picture; the page itself only if there is no other way."""
    asked, original = lookup(title), _original(title, pages)
    yield asked
    if original:
        yield original
    if pages.get(original or asked) is not None and not _file(original, pages):
        yield address(title)
        shown = _first_shown(title, pages)
        if shown:
            yield shown


def lead_picture(title: str, pages: Pages) -> Page:
    """The recorded file of the article's picture; raises `DamagedEvidence` if it could not be had."""
    found = _file(_original(title, pages), pages) or _file(_first_shown(title, pages), pages)
    if found is None:
        raise DamagedEvidence(f"the picture of Wikipedia's article {title} was not recorded")
    return found
