"""What Semantic Scholar, arXiv, Crossref and the article's own page say of a paper, as they answered at the freeze."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import unescape
from typing import Any, NoReturn
from urllib.parse import quote

from pytest_knows.artifact.lenient import at, entries, string, table
from pytest_knows.checks import arxiv
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.text import ratio
from pytest_knows.checks.values.title import title
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.request import Key as WebKey
from pytest_knows.evidence.request import Request, Wanted, address_of
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .keys import ARXIV, CHEMRXIV, SCHOLAR, Key

ARXIV_API, CROSSREF, PUBMED, PAGE = "the arXiv API", "Crossref", "PubMed", "the article's page"

_GRAPH = "https://api.semanticscholar.org/graph/v1/paper"
_FIELDS = "fields=title,abstract,citationCount,publicationDate,year"
_SCHOLAR_KEY = WebKey(variable="SEMANTIC_SCHOLAR_API_KEY", header="x-api-key")
_ESEARCH = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term="
_SCHOLAR_GAP, _NCBI_GAP = 1.0, 0.4
"""Seconds between calls that these services ask for."""
_UNKNOWN = (400, 404)
"""Statuses of a paper that a service does not have; of an id that cannot be one."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a source is asked about a paper, and how its answer is read."""

    source: str
    wanted: Wanted
    read: Callable[[Page], Record | None]

    def answer(self, pages: Pages) -> Record | None:
        """The source's record, None if it says that it has none; raises `DamagedEvidence` if that is not known."""
        page = pages.get(address_of(self.wanted))
        if page is None:
            raise DamagedEvidence(f"no answer of {self.source} was recorded")
        # That a service's host cannot be found says nothing of the paper, as it would of an article's page.
        if page.dead if self.source == PAGE else page.status in _UNKNOWN:
            return None
        if not page.readable:
            raise DamagedEvidence(f"{self.source} did not answer: {page!r}")
        return self.read(page)


def queries(papers: Mapping[Key, str], *, pubmed: bool) -> dict[Key, list[Query]]:
    """What is asked about each paper. A key's text is the title by which ChemRxiv's numbers are looked up."""
    numbered = [key for key in papers if key.kind != CHEMRXIV]
    ids = [f"{key.kind.upper()}:{key.name}" for key in numbered]
    batch = Request(f"{_GRAPH}/batch?{_FIELDS}", body={"ids": ids}, key=_SCHOLAR_KEY, gap=_SCHOLAR_GAP)
    found = {key: [_search(title)] if title else [] for key, title in papers.items()}
    for place, key in enumerate(numbered):
        scholar = Query(source=SCHOLAR, wanted=batch, read=partial(_of_batch, place))
        found[key] = [scholar, *(_of_arxiv(key.name) if key.kind == ARXIV else _of_doi(key.name, pubmed))]
    return found


def page_query(url: str) -> Query:
    """The article's own page."""
    return Query(source=PAGE, wanted=url, read=_page)


def _search(wanted: str) -> Query:
    url = f"{_GRAPH}/search?query={quote(wanted, safe='')}&limit=3&{_FIELDS}"
    return Query(
        source=SCHOLAR,
        wanted=Request(url, key=_SCHOLAR_KEY, gap=_SCHOLAR_GAP),
        read=partial(_of_search, wanted),
    )


def _of_arxiv(number: str) -> Iterator[Query]:
    yield Query(source=ARXIV_API, wanted=arxiv.query(number), read=_arxiv)


def _of_doi(doi: str, pubmed: bool) -> Iterator[Query]:
    yield Query(source=CROSSREF, wanted=Request(f"https://api.crossref.org/works/{quote(doi)}"), read=_crossref)
    if pubmed:
        url = _ESEARCH + quote(f"{doi}[doi]", safe="")
        yield Query(source=PUBMED, wanted=Request(url, gap=_NCBI_GAP), read=_pubmed)


def _json(page: Page) -> Any:
    try:
        return json.loads(page.body)
    except (ValueError, RecursionError) as error:
        raise DamagedEvidence(f"the answer of {page.url} is no JSON") from error


def _of_batch(place: int, page: Page) -> Record | None:
    """The batch's answers stand in the order of the ids."""
    found = _json(page)
    if not isinstance(found, list) or len(found) <= place:
        raise DamagedEvidence(f"the answer of {page.url} is no list of papers")
    return None if found[place] is None else _paper(found[place], page)


def _of_search(wanted: str, page: Page) -> Record | None:
    """The first hit that has the title."""
    found = _json(page)
    if at(found, "total") is None:
        raise DamagedEvidence(f"the answer of {page.url} is no list of hits")
    name = title(wanted).words
    hits = (hit for hit in entries(found, "data") if ratio(title(string(hit, "title")).words, name) >= SAME_TITLE)
    return next((_paper(hit, page) for hit in hits), None)


def _paper(found: object, page: Page) -> Record:
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


def _arxiv(page: Page) -> Record | None:
    found = arxiv.read(page)
    if found is None:
        return None
    return Record(
        title=found.title,
        abstract=found.abstract,
        dates=(found.published,) if found.published else (),
        categories=found.categories,
    )


def _crossref(page: Page) -> Record | None:
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


def _pubmed(page: Page) -> Record | None:
    """An empty record if it has the paper: of use is only that it has."""
    found = string(_json(page), "esearchresult", "count")
    if not found.isdecimal():
        raise DamagedEvidence(f"the answer of {page.url} has no count")
    return Record() if int(found) else None


def _page(page: Page) -> Record | None:
    """By its `<meta>` elements."""
    meta = page.meta
    described = (_plain(meta.get(name, "")) for name in ("citation_abstract", "dc.description", "description"))
    dates = (meta.get(name, "") for name in ("citation_date", "citation_online_date", "citation_publication_date"))
    return Record(
        title=next((meta[name] for name in ("citation_title", "dc.title") if meta.get(name)), ""),
        abstract=next((text for text in described if len(text.split()) >= SHORT), ""),
        dates=tuple(date.replace("/", "-") for date in dates if date),
    )


class Known:
    """The sources' answers about one paper; the article's own page is read for what the others do not give."""

    def __init__(self, answers: Answers, pages: Callable[[], Answers] = list) -> None:
        """`pages` reads the article's page, or one of each key."""
        self._answers = answers
        self._read_pages = pages

    def __repr__(self) -> str:
        return f"Known({', '.join(source for source, _ in self._answers)})"

    @cached_property
    def _page(self) -> Answers:
        return self._read_pages()

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
