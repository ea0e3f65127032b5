"""`pytest-knows serve` as a person runs it: what it prints works, and Ctrl-C ends it."""

from __future__ import annotations

import io
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pytest_knows.cli import main
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.freeze import freeze
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo
from pytest_knows.workspace import Connection, Workspace

Serve = Callable[..., "Served"]


class Served:
    """The command in a process of its own, and what it printed."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "pytest_knows.cli", "serve", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.lines: list[str] = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if "Uploads need" in line:
                break
        else:
            _, errors = self.process.communicate()
            pytest.fail(f"the command ended: {errors}")
        self.endpoint = self.found(r"^Workspace at (\S+) ")
        self.token = self.found(r"^token: +(\S+)$")
        self.http = httpx.Client(
            base_url=self.endpoint, headers={"Authorization": f"Bearer {self.token}"}, trust_env=False, timeout=60
        )

    def found(self, pattern: str) -> str:
        [value] = [match[1] for line in self.lines if (match := re.search(pattern, line))]
        return value

    def code(self, title: str) -> str:
        """The two lines under a title."""
        at = next(number for number, line in enumerate(self.lines) if line.startswith(title))
        return "\n".join(line.strip() for line in self.lines[at + 1 : at + 3])

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Exit status and standard error after a signal."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


@pytest.fixture
def png_bytes() -> bytes:
    """A small picture."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (8, 6), "teal").save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start the command with these arguments."""
    started: list[Served] = []

    def start(*arguments: str) -> Served:
        started.append(Served(*arguments))
        return started[-1]

    yield start
    for served in started:
        served.http.close()
        if served.process.poll() is None:
            served.end()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_and_keeps_what_was_made(serve: Serve, tmp_path: Path, how: signal.Signals) -> None:
    store = tmp_path / "kept.db"
    first = serve("--store", str(store))
    made = first.http.post("/v1/documents", json={"title": "Kept"}).json()
    assert first.end(how) == (0, "Workspace ended.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.db"]
    second = serve("--store", str(store))
    assert second.http.get(f"/v1/documents/{made['documentId']}").json()["title"] == "Kept"


