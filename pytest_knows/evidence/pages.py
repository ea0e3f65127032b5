"""Web pages as they were recorded during the episode.

``pages/index.json``::

    {"schema": 1, "pages": {<normalised URL>: {"url", "final_url", "status": int | null, "content_type",
        "file": "pages/<sha256 of the content>.gz" | null, "error": null | text, "fetched_at": ISO time | null}}}

An `error` that begins with ``dns:`` says that the host does not exist, one with ``address:`` that the URL names what
may never be fetched (`web.address`); any other is the world's fault. A file without ``.gz`` is not compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.html import MAX_CHARACTERS, read_html, tidy
from pytest_knows.evidence.metadata import read_json_ld, read_meta
from pytest_knows.evidence.page_pictures import read_picture_urls
from pytest_knows.evidence.passages import GAP, matching
from pytest_knows.evidence.urls import normalise
from pytest_knows.files import write_atomically

INDEX = "pages/index.json"
NO_SUCH_HOST = "dns: the host does not exist"
_REFUSED = frozenset({401, 403, 408, 425, 429, 451})
"""Client errors that say nothing about the page: sign-in, robots, time-outs, rate and country limits."""
BODY_BYTES = 256 << 20
"""What a stored page may unpack to; recorded ones are far smaller."""


class Files(Protocol):
    """What `Pages` reads from: an episode's `Snapshot`."""

    def has(self, name: str) -> bool: ...
    def read(self, name: str) -> bytes: ...
    def json(self, name: str) -> Any: ...


class Later(Protocol):
    """Pages that were fetched after the freeze."""

    def get(self, url: str) -> Page | None: ...


@dataclass(frozen=True, kw_only=True)
class Page:
    """One recorded page. `status` is None when there was no answer."""

    url: str
    final_url: str
    status: int | None
    content_type: str
    error: str | None
    file: str | None
    files: Files

    def __repr__(self) -> str:
        return f"Page({self.url}, {self.error or self.status})"

    @property
    def dead(self) -> bool:
        """The page does not exist: 404, 410 and other client errors, no such host, no public address. The link is
        wrong."""
        if self.error is not None:
            return self.error.startswith(("dns:", "address:"))
        return self.status is not None and 400 <= self.status < 500 and self.status not in _REFUSED

    @property
    def readable(self) -> bool:
        """An answer with content was recorded."""
        return self.error is None and self.file is not None and self.status is not None and 200 <= self.status < 300

    @property
    def unreadable(self) -> bool:
        """Whether it exists is not known, through the world's fault: 401, 403, 429, 5xx, a time-out, no connection."""
        return not self.readable and not self.dead

    @cached_property
    def body(self) -> bytes:
        """The recorded bytes, b"" if there are none; raises `DamagedEvidence` if the file is missing or was changed."""
        if not self.file:
            return b""
        return unpacked(self.files.read(self.file), self.file)

    @cached_property
    def _read(self) -> tuple[str, str]:
        if not self.readable:
            return "", ""
        kind = self.content_type.split(";")[0].strip().lower()
        if kind == "application/pdf" or self.body.startswith(b"%PDF-"):
            return "", tidy(_pdf_text(self.body))
        if kind.startswith(("image/", "audio/", "video/", "font/")) or kind in _BINARY:
            return "", ""
        source = self._source
        if self._is_html and "<" in source:
            return read_html(source)
        return "", tidy(source[:MAX_CHARACTERS])

    @property
    def _is_html(self) -> bool:
        return self.content_type.split(";")[0].strip().lower() in ("text/html", "application/xhtml+xml", "")

    @cached_property
    def _source(self) -> str:
        return decoded(self.body[: 4 * MAX_CHARACTERS], self.content_type)

    @cached_property
    def meta(self) -> dict[str, str]:
        """The `<meta>` elements, see `metadata.read_meta`; empty if it is no readable HTML. Raises like `body`."""
        return read_meta(self._source) if self.readable and self._is_html else {}

    @cached_property
    def json_ld(self) -> tuple[dict[str, Any], ...]:
        """The objects of its JSON-LD; empty if it is no readable HTML. Raises like `body`."""
        return read_json_ld(self._source) if self.readable and self._is_html else ()

    @cached_property
    def picture_urls(self) -> tuple[str, ...]:
        """The addresses of its pictures, see `page_pictures`; empty if it is no readable HTML. Raises like `body`."""
        return read_picture_urls(self._source, self.final_url) if self.readable and self._is_html else ()

    @property
    def title(self) -> str:
        """The `<title>`, "" if there is none. Raises `DamagedEvidence` like `body`."""
        return self._read[0]

    @property
    def text(self) -> str:
        """The visible text, one line a block; "" if the page was not readable. Raises `DamagedEvidence` like `body`."""
        return self._read[1]

    def passages(self, keywords: Sequence[str], limit: int = 4000) -> tuple[str, ...]:
        """The parts of the text that hold the keywords, in page order, of at most `limit` characters together.

        Parts that hold more different keywords are taken first (whole words, folded as `checks.text.fold`); if none
        matches, there are none.
        """
        return matching(self.text, keywords, limit)

    def excerpt(self, keywords: Iterable[str], limit: int) -> str:
        """What a judge is shown of it: all of the text if it fits, else the passages with the keywords, else its
        beginning."""
        if len(self.text) <= limit:
            return self.text
        return GAP.join(self.passages(tuple(keywords), limit)) or self.text[:limit]


