"""Research recorded by a browser as a HAR file (HTTP Archive 1.2): the pages visited and their content."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from pytest_knows.errors import ConfigurationError
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.playwright_zip import PlaywrightZip
from pytest_knows.evidence.urls import normalise, parse

FILE_BYTES = 1024**3
BODY_BYTES = 50 * 1024 * 1024
"""A longer body is recorded as one that could not be had."""
_MAX_HOPS = 20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True, kw_only=True)
class HarPage:
    """One main-frame navigation."""

    url: str
    final_url: str
    status: int | None
    content_type: str
    body: bytes | None
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HarRecording:
    """What a HAR file says. `visited` are all URLs of main-frame navigations in order, those that redirected too."""

    pages: tuple[HarPage, ...]
    visited: tuple[str, ...]

    def write(self, writer: PageWriter) -> None:
        """Stores the pages."""
        for page in self.pages:
            writer.add(
                page.url,
                page.body,
                status=page.status,
                content_type=page.content_type,
                final_url=page.final_url,
                error=page.error,
            )


def read_har(path: Path) -> HarRecording:
    """The navigations of a HAR file, or of a zip that Playwright made (`record_har_path`, `tracing`).

    Raises `ConfigurationError` naming the file if it is neither, or is too large.
    """
    zipped = PlaywrightZip(path) if zipfile.is_zipfile(path) else None
    found = _objects(path, zipped.entries) if zipped else _entries(path)
    entries = [entry for entry in found if parse(_url(entry)) and _is_navigation(entry)]
    if zipped:
        for entry in entries:
            zipped.attach(entry)
    entries.sort(key=lambda entry: str(entry.get("startedDateTime", "")))
    return HarRecording(pages=tuple(_pages(entries)), visited=tuple(_url(entry) for entry in entries))


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        if path.stat().st_size > FILE_BYTES:
            raise ConfigurationError(f"{path}: a HAR file of more than {FILE_BYTES} bytes is not read")
        har = json.loads(path.read_bytes())
        entries = har["log"]["entries"]
    except OSError as error:
        raise ConfigurationError(f"{path}: the HAR file cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise ConfigurationError(f"{path} is not a HAR file: {error!r}") from error
    return _objects(path, entries)


def _objects(path: Path, entries: Any) -> list[dict[str, Any]]:
    if not isinstance(entries, list):
        raise ConfigurationError(f"{path} is not a HAR file: log.entries is no list")
    return [entry for entry in entries if isinstance(entry, dict)]


def _part(entry: dict[str, Any], *names: str) -> dict[str, Any]:
    """A nested object, {} where there is none."""
    for name in names:
        value = entry.get(name)
        entry = value if isinstance(value, dict) else {}
    return entry


def _url(entry: dict[str, Any]) -> str:
    value = _part(entry, "request").get("url")
    return value if isinstance(value, str) else ""


def _status(entry: dict[str, Any]) -> int | None:
    """None without an answer (browsers write 0 or -1)."""
    value = _part(entry, "response").get("status")
    return value if isinstance(value, int) and value > 0 else None


def _mime(entry: dict[str, Any]) -> str:
    return str(_part(entry, "response", "content").get("mimeType") or "")


def _is_navigation(entry: dict[str, Any]) -> bool:
    """A document for the main frame, as far as the recorder tells: by Chrome's `_resourceType`, else by the browser's
    request headers, else by being an HTML page that was fetched with GET (Playwright records neither)."""
    if _part(entry, "request").get("method", "GET") != "GET":
        return False
    headers = dict(_headers(_part(entry, "request")))
    if "sec-fetch-dest" in headers:
        return headers["sec-fetch-dest"] == "document"
    kind = entry.get("_resourceType")
    if isinstance(kind, str):
        return kind == "document"
    html = _mime(entry).split(";")[0].strip() in ("text/html", "application/xhtml+xml", "application/pdf")
    return html or _redirects(entry)


def _headers(request: dict[str, Any]) -> Iterator[tuple[str, str]]:
    headers = request.get("headers")
    for header in headers if isinstance(headers, list) else []:
        if isinstance(header, dict):
            yield str(header.get("name")).lower(), str(header.get("value"))


def _pages(entries: list[dict[str, Any]]) -> Iterator[HarPage]:
    """Each navigation with what it came to: a redirect has the page of its target."""
    hops = {_url(entry): _part(entry, "response").get("redirectURL") for entry in entries if _redirects(entry)}
    by_url = {normalise(_url(entry)): entry for entry in entries if not _redirects(entry)}
    for entry in entries:
        target = _followed(_url(entry), hops)
        final = by_url.get(normalise(target), entry)
        status, (body, kind, problem) = _status(final), _content(final)
        if status is None:
            problem = "no answer was recorded"
        elif not 200 <= status < 300:
            problem = None  # The status says it all.
        yield HarPage(url=_url(entry), final_url=target, status=status, content_type=kind, body=body, error=problem)


def _redirects(entry: dict[str, Any]) -> bool:
    return _status(entry) in _REDIRECTS


def _followed(url: str, hops: dict[str, Any]) -> str:
    """The last address of a chain of redirects."""
    for _ in range(_MAX_HOPS):
        to = hops.get(url)
        if not isinstance(to, str) or not to:
            break
        with contextlib.suppress(ValueError):
            url = urljoin(url, to)
    return url


def _content(entry: dict[str, Any]) -> tuple[bytes | None, str, str | None]:
    """(body, type, None), or (None, "", why there is none). Text in a HAR file is decoded already: it is UTF-8 here."""
    content = _part(entry, "response", "content")
    text = content.get("text")
    if not isinstance(text, str):
        return None, "", "its content was not recorded"
    if len(text) > BODY_BYTES:
        return None, "", f"its content has more than {BODY_BYTES} bytes"
    if content.get("encoding") != "base64":
        return text.encode("utf-8", "replace"), _mime(entry).partition(";")[0] + "; charset=utf-8", None
    try:
        return base64.b64decode("".join(text.split()), validate=True), _mime(entry), None
    except (binascii.Error, ValueError) as error:
        return None, "", f"its content cannot be decoded: {error}"
