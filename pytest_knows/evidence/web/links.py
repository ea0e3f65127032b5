"""Every web address in an artifact's JSON: links, and what is written out in its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_knows.evidence.urls import bare_domains, find, normalise, parse

_LINKS = ("url", "uri", "hyperlink")
"""Keys of links in the REST JSON: `link.url` (Docs, Slides), `link.uri` and `hyperlink` (Sheets), `uri` of chips."""
_TEXTS = ("formattedValue", "stringValue", "formulaValue", "note")
_RUNS = ("elements", "textElements")
"""Lists of a paragraph's or a shape's text runs, over which one written address may be spread."""


def artifact_links(artifact: Any) -> list[str]:
    """The http(s) addresses in an artifact (Docs, Sheets or Slides JSON), in order of appearance, each page once."""
    found: dict[str, str] = {}
    for url in _walk(artifact):
        if parse(url):
            found.setdefault(normalise(url), url)
    return list(found.values())


def _walk(artifact: Any) -> Iterator[str]:
    waiting = [artifact]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            yield from _of_object(value)
            waiting.extend(reversed(list(value.values())))


def _of_object(value: dict[str, Any]) -> Iterator[str]:
    links = (value.get(key) for key in _LINKS)
    yield from (link.strip() for link in links if isinstance(link, str) and "://" in link)
    texts = [text for key in _TEXTS if isinstance(text := value.get(key), str)]
    runs = [run for key in _RUNS if isinstance(run := value.get(key), list)]
    for text in (*texts, *("".join(map(_content, run)) for run in runs)):
        yield from find(text)
        yield from bare_domains(text)


def _content(run: Any) -> str:
    inner = run.get("textRun") if isinstance(run, dict) else None
    content = inner.get("content") if isinstance(inner, dict) else None
    return content if isinstance(content, str) else ""
