"""A cookbook as one flow of lines and pictures, whatever tables, columns, sections and tabs it is laid out in."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from pytest_knows.artifact.document import Picture, Table, lines_of
from pytest_knows.checks.sources import line_urls
from pytest_knows.checks.text import fold
from pytest_knows.evidence.urls import bare_domains, find, normalise

HEADERS = {
    "ingredients": ("ingredient", "ingredients"),
    "preparation": ("preparation", "directions", "instructions", "method", "steps"),
    "tips": ("tip", "tips", "notes"),
}
LABEL = re.compile(r"recipe\s*(?::\s*(?P<rest>.*))?|RECIPE\s+(?P<more>.+)", re.I)
CITING = re.compile(r"(?:sources?|from|via|credits?)\b[\s:\-]*", re.I)
ORNAMENTS = re.compile(r"^[^\w(\[]+|[^\w)\]]+$")
NUMBER_OR_REMARK = re.compile(r"^(?:\d{1,2}|[ivx]{1,4}|[a-h])[.)]\s|\s?\([^()]*\)\W*$")
AND = re.compile(r"\s(?:(?:&|and)\s)?")
LONGEST_HEADER = 100
"""Characters of a line that can be one, generously."""
USUAL_SIZE = 11
"""pt; what text has where nothing states a size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where something stands: how many pages, sections, tables were begun before it, in which row and cell."""

    page: int
    section: int
    columns: int
    table: int = 0
    row: int = -1
    cell: int = -1
    cells: int = 0
    """Of its row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """A line of text, a row of a data table, or a picture."""

    spot: Spot
    text: str = ""
    picture: Picture | None = None
    urls: tuple[str, ...] = ()
    linked: tuple[str, ...] = field(default=(), repr=False)
    """The parts of the text that are links."""
    unlinked: str = field(default="", repr=False)
    """The text without links and addresses."""
    named: str = "NORMAL_TEXT"
    size: float = 0
    paragraph: int = 0
    in_data: bool = False

    @property
    def header(self):
        """Which section's header the line is; "" for any other."""
        return "" if self.in_data else header_of(self.text)

    @property
    def label_rest(self):
        """What follows the label RECIPE on its line; None for a line that does not begin with it."""
        return None if self.in_data or self.is_address else label_rest_of(self.text)

    @property
    def is_address(self):
        """Whether it gives an address that can be read."""
        return bool(find(self.text) or bare_domains(self.text))

    @property
    def names_source(self):
        """A few words after "Source:", "from" or "via"."""
        prefix = CITING.match(self.text)
        if prefix is None:
            return False
        plain = 3 if fold(prefix[0]).startswith("source") else 0
        at_most = 12 if ":" in prefix[0] else 6 if self.urls else plain
        return len(self.unlinked.split()) <= at_most

    @property
    def cites(self):
        """Whether it does nothing but name a source, or is (almost) wholly a link."""
        is_link = bool(self.urls) and len(self.unlinked) <= len(self.text) / 5
        return is_link or self.names_source


@lru_cache(maxsize=10_000)
def header_of(text):
    """A number before it, signs around it and a remark in brackets behind it do not matter; "Preparation Steps" is one
    too."""
    words = AND.split(unadorned(NUMBER_OR_REMARK.sub("", fold(text[:LONGEST_HEADER]))))
    return next((kind for kind, names in HEADERS.items() if all(word in names for word in words)), "")


def unadorned(text):
    """Without emoji, dashes, bullets and other signs around it."""
    return ORNAMENTS.sub("", text)


def label_rest_of(text):
    found = LABEL.fullmatch(text)
    if found is None or (found["more"] and not text.startswith("RECIPE")):
        return None
    return (found["rest"] or found["more"] or "").strip()


def without_addresses(text):
    words = (word for word in text.split() if not find(word) and not bare_domains(word))
    return " ".join(words).strip(" ()[]<>.,;:-\u2013\u2014")


def distinct(urls):
    """One of each page."""
    found = {}
    for url in urls:
        found.setdefault(normalise(url), url)
    return tuple(found.values())


def flow_of(doc):
    """Every line with text and every picture of the bodies, in order."""
    return Flow().read(doc)


class Flow:
    """Walks a document; `_page` and the like count what was begun so far."""

    def __init__(self):
        self.elements = []
        self._page = self._section = self._columns = self._table = self._paragraph = 0
        self._current = ""

    def read(self, doc):
        for tab in doc.tabs:
            self._page += 1
            for section in tab.sections:
                self._section += 1
                self._page += section.new_page
                self._columns = section.columns
                for block in section.blocks:
                    self._block(block, {})
        return tuple(self.elements)

    def _block(self, block, cell):
        if not isinstance(block, Table):
            self._paragraph += 1
            for line in block.lines:
                self._page += line.begins == "page"
                self._line(line, block.style.named, cell)
        elif self._is_layout(block):
            self._layout(block, cell)
        else:
            self._data(block, cell)

    def _layout(self, table, outer):
        if not outer:
            self._table += 1
        for number, row in enumerate(table.rows):
            for place, cell in enumerate(row):
                here = outer or {"table": self._table, "row": number, "cell": place, "cells": len(row)}
                for block in cell.blocks:
                    self._block(block, here)
        if not outer:
            self._table += 1

    def _data(self, table, cell):
        for row in table.rows:
            self._paragraph += 1
            lines = [line for part in row for line in lines_of(part.blocks)]
            for picture in (picture for line in lines for picture in line.pictures):
                self._add(cell, picture=picture)
            text = " ".join(line.text.strip() for line in lines if line.text.strip())
            if text:
                urls = distinct(url for line in lines for url in line_urls(line))
                self._add(cell, text=text, urls=urls, size=USUAL_SIZE, in_data=True)

    def _is_layout(self, table):
        """A table that arranges a recipe. One under a section's header whose first row heads its columns is data."""
        lines = [line.text.strip() for row in table.rows for cell in row for line in lines_of(cell.blocks)]
        heads = [head for head in map(header_of, lines) if head]
        first = [head for cell in table.rows[0] if (head := header_of(cell.text.strip()))] if table.rows else []
        column_heads = self._current in first and heads == first
        labelled = any(label_rest_of(text) is not None for text in lines)
        return labelled or (bool(heads) and not column_heads)

    def _line(self, line, named, cell):
        for picture in line.pictures:
            self._add(cell, picture=picture)
        if line.text.strip():
            sizes = [run.style.size or USUAL_SIZE for run in line.runs if run.text.strip()]
            self._add(
                cell,
                text=" ".join(line.text.split()),
                urls=distinct(line_urls(line)),
                linked=tuple(text for text, _ in line.links),
                unlinked=without_addresses("".join(run.text for run in line.runs if not run.link)),
                named=named,
                size=max(sizes, default=USUAL_SIZE),
            )
            self._current = header_of(line.text) or self._current

    def _add(self, cell, **what):
        spot = Spot(page=self._page, section=self._section, columns=self._columns, **(cell or {"table": self._table}))
        self.elements.append(Element(spot=spot, paragraph=self._paragraph, **what))
