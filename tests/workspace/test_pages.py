"""The pages that people and browsing agents open."""

from __future__ import annotations

import httpx
import pytest

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def browser(local_server: LocalServer) -> httpx.Client:
    return httpx.Client(base_url=local_server.endpoint, trust_env=False)


@pytest.mark.parametrize("kind", list(Kind))
def test_page_of_a_file_shows_its_name_escaped(workspace: Workspace, browser: httpx.Client, kind: Kind) -> None:
    file = workspace.create_file(kind, EVIL)
    answer = browser.get(f"{file.url}?token={workspace.connection.token}")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert "&lt;script&gt;" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_text_of_a_document_is_shown(workspace: Workspace, browser: httpx.Client) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "page")
    insert = {"insertText": {"location": {"index": 1}, "text": f"Hello {EVIL}"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    assert "Hello &lt;script&gt;" in browser.get(f"{file.url}?token={workspace.connection.token}").text


def test_cells_of_a_sheet_are_shown(workspace: Workspace, browser: httpx.Client) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "page")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [["left", "right"]]}
    values.update(spreadsheetId=file.id, range="A1", valueInputOption="RAW", body=body).execute()
    assert "left\tright" in browser.get(f"{file.url}?token={workspace.connection.token}").text


def test_cookie_opens_the_next_page(workspace: Workspace, browser: httpx.Client) -> None:
    folder = workspace.create_folder("linked")
    file = workspace.create_file(Kind.DOCUMENT, "within", parent=folder.id)
    assert browser.get(file.url).status_code == 401
    listing = browser.get(f"{folder.url}?token={workspace.connection.token}")
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
