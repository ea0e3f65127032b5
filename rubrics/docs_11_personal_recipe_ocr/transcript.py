"""The photographed recipe: what its gold lists say, and whether the document's sections transcribe it."""

import re

from pytest_knows.checks.quantifiers import every
from pytest_knows.checks.text import fold
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

from . import questions
from .compare import LACKING, best_window, covers
from .info import in_digits

OPTIONAL = 75
"""Likeness at which a line is (a part of) the optional step."""
SHORTEST = 10
"""Characters of a line that can be a part of it."""
_STEPS = r"\b(?:steps?|preparations?|instructions?|directions?)\b"
_ABSENT = r"(?:given|provided|listed|included|shown|specified|available|present|visible|stated|written|found)"
_REMARK = re.compile(
    rf"(?:no|not|none|n/?a)\W*|.*\b(?:no|none)\b(?: [\w-]+){{0,3}}? {_STEPS}.*"
    rf"|.*{_STEPS}.{{0,60}}\b(?:none|n/a|not (?:\w+ ){{0,2}}{_ABSENT}\b).*"
)
_DENIAL = re.compile(r"\b(?:no|not|none|n/a|without)\b|n't\b")


def gold_lines(gold, name):
    return [line.strip() for line in gold.text(name).splitlines() if line.strip()]


def gold_ingredients(gold, facts):
    """The readings of the gold list, each a list of items with their alternative wordings; the file's own first."""
    slips = facts.get("gold_slips", {})
    items = [[line, *([slips[line]] if line in slips else [])] for line in gold_lines(gold, facts.gold_ingredients)]
    readings = [items]
    if "gold_joined" in facts:
        first, last = facts.gold_joined
        whole = " ".join(item[0] for item in items[first - 1 : last])
        readings.append([*items[: first - 1], [whole], *items[last:]])
    return readings


def transcribed(steps, items, judge):
    """Fails unless the items have every step with its numbers, and hold nothing that is no step."""
    decided_by(Mechanism.FUZZY_MATCH)
    text = in_digits(" ".join(items))
    checked = [(step, *covers(in_digits(step), text)) for step in steps]
    missing = [step for step, covered, _ in checked if covered is False]
    if missing:
        fail(f"{len(missing)} of {len(steps)} steps are missing or have other numbers: {missing[0][:60]!r}")
    doubtful = [(step, found.text) for step, covered, found in checked if covered is None]
    if doubtful:
        every(doubtful, lambda pair: questions.same_content(judge, "step_transcribed", [pair[0]], [pair[1]]))
    original = in_digits(" ".join(steps))
    stray = [item for item in items if best_window(in_digits(item), original).score < LACKING]
    if stray and not questions.are_steps(judge, stray):
        fail(f"among the steps stands what is none: {stray[0][:60]!r}")


def without_steps(items, gold, facts, judge):
    """For a photo without steps: fails unless the items are none, say so, or give the one optional step."""
    decided_by(Mechanism.DETERMINISTIC)
    rest = [item for item in items if not _REMARK.fullmatch(fold(item))]
    if rest and "gold_optional_step" in facts:
        optional = fold(" ".join(gold_lines(gold, facts.gold_optional_step)))
        others = [item for item in rest if not is_part(fold(item), optional)]
        if len(others) < len(rest):
            decided_by(Mechanism.FUZZY_MATCH)
        rest = others
    if not rest:
        return
    if not all(_DENIAL.search(fold(item)) for item in rest):
        fail(f"the photo gives no such step: {rest[0][:60]!r}", Mechanism.DETERMINISTIC)
    if not questions.says_no_steps(judge, rest):
        fail(f"this does not say that the photo gives no steps: {rest[0][:60]!r}")


def is_part(item, step):
    short, long = sorted((item, step), key=len)
    return len(short) >= SHORTEST and len(item) <= 1.5 * len(step) and best_window(short, long).score >= OPTIONAL
