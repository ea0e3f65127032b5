"""The server as a child process: how it starts, how it ends, what it does not listen to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace import Connection, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer


def test_it_ends_when_told_to(tmp_path: Path) -> None:
    server = LocalServer.start(tmp_path / "workspace.db")
    server.stop()
    server.stop()
    assert server.process.returncode == 0
    assert server.admin_token not in repr(server)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.endpoint}/_knows/health", trust_env=False)


def test_it_ends_on_sigterm(tmp_path: Path) -> None:
    with LocalServer.start(tmp_path / "workspace.db") as server:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) in (0, -signal.SIGTERM)


def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    script = (
        "import os, pathlib, sys\n"
        "from pytest_knows.workspace.local.process import LocalServer\n"
        "server = LocalServer.start(pathlib.Path(sys.argv[1]))\n"
        "print(server.endpoint, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "workspace.db")]
    parent = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    endpoint = parent.stdout.strip()
    # The store is let go of when the server has ended, and only then.
    for _ in range(20):
        try:
            with LocalServer.start(tmp_path / "workspace.db"):
                break
        except WorkspaceError:
            continue
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{endpoint}/_knows/health", trust_env=False)


def test_failed_start_tells_why(tmp_path: Path) -> None:
    (tmp_path / "workspace.db").mkdir()
    with pytest.raises(WorkspaceError, match=r"(?s)ended while starting.*unable to open database file"):
        LocalServer.start(tmp_path / "workspace.db")


def test_proxies_of_the_environment_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with LocalServer.start(tmp_path / "workspace.db") as server:
        workspace = Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))
        path = tmp_path / "note.txt"
        path.write_text("hello")
        assert workspace.download(str(workspace.upload(path))) == b"hello"
        file = workspace.create_file(Kind.DOCUMENT, "x")
        assert workspace.read(file)["title"] == "x"


def test_module_of_the_working_directory_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "uvicorn.py").write_text("raise SystemExit('hijacked')")
    monkeypatch.chdir(tmp_path)
    with LocalServer.start(tmp_path / "store" / "workspace.db") as server:
        assert server.process.poll() is None


def test_store_is_private_to_its_user(tmp_path: Path) -> None:
    with LocalServer.start(tmp_path / "workspace.db") as server:
        assert server.admin_token.encode() not in (tmp_path / "workspace.db").read_bytes()
        assert os.stat(tmp_path / "workspace.db").st_size > 0