_BINARY = frozenset({"application/octet-stream", "application/zip", "application/gzip"})


def packed(content: bytes) -> bytes:
    """As it is stored: the same content gives the same bytes."""
    return gzip.compress(content, 6, mtime=0)


def unpacked(data: bytes, name: str) -> bytes:
    """The content of a stored page; raises `DamagedEvidence`."""
    if not name.endswith(".gz"):
        return data
    gunzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        content = gunzip.decompress(data, BODY_BYTES + 1)
    except zlib.error as error:
        raise DamagedEvidence(f"{name} cannot be unpacked: {error}") from error
    if len(content) > BODY_BYTES:
        raise DamagedEvidence(f"{name} unpacks to more than {BODY_BYTES} bytes")
    if not gunzip.eof or gunzip.unused_data:
        raise DamagedEvidence(f"{name} cannot be unpacked: it is cut off, or has something behind its end")
    return content


def stored_name(content: bytes) -> str:
    """The file name of a stored page."""
    return f"{hashlib.sha256(content).hexdigest()}.gz"


def decoded(data: bytes, content_type: str) -> str:
    """By byte order mark, header, `<meta charset>`; else UTF-8, and Windows-1252 where that does not fit."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    named = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", content_type, re.I) or re.search(
        r"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]+)", data[:2048].decode("latin-1"), re.I
    )
    for encoding in (named[1] if named else "utf-8", "utf-8", "cp1252"):
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _pdf_text(data: bytes) -> str:
    """The text of a PDF, all pages; "" if it cannot be opened (a page that no reader can show has no text)."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return ""
    try:
        return "\n".join(page.get_textpage().get_text_range(errors="replace") for page in document)
    except pypdfium2.PdfiumError:
        return ""
    finally:
        document.close()


def page_of(key: str, entry: dict[str, Any], files: Files) -> Page:
    """The page of an index's entry, whatever that holds; `key` is its URL where it names none."""

    def text(name: str) -> str | None:
        value = entry.get(name)
        return value if isinstance(value, str) else None

    status = entry.get("status")
    url = text("url") or key
    return Page(
        url=url,
        final_url=text("final_url") or url,
        status=status if isinstance(status, int) else None,
        content_type=text("content_type") or "",
        error=text("error"),
        file=text("file"),
        files=files,
    )


