"""What the snapshot holds, and that no single loss costs an episode."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from pytest_knows.episode import pictures, targets
from pytest_knows.episode.attempt import Target
from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.jsonfile import to_bytes
from pytest_knows.episode.pictures import picture_urls
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import DamagedEvidence, Ungraded, WorkspaceError
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.trace import Trace
from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.local.rendering.browser import find_chromium

from .conftest import info_of


class Altered(Workspace):
    """The real Workspace with one answer replaced."""

    def __init__(self, real: Workspace, **answers: Any) -> None:
        super().__init__(real.connection)
        self._answers = answers

    def _answer(self, name: str, *arguments: Any) -> Any:
        if name not in self._answers:
            return getattr(super(), name)(*arguments)
        if isinstance(self._answers[name], Exception):
            raise self._answers[name]
        return self._answers[name]

    def read(self, file: FileRef) -> dict[str, Any]:
        return self._answer("read", file)

    def export(self, file: FileRef, mime: str) -> bytes:
        return self._answer("export", file, mime)

    def picture(self, url: str) -> tuple[bytes, str]:
        return self._answer("picture", url)


def png(colour: str = "red") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


def pdf(width: float = 612, height: float = 792) -> bytes:
    document = pypdfium2.PdfDocument.new()
    document.new_page(width, height)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.fixture
def document(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.DOCUMENT, "A document")


def insert_picture(workspace: Workspace, file: FileRef, data: bytes) -> None:
    uri = "data:image/png;base64," + base64.b64encode(data).decode()
    request = {"insertInlineImage": {"uri": uri, "location": {"index": 1}}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [request]}).execute()


def frozen(workspace: Workspace, file: FileRef, folder: Path, **options: Any) -> Snapshot:
    return freeze(workspace, file, folder, info=info_of(), **({"want_rendering": False} | options))


def test_the_artifact_as_the_api_gave_it(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    snapshot = frozen(workspace, document, tmp_path / "e")
    assert snapshot.read("artifact/file.json") == to_bytes(workspace.read(document))
    assert snapshot.json("drive/file.json")["name"] == "A document"


def test_lone_surrogates_and_key_order_survive(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    artifact = {"z": "\ud800 \U0001f600", "a": [1.5, None]}
    snapshot = frozen(Altered(workspace, read=artifact), document, tmp_path / "e")
    assert json.dumps(snapshot.json("artifact/file.json")) == json.dumps(artifact)


def test_pictures_are_stored_by_their_hash(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    insert_picture(workspace, document, png())
    insert_picture(workspace, document, png("blue"))
    insert_picture(workspace, document, png())
    snapshot = frozen(workspace, document, tmp_path / "e")
    urls = picture_urls(snapshot.json("artifact/file.json"))
    stored = {hashlib.sha256(data).hexdigest() + ".png" for data in (png(), png("blue"))}
    assert {path.name for path in (tmp_path / "e/artifact/media").iterdir()} == stored
    assert {snapshot.picture(url) for url in urls} == {png(), png("blue")}


def test_a_lost_picture_costs_nothing_else(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    insert_picture(workspace, document, png())
    broken = Altered(workspace, picture=WorkspaceError("connection reset"))
    snapshot = frozen(broken, document, tmp_path / "e")
    with pytest.raises(DamagedEvidence, match="connection reset"):
        snapshot.picture(picture_urls(snapshot.json("artifact/file.json"))[0])


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://127.0.0.1:1/x", "https://a.example/x.png", "http://[::1", ""]
)
def test_addresses_that_the_workspace_did_not_give_are_not_fetched(
    workspace: Workspace, document: FileRef, tmp_path: Path, url: str
) -> None:
    altered = Altered(workspace, read={"image": {"contentUrl": url}}, picture=AssertionError("fetched"))
    snapshot = frozen(altered, document, tmp_path / "e")
    assert snapshot.json("media.json") == {url: {"error": "its address is not one of the Workspace's"}}


def test_limits_on_pictures(
    workspace: Workspace, document: FileRef, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PICTURES", 2)
    monkeypatch.setattr(pictures, "PICTURE_BYTES", 3)
    urls = [f"{workspace.connection.endpoint}/_media/{n}" for n in range(3)]
    altered = Altered(workspace, read=[{"contentUri": url} for url in urls], picture=(b"four", "image/png"))
    media = frozen(altered, document, tmp_path / "e").json("media.json")
    assert "larger than" in media[urls[0]]["error"]
    assert "more than 2 pictures" in media[urls[2]]["error"]


def test_picture_urls_in_hostile_json() -> None:
    deep: Any = {"contentUri": "deepest"}
    for _ in range(100_000):
        deep = [deep]
    assert picture_urls(deep) == ["deepest"]
    assert picture_urls(
        {"contentUri": 3, "contentUrl": None, "b": {"contentUrl": "x"}, "c": [{"contentUri": "x"}]}
    ) == ["x"]


def test_a_rendering_and_its_first_page(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    made = pdf()
    snapshot = frozen(Altered(workspace, export=made), document, tmp_path / "e", want_rendering=True)
    assert snapshot.read("artifact/export.pdf") == made
    assert snapshot.manifest["notes"]["renderer"] == "local"
    assert Image.open(io.BytesIO(snapshot.read("artifact/preview.png"))).width == 800


@pytest.mark.parametrize("size", [(10, 20_000), (20_000, 10), (5000, 5000)])
def test_the_preview_is_never_large(
    workspace: Workspace, document: FileRef, tmp_path: Path, size: tuple[int, int]
) -> None:
    snapshot = frozen(Altered(workspace, export=pdf(*size)), document, tmp_path / "e", want_rendering=True)
    picture = Image.open(io.BytesIO(snapshot.read("artifact/preview.png")))
    assert picture.width <= 800
    assert picture.height <= 3200


def test_an_unreadable_pdf_has_no_preview(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    snapshot = frozen(Altered(workspace, export=b"no pdf"), document, tmp_path / "e", want_rendering=True)
    assert snapshot.has("artifact/export.pdf")
    assert not snapshot.has("artifact/preview.png")
    assert "Pdfium" in snapshot.manifest["notes"]["preview_error"]


@pytest.mark.parametrize(
    ("failure", "notes"),
    [
        (Ungraded("no browser", need="browser"), {"renderer": "none"}),
        (WorkspaceError("Chromium crashed"), {"renderer": "local", "export_error": "Chromium crashed"}),
    ],
)
def test_no_rendering(
    workspace: Workspace, document: FileRef, tmp_path: Path, failure: Exception, notes: dict[str, str]
) -> None:
    snapshot = frozen(Altered(workspace, export=failure), document, tmp_path / "e", want_rendering=True)
    assert snapshot.manifest["notes"] == notes
    assert not snapshot.has("artifact/export.pdf")


def test_a_real_rendering(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    snapshot = frozen(workspace, document, tmp_path / "e", want_rendering=True)
    assert snapshot.manifest["notes"] == {"renderer": "local"}
    assert snapshot.read("artifact/export.pdf").startswith(b"%PDF")
    assert snapshot.has("artifact/preview.png")


def test_trace_and_pages(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    trace = Trace(["https://a.example/x"], "observed")
    pages = {"https://a.example/x": "<p>Hello"}
    snapshot = frozen(workspace, document, tmp_path / "e", trace=trace, pages=pages)
    assert Trace.from_json(snapshot.json("trace.json")) == trace
    page = Pages(snapshot).get("https://a.example/x")
    assert page is not None
    assert page.text == "Hello"


def test_without_trace_and_pages(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    snapshot = frozen(workspace, document, tmp_path / "e")
    assert not Trace.from_json(snapshot.json("trace.json")).recorded
    assert len(Pages(snapshot)) == 0


def test_an_artifact_that_cannot_be_read_is_not_frozen(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="server is gone"):
        frozen(Altered(workspace, read=WorkspaceError("server is gone")), document, tmp_path / "e")
    assert not (tmp_path / "e" / "snapshot.json").exists()
    assert frozen(workspace, document, tmp_path / "e").has("artifact/file.json")


# write targets


def upload(workspace: Workspace, folder: Path, name: str, data: bytes, parent: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    workspace.upload(folder / name, parent=parent)


def target(id_: str, kind: str = "folder") -> dict[str, Target]:
    return {"OUTPUT_FOLDER_URL": Target(id=id_, url="", kind=kind)}


def test_folders_with_their_files(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    folder = workspace.create_folder("Output")
    inner = workspace.create_folder("figures", parent=folder.id)
    upload(workspace, tmp_path / "up", "one.png", png(), inner.id)
    deck = workspace.create_file(Kind.DOCUMENT, "Notes", parent=folder.id)
    insert_picture(workspace, deck, png("green"))
    snapshot = frozen(workspace, document, tmp_path / "e", targets=target(folder.id))
    found = snapshot.json("drive/targets.json")["OUTPUT_FOLDER_URL"]
    assert [entry["name"] for entry in found["children"]] == ["Notes", "figures"]
    notes, figures = found["children"]
    frozen_notes = snapshot.json(notes["content"])
    assert frozen_notes["documentId"] == deck.id
    assert snapshot.picture(picture_urls(frozen_notes)[0]) == png("green")
    assert snapshot.read(figures["children"][0]["content"]) == png()


def test_a_deleted_target_is_recorded(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    snapshot = frozen(workspace, document, tmp_path / "e", targets=target("no-such-folder-0000"))
    assert "404" in snapshot.json("drive/targets.json")["OUTPUT_FOLDER_URL"]["error"]


def test_limits_on_folders(
    workspace: Workspace, document: FileRef, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "FILES", 3)
    monkeypatch.setattr(targets, "FILE_BYTES", 10)
    folder = workspace.create_folder("Output")
    for name, data in [("a", b"x" * 11), ("b", b"small"), ("c", b"small")]:
        upload(workspace, tmp_path / "up", name, data, folder.id)
    snapshot = frozen(workspace, document, tmp_path / "e", targets=target(folder.id))
    first, second, third = snapshot.json("drive/targets.json")["OUTPUT_FOLDER_URL"]["children"]
    assert "11 bytes are beyond the limits" in first["error"]
    assert snapshot.read(second["content"]) == b"small"
    assert third["error"] == "not recorded: more than 3 files"


def test_deep_folders(workspace: Workspace, document: FileRef, tmp_path: Path) -> None:
    top = parent = workspace.create_folder("0").id
    for name in range(1, targets.DEPTH + 2):
        parent = workspace.create_folder(str(name), parent=parent).id
    entry = frozen(workspace, document, tmp_path / "e", targets=target(top)).json("drive/targets.json")[
        "OUTPUT_FOLDER_URL"
    ]
    for _ in range(targets.DEPTH):
        entry = entry["children"][0]
    assert "levels of folders" in entry["error"]


def test_no_xlsx(workspace: Workspace, tmp_path: Path) -> None:
    """The manifest says why; the rest of the episode is there."""
    file = workspace.create_file(Kind.SPREADSHEET, "A spreadsheet")
    failing = Altered(workspace, export=WorkspaceError("quota"))
    snapshot = frozen(failing, file, tmp_path / "e")
    assert snapshot.manifest["notes"]["xlsx_error"] == "quota"
    assert not snapshot.has("artifact/export.xlsx")
    assert snapshot.json("artifact/file.json")["spreadsheetId"] == file.id
    assert frozen(workspace, file, tmp_path / "f").has("artifact/export.xlsx")
    assert not frozen(workspace, file, tmp_path / "g", want_xlsx=False).has("artifact/export.xlsx")
