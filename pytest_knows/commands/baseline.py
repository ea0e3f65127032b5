"""`pytest-knows baseline`: a small file to compare later runs with, from a run or from its episodes graded again."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.counted import counted
from pytest_knows.errors import ConfigurationError
from pytest_knows.files import write_atomically


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "baseline",
        help="write the baseline.json that --knows-baseline compares with",
        description="Everything after -- goes to the pytest that grades again (--knows-judge=..., say).",
    )
    parser.add_argument("folder", type=Path, metavar="RUN", help="a run folder or results.json")
    parser.add_argument(
        "--out", type=Path, default=Path("baseline.json"), metavar="FILE", help="default: baseline.json"
    )
    parser.add_argument("--regrade", action="store_true", help="grade the run's episodes by today's rubrics first")
    parser.add_argument("more", nargs="*", metavar="-- OPTIONS")
    parser.set_defaults(run=_write)


def _write(options: argparse.Namespace) -> int:
    from pytest_knows.report.compact import compact
    from pytest_knows.report.records import rebuild
    from pytest_knows.report.results import read

    if options.more and not options.regrade:
        raise ConfigurationError(f"{' '.join(options.more)}: options for pytest go with --regrade")
    with tempfile.TemporaryDirectory(prefix="pytest-knows-") as scratch:
        folder = _regraded(options.folder, Path(scratch) / "run", options.more) if options.regrade else options.folder
        found = rebuild(folder) if folder.is_dir() else read(folder)
    partial = sorted({task["task_id"] for task in found["tasks"] if task["partial"]})
    if partial:
        raise ConfigurationError(f"{options.folder}: only some steps were selected of {', '.join(partial[:5])}")
    write_atomically(options.out, compact(found).encode("utf-8", "backslashreplace"))
    scored = [step["outcome"] for step in found["steps"] if step["scored"]]
    counts = ", ".join(f"{scored.count(name)} {name}" for name in ("passed", "failed", "error", "ungraded"))
    print(f"{options.out}: {counted(len(found['tasks']), 'task')}, {counts}")
    return 0


def _regraded(run: Path, out: Path, more: list[str]) -> Path:
    command = [sys.executable, "-m", "pytest", f"--knows-regrade={run}", f"--knows-out={out}", "-q", "--tb=no", "-rN"]
    done = subprocess.run([*command, "-p", "no:cacheprovider", *more], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3) or not (out / "results.json").exists():
        last = " ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
        raise ConfigurationError(f"{run} could not be graded again (pytest ended with {done.returncode}): {last}")
    return out
