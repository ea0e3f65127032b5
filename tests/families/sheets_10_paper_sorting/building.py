"""Libraries of papers as an agent might hand them in, with Drive, the gold data and the arXiv around them.

`full_score` is one that deserves full points; tests change its lines, Drive, pages, gold data or judge. The originals'
titles, numbers and first authors are those of the rubric, everything else is made up.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from familykit.bench import Page
from familykit.pictures import picture
from familykit.sheets import Grid, Requests, cell, table, write

from pytest_knows.checks import arxiv
from pytest_knows.episode.attempt import Target
from pytest_knows.workspace import FileRef, Workspace

POINTS = {1: 231, 2: 153, 3: 153, 4: 167, 5: 173}
COLUMNS = ("title", "authors", "abstract", "arxiv", "drive", "figure", "new")
HEADERS = dict(
    zip(COLUMNS, ("Title", "Authors", "Abstract", "arXiv Link", "Drive Link", "Figure 1", "New Paper"), strict=True)
)
YELLOW, WHITE = {"red": 1.0, "green": 1.0}, {"red": 1.0, "green": 1.0, "blue": 1.0}
BOX = {"condition": {"type": "BOOLEAN"}}
PDF = b"%PDF-1.4\n%%EOF\n"
OUTPUT = "OUTPUT_FOLDER_URL"


@cache
def words(seed: str, count: int) -> str:
    """Words that no other seed has."""
    dice = random.Random(seed)
    made = ("".join(dice.choice("bdfgklmnprst") + dice.choice("aeiou") for _ in range(3)) for _ in range(count))
    return " ".join(made)


def people(seed: str, count: int) -> list[str]:
    return [f"{words(f'{seed}{n}', 1).capitalize()} {words(f'{n}{seed}', 1).capitalize()}" for n in range(count)]


@dataclass
class Paper:
    """A paper as the gold data has it."""

    number: str
    title: str
    authors: list[str]
    abstract: str
    original: bool
    keyword: bool | None = False
    """None: nobody looked."""
    figure: bool = True
    in_gold: bool = True

    def entry(self) -> dict[str, Any]:
        """Its record in the gold data."""
        return {
            "title": self.title,
            "authors": self.authors,
            "abstract": self.abstract,
            "arxiv_id": self.number,
            "figure_1_path": figure_file(self.number) if self.figure else None,
            "has_keyword": bool(self.keyword),
            "keyword_evaluated": self.keyword is not None,
        }

    def feed(self) -> Page:
        """What the arXiv answers about it."""
        names = "".join(f"<author><name>{escape(name)}</name></author>" for name in self.authors)
        text = f"<title>{escape(self.title)}</title><summary> {escape(self.abstract)}\n</summary>"
        return feed(f"<entry><id>http://arxiv.org/abs/{self.number}v1</id>{text}{names}</entry>")


def feed(*entries: str) -> Page:
    body = '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">' + "".join(entries)
    return {"body": body + "</feed>", "content_type": "application/atom+xml"}


def figure_file(number: str) -> str:
    return f"data/gold_figures/{number.replace('/', '_')}.png"


@cache
def figure(number: str, scale: int = 1) -> bytes:
    """Its Figure 1; that of the sheet is larger, so that a judge has to look."""
    return picture(sum(map(ord, number)) * 7919 + int(number[-3:]), (80 * scale, 60 * scale))


@dataclass
class Shelf:
    """The task's folders on Drive; of each paper its PDF and its figure."""

    source: str
    output: str
    folders: dict[str, str]
    """pdfs, figures"""
    pdfs: dict[str, str] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)


@dataclass
class Line:
    """A row of the sheet; `paper` is the one that it means."""

    paper: Paper
    cells: dict[str, Any]
    fill: dict[str, float] = field(default_factory=lambda: WHITE)
    wrap: str = "WRAP"

    def row(self, columns: tuple[str, ...]) -> list[Any]:
        return [self._cell(name) for name in columns]

    def _cell(self, name: str) -> Any:
        look = {"wrapStrategy": self.wrap, "backgroundColor": self.fill}
        found = cell(self.cells.get(name))
        return {**found, "userEnteredFormat": {**look, **found.get("userEnteredFormat", {})}}


