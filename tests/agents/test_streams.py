"""Reading a process's output in bounded memory."""

from __future__ import annotations

import os
import threading
import tracemalloc

from pytest_knows.agents.streams import HEAD_BYTES, TAIL_BYTES, Drain


def pour(pieces: list[bytes]) -> bytes:
    """What a `Drain` keeps of the pieces."""
    reader, writer = os.pipe()
    drain = Drain(os.fdopen(reader, "rb"))

    def write() -> None:
        with os.fdopen(writer, "wb") as pipe:
            for piece in pieces:
                pipe.write(piece)

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    return drain.finish(60)


def test_a_short_stream_is_kept_as_it_is() -> None:
    assert pour([b"one\n", b"", b"\xff\x00"]) == b"one\n\xff\x00"


def test_head_and_tail_of_a_long_one() -> None:
    size = HEAD_BYTES + TAIL_BYTES
    data = bytes(range(256)) * (2 * size // 256)
    gap = f"\n[{len(data) - size} bytes left out]\n".encode()
    assert pour([data]) == data[:HEAD_BYTES] + gap + data[-TAIL_BYTES:]


def test_the_memory_does_not_grow_with_the_stream() -> None:
    piece = b"x" * (1 << 20)
    tracemalloc.start()
    try:
        pour([piece] * 64)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 32 << 20


def test_a_pipe_that_stays_open_is_not_waited_for() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"so far")
    drain = Drain(os.fdopen(reader, "rb"))
    kept = b""
    while not kept:  # the reading thread may not have started yet
        kept = drain.finish(0.01)
    os.close(writer)
    assert kept == b"so far"
