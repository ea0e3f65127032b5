"""What Semantic Scholar, arXiv, Crossref and the article's own page say of a paper, as they answered at the freeze."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any, NoReturn
from urllib.parse import quote
from xml.etree import ElementTree

from pytest_knows.artifact.lenient import at, entries, string, table
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.text import ratio
from pytest_knows.checks.values.title import title
from pytest_knows.errors import DamagedEvidence
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .keys import ARXIV, DOI, SCHOLAR, Key

ARXIV_API, CROSSREF, PUBMED, PAGE = "the arXiv API", "Crossref", "PubMed", "the article's page"

_GRAPH = "https://api.semanticscholar.org/graph/v1/paper"
_FIELDS = "fields=title,abstract,citationCount,publicationDate,year,externalIds"
_ESEARCH = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term="
_ATOM = "{http://www.w3.org/2005/Atom}"

SAME_TITLE = 85
"""Likeness, 0 to 100, of a search hit's title to the one that was searched for."""
SHORT = 40
"""Words; a page's description that is shorter is no abstract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What one source says of a paper; `dates` are ISO dates, perhaps without day or month."""

    number: str = ""
    """Of the paper at Semantic Scholar."""
    title: str = ""
    abstract: str = ""
    dates: tuple[str, ...] = ()
    citations: int | None = None
    categories: tuple[str, ...] = ()


Answers = Sequence[tuple[str, Attempt[Record | None]]]
"""(source, what it answered)"""


def queries(key: Key, searched: str, *, pubmed: bool) -> dict[str, str]:
    """Source -> the address of its answer. `searched` is the title by which ChemRxiv's numbers are looked up."""
    if key.kind == ARXIV:
        asked = {SCHOLAR: f"{_GRAPH}/ARXIV:{key.name}?{_FIELDS}"}
        # Every id by itself: one that arXiv does not know spoils the answer for all.
        return asked | {ARXIV_API: f"https://export.arxiv.org/api/query?id_list={key.name}"}
    if key.kind == DOI:
        doi = quote(key.name)
        asked = {SCHOLAR: f"{_GRAPH}/DOI:{doi}?{_FIELDS}", CROSSREF: f"https://api.crossref.org/works/{doi}"}
        return asked | ({PUBMED: f"{_ESEARCH}{quote(f'{key.name}[doi]', safe='')}"} if pubmed else {})
    return {SCHOLAR: f"{_GRAPH}/search?query={quote(searched, safe='')}&limit=3&{_FIELDS}"} if searched else {}


def answer(source: str, url: str, pages: Any, searched: str) -> Record | None:
    """The source's record, None if it says that it has none; raises `DamagedEvidence` if its answer is not known."""
    page = pages.get(url)
    if page is None:
        raise DamagedEvidence(f"no answer of {source} was recorded for {url}")
    if page.dead:
        return None
    if not page.readable:
        raise DamagedEvidence(f"{source} did not answer: {page!r}")
    return _READERS[source](page, searched)


def _json(page: Any) -> Any:
    try:
        return json.loads(page.body)
    except (ValueError, RecursionError) as error:
        raise DamagedEvidence(f"the answer of {page.url} is no JSON") from error


def _scholar(page: Any, searched: str) -> Record | None:
    """A paper, or the first hit of a search that has the title."""
    found = _json(page)
    if at(found, "data") is not None or at(found, "total") is not None:
        hits = entries(found, "data")
        wanted = title(searched).words
        found = next((hit for hit in hits if ratio(title(string(hit, "title")).words, wanted) >= SAME_TITLE), None)
    if found is None:
        return None
    if not {"paperId", "title"} & table(found).keys():
        raise DamagedEvidence(f"the answer of {page.url} is no paper")
    count, year = at(found, "citationCount"), at(found, "year")
    date = string(found, "publicationDate") or (str(year) if isinstance(year, int) else "")
    return Record(
        number=string(found, "paperId"),
        title=string(found, "title"),
        abstract=string(found, "abstract"),
        dates=(date,) if date else (),
        citations=count if isinstance(count, int) and not isinstance(count, bool) else None,
    )


