"""What an HTML page says of itself to machines: its `<meta>` elements and its JSON-LD."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

_ATTRIBUTES = r"((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)"
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]++)\s{0,9}=\s{0,9}(\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++)")
_NAMES = ("name", "property", "itemprop", "http-equiv")
MAX_VALUES = 500
"""Of either kind; what a page says beyond is left out."""


def read_meta(source: str) -> dict[str, str]:
    """`name`, `property`, `itemprop` or `http-equiv` in lower case -> content; the first of each counts."""
    found: dict[str, str] = {}
    for _, attributes, _ in tags(source, "meta"):
        name = next((attributes[key] for key in _NAMES if key in attributes), "")
        if name and "content" in attributes and len(found) < MAX_VALUES:
            found.setdefault(name.strip().lower(), attributes["content"].strip())
    return found


def read_json_ld(source: str) -> tuple[dict[str, Any], ...]:
    """Every object of the page's JSON-LD, those of lists and `@graph` one by one. What is no JSON is left out."""
    found: list[dict[str, Any]] = []
    for _, attributes, end in tags(source, "script"):
        if attributes.get("type", "").split(";")[0].strip().lower() != "application/ld+json":
            continue
        stop = re.compile("</script", re.I).search(source, end)
        try:
            value = json.loads(source[end : stop.start() if stop else len(source)], strict=False)
        except (ValueError, RecursionError):
            continue
        found.extend(_objects(value))
    return tuple(found[:MAX_VALUES])


def tags(source: str, *names: str) -> Iterator[tuple[str, dict[str, str], int]]:
    """The elements of these names in order: name, attributes, where the tag ends."""
    for match in re.finditer(rf"<({'|'.join(names)})\b{_ATTRIBUTES}>", source, re.I):
        pairs = _ATTRIBUTE.findall(match[2])
        attributes = {name.lower(): html.unescape(value.strip("\"'")) for name, value in reversed(pairs)}
        yield match[1].lower(), attributes, match.end()


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    waiting = [value]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            graph = value.get("@graph")
            if isinstance(graph, list):
                waiting[:0] = graph
            else:
                yield value