@dataclass
class Library:
    """What an agent might hand in, and the world around it."""

    instance: int
    papers: list[Paper]
    lines: list[Line | None]
    """None: an empty row."""
    shelf: Shelf
    visited: list[str] | None
    rules: list[dict[str, Any]]
    pages: dict[str, Page] = field(default_factory=dict)
    columns: tuple[str, ...] = COLUMNS
    headers: dict[str, str] = field(default_factory=lambda: dict(HEADERS))
    above: Grid = field(default_factory=list)
    left: int = 0
    formal: bool = False
    tabs: dict[str, Grid] = field(default_factory=dict)
    """Further ones."""
    first: bool = True
    """The library's tab comes before the others."""
    more: Requests = field(default_factory=list)
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON: for what the API's requests cannot say."""
    gold: Callable[[dict[str, Any], dict[str, Any]], None] | None = None
    """Changes the gold data, of the originals and of the new papers."""

    @property
    def originals(self) -> list[Line]:
        return [line for line in self.lines if line and line.paper.original]

    @property
    def new(self) -> list[Line]:
        return [line for line in self.lines if line and not line.paper.original]

    def line(self, number: str) -> Line:
        return next(line for line in self.lines if line and line.paper.number == number)

    def answer(self, key: str, answer: Any) -> None:
        self.rules.insert(0, {"key": key, "answer": answer})

    def ask(self, *papers: Paper) -> None:
        """The arXiv has answered about these."""
        self.pages |= {arxiv.query(paper.number).address: paper.feed() for paper in papers}

    @property
    def grid(self) -> Grid:
        blank: list[Any] = [None] * self.left
        lines = [line.row(self.columns) if line else [] for line in self.lines]
        return [*self.above, *([*blank, *row] for row in ([self.headers[name] for name in self.columns], *lines))]

    def build(self, workspace: Workspace) -> FileRef:
        own = {"Papers": self.grid}
        tabs = own | self.tabs if self.first else self.tabs | own
        requests = list(self.more)
        if self.formal:
            headers = [self.headers[name] for name in self.columns]
            place = {"row": len(self.above), "column": self.left, "sheet": list(tabs).index("Papers")}
            requests.append({"addTable": {"table": table(headers, len(self.lines), **place)}})
        return write(workspace, tabs, requests)

    def rewrite(self, raw: Any) -> None:
        """The frozen JSON of another library with the cells of this one, as the API gives plain cells and links."""
        raw["sheets"][0]["data"][0]["rowData"] = [
            {"values": [shown(cell(value)) for value in row]} for row in self.grid
        ]

    @property
    def targets(self) -> dict[str, Target]:
        return {OUTPUT: Target(id=self.shelf.output, url="", kind="folder")}

    def write_gold(self, folder: Path) -> Path:
        """A gold archive with the data of this instance."""
        place = folder / "sheets_10_paper_sorting" / f"instance_{self.instance}"
        (place / "data/gold_figures").mkdir(parents=True, exist_ok=True)
        known = [paper for paper in self.papers if paper.in_gold]
        originals = {"papers": [paper.entry() for paper in known if paper.original]}
        new = {"papers": [paper.entry() for paper in known if not paper.original]}
        if self.gold is not None:
            self.gold(originals, new)
        for name, value in (("gold_papers", originals), ("gold_new_papers", new)):
            (place / f"data/{name}.json").write_text(json.dumps(value), encoding="utf-8")
        for paper in known:
            if paper.figure:
                (place / figure_file(paper.number)).write_bytes(figure(paper.number))
        return folder


