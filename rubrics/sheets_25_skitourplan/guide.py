"""The Wasatch Backcountry Ski Guide: its runs as the gold data lists them, and which of them a row means."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_knows.artifact.lenient import entries, string
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import aspect, coordinates
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import decoded

GOLD = "data/gold_runs.json"
SITE = "wbsguide.com"
CONTAINED = 6
"""Characters of a name that is found within another one."""
DEGREES = 0.01
FEET = 50

_PAGE = re.compile(r"/(?:guide/)?0*(\d{1,9})\.php")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_PAIR = re.compile(r"(?<![\d.])(\d{2}\.\d{3,})[^\d.]{1,40}?(-\d{2,3}\.\d{3,})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of the guide; what the guide does not say is None or empty."""

    id: str
    page: str
    """The number of its page."""
    name: str
    start: str
    latitude: float | None
    longitude: float | None
    vertical: tuple[float, float] | None
    """Feet."""
    aspects: tuple[str, ...]
    angle: float | None
    rating: str

    def __repr__(self):
        return f"{self.name!r} ({self.id})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The run of the guide that a row means, None if it means none."""

    run: Run | None
    named: bool
    """The row has the run's name."""


def read_guide(text: str) -> tuple[Run, ...]:
    """Raises `DamagedEvidence` if it lists no run."""
    try:
        listed = entries(json.loads(text), "all_runs")
    except (ValueError, RecursionError) as error:
        raise DamagedEvidence(f"the gold list of runs is no JSON: {error}") from error
    runs = tuple(_run(entry) for entry in listed if string(entry, "name"))
    if not runs:
        raise DamagedEvidence("the gold list of runs lists none")
    return runs


def _run(entry):
    most, least = _number(entry, "typical_vertical"), _number(entry, "typical_vertical_min")
    ends = [end for end in (least, most) if end is not None]
    faces = aspect.aspect(string(entry, "slope_aspect"))
    return Run(
        id=str(entry.get("id")),
        page=page_number(string(entry, "url")),
        name=string(entry, "name"),
        start=string(entry, "starting_location"),
        latitude=_number(entry, "gps_lat"),
        longitude=_number(entry, "gps_lon"),
        vertical=(min(ends), max(ends)) if ends else None,
        aspects=faces.directions if faces else (),
        angle=_number(entry, "slope_angle"),
        rating=fold(string(entry, "expected_danger_rating")),
    )


def _number(entry, key):
    found = entry.get(key)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


def page_number(link: str) -> str:
    """The number of the guide's page that a link leads to; "" if it leads elsewhere."""
    url = urls.parse(urls.unwrap(link))
    match = _PAGE.fullmatch(url.path) if url and urls.host(link) == SITE else None
    return match[1] if match else ""


def plain(name: str, *, brackets: bool = True) -> str:
    """Letters and digits of a name, with or without what stands in brackets."""
    kept = fold(name) if brackets else _BRACKETS.sub("", fold(name))
    return "".join(filter(str.isalnum, kept))


def match_run(name: str, link: str, guide: Sequence[Run]) -> Match:
    """By the link and the name, else by either."""
    number = page_number(link)
    linked = [run for run in guide if number and number in (run.id, run.page)]
    run = _called(name, linked or guide)
    if run is not None:
        return Match(run=run, named=True)
    own = [run for run in linked if run.id == number]
    return Match(run=next(iter([*own, *linked]), None), named=False)


def _called(name, runs):
    """The run of that name: all of it, then without brackets; else the only one of which one name holds the other."""
    for brackets in (True, False):
        wanted = plain(name, brackets=brackets)
        equal = [run for run in runs if wanted and plain(run.name, brackets=brackets) == wanted]
        if equal:
            return equal[0]
    holding = [run for run in runs if _contained(plain(run.name, brackets=False), plain(name, brackets=False))]
    return holding[0] if len(holding) == 1 else None


def _contained(a, b):
    short, long = sorted((a, b), key=len)
    return len(short) >= CONTAINED and short in long


def same_place(a: str, b: str) -> bool:
    """Equal but for case and apostrophes, or one of at least four characters within the other."""
    a, b = (fold(text).replace("'", "") for text in (a, b))
    short, long = sorted((a, b), key=len)
    return a == b or (len(short) >= 4 and short in long)


def off_place(found, run: Run, link: str, pages) -> str:
    """Why coordinates are neither those of the gold data nor any of the run's page, if they are not."""
    off = found.off(run.latitude, run.longitude, degrees=DEGREES)
    if not off or not page_number(link):
        return off
    page = pages.get(link)
    if page is None or page.unreadable:
        raise DamagedEvidence(f"{off}, and the run's page could not be read: {page or 'it was not recorded'}")
    text = decoded(page.body, page.content_type) if page.readable else ""
    pairs = [(float(latitude), float(longitude)) for latitude, longitude in _PAIR.findall(text)]
    return off if all(found.off(*pair, degrees=DEGREES) for pair in pairs) else ""


def read_place(cell, beside):
    """The coordinates of a cell, or of it and the one beside it, or behind its link; None if there are none."""
    first = _written(cell)
    found = coordinates.coordinates(first, western=True)
    if found is None and beside is not None:
        found = coordinates.joined(first, _written(beside), western=True)
    return found or next(filter(None, map(coordinates.in_url, cell.links)), None)


def _written(cell):
    """A number in full, however few decimals the cell shows."""
    return cell.text if cell.number is None else f"{cell.number:.10g}"
