"""Many pages, each fetched once per run: some hosts at a time, within the limits of an episode."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pytest_knows.evidence.pages import Pages, PageWriter
from pytest_knows.evidence.request import Request, Wanted, address_of, missing_key, url_of
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

    def recording(self, folder: Path) -> Gathering:
        """Fetches what an episode's folder has no answer of, and records it there."""

        def unanswered(wanted: Sequence[Wanted]) -> list[Wanted]:
            writer = PageWriter(folder)
            return [one for one in wanted if not writer.answered(address_of(one))]

        def keep(answers: list[Answer]) -> None:
            with PageWriter(folder) as writer:
                for answer in answers:
                    writer.add(
                        answer.url,
                        answer.body,
                        status=answer.status,
                        content_type=answer.content_type,
                        final_url=answer.final_url,
                        error=answer.error,
                    )

        return Gathering(self._fetcher, self._shared, unanswered, keep)

    def filling(self, pages: Pages) -> Gathering:
        """Fetches what a frozen episode has no readable page of into the run's own pages; it stays as it is."""

        def unanswered(wanted: Sequence[Wanted]) -> list[Wanted]:
            known = [(one, pages.get(address_of(one))) for one in wanted]
            return [one for one, page in known if page is None or page.unreadable]

        return Gathering(self._fetcher, self._shared, unanswered, lambda _: None)


class Gathering:
    """The fetching for one episode, in one round or several; the limits hold for all of them together.

    Never raises for a page: what could not be had is recorded with its error.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        shared: SharedPages,
        unanswered: Callable[[Sequence[Wanted]], list[Wanted]],
        keep: Callable[[list[Answer]], None],
    ) -> None:
        self._fetcher = fetcher
        self._shared = shared
        self._unanswered = unanswered
        self._keep = keep
        limits = fetcher.limits
        self._budget = _Budget(limits.total_bytes, time.monotonic() + limits.total_seconds)
        self._named_left, self._links_left = limits.named, limits.pages
        self._answers: list[Answer] = []
        self._keys_missing: set[str] = set()

    def ask(self, named: Iterable[Wanted] = (), links: Iterable[str] = ()) -> None:
        """Fetch what the family names, and what trace and artifact link; of either kind only so many."""
        seen: set[str] = set()
        first, second = self._open(named, seen), self._open(links, seen)
        fitting = [*first[: self._named_left], *second[: self._links_left]]
        beyond = [*first[self._named_left :], *second[self._links_left :]]
        self._named_left -= min(len(first), self._named_left)
        self._links_left -= min(len(second), self._links_left)
        left_out = FetchError("the episode has more pages than are fetched", "limit")
        answers = [*self._gather(fitting), *(Answer.failed(address_of(one), left_out) for one in beyond)]
        self._keep(answers)
        self._answers += answers

    @property
    def notes(self) -> dict[str, Any]:
        """For the episode's manifest."""
        left_out = [answer for answer in self._answers if answer.kind == "limit"]
        notes: dict[str, Any] = {"web": "live", "pages_asked": len(self._answers), "pages_left_out": len(left_out)}
        if left_out:
            notes["left_out"] = {answer.url[:500]: answer.error for answer in left_out[:_NAMED]}
        if self._keys_missing:
            notes["keys_missing"] = sorted(self._keys_missing)
        return notes

    def _open(self, wanted: Iterable[Wanted], seen: set[str]) -> list[Wanted]:
        """What can be asked and is not answered yet, each page once."""
        distinct = list(_distinct(wanted, seen))
        self._keys_missing.update(filter(None, map(missing_key, distinct)))
        return self._unanswered([one for one in distinct if not missing_key(one)])

    def _gather(self, wanted: list[Wanted]) -> list[Answer]:
        """An answer for each, in their order."""
        groups: dict[str, list[Wanted]] = {}
        for one in wanted:
            groups.setdefault(host(url_of(one)), []).append(one)
        with ThreadPoolExecutor(self._fetcher.limits.hosts, thread_name_prefix="knows-web") as pool:
            parts = list(pool.map(lambda group: [self._one(one) for one in group], groups.values()))
        by_address = {answer.url: answer for part in parts for answer in part}
        return [by_address[address_of(one)] for one in wanted]

    def _one(self, wanted: Wanted) -> Answer:
        address, gap = address_of(wanted), self._fetcher.limits.host_gap
        if isinstance(wanted, Request):
            gap = max(gap, wanted.gap)
        try:
            self._budget.check()
            with self._shared.asking(url_of(wanted), gap, self._budget.seconds_left) as wait:
                answer = self._shared.answer(address)
                if answer is None:
                    wait()
                    answer = self._fetcher.get(wanted) if isinstance(wanted, str) else self._fetcher.call(wanted)
                    self._shared.put(answer)
        except TimeoutError as error:
            return Answer.failed(address, FetchError(str(error), "limit"))
        self._budget.spend(len(answer.body or b""))
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


def _distinct(wanted: Iterable[Wanted], seen: set[str]) -> Iterator[Wanted]:
    """Those with an http(s) URL whose page is not among those `seen`."""
    for one in wanted:
        key = normalise(address_of(one))
        if parse(url_of(one)) and key not in seen:
            seen.add(key)
            yield one
