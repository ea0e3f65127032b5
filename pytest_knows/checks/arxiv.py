"""Papers of the arXiv: their numbers, in addresses too, and what its API says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.request import Request

_GAP = 3.0
"""Seconds between calls that the service asks for."""
_NUMBER = re.compile(r"(?:arxiv[:.])?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z-]+)?/\d{7})(?:v\d+)?")
_VIEWS = ("abs", "pdf", "html")
_HOSTS = re.compile(r"(?:(?:export|www|browse)\.)?arxiv\.org|ar5iv\.(?:labs\.arxiv\.)?org")
_UNKNOWN = (400, 404)
"""Statuses of a paper that the service does not have; of a number that cannot be one."""
_ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A paper as the arXiv has it; `published` is the ISO date of version 1, "" if it is not given."""

    title: str
    authors: tuple[str, ...]
    abstract: str
    published: str
    categories: tuple[str, ...]


def number(text: str) -> str:
    """The number that a text is, as "2305.14314" or "math.pr/0507536": without "arXiv:" and version; "" if none."""
    found = _NUMBER.fullmatch(text.strip().lower())
    return found[1] if found else ""


def number_in_path(path: str) -> str:
    """Of abs/2305.14314v2, pdf/2305.14314.pdf, html/quant-ph/9705052; "" for any other path."""
    view, _, name = path.strip("/").lower().partition("/")
    return number(name.removesuffix(".pdf")) if view in _VIEWS else ""


def number_of(url: str) -> str:
    """Of a paper's page on the arXiv or its mirrors (ar5iv); "" for any other address."""
    target = urls.parse(urls.unwrap(url))
    if target is None or not _HOSTS.fullmatch(target.host):
        return ""
    return number_in_path("/".join(target.segments))


def bare(number: str) -> str:
    """A number of before 2007 without its archive, which some lists leave out: "math/0507536" is "0507536"."""
    return number.rpartition("/")[2]


def same(a: str, b: str) -> bool:
    """Whether two numbers are those of one paper; an archive that only one of them names does not matter."""
    if "/" in a and "/" in b:
        # the section of an archive ("math.PR") is no part of the number
        a, b = (f"{name.partition('/')[0].partition('.')[0]}/{bare(name)}" for name in (a, b))
        return a == b
    return bare(a) == bare(b) != ""


def query(number: str) -> Request:
    """Every number by itself: one that the arXiv does not know spoils the answer for all."""
    return Request(f"https://export.arxiv.org/api/query?id_list={number}", gap=_GAP)


def answer(pages: Pages, number: str) -> Entry | None:
    """What was recorded of the paper; None if there is no such paper. Raises `DamagedEvidence` if that is not known."""
    page = pages.get(query(number).address)
    if page is None:
        raise DamagedEvidence(f"no answer of the arXiv about {number} was recorded")
    if page.status in _UNKNOWN:
        return None
    if not page.readable:
        raise DamagedEvidence(f"the arXiv did not answer: {page!r}")
    return read(page)


def read(page: Page) -> Entry | None:
    """The first paper of an Atom feed, None if it holds none; raises `DamagedEvidence` if it is no feed."""
    try:
        feed = ElementTree.fromstring(page.body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise DamagedEvidence(f"the answer of {page.url} is no Atom feed") from error
    if feed.tag != f"{_ATOM}feed":
        raise DamagedEvidence(f"the answer of {page.url} is no Atom feed")
    found = (entry for entry in feed.iter(f"{_ATOM}entry") if "/abs/" in _text(entry, "id"))
    return next(map(_entry, found), None)


def _entry(entry: ElementTree.Element) -> Entry:
    names = (" ".join(_text(author, "name").split()) for author in entry.iter(f"{_ATOM}author"))
    return Entry(
        title=" ".join(_text(entry, "title").split()),
        authors=tuple(name for name in names if name),
        abstract=_text(entry, "summary"),
        published=_text(entry, "published")[:10],
        categories=tuple(category.get("term", "") for category in entry.iter(f"{_ATOM}category")),
    )


def _text(element: ElementTree.Element, name: str) -> str:
    return (element.findtext(_ATOM + name) or "").strip()
