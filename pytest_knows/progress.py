"""Lines about a long run while it runs: how many episodes are done, how long the rest may take, what it cost so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from pytest_knows.counted import counted

EVERY = 30.0
"""Seconds between two lines: agents take minutes, tests of rubrics do not."""

NAMED = 3
"""Running episodes that a line names."""

RUN = "run"
"""The name of a task's leading item."""


class Progress:
    """Told of every finished episode; says something now and then. `total` is None if it is not known."""

    def __init__(self, total: int | None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._total = total
        self._clock = clock
        self._started = self._said = clock()
        self._done = 0
        self._running: dict[str, None] = {}
        self._usd = 0.0

    def begun(self, nodeid: str) -> None:
        """An item began; only those are counted whose name is that of a run."""
        name, _, episode = nodeid.rpartition("::")[2].partition("[")
        if name == RUN and episode:
            self._running[episode.removesuffix("]")] = None

    def finished(self, run: Mapping[str, Any], nodeid: str = "") -> str | None:
        """Count an episode (its account as in results.json); a line to be shown, if it is time for one."""
        self._done += 1
        self._running.pop(nodeid.rpartition("[")[2].removesuffix("]"), None)
        cost = run.get("cost_usd")
        self._usd += cost if isinstance(cost, int | float) else 0.0
        now = self._clock()
        if now - self._said < EVERY:
            return None
        self._said = now
        return self._line(now - self._started)

    def _line(self, elapsed: float) -> str:
        done = counted(self._done, "episode") if self._total is None else f"{self._done} of {self._total} episodes"
        parts = [done, _minutes(elapsed)]
        if self._total and self._done < self._total:
            parts.append(f"about {_minutes(elapsed / self._done * (self._total - self._done))} to go")
        if self._usd:
            parts.append(f"USD {self._usd:.2f} so far")
        if self._running:
            names = [*self._running]
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            parts.append(f"running {', '.join(names[:NAMED])}{more}")
        return ", ".join(parts)


def _minutes(seconds: float) -> str:
    return f"{int(seconds // 60)}:{int(seconds % 60):02d} min"
