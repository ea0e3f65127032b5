"""Keeping what an agent's run left: transcript, output, visited URLs, pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pytest_knows.agents.model import AgentRun
from pytest_knows.episode.jsonfile import to_bytes, write_json
from pytest_knows.evidence.entrance import without_entrance
from pytest_knows.evidence.trace import Trace
from pytest_knows.files import write_atomically

TRANSCRIPT_BYTES = 64 << 20
"""Largest transcript that is kept."""

STRUCK = "***"
_VISITS = "agent/visits.jsonl"


class Visits:
    """URLs as the agent reports them or as we see them, on disk at once: they survive the death of the process.

    A line is the URL that was reported, or ``{"observed": URL}``.
    """

    def __init__(self, folder: Path, token: str = "") -> None:
        """`token` is struck out of what is recorded."""
        self._path = folder / _VISITS
        self._token = token

    def add(self, url: str) -> None:
        """Record one more that the agent reports."""
        self._write(self._clean(url))

    def observe(self, url: str) -> None:
        """Record one more that we saw."""
        self._write({"observed": self._clean(url)})

    def _clean(self, url: str) -> str:
        url = without_entrance(url)
        return url.replace(self._token, STRUCK) if self._token else url

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


def without_token(run: AgentRun, token: str) -> AgentRun:
    """The run with what it says of the agent's token struck out: at Google it is good for an hour after the run."""
    if not token:
        return run
    result = run.result
    if result is not None and result.visited is not None:
        result = replace(result, visited=[url.replace(token, STRUCK) for url in result.visited])
    return replace(
        run,
        result=result,
        error=run.error.replace(token, STRUCK),
        log=run.log.replace(token, STRUCK),
        streams={name: data.replace(token.encode(), STRUCK.encode()) for name, data in run.streams.items()},
    )


def record_run(folder: Path, run: AgentRun, token: str = "") -> None:
    """Write agent/ (log, output, transcript), trace.json and the pages of a given HAR file; `token` is struck out."""
    from_har = _record_pages(folder, run.pages) if run.pages else None
    for name, data in run.streams.items():
        write_atomically(folder / "agent" / name, data)
    if run.log or run.error:
        log = f"{run.cause}: {run.error}\n{run.log}".encode("utf-8", "backslashreplace")
        write_atomically(folder / "agent/log.txt", log)
    if run.result and run.result.messages is not None:
        write_atomically(folder / "agent/transcript.json", _transcript(run.result.messages, token))
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


def _transcript(messages: Sequence[object], token: str) -> bytes:
    try:
        data = to_bytes(list(messages))
        data = data.replace(token.encode(), STRUCK.encode()) if token else data
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
