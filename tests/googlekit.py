"""The embedded Workspace in Google's place: an OAuth server for credentials, and calls that can be made to fail."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs

import google.oauth2.service_account  # noqa: F401 - once: pytester forgets what its tests import, cryptography cannot

from pytest_knows.workspace.local.calls import Call, Reply
from pytest_knows.workspace.local.discovery import find
from pytest_knows.workspace.local.dispatch import dispatch
from pytest_knows.workspace.local.server import Server
from pytest_knows.workspace.local.service import Service

GRADER, AGENT = "grader@knows.invalid", "agent@knows.invalid"
SECRETS = {"grader": "refresh-grader-5ecret", "agent": "refresh-agent-5ecret", "client": "client-5ecret"}

STATUS = {
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


@dataclass(frozen=True, kw_only=True)
class Fault:
    """An answer in place of the right one."""

    code: int
    reason: str = ""

    def reply(self, call: Call) -> Reply:
        """As Drive (`errors`) or an editor's API (`details`) words it."""
        error: dict[str, Any] = {"code": self.code, "message": f"injected {self.code}", "status": STATUS[self.code]}
        drive = "/drive/" in call.path
        if self.reason:
            error["errors" if drive else "details"] = [{"domain": "global", "reason": self.reason}]
        return Reply(status=self.code, content=json.dumps({"error": error}).encode())


@dataclass
class Desk:
    """Answers calls, records those of the grader, and fails those that it is told to."""

    grader: str
    faults: dict[int, list[Fault]] = field(default_factory=dict)
    """Number of a call that succeeded or is to succeed -> what it is answered first, one after the other."""
    calls: list[str] = field(default_factory=list)
    pdf: bytes = b""

    def respond(self, service: Service, call: Call) -> Reply:
        if call.caller.email != self.grader or "/d/" in call.path:  # a page for people, no method
            return dispatch(service, call)
        name = self._name(call)
        waiting = self.faults.get(len(self.calls))
        if waiting:
            return waiting.pop(0).reply(call)
        self.calls.append(name)
        if name == "drive.files.export" and call.one("mimeType") == "application/pdf":
            return Reply(content=self.pdf, mime="application/pdf")
        return dispatch(service, call)

    @staticmethod
    def _name(call: Call) -> str:
        method, _ = find(call.method, call.path.removeprefix("/upload").removeprefix("/resumable/upload"))
        return method.id + (".media" if call.one("alt") == "media" else "")


class OAuth(BaseHTTPRequestHandler):
    """Google's token and consent endpoints: a token of the embedded Workspace for whoever a grant names."""

    mint: ClassVar[Callable[[str], str]]
    asked: ClassVar[list[dict[str, str]]] = []
    refuse: ClassVar[bool] = False

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[-1] for name, values in parse_qs(body).items()}
        OAuth.asked.append(form)
        if OAuth.refuse:
            self._send(400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."})
            return
        found = {"access_token": OAuth.mint(_account(form)), "expires_in": 3600, "token_type": "Bearer"}
        if form["grant_type"] == "authorization_code":
            found |= {"refresh_token": SECRETS["grader"], "scope": "https://www.googleapis.com/auth/drive"}
        self._send(200, found)

    def _send(self, status: int, value: dict[str, Any]) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        return


def _account(form: dict[str, str]) -> str:
    """A service account signs with its name; a refresh token is its user's."""
    if "assertion" in form:
        payload = form["assertion"].split(".")[1]
        return str(json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["iss"])
    return AGENT if form.get("refresh_token") == SECRETS["agent"] else GRADER


@cache
def private_key() -> str:
    """A key of 2048 bits, in PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return pem.decode()


@dataclass
class Google:
    """The server, its accounts and their credential files."""

    server: Server
    desk: Desk
    oauth: str
    folder: Path
    tokens: list[str] = field(default_factory=list)

    @property
    def endpoint(self) -> str:
        return self.server.service.address

    def mint(self, email: str) -> str:
        token = self.server.service.tokens.mint(email, email.partition("@")[0].title())
        self.tokens.append(token)
        return token

    def expire(self) -> None:
        """All access tokens so far are worthless."""
        for token in self.tokens:
            self.server.service.tokens.revoke(token)
        self.tokens.clear()

    def account(self, email: str) -> str:
        """The file of a service account's key."""
        info = {
            "type": "service_account",
            "client_email": email,
            "private_key": private_key(),
            "private_key_id": "key-1",
            "token_uri": f"{self.oauth}/token",
        }
        return self.write(f"{email.partition('@')[0]}.json", info)

    def client(self) -> str:
        """The file of a desktop OAuth client."""
        info = {
            "client_id": "client-1",
            "client_secret": SECRETS["client"],
            "auth_uri": f"{self.oauth}/auth",
            "token_uri": f"{self.oauth}/token",
            "redirect_uris": ["http://localhost"],
        }
        return self.write("client.json", {"installed": info})

    def write(self, name: str, info: dict[str, Any]) -> str:
        path = self.folder / name
        path.write_text(json.dumps(info))
        return str(path)


@contextmanager
def standing_for_google(folder: Path) -> Iterator[Google]:
    """A server and its OAuth server, in this process."""
    desk = Desk(grader=GRADER)
    server = Server.bind(folder / "google.db", today="2026-03-14", check_responses=True, respond=desk.respond)
    oauth = ThreadingHTTPServer(("127.0.0.1", 0), OAuth)
    threads = [threading.Thread(target=server.run), threading.Thread(target=oauth.serve_forever)]
    for thread in threads:
        thread.start()
    google = Google(server=server, desk=desk, oauth=f"http://127.0.0.1:{oauth.server_port}", folder=folder)
    OAuth.mint, OAuth.refuse = google.mint, False
    OAuth.asked.clear()
    try:
        yield google
    finally:
        server.stop()
        oauth.shutdown()
        oauth.server_close()
        for thread in threads:
            thread.join()