class Pages:
    """The recorded pages of an episode, found by any spelling of their URL or of the URL they redirected to.

    `later` has pages that were fetched after the freeze (`web.shared.SharedPages`): they fill gaps and replace nothing
    that tells whether a page exists.
    """

    def __init__(self, files: Files, later: Later | None = None) -> None:
        self._files = files
        self._later = later

    def __repr__(self) -> str:
        return f"Pages({len(self._by_url)})"

    def __len__(self) -> int:
        return len(self._by_url)

    def __iter__(self) -> Iterator[Page]:
        return iter(self._by_url.values())

    @cached_property
    def _by_url(self) -> dict[str, Page]:
        if not self._files.has(INDEX):
            return {}
        index = self._files.json(INDEX)
        entries = index.get("pages") if isinstance(index, dict) else None
        if not isinstance(entries, dict):
            raise DamagedEvidence(f"{INDEX} of {self._files!r} is not an index of pages")
        return {
            key: page_of(key, entry, self._files) for key, entry in sorted(entries.items()) if isinstance(entry, dict)
        }

    @cached_property
    def _by_target(self) -> dict[str, Page]:
        return {normalise(page.final_url): page for page in reversed(self._by_url.values())}

    def get(self, url: str) -> Page | None:
        """The recorded page of a URL, else of one that redirected to it; None if it was not recorded.

        Raises `DamagedEvidence` if the index cannot be read.
        """
        key = normalise(url)
        known = self._by_url.get(key) or self._by_target.get(key)
        if self._later is None or (known is not None and not known.unreadable):
            return known
        return self._later.get(url) or known


def entry_of(
    url: str,
    *,
    status: int | None,
    content_type: str,
    final_url: str,
    error: str | None,
    file: str | None,
    fetched_at: datetime | None = None,
) -> dict[str, Any]:
    """An entry of the index."""
    return {
        "url": url,
        "final_url": final_url,
        "status": status,
        "content_type": content_type if file is not None else "",
        "file": file,
        "error": error,
        "fetched_at": (fetched_at or datetime.now(UTC)).isoformat(timespec="seconds"),
    }


def write_content(folder: Path, content: bytes) -> str:
    """Store a page's content, once, and return the name of its file in the folder."""
    name = stored_name(content)
    if not (folder / name).exists():
        write_atomically(folder / name, packed(content))
    return name


class PageWriter:
    """Stores pages under an episode's folder, bytes by their hash; `close` (or the end of a `with`) writes the index.

    Not thread-safe. Opened on a folder that has an index already, it adds to it; a page recorded again with an answer
    replaces the older record, one without does not replace an answer.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, dict[str, Any]] = {}
        if (folder / INDEX).exists():
            self._pages = json.loads((folder / INDEX).read_bytes())["pages"]

    def __enter__(self) -> PageWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __contains__(self, url: str) -> bool:
        return normalise(url) in self._pages

    def answered(self, url: str) -> bool:
        """Whether an answer of the page is recorded, and not only that it could not be had."""
        entry = self._pages.get(normalise(url))
        return entry is not None and entry["error"] is None

    def add(
        self,
        url: str,
        body: bytes | str | None = None,
        *,
        status: int | None = 200,
        content_type: str = "text/html; charset=utf-8",
        final_url: str | None = None,
        error: str | None = None,
        fetched_at: datetime | None = None,
    ) -> None:
        """Records a page, or by `error` (see the module) that it could not be had; status is then None unless given."""
        content = body.encode("utf-8", "replace") if isinstance(body, str) else body
        answered = error is None
        entry = entry_of(
            url,
            status=status if answered or status != 200 else None,
            content_type=content_type,
            final_url=final_url or url,
            error=error,
            file=None if content is None else f"pages/{write_content(self._folder / 'pages', content)}",
            fetched_at=fetched_at,
        )
        known = self._pages.get(normalise(url))
        if known is None or answered or known["error"] is not None:
            self._pages[normalise(url)] = entry

    def close(self) -> None:
        """Writes the index, in ASCII: addresses that others recorded may hold lone surrogates."""
        index = {"schema": 1, "pages": dict(sorted(self._pages.items()))}
        write_atomically(self._folder / INDEX, json.dumps(index, indent=1).encode("ascii"))
