"""Reports on five papers that do not exist, and what the sources would answer about them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import escape

from familykit import Bench, Results, failed, missing_dependency
from familykit.bench import Page, record
from familykit.docs import Block, Text, write

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.request import Request, Wanted, address_of, url_of
from pytest_knows.grading import Grader
from pytest_knows.grading.named import named
from pytest_knows.workspace import FileRef

Json = dict[str, Any]
Lost = dict[str, tuple[str, str, float]]

DET, FUZZY, STRUCT, WEB, LLM = "deterministic", "fuzzy_match", "structural", "web_visit", "llm_vlm_judgement"
KINDS = ("citations", "recency", "abstract", "title", "link", "structure", "relevance")
SLOTS = (1, 2, 3, 4, 5)

SUBJECTS = ("Adapter Tuning", "Low-Rank Updates", "Prompt Vectors", "Sparse Masks", "Layer Freezing")
NAMES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
MINIMUM = {1: 50, 2: 100, 3: 20, 4: 50, 5: 25}
"""Citations."""
RECENT, OLD = "2025-03-14", "2020-03-14"
HEX = "65f0a1b2c3d4e5f60718293a"

GRAPH = "https://api.semanticscholar.org/graph/v1/paper"
FIELDS = "fields=title,abstract,citationCount,publicationDate,year"
SCHOLAR, ARXIV, CROSSREF = "api.semanticscholar.org", "export.arxiv.org", "api.crossref.org"
YES = ({"key": "relevance", "answer": True},)


def abstract(slot: int, words: int = 120) -> str:
    """Words that no other slot's abstract has, in sentences."""
    dice = random.Random(slot)
    made = ["bdfgk"[slot - 1] + "".join(dice.choice("lmnrst") + dice.choice("aeiou") for _ in range(3)) + "s"[: n % 2]
            for n in range(words)]  # fmt: skip
    sentences = [" ".join(made[start : start + 12]).capitalize() for start in range(0, words, 12)]
    return ". ".join(sentences) + "."


def as_json(value: Any) -> Page:
    return {"body": json.dumps(value), "content_type": "application/json"}


def feed(*entries: str) -> Page:
    body = '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">' + "".join(entries)
    return {"body": body + "</feed>", "content_type": "application/atom+xml"}


@dataclass
class Source:
    """A paper as the sources know it."""

    slot: int
    link: str
    """As the document has it."""
    number: str
    """Of the arXiv; or a DOI; or ChemRxiv's number."""
    kind: str
    citations: int | None = 150
    title: str = ""
    abstract: str = ""
    date: str | None = RECENT
    """At Semantic Scholar."""
    first: str | None = RECENT
    """Version 1, or `posted`."""
    in_scholar: bool = True
    registry: Page | None = None
    """What the arXiv API or Crossref answers instead."""
    categories: tuple[str, ...] = ("cs.CL",)
    pubmed: int = 0
    """Hits."""
    page: Page | None = None
    """The article's own."""
    more: Json = field(default_factory=dict)
    """Over what Semantic Scholar answers."""

    def __post_init__(self) -> None:
        self.title = self.title or f"Paper {NAMES[self.slot - 1]} on {SUBJECTS[self.slot - 1]}"
        self.abstract = self.abstract or abstract(self.slot)

    def paper(self) -> Json | None:
        """At Semantic Scholar."""
        ids = {"ArXiv": self.number} if self.kind == "arxiv" else {"DOI": "10.1234/a-journal"}
        found = {
            "paperId": f"{self.slot:040x}", "title": self.title, "abstract": self.abstract, "externalIds": ids,
            "citationCount": self.citations, "publicationDate": self.date, "year": 2025, **self.more,
        }  # fmt: skip
        return found if self.in_scholar else None

    def entry(self) -> str:
        """At the arXiv."""
        terms = "".join(f'<category term="{term}"/>' for term in self.categories)
        published = f"<published>{self.first}T17:00:00Z</published>" if self.first else ""
        return (
            f"<entry><id>http://arxiv.org/abs/{self.number}v2</id>{published}<title>{escape(self.title)}</title>"
            f"<summary>  {escape(self.abstract)}\n</summary>{terms}</entry>"
        )

    def work(self) -> Json:
        """At Crossref."""
        posted = [int(part) for part in self.first.split("-")] if self.first else None
        dates = {"posted": {"date-parts": [posted]}} if posted else {}
        text = f"<jats:title>Abstract</jats:title><jats:p>{self.abstract}</jats:p>"
        return {"status": "ok", "message": {"title": [self.title], "abstract": text, **dates}}


def _arxiv(slot: int, *categories: str) -> Source:
    number = f"2501.0000{slot}"
    return Source(slot, f"https://arxiv.org/abs/{number}", number, "arxiv", categories=categories)


def _biorxiv(slot: int) -> Source:
    doi = f"10.1101/2024.01.01.00000{slot}"
    return Source(slot, f"https://www.biorxiv.org/content/{doi}v1", doi, "doi")


def _nature(slot: int) -> Source:
    name = f"s41586-024-0000{slot}-x"
    return Source(slot, f"https://www.nature.com/articles/{name}", f"10.1038/{name}", "doi")


