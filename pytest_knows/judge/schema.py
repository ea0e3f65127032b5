"""JSON Schemas of the answers that `Judge.extract` is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Schema = Mapping[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
BOOLEAN: Schema = {"type": "boolean"}


def one_of(options: Iterable[str]) -> Schema:
    """One of the texts, verbatim."""
    return {"type": "string", "enum": list(options)}


def or_null(schema: Schema) -> Schema:
    """A value of the schema, or null for "not given"."""
    return {"anyOf": [dict(schema), {"type": "null"}]}


def list_of(schema: Schema) -> Schema:
    """A list of values of the schema."""
    return {"type": "array", "items": dict(schema)}


def fields(properties: Mapping[str, Schema] | None = None, /, **more: Schema) -> Schema:
    """An object with all of these fields; others are passed over."""
    every = {**(properties or {}), **more}
    return {"type": "object", "properties": {name: dict(one) for name, one in every.items()}, "required": list(every)}
