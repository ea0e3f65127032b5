"""`cmd:` agents: real programs, real signals."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_knows.agents import AgentResult, AgentRun, AgentTask, Cause, call_agent, command, find_agent
from pytest_knows.agents.streams import HEAD_BYTES, TAIL_BYTES
from pytest_knows.errors import ConfigurationError

Make = Callable[..., AgentTask]


def no_fixtures(name: str) -> object:
    raise AssertionError(name)


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """A `cmd:` spec that runs the given Python code; `TMP` in it is a folder of the test's."""

    def write(code: str) -> str:
        file = tmp_path / "an agent.py"
        file.write_text(f"import json, os, signal, sys, time\nTMP = {str(tmp_path)!r}\n" + textwrap.dedent(code))
        return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(file))} 'two words' $HOME '*'"

    return write


def call(spec: str, task: AgentTask) -> AgentRun:
    return call_agent(find_agent(spec, no_fixtures), task)


def test_the_task_on_standard_input(task: Make, program: Callable[[str], str], tmp_path: Path) -> None:
    run = call(program("open(TMP + '/seen', 'wb').write(sys.stdin.buffer.read())"), task(timeout=60))
    assert (run.cause, run.result) == (Cause.FINISHED, None)
    assert json.loads((tmp_path / "seen").read_bytes()) == {
        "schema": 1,
        "task_id": "tests.letter.1",
        "prompt": task().prompt,
        "file": {"id": "f1", "url": "http://localhost/document/d/f1/edit", "kind": "document"},
        "open_url": "",
        "folders": {"OUTPUT_FOLDER_URL": "http://localhost/drive/folders/o1"},
        "assets": [{"id": "a1", "url": "https://drive.google.com/a1", "kind": "drive_folder"}],
        "google": {
            "endpoint": "http://localhost",
            "token": "secret",
            "discovery_urls": {"docs": "http://localhost/d"},
        },
        "timeout_s": 60,
    }


def test_the_words_are_split_without_a_shell(task: Make, program: Callable[[str], str]) -> None:
    run = call(program("print(sys.argv[1:])"), task())
    assert run.streams["stdout.txt"].decode().strip() == "['two words', '$HOME', '*']"


def test_a_program_that_reads_nothing_and_a_large_prompt(task: Make, program: Callable[[str], str]) -> None:
    assert call(program(""), task(prompt="x" * 1_000_000)).cause is Cause.FINISHED


