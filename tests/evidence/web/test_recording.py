"""Recorded once from a site with the real web's habits, then read again without any network."""

from __future__ import annotations

import hashlib
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.evidence.web.gathering import LiveWeb
from pytest_knows.evidence.web.shared import SharedPages

from .conftest import LIMITS, needs_browser
from .site import LONG, PAGES, Site

BEHAVING = ("/slow", "/trickle", "/busy", "/cut")

_opened: list[str] | None = None


def _hook(event: str, _: object) -> None:
    if _opened is not None and event.startswith("socket."):
        _opened.append(event)


sys.addaudithook(_hook)


@contextmanager
def no_network() -> Iterator[list[str]]:
    """Every use of a socket within, by its audit event."""
    global _opened
    _opened = events = []
    try:
        yield events
    finally:
        _opened = None


def frozen(folder: Path) -> Snapshot:
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    files = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / "snapshot.json").write_text(json.dumps({"schema": 1, "files": files, "notes": {}}))
    return Snapshot(folder)


def seen(page: Page | None) -> tuple[Any, ...]:
    assert page is not None
    state = "dead" if page.dead else "readable" if page.readable else "unreadable"
    return state, page.status, page.error, page.title, page.text, page.json_ld, page.meta, page.body


@pytest.fixture(scope="module")
def recorded(site: Site, fetcher: Fetcher, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    quick = Fetcher(allowed=("127.0.0.1",), limits=replace(LIMITS, page_seconds=4))
    live = LiveWeb(quick, SharedPages(folder / "run"))
    live.recording(folder / "episode").ask([site.root + path for path in (*PAGES, *BEHAVING)])
    live.close()
    return folder / "episode"


@needs_browser
def test_replay_is_identical_and_opens_no_socket(site: Site, recorded: Path) -> None:
    snapshot = frozen(recorded)
    urls = [site.root + path for path in (*PAGES, *BEHAVING)]
    assert len(urls) >= 60
    first = {url: seen(Pages(snapshot).get(url)) for url in urls}
    with no_network() as events:
        again = {url: seen(Pages(frozen(recorded)).get(url)) for url in urls}
    assert again == first
    assert events == []
    with no_network() as events:
        socket.socket().close()
    assert events, "the audit hook sees no sockets"


TEXTS = {
    "/": "The front page", "/chain": "The front page", "/to-301": "just text", "/to-308": "just text",
    "/cookies": "with a cookie", "/latin1": "café", "/meta-charset": "Привет", "/utf16": "café", "/bom": "café",
    "/wrong-charset": "café –", "/shift-jis": "日本", "/unlabelled": "café", "/gzip": "packed", "/gzip-twice": "packed",
    "/br": "packed",
    "/gzip-members": "one two", "/deflate": "packed", "/raw-deflate": "packed", "/pdf": "Hello from a PDF",
    "/pdf-unlabelled": "Hello again", "/pdf-broken": "", "/png": "", "/json": '{"answer": 42}', "/empty": "",
    "/js": "Written by a script", "/js-fetch": "The answer is 42", "/js-title": "Late text", "/js-broken": "",
    "/js-refused": "refused", "/meta-refresh": "After the refresh", "/busy": "patience", "/ld": "Soup",
    "/about-captchas": "Are you a robot? So ask many sites. " + LONG,
}  # fmt: skip


@needs_browser
@pytest.mark.parametrize("path", TEXTS)
def test_what_a_page_says(site: Site, recorded: Path, path: str) -> None:
    page = Pages(frozen(recorded)).get(site.root + path)
    assert page is not None
    assert (page.readable, page.text) == (True, TEXTS[path])


ERRORS = {
    "/loop": "redirect", "/ping": "redirect", "/to-file": "refused", "/to-private": "refused", "/to-name": "refused",
    "/to-nowhere": "redirect", "/gzip-broken": "broken", "/bomb": "size", "/huge": "size", "/slow": "timeout",
    "/br-broken": "broken",
    "/trickle": "timeout", "/cut": "connection", "/cloudflare": "wall", "/cloudflare-200": "wall", "/captcha": "wall",
    "/needs-js": "wall", "/js-to-private": "refused",
}  # fmt: skip


@needs_browser
@pytest.mark.parametrize("path", ERRORS)
def test_what_could_not_be_had_says_why_and_blames_nobody(site: Site, recorded: Path, path: str) -> None:
    page = Pages(frozen(recorded)).get(site.root + path)
    assert page is not None
    assert ((page.error or "").partition(":")[0], page.unreadable, page.text) == (ERRORS[path], True, "")


@needs_browser
@pytest.mark.parametrize(
    ("path", "dead"), [("/404", True), ("/410", True), ("/403", False), ("/500", False), ("/429", False)]
)
def test_what_a_status_says_of_a_link(site: Site, recorded: Path, path: str, dead: bool) -> None:
    page = Pages(frozen(recorded)).get(site.root + path)
    assert page is not None
    assert (page.status, page.dead, page.unreadable) == (int(path[1:]), dead, not dead)


@needs_browser
def test_what_a_page_says_to_machines_and_a_pictures_bytes(site: Site, recorded: Path) -> None:
    pages = Pages(frozen(recorded))
    page, picture = pages.get(site.root + "/ld"), pages.get(site.root + "/png")
    assert page is not None
    assert picture is not None
    assert page.meta == {"og:title": "A & B", "author": "Ada"}
    assert page.json_ld == ({"@type": "Recipe", "name": "Soup"},)
    assert picture.body == PAGES["/png"][2]


def test_a_page_is_fetched_once_for_all_episodes_of_a_run(site: Site, live: LiveWeb, tmp_path: Path) -> None:
    before = site.asked["/article?once"]
    for episode in ("one", "two"):
        live.recording(tmp_path / episode).ask([f"{site.root}/article?once", f"{site.root}/article/?once&utm_source=x"])
    assert site.asked["/article?once"] - before == 1
    assert "word7" in seen(Pages(frozen(tmp_path / "two")).get(f"{site.root}/article?once"))[4]


def test_what_the_limits_leave_out_is_recorded_and_noted(site: Site, fetcher: Fetcher, tmp_path: Path) -> None:
    def left_out(**limits: float) -> list[str]:
        few = Fetcher(allowed=("127.0.0.1",), limits=replace(LIMITS, **limits))
        name = "-".join(limits)
        gathering = LiveWeb(few, SharedPages(tmp_path / name)).recording(tmp_path / f"{name}-episode")
        gathering.ask(links=urls)
        notes = gathering.notes
        pages = Pages(frozen(tmp_path / f"{name}-episode"))
        errors = [page.error or "" for url in urls if (page := pages.get(url)) is not None]
        assert len(errors) == len(urls)
        assert notes["pages_left_out"] == sum(error.startswith("limit: ") for error in errors)
        assert [*notes["left_out"].values()] == [error for error in errors if error.startswith("limit: ")]
        return errors

    urls = [f"{site.root}/plain?{number}" for number in range(4)]
    assert [bool(error) for error in left_out(pages=3)] == [False, False, False, True]
    assert [bool(error) for error in left_out(total_bytes=10)] == [False, False, True, True]
    assert [bool(error) for error in left_out(total_seconds=0)] == [True, True, True, True]


def test_later_pages_fill_gaps_and_leave_the_episode_as_it_is(site: Site, live: LiveWeb, tmp_path: Path) -> None:
    known, gap = f"{site.root}/404", f"{site.root}/plain"
    live.recording(tmp_path / "episode").ask([known])
    snapshot = frozen(tmp_path / "episode")
    before = {path: path.read_bytes() for path in (tmp_path / "episode").rglob("*") if path.is_file()}
    live.filling(Pages(snapshot)).ask([known, gap])
    pages = Pages(snapshot, live.shared)
    assert [seen(pages.get(url))[0] for url in (known, gap)] == ["dead", "readable"]
    assert Pages(snapshot).get(gap) is None
    assert {path: path.read_bytes() for path in (tmp_path / "episode").rglob("*") if path.is_file()} == before
