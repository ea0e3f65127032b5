"""The Workspace class that episodes use."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from pytest_knows.errors import Ungraded, WorkspaceError
from pytest_knows.workspace import Connection, FileRef, Kind, Workspace
from pytest_knows.workspace.addresses import file_id
from pytest_knows.workspace.local.process import LocalServer


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1AbC_d-9", "1AbC_d-9"),
        ("https://docs.google.com/document/d/1AbC_d-9/edit#heading=h.x", "1AbC_d-9"),
        ("https://docs.google.com/spreadsheets/d/1AbC_d-9/edit?gid=0#gid=0", "1AbC_d-9"),
        ("https://docs.google.com/document/u/0/d/1AbC_d-9/edit", "1AbC_d-9"),
        ("https://drive.google.com/drive/folders/1AbC_d-9?usp=sharing", "1AbC_d-9"),
        ("https://drive.google.com/drive/u/1/folders/1AbC_d-9", "1AbC_d-9"),
        ("https://drive.google.com/open?id=1AbC_d-9", "1AbC_d-9"),
        ("http://127.0.0.1:1234/presentation/d/1AbC_d-9/edit", "1AbC_d-9"),
    ],
)
def test_id_in_an_address(text: str, found: str) -> None:
    assert file_id(text) == found


def test_address_without_an_id() -> None:
    with pytest.raises(WorkspaceError, match=r"no file id in 'https://example\.org/x'"):
        file_id("https://example.org/x")


@pytest.mark.parametrize("kind", list(Kind))
def test_create_read_and_find_again(workspace: Workspace, kind: Kind) -> None:
    folder = workspace.create_folder("session")
    file = workspace.create_file(kind, f"a {kind}", parent=folder.id)
    assert workspace.file_from(file.url) == workspace.file_from(file.id) == file
    assert kind.id_field in workspace.read(file)
    assert [item["name"] for item in workspace.list_folder(folder.id)] == [f"a {kind}"]


def test_file_that_is_of_no_kind(workspace: Workspace) -> None:
    folder = workspace.create_folder("no file")
    with pytest.raises(WorkspaceError, match=r"vnd\.google-apps\.folder, not a Google document"):
        workspace.file_from(folder.url)


def test_upload_and_download(workspace: Workspace, png_file: Path, png: bytes) -> None:
    uploaded = workspace.upload(png_file, name="renamed.png")
    assert isinstance(uploaded, str)
    assert workspace.download(uploaded) == png
    assert workspace.metadata(uploaded)["mimeType"] == "image/png"
    assert workspace.metadata(uploaded)["name"] == "renamed.png"


def test_seeded_file_keeps_its_id(workspace: Workspace) -> None:
    made = workspace.seed(id_="1-asset_id-00001", name="data.csv", mime="text/csv", data=b"a,b")
    assert made == "1-asset_id-00001"
    assert workspace.download(made) == b"a,b"
    blank = workspace.seed(id_="1-asset_id-00002", name="doc", mime=Kind.DOCUMENT.mime_type)
    assert workspace.read(workspace.file_from(blank))["title"] == "doc"
    with pytest.raises(WorkspaceError, match="409"):
        workspace.seed(id_=made, name="again", mime="text/csv")


def test_failure_names_method_file_and_message(workspace: Workspace) -> None:
    missing = FileRef(id="gone", url="", kind=Kind.DOCUMENT)
    with pytest.raises(WorkspaceError, match=r"documents\.get of gone failed: 404 Requested entity was not found"):
        workspace.read(missing)
    with pytest.raises(WorkspaceError, match=r"files\.get of gone failed: 404 File not found: gone"):
        workspace.metadata("gone")


def test_picture_that_is_gone(workspace: Workspace, local_server: LocalServer) -> None:
    with pytest.raises(WorkspaceError, match="could not be fetched"):
        workspace.picture(f"{local_server.endpoint}/_media/0")


def test_connection_travels(workspace: Workspace) -> None:
    connection: Connection = pickle.loads(pickle.dumps(workspace.connection))
    assert Workspace(connection).metadata("root")["name"] == "My Drive"


def test_agent_gets_discovery_addresses_that_work(workspace: Workspace) -> None:
    access = workspace.grant_agent([], name="a")
    names = {api: httpx.get(url, trust_env=False).json()["name"] for api, url in access.discovery_urls.items()}
    assert names == {"docs": "docs", "sheets": "sheets", "slides": "slides", "drive": "drive"}


def test_threads_share_one_workspace(workspace: Workspace) -> None:
    names: dict[int, str] = {}

    def work(number: int) -> None:
        file = workspace.create_file(Kind.DOCUMENT, f"thread {number}")
        names[number] = workspace.metadata(file.id)["name"]

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names == {number: f"thread {number}" for number in range(8)}


class Moody(BaseHTTPRequestHandler):
    """Answers with the next of `statuses`; the last one stays."""

    statuses: ClassVar[list[int]] = [200]
    asked: ClassVar[int] = 0
    body: ClassVar[bytes] = b'{"id": "f", "name": "n"}'

    def do_GET(self) -> None:
        status = self.statuses[min(Moody.asked, len(self.statuses) - 1)]
        Moody.asked += 1
        if status == 0:  # the connection breaks
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def moody(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("pytest_knows.workspace.google.retries.time.sleep", lambda _: None)
    Moody.asked = 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), Moody)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Workspace(Connection(endpoint=f"http://127.0.0.1:{server.server_port}", token="t"))
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("status", [429, 500, 503, 0])
def test_passing_trouble_is_tried_again(moody: Workspace, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    monkeypatch.setattr(Moody, "statuses", [status, status, 200])
    assert moody.metadata("f")["name"] == "n"
    assert Moody.asked == 3


def test_an_answer_that_is_cut_off_is_asked_for_again(moody: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Moody, "body", b'{"id": "f", "na')
    with pytest.raises(WorkspaceError, match=r"files\.get of f failed"):
        moody.metadata("f")
    assert Moody.asked == 4


@pytest.mark.parametrize(("statuses", "asked"), [([503, 0, 200], 3), ([404], 1)])
def test_a_picture_is_asked_for_as_patiently(
    moody: Workspace, monkeypatch: pytest.MonkeyPatch, statuses: list[int], asked: int
) -> None:
    monkeypatch.setattr(Moody, "statuses", statuses)
    url = f"{moody.connection.endpoint}/picture"
    if statuses[-1] == 200:
        assert moody.picture(url) == (Moody.body, "application/json")
    else:
        with pytest.raises(WorkspaceError, match="could not be fetched"):
            moody.picture(url)
    assert Moody.asked == asked


@pytest.mark.parametrize(("status", "asked"), [(503, 4), (403, 1), (501, 1)])
def test_lasting_trouble_is_an_error(
    moody: Workspace, monkeypatch: pytest.MonkeyPatch, status: int, asked: int
) -> None:
    monkeypatch.setattr(Moody, "statuses", [status])
    with pytest.raises(WorkspaceError, match=str(status)):
        moody.metadata("f")
    assert Moody.asked == asked


def test_missing_browser_leaves_ungraded(moody: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Moody, "statuses", [501])
    body = b'{"error": {"code": 501, "message": "no browser", "errors": [{"reason": "rendererMissing"}]}}'
    monkeypatch.setattr(Moody, "body", body)
    with pytest.raises(Ungraded, match="no browser") as caught:
        moody.export(FileRef(id="f", url="", kind=Kind.DOCUMENT), "application/pdf")
    assert caught.value.need == "browser"


def test_unreachable_server_is_a_workspace_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_knows.workspace.google.retries.time.sleep", lambda _: None)
    nowhere = Workspace(Connection(endpoint="http://127.0.0.1:9", token="t"))
    with pytest.raises(WorkspaceError, match=r"files\.get of f failed"):
        nowhere.metadata("f")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "nonsense", ""])
def test_picture_with_another_scheme(workspace: Workspace, url: str) -> None:
    with pytest.raises(WorkspaceError, match=r"no http\(s\) address"):
        workspace.picture(url)


def test_id_is_given_once_to_many_who_ask_at_once(http: httpx.Client, local_server: LocalServer) -> None:
    body = {"id": "contested-id", "name": "n", "mimeType": Kind.DOCUMENT.mime_type}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: http.post("/_knows/files", json=body).status_code, range(8)))
    assert sorted(answers) == [200] + [409] * 7
