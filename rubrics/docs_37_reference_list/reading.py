"""The document as a reader takes it: headings, below each its lists, in each list references."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from pytest_knows.artifact.document import Run, TextStyle
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls

from .addresses import canonical
from .course import kind_named, prefix_key

LONGEST = 300
"""Characters of a line that are compared; no title is longer."""
SLIDES_FOLLOW = re.compile(r"[(\[{]?\s?slides?\s?[:\d(\[{]")
PAGE_NUMBER = re.compile(r"[\s.]*\d+$")
MONTH_AND_DAY = r"(?:0?[1-9]|1[0-2])/\d{1,2}"
NUMBERED = {"Module": r"module\s\w+", "Session": r"session\s\w+(?:\s?-\s?\w+)?", "Month/Day": MONTH_AND_DAY}
"""How a lecture's heading begins, up to its colon (folded)."""
BREAK = Run(text=" ")
"""Stands where a line ends within what is read as one."""


def text_of(runs):
    return "".join(run.text for run in runs)


def visible(runs):
    return [run for run in runs if fold(run.text)]


@dataclass(eq=False, kw_only=True)
class Reference:
    """A link with its words, and what follows it up to the next link (`tail`)."""

    url: str
    anchor: list[Run]
    plain: TextStyle
    tail: list[Run] = field(default_factory=list)
    list: object = None
    """The `List` it stands in; None above the first one of its section."""
    section: object = None
    place: int = 0
    """Among the references of its section."""

    def __repr__(self):
        return f"{self.text[:60]!r} -> {self.url[:60]}"

    @property
    def text(self):
        return text_of(self.anchor)

    @cached_property
    def page(self):
        return canonical(self.url)

    @cached_property
    def says(self):
        """What stands behind the link, folded."""
        return fold(text_of(self.tail))


@dataclass(eq=False, kw_only=True)
class Row:
    """What is read on its own: a paragraph, or the part of one before, on or behind a line that names a type."""

    runs: tuple[Run, ...]
    named: str
    level: int
    """Of its bullet, 0 the outermost; -1 for none."""
    marked: bool
    """Whether something makes it the target of links: a heading's id, a named range."""
    plain: TextStyle

    def __repr__(self):
        return repr(self.text[:80])

    @cached_property
    def text(self):
        return text_of(self.runs)

    @cached_property
    def folded(self):
        return fold(self.text[:LONGEST])

    @property
    def prefix(self):
        """What stands before the first colon, if anything does."""
        head, colon, _ = self.folded.partition(":")
        return prefix_key(head) if colon else ""

    @property
    def title(self):
        """What stands behind the first colon; without one, the whole."""
        return self.folded.partition(":")[2].strip() or self.folded

    @property
    def is_heading(self):
        return self.named.startswith("HEADING") and self.level < 0

    @property
    def is_bold(self):
        return next((run.style.bold for run in visible(self.runs)), False)

    @property
    def is_inactive_links(self):
        return self.folded.rstrip(" :") == "inactive links"

    @cached_property
    def references(self):
        found = []
        for run in self.runs:
            if not urls.parse(run.link) or not fold(run.text):
                if found:
                    found[-1].tail.append(run)
            elif found and canonical(run.link) == found[-1].page:
                # The same link in several runs; behind other words it is part of the tail.
                last = found[-1]
                if visible(last.tail):
                    last.tail.append(run)
                else:
                    last.anchor += [*last.tail, run]
                    last.tail = []
            else:
                found.append(Reference(url=run.link, anchor=[run], plain=self.plain))
        return found

    @property
    def lead(self):
        """What stands before the first link."""
        first = self.references[0].anchor[0]
        return self.runs[: next(place for place, run in enumerate(self.runs) if run is first)]


def begins_as(row, kind):
    return re.match(NUMBERED[kind] + r"\s?:", row.folded) is not None


def read_rows(doc, kinds):
    """The rows of all tabs that are not blank, without the lines of a table of contents."""
    paragraphs = [paragraph for tab in doc.tabs for paragraph in tab.body.paragraphs]
    rows = [row for paragraph in paragraphs for row in rows_of(paragraph, kinds) if row.folded]
    headings = {row.folded for row in rows if row.is_heading and not kind_named(row.text, kinds)}

    def in_contents(row):
        texts = {row.folded, PAGE_NUMBER.sub("", row.folded)}
        return not row.is_heading and not row.references and not texts.isdisjoint(headings)

    return [row for row in rows if not in_contents(row)]


