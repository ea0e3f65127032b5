"""News of changes: a page asks with the revision it shows and gets an answer when there is another one.

Waiting costs no thread: the store tells after each commit, from whatever thread, and wakes the event loop.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

PATIENCE = 25.0
"""Seconds until a question is answered though nothing changed; proxies and browsers cut connections after 30 or 60."""

_Listener = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Watchers:
    """Who waits for which file. `notify` and `close` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[_Listener]] = defaultdict(set)
        self.closed = False

    def notify(self, file_id: str) -> None:
        """The file, or something in the folder that it lies in, changed."""
        with self._lock:
            waiting = [*self._listeners.get(file_id, ()), *self._listeners.get("", ())]
        _wake(waiting)

    def close(self) -> None:
        """Answer everybody: the server ends."""
        self.closed = True
        with self._lock:
            waiting = [listener for listeners in self._listeners.values() for listener in listeners]
        _wake(waiting)

    @contextmanager
    def listening(self, file_id: str) -> Iterator[asyncio.Event]:
        """An event that is set when the file changes (of any file with an empty id)."""
        listener = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners[file_id].add(listener)
        try:
            yield listener[1]
        finally:
            with self._lock:
                self._listeners[file_id].discard(listener)
                if not self._listeners[file_id]:
                    del self._listeners[file_id]


def _wake(listeners: list[_Listener]) -> None:
    for loop, event in listeners:
        if not loop.is_closed():
            loop.call_soon_threadsafe(event.set)


async def revision_after(
    watchers: Watchers,
    file_id: str,
    since: int | None,
    revision: Callable[[], int],
    gone: Callable[[], Awaitable[None]],
) -> int:
    """The revision as soon as it is not `since` (at once for None), or after `PATIENCE`, or when the caller is gone.

    `revision` reads it, in a thread; an empty `file_id` listens to all; `gone` returns when nobody waits any more.
    """
    with watchers.listening(file_id) as event:
        left = asyncio.ensure_future(gone())
        end = asyncio.get_running_loop().time() + PATIENCE
        try:
            while True:
                event.clear()
                now = await run_in_threadpool(revision)
                rest = end - asyncio.get_running_loop().time()
                if now != since or rest <= 0 or left.done() or watchers.closed:
                    return now
                change = asyncio.ensure_future(event.wait())
                await asyncio.wait({change, left}, timeout=rest, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
        finally:
            left.cancel()