def test_the_environment(
    task: Make, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ours = ("KNOWS_OUT", "KNOWS_GOLD", "KNOWS_JUDGE", "PYTEST_ADDOPTS", "GOOGLE_APPLICATION_CREDENTIALS")
    for name in (*ours, "SOME_MODEL_KEY"):
        monkeypatch.setenv(name, "value")
    call(program("json.dump(dict(os.environ), open(TMP + '/env', 'w'))"), task())
    seen = json.loads((tmp_path / "env").read_text())
    assert [name for name in seen if name.startswith(("KNOWS_", "PYTEST_"))] == ["KNOWS_RESULT"]
    assert "GOOGLE_APPLICATION_CREDENTIALS" not in seen
    assert seen["SOME_MODEL_KEY"] == "value"


def test_the_result_file_goes_before_standard_output(task: Make, program: Callable[[str], str]) -> None:
    code = """
        print(json.dumps({"cost_usd": 1}))
        json.dump({"visited": ["https://ü.example"], "cost_usd": 2}, open(os.environ["KNOWS_RESULT"], "w"))
    """
    run = call(program(code), task())
    assert run.result == AgentResult(visited=["https://ü.example"], cost_usd=2)
    assert run.cost_usd == 2


def test_the_last_object_on_standard_output_with_a_field_of_ours(task: Make, program: Callable[[str], str]) -> None:
    code = """
        print('{"cost_usd": 1}')
        print('{"cost_usd": 2}')
        print('{"level": "info", "event": "closing"}')
        print('{broken')
        sys.stdout.buffer.write(b'\\xff\\xfe not text\\n')
        print('goodbye')
    """
    assert call(program(code), task()).result == AgentResult(cost_usd=2)


@pytest.mark.parametrize("content", ["{", '{"visted": []}', "[1]", "\\ud800{", "[" * 100_000])
def test_a_wrong_result_file_is_an_agent_error(task: Make, program: Callable[[str], str], content: str) -> None:
    run = call(program(f"open(os.environ['KNOWS_RESULT'], 'w').write({content!r})"), task())
    assert run.cause is Cause.AGENT_ERROR
    assert run.error


def test_a_pipe_in_place_of_the_result_file_is_not_opened(task: Make, program: Callable[[str], str]) -> None:
    run = call(program("os.mkfifo(os.environ['KNOWS_RESULT'])"), task())
    assert run.cause is Cause.AGENT_ERROR
    assert "is not a file" in run.error


def test_an_exit_status_is_recorded_and_the_result_kept(task: Make, program: Callable[[str], str]) -> None:
    run = call(program("""print('{"visited": []}'); print("oh dear", file=sys.stderr); sys.exit(3)"""), task())
    assert (run.cause, run.error) == (Cause.AGENT_ERROR, "the agent's program ended with exit status 3: oh dear")
    assert run.result == AgentResult(visited=[])
    assert run.streams["stderr.txt"] == b"oh dear\n"


def test_a_program_killed_by_others(task: Make, program: Callable[[str], str]) -> None:
    run = call(program("os.kill(os.getpid(), signal.SIGKILL)"), task())
    assert (run.cause, run.error) == (Cause.KILLED, "the agent's program was killed by signal 9")


def test_a_flood_of_output_is_kept_within_limits(task: Make, program: Callable[[str], str]) -> None:
    code = """
        print("first")
        for _ in range(400): sys.stdout.write("x" * 65536)
        print(); print('{"cost_usd": 4}')
    """
    run = call(program(code), task())
    out = run.streams["stdout.txt"]
    assert run.result == AgentResult(cost_usd=4)
    assert out.startswith(b"first\n")
    assert b"bytes left out]" in out
    assert len(out) < HEAD_BYTES + TAIL_BYTES + 100


FAMILY = """
    child = os.fork()
    if child == 0:
        grandchild = os.fork()
        if grandchild == 0:
            {shield}
            open(TMP + "/pid.tmp", "w").write(str(os.getpid()))
            os.rename(TMP + "/pid.tmp", TMP + "/pid")
        time.sleep(600)
    while not os.path.exists(TMP + "/pid"): time.sleep(0.01)
    print('{{"visited": []}}', flush=True)
    {ending}
"""


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return status.stdout.strip()[:1] not in ("", "Z")


@pytest.mark.parametrize(
    ("shield", "ending", "cause"),
    [
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)", "time.sleep(600)", Cause.TIMEOUT),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)", "os._exit(0)", Cause.FINISHED),
        ("", "os._exit(0)", Cause.FINISHED),
    ],
)
def test_the_whole_group_is_ended(
    task: Make,
    program: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shield: str,
    ending: str,
    cause: Cause,
) -> None:
    monkeypatch.setattr(command, "TERM_S", 0.2)
    run = call(program(FAMILY.format(shield=shield, ending=ending)), task(timeout=4))
    assert run.cause is cause
    assert run.result == AgentResult(visited=[])
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_keyboard_interrupt_ends_the_program(task: Make, program: Callable[[str], str], tmp_path: Path) -> None:
    code = """
        open(TMP + "/pid", "w").write(str(os.getpid()))
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(600)
    """
    assert threading.current_thread() is threading.main_thread()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        call(program(code), task())
    assert not is_running(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cmd:", "names no program"),
        ("cmd:'unbalanced", "cannot be split"),
        ("cmd:no-such-program-here --flag", "there is no program 'no-such-program-here'"),
    ],
)
def test_a_wrong_command_is_a_configuration_error(spec: str, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        find_agent(spec, no_fixtures)


def test_a_program_that_cannot_be_started(task: Make, tmp_path: Path) -> None:
    file = tmp_path / "agent"
    file.write_bytes(b"\x00\x01 neither script nor binary")
    os.chmod(file, 0o700)
    run = call(f"cmd:{shlex.quote(str(file))}", task())
    assert run.cause is Cause.AGENT_ERROR
    assert "cannot be started" in run.error
