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
from pytest_knows.judge import NO_EVIDENCE, NO_IMAGES
from pytest_knows.scoring import Mechanism, consulted


class ScriptedJudge:
    """Implements `judge.Judge` over a list of rules; `asked` keeps the keys of the questions in order."""

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

    def _answer(self, key: str, question: str, evidence: Mapping[str, str]) -> Any:
        consulted(Mechanism.LLM_VLM_JUDGEMENT)
        self.asked.append(key)
        for rule in self.rules:
            if fnmatchcase(key, str(rule["key"])) and _contains(rule.get("contains"), question, evidence):
                return rule["answer"]
        raise JudgeError(f"the judge's script has no answer for {key!r}")

    def yes_no(
        self,
        key: str,
        question: str,
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> bool:
        answer = self._answer(key, question, evidence)
        if not isinstance(answer, bool):
            raise JudgeError(f"the judge's script answers {key!r} with {answer!r}; expected true or false")
        return answer

    def choice(
        self,
        key: str,
        question: str,
        options: Sequence[str],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> str:
        answer = self._answer(key, question, evidence)
        if answer not in options:
            raise JudgeError(f"the judge's script answers {key!r} with {answer!r}; expected one of {list(options)!r}")
        return str(answer)

    def extract(
        self,
        key: str,
        question: str,
        schema: Mapping[str, Any],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> Any:
        return self._answer(key, question, evidence)


def _contains(wanted: object, question: str, evidence: Mapping[str, str]) -> bool:
    if wanted is None:
        return True
    return any(str(wanted) in text for text in (question, *evidence.values()))
