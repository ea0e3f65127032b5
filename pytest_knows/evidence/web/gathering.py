"""Many pages, each fetched once per run: some hosts at a time, within the limits of an episode."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pytest_knows.evidence.pages import Pages, PageWriter
from pytest_knows.evidence.urls import host, normalise, parse
from pytest_knows.evidence.web.address import FetchError
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.evidence.web.shared import SharedPages

_NAMED = 50
"""Pages that are named in the manifest's notes; of more only the number is."""


class LiveWeb:
    """Fetches for episodes, and keeps what it fetched for the other episodes of the run."""

    def __init__(self, fetcher: Fetcher, shared: SharedPages) -> None:
        self._fetcher = fetcher
        self._shared = shared

    @property
    def shared(self) -> SharedPages:
        """The pages of the run."""
        return self._shared

    def close(self) -> None:
        """End the browser."""
        self._fetcher.close()

    def record(self, folder: Path, urls: Iterable[str]) -> dict[str, Any]:
        """Fetch what an episode's folder has no answer of, and record it there; the notes for its manifest.

        Never raises for a page: what could not be had is recorded with its error.
        """
        with PageWriter(folder) as writer:
            answers = self._gather([url for url in _distinct(urls) if not writer.answered(url)])
            for answer in answers:
                writer.add(
                    answer.url,
                    answer.body,
                    status=answer.status,
                    content_type=answer.content_type,
                    final_url=answer.final_url,
                    error=answer.error,
                )
        return _notes(answers)

    def fill(self, pages: Pages, urls: Iterable[str]) -> None:
        """Fetch what a frozen episode has no readable page of into the run's own pages; the episode stays as it is."""
        known = {url: pages.get(url) for url in _distinct(urls)}
        self._gather([url for url, page in known.items() if page is None or page.unreadable])

    def _gather(self, urls: list[str]) -> list[Answer]:
        """An answer for each of the URLs, in their order."""
        limits = self._fetcher.limits
        budget = _Budget(limits.total_bytes, time.monotonic() + limits.total_seconds)
        groups: dict[str, list[str]] = {}
        for url in urls[: limits.pages]:
            groups.setdefault(host(url), []).append(url)
        with ThreadPoolExecutor(limits.hosts, thread_name_prefix="knows-web") as pool:
            parts = list(pool.map(lambda part: self._of_host(part, budget), groups.values()))
        by_url = {answer.url: answer for part in parts for answer in part}
        beyond = f"the episode has more than {limits.pages} pages to fetch"
        return [by_url.get(url) or Answer.failed(url, FetchError(beyond, "limit")) for url in urls]

    def _of_host(self, urls: list[str], budget: _Budget) -> list[Answer]:
        return [self._one(url, budget) for url in urls]

    def _one(self, url: str, budget: _Budget) -> Answer:
        try:
            budget.check()
            with self._shared.asking(url, self._fetcher.limits.host_gap, budget.seconds_left) as wait:
                answer = self._shared.answer(url)
                if answer is None:
                    wait()
                    answer = self._fetcher.get(url)
                    self._shared.put(answer)
        except TimeoutError as error:
            return Answer.failed(url, FetchError(str(error), "limit"))
        budget.spend(len(answer.body or b""))
        return answer


class _Budget:
    """What is left of an episode's bytes and seconds; shared by threads."""

    def __init__(self, total_bytes: int, deadline: float) -> None:
        self._bytes = total_bytes
        self._deadline = deadline
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def check(self) -> None:
        """Raises TimeoutError if anything is used up."""
        if self._bytes <= 0:
            raise TimeoutError("the episode's pages have too many bytes together")
        if not self.seconds_left:
            raise TimeoutError("the episode's pages took too long together")

    def spend(self, size: int) -> None:
        with self._lock:
            self._bytes -= size


def _distinct(urls: Iterable[str]) -> Iterator[str]:
    """The http(s) ones, each page once."""
    seen = set()
    for url in urls:
        key = normalise(url)
        if parse(url) and key not in seen:
            seen.add(key)
            yield url


def _notes(answers: list[Answer]) -> dict[str, Any]:
    left_out = [answer for answer in answers if answer.kind == "limit"]
    notes: dict[str, Any] = {"web": "live", "pages_asked": len(answers), "pages_left_out": len(left_out)}
    if left_out:
        notes["left_out"] = {answer.url[:500]: answer.error for answer in left_out[:_NAMED]}
    return notes
