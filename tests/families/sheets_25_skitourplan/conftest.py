"""`grade(tour)`: built through the API client, frozen, graded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from familykit import Bench, Results
from familykit.bench import record, rewritten

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace

from .building import Tour, build, full_score, retype, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold archive's folder."""
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(tour)`: built and frozen; `file`: a spreadsheet that was built already."""

    def frozen(tour: Tour, file=None) -> Snapshot:
        file = file or build(bench.workspace, tour)
        options = {"pages": tour.pages, "visited": tour.visited, "edit": tour.edit, "xlsx": tour.xlsx}
        return bench.freeze(file, tour.instance, **options)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, gold: Path):
    """`grade(tour, judge=..., gold=..., file=...)`: every step; the judge answers by the tour's rules unless given."""

    def grade(tour: Tour, file=None, **resources) -> Results:
        return bench.grade(frozen(tour, file), **{"judge": tour.rules, "gold": gold, **resources})

    return grade


@pytest.fixture(scope="module")
def regrade(bench: Bench, frozen, gold: Path):
    """`regrade({(1, GPS): "..."}, edit=...)`: the full-score plan of instance 1, frozen once, other texts or numbers in
    its cells, its JSON changed, other recorded pages (added to its own unless None) or visits."""
    tour = full_score(1)
    tour.xlsx = True
    snapshot = frozen(tour)
    files = {name: snapshot.read(name) for name in ("artifact/file.json", "trace.json", "pages/index.json")}

    def regrade(cells=None, *, edit=None, pages=(), visited=(), **resources) -> Results:
        raw = json.loads(files["artifact/file.json"])
        for (row, column), value in (cells or {}).items():
            retype(raw, row, column, value)
        changed = edit(raw) if edit else None
        trace = files["trace.json"] if visited == () else json.dumps(Trace(visited, "observed").to_json()).encode()
        (snapshot.root / "pages/index.json").write_bytes(files["pages/index.json"])
        record(snapshot.root, pages or {})
        names = ["pages/index.json", *(f"pages/{path.name}" for path in snapshot.root.glob("pages/*.gz"))]
        recorded = {name: None if pages is None else (snapshot.root / name).read_bytes() for name in names}
        artifact = json.dumps(raw if changed is None else changed).encode()
        again = rewritten(snapshot, {**recorded, "artifact/file.json": artifact, "trace.json": trace})
        return bench.grade(again, **{"judge": [], "gold": gold, **resources})

    return regrade
