"""What the page of a posting says."""

import re
from dataclasses import dataclass

from pytest_knows.artifact.lenient import number as number_at
from pytest_knows.artifact.lenient import string
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import number
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, decoded

from .listings import SITE

SHOWN = 12_000
"""Characters of a posting that a judge is shown; few have more than 5,000."""
READ = 40_000
"""Characters of its text that are read at all: enough for any flat, and little for what only looks like a posting."""
_LARGEST = 2_000_000
_GONE = re.compile(r"\bthis posting has (?:been (?:deleted|removed|flagged|expired)|expired)\b")
_BEDS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?br(?!\w)")
_BATHS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?ba(?!\w)")
_STUDIO = re.compile(r"(?<!\w)studio(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """What is None or empty the page does not say."""

    title: str
    price: float | None
    beds: float | None
    baths: float | None
    place: str
    attributes: tuple[str, ...]
    """Folded."""
    body: str

    def __repr__(self):
        return f"posting {self.title!r}"

    @property
    def text(self):
        return "\n".join((self.title, *self.attributes, self.body))[:SHOWN]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A posting, or why there is none."""

    posting: Posting | None
    why: str = ""


def look_up(url, pages) -> Answer:
    """What was recorded of a posting; raises `DamagedEvidence` if it cannot be told whether there is one.

    A posting that is gone counts as such only in what the freeze recorded: they live for some weeks.
    """
    page = pages.get(url)
    if page is None or page.unreadable:
        raise DamagedEvidence(f"the posting could not be read: {page or url + ' was not recorded'}")
    posting, text = (None, "") if page.dead else read(page)
    if posting is not None:
        return Answer(posting=posting)
    elsewhere = _no_posting(page.final_url)
    if not (page.dead or elsewhere or _GONE.search(fold(text))):
        raise DamagedEvidence(f"{page} shows no posting and does not say that it is gone")
    if not any(page is recorded for recorded in pages):
        raise DamagedEvidence(f"{page} is gone now; of what it was then nothing was recorded")
    return Answer(posting=None, why=f"{url} leads to {page.final_url}" if elsewhere else f"{page} is gone")


def _no_posting(url):
    """Whether an address is that of the site's front page or of a search."""
    parsed = urls.parse(url)
    return parsed is not None and urls.on_site(url, SITE) and parsed.segments[:1] in ((), ("search",))


def read(page: Page):
    """(the posting, None if the page shows none; the page's text)."""
    from lxml import etree

    source = decoded(page.body, page.content_type)[:_LARGEST].encode("utf-8", "replace")
    root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", no_network=True)) if source.strip() else None
    if root is None:
        return None, ""
    titles = _of_class(root, "postingtitletext")
    return (_posting(root, titles[0], page) if titles else None), page.text


def _posting(root, title, page):
    attributes = tuple(filter(None, (fold(text) for group in _of_class(root, "attrgroup") for text in _lines(group))))
    return Posting(
        title=" ".join(_text(title).split()),
        price=_price(root, page.json_ld),
        beds=0.0 if any(map(_STUDIO.search, attributes)) else _count(_BEDS, attributes),
        baths=_count(_BATHS, attributes),
        place=_place(root, title, page.json_ld),
        attributes=attributes,
        body="\n".join(line.strip() for element in root.xpath("//*[@id='postingbody']") for line in _lines(element))[
            :READ
        ],
    )


def _of_class(element, name):
    return element.xpath(f".//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]")


def _text(element):
    return element.xpath("string()")


def _lines(element):
    """The texts of what stands in the element, each child one; the words of a line are not parted by mark-up."""
    yield from (element.text or "").splitlines()
    for child in element:
        yield from (_text(child) if isinstance(child.tag, str) else "").splitlines()
        yield from (child.tail or "").splitlines()


def _count(pattern, attributes):
    found = next(filter(None, map(pattern.search, attributes)), None)
    return float(found[1]) if found else None


def _price(root, json_ld):
    shown = next(iter(_of_class(root, "price")), None)
    found = number.in_text(_text(shown)) if shown is not None else None
    if found is not None:
        return found.value
    stated = (number_at(entry, *path, default=-1) for entry in json_ld for path in (("offers", "price"), ("price",)))
    return next((price for price in stated if price >= 0), None)


def _place(root, title, json_ld):
    """The address above the map, else what machines are told, else the place behind the title in brackets."""
    shown = [_text(element).strip() for name in ("mapaddress", "street-address") for element in _of_class(root, name)]
    told = (
        ", ".join(filter(None, (string(entry, "address", part) for part in ("streetAddress", "addressLocality"))))
        for entry in json_ld
    )
    # Behind the headline itself, which may have brackets too.
    behind = (re.fullmatch(r"\s*\(([^()]+)\)\s*", _text(child)) for child in title)
    return next(filter(None, (*shown, *told, *(match[1].strip() for match in behind if match))), "")
