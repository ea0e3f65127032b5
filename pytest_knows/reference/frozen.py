"""A frozen episode as the world of an evaluator."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from pytest_knows.artifact.lenient import string, table
from pytest_knows.episode.serving import frozen_server
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.drive import TARGETS
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.pages import Pages
from pytest_knows.reference.relay import Answer, Judge, World

_SECONDS = 120
"""For an answer of our own server: an export of a large deck."""


@contextmanager
def world_of(folder: Path, gold: GoldArchive | None, judge: Judge | None) -> Iterator[tuple[World, str]]:
    """The episode's world and the id of its artifact, served until the block ends.

    Raises DamagedEvidence if the episode is not frozen, or was changed since.
    """
    snapshot = Snapshot(folder)
    server, file_id = frozen_server(folder, host="127.0.0.1", port=0)
    thread = threading.Thread(target=server.uvicorn.run, kwargs={"sockets": [server.socket]}, daemon=True)
    thread.start()
    try:
        yield (
            World(
                workspace=_Workspace(server.service.address, server.service.tokens.admin_token),
                pages=Pages(snapshot),
                pictures=_pictures(snapshot),
                gold=gold,
                judge=judge,
                visited=visited(snapshot) or (),
            ),
            file_id,
        )
    finally:
        server.uvicorn.should_exit = True
        thread.join(timeout=10)


class _Workspace:
    """Asks the frozen Workspace; a proxy of the machine's settings is passed by."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._token = token
        self._open = build_opener(ProxyHandler({})).open

    def __call__(self, path: str) -> Answer:
        request = Request(self._address + path, headers={"Authorization": f"Bearer {self._token}"})
        try:
            with self._open(request, timeout=_SECONDS) as reply:
                return Answer(content=reply.read(), mime=reply.headers.get("content-type", ""))
        except HTTPError as error:
            gap = {400: "", 404: "a file that is not in the episode"}.get(error.code, f"an answer ({error.code})")
            return Answer(status=error.code, content=error.read(), gap=gap)
        except (URLError, OSError) as error:
            return Answer(status=503, gap=f"an answer of the frozen Workspace ({error})")


def _pictures(snapshot: Snapshot) -> dict[str, tuple[bytes, str]]:
    """By the addresses in the artifact's JSON."""
    media = snapshot.json("media.json") if snapshot.has("media.json") else {}
    return {
        url: (snapshot.read(string(media, url, "file")), string(media, url, "mime"))
        for url in media
        if string(media, url, "file")
    }


def visited(snapshot: Snapshot) -> list[str] | None:
    """The visited URLs in order; None if no trace was recorded."""
    from pytest_knows.evidence.trace import Trace

    trace = Trace.from_json(snapshot.json("trace.json")) if snapshot.has("trace.json") else None
    return list(trace.urls) if trace is not None and trace.recorded else None


def write_targets(snapshot: Snapshot) -> dict[str, str]:
    """What the tokens in the task's text stand for: token -> URL; empty for a task without write targets."""
    found = snapshot.json(TARGETS) if snapshot.has(TARGETS) else {}
    return {token: string(found, token, "url") for token in table(found)}
