"""`grade(itinerary)`: built through the API client, frozen, what Google Maps answers recorded, graded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from familykit import Bench, Results
from familykit.bench import patched, record, rewritten

from pytest_knows.episode.snapshot import Snapshot

from .building import Itinerary, full_score, patch, rates


@pytest.fixture(scope="module")
def base(bench: Bench):
    """`base(instance)`: its full-score plan frozen once, with what Google Maps answers, and the addresses."""

    @cache
    def base(instance: int) -> tuple[Snapshot, frozenset[str]]:
        one = full_score(instance)
        snapshot = bench.freeze(one.build(bench.workspace), instance, today=one.today)
        return _asked(bench, snapshot, one, frozenset())

    return base


@pytest.fixture(scope="module")
def recorded(bench: Bench, base):
    """`recorded(snapshot, itinerary)`: with the answers to what the family's hook names. A world as the full-score
    plan's has answered most of it before."""

    def recorded(snapshot: Snapshot, one: Itinerary) -> Snapshot:
        asked: frozenset[str] = frozenset()
        if one.world == full_score(one.instance).world:
            known, asked = base(one.instance)
            shutil.copytree(known.root / "pages", snapshot.root / "pages", dirs_exist_ok=True)
        return _asked(bench, snapshot, one, asked)[0]

    return recorded


def _asked(bench: Bench, snapshot: Snapshot, one: Itinerary, asked: frozenset[str]) -> tuple[Snapshot, frozenset[str]]:
    """In three rounds, as at freeze."""
    snapshot = _with_pages(snapshot, one.pages)
    for _ in range(3):
        named = [url for url in bench.named(snapshot) if url not in asked]
        if not named:
            break
        asked |= set(named)
        answers = ((url, one.world.answer(url)) for url in named)
        snapshot = _with_pages(snapshot, {url: page for url, page in answers if page is not None})
    return snapshot, asked


def _with_pages(snapshot: Snapshot, pages: dict[str, Any]) -> Snapshot:
    record(snapshot.root, pages)
    stored = [path for path in snapshot.root.glob("pages/*") if path.name == "index.json" or not _known(snapshot, path)]
    return rewritten(snapshot, {path.relative_to(snapshot.root).as_posix(): path.read_bytes() for path in stored})


def _known(snapshot: Snapshot, path: Path) -> bool:
    return path.relative_to(snapshot.root).as_posix() in snapshot.manifest["files"]


@pytest.fixture(scope="module")
def frozen(bench: Bench, recorded):
    """`frozen(itinerary, file)`: its snapshot; `file`: a spreadsheet that was built already."""

    def frozen(one: Itinerary, file: Any = None) -> Snapshot:
        file = file or one.build(bench.workspace)
        return recorded(bench.freeze(file, one.instance, edit=one.edit, today=one.today), one)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen):
    """`grade(itinerary, judge=..., file=...)`: the judge answers by the itinerary's rules unless given."""

    def grade(one: Itinerary, file: Any = None, **given: Any) -> Results:
        return bench.grade(frozen(one, file), **{"judge": one.rules, "quotes": rates(), **given})

    return grade


@pytest.fixture(scope="module")
def regrade(bench: Bench, base, recorded):
    """`regrade(itinerary)`: on a copy of the base, for changes of `edit`, world and judge."""

    def regrade(one: Itinerary, **given: Any) -> Results:
        folder = bench.folder()
        known = base(one.instance)[0]
        shutil.copytree(known.root, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("pages"))
        snapshot = rewritten(Snapshot(folder), {name: None for name in known.manifest["files"] if "pages/" in name})
        snapshot = patched(snapshot, one.edit) if one.edit else snapshot
        return bench.grade(recorded(snapshot, one), **{"judge": one.rules, "quotes": rates(), **given})

    return regrade


@pytest.fixture(scope="module")
def differing(grade) -> Callable[..., Any]:
    """`differing(change, instance=1)`: what the changed full-score plan loses, built anew."""

    def differing(change: Callable[[Itinerary], object], instance: int = 1) -> Any:
        one = full_score(instance)
        change(one)
        return grade(one).differing()

    return differing


@pytest.fixture(scope="module")
def quick(regrade) -> Callable[..., Any]:
    """The same for changes of texts and colours in cells, of world and judge: the frozen JSON is changed."""

    def quick(change: Callable[[Itinerary], object], instance: int = 1) -> Any:
        one = full_score(instance)
        change(one)
        one.edit = patch(full_score(instance), one)
        return regrade(one).differing()

    return quick
