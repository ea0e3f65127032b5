"""Keeping what an agent's run left: transcript, output, visited URLs, pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pytest_knows.agents.model import AgentRun
from pytest_knows.episode.jsonfile import to_bytes, write_json
from pytest_knows.evidence.entrance import without_entrance
from pytest_knows.evidence.trace import Trace
from pytest_knows.files import write_atomically

TRANSCRIPT_BYTES = 64 << 20
"""Largest transcript that is kept."""

_VISITS = "agent/visits.jsonl"


class Visits:
    """URLs as the agent reports them or as we see them, on disk at once: they survive the death of the process.

    A line is the URL that was reported, or ``{"observed": URL}``.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _VISITS

    def add(self, url: str) -> None:
        """Record one more that the agent reports."""
        self._write(without_entrance(url))

    def observe(self, url: str) -> None:
        """Record one more that we saw."""
        self._write({"observed": without_entrance(url)})

    def _write(self, line: str | dict[str, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="ascii") as file:
            file.write(json.dumps(line) + "\n")

    def read(self) -> list[tuple[str, bool]]:
        """All so far, in order, and whether we saw it; a line that a crash cut short is left out."""
        if not self._path.exists():
            return []
        urls = []
        for line in self._path.read_bytes().splitlines():
            try:
                found = json.loads(line)
            except ValueError:
                continue
            seen = isinstance(found, dict)
            urls.append((str(found.get("observed") if seen else found), seen))
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
    """Write trace.json from the visits (`task.visit`, `task.record`) and the list that the agent returned.

    The trace is observed if we saw every visit in it; one that rests on the agent's word makes it self-reported.
    Without any source it is not recorded; an empty list is recorded as such.
    """
    visits = Visits(folder).read()
    known = {url for url, _ in visits}
    rest = [url for url in map(without_entrance, visited or ()) if url not in known]
    urls = [*(url for url, _ in visits), *rest] if visits or visited is not None else None
    observed = bool(visits) and all(seen for _, seen in visits) and not rest
    write_json(folder / "trace.json", Trace(urls, "observed" if observed else "self_reported").to_json())


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