def rows_of(paragraph, kinds):
    """The paragraph as one row; lines of it that name a type, behind soft breaks, are rows of their own."""

    def row(runs):
        return Row(
            runs=tuple(runs),
            named=paragraph.style.named,
            level=paragraph.bullet.level if paragraph.bullet else -1,
            marked=bool(paragraph.style.heading_id or paragraph.range_names),
            plain=paragraph.plain,
        )

    parts, closed = [[]], False
    for line in paragraph.lines:
        names = kind_named(line.text, kinds) is not None
        if names or closed:
            parts.append([])
        parts[-1] += [BREAK, *line.runs]
        closed = names
    return [row(part[1:]) for part in parts if part]


@dataclass(eq=False, kw_only=True)
class List:
    """A line that names a type, and the references below it."""

    name: str
    bold: bool
    references: list[Reference] = field(default_factory=list)

    def __repr__(self):
        return f"list {self.name[:60]!r}"


@dataclass(eq=False, kw_only=True)
class Section:
    """A heading (of whatever) and what stands below it."""

    heading: Row
    lists: list[List] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)

    @cached_property
    def times(self):
        """Page -> how often it is linked."""
        return Counter(reference.page for reference in self.references)


def read_sections(rows, lectures, facts):
    """The sections in order; `lectures` are the rows that head one."""
    sections, above = [], None
    for row in rows:
        if opens_section(row, lectures, facts):
            sections.append(Section(heading=row))
            take(sections[-1], row)
            above = None
        elif sections:
            above = read_row(sections[-1], row, above, facts)
    return sections


def opens_section(row, lectures, facts):
    if row in lectures or (facts.dead_links == "inactive section" and row.is_inactive_links):
        return True
    begins = begins_as(row, facts.prefix) or begins_as(row, "Month/Day")
    return (begins and row.level < 0) or (row.is_heading and not kind_named(row.text, facts.types))


def read_row(section, row, above, facts):
    """Read a row into the section; gives the row with a link that the next row may go on with, `above` or itself."""
    if row.references:
        lead = text_of(row.lead)
        if kind_named(lead, facts.types):
            section.lists.append(List(name=lead, bold=row.is_bold))
        take(section, row)
        return row
    named = kind_named(row.text, facts.types) is not None
    if above and not named and (SLIDES_FOLLOW.match(row.folded) or row.level > above.level >= 0):
        above.references[-1].tail += [BREAK, *row.runs]
        return above
    if named or names_list(row):
        section.lists.append(List(name=row.text, bold=row.is_bold))
    return None


def take(section, row):
    """The row's references, for the section and its latest list."""
    holder = section.lists[-1] if section.lists else None
    for reference in row.references:
        reference.list, reference.section, reference.place = holder, section, len(section.references)
        section.references.append(reference)
        if holder:
            holder.references.append(reference)


def names_list(row):
    """Bullets and bold lines do, unless they say slides or an address."""
    return (row.level >= 0 or row.is_bold) and not SLIDES_FOLLOW.match(row.folded) and not urls.find(row.text)


def records(entries, heads, sections):
    """Entry -> an attempt at its reference, None for none; open where it is open which heading is its lecture's."""
    found = {}
    for lecture, head in heads.items():
        own = [entry for entry in entries if entry.lecture == lecture]
        references = sections[head.known].references if head.known else ()
        for entry, reference in matched(own, references).items():
            found[entry] = Attempt(lambda head=head, reference=reference: head.get() and reference)
    return found


def matched(entries, references):
    """Entry -> the first reference that leads where it does, None for none.

    What no reference has to the letter is looked for without fragment and the like, if only one entry is that page.
    """
    exact, loose = {}, {}
    for reference in references:
        exact.setdefault(reference.page, reference)
    found = {entry: exact.get(canonical(entry.url)) for entry in entries}
    taken = set(found.values())
    for reference in references:
        if reference not in taken:
            loose.setdefault(canonical(reference.url, loose=True), reference)
    pages = Counter({canonical(entry.url): canonical(entry.url, loose=True) for entry in entries}.values())
    for entry in entries:
        page = canonical(entry.url, loose=True)
        if found[entry] is None and pages[page] == 1:
            found[entry] = loose.get(page)
    return found


def lists_of(sections, headed):
    """The lists of the lectures; below other headings those that have a link, for other bold lines are text there."""
    return [
        one
        for section in sections
        for one in section.lists
        if not section.heading.is_inactive_links and (section.heading in headed or one.references)
    ]
