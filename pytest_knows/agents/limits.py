"""Stopping an agent that runs in our own process when its time is up.

On the main thread of a Unix process the stop is SIGALRM, so that a sleeping or waiting agent is interrupted too.
Elsewhere (another thread, Windows) a watchdog thread asks the interpreter to raise in the agent's thread; that reaches
Python code only, not a call that blocks. Neither stops a C extension that never returns to the interpreter, nor threads
and processes that the agent started itself.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

REPEAT_S = 5.0
"""An agent that swallows the stop is stopped again after so many seconds; long enough to close a browser."""


class AgentTimeout(BaseException):
    """Raised inside the agent. Not an `Exception`, so that a retry loop (`except Exception`) does not swallow it.

    `value` is what an agent that swallowed it all the same returned in the end.
    """

    def __init__(self, value: object = None) -> None:
        super().__init__("time is up")
        self.value = value


def limited(call: Callable[[], T], seconds: float | None) -> T:
    """The value of `call()`. Raises `AgentTimeout` if it took longer, even if the agent swallowed the stop."""
    if seconds is None:
        return call()
    started = time.monotonic()
    on_main_thread = threading.current_thread() is threading.main_thread()
    run = _under_alarm if on_main_thread and hasattr(signal, "SIGALRM") else _under_watchdog
    value = run(call, seconds)
    if time.monotonic() - started >= seconds:
        raise AgentTimeout(value)
    return value


def _under_alarm(call: Callable[[], T], seconds: float) -> T:
    over = False

    def stop(_signum: int, _frame: FrameType | None) -> None:
        if not over:
            raise AgentTimeout

    started = time.monotonic()
    previous = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_S)
    try:
        try:
            return call()
        finally:
            over = True
    finally:
        _restore(previous, timer, time.monotonic() - started)


def _restore(previous: Any, timer: tuple[float, float], elapsed: float) -> None:
    """Put an outer user's handler and timer back; a timer that ran out meanwhile goes off at once."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL if previous is None else previous)
    remaining, interval = timer
    if remaining > 0:
        signal.setitimer(signal.ITIMER_REAL, max(remaining - elapsed, 1e-6), interval)


def _under_watchdog(call: Callable[[], T], seconds: float) -> T:
    over = threading.Event()
    lock = threading.Lock()
    target = threading.get_ident()

    def watch() -> None:
        wait = seconds
        while not over.wait(wait):
            with lock:
                if not over.is_set():
                    raise_in_thread(target, AgentTimeout)
            wait = REPEAT_S

    threading.Thread(target=watch, name="knows-watchdog", daemon=True).start()
    try:
        return call()
    finally:
        with lock:
            over.set()
            raise_in_thread(target, None)


def raise_in_thread(thread_id: int, exception: type[BaseException] | None) -> None:
    """Have the interpreter raise in another thread at its next bytecode; None takes a pending one back."""
    pending = ctypes.py_object(exception) if exception is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread_id), pending)
