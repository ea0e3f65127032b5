"""Drive as a rubric sees it, through the freeze of real files."""

from __future__ import annotations

import base64
import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pytest_knows.episode import targets as freezing
from pytest_knows.episode.attempt import Target
from pytest_knows.episode.freeze import freeze
from pytest_knows.errors import DamagedEvidence, Ungraded, WorkspaceError
from pytest_knows.evidence.drive import Drive, DriveFile
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.tasks.model import TaskInfo
from pytest_knows.workspace import FileRef, Kind, Workspace

INFO = TaskInfo(
    task_id="tests.deck.1",
    short_id="1a",
    family="deck",
    instance=1,
    kind=Kind.PRESENTATION,
    group="Decks",
    domain="Decks",
)
OUTPUT, WORKING = "OUTPUT_FOLDER_URL", "WORKING_COPY_URL"


def png(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


def lines_of(file: DriveFile) -> list[str]:
    return [line.text for line in file.document().lines]


class Desk:
    """A run's folder with a blank deck, and what a test puts beside it."""

    def __init__(self, workspace: Workspace, root: Path) -> None:
        self.workspace = workspace
        self.root = root
        self.deck = workspace.create_file(Kind.PRESENTATION, "The deck")
        self.output = workspace.create_folder("Output").id

    def upload(self, name: str, data: bytes, parent: str) -> str:
        (self.root / name).write_bytes(data)
        return self.workspace.upload(self.root / name, parent=parent)

    def named(self, file: FileRef, text: str) -> None:
        """A text box on the first slide."""
        slides = self.workspace.clients.slides.presentations()
        page = slides.get(presentationId=file.id).execute()["slides"][0]["objectId"]
        properties = {"pageObjectId": page, "size": {k: {"magnitude": 9e5, "unit": "EMU"} for k in ("width", "height")}}
        shape = {"objectId": "box_1", "shapeType": "TEXT_BOX", "elementProperties": properties}
        requests = [{"createShape": shape}, {"insertText": {"objectId": "box_1", "text": text}}]
        slides.batchUpdate(presentationId=file.id, body={"requests": requests}).execute()

    def drive(self, assets: list[str] | None = None, **targets: str) -> Drive:
        wanted = {OUTPUT: self.output} | targets
        made = {name: Target(id=id_, url="", kind="folder") for name, id_ in wanted.items()}
        return Drive(
            freeze(
                self.workspace,
                self.deck,
                self.root / "episode",
                info=INFO,
                targets=made,
                assets=assets or [],
                want_rendering=False,
            )
        )


@pytest.fixture
def desk(workspace: Workspace, tmp_path: Path) -> Desk:
    return Desk(workspace, tmp_path)


def test_the_artifact(desk: Desk) -> None:
    before = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=1)
    desk.named(desk.deck, "hello")
    file = desk.drive().file
    assert (file.name, file.id, file.kind) == ("The deck", desk.deck.id, Kind.PRESENTATION)
    assert file.presentation().first_slide.text.strip() == "hello"
    assert file.url.endswith(f"{desk.deck.id}/edit")
    assert before < file.modified < before + datetime.timedelta(minutes=1)


def test_folders_and_their_files(desk: Desk) -> None:
    figures = desk.workspace.create_folder("Figures", parent=desk.output).id
    desk.upload("b.png", png("blue"), figures)
    picture = desk.upload("a.png", png("red"), figures)
    desk.upload("notes.txt", b"notes", desk.output)
    drive = desk.drive()
    output = drive.targets[OUTPUT]
    assert [child.name for child in output.children] == ["Figures", "notes.txt"]
    assert [(file.name, file.data()) for file in output.files] == [("notes.txt", b"notes")]
    folder = output.folder(" figures")
    assert folder is not None
    assert [(file.name, file.mime, file.size) for file in folder.files] == [
        ("a.png", "image/png", len(png("red"))),
        ("b.png", "image/png", len(png("blue"))),
    ]
    assert folder.files[0].data() == png("red")
    found = drive.find(picture)
    assert found is not None
    assert found.inside(folder)
    assert found.inside(output)
    assert not folder.inside(found)
    assert found.parents == (figures,)
    assert [file.name for file in output.walk()] == ["Figures", "a.png", "b.png", "notes.txt"]
    assert output.folder("pdfs") is None
    assert drive.find("no-such-file") is None


