"""The embedded server as a child process, seen from the process that starts it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import pytest_knows
from pytest_knows.errors import WorkspaceError

_START_SECONDS = 60.0
_STOP_SECONDS = 10.0
_TAIL = 2000
"""Characters of the server's standard error that a message carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """A running server. `endpoint` has no slash at the end; `admin_token` may do everything, so agents never see it."""

    endpoint: str
    admin_token: str = field(repr=False)
    store: Path
    process: subprocess.Popen[bytes]
    errors: IO[bytes]

    @classmethod
    def start(cls, store: Path, *, today: str | None = None, allow_hosts: Collection[str] = ()) -> LocalServer:
        """Start a server on `store` (made if need be) and wait until it listens.

        Raises WorkspaceError with the end of its standard error if it does not.
        """
        store.parent.mkdir(parents=True, exist_ok=True)
        # -P: a file of the working directory must not take the place of a module that the server imports.
        command = [sys.executable, "-P", "-m", "pytest_knows.workspace.local", "--store", str(store)]
        command += ["--today", today] if today else []
        for host in allow_hosts:
            command += ["--allow-host", host]
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the server
        # A session of its own: Ctrl-C is for pytest, which stops the server after the last episode was frozen.
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": _import_path()},
        )
        try:
            ready = _ready_line(process, errors)
        except BaseException:
            _end(process)
            errors.close()
            raise
        return cls(store=store, process=process, errors=errors, **ready)

    def stop(self) -> None:
        """End the server; safe to call twice."""
        _end(self.process)
        self.errors.close()

    def log(self) -> str:
        """The end of the server's standard error: tracebacks of its internal errors."""
        return "" if self.errors.closed else _tail(self.errors)

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _import_path() -> str:
    """PYTHONPATH for the child: this very package, even where it was found through a changed `sys.path`."""
    own = str(Path(pytest_knows.__file__).parents[1])
    return os.pathsep.join(filter(None, [own, os.environ.get("PYTHONPATH", "")]))


def _ready_line(process: subprocess.Popen[bytes], errors: IO[bytes]) -> dict[str, Any]:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], _START_SECONDS)
    line = process.stdout.readline() if ready else b""
    try:
        value: dict[str, Any] = json.loads(line)
    except ValueError:
        happened = "ended" if ready else f"did not answer within {_START_SECONDS:g} s"
        raise WorkspaceError(
            f"The embedded Workspace server {happened} while starting. Its last words: {_last_line(errors)}"
        ) from None
    return value


def _last_line(errors: IO[bytes]) -> str:
    """What a traceback ends with, without the traceback."""
    return next((line for line in reversed(_tail(errors).splitlines()) if line.strip()), "none")


def _tail(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode("utf-8", "replace").strip()[-_TAIL:]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its standard input, which ends it in order; kill it if it does not."""
    for stream in (process.stdin, process.stdout):
        if stream and not stream.closed:
            stream.close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
