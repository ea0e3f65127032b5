"""Features of a flat: what a posting says of them, and what a cell claims."""

import re
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import answer
from pytest_knows.scoring import Mechanism

YES, NO, UNKNOWN = "yes", "no", "unknown"
_VALUES = {YES: True, NO: False, UNKNOWN: None}
_CLAUSE = re.compile(r"[;!?,()\n\u2022\u00b7]|\.(?!\d)|\s[-\u2013\u2014|]\s")
_WORD = re.compile(r"[\w']+")
_NEGATIONS = frozenset(("no", "not", "without", "un"))
_NOT_SO = re.compile(r"\s?(?:is|are)?\s?not(?!\w)")
_REACH = 3
"""Words before a phrase in which a negation turns it."""
_UNSTATED = re.compile(
    r"(?:not |un)(?:mentioned|listed|specified|stated|known|clear|sure)|n/?a|tbd|ask|[?-]+|unknown|unclear"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """`yes` and `no` match whole attributes of a posting; `phrases` (pattern, value) what texts say, the value None
    where that leaves it open; `in_cells` phrases that say it in a cell of the feature's own column."""

    question: str
    yes: str = ""
    no: str = ""
    phrases: tuple[tuple[str, bool | None], ...] = ()
    in_cells: tuple[tuple[str, bool | None], ...] = ()


FEATURES = {
    "unit_laundry": Feature(
        question="a washer and a dryer in the unit itself (hookups alone are none)",
        yes="w/d in unit",
        no="laundry in bldg|(?:no )?laundry on site|w/d hookups",
    ),
    "site_laundry": Feature(
        question="laundry on site (in the unit or in the building)",
        yes="w/d in unit|laundry in bldg|laundry on site",
        no="no laundry on site",
        phrases=(
            (r"(?:laundry|w/d|washer (?:and|&) dryer) hook-?ups?", None),
            (r"laundry (?:room|facilit(?:y|ies)|on[- ]site|in (?:the )?(?:building|bldg))", True),
            (r"on[- ]?site laundry|washer (?:and|&) dryer", True),
        ),
    ),
    "pets": Feature(
        question="that pets, at least cats or dogs, are allowed",
        yes="(?:cats|dogs) are ok.*",
        phrases=(
            (r"no[- ]pets?|pets? (?:are )?not (?:welcome|ok|okay|allowed|permitted|accepted)", False),
            (r"pet[- ]friendly|pets? (?:are )?(?:welcome|ok|okay|allowed)", True),
        ),
        in_cells=(
            (r"no (?:cats?|dogs?) (?:and|or|nor|&) (?:no )?(?:cats?|dogs?)", False),
            (r"no (?:cats?|dogs?)", None),
            (r"(?:cats?|dogs?)(?: (?:and|&|or) (?:cats?|dogs?))?(?: are)? (?:welcome|ok|okay|allowed)", True),
        ),
    ),
    "furnished": Feature(
        question="that it is furnished",
        yes="furnished",
        phrases=((r"(?:partially|partly|semi)[- ]furnished", None), ("unfurnished", False), ("furnished", True)),
    ),
    "no_app_fee": Feature(
        question="that applying costs no fee",
        phrases=(
            ("free application|waived app(?:lication)? fees?", True),
            (r"app(?:lication)? fees?(?: is| are)?:? ?(?:\$ ?0(?:\.0+)?(?![\d.,])|waived|free|none)", True),
            ("app(?:lication)? fees?", False),
        ),
        in_cells=((r"(?:fees? )?(?:waived|free)|\$ ?0(?:\.0+)?(?![\d.,])", True), (r"fees?|\$ ?\d[\d.,]*", False)),
    ),
    "parking": Feature(
        question="parking off the street",
        yes="off-street parking|(?:attached|detached) garage|carport|valet(?: parking)?",
        no="street parking|no parking",
        phrases=((r"garage|carport|off[- ]street parking|covered parking|parking included", True),),
    ),
    "air_conditioning": Feature(
        question="air conditioning",
        yes="air conditioning",
        phrases=((r"central air|a/c|air[- ]condition(?:ing|ed|er|ers)", True),),
    ),
}


def on_page(name, posting):
    """What the posting's attributes say, else its text; None if neither does, or if it contradicts itself."""
    feature = FEATURES[name]
    stated = _listed(feature, posting.attributes)
    return said(feature.phrases, posting.body) if stated is None else stated


def _listed(feature, lines):
    yes, no = (any(re.fullmatch(pattern, line) for line in lines) for pattern in (feature.yes, feature.no))
    return None if yes is no else yes


def said(phrases, text):
    """What the phrases in a text say together; a negation shortly before, or "not" right after, turns one round."""
    found = _readings(phrases, text)
    return found.pop() if len(found) == 1 else None


def _readings(phrases, text):
    return {value for clause in _CLAUSE.split(text.replace("\u2019", "'")) for value in _said(phrases, fold(clause))}


def _said(phrases, clause):
    taken = []
    for pattern, value in phrases:
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", clause):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            before = _WORD.findall(clause[: match.start()])[-_REACH:]
            turned = any(word in _NEGATIONS or word.endswith("n't") for word in before)
            turned = turned or _NOT_SO.match(clause, match.end()) is not None
            yield value if value is None or not turned else not value


def claimed(name, cell: Cell, column, judge):
    """What a cell says; None if it is blank or says that it is not known. A judge reads what rules do not.

    A header that only a judge could tell may ask the other way round, so there the judge reads the cell with it.
    """
    feature, text = FEATURES[name], fold(cell.text)
    if cell.empty or _UNSTATED.fullmatch(text.strip(" .()")):
        return None
    if column.mechanism is Mechanism.DETERMINISTIC:
        stated = _stated(feature, cell, text)
        if stated is not None:
            return stated
    question = f"A cell of a table of flats is given with its header. Does it say that this holds: {feature.question}?"
    return _VALUES[
        judge.choice(f"{name}_claimed", question, list(_VALUES), evidence={"header": column.header, "cell": cell.text})
    ]


def _stated(feature, cell, text):
    """None for what rules cannot read: a "no" in front of "No dogs, cats OK" is none to all of it."""
    listed, phrases = _listed(feature, [text]), (*feature.phrases, *feature.in_cells)
    if listed is not None:
        return listed
    found = _readings(phrases, cell.text)
    if len(found) == 1 and None not in found:
        return found.pop()
    plain = answer.in_cell(cell)
    return None if found and plain is False else plain


def ask_page(name, posting, judge):
    """What a judge reads on the posting."""
    question = f"Does this posting of a flat to rent say that it has, or that this holds: {FEATURES[name].question}?"
    return _VALUES[judge.choice(f"{name}_on_page", question, list(_VALUES), evidence={"posting": posting.text})]
