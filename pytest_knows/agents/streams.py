"""Reading what a process writes, however much it is, within a fixed amount of memory."""

from __future__ import annotations

import threading
from typing import IO

HEAD_BYTES = 1 << 20
TAIL_BYTES = 4 << 20
"""What is kept of one stream: the first MiB and the last four, in which the result's line stands."""


class Drain:
    """Reads a pipe to its end in a thread, so that the process never blocks on a full one."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._head = bytearray()
        self._tail = bytearray()
        self._lost = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, name="knows-drain", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while chunk := self._pipe.read1(1 << 16):  # type: ignore[attr-defined]
            with self._lock:
                self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        room = HEAD_BYTES - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * TAIL_BYTES:
            self._cut()

    def _cut(self) -> None:
        surplus = len(self._tail) - TAIL_BYTES
        if surplus > 0:
            self._lost += surplus
            del self._tail[:surplus]

    def finish(self, seconds: float) -> bytes:
        """What was read, after waiting at most `seconds` for the end: an escaped child may hold the pipe open."""
        self._thread.join(seconds)
        with self._lock:
            self._cut()
            if not self._thread.is_alive():
                self._pipe.close()
            gap = f"\n[{self._lost} bytes left out]\n".encode() if self._lost else b""
            return bytes(self._head) + gap + bytes(self._tail)
