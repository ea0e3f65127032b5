"""The evaluators' questions to Gemini, asked of the judge of ours instead, and kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import entries, string, table
from pytest_knows.errors import JudgeError
from pytest_knows.files import write_atomically
from pytest_knows.judge.provider import Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiJudge:
    """`model` is a litellm id. Each request is asked once, at temperature 0; `answers` is a folder that keeps them."""

    model: str
    answers: Path
    provider: Provider

    def __call__(self, request: Mapping[str, Any]) -> str:
        """The answer's text. Raises JudgeError if the model does not give one."""
        asked = json.dumps([self.model, request], sort_keys=True).encode()
        kept = self.answers / f"{hashlib.sha256(asked).hexdigest()}.json"
        if kept.is_file():
            return str(json.loads(kept.read_bytes())["text"])
        reply = self.provider.ask(self.model, list(_messages(request)), _schema(request), 0.0)
        if not reply.complete:
            raise JudgeError(f"{self.model}: the answer was cut off")
        write_atomically(kept, json.dumps({"model": self.model, "text": reply.text}).encode())
        return reply.text


def _messages(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Gemini's contents as the messages that litellm takes."""
    system = "".join(string(part, "text") for part in entries(request, "systemInstruction", "parts"))
    if system:
        yield {"role": "system", "content": system}
    for content in entries(request, "contents"):
        role = "assistant" if content.get("role") == "model" else "user"
        yield {"role": role, "content": [_part(part) for part in entries(content, "parts")]}


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    data = table(part, "inlineData") or table(part, "inline_data")
    if not data:
        return {"type": "text", "text": string(part, "text")}
    mime = string(data, "mimeType") or string(data, "mime_type")
    return {"type": "image_url", "image_url": {"url": f"data:{mime};base64,{string(data, 'data')}"}}


def _schema(request: Mapping[str, Any]) -> dict[str, Any]:
    """The schema that the answer is to have; empty where text is asked for."""
    asked = table(request, "generationConfig")
    found = _lower(table(asked, "responseSchema") or table(asked, "response_schema"))
    return dict(found) if isinstance(found, dict) else {}


def _lower(schema: Any) -> Any:
    """Gemini writes types in capitals."""
    if isinstance(schema, Mapping):
        return {
            key: value.lower() if key == "type" and isinstance(value, str) else _lower(value)
            for key, value in schema.items()
        }
    return [_lower(one) for one in schema] if isinstance(schema, list) else schema
