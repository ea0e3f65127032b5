"""Grading a frozen run again gives the same results.json, whatever the hash seed, without the network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .damage import MANIFEST
from .episodes import MAKERS, Frozen

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def run(frozen: Callable[[str], Frozen], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder with an episode per app, and beside it in `given/` what grading looks at: judge, gold, quotes."""
    out = tmp_path_factory.mktemp("run")
    rules: list[Any] = []
    for name in ("letter", "tracker", "poster"):  # the poster's judge says yes to all that is left
        episode = frozen(name)
        folder = shutil.copytree(episode.root, out / "episodes" / episode.info.task_id / "t1")
        manifest = json.loads((folder / MANIFEST).read_bytes())
        (folder / MANIFEST).write_text(json.dumps({**manifest, "notes": {**manifest["notes"], "cause": "finished"}}))
        rules += episode.rules
        if episode.gold:
            shutil.copytree(episode.gold, out / "given/gold", dirs_exist_ok=True)
        if episode.quotes:
            shutil.copyfile(episode.quotes, out / "given/prices.csv")
    (out / "given/judge.json").write_text(json.dumps(rules))
    (out / "run.json").write_text("{}")
    return out


def regraded(run: Path, out: Path, seed: str, status: int = 0) -> dict[str, Any]:
    """results.json of a regrade in a process of its own that may reach nothing but this machine."""
    given, log = run / "given", out / "sockets.txt"
    tasks = sorted(folder.name for folder in (run / "episodes").iterdir())
    knows = {
        "regrade": run,
        "select": ",".join(tasks),
        "out": out / "run",
        "gold": given / "gold",
        "quotes": given / "prices.csv",
        "judge": f"script:{given / 'judge.json'}",
    }
    options = [f"--knows-{name}={value}" for name, value in knows.items()]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "offline", *options]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE), "OFFLINE_LOG": str(log)}
    out.mkdir()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert not log.exists(), log.read_text()
    results: dict[str, Any] = json.loads((out / "run/results.json").read_bytes())
    return results


def test_two_hash_seeds_without_network(run: Path, frozen: Callable[[str], Frozen], tmp_path: Path) -> None:
    first, second = (regraded(run, tmp_path / seed, seed) for seed in ("1", "4242"))
    assert first.pop("run") != second.pop("run")
    assert json.dumps(first) == json.dumps(second)
    assert {step["outcome"] for step in first["steps"]} == {"passed"}
    assert len(first["steps"]) == sum(len(frozen(name).grade()) for name in MAKERS)


@pytest.mark.parametrize(
    ("notes", "attempt"),
    [
        (["cause"], {"error": "\ud800", "duration_s": "long", "cost_usd": float("nan")}),
        ({"cause": {"is": 1}, "renderer": [1], "interface": "\ud800"}, {"error": ["x"], "duration_s": 10**400}),
        (None, {"error": 7, "duration_s": float("inf"), "cost_usd": {}}),
    ],
)
def test_nonsense_in_the_account_of_the_run(run: Path, tmp_path: Path, notes: Any, attempt: Any) -> None:
    """The steps are graded as ever; only the `run` items fail, as nothing says that the agent finished."""
    spoiled = Path(shutil.copytree(run, tmp_path / "spoiled"))
    for manifest in spoiled.glob(f"episodes/*/t1/{MANIFEST}"):
        manifest.write_text(json.dumps({**json.loads(manifest.read_bytes()), "notes": notes}))
        (manifest.parent / "attempt.json").write_text(json.dumps(attempt))
    results = regraded(spoiled, tmp_path / "out", "1", status=1)
    assert {step["outcome"] for step in results["steps"]} == {"passed"}