def _arxiv(page: Any, _: str) -> Record | None:
    try:
        feed = ElementTree.fromstring(page.body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise DamagedEvidence(f"the answer of {page.url} is no Atom feed") from error
    for entry in feed.iter(f"{_ATOM}entry"):
        said = {name: (entry.findtext(_ATOM + name) or "").strip() for name in ("id", "title", "summary", "published")}
        if "/abs/" in said["id"]:
            return Record(
                title=" ".join(said["title"].split()),
                abstract=said["summary"],
                dates=(said["published"][:10],) if said["published"] else (),
                categories=tuple(category.get("term", "") for category in entry.iter(f"{_ATOM}category")),
            )
    return None


def _crossref(page: Any, _: str) -> Record | None:
    work = table(_json(page), "message")
    titles = at(work, "title")
    named = titles[0] if isinstance(titles, list) and titles and isinstance(titles[0], str) else ""
    return Record(title=_plain(named), abstract=_plain(string(work, "abstract")), dates=tuple(_dates(work)))


def _dates(work: Any) -> Iterator[str]:
    for name in ("posted", "published-online", "published", "published-print"):
        parts = at(work, name, "date-parts")
        numbers = parts[0] if isinstance(parts, list) and parts else None
        if isinstance(numbers, list) and numbers and all(isinstance(number, int) for number in numbers):
            yield "-".join(f"{number:02d}" for number in numbers[:3])


def _plain(markup: str) -> str:
    """The text without tags, and without the heading of an abstract in JATS."""
    text = re.sub(r"<jats:title>.*?</jats:title>|</?(?:jats:)?(?:p|sec|br)\b[^<>]*>", " ", markup)
    return " ".join(unescape(re.sub(r"</?[a-zA-Z][^<>]*>", "", text)).split())


def _pubmed(page: Any, _: str) -> Record | None:
    """An empty record if it has the paper: of use is only that it has."""
    found = string(_json(page), "esearchresult", "count")
    if not found.isdecimal():
        raise DamagedEvidence(f"the answer of {page.url} has no count")
    return Record() if int(found) else None


def _page(page: Any, _: str) -> Record | None:
    """By its `<meta>` elements."""
    meta = page.meta
    described = (_plain(meta.get(name, "")) for name in ("citation_abstract", "dc.description", "description"))
    dates = (meta.get(name, "") for name in ("citation_date", "citation_online_date", "citation_publication_date"))
    return Record(
        title=next((meta[name] for name in ("citation_title", "dc.title") if meta.get(name)), ""),
        abstract=next((text for text in described if len(text.split()) >= SHORT), ""),
        dates=tuple(date.replace("/", "-") for date in dates if date),
    )


_READERS: dict[str, Callable[[Any, str], Record | None]] = {
    SCHOLAR: _scholar,
    ARXIV_API: _arxiv,
    CROSSREF: _crossref,
    PUBMED: _pubmed,
    PAGE: _page,
}


class Known:
    """The sources' answers about one paper; the article's own page is read for what the others do not give."""

    def __init__(self, answers: Answers, pages: Sequence[Callable[[], Record | None]]) -> None:
        self._answers = answers
        self._pages = pages

    def __repr__(self) -> str:
        return f"Known({', '.join(source for source, _ in self._answers)})"

    @cached_property
    def _page(self) -> Answers:
        return [(PAGE, Attempt(read)) for read in self._pages]

    def records(self, *sources: str) -> list[Record]:
        """Those of the named sources (of all, if none is named) that have the paper."""
        return [found.known for source, found in self._answers if found.known and source in (sources or (source,))]

    def values(self, name: str) -> tuple[Any, ...]:
        """The different titles, abstracts or dates that sources give; the article's page if no other gives any."""
        given = dict.fromkeys(getattr(record, name) for record in self.records())
        if not any(given):
            given = dict.fromkeys(getattr(found.known, name) for _, found in self._page if found.known)
        return tuple(value for value in given if value)

    def need(self, name: str) -> tuple[Any, ...]:
        """As `values`. Without one: fails if there is no such paper, else raises `DamagedEvidence`."""
        return self.values(name) or self.lacking(name)

    def lacking(self, what: str) -> NoReturn:
        """No paper has this link (the agent's fault), or a source that may know more did not answer (the world's)."""
        everything = [*self._answers, *self._page]
        registries = [found for source, found in everything if source in (ARXIV_API, CROSSREF)]
        said_no = not any(found.open for found in registries or [found for _, found in everything])
        if said_no and not any(found.known for _, found in everything):
            fail("there is no paper with this link", Mechanism.DETERMINISTIC)
        undecided = first_open(found.open for _, found in everything)
        raise undecided.with_traceback(None) if undecided else DamagedEvidence(f"no source gives the paper's {what}")

    def citations(self) -> int | None:
        """By Semantic Scholar; None if that does not have the paper. Raises `DamagedEvidence` if it is not known."""
        counts = [record.citations for record in self.records(SCHOLAR) if record.citations is not None]
        if counts:
            return max(counts)
        for wanted in (SCHOLAR, PUBMED):
            found = [found for source, found in self._answers if source == wanted]
            undecided = first_open(attempt.open for attempt in found)
            if undecided or any(attempt.known for attempt in found):
                raise undecided or DamagedEvidence(f"{wanted} has the paper, but gives no number of citations")
        return None
