"""What the judge was asked, was shown and answered, from the run's answers/, within a budget for the whole page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import at, entries, number, string, table
from pytest_knows.judge.answers import PICTURES
from pytest_knows.report.pages_shown import data_url
from pytest_knows.scoring import one_line

TOTAL = 5_000_000
"""Characters of all questions, their evidence and pictures in a page; beyond, a step names the files only."""
TEXT = 2_500
"""Characters of one piece of evidence that are shown; all of it is in answers/."""
VOTES = 12
PICTURE_WIDTH = 180
"""Pixels."""


class Asked:
    """The questions that a page shows, each once; `questions` grows as steps ask for them."""

    def __init__(self, out: Path) -> None:
        self._folder = out / "answers"
        self._places: dict[tuple[str, ...], int | None] = {}
        self._left = TOTAL
        self.questions: list[dict[str, Any]] = []
        self.left_out = 0
        """Questions for which there was no room."""

    def place(self, names: Sequence[str]) -> int | None:
        """Where in `questions` the question stands that these kept answers answer; None if it is not shown."""
        key = tuple(map(str, names))
        if key not in self._places:
            self._places[key] = self._added(key)
        return self._places[key]

    def _added(self, names: Sequence[str]) -> int | None:
        answers = [found for name in names[:VOTES] if (found := self._read(name))]
        if not answers:
            return None
        shown = self._shown(answers)
        self._left -= len(json.dumps(shown))
        if self._left < 0:
            self.left_out += 1
            return None
        self.questions.append(shown)
        return len(self.questions) - 1

    def _read(self, name: str) -> Mapping[str, Any]:
        """The content of an answer's file; empty if there is none or it is damaged."""
        if not name.isalnum():
            return {}
        try:
            content = json.loads((self._folder / f"{name}.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return table(content)

    def _shown(self, answers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        question = table(answers[0], "question")
        return {
            "text": _cut(string(question, "text")),
            "evidence": [
                [one_line(str(label)), _cut(str(text))] for label, text in table(question, "evidence").items()
            ],
            "images": [[one_line(str(label)), self._picture(sha)] for label, sha in table(question, "images").items()],
            "votes": [
                [
                    one_line(string(answer, "model")),
                    round(number(answer, "vote")),
                    one_line(json.dumps(at(answer, "answer"), ensure_ascii=False), 500),
                    one_line(string(answer, "reason"), 500),
                ]
                for answer in answers
            ],
        }

    def _picture(self, sha256: object) -> str | None:
        path = self._folder / PICTURES / str(sha256)
        if not str(sha256).isalnum() or not path.is_file():
            return None
        from PIL import Image

        try:
            with Image.open(path) as image:
                return data_url(image.convert("RGB"), PICTURE_WIDTH)
        except (OSError, ValueError, Image.DecompressionBombError):
            return None


def splits(entry: Mapping[str, Any]) -> str:
    """`2 x true, 1 x false` of a piece of evidence whose votes are split, else nothing."""
    votes = table(entry, "votes")
    return ", ".join(f"{count} x {value}" for value, count in sorted(votes.items(), key=lambda vote: str(vote)))


def answers_of(entry: Mapping[str, Any]) -> list[str]:
    """The names of the kept answers that a piece of evidence is about."""
    found = at(entry, "answers")
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def evidence_of(step: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A step's pieces of evidence that are as results.json has them."""
    return [entry for entry in entries(step, "evidence") if "label" in entry and "value" in entry]


def _cut(text: str) -> str:
    shown = text if len(text) <= TEXT else f"{text[:TEXT]} [... {len(text) - TEXT} characters more]"
    return "\n".join(one_line(line, TEXT + 60) for line in shown.splitlines())
