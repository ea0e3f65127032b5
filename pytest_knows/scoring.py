"""What a step can come to: outcomes, mechanisms, points.

Points are integers, except where a rubric's own maximum is not. A step *passes* with full points only; partial points
of a proportional step are kept on a failed step.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

REASON_LENGTH = 200
"""Characters of a reason that are kept (CONTRACTS.md, results.json)."""

EVIDENCE_LENGTH = 500
"""Characters of one piece of evidence that are kept."""


class Outcome(StrEnum):
    """What became of a step. Only `failed` is the agent's doing."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    UNGRADED = "ungraded"
    NOT_SELECTED = "not_selected"


class Mechanism(StrEnum):
    """How a step was decided; the benchmark's own vocabulary."""

    DETERMINISTIC = "deterministic"
    FUZZY_MATCH = "fuzzy_match"
    STRUCTURAL = "structural"
    SPATIAL = "spatial"
    WEB_VISIT = "web_visit"
    LLM_VLM_JUDGEMENT = "llm_vlm_judgement"
    DEPENDENCY_NOT_EVALUATED = "dependency_not_evaluated"
    EXECUTION_ERROR = "execution_error"
    VACUOUS_PASS = "vacuous_pass"
    NOT_GRADED = "not_graded"
    """Of ungraded and unselected steps: nothing was decided."""


_DEFAULT_MECHANISM = {
    "spatial_check": Mechanism.SPATIAL,
    "structural_check": Mechanism.STRUCTURAL,
    "web_visit_check": Mechanism.WEB_VISIT,
}

CATEGORIES = frozenset(
    {
        "information_retrieval",
        "structural_check",
        "formatting_check",
        "content_check",
        "spatial_check",
        "visual_check",
        "web_visit_check",
    }
)


def default_mechanism(category: str) -> Mechanism:
    """The mechanism of a step that consults no check which knows better."""
    return _DEFAULT_MECHANISM.get(category, Mechanism.DETERMINISTIC)


@dataclass(slots=True)
class Record:
    """What checks report while a step runs, in order."""

    mechanisms: list[Mechanism] = field(default_factory=list)
    evidence: list[Mapping[str, Any]] = field(default_factory=list)
    places: list[Mapping[str, Any]] = field(default_factory=list)
    """Where what was located stands (`grading.places`)."""
    verdicts: list[tuple[Mechanism, bool]] = field(default_factory=list)
    """Of the rules that said yes or no of something that a judge may say otherwise of."""

    @property
    def overruled(self) -> Mapping[str, Any] | None:
        """Of what passed: a piece of evidence if the judge let it pass after rules had only said no."""
        if self.mechanisms[-1:] != [Mechanism.LLM_VLM_JUDGEMENT] or any(held for _, held in self.verdicts):
            return None
        said_no = [mechanism for mechanism, _ in self.verdicts][-1:]
        return {"label": OVERRULED, "value": f"{said_no[0]} said no, the judge yes"} if said_no else None


OVERRULED = "a rule was overruled"
DISPUTE = "judge: dispute"
INJECTION = "suspected injection"
"""Labels of evidence that reports list as disputes: the judge passed what rules refused, could not make up its mind,
was shown what looks as if it spoke to it."""

_record: ContextVar[Record | None] = ContextVar("knows_record", default=None)


def consulted(mechanism: Mechanism, held: bool | None = None) -> None:
    """Called by a check when it decides something: the last check consulted gives the step's mechanism.

    `held`: what a check found where a judge may be asked next.
    """
    record = _record.get()
    if record is not None:
        record.mechanisms.append(mechanism)
        if held is not None:
            record.verdicts.append((mechanism, held))


def show(label: str, value: object, **more: Any) -> None:
    """Keep a piece of evidence with the step: a matched text, a cell, a box. Shown in reports as text, one line.

    `more` are JSON values of results.json's evidence: `answers`, the judge's kept answers that it is about, by the
    names of their files in the run's `answers/`; `votes`, how many votes each answer had if they are split.
    """
    keep([{"label": label, "value": one_line(str(value), EVIDENCE_LENGTH), **more}])


def keep(entries: Iterable[Mapping[str, Any]]) -> None:
    """Keep pieces of evidence as they are: what an inner `recording` collected."""
    record = _record.get()
    if record is not None:
        record.evidence.extend(entries)


@contextmanager
def recording() -> Iterator[Record]:
    """Collects what `consulted` and `show` report while the block runs."""
    record = Record()
    token = _record.set(record)
    try:
        yield record
    finally:
        _record.reset(token)


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str, limit: int = REASON_LENGTH) -> str:
    """`text` as one line of at most `limit` characters; control and bidi characters escaped, addresses removed."""
    text = " ".join(_ADDRESS.sub("", text).split())
    shown = text[: limit * 2]
    if not shown.isprintable():
        shown = "".join(map(_escaped, shown))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _escaped(char: str) -> str:
    if char in _BIDI or unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn"}:
        return f"\\u{ord(char):04x}"
    return char


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """One item of a proportional step: a paragraph, a row, a picture."""

    name: str
    outcome: Outcome
    reason: str = ""
    need: str = ""
    mend: str = ""
    """As of an ungraded `StepResult`."""
    thing: object = field(default=None, compare=False, repr=False)
    """The item itself, until the grader has turned it into `place`."""
    place: Mapping[str, Any] = field(default_factory=dict)
    """Where it stands in the artifact (`grading.places`); empty if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """The grade of one step of one episode."""

    outcome: Outcome
    mechanism: Mechanism
    points: float
    max: float
    reason: str = ""
    items: tuple[ItemResult, ...] = ()
    evidence: tuple[Mapping[str, Any], ...] = ()
    places: tuple[Mapping[str, Any], ...] = ()
    """Where what was located stands (`grading.places`): entries of results.json's evidence like those of `evidence`."""
    highest: float | None = None
    """The most that the step can come to once its open items are decided; None: `max` if undecided, else `points`."""
    need: str = ""
    """Of an ungraded step: what was absent (`judge`, `gold`, ...)."""
    mend: str = ""
    """Of an ungraded step: the option or command that provides it."""
    details: str = field(default="", compare=False)
    """A traceback, for an error that is a bug of ours; kept out of results.json."""

    def __post_init__(self) -> None:
        if not 0 <= self.points <= self.max:
            raise ValueError(f"{self.points} points of at most {self.max}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest points that this step can still come to."""
        if self.highest is not None:
            return self.points, self.highest
        if self.outcome in (Outcome.ERROR, Outcome.UNGRADED):
            return self.points, self.max
        return self.points, self.points


def proportional_points(maximum: float, passed: int, total: int) -> int:
    """floor(maximum * passed / total), never above the maximum; 0 when there is nothing to count."""
    if total <= 0:
        return 0
    return math.floor(maximum * min(passed, total) / total)
