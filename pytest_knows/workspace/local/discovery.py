"""The methods of the four APIs, read from the discovery documents: which request is which method."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

from pytest_knows.workspace.discovery import VERSIONS, document
from pytest_knows.workspace.local.errors import ApiError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One API method. `id` is its discovery id (`sheets.spreadsheets.values.get`)."""

    id: str
    api: str
    http: str
    pattern: re.Pattern[str]
    literal: int
    """How many characters of the path are fixed: of two matching methods the one with more is meant."""
    parameters: Mapping[str, Json]
    request: str | None
    """The name of the request body's schema."""
    response: str | None


@cache
def methods() -> tuple[Method, ...]:
    """Every method of every API, the most specific path first."""
    found = [method for api in VERSIONS for method in _methods_of(api)]
    return tuple(sorted(found, key=lambda method: -method.literal))


def _methods_of(api: str) -> Iterator[Method]:
    source = document(api)
    for declared in _declared(source["resources"]):
        path = source["servicePath"] + declared["path"]
        yield Method(
            id=declared["id"],
            api=api,
            http=declared["httpMethod"],
            pattern=_pattern(path),
            literal=len(re.sub(r"{.*?}", "", path)),
            parameters=declared.get("parameters", {}),
            request=declared.get("request", {}).get("$ref"),
            response=declared.get("response", {}).get("$ref"),
        )


def _declared(resources: Json) -> Iterator[Json]:
    for resource in resources.values():
        yield from resource.get("methods", {}).values()
        yield from _declared(resource.get("resources", {}))


def _pattern(path: str) -> re.Pattern[str]:
    """A regular expression for the still encoded path. Only a cell range may hold a bare colon (`A1:B2`)."""
    parts = re.split(r"{\+?(\w+)}", path)
    for index in range(1, len(parts), 2):
        characters = "[^/]" if parts[index] == "range" else "[^/:]"
        parts[index] = f"(?P<{parts[index]}>{characters}+)"
    for index in range(0, len(parts), 2):
        parts[index] = re.escape(parts[index])
    return re.compile("/" + "".join(parts))


def find(http: str, path: str) -> tuple[Method, dict[str, str]]:
    """The method of a request and its path parameters, decoded. Raises ApiError 404 or 405."""
    known = False
    for method in methods():
        match = method.pattern.fullmatch(path)
        if match and method.http == http:
            return method, {name: unquote(value) for name, value in match.groupdict().items()}
        known = known or match is not None
    if known:
        raise ApiError(405, f"The method {http} is not allowed for {path}.")
    raise ApiError(404, f"The requested URL {path} was not found on this server.")


_CONVERTERS = {"integer": int, "number": float}
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}


def typed_query(method: Method, query: Mapping[str, Sequence[str]]) -> Json:
    """The method's own query parameters with the types that discovery declares (repeated ones as lists).

    Raises ApiError 400 for a parameter that the method does not have or a value of the wrong type.
    """
    general = document(method.api)["parameters"]
    values: Json = {}
    for name, raw in query.items():
        declared = method.parameters.get(name)
        if declared is None:
            if name not in general and not name.startswith("$"):
                raise ApiError(
                    400,
                    f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query parameter. '
                    f"Field '{name}' could not be found in request message.",
                )
            continue
        converted = [_converted(name, declared, text) for text in raw]
        values[name] = converted if declared.get("repeated") else converted[-1]
    return values


def typed_path(method: Method, path: Mapping[str, str]) -> Json:
    """The path's parameters with the types that discovery declares. Raises ApiError 400."""
    return {name: _converted(name, method.parameters.get(name, {}), text) for name, text in path.items()}


def _converted(name: str, declared: Json, text: str) -> Any:
    kind = declared.get("type", "string")
    try:
        if kind == "boolean":
            return _BOOLEANS[text.lower()]
        if kind in _CONVERTERS:
            return _CONVERTERS[kind](text)
    except (KeyError, ValueError):
        raise ApiError(400, f"Invalid value at '{name}' (TYPE_{kind.upper()}), \"{text}\"") from None
    if "enum" in declared and text not in declared["enum"]:
        raise ApiError(400, f"Invalid value at '{name}' (TYPE_ENUM), \"{text}\"")
    return text
