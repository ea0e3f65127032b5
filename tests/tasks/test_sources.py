"""Hub and package over loopback servers and wheels of our own making; `auto` over all of them."""

import hashlib
import json
import multiprocessing
import os
import socket
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks import load_tasks, package, sources
from pytest_knows.tasks.pinned import pinned

FILE = "/datasets/utahnlp/knows-benchmark/resolve/main/data/test.jsonl"


class Hub(BaseHTTPRequestHandler):
    """The part of the hub's protocol that fetching one file uses."""

    content = b""
    seen: list = []  # noqa: RUF012

    def do_HEAD(self):
        self._answer(body=False)

    def do_GET(self):
        self._answer(body=True)

    def _answer(self, *, body):
        self.seen.append((self.command, self.path))
        if self.path != FILE:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("X-Repo-Commit", "a" * 40)
        self.send_header("ETag", f'"{hashlib.sha256(self.content).hexdigest()}"')
        self.send_header("Content-Length", str(len(self.content)))
        self.end_headers()
        if body:
            self.wfile.write(self.content)

    def log_message(self, *args):
        pass


@pytest.fixture
def hub(monkeypatch, tmp_path, dataset):
    handler = type("Handler", (Hub,), {"content": dataset(dataset.line(1)).read_bytes(), "seen": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    server.seen = handler.seen
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def silent_hub(monkeypatch, tmp_path):
    """A hub that takes the connection and says nothing."""
    listener = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{listener.getsockname()[1]}")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    with listener:
        yield


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel in the package's layout; fetching it is replaced by taking this one."""
    path = tmp_path / "made.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for family, instance, prompt in [
            ("docs_1_formal_letter", 1, "One\r\n"),
            ("sheets_6_investmenttracker", 2, "Two"),
        ]:
            place = f"browsergym/knows/eval/tasks/{family}/instance_{instance}"
            archive.writestr(f"{place}/task.md", prompt)
            archive.writestr(f"{place}/evaluator.py", "raise SystemExit")
    fetched = []

    def fetch(folder, benchmark):
        fetched.append(benchmark)
        return zipfile.Path(path)

    monkeypatch.setattr(package, "_fetched", fetch)
    monkeypatch.setattr(package, "_installed", lambda _: None)
    return fetched


OWN = ["own.reports.1", "knows.docs_1_formal_letter.1"]
"""One of ours, and one of the benchmark's, so that `auto` has something to look for."""


def test_hub_then_offline(hub):
    assert load_tasks("hub", benchmark="9", wanted=None)["own.reports.1"].prompt.startswith("Write report 1")
    assert ("GET", FILE) in hub.seen
    hub.shutdown()
    hub.server_close()
    assert list(load_tasks("hub", benchmark="9", wanted=None)) == ["own.reports.1"]


def test_hub_without_the_file(hub, monkeypatch):
    monkeypatch.setattr("pytest_knows.tasks.hub.FILE", "data/other.jsonl")
    with pytest.raises(ConfigurationError, match=r"data/other\.jsonl could not be fetched from the hub"):
        load_tasks("hub", benchmark="9", wanted=None)


def test_package(wheel):
    texts = load_tasks("package", benchmark="9", wanted=None)
    assert {name: text.prompt for name, text in texts.items()} == {
        "knows.docs_1_formal_letter.1": "One",
        "knows.sheets_6_stock_tracker.2": "Two",
    }
    load_tasks("package", benchmark="9", wanted=None)
    assert wheel == ["9"]


def test_auto_takes_the_hub_and_then_the_cache(hub, wheel):
    assert "from the Hugging Face hub (v9)" in load_tasks("auto", benchmark="9", wanted=OWN).origin
    requests = len(hub.seen)
    assert "from the user cache (v9)" in load_tasks("auto", benchmark="9", wanted=OWN).origin
    assert len(hub.seen) == requests
    assert wheel == []


def test_auto_goes_on_to_the_package_when_the_hub_is_silent(silent_hub, wheel, monkeypatch):
    monkeypatch.setattr(sources, "AUTO_HUB_SECONDS", 0.5)
    assert "from the package browsergym-knows 9" in load_tasks("auto", benchmark="9", wanted=OWN).origin


def test_the_pinned_release_is_not_taken_from_a_source_that_has_other_texts(hub, wheel):
    """The hub may lag behind: its texts are passed over, and what was wrong is told when nothing is left."""
    with pytest.raises(ConfigurationError) as caught:
        load_tasks("auto", benchmark=pinned().benchmark, wanted=OWN)
    message = str(caught.value)
    assert "the Hugging Face hub: 1 of the texts are not there, for one knows.docs_1_formal_letter.1" in message
    assert "are not those of release" in message
    assert "--knows-tasks=FILE.jsonl" in message


def test_auto_asks_nobody_when_no_task_of_the_benchmark_is_wanted(silent_hub, wheel):
    assert len(load_tasks("auto", benchmark=pinned().benchmark, wanted=["own.reports.1"])) == 0
    assert wheel == []


def test_a_damaged_cache_is_fetched_again(hub, wheel, cache):
    load_tasks("auto", benchmark="9", wanted=OWN)
    (cache / "tasks" / "9" / "tasks.jsonl").write_text("{")
    assert "hub" in load_tasks("auto", benchmark="9", wanted=OWN).origin
    assert "user cache" in load_tasks("auto", benchmark="9", wanted=OWN).origin


def _load(_):
    return load_tasks("auto", benchmark="9", wanted=OWN).origin


def test_processes_that_start_at_once_fetch_once(hub):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        origins = pool.map(_load, range(3))
    assert sorted("hub" in origin for origin in origins) == [False, False, True]
    assert hub.seen.count(("GET", FILE)) == 1


def test_the_real_package(shared_dataset, monkeypatch):
    """Asks a package registry; skipped where there is none."""
    monkeypatch.setenv("PIP_DEFAULT_TIMEOUT", os.environ.get("PIP_DEFAULT_TIMEOUT", "10"))
    try:
        texts = load_tasks("package", benchmark="1.2.0", wanted=None)
    except ConfigurationError as error:
        pytest.skip(f"no package registry: {error}")
    expected = load_tasks(str(shared_dataset), benchmark="1.2.0", wanted=None)
    assert {name: text.prompt for name, text in texts.items()} == {name: text.prompt for name, text in expected.items()}
    assert {name: text.source_assets for name, text in texts.items()} == {
        name: text.source_assets for name, text in expected.items()
    }
    assert json.dumps(texts.sha256) == json.dumps(expected.sha256)
