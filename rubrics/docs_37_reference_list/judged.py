"""What a judge may have to decide: which type the name of a list means, whether a link's text names the page."""

from dataclasses import dataclass

from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.text import fold
from pytest_knows.scoring import Mechanism, consulted

from .course import kind_named

TITLE_FITS = 50
"""How alike (0 to 100, words in any order) a link's text and the page's title are where no judge need look."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type as facts.toml spells it, None for none of these, and how that was decided."""

    name: str | None
    mechanism: Mechanism


NONE = Kind(None, Mechanism.DETERMINISTIC)


def kinds(lists, judge, facts):
    """List -> an attempt at its `Kind`; each name is asked about once."""
    names = {fold(one.name): one.name for one in lists}
    known = {key: Attempt(lambda name=name: kind_of(name, judge, facts)) for key, name in names.items()}
    return {one: known[fold(one.name)] for one in lists}


def kind_of(name, judge, facts):
    known = kind_named(name, facts.types)
    if known:
        return Kind(known, Mechanism.DETERMINISTIC)
    question = (
        "The line stands above a list of links in a reference list, where the type of the links is expected. Which of "
        "these types does the line name, if any? Another wording counts, a narrower, wider or other type does not."
    )
    answer = judge.choice("list_type", question, [*facts.types, "none"], evidence={"line": name})
    return Kind(None if answer == "none" else answer, Mechanism.LLM_VLM_JUDGEMENT)


def first_of(kind, attempts):
    """The first that is of this type, None for none; raises what keeps one of the others open."""
    found = next((attempt.known for attempt in attempts if attempt.known and attempt.known.name == kind), None)
    undecided = first_open(attempt.open for attempt in attempts)
    if undecided and not found:
        raise undecided
    return found


def fits(reference, title, judge):
    """Whether the link's text names the page; `title` is the recorded one, "" if none is known."""
    from rapidfuzz import fuzz

    consulted(Mechanism.FUZZY_MATCH)
    if title and fuzz.token_sort_ratio(fold(reference.text), fold(title)) >= TITLE_FITS:
        return True
    shown = {"text": reference.text, "address": reference.url, "title of the page": title or "not known"}
    question = "Is the text a fitting name for the page at the address, or for the work that the page is about?"
    return judge.yes_no("link_name", question, evidence=shown)
