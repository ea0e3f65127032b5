"""Formats in and out of the editors, beside Office files and PDF."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import httpx
import pytest

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.rendering import find_chromium

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")
PAGE = """<!doctype html><html><head><title>no</title><style>p{color:red}</style></head><body>
<h1>Größe 🌵</h1>
<p>One <b>bold <i>both</i></b> and
   a <a href="https://example.org/">link</a>.<br>Next</p>
<script>alert(1)</script>
<ul><li>first<ul><li>inner</li></ul></li><li>last</li></ul>
<ol><li>counted</li></ol>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
</body></html>"""


def uploaded(workspace: Workspace, path: Path, content: bytes, kind: Kind) -> dict[str, Any]:
    path.write_bytes(content)
    return workspace.read(workspace.upload(path, kind=kind))


def paragraphs(rest: dict[str, Any]) -> list[dict[str, Any]]:
    content = rest["tabs"][0]["documentTab"]["body"]["content"]
    return [element["paragraph"] for element in content if "paragraph" in element]


def text_of(paragraph: dict[str, Any]) -> str:
    return "".join(element["textRun"]["content"] for element in paragraph["elements"])


class TestHtmlIn:
    @pytest.fixture
    def made(self, workspace: Workspace, tmp_path: Path) -> list[dict[str, Any]]:
        return paragraphs(uploaded(workspace, tmp_path / "page.html", PAGE.encode(), Kind.DOCUMENT))

    def test_text(self, made: list[dict[str, Any]]) -> None:
        assert [text_of(paragraph) for paragraph in made] == [
            "Größe 🌵\n", "One bold both and a link.\vNext\n", "first\n", "inner\n", "last\n", "counted\n", "a\tb\n",
            "1\t2\n",
        ]  # fmt: skip

    def test_styles(self, made: list[dict[str, Any]]) -> None:
        assert [paragraph["paragraphStyle"]["namedStyleType"] for paragraph in made[:2]] == ["HEADING_1", "NORMAL_TEXT"]
        runs = {run["textRun"]["content"].strip(): run["textRun"]["textStyle"] for run in made[1]["elements"]}
        assert (runs["bold"]["bold"], runs["bold"].get("italic")) == (True, None)
        assert (runs["both"]["bold"], runs["both"]["italic"]) == (True, True)
        assert runs["link"]["link"] == {"url": "https://example.org/"}

    def test_lists(self, made: list[dict[str, Any]]) -> None:
        levels = [paragraph.get("bullet", {}).get("nestingLevel", 0) for paragraph in made[2:6]]
        assert levels == [0, 1, 0, 0]
        lists = [paragraph["bullet"]["listId"] for paragraph in made[2:6]]
        assert (len(set(lists[:3])), lists[3] != lists[0]) == (1, True)
        assert [paragraph for paragraph in made[6:] if "bullet" in paragraph] == []

    @pytest.mark.parametrize(
        "page",
        ["", "<", "<p", "&#0;&#x110000;", "<b><i></b></i>", "<ul>" * 200 + "<li>x", "<li>x", "</ul></ul>",
         "<a href>x</a>", "<b>" * 5000 + "x", "<p>\ud83c</p>", "<h1><h2>x", "<td>x",
         "<![CDATA[x]]>", "<!--", "x" * 100_000],
    )  # fmt: skip
    def test_what_is_hardly_html(self, workspace: Workspace, tmp_path: Path, page: str) -> None:
        rest = uploaded(workspace, tmp_path / "p.html", page.encode("utf-8", "surrogatepass"), Kind.DOCUMENT)
        assert paragraphs(rest)

    def test_long_page(self, workspace: Workspace, tmp_path: Path) -> None:
        page = "<p>a <b>b</b></p><ul><li>c</li></ul><ol><li>d</li></ol>" * 100
        made = paragraphs(uploaded(workspace, tmp_path / "p.html", page.encode(), Kind.DOCUMENT))
        assert [text_of(paragraph) for paragraph in made] == ["a b\n", "c\n", "d\n"] * 100
        assert len({paragraph["bullet"]["listId"] for paragraph in made if "bullet" in paragraph}) == 200

    @pytest.mark.parametrize("page", ["<b>a</b> c" * 1000, "x" * 2_000_001])
    def test_page_that_is_too_much(self, workspace: Workspace, tmp_path: Path, page: str) -> None:
        with pytest.raises(WorkspaceError, match=r"400 The page cannot be converted"):
            uploaded(workspace, tmp_path / "p.html", page.encode(), Kind.DOCUMENT)


def test_picture_becomes_a_document_that_shows_it(workspace: Workspace, tmp_path: Path, png: bytes) -> None:
    rest = uploaded(workspace, tmp_path / "p.png", png, Kind.DOCUMENT)
    [picture] = rest["tabs"][0]["documentTab"]["inlineObjects"].values()
    uri = picture["inlineObjectProperties"]["embeddedObject"]["imageProperties"]["contentUri"]
    assert workspace.picture(uri) == (png, "image/png")


def test_tabs_part_the_values_of_a_sheet(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("a,b\t=1+1\nc\t\n")
    sheet = workspace.upload(path, kind=Kind.SPREADSHEET)
    assert workspace.export(sheet, "text/tab-separated-values") == b"a,b\t2\r\nc\t"


def test_about_lists_what_goes_in_and_out(workspace: Workspace) -> None:
    about = workspace.clients.drive.about().get(fields="importFormats,exportFormats").execute()
    assert about["importFormats"]["text/html"] == [Kind.DOCUMENT.mime_type]
    assert "image/png" in about["exportFormats"][Kind.PRESENTATION.mime_type]


def test_html_out(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "d")
    insert = {"insertText": {"location": {"index": 1}, "text": "a < b"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    assert "a &lt; b" in workspace.export(file, "text/html").decode()


class TestDownloadAddresses:
    """The ones that people and agents know from Google's menus."""

    def test_sheet_by_its_number(self, workspace: Workspace, http: httpx.Client) -> None:
        file = workspace.create_file(Kind.SPREADSHEET, "s")
        sheets = workspace.clients.sheets.spreadsheets()
        add = {"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}}
        sheets.batchUpdate(spreadsheetId=file.id, body={"requests": [add]}).execute()
        body = {"values": [["x", 1]]}
        sheets.values().update(spreadsheetId=file.id, range="Other!A1", valueInputOption="RAW", body=body).execute()
        path = f"/spreadsheets/d/{file.id}/export"
        assert http.get(f"{path}?format=csv&gid=7").content == b"x,1"
        assert http.get(f"{path}?format=csv").content == b""
        assert http.get(f"{path}?format=csv&gid=8").status_code == 404
        assert http.get(f"{path}?format=nothing").status_code == 400

    @needs_browser
    def test_slide_as_a_picture(self, workspace: Workspace, http: httpx.Client) -> None:
        from PIL import Image

        file = workspace.create_file(Kind.PRESENTATION, "p")
        for query in ("", "?pageid=p"):
            answer = http.get(f"/presentation/d/{file.id}/export/png{query}")
            assert Image.open(io.BytesIO(answer.content)).size == (1600, 900)
        assert http.get(f"/presentation/d/{file.id}/export/png?pageid=q").status_code == 404
        assert workspace.export(file, "image/png") == answer.content

    def test_stranger_gets_nothing(self, workspace: Workspace, http: httpx.Client) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "d")
        token = workspace.grant_agent([], name="a").token
        headers = {"Authorization": f"Bearer {token}"}
        assert http.get(f"/document/d/{file.id}/export?format=txt", headers=headers).status_code == 404
        assert http.get(f"/document/d/{file.id}/export?format=txt").text == "\ufeff\r\n"
