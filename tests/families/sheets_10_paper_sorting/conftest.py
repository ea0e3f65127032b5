"""`library(instance)`, `grade(library)`: built through the API clients, frozen, graded."""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from familykit import Bench, Results
from familykit.bench import patched, record, rewritten

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Rubric
from pytest_knows.workspace import Workspace

from .building import Library, full_score, make_shelf

FAMILY = Path(__file__).parents[3] / "rubrics" / Path(__file__).parent.name


@pytest.fixture(scope="session")
def shelf(workspace: Workspace):
    """`shelf(instance)`: the folders on Drive, made once."""
    rubric = Rubric.load(FAMILY)
    return cache(lambda instance: make_shelf(workspace, instance, rubric.facts(instance)))


@pytest.fixture(scope="module")
def library(bench: Bench, shelf):
    """`library(instance=2)`: one with full score."""

    def library(instance: int = 2) -> Library:
        return full_score(instance, bench.rubric.facts(instance), deepcopy(shelf(instance)))

    return library


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(library)`: its snapshot."""

    def frozen(made: Library, file: Any = None, **more: Any) -> Snapshot:
        given = {"targets": made.targets, "assets": [made.shelf.source]} | more
        return bench.freeze(
            file or made.build(bench.workspace),
            made.instance,
            pages=made.pages,
            visited=made.visited,
            edit=made.edit,
            **given,
        )

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, tmp_path_factory: pytest.TempPathFactory):
    """`grade(library)`, with the library's own gold data and judge unless others are given."""

    def grade(made: Library, *, snapshot: Snapshot | None = None, **given: Any) -> Results:
        archive = made.write_gold(tmp_path_factory.mktemp("gold"))
        return bench.grade(snapshot or frozen(made), **({"judge": made.rules, "gold": archive} | given))

    return grade


@pytest.fixture(scope="module")
def base(frozen, library):
    """`base(instance)`: the snapshot of its full-score library, built once per module."""
    return cache(lambda instance: frozen(library(instance)))


@pytest.fixture(scope="module")
def regrade(bench: Bench, base, grade):
    """`regrade(library)`: graded on a copy of the base's snapshot, for changes of anything but the sheet itself."""

    def regrade(made: Library, files: dict[str, bytes | None] | None = None, **given: Any) -> Results:
        folder = bench.folder()
        shutil.copytree(base(made.instance).root, folder, dirs_exist_ok=True)
        record(folder, made.pages)
        recorded = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("pages/*")}
        trace = json.dumps(Trace(made.visited, "observed").to_json()).encode()
        snapshot = rewritten(Snapshot(folder), {"trace.json": trace, **recorded, **(files or {})})
        return grade(made, snapshot=patched(snapshot, made.edit) if made.edit else snapshot, **given)

    return regrade


def after(edit: Any, then: Any) -> Any:
    """Both changes of the frozen JSON, one after the other."""

    def both(raw: Any) -> Any:
        changed = edit(raw)
        raw = raw if changed is None else changed
        again = then(raw) if then else None
        return raw if again is None else again

    return both


@pytest.fixture(scope="module")
def quick(regrade):
    """`quick(library)`: graded on a copy of the base's snapshot with the cells of this library in it."""

    def quick(made: Library, **given: Any) -> Results:
        made.edit = after(made.rewrite, made.edit)
        return regrade(made, **given)

    return quick


@pytest.fixture(scope="module")
def built(bench: Bench, regrade):
    """`built(library)`: the sheet built through the API clients, all else a copy of the base's snapshot."""

    def built(made: Library, **given: Any) -> Results:
        raw = bench.workspace.read(made.build(bench.workspace))
        made.edit = after(lambda _: raw, made.edit)
        return regrade(made, **given)

    return built
