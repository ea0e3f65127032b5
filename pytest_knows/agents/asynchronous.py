"""Running an async agent: a fresh thread with an event loop of its own.

The calling thread may hold a running loop (Playwright's sync API leaves one behind), in which nothing else can be
awaited.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Any

from pytest_knows.agents import limits
from pytest_knows.agents.limits import AgentTimeout, raise_in_thread


class _Call:
    """One coroutine in its thread. `outcome` is set when it has ended, before the loop is closed."""

    def __init__(self, start: Callable[[], Awaitable[Any]], seconds: float | None) -> None:
        self.start = start
        self.seconds = seconds
        self.value: Any = None
        self.error: BaseException | None = None
        self.ended = threading.Event()
        self.cancel: Callable[[], object] = lambda: None

    def main(self) -> None:
        try:
            asyncio.run(self._bounded())
        except BaseException as error:
            # SystemExit in a task that the agent started breaks the loop, which then cancels the agent itself.
            if not self.ended.is_set() or isinstance(self.error, asyncio.CancelledError):
                self.error = error
        finally:
            self.ended.set()

    async def _bounded(self) -> None:
        task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        self.cancel = lambda: loop.call_soon_threadsafe(task.cancel) if task else None
        scope = asyncio.timeout(self.seconds)
        try:
            async with scope:
                self.value = await self.start()
        except BaseException as error:
            self.error = error
        if scope.expired():
            self.error = AgentTimeout(self.value)
        self.ended.set()


def run_async(start: Callable[[], Awaitable[Any]], seconds: float | None) -> Any:
    """The value of the awaited `start()`; raises what it raised, or `AgentTimeout` after `seconds`.

    A coroutine that blocks its loop, or swallows its cancellation, is interrupted like a synchronous agent in another
    thread, and its thread left behind if that does not help either.
    """
    call = _Call(start, seconds)
    thread = threading.Thread(target=copy_context().run, args=(call.main,), name="knows-agent", daemon=True)
    thread.start()
    try:
        _wait(call, thread, seconds)
    except KeyboardInterrupt:
        call.cancel()
        raise
    if call.error is not None:
        raise call.error
    return call.value


def _wait(call: _Call, thread: threading.Thread, seconds: float | None) -> None:
    if seconds is None:
        call.ended.wait()
        thread.join(limits.REPEAT_S)
        return
    if not call.ended.wait(seconds + limits.REPEAT_S):
        raise_in_thread(thread.ident or 0, AgentTimeout)
        call.ended.wait(limits.REPEAT_S)
        raise AgentTimeout
    # Closing the loop waits for its executor's threads; what they hold up must not hold us up.
    thread.join(limits.REPEAT_S)