def test_google_files_in_a_folder_have_their_views_and_pictures(desk: Desk) -> None:
    document = desk.workspace.create_file(Kind.DOCUMENT, "Doc", parent=desk.output)
    uri = "data:image/png;base64," + base64.b64encode(png("green")).decode()
    requests = [
        {"insertText": {"location": {"index": 1}, "text": "A list"}},
        {"insertInlineImage": {"uri": uri, "location": {"index": 1}}},
    ]
    docs = desk.workspace.clients.docs.documents()
    docs.batchUpdate(documentId=document.id, body={"requests": requests}).execute()
    desk.workspace.create_file(Kind.SPREADSHEET, "Sheet", parent=desk.output)
    doc, sheet = desk.drive().targets[OUTPUT].files
    assert "A list" in lines_of(doc)
    assert [picture.data() for picture in doc.document().pictures] == [png("green")]
    assert [tab.title for tab in sheet.workbook().tabs] == ["Sheet1"]
    assert json.loads(doc.data())["title"] == "Doc"
    assert not doc.workbook().tabs
    assert not "".join(lines_of(sheet)).strip()


def test_a_deleted_target_is_the_agents_and_reads_as_empty(desk: Desk) -> None:
    drive = desk.drive(**{OUTPUT: "no-such-folder", WORKING: "no-such-deck"})
    assert drive.targets[OUTPUT].gone
    assert drive.targets[OUTPUT].children == ()
    assert drive.targets[OUTPUT].folder("pdfs") is None
    assert drive.targets[WORKING].data() == b""
    assert not drive.targets[WORKING].presentation().slides


def test_a_target_in_the_bin_is_gone(desk: Desk) -> None:
    desk.workspace.clients.drive.files().update(fileId=desk.output, body={"trashed": True}).execute()
    assert desk.drive().targets[OUTPUT].gone


def test_a_target_that_was_not_recorded(desk: Desk) -> None:
    with pytest.raises(DamagedEvidence, match="IMAGES_FOLDER_URL"):
        desk.drive().targets["IMAGES_FOLDER_URL"]