def test_python_lines_work(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve("--store", str(tmp_path / "w.db"), "--today", "2026-03-14")
    monkeypatch.setenv("no_proxy", "*")
    names: dict[str, Any] = {}
    exec(served.code("Python"), names)
    made = names["docs"].documents().create(body={"title": "From Python"}).execute()
    assert names["docs"].documents().get(documentId=made["documentId"]).execute()["title"] == "From Python"


def test_node_lines_work(serve: Serve, tmp_path: Path) -> None:
    node = shutil.which("node")
    known = node and subprocess.run([node, "-e", "require('googleapis')"], stderr=subprocess.DEVNULL).returncode == 0
    if not node or not known:
        pytest.skip("node with the package googleapis (in NODE_PATH) is not installed")
    served = serve("--store", str(tmp_path / "w.db"))
    script = f"""{served.code("Node")}
    const drive = google.drive({{version: "v3", auth, rootUrl: "{served.endpoint}/"}});
    (async () => {{
      const made = await docs.documents.create({{requestBody: {{title: "From Node"}}}});
      const requests = [{{insertText: {{location: {{index: 1}}, text: "hello"}}}}];
      await docs.documents.batchUpdate({{documentId: made.data.documentId, requestBody: {{requests}}}});
      const media = {{mimeType: "text/plain", body: "bytes"}};
      const upload = {{requestBody: {{name: "up.txt"}}, media}};
      const up = await drive.files.create(upload, {{rootUrl: "{served.endpoint}/"}});
      const down = await drive.files.get({{fileId: up.data.id, alt: "media"}});
      console.log(JSON.stringify([made.data.documentId, down.data]));
    }})();"""
    ran = subprocess.run([node, "-e", script], capture_output=True, text=True, timeout=60)
    file_id, down = json.loads(ran.stdout or "[0, 0]")
    assert (ran.stderr, down) == ("", "bytes")
    assert "hello" in served.http.get(f"/v1/documents/{file_id}").text


def test_user_sees_what_it_made_in_a_browser_but_is_no_admin(serve: Serve, tmp_path: Path) -> None:
    served = serve("--store", str(tmp_path / "w.db"))
    served.http.post("/v1/presentations", json={"title": "My deck"})
    with httpx.Client(follow_redirects=True, trust_env=False) as browser:
        page = browser.get(served.found(r"^browser: (\S+)"))
        files = browser.get(f"{served.endpoint}/drive/v3/files", headers={"X-Knows-Editor": "1"}).json()["files"]
    assert 'data-name="My Drive"' in page.text
    assert [file["name"] for file in files] == ["My deck"]
    assert served.http.post("/_knows/tokens", json={}).status_code == 403
    assert httpx.get(f"{served.endpoint}/v1/documents/x", trust_env=False).status_code == 401


def test_port_and_today_are_the_ones_asked_for(serve: Serve, tmp_path: Path) -> None:
    served = serve("--store", str(tmp_path / "w.db"), "--today", "2020-02-29")
    assert served.endpoint.startswith("http://127.0.0.1:")
    sheet = served.http.post("/v4/spreadsheets", json={}).json()["spreadsheetId"]
    path = f"/v4/spreadsheets/{sheet}/values/A1"
    served.http.put(f"{path}?valueInputOption=USER_ENTERED", json={"values": [["=YEAR(TODAY())"]]})
    assert served.http.get(path).json()["values"] == [["2020"]]
    port = served.endpoint.rpartition(":")[2]
    assert served.end()[0] == 0
    assert serve("--store", str(tmp_path / "other.db"), "--port", port).endpoint == served.endpoint


def test_other_address_is_warned_of(serve: Serve, tmp_path: Path) -> None:
    served = serve("--store", str(tmp_path / "w.db"), "--host", "0.0.0.0")
    assert httpx.get(f"http://127.0.0.1:{served.endpoint.rpartition(':')[2]}/_knows/health", trust_env=False).is_success
    _, errors = served.end()
    assert errors.splitlines()[0] == "warning: 0.0.0.0 can be reached from outside, and nothing is encrypted."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--episode", "nowhere"], "nowhere is no frozen episode"),
        (["--store", "taken.db"], "taken.db cannot be opened as a workspace"),
        (["--store", "new.db", "--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
    ],
)
def test_what_cannot_be_served_is_said(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.db").write_bytes(b"no database" * 100)
    assert main(["serve", *arguments]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["serve"], [], ["serve", "--store", "x", "--port", "70000"], ["serve", "--today", "x"]]
)
def test_wrong_command_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


class TestEpisode:
    """A frozen episode is served as it lies."""

    @pytest.fixture
    def folder(self, workspace: Workspace, tmp_path: Path, png_bytes: bytes) -> Path:
        """A frozen document with a picture and an export."""
        file = workspace.create_file(Kind.DOCUMENT, "Letter")
        picture = tmp_path / "p.png"
        picture.write_bytes(png_bytes)
        uri = f"{workspace.connection.endpoint}/uc?id={workspace.upload(picture)}"
        requests = [{"insertInlineImage": {"location": {"index": 1}, "uri": uri}}]
        workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": requests}).execute()
        folder = tmp_path / "t1"
        info = TaskInfo(task_id="t.1", short_id="1a", family="t", instance=1, kind=Kind.DOCUMENT, group="T", domain="T")
        freeze(workspace, file, folder, info=info)
        assert Episode.open(folder).state == "frozen"
        return folder

    def test_bytes_are_the_frozen_ones(self, serve: Serve, folder: Path, png_bytes: bytes) -> None:
        served = serve("--episode", str(folder))
        id_ = json.loads((folder / "drive/file.json").read_bytes())["id"]
        rest = (folder / "artifact/file.json").read_bytes()
        assert served.http.get(f"/v1/documents/{id_}?includeTabsContent=true").content == rest
        assert served.http.get(f"/drive/v3/files/{id_}").content == (folder / "drive/file.json").read_bytes()
        [url] = json.loads((folder / "media.json").read_bytes())
        assert served.http.get("/" + url.split("/", 3)[3]).content == png_bytes
        export = served.http.get(f"/drive/v3/files/{id_}/export", params={"mimeType": "application/pdf"})
        if (folder / "artifact/export.pdf").exists():
            assert (export.headers["content-type"], export.content) == (
                "application/pdf", (folder / "artifact/export.pdf").read_bytes(),
            )  # fmt: skip
        else:
            assert export.status_code == 404

    def test_masks_lists_and_pages(self, serve: Serve, folder: Path) -> None:
        served = serve("--episode", str(folder))
        workspace = Workspace(Connection(endpoint=served.endpoint, token=served.token))
        [found] = workspace.clients.drive.files().list(q="name = 'Letter'").execute()["files"]
        masked = workspace.clients.docs.documents().get(documentId=found["id"], fields="title").execute()
        assert masked == {"title": "Letter"}
        assert "Letter" in httpx.get(served.found(r"^browser: (\S+)"), trust_env=False).text

    def test_nothing_can_be_changed(self, serve: Serve, folder: Path) -> None:
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        served = serve("--episode", str(folder))
        id_ = json.loads((folder / "drive/file.json").read_bytes())["id"]
        for method, path in (
            ("POST", f"/v1/documents/{id_}:batchUpdate"), ("POST", "/drive/v3/files"), ("POST", "/_knows/tokens"),
            ("DELETE", f"/drive/v3/files/{id_}"), ("PATCH", f"/drive/v3/files/{id_}"), ("POST", "/batch"),
        ):  # fmt: skip
            answer = served.http.request(method, path, json={})
            assert (answer.status_code, answer.json()["error"]["status"]) == (403, "PERMISSION_DENIED")
        assert served.end()[0] == 0
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before

    def test_what_was_not_frozen_is_said(self, serve: Serve, folder: Path) -> None:
        served = serve("--episode", str(folder))
        id_ = json.loads((folder / "drive/file.json").read_bytes())["id"]
        export = served.http.get(f"/drive/v3/files/{id_}/export?mimeType=text/plain")
        assert (export.status_code, served.http.get("/v1/documents/nothing").status_code) == (404, 404)
        assert served.http.get("/v4/spreadsheets/x/values/A1").status_code == 404
        assert served.http.get("/v4/spreadsheets/x/developerMetadata/1").status_code == 501

    def test_changed_episode_is_refused(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "artifact/file.json").write_bytes(b"{}")
        assert main(["serve", "--episode", str(folder)]) == 1
        assert "changed after the freeze" in capsys.readouterr().err
