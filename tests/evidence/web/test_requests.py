"""Calls of web services: bodies, keys, and that a key is written nowhere."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.snapshot import Draft
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.request import Key, Request
from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.evidence.web.gathering import LiveWeb
from pytest_knows.evidence.web.shared import SharedPages

from .conftest import LIMITS

SECRET = "s3cret/key+1"
SENT = "s3cret%2Fkey%2B1"
LISTED = Key(variable="SERVICE_KEY", parameter="api_key")
IN_HEADER = Key(variable="SERVICE_KEY", header="x-api-key")


class Service:
    """Answers every call with what it was asked; a path may have its own status."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.statuses: dict[str, list[int]] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
                call = {"method": self.command, "path": self.path, "body": body, "key": self.headers.get("x-api-key")}
                service.calls.append(call)
                waiting = service.statuses.get(self.path.partition("?")[0], [])
                self.send_response(waiting.pop(0) if waiting else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write(json.dumps(call).encode())

            do_POST = do_GET  # noqa: N815 - named by http.server

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.root = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    yield service
    service.server.shutdown()
    service.server.server_close()


class Episode:
    """A folder that is recorded into."""

    def __init__(self, root: Path, slept: list[float]) -> None:
        self.folder = root / "episode"
        self.run = root / "run"
        limits = replace(LIMITS, call_waits=(0.01, 0.02, 0.03))
        self._web = LiveWeb(
            Fetcher(allowed=("127.0.0.1",), limits=limits, sleep=slept.append), SharedPages(self.run / "pages")
        )

    def record(self, *wanted: str | Request) -> dict[str, Any]:
        gathering = self._web.recording(self.folder)
        gathering.ask(wanted)
        return gathering.notes

    def page(self, wanted: Request) -> Page:
        page = Pages(Draft(self.folder)).get(wanted.address)
        assert page is not None
        return page

    def everything_written(self) -> bytes:
        return b"\n".join(path.read_bytes() for path in self.folder.parent.rglob("*") if path.is_file()) + b"\n".join(
            page.body for page in Pages(Draft(self.folder))
        )


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def episode(tmp_path: Path, slept: list[float]) -> Episode:
    return Episode(tmp_path, slept)


def test_a_post_is_sent_as_json_and_found_by_its_address(service: Service, episode: Episode) -> None:
    one, two = (Request(f"{service.root}/batch?fields=title", body={"ids": ids}) for ids in (["a"], ["b", "ü"]))
    episode.record(one, two, Request(one.url, body={"ids": ["a"]}))
    assert [call["method"] for call in service.calls] == ["POST", "POST"]
    assert json.loads(json.loads(episode.page(two).text)["body"]) == {"ids": ["b", "ü"]}
    assert json.loads(json.loads(episode.page(one).text)["body"]) == {"ids": ["a"]}
    assert episode.page(one).url == one.address
    assert Pages(Draft(episode.folder)).get(one.url) is None


def test_a_call_is_made_once_per_run(service: Service, episode: Episode) -> None:
    request = Request(f"{service.root}/batch", body=[1])
    for name in ("one", "two"):
        episode.folder = episode.run.parent / name
        episode.record(request)
        assert episode.page(request).readable
    assert len(service.calls) == 1


@pytest.mark.parametrize("key", [LISTED, IN_HEADER], ids=["parameter", "header"])
def test_a_key_is_sent_and_recorded_nowhere(
    service: Service, episode: Episode, monkeypatch: pytest.MonkeyPatch, key: Key
) -> None:
    monkeypatch.setenv("SERVICE_KEY", SECRET)
    request = Request(f"{service.root}/food/1?q=a", key=key)
    episode.record(request)
    (call,) = service.calls
    if key is LISTED:
        assert call["path"] == f"/food/1?q=a&api_key={SENT}"
    else:
        assert call["key"] == SECRET
    page = episode.page(request)
    assert page.readable
    assert (page.url, page.final_url) == (request.url, request.url)
    written = episode.everything_written()
    assert b"/food/1?q=a" in written
    assert SECRET.encode() not in written
    assert SENT.encode() not in written
    assert SECRET not in repr(request)


def test_a_key_does_not_stand_in_an_error(episode: Episode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_KEY", SECRET)
    request = Request("http://user@127.0.0.1/x y", key=LISTED)
    far = Request("gopher://127.0.0.1/food", key=LISTED)
    for one in (request, far):
        answer = Fetcher(allowed=("127.0.0.1",), limits=LIMITS).call(one)
        assert answer.error
        assert SENT not in answer.error
        assert SECRET not in answer.error
        assert (answer.url, answer.final_url) == (one.url, one.url)


def test_without_a_key_of_the_users(service: Service, episode: Episode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SERVICE_KEY", raising=False)
    public = replace(LISTED, default="DEMO")
    needed = Request(f"{service.root}/needed", key=replace(LISTED, needed=True))
    requests = [
        Request(f"{service.root}/public", key=public),
        Request(f"{service.root}/optional", key=IN_HEADER),
        needed,
    ]
    notes = episode.record(*requests)
    assert sorted(call["path"] for call in service.calls) == ["/optional", "/public?api_key=DEMO"]
    assert notes["keys_missing"] == ["SERVICE_KEY"]
    assert Pages(Draft(episode.folder)).get(needed.address) is None
    monkeypatch.setenv("SERVICE_KEY", SECRET)
    assert "keys_missing" not in episode.record(*requests)
    assert episode.page(needed).readable


def test_a_service_is_asked_patiently_and_never_through_a_redirect(
    service: Service, episode: Episode, slept: list[float]
) -> None:
    service.statuses = {"/busy": [429, 503, 429], "/moved": [302], "/forbidden": [403], "/unknown": [404]}
    busy, moved, forbidden, unknown = (Request(f"{service.root}{path}", body={}) for path in service.statuses)
    episode.record(busy, moved, forbidden, unknown)
    assert episode.page(busy).readable
    assert sorted(slept)[:3] == [0.01, 0.02, 0.03]
    assert (episode.page(moved).status, episode.page(moved).unreadable) == (302, True)
    assert episode.page(forbidden).unreadable
    assert episode.page(unknown).dead
    assert not [call for call in service.calls if call["path"] == "/elsewhere"]


def test_no_link_has_the_address_of_a_post(service: Service, episode: Episode) -> None:
    request = Request(f"{service.root}/batch", body={"ids": []})
    gathering = episode._web.recording(episode.folder)
    gathering.ask(links=[request.address])
    assert service.calls == []
    gathering.ask([request])
    assert [call["method"] for call in service.calls] == ["POST"]
