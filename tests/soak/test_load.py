"""Many clients at once, a killed server, large files. 100 requests by default; `-m soak` sends 2,000."""

from __future__ import annotations

import io
import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.http import MediaIoBaseUpload

from pytest_knows.workspace import Connection, FileRef, Kind, Workspace
from pytest_knows.workspace.client import Clients
from pytest_knows.workspace.local.process import LocalServer

CLIENTS = 8
SIZES = [100, pytest.param(2000, marks=pytest.mark.soak, id="full")]
MEGABYTE = 1 << 20
MOST_MEMORY = 300 * MEGABYTE


def opened(server: LocalServer) -> Workspace:
    return Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A server of its own, with its memory and its store."""
    with LocalServer.start(tmp_path / "workspace.db") as started:
        yield started


class Shared:
    """A document, a sheet and a deck that all clients write to, and what each write must have left."""

    def __init__(self, workspace: Workspace) -> None:
        self.folder = workspace.create_folder("load")
        self.doc, self.sheet, self.deck = (workspace.create_file(kind, "load", parent=self.folder.id) for kind in Kind)

    def write(self, clients: Clients, mark: str) -> None:
        """One acknowledged write into one of the three, chosen by the mark's last digit."""
        (self._document, self._row, self._shape)[int(mark[-1]) % 3](clients, mark)

    def _document(self, clients: Clients, mark: str) -> None:
        request = {"insertText": {"location": {"index": 1}, "text": f"<{mark}>"}}
        clients.docs.documents().batchUpdate(documentId=self.doc.id, body={"requests": [request]}).execute()

    def _row(self, clients: Clients, mark: str) -> None:
        body = {"values": [[f"<{mark}>", 1]]}
        values = clients.sheets.spreadsheets().values()
        values.append(spreadsheetId=self.sheet.id, range="A1", valueInputOption="RAW", body=body).execute()

    def _shape(self, clients: Clients, mark: str) -> None:
        create = {"createShape": {"objectId": f"shape_{mark}", "shapeType": "TEXT_BOX",
                                  "elementProperties": {"pageObjectId": "p"}}}  # fmt: skip
        insert = {"insertText": {"objectId": f"shape_{mark}", "text": f"<{mark}>"}}
        clients.slides.presentations().batchUpdate(
            presentationId=self.deck.id, body={"requests": [create, insert]}
        ).execute()

    def found(self, workspace: Workspace) -> list[str]:
        """All marks that can be read in the three files."""
        text = str([workspace.read(file) for file in (self.doc, self.deck)])
        values = workspace.clients.sheets.spreadsheets().values()
        rows = values.get(spreadsheetId=self.sheet.id, range="A:A").execute().get("values", [])
        return [part.partition(">")[0] for part in (text + str(rows)).split("<")[1:]]


def upload(clients: Clients, shared: Shared, mark: str) -> None:
    """A small file, read back."""
    files = clients.drive.files()
    body = {"name": mark, "parents": [shared.folder.id]}
    media = MediaIoBaseUpload(io.BytesIO(mark.encode()), "text/plain")
    made = files.create(body=body, media_body=media).execute()
    assert files.get_media(fileId=made["id"]).execute() == mark.encode()


def read(clients: Clients, shared: Shared, _mark: str) -> None:
    clients.docs.documents().get(documentId=shared.doc.id, fields="title,revisionId").execute()


def listed(clients: Clients, shared: Shared, _mark: str) -> None:
    clients.drive.files().list(q=f"'{shared.folder.id}' in parents", pageSize=20).execute()


def cells(clients: Clients, shared: Shared, _mark: str) -> None:
    clients.sheets.spreadsheets().values().get(spreadsheetId=shared.sheet.id, range="A1:B5").execute()


class TestMixedRequests:
    @pytest.mark.parametrize("requests", SIZES)
    def test_no_error_and_no_lost_write(
        self, server: LocalServer, requests: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        workspace = opened(server)
        shared = Shared(workspace)

        def client(number: int) -> tuple[list[str], list[float]]:
            """One client's marks and how long each request took, in seconds."""
            clients = workspace.grant_agent([shared.folder.id], name=f"client {number}").clients()
            chosen, written, took = random.Random(number), [], []
            for turn in range(requests // CLIENTS):
                mark = f"c{number}n{turn}"
                action = chosen.choice([shared.write] * 4 + [upload, read, listed, cells])
                began = time.perf_counter()
                if action == shared.write:
                    shared.write(clients, mark)
                    written.append(mark)
                else:
                    action(clients, shared, mark)
                took.append(time.perf_counter() - began)
            return written, took

        with ThreadPoolExecutor(CLIENTS) as pool:
            results = list(pool.map(client, range(CLIENTS)))
        expected = sorted(mark for written, _ in results for mark in written)
        assert len(expected) > requests // 4
        assert sorted(shared.found(workspace)) == expected
        assert server.log() == ""
        times = sorted(second for _, took in results for second in took)
        with capsys.disabled():
            print(f"\n{len(times)} requests of {CLIENTS} clients: p50 {times[len(times) // 2] * 1000:.0f} ms, "
                  f"p95 {times[len(times) * 95 // 100] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms")  # fmt: skip


class TestKill:
    @pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.soak, id="full")])
    def test_nothing_that_was_answered_is_lost(self, tmp_path: Path, rounds: int) -> None:
        store = tmp_path / "workspace.db"
        with LocalServer.start(store) as server:
            shared = Shared(opened(server))
        answered: list[str] = []
        for number in range(rounds):
            with LocalServer.start(store) as server:
                answered += _writes_until_killed(server, shared, number)
        with LocalServer.start(store) as server:
            found = shared.found(opened(server))
        assert len(answered) >= 3 * rounds
        assert set(answered) <= set(found)
        assert len(found) == len(set(found))


