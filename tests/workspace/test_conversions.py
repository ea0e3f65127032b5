"""Formats in and out of the editors, beside Office files and PDF."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
            "Größe 🌵\n", "One bold both and a link.\vNext\n", "first\n", "inner\n", "last\n", "counted\n", "\n",
        ]  # fmt: skip

    def test_styles(self, made: list[dict[str, Any]]) -> None:
        assert [paragraph["paragraphStyle"]["namedStyleType"] for paragraph in made[:2]] == ["HEADING_1", "NORMAL_TEXT"]
        runs = {run["textRun"]["content"].strip(): run["textRun"]["textStyle"] for run in made[1]["elements"]}
        assert (runs["bold"]["bold"], runs["bold"].get("italic")) == (True, None)
        assert (runs["both"]["bold"], runs["both"]["italic"]) == (True, True)
        assert runs["link"]["underline"] is True
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

    def test_tables(self, workspace: Workspace, tmp_path: Path) -> None:
        page = """<table><caption>Title</caption><tr><th bgcolor="#cfe2f3">Item<th colspan=2>Wide</tr>
            <tr><td rowspan="2">Tall</td><td>1</td><td><ul><li>in it</ul><table><tr><td>inner</table></td></tr>
            <tr><td>x</td><td style="background-color: rgb(255,0,0)">y</td></tr></table>after"""
        rest = uploaded(workspace, tmp_path / "t.html", page.encode(), Kind.DOCUMENT)
        assert [text_of(paragraph) for paragraph in paragraphs(rest)] == ["Title\n", "after\n"]
        [raw] = [item["table"] for item in rest["tabs"][0]["documentTab"]["body"]["content"] if "table" in item]
        rows = [row["tableCells"] for row in raw["tableRows"]]
        spans = [
            [(cell["tableCellStyle"].get("rowSpan", 1), cell["tableCellStyle"].get("columnSpan", 1)) for cell in row]
            for row in rows
        ]
        assert (spans[0][:2], spans[1][0]) == ([(1, 1), (1, 2)], (2, 1))
        fills = [cell["tableCellStyle"].get("backgroundColor", {}).get("color") for row in rows for cell in row]
        assert [colour["rgbColor"] for colour in fills if colour] == [
            {"red": 0.8117647, "green": 0.8862745, "blue": 0.9529412}, {"red": 1},
        ]  # fmt: skip
        assert [[str(cell["content"]).count("'content': 'in") for cell in row] for row in rows[1:]] == [
            [0, 0, 2],
            [0] * 3,
        ]

    def test_looks_that_the_page_states(self, workspace: Workspace, tmp_path: Path) -> None:
        page = """<p style="text-align: center"><span style="color:#ff0000; font-size:14pt; font-weight:700;
            font-family:'Georgia', serif">a</span> <font color=blue face=Arial>b</font> <code>c</code>
            <mark>d</mark> <span style="font-style:italic;text-decoration:underline line-through">e</span></p>
            <pre>x\n  y</pre><hr><blockquote>quoted</blockquote>"""
        made = paragraphs(uploaded(workspace, tmp_path / "l.html", page.encode(), Kind.DOCUMENT))
        assert made[0]["paragraphStyle"]["alignment"] == "CENTER"
        runs = {run["textRun"]["content"].strip(): run["textRun"]["textStyle"] for run in made[0]["elements"]}
        assert runs["a"]["foregroundColor"] == {"color": {"rgbColor": {"red": 1}}}
        assert (runs["a"]["fontSize"]["magnitude"], runs["a"]["bold"]) == (14, True)
        assert runs["a"]["weightedFontFamily"]["fontFamily"] == "Georgia"
        assert runs["b"]["foregroundColor"] == {"color": {"rgbColor": {"blue": 1}}}
        assert runs["c"]["weightedFontFamily"]["fontFamily"] == "Courier New"
        assert runs["d"]["backgroundColor"] == {"color": {"rgbColor": {"red": 1, "green": 1}}}
        assert [runs["e"].get(name) for name in ("italic", "underline", "strikethrough")] == [True] * 3
        assert text_of(made[1]) == "x\v  y\n"
        assert "horizontalRule" in made[2]["elements"][0]
        assert made[3]["paragraphStyle"]["indentStart"]["magnitude"] == 36

    def test_pictures(self, workspace: Workspace, tmp_path: Path, png: bytes, http: httpx.Client) -> None:
        source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        page = f'<style>p{{}}</style><p>see <img src="{source}" width=80 alt="A dot"><img src="x:y"> there'
        file_id = workspace.upload(_written(tmp_path / "i.html", page), kind=Kind.DOCUMENT).id
        tab = workspace.clients.docs.documents().get(documentId=file_id).execute()
        [item] = tab["inlineObjects"].values()
        embedded = item["inlineObjectProperties"]["embeddedObject"]
        assert (embedded["description"], embedded["size"]["width"]["magnitude"]) == ("A dot", 60)
        assert workspace.picture(embedded["imageProperties"]["contentUri"]) == (png, "image/png")
        told = http.get(f"/drive/v3/files/{file_id}?fields=appProperties").json()
        assert told["appProperties"] == {"knowsNotCarried": "style sheets; pictures that cannot be had"}

    def test_many_changes_of_style(self, workspace: Workspace, tmp_path: Path) -> None:
        [made] = paragraphs(uploaded(workspace, tmp_path / "m.html", b"<b>a</b> c" * 1000, Kind.DOCUMENT))
        assert len(made["elements"]) == 2000

    @pytest.mark.parametrize(
        "page", ["x" * 2_000_001, "<table>" + "<td rowspan=100 colspan=100>x" * 1000], ids=["long", "cells"]
    )
    def test_page_that_is_too_much(self, workspace: Workspace, tmp_path: Path, page: str) -> None:
        with pytest.raises(WorkspaceError, match=r"400 The page cannot be converted"):
            uploaded(workspace, tmp_path / "p.html", page.encode(), Kind.DOCUMENT)

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        st.lists(
            st.sampled_from(
                ["<table>", "</table>", "<tr>", "<td rowspan=2>", "<th colspan=3>", "</td>", "<ul>", "</ul>", "<li>",
                 "<ol>", "<p>", "</p>", "<h2>", "<hr>", "<br>", "<img src='data:,'>", "<b>", "</b>", "text ", "<pre>",
                 "<div style='color:;text-align:x;font-size:-1pt'>", "</div>", "<a href=''>", "<blockquote>",
                 "&#xD800;"]
            ),
            max_size=30,
        )
    )  # fmt: skip
    def test_no_order_of_tags_makes_it_stumble(self, workspace: Workspace, tmp_path: Path, parts: list[str]) -> None:
        assert paragraphs(uploaded(workspace, tmp_path / "f.html", "".join(parts).encode(), Kind.DOCUMENT))


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


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
