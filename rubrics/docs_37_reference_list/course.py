"""What the gold data says: the lectures of the schedule, and the resources that their slides link."""

import json
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pytest_knows.artifact.lenient import entries as objects
from pytest_knows.artifact.lenient import number, string
from pytest_knows.checks.text import fold, ratio
from pytest_knows.checks.values.date import find_dates
from pytest_knows.errors import DamagedEvidence

from .addresses import canonical

SCHEDULES = ("schedule.json", "notion_schedule.json")
SAME_LECTURE = 75
"""How alike (0 to 100) the gold's name of a lecture and the schedule's must be."""
LONGEST_KIND = 100
"""Characters of a line that are looked at for the name of a type."""


@dataclass(frozen=True, kw_only=True)
class Lecture:
    """A lecture with slides, as its heading should read: "<prefix>: <title>"."""

    prefix: str
    title: str

    def __repr__(self):
        return f"{self.prefix}: {self.title}"

    @cached_property
    def key(self):
        """The prefix as it is compared: dashes, blanks around them and leading zeros do not matter."""
        return prefix_key(self.prefix)

    @cached_property
    def folded(self):
        return fold(self.title)


@dataclass(frozen=True, eq=False, kw_only=True)
class Entry:
    """A resource that a lecture's slides link."""

    lecture: Lecture
    kind: str
    """Its type, as facts.toml spells it."""
    name: str
    url: str
    slides: frozenset[int]
    author: str
    last_name: str
    year: int | None
    dead: bool

    def __repr__(self):
        return f"{self.name} ({self.lecture.prefix})"


def read_json(gold, name):
    """A gold file; raises `DamagedEvidence` if it is none of JSON."""
    try:
        return json.loads(gold.text(name))
    except ValueError as error:
        raise DamagedEvidence(f"the gold file {name} is no JSON: {error}") from error


def read_lectures(gold, facts):
    schedule = next((f"data/{name}" for name in SCHEDULES if gold.has(f"data/{name}")), "data/schedule.json")
    rows = objects(read_json(gold, schedule))
    held = [row for row in rows if string(row, "lecture_title").strip() and row.get("lecture_slides_link")]
    if not held:
        raise DamagedEvidence(f"the gold file {schedule} has no lecture with slides")
    lectures = [Lecture(prefix=prefix(row, facts.prefix), title=string(row, "lecture_title").strip()) for row in held]
    return tuple(dict.fromkeys(lectures))


def prefix(row, kind):
    """ "2/16", "Module 3" or "Session 25a" of a row of the schedule."""
    if kind != "Month/Day":
        return f"{kind} {re.sub(rf'(?i)^{kind}', '', str(row.get(kind.lower()))).strip()}"
    dates = find_dates(string(row, "lecture_date"))
    if not dates:
        raise DamagedEvidence(f"the gold schedule has no date for {string(row, 'lecture_title')!r}")
    return f"{dates[0].month}/{dates[0].day}"


def prefix_key(text):
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"\s?([-/])\s?", r"\1", fold(text)))


def read_entries(gold, facts, lectures):
    rows = objects(read_json(gold, "data/gold_outputs.json"))
    if not rows:
        raise DamagedEvidence("the gold file data/gold_outputs.json has no references")
    held = {name: lecture_named(name, lectures) for name in dict.fromkeys(string(row, "lecture") for row in rows)}
    return tuple(entry(row, held[string(row, "lecture")], facts) for row in rows)


def lecture_named(name, lectures):
    """The lecture that the gold means, whose name is given with or without the prefix."""

    def likeness(lecture):
        return max(ratio(name, lecture.title), ratio(name, repr(lecture)))

    best = max(lectures, key=likeness)
    if likeness(best) < SAME_LECTURE:
        raise DamagedEvidence(f"the gold schedule has no lecture {name!r}")
    return best


def entry(row, lecture, facts):
    return Entry(
        lecture=lecture,
        kind=kind_named(string(row, "list_type"), facts.types) or string(row, "list_type"),
        name=string(row, "name"),
        url=string(row, "url"),
        slides=frozenset(slide for slide in row.get("slides") or () if isinstance(slide, int)),
        author=string(row, "author"),
        last_name=string(row, "last_name"),
        year=int(number(row, "year")) or None,
        dead=True in (row.get("is_dead"), row.get("is_dead_link")),
    )


def read_titles(gold):
    """Page -> the title that was recorded for it, "" for none."""
    titles = read_json(gold, "data/page_titles.json")
    if not isinstance(titles, dict):
        raise DamagedEvidence("the gold file data/page_titles.json is no table of titles")
    return {canonical(url): title if isinstance(title, str) else "" for url, title in titles.items()}


def read_broken(gold):
    """The pages that are known not to answer."""
    rows = read_json(gold, "data/broken_links.json")
    listed = rows if isinstance(rows, list) else []
    addresses = [row if isinstance(row, str) else string(row, "url") for row in listed]
    return {canonical(url, loose=True) for url in addresses if url}


def kind_named(text, kinds):
    """The type that a line names: case, blanks, a colon at the end and the plural do not matter. None for no type."""
    word = singular(text[:LONGEST_KIND])
    return next((kind for kind in kinds if singular(kind) == word), None)


@lru_cache(maxsize=4096)
def singular(text):
    return re.sub("ies$", "y", fold(text).rstrip(" :")).removesuffix("s")
