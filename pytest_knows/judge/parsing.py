"""A model's reply as a typed answer, or nothing: prose is never searched for a yes or a no."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pytest_knows.judge.question import Question, canonical

LONGEST_REPLY = 100_000
"""Characters; more is no answer to a typed question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A value that satisfies the question's schema, and the model's one sentence about it."""

    value: Any
    reason: str


def parse(reply: str, question: Question) -> Answer | None:
    """The answer of the reply's JSON object. None if there is none of the right type, or if two contradict.

    Text around the object is passed over. Where a schema is extracted, the bare value's object will do as well.
    """
    answers = []
    for found in _objects(reply[:LONGEST_REPLY]):
        if "answer" not in found and question.kind != "extract":
            continue
        value = found.get("answer", found)
        if not question.accepts(value):
            return None
        answers.append(Answer(value=value, reason=_reason(found)))
    return answers[0] if len({canonical(answer.value) for answer in answers}) == 1 else None


def _reason(found: dict[str, Any]) -> str:
    reason = found.get("reason") if "answer" in found else ""
    return reason if isinstance(reason, str) else ""


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a text, outermost ones, in order."""
    decoder = json.JSONDecoder(parse_constant=_no_number)
    start = text.find("{")
    while start >= 0:
        end = start + 1
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            pass
        else:
            yield found
        start = text.find("{", end)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
