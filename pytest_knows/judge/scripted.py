"""A judge that answers from a file: answers that a person wrote down, or a test's script.

    [{"key": "logo_*", "contains": "Utah", "answer": true}]

The first rule whose `key` (a glob) fits and whose `contains` (if any) occurs in the question or its evidence answers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError, JudgeError
from pytest_knows.judge.question import Judge, Question


class ScriptedJudge(Judge):
    """A judge over a list of rules; `asked` keeps the keys of the questions in order."""

    def __init__(self, rules: Sequence[Mapping[str, Any]]) -> None:
        self.rules = list(rules)
        self.asked: list[str] = []

    @classmethod
    def load(cls, path: Path) -> ScriptedJudge:
        """Raises `ConfigurationError` if the file is not a JSON list of objects with `key` and `answer`."""
        try:
            rules = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"--knows-judge script:{path}: {error}") from error
        if not isinstance(rules, list) or not all(isinstance(r, dict) and {"key", "answer"} <= r.keys() for r in rules):
            raise ConfigurationError(
                f"--knows-judge script:{path}: expected a JSON list of objects with 'key' and 'answer'"
            )
        return cls(rules)

    def answer(self, key: str, question: Question) -> Any:
        self.asked.append(key)
        for rule in self.rules:
            if fnmatchcase(key, str(rule["key"])) and _contains(rule.get("contains"), question):
                return _typed(key, question, rule["answer"])
        raise JudgeError(f"the judge's script has no answer for {key!r}")


def _typed(key: str, question: Question, answer: Any) -> Any:
    expected = "true or false" if question.kind == "yes_no" else f"one of {question.schema.get('enum')!r}"
    if question.kind != "extract" and not question.accepts(answer):
        raise JudgeError(f"the judge's script answers {key!r} with {answer!r}; expected {expected}")
    return answer


def _contains(wanted: object, question: Question) -> bool:
    return wanted is None or any(str(wanted) in text for text in (question.text, *question.evidence.values()))
