"""Patience, robots' walls, encodings, links, the proxies of the environment."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import threading
import tracemalloc
import zlib
from collections.abc import Iterator
from dataclasses import replace

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.evidence.metadata import read_json_ld, read_meta
from pytest_knows.evidence.web.address import FetchError
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.evidence.web.decoding import decode
from pytest_knows.evidence.web.fetcher import Fetcher
from pytest_knows.evidence.web.links import artifact_links
from pytest_knows.evidence.web.walls import wall

from .conftest import LIMITS, needs_browser
from .site import LONG, Site, failing, page


def fetching(slept: list[float], **limits: object) -> Fetcher:
    return Fetcher(allowed=("127.0.0.1",), limits=replace(LIMITS, **limits), sleep=slept.append)  # type: ignore[arg-type]


def test_a_busy_server_is_asked_again_as_long_as_it_asks_to_wait(site: Site) -> None:
    slept: list[float] = []
    site.pages["/wait"] = failing(503, Retry_After="1")
    site.asked.clear()
    fetcher = fetching(slept, longest_wait=5)
    answer = fetcher._patiently(lambda: fetcher._client.get(f"{site.root}/wait", float(10**9)), (0.1, 2), float(10**9))
    assert (answer.status, slept, site.asked["/wait"]) == (503, [1, 2], 3)


def test_a_picture_that_robots_are_refused_is_asked_for_as_by_a_visitor(site: Site, fetcher: Fetcher) -> None:
    site.asked.clear()
    answer = fetcher.get(f"{site.root}/for-visitors")
    assert (answer.status, answer.content_type, answer.body) == (200, "image/png", site.pages["/png"][2])
    assert site.asked["/for-visitors"] == 2


@needs_browser
def test_a_picture_that_only_a_browser_gets_is_its_bytes(site: Site, fetcher: Fetcher) -> None:
    answer = fetcher.get(f"{site.root}/for-browsers")
    assert (answer.status, answer.content_type, answer.body) == (200, "image/png", site.pages["/png"][2])


@pytest.mark.parametrize("after", ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_server_that_asks_for_too_much_patience_is_not_asked_again(site: Site, after: str) -> None:
    slept: list[float] = []
    site.pages["/later"] = failing(429, Retry_After=after)
    site.asked.clear()
    assert fetching(slept).get(f"{site.root}/later").status == 429
    assert (slept, site.asked["/later"]) == ([], 1)


@pytest.mark.parametrize(
    "text",
    ["Please enable JS and disable any ad blocker", "Checking your browser before accessing example.org",
     "Our systems have detected unusual traffic from your computer network.", "Please verify you are a human",
     "Sorry, you have been blocked", "Pardon Our Interruption...", "Enter the characters you see below",
     "This site requires JavaScript", "Access to this page has been denied", "Confirm you are not a robot"],
)  # fmt: skip
def test_walls_are_told_from_articles_about_them(text: str) -> None:
    def answer(body: str) -> Answer:
        return Answer(url="u", final_url="u", status=200, content_type="text/html", body=page(body)[2])

    assert wall(answer(text)) is not None
    assert wall(answer(f"{text} {LONG}")) is None
    assert wall(answer("An ordinary short page.")) is None


@pytest.mark.parametrize(
    ("script", "found"), [("https://js.hcaptcha.com/h-captcha.js", True), ("https://example.org/app.js", False)]
)
def test_a_page_that_is_nothing_but_a_captcha_is_a_wall(script: str, found: bool) -> None:
    body = f"<p>One moment<script src='{script}'></script>".encode()
    answer = Answer(url="u", final_url="u", status=403, content_type="text/html", body=body)
    assert bool(wall(answer)) is found


@given(st.binary(max_size=5000), st.integers(1, 700), st.sampled_from(["gzip", "deflate", "raw", "br", "", "gzip, br"]))
def test_decoding_undoes_encoding_however_it_is_cut(data: bytes, size: int, encoding: str) -> None:
    packed = {
        "gzip": gzip.compress(data),
        "deflate": zlib.compress(data),
        "raw": zlib.compress(data)[2:-4],
        "": data,
        "br": brotli.compress(data),
        "gzip, br": brotli.compress(gzip.compress(data)),
    }[encoding]
    chunks = [packed[start : start + size] for start in range(0, len(packed), size)]
    assert decode(chunks, "deflate" if encoding == "raw" else encoding, 5000) == data


def test_brotli_needs_no_browser(site: Site, fetcher: Fetcher) -> None:
    answer = fetcher.get(f"{site.root}/br")
    assert (answer.body, answer.rendered) == (b"<p>packed", False)


@pytest.mark.parametrize("packed", [gzip.compress(bytes(10**8)), brotli.compress(bytes(10**8), quality=5)], ids=len)
def test_a_few_bytes_that_unpack_to_very_many_are_refused_early(packed: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(FetchError, match="more than 1000000 bytes"):
        decode([packed], "br" if packed[:2] != b"\x1f\x8b" else "gzip", 10**6)
    assert tracemalloc.get_traced_memory()[1] < 4 * 10**6
    tracemalloc.stop()


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "deflate, gzip", "br", "zstd", "gzip, gzip, gzip"]))
def test_decoding_anything_gives_bytes_or_our_error(data: bytes, encoding: str) -> None:
    with contextlib.suppress(FetchError):
        assert len(decode([data], encoding, 1000)) <= 1000


def test_links_of_all_three_kinds_written_and_linked_once_each() -> None:
    runs = [{"textRun": {"content": "see https://a.exa"}}, {"textRun": {"content": "mple/one and www.example.org\n"}}]
    artifact = {
        "body": [{"paragraph": {"elements": runs}}, {"textStyle": {"link": {"url": "https://b.example/"}}}],
        "cells": [
            {"hyperlink": "https://c.example/x"},
            {"userEnteredValue": {"formulaValue": '=HYPERLINK("https://d.example/y"; "d")'}},
            {"chipRuns": [{"chip": {"richLinkProperties": {"uri": "https://b.example"}}}]},
        ],
        "image": {"contentUrl": "https://lh3.example/p", "imageProperties": {"link": {"url": "https://e.example/"}}},
        "links": [{"url": "#bookmark"}, {"url": 7}, {"url": "mailto:a@b.example"}, {"url": "file:///etc/passwd"}],
    }
    assert artifact_links(artifact) == [
        "https://a.example/one",
        "www.example.org",
        "https://b.example/",
        "https://c.example/x",
        "https://d.example/y",
        "https://e.example/",
    ]


_JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9) | st.just("https://a.example/x"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["url", "elements", "textRun", "content", "note", "uri"]), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(_JSON)
def test_links_of_nonsense_never_raise(artifact: object) -> None:
    assert all("." in url or ":" in url for url in artifact_links(artifact))


@given(st.text(alphabet="<>/=\"' metascriptypldjson+{}[]@graph:,", max_size=120))
def test_metadata_of_anything_never_raises(source: str) -> None:
    assert isinstance(read_meta(source), dict)
    assert isinstance(read_json_ld("<script type=application/ld+json>" + source), tuple)


class Tunnel(http.server.BaseHTTPRequestHandler):
    """A proxy that answers every tunnel itself."""

    asked: list[str] = []  # noqa: RUF012

    def do_CONNECT(self) -> None:
        self.asked.append(self.path)
        body = b"through the proxy"
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    Tunnel.asked = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tunnel)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{server.server_port}")
    monkeypatch.delenv("no_proxy", raising=False)
    yield Tunnel.asked
    server.shutdown()
    server.server_close()
    thread.join()


def test_proxies_of_the_environment_only_if_allowed_and_not_for_private_addresses(proxy: list[str]) -> None:
    limits = replace(LIMITS, waits=())
    assert Fetcher(limits=limits).get("http://pages.example/").error is not None
    assert proxy == []
    through = Fetcher(limits=limits, proxied=True)
    assert through.get("http://pages.example/").body == b"through the proxy"
    assert through.get("http://10.0.0.1/").kind == "address"
    assert proxy == ["pages.example:80"]