def papers_of(instance: int, facts: Any) -> list[Paper]:
    """The originals, and of each as many further papers as there should be. Two new ones mention the keyword."""
    found = []
    for place, fact in enumerate(facts.papers):
        others = people(fact.number, 60 if fact.number == "2507.20534" else 4)
        found.append(
            Paper(fact.number, fact.title, [*fact.first_authors, *others], words(fact.number, 60), original=True)
        )
        for number in range(min(3, fact.need)):
            new = f"23{place + 1:02}.{instance}{number}{place:03}"
            authors = [fact.first_authors[0], *people(new, 2)]
            title = words(f"title {new}", 7).title()
            found.append(Paper(new, title, authors, words(new, 60), original=False, keyword=place == 0 and number < 2))
    return found


def drive_url(id_: str) -> str:
    return f"https://drive.google.com/file/d/{id_}/view"


def image(id_: str) -> str:
    return f'=IMAGE("https://drive.google.com/uc?id={id_}")'


def boxed(value: bool) -> dict[str, Any]:
    return {"userEnteredValue": {"boolValue": value}, "dataValidation": BOX}


def link(url: str, text: str = "link") -> str:
    return f'=HYPERLINK("{url}", "{text}")'


def shown(data: dict[str, Any]) -> dict[str, Any]:
    """CellData with what the API adds."""
    entered, found = data.get("userEnteredValue", {}), dict(data)
    if "userEnteredFormat" in data:
        found["effectiveFormat"] = data["userEnteredFormat"]
    formula = entered.get("formulaValue", "")
    if formula.startswith("=HYPERLINK"):
        _, address, _, text, _ = formula.split('"')
        entered, found["hyperlink"] = {"stringValue": text}, address
    if entered and "formulaValue" not in entered:
        found["effectiveValue"] = entered
        found["formattedValue"] = (
            str(next(iter(entered.values()))).upper() if "boolValue" in entered else entered["stringValue"]
        )
    return found


def line_of(paper: Paper, shelf: Shelf) -> Line:
    cells = {
        "title": paper.title,
        "authors": ", ".join(paper.authors),
        "abstract": paper.abstract,
        "arxiv": f"https://arxiv.org/abs/{paper.number}",
        "drive": drive_url(shelf.pdfs[paper.number]),
        "figure": image(shelf.figures[paper.number]),
        "new": boxed(not paper.original),
    }
    return Line(paper, cells, YELLOW if paper.keyword else WHITE)


def full_score(instance: int, facts: Any, shelf: Shelf) -> Library:
    """The papers that mention the keyword first, in yellow."""
    papers = papers_of(instance, facts)
    lines = [line_of(paper, shelf) for paper in sorted(papers, key=lambda paper: not paper.keyword)]
    visited = [f"https://arxiv.org/abs/{paper.number}" for paper in papers]
    return Library(instance, papers, list(lines), shelf, visited, [{"key": "figure", "answer": True}])


# -- Drive -------------------------------------------------------------------------------------------------------------


def uploaded(workspace: Workspace, name: str, data: bytes, mime: str, parent: str | None = None) -> str:
    from googleapiclient.http import MediaIoBaseUpload

    media = MediaIoBaseUpload(io.BytesIO(data), mime)
    body = {"name": name, **({"parents": [parent]} if parent else {})}
    return workspace.clients.drive.files().create(body=body, media_body=media, fields="id").execute()["id"]


def make_shelf(workspace: Workspace, instance: int, facts: Any) -> Shelf:
    """The originals' PDFs lie in the folder that the task names, the rest in the output folder."""
    source = workspace.seed(id_=facts.source_folder, name="papers", mime="application/vnd.google-apps.folder")
    output = workspace.create_folder("output").id
    folders = {name: workspace.create_folder(name, parent=output).id for name in ("pdfs", "figures")}
    shelf = Shelf(source, output, folders)
    for paper in papers_of(instance, facts):
        where = source if paper.original else folders["pdfs"]
        shelf.pdfs[paper.number] = uploaded(workspace, f"{paper.number}.pdf", PDF, "application/pdf", where)
        png = figure(paper.number, 2)
        shelf.figures[paper.number] = uploaded(workspace, f"{paper.number}.png", png, "image/png", folders["figures"])
    return shelf
