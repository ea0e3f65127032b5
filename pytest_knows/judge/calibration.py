"""How well a judge agrees with labelled questions: `pytest-knows judge check`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_knows.checks.text import fold
from pytest_knows.errors import JudgeError
from pytest_knows.judge.labels import KINDS, Label
from pytest_knows.judge.model import ModelJudge
from pytest_knows.judge.question import canonical

Z = 1.959964
"""Of a two-sided 95 % interval of the normal distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a judge gave to a label; `error` instead of an answer if it did not answer."""

    label: Label
    answer: Any
    error: str = ""

    @property
    def right(self) -> bool:
        return not self.error and same(self.answer, self.label.expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Agreement of a judge with a set of labels. What was not answered counts as not agreed."""

    asked: int
    answered: int
    right: int
    base_rate: float
    """The share of the most frequent label: what always answering that would reach."""
    kappa: float | None
    """Cohen's, over the answered; None where chance alone would agree always."""

    @property
    def agreement(self) -> float:
        return self.right / self.asked

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the agreement."""
        return wilson(self.right, self.asked)


def check(labels: Iterable[Label], judge: ModelJudge) -> list[Given]:
    """Ask everything, in order. An answer that does not come is part of the result."""
    given = []
    for label in labels:
        try:
            given.append(Given(label=label, answer=label.ask(judge)))
        except JudgeError as error:
            given.append(Given(label=label, answer=None, error=str(error)))
    return given


def figures(given: Sequence[Given]) -> Figures:
    """Raises ZeroDivisionError for nothing."""
    labels = Counter(_category(one.label.expected) for one in given)
    answered = [one for one in given if not one.error]
    return Figures(
        asked=len(given),
        answered=len(answered),
        right=sum(one.right for one in given),
        base_rate=max(labels.values()) / len(given),
        kappa=cohen([(_category(one.label.expected), _category(one.answer)) for one in answered]),
    )


def wilson(right: int, of: int) -> tuple[float, float]:
    """E. B. Wilson 1927: an interval of a share that stays within 0 and 1 and holds for few cases."""
    share, square = right / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def cohen(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen 1960: agreement beyond what the two raters' base rates give by chance, as a share of what is possible."""
    if not pairs:
        return None
    ours, theirs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(ours[category] * theirs[category] for category in ours) / len(pairs) ** 2
    observed = sum(a == b for a, b in pairs) / len(pairs)
    return None if chance == 1 else (observed - chance) / (1 - chance)


def same(answer: Any, expected: Any) -> bool:
    """Equal values: 3 is 3.0, texts are compared folded; true is not 1."""
    return _category(answer) == _category(expected)


def _category(value: Any) -> str:
    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: plain(inner) for key, inner in part.items()}
        if isinstance(part, list):
            return [plain(inner) for inner in part]
        if isinstance(part, str):
            return fold(part)
        return int(part) if isinstance(part, float) and part.is_integer() else part

    return canonical(plain(value))


GROUPS = {"all": (False, True), "plain": (False,), "adversarial": (True,)}
_HEAD = f"{'kind':14}{'group':13}{'asked':>6}{'agree':>7}{'95 %':>14}{'base':>7}{'kappa':>7}{'no answer':>11}"


def table(model: str, given: Sequence[Given]) -> list[str]:
    """Lines of text: a row per kind and group, then what was not agreed on."""
    rows = [model, _HEAD]
    for kind in (*(kind for kind in KINDS if any(one.label.kind == kind for one in given)), "every kind"):
        for group, adversarial in GROUPS.items():
            of_kind = [one for one in given if kind in (one.label.kind, "every kind")]
            if members := [one for one in of_kind if one.label.adversarial in adversarial]:
                rows.append(_row(kind, group, figures(members)))
    return [*rows, *(_missed(one) for one in given if not one.right)]


def _row(kind: str, group: str, found: Figures) -> str:
    low, high = found.interval
    kappa = "-" if found.kappa is None else f"{found.kappa:.2f}"
    return (
        f"{kind:14}{group:13}{found.asked:6}{found.agreement:7.2f}{f'{low:.2f} - {high:.2f}':>14}"
        f"{found.base_rate:7.2f}{kappa:>7}{found.asked - found.answered:11}"
    )


def _missed(one: Given) -> str:
    return f"  {one.label.id}: {one.error or canonical(one.answer)}, expected {canonical(one.label.expected)}"


def run(labels: Sequence[Label], models: Sequence[str], out: Path, budget: float | None) -> list[str]:
    """Check each model on its own; answers are kept in `out`, so that a second check of the same costs nothing."""
    return [line for model in models for line in table(model, check(labels, ModelJudge([model], out, budget=budget)))]
