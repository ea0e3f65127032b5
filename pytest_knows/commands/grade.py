"""`pytest-knows grade`: one file that any agent made, graded; for harnesses that know nothing of pytest."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_knows.commands import Commands
from pytest_knows.commands.standalone import add_workspace
from pytest_knows.errors import ConfigurationError
from pytest_knows.place import TOKEN

_GRADED = (0, 1, 3)
"""pytest's exit statuses after which there are results: all passed, some failed, the gate."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "grade",
        help="grade one file: an Office file, or one in a Workspace",
        description="Freezes the file and grades it; prints the steps and leaves a run folder. What follows -- goes to "
        "pytest (--knows-judge=..., say).",
    )
    parser.add_argument("--task", required=True, metavar="ID", help="task id or short id")
    parser.add_argument("--file", required=True, metavar="FILE", help=".docx, .xlsx, .pptx, or a file's id or address")
    parser.add_argument("--history", type=Path, metavar="URLS.txt", help="visited URLs: one a line, or a JSON list")
    parser.add_argument("--targets", type=Path, metavar="FILE", help="run_targets.json of `pytest-knows provision`")
    parser.add_argument("--tasks", default="auto", metavar="SRC", help="task texts, as --knows-tasks")
    parser.add_argument("--rubrics", type=Path, metavar="DIR", help="default: the shipped ones")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the run folder (default: as pytest's)")
    parser.add_argument("more", nargs="*", metavar="-- OPTIONS")
    add_workspace(parser)
    parser.set_defaults(run=_grade)


def _grade(options: argparse.Namespace) -> int:
    task_id = _task_id(options)
    out = options.out or _fresh_folder()
    with tempfile.TemporaryDirectory(prefix="pytest-knows-") as scratch:
        described = json.dumps({"file": _file(options.file), **_history(options.history)})
        (Path(scratch) / f"{task_id}.json").write_text(described)
        _run_pytest(options, task_id, Path(scratch), out)
    results = json.loads((out / "results.json").read_bytes())
    print(*_lines(results), f"run folder: {out}", sep="\n")
    return _unusable(results, options.file)


def _task_id(options: argparse.Namespace) -> str:
    from pytest_knows.collection import shipped_rubrics
    from pytest_knows.grading.facts import read_facts
    from pytest_knows.tasks import select

    root = options.rubrics or shipped_rubrics()
    infos = [info for path in sorted(root.glob("*/facts.toml")) for info in read_facts(path).tasks]
    found = select(infos, [options.task])
    if len(found) != 1:
        raise ConfigurationError(f"--task {options.task} names {len(found)} tasks; name one")
    return found[0].task_id


def _fresh_folder() -> Path:
    Path("reports").mkdir(exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="grade-", dir="reports"))


def _file(named: str) -> str:
    """An Office file's absolute path; an id or address as it is."""
    path = Path(named).expanduser()
    if path.suffix.lower() not in (".docx", ".xlsx", ".pptx") or named.startswith(("http://", "https://")):
        return named
    if not path.is_file():
        raise ConfigurationError(f"--file {named}: there is no such file")
    return str(path.absolute())


def _history(path: Path | None) -> dict[str, list[str]]:
    """`visited`, if it is known at all. Raises `ConfigurationError`."""
    if path is None:
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
        listed = json.loads(text) if text.lstrip().startswith("[") else text.splitlines()
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"--history {path}: it cannot be read: {error}") from error
    return {"visited": [url.strip() for url in listed if isinstance(url, str) and url.strip()]}


def _run_pytest(options: argparse.Namespace, task_id: str, artifacts: Path, out: Path) -> None:
    """Grade in a process of its own, whose asserts pytest rewrites. Raises `ConfigurationError` with its last words."""
    command = [sys.executable, "-m", "pytest", *([str(options.rubrics)] if options.rubrics else [])]
    command += [f"--knows-agent=artifacts:{artifacts}", f"--knows-select={task_id}", f"--knows-out={out}"]
    command += [f"--knows-tasks={options.tasks}", *_place(options)]
    command += [f"--knows-targets={options.targets}"] if options.targets else []
    command += ["-q", "--tb=no", "-rN", "-p", "no:cacheprovider", *options.more]
    environment = os.environ | ({TOKEN: options.token} if options.token else {})
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode not in _GRADED or not (out / "results.json").exists():
        last = " ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
        raise ConfigurationError(f"{task_id} could not be graded (pytest ended with {done.returncode}): {last}")


def _place(options: argparse.Namespace) -> list[str]:
    named = options.workspace or ("google" if options.google_credentials else "local")
    credentials = [f"--knows-google-credentials={options.google_credentials}"] if options.google_credentials else []
    return [f"--knows-workspace={named}", *(credentials if named == "google" else [])]


def _unusable(results: Mapping[str, Any], named: str) -> int:
    """Exit status 1, and why, if a blank file was graded instead: a mistyped id must not pass for a score of zero."""
    errors = [episode["error"] for episode in results["run"]["episodes"] if episode["error"]]
    if errors:
        print(f"pytest-knows: --file {named} was not graded, but a blank file: {errors[0]}", file=sys.stderr)
    return int(bool(errors))


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    """A line per step, then the score."""
    from pytest_knows.report.terminal import interval

    for step in results["steps"]:
        reason = f": {step['reason']}" if step["reason"] else ""
        points = f"{step['points']:g}/{step['max']:g}" if step["scored"] else "info"
        name = step["id"].partition("::")[2].partition("[")[0]
        yield f"{step['outcome']:9} {points:>7}  {name}{reason}"
    for task in results["tasks"]:
        yield f"{task['task_id']}: {interval(task['points'])} of {task['max']:g} points"
