"""The pages behind the baselines: which of the visited ones are about them, and what values they state."""

import re

from pytest_knows.artifact.lenient import number, string
from pytest_knows.checks.quantifiers import Attempt, first_open, some
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import duration, pace, quantity
from pytest_knows.checks.values.tolerance import within
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.searches import is_results_page
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

TOLERANCE = 0.05
"""Of a page's value, relative to the sheet's."""
SLOWEST, FASTEST = 20, 3
"""Minutes per mile; what a page seems to state beyond is something else."""
TOPIC_PAGES, TOPIC_TEXT = 6, 5_000
"""Pages without a telling address that the judge is asked about, and how much of each it is shown."""
VALUE_PAGES, VALUE_TEXT = 10, 10_000
STEPS_PER_MILE = 2000
KM = 1.609344
_DRIVES = ("docs.google.com", "drive.google.com", "sheets.google.com")
RACES = {"marathon": 26.2188, "half marathon": 13.1094, "5k": 3.10686}
"""Miles."""
UNITS = (
    *("min/mile", "min/km", "mph", "km/h", "m/s", "miles", "km", "steps", "sets"),
    *(f"{race} time" for race in RACES),
    "race time",
)
VALUE = {
    "type": "object",
    "properties": {
        "value": {"type": ["string", "null"], "description": "as written, such as 8:30 or 3-4; null if not stated"},
        "unit": {"enum": [*UNITS, None]},
        "distance_km": {"type": ["number", "null"], "description": "of the race, for the unit race time"},
        "raw": {"type": ["string", "null"], "description": "the words of the page that state it, verbatim"},
    },
    "required": ["value", "unit", "distance_km", "raw"],
    "additionalProperties": False,
}


# -- below the chart ---------------------------------------------------------------------------------------------------


def cited(cells):
    """The addresses in the cells, of each page one: links, formulas and what is written out."""
    written = [url for cell in cells for url in (*cell.links, *urls.find(cell.text), *urls.bare_domains(cell.text))]
    return tuple({urls.normalise(url): url for url in written if urls.parse(url)}.values())


def require_reachable(addresses, needed, pages):
    """So many of them can be reached; a page that refuses to be read (403) is there."""
    found = {url: pages.get(url) for url in addresses}
    good = [url for url, page in found.items() if page and page.status and (page.status < 400 or page.status == 403)]
    dead = [url for url, page in found.items() if page and page.dead]
    if len(good) < needed <= len(found) - len(dead):
        raise DamagedEvidence(f"whether the sources can be reached was not recorded: {list(found)}")
    assert len(good) >= needed, f"{len(good)} sources that can be reached, expected {needed}; dead: {dead}"


# -- which pages -------------------------------------------------------------------------------------------------------


def excluded(url):
    """Result pages of search engines, and the user's own files."""
    return not urls.parse(url) or urls.on_site(url, *_DRIVES) or is_results_page(url)


def words_of(url):
    """Host, path and query as plain words."""
    parsed = urls.parse(urls.unwrap(url))
    parts = [] if parsed is None else [parsed.host, *parsed.segments, *(part for pair in parsed.query for part in pair)]
    return _plain(" ".join(parts))


def _plain(text):
    return " ".join(re.findall(r"[^\W_]+", fold(text).replace("æ", "ae")))


def telling(url, keywords):
    """Whether the address holds one of the keywords as whole words; one that ends in * begins a word."""
    text = words_of(url)
    ends = [(re.escape(_plain(word)), r"\w*" if word.endswith("*") else "s?") for word in keywords]
    return any(re.search(rf"(?<!\w){word}{end}(?!\w)", text) for word, end in ends)


class Sought:
    """The visited pages that are about a baseline; `by_address` says how that was decided."""

    def __init__(self, found, by_address):
        self.urls = tuple(found)
        self.by_address = by_address


def seek(key, baseline, trace, pages, judge):
    """The pages about the baseline, None if none of the visited ones is; raises if that cannot be told."""
    visited = [url for url in trace.distinct() if not excluded(url)]
    found = [url for url in visited if telling(url, baseline.addresses)]
    if found or not visited:
        return Sought(found, by_address=True) if found else None
    texts = read(visited, pages)
    if not texts:
        _explain(visited, pages)
        return None
    question = f"Is this page about {baseline.what}?"
    answers = {
        url: Attempt(
            lambda text=text: judge.yes_no(f"{key}_topic", question, evidence={"page": text.get()[:TOPIC_TEXT]})
        )
        for url, text in list(texts.items())[:TOPIC_PAGES]
    }
    accepted = [url for url, answer in answers.items() if answer.known]
    undecided = first_open(answer.open for answer in answers.values())
    if not accepted and undecided is not None:
        raise undecided
    return Sought(accepted, by_address=False) if accepted else None


