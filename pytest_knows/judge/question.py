"""One typed question as a value: what it asks, what it shows, and which answers it takes."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pytest_knows.scoring import Mechanism, consulted

NO_EVIDENCE: Mapping[str, str] = {}
NO_IMAGES: Mapping[str, bytes] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`schema` is the JSON Schema of the answer: a boolean, one of an enum, or what a rubric extracts."""

    kind: Literal["yes_no", "choice", "extract"]
    text: str
    schema: Mapping[str, Any]
    evidence: Mapping[str, str]
    images: Mapping[str, bytes]

    def __repr__(self) -> str:
        return f"Question({self.kind}, {self.text[:40]!r}, {len(self.evidence)} texts, {len(self.images)} pictures)"

    def described(self) -> dict[str, Any]:
        """JSON value of all that is asked and shown; pictures by their sha256."""
        return {
            "kind": self.kind,
            "text": self.text,
            "schema": dict(self.schema),
            "evidence": dict(self.evidence),
            "images": {label: hashlib.sha256(data).hexdigest() for label, data in self.images.items()},
        }

    def accepts(self, answer: object) -> bool:
        """Whether `answer` has the type that was asked for. An extraction needs jsonschema, which litellm brings."""
        if self.kind == "yes_no":
            return isinstance(answer, bool)
        if self.kind == "choice":
            return isinstance(answer, str) and answer in self.schema["enum"]
        import jsonschema

        return bool(jsonschema.Draft202012Validator(self.schema).is_valid(answer))


class Judge(ABC):
    """What rubrics and checks may ask; each kind of judge answers a `Question` with a value of its type.

    `key` names the question ("logo_identity"), stable over episodes; scripts, caches and reports use it. `question` is
    ours and holds no artifact text. `evidence` maps a label to quoted text, `images` a label to encoded image bytes.
    """

    @abstractmethod
    def answer(self, key: str, question: Question) -> Any: ...

    def yes_no(
        self,
        key: str,
        question: str,
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> bool:
        return bool(self._ask(key, "yes_no", question, {"type": "boolean"}, evidence, images))

    def choice(
        self,
        key: str,
        question: str,
        options: Sequence[str],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> str:
        """One of `options`, verbatim."""
        schema = {"type": "string", "enum": list(options)}
        return str(self._ask(key, "choice", question, schema, evidence, images))

    def extract(
        self,
        key: str,
        question: str,
        schema: Mapping[str, Any],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> Any:
        """A JSON value that satisfies the JSON Schema `schema`."""
        return self._ask(key, "extract", question, schema, evidence, images)

    def _ask(
        self,
        key: str,
        kind: Literal["yes_no", "choice", "extract"],
        text: str,
        schema: Mapping[str, Any],
        evidence: Mapping[str, str],
        images: Mapping[str, bytes],
    ) -> Any:
        consulted(Mechanism.LLM_VLM_JUDGEMENT)
        return self.answer(key, Question(kind=kind, text=text, schema=schema, evidence=evidence, images=images))


def canonical(value: object) -> str:
    """The one JSON text of a value: answers and hashes are compared by it."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
