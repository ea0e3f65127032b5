"""What is known of the papers: the gold data's records, and the arXiv's where those lack something."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pytest_knows.artifact.lenient import boolean, entries, string
from pytest_knows.checks import arxiv
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import exact_part, fold, says_otherwise
from pytest_knows.checks.values.title import without_tex
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import Pages

ORIGINALS, NEW = "data/gold_papers.json", "data/gold_new_papers.json"
SAME_TITLE, SAME_ABSTRACT = 85, 80
"""Likeness, 0 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """`authors_complete`: all of them are known; `figure` is a gold file, "" for none; `keyword` says whether the
    related work mentions the keyword, None if nobody looked."""

    number: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    figure: str = ""
    keyword: bool | None = None
    authors_complete: bool = True

    def __repr__(self) -> str:
        return f"{self.number or 'a paper'} {self.title[:40]!r}"


def likeness(a: str, b: str) -> float:
    """The token-sort ratio of two texts, 0 to 100; LaTeX mark-up and hyphens do not matter."""
    return _ratio(_plain(a), _plain(b))


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(fold(without_tex(text)).replace("-", " ").split())


def _ratio(a: str, b: str) -> float:
    from rapidfuzz import fuzz

    return float(fuzz.token_sort_ratio(a, b)) if a and b else 0.0


def title_off(text: str, title: str) -> str:
    """Why the text is not nearly the title, "" if it is. Another year, or "slow" for "rapid", hardly shows."""
    score, own, wanted = likeness(text, title), _plain(text), _plain(title)
    if score < SAME_TITLE:
        return f"is only {score:.0f} % like the title"
    numbers = set(exact_part(wanted)[0]) - set(exact_part(own)[0])
    if numbers:
        return f"lacks {min(numbers)} of the title"
    return "has another word than the title" if says_otherwise(_ascii(own), _ascii(wanted)) else ""


def _ascii(plain: str) -> str:
    """Without the words that people may spell otherwise: "Lévy", "ΛCDM"."""
    return " ".join(word for word in plain.split() if word.isascii())


class Library:
    """The papers of a gold file."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = papers
        self._titles = [_plain(paper.title) for paper in papers]
        self._by_number: dict[str, list[Paper]] = {}
        for paper in papers:
            self._by_number.setdefault(arxiv.bare(paper.number), []).append(paper)

    def __repr__(self) -> str:
        return f"Library({len(self._papers)} papers)"

    def by_number(self, number: str) -> Paper | None:
        found = self._by_number.get(arxiv.bare(number), ()) if number else ()
        return next((paper for paper in found if arxiv.same(paper.number, number)), None)

    def find(self, number: str, title: str) -> Paper | None:
        return self.by_number(number) or self.by_title(title)

    def keyword(self, number: str, title: str = "") -> bool | None:
        """Whether the paper mentions the keyword; None if nobody has looked."""
        paper = self.find(number, title) if title else self.by_number(number)
        return paper.keyword if paper else None

    def lacks_abstract(self, number: str) -> bool:
        paper = self.by_number(number)
        return paper is None or not paper.abstract

    def by_title(self, title: str) -> Paper | None:
        """The one with the likeliest title."""
        wanted = _plain(title)
        likely = [(_ratio(plain, wanted), -place) for place, plain in enumerate(self._titles)]
        score, place = max(likely, default=(0, 0))
        return self._papers[-place] if score >= SAME_TITLE else None


def lacking(papers: Iterable[Any], library: Library | None) -> list[str]:
    """The numbers of those of which the library, if there is one, has no whole record."""
    numbers = (paper.number for paper in papers)
    return [number for number in numbers if number and (library is None or library.lacks_abstract(number))]


def read_library(gold: Any, name: str) -> Library:
    """Raises `DamagedEvidence` if the file is missing or no list of papers."""
    try:
        raw = json.loads(gold.text(name))
    except (ValueError, RecursionError) as error:
        raise DamagedEvidence(f"the gold file {name} is no JSON: {error}") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("papers"), list):
        raise DamagedEvidence(f"the gold file {name} has no list of papers")
    return Library([_paper(entry) for entry in entries(raw, "papers")])


def _paper(entry: Any) -> Paper:
    listed = entry.get("authors")
    keyword = boolean(entry, "has_keyword")
    if keyword is None:
        keyword = boolean(entry, "has_chain_of_thought")
    return Paper(
        number=arxiv.number(string(entry, "arxiv_id")) or string(entry, "arxiv_id"),
        title=" ".join(string(entry, "title").split()),
        authors=tuple(name for name in listed if isinstance(name, str)) if isinstance(listed, list) else (),
        abstract=string(entry, "abstract").strip(),
        figure=string(entry, "figure_1_path"),
        keyword=None if boolean(entry, "keyword_evaluated") is False else keyword,
    )


def known_original(fact: Any, library: Library, pages: Pages) -> Paper:
    """What the row of an original should say; raises `DamagedEvidence` if the gold data lacks it."""
    paper = library.find(fact.number, fact.title)
    if paper is None:
        raise DamagedEvidence(f"the gold data has no {fact.number}")
    return _repaired(paper, fact.number, pages)


def known_new(number: str, title: str, library: Library, pages: Pages, of_them: Callable[[Any], bool]) -> Paper | None:
    """The paper that a row means by its number, else by its title; None if it is none.

    `of_them` says whether names are those of a paper that was asked for. Raises `DamagedEvidence` if neither the gold
    data nor the arXiv have told.
    """
    found = library.by_number(number)
    if found is not None:
        return _repaired(found, number, pages)
    entry = arxiv.answer(pages, number) if number else None
    if entry is not None and of_them(entry.authors):
        return Paper(number=number, title=entry.title, authors=entry.authors, abstract=entry.abstract)
    return library.by_title(title)


def _repaired(paper: Paper, number: str, pages: Pages) -> Paper:
    """A gold record without abstract lacks authors, too: both as the arXiv has them, or else as far as they go."""
    if paper.abstract:
        return paper
    entry = Attempt(lambda: arxiv.answer(pages, number)).known
    if entry is None:
        return replace(paper, authors_complete=False)
    return replace(paper, authors=entry.authors or paper.authors, abstract=entry.abstract)
