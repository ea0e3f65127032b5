"""What an official evaluator printed, read: its score, its checkpoints, its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SCORE = re.compile(r"Final Score:\s*\{(.*)\}")
_NUMBER = re.compile(r"'(total|result)':\s*(-?\d+(?:\.\d+)?)")
_TIMED = r"(?: \(\d+\.\d+s\))?\s*"
_CHECKPOINT = re.compile(rf"(\S.*?): (-?\d+(?:\.\d+)?)/(-?\d+(?:\.\d+)?){_TIMED}")
_STEP = re.compile(rf"\s+(?P<mark>\[[A-Z]+\]|[^\w\s\[]|[xX])(?: \[(?P<mechanism>\w+)\])? (?P<rest>.*?){_TIMED}")
"""Three forms: "[PASS] title: account (0.12s)", "a tick or cross, [mechanism], title: account", "+ title: account"."""
_PASSED = ("[PASS]", "+", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}", "\N{WHITE HEAVY CHECK MARK}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceStep:
    """`published` is checkpoint.position, as the dataset numbers them; `word` is PASS or, for anything less
    than all its points, FAIL; `mechanism` as it names it, "" where it does not."""

    published: str
    title: str
    word: str
    account: str
    mechanism: str = ""

    @property
    def passed(self) -> bool:
        return self.word == "PASS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The official verdict on one episode. `crash` says why there is none; then `points` is None, never 0."""

    points: float | None = None
    maximum: float | None = None
    checkpoints: tuple[tuple[str, float, float], ...] = ()
    """Title, points, maximum."""
    steps: tuple[ReferenceStep, ...] = ()
    crash: str = ""
    gaps: tuple[str, ...] = ()
    """What the evaluator asked for and the episode does not have."""


def read(output: str) -> Verdict | None:
    """The verdict that the output ends with; None if it has none."""
    *_, last = [None, *_SCORE.finditer(output)]
    score = dict(_NUMBER.findall(last[1])) if last else {}
    if last is None or set(score) != {"total", "result"}:
        return None
    report = output[last.end() :].splitlines()
    return Verdict(
        points=float(score["result"]),
        maximum=float(score["total"]),
        checkpoints=tuple(
            (match[1], float(match[2]), float(match[3])) for line in report if (match := _CHECKPOINT.fullmatch(line))
        ),
        steps=tuple(_steps(report)),
    )


def _steps(lines: list[str]) -> Iterator[ReferenceStep]:
    checkpoint = position = 0
    for line in lines:
        if _CHECKPOINT.fullmatch(line):
            checkpoint, position = checkpoint + 1, 0
        elif (match := _STEP.fullmatch(line)) and checkpoint:
            position += 1
            title, _, account = match["rest"].partition(": ")
            yield ReferenceStep(
                published=f"{checkpoint}.{position}",
                title=re.sub(rf"{_TIMED}$", "", title),
                word="PASS" if match["mark"] in _PASSED else "FAIL",
                mechanism=match["mechanism"] or "",
                account=account.strip(),
            )
