"""An agent that is a program: `cmd:my-agent --flag`.

The task goes to its standard input as one JSON object; the result comes from the file named by `$KNOWS_RESULT`, else
from the last line of standard output that is a JSON object with one of the result's fields. The program runs in the
current directory, without a shell, as a process group of its own, which is killed as a whole when the time is up and
cleaned up when the program ends. A child that leaves the group (`setsid`) escapes that, and if pytest itself is killed
the program lives on; its token is revoked before the episode is frozen.

Its environment is ours without the variables that start with `KNOWS_` or `PYTEST_` (they name run folders, gold data,
judges) and without GOOGLE_APPLICATION_CREDENTIALS, which the grader uses. Everything else passes, keys of model
providers included, since the agent may need them.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

from pytest_knows.agents.functions import stopped
from pytest_knows.agents.model import AgentRun, AgentTask, Cause, Isolation
from pytest_knows.agents.results import FIELDS, run_of
from pytest_knows.agents.streams import Drain
from pytest_knows.errors import ConfigurationError
from pytest_knows.scoring import one_line

HIDDEN_PREFIXES = ("KNOWS_", "PYTEST_")
HIDDEN = frozenset({"GOOGLE_APPLICATION_CREDENTIALS"})
"""Environment variables that an agent's process does not get; the last names the grader's credentials."""

TERM_S = 5.0
"""Seconds between TERM and KILL."""

DRAIN_S = 2.0
"""Seconds to wait for the end of the output once the group is gone."""

RESULT_BYTES = 64 << 20
"""Largest result file that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAgent:
    """The program and its arguments."""

    argv: tuple[str, ...]

    @property
    def isolation(self) -> Isolation:
        """In a process of its own."""
        return "process"

    def expect(self, task_id: str) -> None:
        """A program takes any task."""

    def run(self, task: AgentTask) -> AgentRun:
        """Start the program, feed it the task, wait, and read its result; kills its group on KeyboardInterrupt too."""
        with tempfile.TemporaryDirectory(prefix="agent-") as folder, tempfile.TemporaryFile() as stdin:
            result_file = Path(folder) / "result.json"
            stdin.write(json.dumps(task_json(task)).encode())
            stdin.seek(0)
            try:
                process = self._start(stdin, result_file)
            except OSError as error:
                said = f"{self.argv[0]} cannot be started: {error.strerror or error}"
                return AgentRun(cause=Cause.AGENT_ERROR, error=said)
            return _attended(process, task, result_file)

    def _start(self, stdin: IO[bytes], result_file: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.argv,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=agent_environment(os.environ) | {"KNOWS_RESULT": str(result_file)},
            start_new_session=True,
        )


def command_agent(command: str) -> CommandAgent:
    """The agent of `cmd:<command>`, split as a shell would. Raises `ConfigurationError` if it cannot be started."""
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise ConfigurationError(f"--knows-agent=cmd:{command} cannot be split into words: {error}") from error
    if not argv:
        raise ConfigurationError("--knows-agent=cmd: names no program; write cmd:PROGRAM [ARGUMENT ...]")
    if shutil.which(argv[0]) is None:
        raise ConfigurationError(
            f"--knows-agent=cmd:{command}: there is no program {argv[0]!r}; give its path, or mark the file executable"
        )
    return CommandAgent(argv=argv)


def task_json(task: AgentTask) -> dict[str, Any]:
    """What the program reads on standard input (CONTRACTS.md, Agents)."""
    return {
        "schema": 1,
        "task_id": task.id,
        "prompt": task.prompt,
        "file": asdict(task.file),
        "open_url": task.open_url,
        "folders": dict(task.folders),
        "assets": [asdict(asset) for asset in task.assets],
        "google": {
            "endpoint": task.google.endpoint,
            "token": task.google.token,
            "discovery_urls": dict(task.google.discovery),
        },
        "timeout_s": task.timeout,
    }


def agent_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what is ours."""
    kept = {name: value for name, value in environment.items() if not name.startswith(HIDDEN_PREFIXES)}
    return {name: value for name, value in kept.items() if name not in HIDDEN}


def _attended(process: subprocess.Popen[bytes], task: AgentTask, result_file: Path) -> AgentRun:
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = Drain(process.stdout), Drain(process.stderr)
    late = False
    try:
        process.wait(task.timeout)
    except subprocess.TimeoutExpired:
        late = True
    finally:
        _end_group(process)
    stdout, stderr = out.finish(DRAIN_S), err.finish(DRAIN_S)
    run = replace(_result(result_file, stdout), streams={"stdout.txt": stdout, "stderr.txt": stderr})
    return _ending(process.returncode, task.timeout if late else None, run)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """TERM, then KILL whatever is left of the group; reaps the program."""
    _signal_group(process.pid, signal.SIGTERM)
    deadline = time.monotonic() + TERM_S
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(TERM_S)
        while _signal_group(process.pid, 0) and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        _signal_group(process.pid, signal.SIGKILL)
        process.wait()


def _signal_group(group: int, number: int) -> bool:
    """Whether there still was a process to signal."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        return False
    return True


def _ending(status: int, late: float | None, run: AgentRun) -> AgentRun:
    """The run's cause from how the program ended; its result is kept in any case."""
    if late is not None:
        return replace(run, cause=Cause.TIMEOUT, error=stopped(late))
    if status < 0:
        return replace(run, cause=Cause.KILLED, error=f"the agent's program was killed by signal {-status}")
    if status > 0:
        said = f"the agent's program ended with exit status {status}{_last_words(run)}"
        return replace(run, cause=Cause.AGENT_ERROR, error="; ".join(filter(None, [said, run.error])))
    return run


def _last_words(run: AgentRun) -> str:
    """The last line that the program wrote to standard error; all of it lies in agent/stderr.txt."""
    lines = run.streams.get("stderr.txt", b"").decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {one_line(last)}" if last else ""


def _result(file: Path, stdout: bytes) -> AgentRun:
    try:
        text = _regular(file)
        if text is None:
            return run_of(_last_object(stdout))
        return run_of(json.loads(text))
    except (OSError, ValueError, RecursionError) as error:
        return AgentRun(cause=Cause.AGENT_ERROR, error=f"$KNOWS_RESULT cannot be read as JSON: {one_line(str(error))}")


def _regular(file: Path) -> bytes | None:
    """The file's bytes, None if it was not written. A pipe or link in its place is not opened."""
    try:
        found = file.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode) or found.st_size > RESULT_BYTES:
        raise ValueError(f"it is not a file of at most {RESULT_BYTES >> 20} MiB")
    return file.read_bytes()


def _last_object(stdout: bytes) -> dict[str, Any] | None:
    """The last line that is a JSON object with a field of ours; lines without one are the program's own log."""
    for line in reversed(stdout.splitlines()):
        if line.lstrip().startswith(b"{"):
            with contextlib.suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict) and not found.keys().isdisjoint(FIELDS):
                    return found
    return None
