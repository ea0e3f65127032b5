"""Keeping what an agent's run left: transcript, output, visited URLs, pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pytest_knows.agents.model import AgentRun
from pytest_knows.episode.jsonfile import to_bytes, write_json
from pytest_knows.evidence.trace import Trace
from pytest_knows.files import write_atomically

TRANSCRIPT_BYTES = 64 << 20
"""Largest transcript that is kept."""

_VISITS = "agent/visits.jsonl"


class Visits:
    """URLs as the agent reports them, on disk at once: they survive the death of the process."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _VISITS

    def add(self, url: str) -> None:
        """Record one more."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="ascii") as file:
            file.write(json.dumps(url) + "\n")

    def read(self) -> list[str]:
        """All so far, in order; a line that a crash cut short is left out."""
        if not self._path.exists():
            return []
        urls = []
        for line in self._path.read_bytes().splitlines():
            try:
                urls.append(str(json.loads(line)))
            except ValueError:
                continue
        return urls


def record_run(folder: Path, run: AgentRun) -> None:
    """Write agent/ (log, output, transcript), trace.json and the pages of a given HAR file."""
    from_har = _record_pages(folder, run.pages) if run.pages else None
    for name, data in run.streams.items():
        write_atomically(folder / "agent" / name, data)
    if run.log or run.error:
        log = f"{run.cause}: {run.error}\n{run.log}".encode("utf-8", "backslashreplace")
        write_atomically(folder / "agent/log.txt", log)
    if run.result and run.result.messages is not None:
        write_atomically(folder / "agent/transcript.json", _transcript(run.result.messages))
    visited = run.result.visited if run.result and run.result.visited is not None else from_har
    record_trace(folder, visited)


def record_trace(folder: Path, visited: Sequence[str] | None = None) -> None:
    """Write trace.json from the visits reported by `task.visit` and the list that the agent returned.

    Both are the agent's own word. Without either, the trace is not recorded; an empty list is recorded as such.
    """
    reported = Visits(folder).read()
    rest = [url for url in visited or () if url not in set(reported)]
    urls = [*reported, *rest] if reported or visited is not None else None
    write_json(folder / "trace.json", Trace(urls, "self_reported").to_json())


def _transcript(messages: Sequence[object]) -> bytes:
    try:
        data = to_bytes(list(messages))
    except (ValueError, TypeError, RecursionError) as error:
        data = to_bytes([{"error": f"the transcript cannot be written as JSON: {error}"}])
    if len(data) > TRANSCRIPT_BYTES:
        return to_bytes([{"error": f"the transcript was {len(data)} bytes, more than {TRANSCRIPT_BYTES}"}])
    return data


def _record_pages(folder: Path, har: Path) -> list[str]:
    from pytest_knows.evidence.har import read_har
    from pytest_knows.evidence.pages import PageWriter

    recording = read_har(har)
    with PageWriter(folder) as writer:
        recording.write(writer)
    return list(recording.visited)
