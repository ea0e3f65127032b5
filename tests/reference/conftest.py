"""A stand-in for the official package: evaluators of our own that read the episode as theirs do, through the libraries
that theirs use, in an environment of its own."""

from __future__ import annotations

import site
import sys
import venv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from familykit.bench import record

from pytest_knows.episode.freeze import freeze
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Rubric
from pytest_knows.workspace import Kind, Workspace

FAMILY = "docs_1_formal_letter"
PAGE = "https://pages.example.org/a?b=1"


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which the packages of ours can be imported, as the official one has its own copies."""
    folder = tmp_path_factory.mktemp("reference") / "environment"
    venv.create(folder, with_pip=False)
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = [path for path in (*site.getsitepackages(), *sys.path) if path.endswith("site-packages")]
    (folder / "lib" / python / "site-packages/ours.pth").write_text("\n".join(dict.fromkeys(places)))
    (folder / "ready").touch()
    return folder


@pytest.fixture
def evaluator(environment: Path) -> Callable[[str], None]:
    """`evaluator(code)`: the code of docs_1's first evaluator."""
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    package = environment / "lib" / python / "site-packages/browsergym/knows/eval/tasks" / FAMILY / "instance_1"

    def write(code: str) -> None:
        package.mkdir(parents=True, exist_ok=True)
        (package / "evaluator.py").write_text(code)
        for kept in (environment / "bin").glob("options-*.txt"):
            kept.unlink()

    return write


@pytest.fixture(scope="module")
def episode(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder with one frozen Doc that says "Dear reader", one recorded page, two visits."""
    run = tmp_path_factory.mktemp("run")
    folder = run / "episodes" / "knows.docs_1_formal_letter.1" / "t1"
    folder.mkdir(parents=True)
    record(folder, {PAGE: "<p>recorded words</p>", "https://gone.example.org/": 404})
    file = workspace.create_file(Kind.DOCUMENT, "Letter")
    insert = {"insertText": {"location": {"index": 1}, "text": "Dear reader"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    info = Rubric.load(Path(__file__).parents[2] / "rubrics" / FAMILY).tasks[0]
    freeze(workspace, file, folder, info=info, trace=Trace([PAGE, "https://b.example.org/"], "observed"))
    return run


def results_of(run: Path, steps: Mapping[str, tuple[str, str]], maximum: float = 10) -> dict[str, Any]:
    """results.json as far as it is read: published -> (slug, outcome)."""
    known = {"task_id": "knows.docs_1_formal_letter.1", "trial": 1}
    return {
        "schema": 1,
        "versions": {},
        "run": {"episodes": [known | {"folder": "episodes/knows.docs_1_formal_letter.1/t1"}]},
        "tasks": [known | {"family": FAMILY, "instance": 1, "points": [4, 4], "max": maximum}],
        "steps": [
            known | {"slug": slug, "published": published, "outcome": outcome, "scored": True, "reason": "our reason",
                     "judge_primary": False, "mechanism": "deterministic"}
            for published, (slug, outcome) in steps.items()
        ],
    }  # fmt: skip
