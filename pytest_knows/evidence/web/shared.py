"""The pages of a run, which all its episodes and workers share: `<out>/pages/`, one file for each URL and content.

``<sha256 of the normalised URL>.json`` is an entry as in an episode's index, whose content lies beside it.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import Page, entry_of, page_of, stored_name, unpacked, write_content
from pytest_knows.evidence.urls import host, normalise
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.files import write_atomically

ERRORS_HOLD = datetime.timedelta(hours=1)
"""After which a page that could not be had is asked for again, in a run that is gone on with."""


class SharedPages:
    """Content is checked by its hash when it is read. Implements `pages.Files` for the pages that it gives out."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __repr__(self) -> str:
        return f"SharedPages({self._root.name})"

    def get(self, url: str) -> Page | None:
        """The page, if it was fetched in this run."""
        entry = self._entry(url)
        return None if entry is None else page_of(url, entry, self)

    def answer(self, url: str) -> Answer | None:
        """What fetching came to, if it still holds."""
        entry = self._entry(url)
        if entry is None or (entry.get("error") and _age(entry) > ERRORS_HOLD):
            return None
        page = page_of(url, entry, self)
        with contextlib.suppress(DamagedEvidence):
            return Answer(
                url=url,
                final_url=page.final_url,
                status=page.status,
                content_type=page.content_type,
                body=page.body if page.file else None,
                error=page.error,
            )
        return None

    def put(self, answer: Answer) -> None:
        """Keep what fetching came to."""
        file = None if answer.body is None else write_content(self._root, answer.body)
        entry = entry_of(
            answer.url,
            status=answer.status,
            content_type=answer.content_type,
            final_url=answer.final_url,
            error=answer.error,
            file=file,
        )
        write_atomically(self._path(answer.url), json.dumps(entry).encode("ascii"))

    @contextmanager
    def asking(self, url: str, gap: float, timeout: float) -> Iterator[Callable[[], None]]:
        """One request at a time to a host, by all workers together; call what it gives before asking the host, so that
        requests are `gap` seconds apart. Raises TimeoutError."""
        name = hashlib.sha256(host(url).encode()).hexdigest()[:16]
        stamp = self._root / ".locks" / name
        stamp.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

        def wait() -> None:
            last = stamp.stat().st_mtime if stamp.exists() else 0.0
            time.sleep(min(gap, max(0.0, last + gap - time.time())))
            stamp.touch()

        lock = FileLock(f"{stamp}.lock", timeout=max(0.0, timeout))
        try:
            lock.acquire()
        except Timeout as error:
            raise TimeoutError(f"{host(url)} was busy with other requests of ours") from error
        try:
            yield wait
        finally:
            lock.release()

    def has(self, name: str) -> bool:
        """See `pages.Files`."""
        return (self._root / name).exists()

    def read(self, name: str) -> bytes:
        """See `pages.Files`; raises `DamagedEvidence`."""
        try:
            data = (self._root / name).read_bytes()
        except OSError as error:
            raise DamagedEvidence(f"{self._root / name} cannot be read: {error.strerror or error}") from error
        if stored_name(unpacked(data, name)) != name:
            raise DamagedEvidence(f"{self._root / name} was changed (its content has another hash)")
        return data

    def json(self, name: str) -> Any:
        """See `pages.Files`."""
        return json.loads(self.read(name))

    def _path(self, url: str) -> Path:
        return self._root / f"{hashlib.sha256(normalise(url).encode('utf-8', 'replace')).hexdigest()}.json"

    def _entry(self, url: str) -> dict[str, Any] | None:
        try:
            entry = json.loads(self._path(url).read_bytes())
        except (OSError, ValueError):
            return None
        return entry if isinstance(entry, dict) else None


def _age(entry: dict[str, Any]) -> datetime.timedelta:
    try:
        return datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(str(entry.get("fetched_at")))
    except (ValueError, TypeError):
        return datetime.timedelta.max
