"""What the cells of a paper's row should say."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks import arxiv
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.scoring import Mechanism

from .authors import Authors
from .papers import SAME_ABSTRACT, Paper, likeness, title_off
from .rows import Checkboxes

K = TypeVar("K", bound=Hashable)

Check = Callable[[Cell, Any, Mapping[str, str]], None]
"""Compares a cell with a paper by an assert; the mapping has second spellings of names."""


def _title(cell: Cell, paper: Any, _: Mapping[str, str]) -> None:
    off = title_off(cell.text, paper.title)
    assert not off, f"{cell.text[:60]!r} {off}"


def _authors(cell: Cell, paper: Any, aliases: Mapping[str, str]) -> None:
    off = Authors.in_cell(cell.text, aliases).off(paper.authors, complete=paper.authors_complete)
    assert not off, off


def _abstract(cell: Cell, paper: Any, _: Mapping[str, str]) -> None:
    score = likeness(cell.text, paper.abstract)
    assert score >= SAME_ABSTRACT, f"the text is only {score:.0f} % like the abstract"


def _arxiv(cell: Cell, paper: Any, _: Mapping[str, str]) -> None:
    number = arxiv.number_of(first_link(cell))
    assert arxiv.same(number, paper.number), f"the link leads to {number or 'no paper of the arXiv'}"


CHECKS: dict[str, tuple[Check, Mechanism]] = {
    "title": (_title, Mechanism.FUZZY_MATCH),
    "authors": (_authors, Mechanism.DETERMINISTIC),
    "abstract": (_abstract, Mechanism.FUZZY_MATCH),
    "arxiv": (_arxiv, Mechanism.DETERMINISTIC),
}


def gradable(name: str, papers: Mapping[K, Attempt[Paper | None]]) -> list[K]:
    """The papers of which it is known, or may become known, what the cell should say; `DamagedEvidence` for none."""
    found = [key for key, paper in papers.items() if not paper.known or name != "abstract" or paper.known.abstract]
    if not found:
        raise DamagedEvidence(f"neither the gold data nor the arXiv give any {name}")
    return found


def check_box(cell: Cell, boxes: Checkboxes, *, wanted: bool) -> None:
    """Fails by an assert."""
    found = boxes.on(cell)
    assert found is wanted, f"{cell!r} is {'neither on nor off' if found is None else 'on' if found else 'off'}"


def check_visit(number: str, visited: set[str]) -> None:
    """Fails by an assert."""
    assert any(arxiv.same(number, seen) for seen in visited), f"no page of {number or 'the paper'} was visited"