def test_what_the_world_withheld_is_damage(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.upload("a.png", png("red"), desk.output)

    def broken(*_: object) -> Any:
        raise WorkspaceError("connection reset")

    monkeypatch.setattr(desk.workspace, "download", broken)
    (file,) = desk.drive().targets[OUTPUT].files
    assert file.error == "connection reset"
    with pytest.raises(DamagedEvidence, match="connection reset"):
        file.data()
    monkeypatch.setattr(desk.workspace, "list_folder", broken)
    drive = desk.drive()
    with pytest.raises(DamagedEvidence, match=r"Output.*connection reset"):
        drive.targets[OUTPUT].children  # noqa: B018
    with pytest.raises(DamagedEvidence, match="connection reset"):
        drive.find("anything")
    with pytest.raises(DamagedEvidence, match="connection reset"):
        drive.candidates(OUTPUT)


def test_assets_are_frozen_with_what_lies_in_them(desk: Desk) -> None:
    workspace = desk.workspace
    source = workspace.create_file(Kind.DOCUMENT, "Clients")
    edits = {"requests": [{"insertText": {"location": {"index": 1}, "text": "Ada\nGrace"}}]}
    workspace.clients.docs.documents().batchUpdate(documentId=source.id, body=edits).execute()
    folder = workspace.create_folder("Photos").id
    desk.upload("scan.png", png("red"), folder)
    drive = desk.drive([source.id, folder, "not-there-at-all"])
    assert list(drive.assets) == [source.id, folder]
    assert lines_of(drive.asset(source.id)) == ["Ada", "Grace"]
    (scan,) = drive.asset(folder).files
    assert scan.data() == png("red")
    assert drive.find(scan.id) is scan
    with pytest.raises(Ungraded) as gap:
        drive.asset("not-there-at-all")
    assert (gap.value.need, gap.value.mend) == ("assets", "--knows-assets FOLDER|ZIP|URL")


def test_an_asset_that_could_not_be_read_is_damage(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    source = desk.upload("scan.png", png("red"), desk.workspace.create_folder("Photos").id)
    monkeypatch.setattr(freezing, "ASSET_BYTES", 1)
    monkeypatch.setattr("pytest_knows.episode.freeze.ASSET_BYTES", 1)
    asset = desk.drive([source]).asset(source)
    assert asset.name == "scan.png"
    with pytest.raises(DamagedEvidence, match="beyond the limits"):
        asset.data()


def test_candidates_are_the_copies_latest_first_then_the_artifact(desk: Desk) -> None:
    source = desk.workspace.create_file(Kind.PRESENTATION, "Source")
    older = desk.workspace.copy(source.id, "older", parent=desk.output)
    newer = desk.workspace.copy(source.id, "newer", parent=desk.output)
    desk.workspace.create_file(Kind.DOCUMENT, "a document", parent=desk.output)
    desk.workspace.copy(source.id, "too deep", parent=desk.workspace.create_folder("inner", parent=desk.output).id)
    desk.named(newer, "worked on")
    times = {older.id: "2026-03-14T09:00:00.000Z", newer.id: "2026-03-14T10:00:00.000Z"}
    for id_, time in times.items():
        desk.workspace.clients.drive.files().update(fileId=id_, body={"modifiedTime": time}).execute()
    working = desk.workspace.copy(source.id, "working")
    drive = desk.drive(**{WORKING: working.id})
    assert [file.id for file in drive.candidates(OUTPUT)] == [newer.id, older.id, desk.deck.id]
    assert [file.id for file in drive.candidates(WORKING)] == [working.id, desk.deck.id]
    best = max(drive.candidates(OUTPUT), key=lambda file: len(file.presentation().first_slide.text))
    assert best.id == newer.id


def test_the_artifact_in_the_folder_is_one_candidate(desk: Desk, workspace: Workspace) -> None:
    desk.deck = workspace.create_file(Kind.PRESENTATION, "inside", parent=desk.output)
    assert [file.id for file in desk.drive().candidates(OUTPUT)] == [desk.deck.id]


class Spoiled:
    """An episode whose files hold the given JSON."""

    def __init__(self, **files: Any) -> None:
        self.files = {f"drive/{name}.json": value for name, value in files.items()}

    def has(self, name: str) -> bool:
        return name in self.files

    def read(self, name: str) -> bytes:
        raise DamagedEvidence(f"{name!r} is not part of the snapshot")

    def json(self, name: str) -> Any:
        return self.files[name] if name in self.files else json.loads(self.read(name))

    picture = read


ODD: list[Any] = [None, 3, "x", [], [1], {"children": 3}, {"id": 3, "name": [], "mimeType": {}, "size": "1e9"}]


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_spoiled_records_read_as_empty(value: Any) -> None:
    drive = Drive(Spoiled(file=value, targets={"T": value}, assets={"a": value}))
    assert drive.file.name == ""
    assert not drive.file.presentation().slides
    for file in [*drive.targets.values(), *drive.assets.values()]:
        assert (file.name, file.mime, file.size, file.parents, file.children) == ("", "", 0, (), ())
        assert not file.workbook().tabs
        with pytest.raises(DamagedEvidence):
            file.data()
    for whole in (value, {}):
        assert not Drive(Spoiled(targets=whole if not isinstance(whole, dict) else {})).targets


def test_odd_metadata() -> None:
    entry = {
        "mimeType": FOLDER_MIME,
        "modifiedTime": "yesterday",
        "children": [{"name": "a"}, None],
        "parents": ["p", 3],
    }
    file = Drive(Spoiled(targets={"T": entry})).targets["T"]
    assert file.modified == datetime.datetime.min.replace(tzinfo=datetime.UTC)
    assert file.parents == ("p",)
    assert [child.name for child in file.children] == ["a"]
