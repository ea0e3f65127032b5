"""What the official evaluators find where they expect Google and the web: the frozen episode, and nothing else."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from pytest_knows.errors import KnowsError, WorldError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.pages import Pages
from pytest_knows.reference.archive import gold_zip

MAX_BODY = 64 << 20
"""Bytes of one request: a judge is shown pictures."""
_WORKSPACE = ("docs", "sheets", "slides", "drive", "www")
_HUMAN = ("docs.google.com", "drive.google.com")
JUDGE = "a judge"
"""The gap where none was given."""
HISTORY_ID = "knows-visited-urls"
"""The Doc that lists the visited URLs, for evaluators that read them from one."""
_TOKENS = ("oauth2.googleapis.com", "accounts.google.com")
_GEMINI = "generativelanguage.googleapis.com"

Judge = Callable[[dict[str, Any]], str]
"""From a Gemini request's JSON to the text of its answer; raises KnowsError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request of an evaluator: `url` without its query, `gap` what was missing, "" if it was answered."""

    url: str
    gap: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int = 200
    content: bytes = b""
    mime: str = "application/json"
    gap: str = ""


@dataclass(frozen=True, kw_only=True)
class World:
    """What there is. `workspace(path)` asks the frozen episode's Workspace, `pictures` are URL -> (bytes, type)."""

    workspace: Callable[[str], Answer]
    pages: Pages
    pictures: Mapping[str, tuple[bytes, str]]
    gold: GoldArchive | None
    judge: Judge | None
    visited: Sequence[str] = ()

    def answer(self, method: str, url: str, body: bytes) -> Answer:
        """Raises nothing: what cannot be had is an answer with a `gap`."""
        parts = urlsplit(url)
        if url in self.pictures:
            content, mime = self.pictures[url]
            return Answer(content=content, mime=mime)
        if parts.netloc in _TOKENS:
            token = {"access_token": "reference", "expires_in": 3600, "token_type": "Bearer"}
            return Answer(content=json.dumps(token).encode())
        if parts.netloc == _GEMINI:
            return self._judged(body)
        if _is_workspace(parts.netloc):
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            if parts.path == f"/v1/documents/{HISTORY_ID}":
                return Answer(content=json.dumps(_document(self.visited)).encode())
            return (
                self.workspace(target) if method in ("GET", "HEAD") else _missing("a Workspace to write to", status=403)
            )
        if parts.path.endswith(".zip") and "gold-data" in parts.path:
            return self._gold()
        return self._page(url)

    def _judged(self, body: bytes) -> Answer:
        if self.judge is None:
            return _missing(JUDGE, status=503)
        try:
            text = self.judge(json.loads(body or b"{}"))
        except (KnowsError, ValueError) as error:
            return _missing(f"a judge's answer ({error})", status=503)
        part = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        return Answer(content=json.dumps({"candidates": [part], "usageMetadata": usage}).encode())

    def _gold(self) -> Answer:
        try:
            return Answer(content=gold_zip(self.gold), mime="application/zip")
        except KnowsError as error:
            return _missing(f"the gold archive ({error})", status=404)

    def _page(self, url: str) -> Answer:
        page = self.pages.get(url)
        if page is None:
            return _missing("a page that was not recorded", status=504)
        if page.status is None:
            return _missing(f"a page that did not answer: {page.error}", status=504)
        try:
            return Answer(status=page.status, content=page.body, mime=page.content_type or "text/html")
        except WorldError as error:
            return _missing(f"a recorded page ({error})", status=504)


def _document(lines: Sequence[str]) -> dict[str, Any]:
    """A Doc of these paragraphs."""
    content, at = [], 1
    for line in lines:
        run = {"startIndex": at, "endIndex": at + len(line) + 1, "textRun": {"content": f"{line}\n"}}
        content.append({"startIndex": at, "endIndex": run["endIndex"], "paragraph": {"elements": [run]}})
        at += len(line) + 1
    return {"documentId": HISTORY_ID, "title": "Visited URLs", "body": {"content": content}}


def _is_workspace(host: str) -> bool:
    name, _, domain = host.partition(".")
    return host in _HUMAN or (name in _WORKSPACE and domain == "googleapis.com")


def _missing(what: str, status: int) -> Answer:
    message = json.dumps(
        {"error": {"code": status, "message": f"pytest-knows does not have {what}", "status": "UNAVAILABLE"}}
    )
    return Answer(status=status, content=message.encode(), gap=what)


@dataclass(kw_only=True)
class Relay:
    """The world on a loopback port, in threads of its own. `asked` fills with every request."""

    world: World
    asked: list[Asked] = field(default_factory=list)

    def __enter__(self) -> Relay:
        relay = self

        class Handler(_Handler):
            def reply(self, method: str, url: str, body: bytes) -> Answer:
                answer = relay.world.answer(method, url, body)
                relay.asked.append(Asked(url=url.partition("?")[0], gap=answer.gap))
                return answer

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    """Reads /https/host/path?query as the URL that was meant."""

    protocol_version = "HTTP/1.1"
    timeout = 60

    def reply(self, method: str, url: str, body: bytes) -> Answer:
        raise AssertionError("each relay has its own")

    def _serve(self) -> None:
        scheme, _, rest = self.path.lstrip("/").partition("/")
        length = int(self.headers.get("content-length") or 0)
        if scheme not in ("http", "https") or not 0 <= length <= MAX_BODY:
            answer = Answer(status=400)
        else:
            answer = self.reply(self.command, f"{scheme}://{rest}", self.rfile.read(length))
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.mime)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.content)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815 - http.server calls them so

    def log_message(self, *_: object) -> None:
        """Silent: `Relay.asked` is the log."""
