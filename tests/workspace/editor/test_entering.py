"""Entering without a login, whose requests a cookie speaks for, what scripts a page may load, news of changes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pytest_knows.workspace import AgentAccess, FileRef, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer

EVIL = '"><script>alert(1)</script>'


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.DOCUMENT, EVIL)


@pytest.fixture
def access(workspace: Workspace, file: FileRef) -> AgentAccess:
    return workspace.grant_agent([file.id], name="browser")


@pytest.fixture
def browser(local_server: LocalServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=local_server.endpoint, trust_env=False, follow_redirects=True, timeout=40) as client:
        yield client


def insertion(text: str) -> dict[str, Any]:
    return {"requests": [{"insertText": {"location": {"index": 1}, "text": text}}]}


def test_the_link_leads_to_the_clean_address(browser: httpx.Client, access: AgentAccess, file: FileRef) -> None:
    link = access.entrance(file.url)
    assert access.token not in link
    first = browser.get(link, follow_redirects=False)
    assert (first.status_code, first.headers["location"]) == (303, file.url.removeprefix(access.endpoint or "-"))
    assert "HttpOnly; SameSite=Strict" in first.headers["set-cookie"]
    page = browser.get(link)
    assert str(page.url) == file.url
    assert "/_knows/editor/docs.js" in page.text
    assert "<script>alert" not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy


def test_an_address_with_a_token_is_left_at_once(browser: httpx.Client, access: AgentAccess, file: FileRef) -> None:
    page = browser.get(f"{file.url}?token={access.token}")
    assert (page.status_code, str(page.url)) == (200, file.url)


@pytest.mark.parametrize("to", ["//evil.example/", "/\\evil.example", "https://evil.example/", "/a\r\nSet-Cookie: a=b"])
def test_the_link_leads_nowhere_else(browser: httpx.Client, access: AgentAccess, to: str) -> None:
    answer = browser.get("/_knows/enter", params={"code": access.code, "to": to})
    assert answer.status_code == 400


def test_a_code_ends_with_its_token(browser: httpx.Client, workspace: Workspace, access: AgentAccess) -> None:
    assert browser.get("/_knows/enter?code=enter-unknown").status_code == 401
    workspace.revoke(access)
    assert browser.get("/_knows/enter", params={"code": access.code}).status_code == 401


def test_a_reader_gets_the_printed_page(browser: httpx.Client, workspace: Workspace, file: FileRef) -> None:
    reader = workspace.grant_agent([], view=[file.id], name="reader")
    page = browser.get(reader.entrance(file.url))
    assert page.status_code == 200
    assert "<script" not in page.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Knows-Editor": "1", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"X-Knows-Editor": "1", "Origin": "{own}"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 403),
        ({"X-Knows-Editor": "1"}, 403),
        ({"X-Knows-Editor": "1", "Origin": "http://evil.example"}, 403),
        ({"X-Knows-Editor": "1", "Origin": "{own}", "Sec-Fetch-Site": "same-site"}, 403),
        ({"X-Knows-Editor": "1", "Origin": "null"}, 403),
    ],
)
def test_a_cookie_changes_things_from_our_own_pages_only(
    browser: httpx.Client, access: AgentAccess, file: FileRef, headers: dict[str, str], status: int
) -> None:
    browser.get(access.entrance(file.url))
    own = {name: value.format(own=access.endpoint) for name, value in headers.items()}
    assert browser.post(f"/v1/documents/{file.id}:batchUpdate", json=insertion("a"), headers=own).status_code == status


def test_a_get_in_disguise_is_a_change(browser: httpx.Client, access: AgentAccess, file: FileRef) -> None:
    browser.get(access.entrance(file.url))
    disguise = {"X-HTTP-Method-Override": "DELETE"}
    assert browser.get(f"/drive/v3/files/{file.id}", headers=disguise).status_code == 403


@pytest.mark.parametrize("name", ["core.js", "core/dom.js", "base.css"])
def test_scripts_need_no_token(browser: httpx.Client, name: str) -> None:
    assert browser.get(f"/_knows/editor/{name}").status_code == 200


@pytest.mark.parametrize("name", ["../shell.py", "..%2Fshell.py", "core", "none.js", "/etc/passwd", "core/../core.js"])
def test_nothing_but_scripts_and_styles_is_served(local_server: LocalServer, name: str) -> None:
    import http.client

    # Not httpx: it would tidy the path up.
    connection = http.client.HTTPConnection(local_server.endpoint.removeprefix("http://"))
    connection.request("GET", f"/_knows/editor/{name}")
    assert connection.getresponse().status in (401, 404)


class TestNews:
    def test_come_when_somebody_writes(
        self, browser: httpx.Client, workspace: Workspace, access: AgentAccess, file: FileRef
    ) -> None:
        browser.get(access.entrance(file.url))
        first = browser.get(f"/_knows/changes/{file.id}").json()
        docs = workspace.clients.docs.documents()
        writer = threading.Timer(0.2, docs.batchUpdate(documentId=file.id, body=insertion("b")).execute)
        writer.start()
        second = browser.get(f"/_knows/changes/{file.id}?since={first['revision']}").json()
        assert second["revision"] == first["revision"] + 1
        assert second["revisionId"] != first["revisionId"]

    def test_come_when_something_is_put_into_a_folder(self, browser: httpx.Client, workspace: Workspace) -> None:
        folder = workspace.create_folder("watched")
        browser.get(workspace.grant_agent([folder.id], name="watcher").entrance(folder.url))
        first = browser.get(f"/_knows/changes/{folder.id}").json()
        writer = threading.Timer(0.2, lambda: workspace.create_folder("inner", parent=folder.id))
        writer.start()
        second = browser.get(f"/_knows/changes/{folder.id}?since={first['revision']}").json()
        assert second["revision"] != first["revision"]

    def test_are_for_who_may_read(self, browser: httpx.Client, workspace: Workspace, file: FileRef) -> None:
        assert browser.get(f"/_knows/changes/{file.id}").status_code == 401
        stranger = workspace.grant_agent([], name="stranger").token
        answer = browser.get(f"/_knows/changes/{file.id}", headers={"Authorization": f"Bearer {stranger}"})
        assert answer.status_code == 404


def test_a_picture_from_the_disk(browser: httpx.Client, access: AgentAccess, file: FileRef, png: bytes) -> None:
    browser.get(access.entrance(file.url))
    own = {"X-Knows-Editor": "1", "Sec-Fetch-Site": "same-origin"}
    kept = browser.post("/_knows/pictures", content=png, headers=own).json()
    assert (kept["width"], kept["height"]) == (40, 30)
    assert browser.get(kept["url"]).content == png
    assert browser.post("/_knows/pictures", content=b"<svg/>", headers=own).status_code == 400
