"""A disk that is full: at the start no agent is called; later, everything that was paid for is kept and can go on."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="a small file system can be mounted by root only"
)

SIZE = 96_000_000
"""Bytes: more than what has to be free for an episode to begin."""

FILL = """
import os
from pathlib import Path

import pytest_knows.episode.run as episode_run


def fill(left):
    '''Leave `left` bytes free on the run folder's disk; each process fills it once.'''
    ballast = Path(os.environ["BALLAST"])
    if ballast.exists() or os.environ.get("AGAIN"):
        return
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    size = ballast.stat().st_size
    os.truncate(ballast, max(0, size - left))


@pytest.fixture
def filling():
    def agent(task):
        write(task, ("Hello" if "Hello" in task.prompt else "Good day") + " alpha\\n")
        if "MOMENT" not in os.environ:
            fill(int(os.environ.get("LEFT", "0")))
        return AgentResult(visited=["https://example.org/"], cost_usd=0.5)

    return agent


sync, freeze = os.fsync, episode_run.freeze
written = None


def counted(handle):
    global written
    sync(handle)
    if written is not None:
        written += 1
        if written == int(os.environ.get("MOMENT", "-1")):
            fill(int(os.environ.get("LEFT", "0")))


def frozen(*arguments, **more):
    global written
    written = written or 0
    return freeze(*arguments, **more)


os.fsync, episode_run.freeze = counted, frozen
"""
"""The agent fills the disk, or, with MOMENT, the n-th file that is written from the first freeze on does."""

CHANCE = random.Random(26)
MOMENTS = [1, *sorted(CHANCE.sample(range(2, 16), 3))]


@pytest.fixture
def disk(project, tmp_path, monkeypatch):
    """A file system of `SIZE` with the run folder `out`, and an agent that can fill it; unmounted at the end."""
    folder: Path = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {mounted.stderr.decode().strip()}")
    monkeypatch.setenv("BALLAST", str(folder / "ballast"))
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text() + FILL)
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def told(results):
    """All of results.json that a second grade of the same episodes has to repeat."""
    ids = {"snapshot_sha256": None}
    return [{**task, **ids} for task in results["tasks"]], results["steps"], results["metrics"]


KNOWN = []


@pytest.fixture
def undisturbed(run, results, project, monkeypatch):
    """The results of a run that nothing disturbs, on another disk; made once."""
    if not KNOWN:
        monkeypatch.setenv("AGAIN", "1")
        run("rubrics", "--knows-agent=filling", "--knows-out=undisturbed")
        monkeypatch.delenv("AGAIN")
        (project.path / "calls.txt").unlink()
        KNOWN.append(told(results("undisturbed")))
    return KNOWN[0]


@pytest.fixture
def gone_on_with(disk, run, calls, results, undisturbed, monkeypatch):
    """Run until the disk is full, make room, go on: the results are those of a run that nothing disturbed."""

    def gone_on_with(**environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, str(value))
        out = disk / "out"
        stopped = run("rubrics", "--knows-agent=filling", f"--knows-out={out}")
        shown = stopped.stdout.str() + stopped.stderr.str()
        assert (disk / "ballast").exists(), "the disk was filled"
        assert "INTERNALERROR" not in shown
        assert "Traceback" not in shown
        (disk / "ballast").unlink()
        monkeypatch.setenv("AGAIN", "1")
        run("rubrics", "--knows-agent=filling", f"--knows-resume={out}")
        assert calls() == ["own.note.1", "own.note.2"], "nobody was called twice"
        assert told(results(out)) == undisturbed
        return shown

    return gone_on_with


@pytest.mark.parametrize("left", [0, 9_000, CHANCE.randrange(20_000, 400_000)])
def test_full_while_an_agent_works(gone_on_with, left):
    shown = gone_on_with(LEFT=left)
    assert "make room, then --knows-resume=" in shown, "no further agent is called and paid"


@pytest.mark.parametrize("moment", MOMENTS)
def test_full_at_a_moment_of_freezing_and_grading(gone_on_with, moment):
    shown = gone_on_with(MOMENT=moment, LEFT=CHANCE.choice([0, 5_000]))
    assert "No space left on device" in shown or "make room, then --knows-resume=" in shown


def test_full_at_the_start(disk, run, calls):
    with (disk / "ballast").open("wb") as file:
        file.write(bytes(SIZE - 40_000_000))
    result = run("rubrics", "--knows-agent=filling", f"--knows-out={disk / 'out'}")
    assert calls() == []
    result.stdout.fnmatch_lines(["*make room, then --knows-resume=*"])
