"""Request bodies checked against Google's own discovery documents, as Google's parser does before any handler runs.

A body that passes has only known names with values of the declared types, so an engine never meets a string where a
number belongs. The discovery documents ship with google-api-python-client; nothing is fetched.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local.engine import Json, RequestError

_SNAKE = re.compile(r"_([a-z0-9])")
_INT32 = 2**31
_LIST_VALUE = "type.googleapis.com/google.protobuf.ListValue"
"""What Google calls the lists in `ValueRange.values`."""


def camel(name: str) -> str:
    """`start_index` -> `startIndex`: Google's parser takes both spellings."""
    return _SNAKE.sub(lambda match: match.group(1).upper(), name)


class Schema:
    """The message types of one API."""

    def __init__(self, messages: dict[str, Any]) -> None:
        self._messages = messages

    def fields(self, message: str) -> dict[str, Any]:
        """Field name -> discovery description of a message type."""
        fields: dict[str, Any] = self._messages[message].get("properties", {})
        return fields

    def body(self, message: str, value: Any, at: str = "") -> Json:
        """A checked copy of a JSON object of that message type, without nulls and with camelCase names.

        Raises `RequestError` in Google's words for an unknown name or a value of the wrong type; `at` is its path.
        """
        if not isinstance(value, dict):
            raise _wrong(at, message, value)
        fields = self.fields(message)
        checked: Json = {}
        for name, item in value.items():
            known = name if name in fields else camel(str(name))
            if known not in fields:
                where = f" at '{at}'" if at else ""
                raise RequestError(f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.')
            if item is not None:
                checked[known] = self._value(fields[known], item, f"{at}.{known}" if at else known)
        return checked

    def mask(self, message: str, text: str) -> list[tuple[str, ...]]:
        """The field paths of an update mask (`a.b,c`, `a/b`, `a(b,c)`, `*`), checked against the message type.

        `*` is every field of the message. Raises `RequestError` for an empty mask or an unknown field.
        """
        paths: list[tuple[str, ...]] = []
        for path in _split_mask(text):
            if path == ("*",):
                paths.extend((name,) for name in self.fields(message))
            else:
                paths.append(self._path(message, path, text))
        if not paths:
            raise RequestError("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
        return paths

    def _path(self, message: str, path: tuple[str, ...], text: str) -> tuple[str, ...]:
        known: list[str] = []
        where: str | None = message
        for part in path:
            if part == "*":
                break
            name = camel(part)
            if where is None or name not in self.fields(where):
                raise RequestError(f"Invalid field: {'.'.join(path)} (in the mask '{text}')")
            known.append(name)
            where = self.fields(where)[name].get("$ref")
        return tuple(known)

    def _value(self, kind: dict[str, Any], value: Any, at: str) -> Any:
        if "$ref" in kind:
            return self.body(kind["$ref"], value, at)
        check = getattr(self, f"_{kind.get('type', 'any')}", None)
        return check(kind, value, at) if check else value

    def _array(self, kind: dict[str, Any], value: Any, at: str) -> list[Any]:
        items = kind.get("items", {})
        if not isinstance(value, list):
            raise _wrong(at, _LIST_VALUE if items.get("type") == "array" else "LIST", value)
        return [self._value(items, item, f"{at}[{n}]") for n, item in enumerate(value)]

    def _object(self, kind: dict[str, Any], value: Any, at: str) -> Json:
        if not isinstance(value, dict):
            raise _wrong(at, "OBJECT", value)
        items = kind.get("additionalProperties", {})
        return {str(key): self._value(items, item, f"{at}.{key}") for key, item in value.items()}

    def _string(self, kind: dict[str, Any], value: Any, at: str) -> str:
        if not isinstance(value, str) or ("enum" in kind and value not in kind["enum"]):
            raise _wrong(at, "TYPE_ENUM" if "enum" in kind else "TYPE_STRING", value)
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise _wrong(at, "TYPE_STRING", ascii(value))
        return value

    def _boolean(self, kind: dict[str, Any], value: Any, at: str) -> bool:
        if not isinstance(value, bool):
            raise _wrong(at, "TYPE_BOOL", value)
        return value

    def _integer(self, kind: dict[str, Any], value: Any, at: str) -> int:
        number = _as_number(value)
        if number is None or not number.is_integer() or not -_INT32 <= number < 2 * _INT32:
            raise _wrong(at, "TYPE_INT32", value)
        return int(number)

    def _number(self, kind: dict[str, Any], value: Any, at: str) -> float:
        number = _as_number(value)
        if number is None or not math.isfinite(number):
            raise _wrong(at, "TYPE_DOUBLE", value)
        return value if isinstance(value, int) else number


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _wrong(at: str, kind: str, value: Any) -> RequestError:
    shown = json.dumps(value, default=str)[:80]
    return RequestError(f"Invalid value at '{at or 'body'}' ({kind}), {shown}")


def _split_mask(text: str) -> Iterable[tuple[str, ...]]:
    """`a(b,c/d),e.f` -> (a, b), (a, c, d), (e, f)."""
    prefix: list[tuple[str, ...]] = [()]
    current = ""

    def path(part: str) -> tuple[str, ...]:
        return (*prefix[-1], *(name for name in re.split(r"[./]", part.strip()) if name))

    for char in text:
        if char == "(":
            prefix.append(path(current))
            current = ""
        elif char in ",)":
            if current.strip():
                yield path(current)
            current = ""
            if char == ")":
                prefix.pop()
                if not prefix:
                    raise RequestError(f"Invalid field mask: '{text}'")
        else:
            current += char
    if len(prefix) != 1:
        raise RequestError(f"Invalid field mask: '{text}'")
    if current.strip():
        yield path(current)


@cache
def schema_of(api: str) -> Schema:
    """The message types of `docs`, `sheets` or `slides`."""
    return Schema(document(api)["schemas"])
