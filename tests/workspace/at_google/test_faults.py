"""One whole episode, with every call that we make at Google failing in turn: the right outcome, and nothing is lost."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from googlekit import Fault, Google

from pytest_knows.agents import AgentResult, AgentTask, NotRun
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.attempt import ATTEMPT
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.run import finish_episode, run_episode
from pytest_knows.errors import WorkspaceError
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.workspace import Connection, Workspace

ASSET = SourceAsset(
    id="asset-deck-0001", url="https://docs.google.com/presentation/d/asset-deck-0001/edit", kind="presentation"
)
INFO = TaskInfo(
    task_id="tests.papers.1", short_id=None, family="papers", instance=1, kind=Kind.SPREADSHEET, group="g", domain="d"
)
TEXT = TaskText(
    task_id=INFO.task_id,
    family=INFO.family,
    instance=1,
    prompt=f"See {ASSET.url}. PDFs go to the pdfs folder in {{{{OUTPUT_FOLDER_URL}}}}; edit {{{{WORKING_COPY_URL}}}}.",
    source_assets=(ASSET,),
)
PASSING = (Fault(code=429), Fault(code=500), Fault(code=503), Fault(code=403, reason="userRateLimitExceeded"))
LASTING = (
    Fault(code=401),
    Fault(code=403, reason="insufficientFilePermissions"),
    Fault(code=403, reason="storageQuotaExceeded"),
    Fault(code=404),
)
FOR_EVER = 50
"""Answers: more than any call is tried."""


@pytest.fixture(scope="module")
def pdf() -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    document.new_page(100, 100)
    import io

    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


class Bench:
    """Runs the episode, resumes it, and tells what it came to."""

    def __init__(self, google: Google, connection: Connection, folder: Path) -> None:
        self.google, self.workspace = google, Workspace(connection)
        self.episode = Episode.open(folder / "t1")
        self.called = 0

    def agent(self, task: AgentTask) -> AgentResult:
        """Writes a cell, uploads a paper and a title."""
        self.called += 1
        clients = task.clients
        clients.sheets.spreadsheets().values().update(
            spreadsheetId=task.file.id, range="A1", valueInputOption="RAW", body={"values": [["found"]]}
        ).execute()
        output = task.folders["OUTPUT_FOLDER_URL"].rpartition("/")[2]
        found = clients.drive.files().list(q=f"'{output}' in parents").execute()["files"]
        from googleapiclient.http import MediaInMemoryUpload

        media = MediaInMemoryUpload(b"%PDF-1.4 paper", "application/pdf")
        clients.drive.files().create(
            body={"name": "paper.pdf", "parents": [found[0]["id"]]}, media_body=media
        ).execute()
        return AgentResult(visited=["https://example.org/"])

    def run(self) -> None:
        run_episode(
            self.episode.folder,
            workspace=self.workspace,
            agent=checked_function(self.agent, "the tests' agent"),
            info=INFO,
            text=TEXT,
            timeout=60,
            today=datetime.date(2026, 3, 14),
            need_assets=True,
        )

    def go_on(self) -> None:
        """What --knows-resume does."""
        self.google.desk.faults.clear()
        self.google.desk.calls.clear()
        if self.episode.state == "none":
            self.run()
        elif self.episode.state == "attempted":
            finish_episode(self.episode.folder, workspace=self.workspace, info=INFO)

    def outcome(self) -> dict[str, Any]:
        """What the snapshot holds, without ids and times."""
        snapshot = self.episode.snapshot
        targets, assets = snapshot.json("drive/targets.json"), snapshot.json("drive/assets.json")
        notes = snapshot.manifest["notes"]
        return {
            "cell": json.dumps(snapshot.json("artifact/file.json")).count('"found"'),
            "files": sorted(shape(target) for target in (*targets.values(), *assets.values())),
            "exports": [snapshot.has("artifact/export.pdf"), snapshot.has("artifact/export.xlsx")],
            "notes": {name: notes.get(name) for name in ("cause", "renderer", "export_error", "xlsx_error")},
            "visited": snapshot.json("trace.json")["urls"],
        }


def shape(entry: dict[str, Any]) -> str:
    """A file or folder with all below it, errors included."""
    name = "copy" if entry.get("name") == "Working copy" else str(entry.get("name"))
    said = "error" if "error" in entry else "content" if "content" in entry else ""
    return f"{name}:{said}({', '.join(map(shape, entry.get('children', [])))})"


@pytest.fixture
def bench(google: Google, connection: Connection, pdf: bytes, tmp_path: Path) -> Callable[[], Bench]:
    google.desk.pdf = pdf
    service = google.server.service
    admin = Workspace(Connection(endpoint=google.endpoint, token=service.tokens.admin_token))
    if service.store.file(ASSET.id) is None:
        admin.seed(id_=ASSET.id, name="The source", mime=Kind.PRESENTATION.mime_type)
        admin.clients.drive.permissions().create(fileId=ASSET.id, body={"type": "anyone", "role": "reader"}).execute()
    made: list[Bench] = []

    def make() -> Bench:
        google.desk.calls.clear()
        made.append(Bench(google, connection, tmp_path / str(len(made))))
        return made[-1]

    return make


def undisturbed(bench: Callable[[], Bench]) -> tuple[Bench, list[str]]:
    one = bench()
    one.run()
    return one, list(one.google.desk.calls)


def test_few_calls_on_the_happy_path(bench: Callable[[], Bench]) -> None:
    """At most three of a kind for the artifact; each write target and asset adds its own."""
    one, calls = undisturbed(bench)
    assert one.outcome() == {
        "cell": one.outcome()["cell"],
        "files": ["Output:(pdfs:(paper.pdf:content()))", "The source:content()", "copy:content()"],
        "exports": [True, True],
        "notes": {"cause": "finished", "renderer": "google", "export_error": None, "xlsx_error": None},
        "visited": ["https://example.org/"],
    }
    assert one.outcome()["cell"] >= 1
    counts = Counter(calls)
    assert counts["sheets.spreadsheets.get"] == 1
    assert counts["drive.files.export"] == 2
    assert counts["drive.permissions.create"] == counts["drive.permissions.update"] == 1
    assert counts["drive.files.create"] == 4  # the episode's folder, the artifact, the target, its subfolder
    assert counts["drive.files.get"] == 5  # the asset twice, the artifact, the two targets
    assert counts["drive.files.list"] == 2  # the target, its subfolder
    assert len(calls) <= 21


def test_trouble_that_passes_changes_nothing(bench: Callable[[], Bench]) -> None:
    one, calls = undisturbed(bench)
    expected = one.outcome()
    for number, name in enumerate(calls):
        other = bench()
        other.google.desk.faults = {number: list(PASSING)}
        other.run()
        assert (other.outcome(), other.called) == (expected, 1), name
        assert other.google.desk.faults == {number: []}, name


def test_what_lasts_is_said_and_gone_on_with(bench: Callable[[], Bench]) -> None:
    """At every call one of the faults; which one changes from call to call (all at each with `-m soak`)."""
    one, calls = undisturbed(bench)
    for number, name in enumerate(calls):
        check_lasting(bench(), number, name, LASTING[number % len(LASTING)], one.outcome())


@pytest.mark.soak
def test_whatever_lasts_is_said_and_gone_on_with(bench: Callable[[], Bench]) -> None:
    one, calls = undisturbed(bench)
    for number, name in enumerate(calls):
        for fault in LASTING:
            check_lasting(bench(), number, name, fault, one.outcome())


def check_lasting(other: Bench, number: int, name: str, fault: Fault, expected: dict[str, Any]) -> None:
    """A frozen episode whose gap is recorded, or an error after which going on gives the undisturbed result."""
    other.google.desk.faults = {number: [fault] * FOR_EVER}
    said = problem_of(other.run)
    if said:
        assert str(fault.code) in said or "cannot be had" in said, name
        assert (other.episode.folder / ATTEMPT).exists() == bool(other.called), name
        other.go_on()
        assert (other.outcome(), other.called) == (expected, 1), name
    else:
        found = other.outcome()
        assert (other.called, found["cell"]) == (1, expected["cell"]), name
        assert found != expected, f"{name} is a call that is not needed"


def problem_of(act: Callable[[], None]) -> str:
    try:
        act()
    except (WorkspaceError, NotRun) as error:
        return str(error)
    return ""


def test_a_token_that_runs_out_is_renewed(bench: Callable[[], Bench]) -> None:
    one = bench()
    one.google.expire()
    one.run()
    assert one.outcome()["notes"]["cause"] == "finished"


def test_nothing_is_left_of_an_episode_that_could_not_be_prepared(bench: Callable[[], Bench]) -> None:
    one, calls = undisturbed(bench)
    others = {file["id"] for file in one.workspace.list_folder("root")}
    other = bench()
    fault = Fault(code=403, reason="sharingRateLimitExceeded")
    other.google.desk.faults = {calls.index("drive.permissions.create"): [fault]}
    with pytest.raises(WorkspaceError, match="403 injected 403; too many files were shared today"):
        other.run()
    assert {file["id"] for file in one.workspace.list_folder("root")} == others
    assert not other.episode.folder.exists()
