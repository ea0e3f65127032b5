"""Task texts from the benchmark's own Python package.

Only the prompt files are read. The package's code is neither imported nor installed: it is found where it is
installed, or its wheel is fetched once without its dependencies.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks.dataset import assets_in
from pytest_knows.tasks.model import TaskText
from pytest_knows.tasks.pinned import clean_prompt, pinned

PACKAGE = "browsergym-knows"
_TASKS = ("browsergym", "knows", "eval", "tasks")
_PROMPT = "task.md"
_PROMPT_BYTES = 1_000_000
FETCH_SECONDS = 180


def read_package(benchmark: str) -> list[TaskText]:
    """The texts of that release; raises `ConfigurationError` if the package can neither be found nor fetched."""
    installed = _installed(benchmark)
    if installed is not None:
        return texts_under(installed)
    with TemporaryDirectory(prefix="knows-package-") as folder:
        return texts_under(_fetched(Path(folder), benchmark))


def _installed(benchmark: str) -> Traversable | None:
    try:
        distribution = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return None
    root = Path(str(distribution.locate_file("")))
    return root if distribution.version == benchmark and root.joinpath(*_TASKS).is_dir() else None


def _fetched(folder: Path, benchmark: str) -> Traversable:
    """The package's tree, by pip (a wheel) or uv (unpacked); both take index and proxies from the user's settings."""
    requirement = f"{PACKAGE}=={benchmark}"
    options = ["--no-deps", "--only-binary", ":all:", "--quiet"]
    pip = [sys.executable, "-m", "pip", "download", *options, "--retries", "1", "--ignore-requires-python"]
    attempts = [[*pip, "--dest", str(folder), requirement]]
    if uv := shutil.which("uv"):
        attempts.append([uv, "pip", "install", *options, "--target", str(folder), requirement])
    causes = []
    for command in attempts:
        cause = _run(command)
        if cause is None:
            wheel = next(folder.glob("*.whl"), None)
            return zipfile.Path(wheel) if wheel else folder
        causes.append(cause)
    raise ConfigurationError(f"{requirement} could not be fetched: {'; '.join(causes)}")


def _run(command: list[str]) -> str | None:
    """None if it worked, else why not."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=FETCH_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = done.stderr.strip().splitlines()
    return None if done.returncode == 0 else (lines[-1] if lines else f"exit status {done.returncode}")


def texts_under(root: Traversable) -> list[TaskText]:
    """The texts in a package tree (`browsergym/knows/eval/tasks/<family>/instance_<n>/task.md`), by family."""
    found = sorted(_texts(root.joinpath(*_TASKS)), key=lambda text: (text.family, text.instance))
    if not found:
        raise ConfigurationError(f"{root}: no task texts where {PACKAGE} keeps them")
    return found


def _texts(tasks: Traversable) -> Iterator[TaskText]:
    for family, prefix in pinned().task_prefixes.items():
        folder = tasks / family
        for entry in folder.iterdir() if folder.is_dir() else ():
            number = re.fullmatch(r"instance_(\d{1,6})", entry.name)
            if number and (entry / _PROMPT).is_file():
                yield _task(f"{prefix}.{number[1]}", family, int(number[1]), entry / _PROMPT)


def _task(task_id: str, family: str, instance: int, file: Traversable) -> TaskText:
    with file.open("rb") as stream:
        data = stream.read(_PROMPT_BYTES)
    prompt = clean_prompt(data.decode("utf-8", "replace"))
    return TaskText(task_id=task_id, family=family, instance=instance, prompt=prompt, source_assets=assets_in(prompt))
