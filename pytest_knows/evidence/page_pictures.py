"""The addresses of an HTML page's pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from pytest_knows.evidence.metadata import MAX_VALUES, read_meta, tags
from pytest_knows.evidence.urls import parse

_DECLARED = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_CANDIDATE = re.compile(r"([^\s,](?:\S*[^\s,])?)(?:\s+([\d.]{1,10})[wx])?[^,]*")
_IN_STYLE = re.compile(r"\burl\(\s{0,9}[\"']?([^\"')\s]{1,2000})", re.I)


def read_picture_urls(source: str, base: str) -> tuple[str, ...]:
    """Absolute http(s) URLs, each once: those that the page declares for itself (og:image, twitter:image, link
    rel=image_src), then those of `<img>` and `<source>` (src, data-src, the largest of srcset) in order, then those of
    CSS (`url(...)`).

    Without drawings (.svg) and data: URIs; no more than `metadata.MAX_VALUES`.
    """
    found: dict[str, None] = {}
    for written in _written(source):
        url = _absolute(base, written)
        if url and len(found) < MAX_VALUES:
            found.setdefault(url)
    return tuple(found)


def _written(source: str) -> Iterator[str]:
    meta = read_meta(source)
    yield from (meta[name] for name in _DECLARED if name in meta)
    links = (given for _, given, _ in tags(source, "link"))
    yield from (given.get("href", "") for given in links if "image_src" in given.get("rel", "").lower())
    for _, given, _ in tags(source, "img", "source"):
        yield from (given[name] for name in ("src", "data-src") if name in given)
        yield from (_largest(given[name]) for name in ("srcset", "data-srcset") if name in given)
    yield from (match[1] for match in _IN_STYLE.finditer(source))


def _largest(srcset: str) -> str:
    """The candidate of the greatest width or density, the first of equal ones."""
    rated = ((match[1], _size(match[2])) for match in _CANDIDATE.finditer(srcset))
    return max(rated, key=lambda one: one[1], default=("", 0.0))[0]


def _size(descriptor: str | None) -> float:
    try:
        return float(descriptor or 1)
    except ValueError:
        return 1.0


def _absolute(base: str, written: str) -> str:
    try:
        url = urljoin(base, written.strip()) if written.strip() else ""
    except ValueError:
        return ""
    parsed = parse(url) if url.startswith(("http://", "https://")) else None
    return "" if parsed is None or parsed.path.lower().endswith((".svg", ".svgz")) else url
