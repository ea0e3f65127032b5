"""Source assets from addresses like Drive's, on a site of our own."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pytest_knows.agents import NotRun
from pytest_knows.episode.provision import provision
from pytest_knows.evidence.assets import open_assets
from pytest_knows.evidence.hosted_assets import HostedAssets
from pytest_knows.evidence.hosted_files import NotHad
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.workspace import FileRef, Workspace

LIST = """<html><body><div class="flip-entries">
<div class="flip-entry" id="entry-paper-0002"><div class="flip-entry-info">
<a href="https://drive.google.com/file/d/paper-0002/view?usp=drive_web"><div class="flip-entry-title">b &amp; c.pdf</div></a></div></div>
<div class="flip-entry" id="entry-doc-0003"><div class="flip-entry-info">
<a href="https://docs.google.com/document/d/doc-0003/edit?usp=drive_web"><div class="flip-entry-title">Notes</div></a></div></div>
<div class="flip-entry" id="entry-folder-0004"><a href="https://drive.google.com/drive/folders/folder-0004"><div
class="flip-entry-title">inner</div></a></div></div></body></html>"""  # noqa: E501


def office(text: str, stamp: int = 2020) -> bytes:
    """A zip as exports are: other bytes each time, though the content is the same."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("word/document.xml", (stamp, 1, 1, 0, 0, 0)), text)
        archive.writestr("docProps/core.xml", str(stamp))
    return out.getvalue()


