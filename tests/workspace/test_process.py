"""The server as a child process: how it starts, how it ends, what it does not listen to."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import pytest_knows
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


def test_child_imports_the_package_that_started_it(tmp_path: Path) -> None:
    own = Path(pytest_knows.__file__).parent
    copied = tmp_path / "elsewhere" / "pytest_knows"
    shutil.copytree(own, copied, ignore=shutil.ignore_patterns("__pycache__"))
    mark = tmp_path / "mark"
    with (copied / "__init__.py").open("a") as stream:
        stream.write(f"\nwith open({str(mark)!r}, 'a') as stream: stream.write('x')\n")
    script = (
        "import pathlib, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from pytest_knows.workspace.local.process import LocalServer\n"
        "LocalServer.start(pathlib.Path(sys.argv[2])).stop()\n"
    )
    subprocess.run([sys.executable, "-c", script, str(copied.parent), str(tmp_path / "workspace.db")], check=True)
    assert mark.read_text() == "xx"


def test_tokens_are_not_in_the_store(tmp_path: Path) -> None:
    with LocalServer.start(tmp_path / "workspace.db") as server:
        workspace = Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))
        access = workspace.grant_agent([], name="a")
    kept = (tmp_path / "workspace.db").read_bytes()
    assert b"Workspace owner" in kept
    assert server.admin_token.encode() not in kept
    assert access.token.encode() not in kept