def read(addresses, pages):
    """URL -> the attempt to read its text, for those of which one was recorded."""
    found = [(url, pages.get(url)) for url in addresses]
    texts = {url: Attempt(lambda page=page: page.text) for url, page in found if page is not None}
    return {url: text for url, text in texts.items() if text.open or text.known}


def _explain(addresses, pages):
    """Raises if the world is to blame that no text was recorded: not if none of the pages exists."""
    recorded = [pages.get(url) for url in addresses]
    if not all(page is not None and page.dead for page in recorded):
        raise DamagedEvidence(f"no text was recorded of any of the {len(recorded)} pages")


def texts_of(sought, pages):
    """The texts of the pages, in the order of the visits; none if they do not exist, an error if none was recorded."""
    texts = read(sought.urls, pages)
    if not texts:
        _explain(sought.urls, pages)
    return dict(list(texts.items())[:VALUE_PAGES])


# -- what they state ---------------------------------------------------------------------------------------------------


def stated(key, baseline, text, judge):
    """(lowest, highest) that the page states for the baseline, in the sheet's unit; None if it states nothing."""
    shown = text[:VALUE_TEXT]
    question = (
        f"Which value does this page state for {baseline.what}, as {baseline.measured}? Give it as the page writes it, "
        "its unit, and the words that state it. Of several the one that fits best."
    )
    answer = judge.extract(f"{key}_value", question, VALUE, evidence={"page": shown})
    raw, written = string(answer, "raw"), _written(answer)
    if not written or not raw.strip() or fold(raw) not in fold(shown):
        return None
    return _span(written, string(answer, "unit"), number(answer, "distance_km"), baseline.unit)


def _written(answer):
    value = answer.get("value") if isinstance(answer, dict) else None
    return value if isinstance(value, str) else f"{value:g}" if isinstance(value, int | float) else ""


def _span(written, unit, distance_km, wanted):
    if wanted == "min/mile":
        found = _pace(written, unit, distance_km)
        return None if found is None or not FASTEST <= found <= SLOWEST else (found, found)
    amount = next(iter(quantity.quantities(written)), None)
    factor = {"miles": 1, "km": 1 / KM, "steps": 1 / STEPS_PER_MILE, "sets": 1}.get(unit)
    if amount is None or factor is None or (unit == "sets") is not (wanted == "sets"):
        return None
    return amount.low * factor, amount.high * factor


def _pace(written, unit, distance_km):
    race = unit.removesuffix(" time")
    if unit.endswith(" time"):
        miles = RACES.get(race, distance_km / KM)
        readings = [duration.duration(written, colons=colons, bare="m") for colons in ("m:ss", "h:mm")]
        found = [pace.over(reading.minutes, miles) for reading in readings if reading]
        likely = [one.minutes for one in found if one and FASTEST <= one.minutes <= SLOWEST]
        return next(iter(likely), None)
    known = {"min/mile": "min/mi"}.get(unit, unit)
    found = pace.pace(written, known) if known in ("min/mi", "min/km", "mph", "km/h", "m/s") else None
    return found.minutes if found else None


def agrees(span, value, baseline):
    """Whether what a page states fits the sheet's value: within 5 %, or what counts as well for this baseline."""
    low, high = span
    contained = baseline.ranged and low <= value <= high
    accepted = baseline.any_in_range and all(baseline.low <= one <= baseline.high for one in (low, high, value))
    return contained or accepted or any(within(one, value, relative=TOLERANCE) for one in span)


def require_support(key, baseline, value, sought, pages, judge):
    """A page states a value that fits the sheet's; if none states any, a judge says that one supports it."""
    texts = texts_of(sought, pages)
    if not texts:
        fail(f"none of the pages exists: {list(sought.urls)}", Mechanism.WEB_VISIT)
    spans = []
    for text in texts.values():
        spans.append(Attempt(lambda text=text: stated(key, baseline, text.get(), judge)))
        if spans[-1].known and agrees(spans[-1].known, value, baseline):
            decided_by(Mechanism.FUZZY_MATCH)
            return
    undecided = first_open(span.open for span in spans)
    if undecided is not None:
        raise undecided
    known = [span.known for span in spans if span.known]
    if known:
        fail(f"the pages state {known}, the sheet {value:.6g}", Mechanism.FUZZY_MATCH)
    question = f"Does this page support, within about 5 %, a value of {value:.6g} {baseline.unit} for {baseline.what}?"
    supported = some(
        Attempt(lambda text=text: judge.yes_no(f"{key}_support", question, evidence={"page": text.get()[:VALUE_TEXT]}))
        for text in texts.values()
    )
    assert supported, f"no page supports {value:.6g} {baseline.unit}"
