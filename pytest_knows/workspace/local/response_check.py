"""Answers checked against Google's discovery documents: what no client library of Google's would meet, we may not send.

On in our own tests only (`KNOWS_CHECK_RESPONSES=1`): it costs as much as writing the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local.discovery import Method
from pytest_knows.workspace.local.errors import ApiError

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}
_SHOWN = 5
"""Faults that one message names."""


def check_response(method: Method, answer: Any) -> None:
    """Raises ApiError 500 that names the places where an answer is not what `method` declares to answer."""
    if method.response is None:
        return
    schemas = document(method.api)["schemas"]
    faults = list(_faults({"$ref": method.response}, answer, schemas, ""))
    if faults:
        shown = "; ".join(faults[:_SHOWN])
        raise ApiError(500, f"The answer of {method.id} does not fit {method.response} ({len(faults)} faults): {shown}")


def _faults(declared: Mapping[str, Any], value: Any, schemas: Mapping[str, Any], at: str) -> Iterator[str]:
    if "$ref" in declared:
        declared = schemas[declared["$ref"]]
    kind = declared.get("type", "any")
    if kind == "any":
        return
    fits = isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))
    if not fits:
        yield f"{at} is {value!r:.60}, not {kind}"
    elif kind == "array":
        for number, item in enumerate(value):
            yield from _faults(declared["items"], item, schemas, f"{at}[{number}]")
    elif kind == "object":
        yield from _object_faults(declared, value, schemas, at)
    elif "enum" in declared and value not in declared["enum"]:
        yield f"{at} is {value!r:.60}, none of {declared['enum'][:4]}..."
    elif kind == "number" and not math.isfinite(value):
        yield f"{at} is {value}"


def _object_faults(
    declared: Mapping[str, Any], value: Mapping[str, Any], schemas: Mapping[str, Any], at: str
) -> Iterator[str]:
    properties, others = declared.get("properties", {}), declared.get("additionalProperties")
    for name, item in value.items():
        inner = properties.get(name, others)
        if inner is None:
            yield f"{at}.{name} is unknown"
        else:
            yield from _faults(inner, item, schemas, f"{at}.{name}")
