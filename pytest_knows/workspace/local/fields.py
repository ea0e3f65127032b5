"""Partial responses: the `fields` parameter (`a,b(c,d/e),f/*`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pytest_knows.workspace.local.errors import ApiError

Mask = Mapping[str, "Mask"]
"""Field name (or `*`) to the mask below it; an empty mask keeps the whole value."""

_TOKEN = re.compile(r"\s*([A-Za-z0-9_$-]+|[*(),/.])\s*")
_DEPTH = 60


@lru_cache(maxsize=512)
def parse(text: str) -> Mask:
    """The mask that `text` describes. Raises ApiError 400 if it is not one."""
    tokens: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise _invalid(text)
        tokens.append(match[1])
        position = match.end()
    tokens.reverse()
    mask = _selection(tokens, text, depth=0)
    if tokens:
        raise _invalid(text)
    return mask


def _invalid(text: str) -> ApiError:
    return ApiError(400, f"Invalid field selection {text}", reason="invalidParameter", fields=text)


def _selection(tokens: list[str], text: str, *, depth: int) -> dict[str, Any]:
    """`path {"," path}`; `tokens` is a stack whose top is the next token."""
    mask: dict[str, Any] = {}
    while True:
        _path(tokens, text, mask, depth=depth)
        if not tokens or tokens[-1] != ",":
            return mask
        tokens.pop()


def _path(tokens: list[str], text: str, mask: dict[str, Any], *, depth: int) -> None:
    """`name {("/" | ".") name} ["(" selection ")"]`, merged into `mask`."""
    while True:
        name = tokens.pop() if tokens else ","
        if name in ",()/." or depth > _DEPTH:
            raise _invalid(text)
        following = tokens[-1] if tokens else ","
        if following not in "/.(":
            mask[name] = {}
            return
        whole = mask.get(name) == {}
        below = mask.setdefault(name, {}) if not whole else {}
        tokens.pop()
        if following == "(":
            for key, value in _selection(tokens, text, depth=depth + 1).items():
                below[key] = value
            if not tokens or tokens.pop() != ")":
                raise _invalid(text)
            return
        mask, depth = below, depth + 1


def apply(mask: Mask, value: Any) -> Any:
    """What `mask` keeps of a JSON value; lists are masked item by item. An empty mask keeps everything."""
    if not mask:
        return value
    if isinstance(value, list):
        return [apply(mask, item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: apply(below, item) for name, item, below in kept(mask, value)}


def kept(mask: Mask, value: Mapping[str, Any]) -> Iterator[tuple[str, Any, Mask]]:
    """The fields of a JSON object that `mask` keeps: name, value, and the mask for that value."""
    everything = mask.get("*") if mask else {}
    for name, item in value.items():
        below = mask.get(name, everything)
        if below is not None:
            yield name, item, below


def check(mask: Mask, schema: Mapping[str, Any], schemas: Mapping[str, Any], path: str = "") -> None:
    """Raise ApiError 400 if `mask` names a field that the discovery document's `schema` does not have."""
    schema = _resolved(schema, schemas)
    properties = schema.get("properties")
    if not properties:
        return
    for name, below in mask.items():
        if name == "*":
            continue
        if name not in properties:
            raise _invalid(path + name)
        check(below, properties[name], schemas, f"{path}{name}/")


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object schema behind references and lists (`{}` where keys are free, as in maps)."""
    while True:
        if "$ref" in schema:
            schema = schemas.get(schema["$ref"], {})
        elif schema.get("type") == "array":
            schema = schema.get("items", {})
        else:
            return schema