class Site(BaseHTTPRequestHandler):
    """Path and query -> (status, headers, body)."""

    pages: ClassVar[dict[str, tuple[int, dict[str, str], bytes]]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        Site.asked.append(self.path)
        status, headers, body = self.pages.get(self.path, (404, {"Content-Type": "text/html"}, b"Sorry"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, tuple[int, dict[str, str], bytes]]]:
    """Its pages; a cache of its own, too."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("KNOWS_GOOGLE_WEB", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("KNOWS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(Site, "pages", {})
    Site.asked.clear()
    yield Site.pages
    server.shutdown()
    server.server_close()
    thread.join()


PDF = {"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename*=UTF-8''%C3%BCber.pdf"}


def folder(site: dict[str, tuple[int, dict[str, str], bytes]], body: bytes = b"%PDF-1.4") -> None:
    site["/embeddedfolderview?id=folder-0001"] = (200, {"Content-Type": "text/html"}, LIST.encode())
    site["/uc?export=download&id=paper-0002"] = (302, {"Location": "/download/paper"}, b"")
    site["/download/paper"] = (200, PDF, body)
    site["/document/d/doc-0003/export?format=docx"] = (200, {"Content-Type": "application/x"}, office("notes"))


def test_a_folder_is_listed_and_its_files_are_fetched(site: Any) -> None:
    folder(site)
    found = HostedAssets(live=True).files("folder-0001", "drive_folder")
    assert found is not None
    assert [(file.name, file.mime) for file in found] == [
        ("Notes.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("b & c.pdf", "application/pdf"),
    ]
    assert found[1].data == b"%PDF-1.4"


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("document", "/document/d/file-0001/export?format=docx"),
        ("spreadsheet", "/spreadsheets/d/file-0001/export?format=xlsx"),
        ("presentation", "/presentation/d/file-0001/export/pptx"),
        ("drive_file", "/uc?export=download&id=file-0001"),
    ],
)
def test_a_file_of_each_kind(site: Any, kind: str, path: str) -> None:
    site[path] = (200, PDF, b"content")
    found = HostedAssets(live=True).files("file-0001", kind)
    assert found is not None
    suffix = {"document": ".docx", "spreadsheet": ".xlsx", "presentation": ".pptx"}.get(kind)
    assert (found[0].name, found[0].data) == (f"file-0001{suffix}" if suffix else "über.pdf", b"content")


def test_what_was_fetched_once_is_not_fetched_again(site: Any) -> None:
    folder(site)
    first = HostedAssets(live=True).files("folder-0001", "drive_folder")
    Site.asked.clear()
    site.clear()
    assert HostedAssets(live=False).files("folder-0001", "drive_folder") == first
    assert Site.asked == []


def test_a_damaged_cache_is_fetched_again(site: Any, tmp_path: Path) -> None:
    folder(site)
    HostedAssets(live=True).files("folder-0001", "drive_folder")
    (tmp_path / "cache/assets/folder-0001/001").write_bytes(b"spoiled")
    found = HostedAssets(live=True).files("folder-0001", "drive_folder")
    assert found is not None
    assert found[1].data == b"%PDF-1.4"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((404, {}, b""), "gone or not public any more"),
        ((200, {"Content-Type": "text/html; charset=utf-8"}, b"<html>Sign in"), "Drive shows a page in its place"),
        ((500, {}, b""), "the server answered 500"),
    ],
)
def test_what_cannot_be_had_says_why(site: Any, answer: Any, says: str) -> None:
    site["/uc?export=download&id=file-0001"] = answer
    assets = HostedAssets(live=True)
    assert assets.files("file-0001", "drive_file") is None
    assert says in assets.problems["file-0001"]


def test_nothing_is_fetched_under_replay(site: Any) -> None:
    folder(site)
    assets = HostedAssets(live=False)
    assert assets.files("folder-0001", "drive_folder") is None
    assert "--knows-web replay" in assets.problems["folder-0001"]
    assert Site.asked == []


def test_a_change_is_one_of_the_content_not_of_the_archive(site: Any) -> None:
    folder(site)
    assets = HostedAssets(live=True)
    assets.files("folder-0001", "drive_folder")
    site["/document/d/doc-0003/export?format=docx"] = (200, {"Content-Type": "x/y"}, office("notes", 2024))
    now, kept = assets.fresh("folder-0001", "drive_folder")
    assert now == kept
    folder(site, b"%PDF-1.5")
    now, kept = assets.fresh("folder-0001", "drive_folder")
    assert now != kept
    site.clear()
    with pytest.raises(NotHad) as caught:
        assets.fresh("folder-0001", "drive_folder")
    assert caught.value.gone


INFO = TaskInfo(task_id="own.1", short_id=None, family="own", instance=1, kind=Kind.DOCUMENT, group="", domain="")


def text(asset: SourceAsset) -> TaskText:
    return TaskText(task_id="own.1", family="own", instance=1, prompt=f"See {asset.url}", source_assets=(asset,))


def test_a_task_finds_its_hosted_asset_under_its_id(site: Any, workspace: Workspace) -> None:
    from docx import Document

    source = Document()
    source.add_paragraph("The client's list")
    out = io.BytesIO()
    source.save(out)
    site["/document/d/hosted-doc-0007/export?format=docx"] = (200, {"Content-Type": "x/y"}, out.getvalue())
    url = "https://docs.google.com/document/d/hosted-doc-0007/edit"
    asset = SourceAsset(id="hosted-doc-0007", url=url, kind="document")
    given = provision(workspace, INFO, text(asset), open_assets("auto", live=True), need_assets=True)
    read = workspace.read(FileRef(id=asset.id, url="", kind=Kind.DOCUMENT))
    assert "The client's list" in str(read)
    assert asset.id in given.assets[0].url


def test_a_task_without_its_asset_is_not_run(site: Any, workspace: Workspace) -> None:
    before = len(workspace.list_folder("root"))
    asset = SourceAsset(id="hosted-gone-0008", url="https://drive.google.com/hosted-gone-0008", kind="drive_file")
    with pytest.raises(NotRun, match=r"hosted-gone-0008 \(it is gone or not public any more") as caught:
        provision(workspace, INFO, text(asset), open_assets("auto", live=True), need_assets=True)
    assert (caught.value.cause, len(workspace.list_folder("root"))) == ("assets_missing", before)
    assert "--knows-missing-assets run" in caught.value.mend
    given = provision(workspace, INFO, text(asset), open_assets("none", live=True))
    assert given.assets_missing == (asset.id,)