def _writes_until_killed(server: LocalServer, shared: Shared, number: int) -> list[str]:
    """Three clients write; the server is killed once some writes were answered. The marks that were."""
    workspace, answered = opened(server), []
    enough = threading.Event()

    def client(name: int) -> None:
        for turn in range(1000):
            mark = f"r{number}c{name}n{turn}"
            try:
                shared.write(workspace.clients, mark)
            except OSError:  # the server is gone
                return
            answered.append(mark)
            if len(answered) > 5 + 3 * number:
                enough.set()

    threads = [threading.Thread(target=client, args=[name]) for name in range(3)]
    for thread in threads:
        thread.start()
    assert enough.wait(60)
    server.process.kill()
    for thread in threads:
        thread.join()
    return answered


needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read from /proc")


@needs_proc
class TestMemory:
    """Peak memory of the server and of the process that computes its formulas."""

    @pytest.mark.parametrize("how", [{}, {"resumable": True}, {"resumable": True, "chunksize": 8 * MEGABYTE}])
    def test_upload_of_50_megabytes(self, server: LocalServer, how: dict[str, Any]) -> None:
        files = opened(server).clients.drive.files()
        data = os.urandom(MEGABYTE) * 50
        media = MediaIoBaseUpload(io.BytesIO(data), "application/octet-stream", **how)
        made = files.create(body={"name": "large"}, media_body=media).execute()
        assert files.get_media(fileId=made["id"]).execute() == data
        assert peak(server) < MOST_MEMORY

    @pytest.mark.parametrize("columns", [5, 8])
    def test_sheet_of_20000_rows(self, server: LocalServer, columns: int, capsys: pytest.CaptureFixture[str]) -> None:
        workspace = opened(server)
        file = workspace.create_file(Kind.SPREADSHEET, "long")
        texts = [f"text {column}" for column in range(5, columns)]
        self._fill(workspace, file, texts)
        values = workspace.clients.sheets.spreadsheets().values()
        got = values.get(spreadsheetId=file.id, range=f"A1:{'ABCDEFGH'[columns - 1]}20000").execute()
        assert (len(got["values"]), got["values"][-1]) == (
            20_000, ["20000", "name 20000", "5000", "40000", "2026-03-14", *texts]
        )  # fmt: skip
        with capsys.disabled():
            print(f"\n20,000 x {columns} by values: {peak(server) / MEGABYTE:.0f} MB")
        assert peak(server) < MOST_MEMORY

    def test_grid_data_of_20000_rows(self, server: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
        workspace = opened(server)
        file = workspace.create_file(Kind.SPREADSHEET, "long")
        self._fill(workspace, file, [])
        sheets = workspace.clients.sheets.spreadsheets()
        [sheet] = sheets.get(spreadsheetId=file.id, includeGridData=True).execute()["sheets"]
        rows = sheet["data"][0]["rowData"]
        assert [cell["formattedValue"] for cell in rows[-1]["values"]][3:] == ["40000", "2026-03-14"]
        assert len(rows) == 20_000
        with capsys.disabled():
            print(f"\n20,000 x 5 with grid data: {peak(server) / MEGABYTE:.0f} MB")
        assert peak(server) < MOST_MEMORY

    def _fill(self, workspace: Workspace, file: FileRef, texts: list[str]) -> None:
        rows = [[n, f"name {n}", n / 4, f"=A{n}*2", "2026-03-14", *texts] for n in range(1, 20_001)]
        sheets = workspace.clients.sheets.spreadsheets()
        grid = {"sheetId": 0, "gridProperties": {"rowCount": len(rows), "columnCount": len(rows[0])}}
        update = {"properties": grid, "fields": "gridProperties.rowCount,gridProperties.columnCount"}
        sheets.batchUpdate(spreadsheetId=file.id, body={"requests": [{"updateSheetProperties": update}]}).execute()
        sheets.values().update(
            spreadsheetId=file.id, range="A1", valueInputOption="USER_ENTERED", body={"values": rows}
        ).execute()


def peak(server: LocalServer) -> int:
    """The most bytes that the server's process, and the largest child that it has, ever held."""
    children = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _parent(path) == server.process.pid]
    return _held(server.process.pid) + max(map(_held, children), default=0)


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _held(process: int) -> int:
    [line] = [line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024