def sources(instance: int) -> list[Source]:
    if instance == 4:
        return [*map(_biorxiv, (1, 2, 3)), *map(_nature, (4, 5))]
    if instance == 5:
        doi = "10.26434/chemrxiv-2025-abcde"
        return [
            *(_arxiv(slot, "cond-mat.mtrl-sci", "physics.chem-ph") for slot in (1, 2, 3)),
            Source(4, f"https://doi.org/{doi}-v2", doi, "doi"),
            Source(5, f"https://chemrxiv.org/engage/chemrxiv/article-details/{HEX}", HEX, "chemrxiv"),
        ]
    return [_arxiv(slot, "cs.CL") for slot in SLOTS]


@dataclass
class Report:
    """A document and its episode; a test changes what it likes."""

    instance: int
    sources: list[Source]
    blocks: list[Block] = field(default_factory=list)
    visited: list[str] | None = None
    pages: dict[str, Page] = field(default_factory=dict)
    services: dict[str, Page | None] = field(default_factory=dict)
    """Host -> what it answers to everything; None: it was not asked."""
    rules: Any = YES
    edit: Callable[[Any], Any] | None = None
    """Of the frozen JSON."""

    def source(self, slot: int) -> Source:
        return self.sources[slot - 1]

    def recorded(self, wanted: Iterable[Wanted]) -> dict[str, Page]:
        """What is recorded if the freeze asks for this."""
        found = {source.link: source.page for source in self.sources if source.page is not None} | self.pages
        for one in wanted:
            host = urlsplit(url_of(one)).netloc
            page = self.services[host] if host in self.services else self._answer(host, one)
            if page is not None:
                found[address_of(one)] = page
        return found

    def _answer(self, host: str, wanted: Wanted) -> Page:
        assert isinstance(wanted, Request)
        url = unquote(wanted.url)
        if host == SCHOLAR:
            return self._of_scholar(url, wanted.body)
        source = next((source for source in self.sources if source.number in url), None)
        if host == "eutils.ncbi.nlm.nih.gov":
            return as_json({"esearchresult": {"count": str(source.pubmed if source else 0)}})
        if source is not None and source.registry is not None:
            return source.registry
        if host == ARXIV:
            return feed(source.entry()) if source else feed()
        return as_json(source.work()) if source else 404

    def _of_scholar(self, url: str, body: Any) -> Page:
        if body is None:
            found = [source.paper() for source in self.sources if source.in_scholar and f"query={source.title}&" in url]
            return as_json({"total": len(found), "offset": 0, **({"data": found} if found else {})})
        ids = {f"{'ARXIV' if source.kind == 'arxiv' else 'DOI'}:{source.number}": source for source in self.sources}
        return as_json([ids[name].paper() if name in ids else None for name in body["ids"]])

    def rewrite(self, slot: int, *texts: str | Block) -> None:
        """Put other blocks in the place of a paper's three."""
        own = [text if not isinstance(text, str) else Text(text) for text in texts]
        first = 3 * (slot - 1)
        self.blocks[first : first + 3] = [*own, *[Text("")] * (3 - len(own))] if len(own) < 3 else own


def entry(source: Source) -> list[Block]:
    return [Text(source.title), Text(source.link), Text(source.abstract)]


def report(instance: int = 2) -> Report:
    """Full score: per paper a paragraph with the title, one with the link, one with the abstract."""
    found = sources(instance)
    blocks = [block for source in found for block in entry(source)]
    return Report(instance, found, blocks, [source.link for source in found])


@dataclass
class Lab:
    """Builds, freezes and grades reports."""

    bench: Bench

    def build(self, made: Report) -> FileRef:
        return write(self.bench.workspace, made.blocks)

    def freeze(self, made: Report, file: FileRef | None = None, **more: Any) -> Snapshot:
        """What the family asks for is answered by the report's sources."""

        def research(draft: Snapshot) -> Json:
            # Before the family is asked, which names what the document links.
            if made.edit is not None:
                raw = draft.json("artifact/file.json")
                changed = made.edit(raw)
                text = json.dumps(raw if changed is None else changed)
                (draft.root / "artifact/file.json").write_text(text)
            record(draft.root, made.recorded(self.wanted(draft, made.instance)))
            return {}

        return self.bench.freeze(
            file or self.build(made), made.instance, visited=made.visited, research=research, **more
        )

    def wanted(self, snapshot: Snapshot, instance: int) -> list[Wanted]:
        rubric = self.bench.rubric
        return named(Grader(rubric, rubric.tasks[instance - 1], snapshot))[0]

    def grade(self, made: Report, snapshot: Snapshot | None = None) -> Results:
        return self.bench.grade(snapshot or self.freeze(made), judge=made.rules)

    def lost(self, made: Report) -> Lost:
        """What is not full score."""
        return self.grade(made).differing()


def slot_lost(slot: int) -> Lost:
    """An empty slot: its seven steps."""
    return missing_dependency(*(f"{kind}_{slot}" for kind in KINDS))


def all_of(*kinds: str, slots: tuple[int, ...] = SLOTS) -> list[str]:
    return [f"{kind}_{slot}" for slot in slots for kind in kinds]


NOTHING = failed(WEB, "links_match_visits") | {step: brief for slot in SLOTS for step, brief in slot_lost(slot).items()}
"""A document without papers, if five were visited."""
