"""The pages that people and browsing agents open."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.rendering import find_chromium

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def browser(local_server: LocalServer) -> httpx.Client:
    return httpx.Client(base_url=local_server.endpoint, trust_env=False)


def printed(file: FileRef) -> str:
    """Where a file is shown as it is printed."""
    return file.url.replace("/edit", "/view")


@pytest.mark.parametrize("kind", list(Kind))
def test_page_of_a_file_shows_its_name_escaped(workspace: Workspace, browser: httpx.Client, kind: Kind) -> None:
    file = workspace.create_file(kind, EVIL)
    answer = browser.get(f"{printed(file)}?token={workspace.connection.token}")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert "&lt;script&gt;" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


def test_text_of_a_document_is_shown(workspace: Workspace, browser: httpx.Client) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "page")
    insert = {"insertText": {"location": {"index": 1}, "text": f"Hello {EVIL}"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    assert "Hello &lt;script&gt;" in browser.get(f"{printed(file)}?token={workspace.connection.token}").text


def test_cells_of_a_sheet_are_shown(workspace: Workspace, browser: httpx.Client) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "page")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [["left", "right"]]}
    values.update(spreadsheetId=file.id, range="A1", valueInputOption="RAW", body=body).execute()
    text = browser.get(f"{printed(file)}?token={workspace.connection.token}").text
    assert re.search(r"<td[^>]*>[^/]*left.*</td><td[^>]*>[^/]*right", text)


@needs_browser
def test_page_looks_like_the_file_and_asks_for_nothing(
    workspace: Workspace, local_server: LocalServer, png_file: Path
) -> None:
    from playwright.sync_api import sync_playwright

    file = workspace.create_file(Kind.DOCUMENT, "seen")
    uri = f"{local_server.endpoint}/uc?id={workspace.upload(png_file)}"
    requests = [
        {"insertText": {"location": {"index": 1}, "text": "A heading\n"}},
        {"updateParagraphStyle": {"range": {"startIndex": 1, "endIndex": 2}, "fields": "namedStyleType",
                                  "paragraphStyle": {"namedStyleType": "HEADING_1"}}},
        {"insertInlineImage": {"location": {"index": 11}, "uri": uri}},
    ]  # fmt: skip
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": requests}).execute()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = chromium.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{printed(file)}?token={workspace.connection.token}")
        heading = page.get_by_text("A heading").bounding_box()
        picture = page.locator("img").bounding_box()
        width = page.evaluate("document.querySelector('img').naturalWidth")
        chromium.close()
    assert heading
    assert picture
    assert (heading["y"] < picture["y"], width) == (True, 40)
    assert [url for url in asked if not url.startswith("data:")] == asked[:1]


def test_cookie_opens_the_next_page(workspace: Workspace, browser: httpx.Client) -> None:
    folder = workspace.create_folder("linked")
    file = workspace.create_file(Kind.DOCUMENT, "within", parent=folder.id)
    assert browser.get(file.url).status_code == 401
    token = workspace.grant_agent([], view=[folder.id], name="reader").token
    listing = browser.get(f"{folder.url}?token={token}")
    assert f'href="{file.url}"' in listing.text
    assert "HttpOnly" in listing.headers["set-cookie"]
    assert browser.get(file.url).status_code == 200


def test_page_of_a_file_of_someone_else(workspace: Workspace, browser: httpx.Client) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "private")
    access = workspace.grant_agent([], name="a")
    assert browser.get(f"{file.url}?token={access.token}").status_code == 404


def test_uploaded_html_cannot_run(
    workspace: Workspace, browser: httpx.Client, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("html") / "evil.html"
    path.write_text(EVIL)
    id_ = workspace.upload(path)
    answer = browser.get(f"/uc?id={id_}&token={workspace.connection.token}")
    assert answer.text == EVIL
    assert "sandbox" in answer.headers["content-security-policy"]
