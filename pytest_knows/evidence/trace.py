"""The URLs that the agent visited.

``trace.json``: ``{"schema": 1, "urls": ["https://...", ...] | null, "source": "observed" | "self_reported" | "none"}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from pytest_knows.errors import TraceMissing
from pytest_knows.evidence.urls import normalise

Source = Literal["observed", "self_reported", "none"]


class Trace:
    """Main-frame navigations in order. `urls=None` means not recorded; an empty sequence means recorded and empty."""

    __slots__ = ("_keys", "_urls", "source")

    def __init__(self, urls: Iterable[str] | None, source: Source) -> None:
        self._urls = None if urls is None else tuple(urls)
        self._keys: frozenset[str] | None = None
        self.source: Source = "none" if urls is None else source

    def __repr__(self) -> str:
        return f"Trace({'not recorded' if self._urls is None else f'{len(self._urls)} URLs'}, {self.source})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and (self._urls, self.source) == (other._urls, other.source)

    def __hash__(self) -> int:
        return hash((self._urls, self.source))

    @property
    def recorded(self) -> bool:
        """Whether there is a record, be it empty."""
        return self._urls is not None

    @property
    def urls(self) -> tuple[str, ...]:
        """What was visited, in order, repeated visits too; raises `TraceMissing` if it was not recorded."""
        if self._urls is None:
            raise TraceMissing(
                "the agent's visited URLs were not recorded: the agent must call task.visit(url) or return "
                "AgentResult(visited=[...])"
            )
        return self._urls

    def distinct(self) -> tuple[str, ...]:
        """Each page once, as first visited, in order; raises `TraceMissing` like `urls`."""
        return self.visited(lambda _: True)

    def visited(self, predicate: Callable[[str], bool]) -> tuple[str, ...]:
        """The URLs that satisfy the predicate, each page once; empty (false) if none does. Raises `TraceMissing`."""
        pages: dict[str, str] = {}
        for url in filter(predicate, self.urls):
            pages.setdefault(normalise(url), url)
        return tuple(pages.values())

    def has(self, url: str) -> bool:
        """Whether the page was visited, in whatever spelling (`urls.normalise`). Raises `TraceMissing`."""
        if self._keys is None:
            self._keys = frozenset(map(normalise, self.urls))
        return bool(url.strip()) and normalise(url) in self._keys

    @classmethod
    def from_json(cls, data: Any) -> Trace:
        """From `trace.json` as parsed; entries that are no text are left out, a malformed file is "not recorded"."""
        record = data if isinstance(data, dict) else {}
        urls, source = record.get("urls"), record.get("source")
        if not isinstance(urls, list):
            return cls(None, "none")
        visits = (url for url in urls if isinstance(url, str))
        return cls(visits, "observed" if source == "observed" else "self_reported")

    def to_json(self) -> dict[str, Any]:
        """What is written to `trace.json`."""
        return {"schema": 1, "urls": None if self._urls is None else list(self._urls), "source": self.source}
