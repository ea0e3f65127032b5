"""`grade(itinerary)`: built through the API client, frozen, what Google Maps answers recorded, graded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from familykit import Bench, Results
from familykit.bench import patched, record, rewritten

from pytest_knows.episode.snapshot import Snapshot

from .building import Itinerary, full_score


@pytest.fixture(scope="module")
def recorded(bench: Bench):
    """`recorded(snapshot, itinerary)`: with the pages that the family's hook asks for, in three rounds as at freeze."""

    def recorded(snapshot: Snapshot, one: Itinerary) -> Snapshot:
        pages = dict(one.pages)
        for _ in range(3):
            named = [url for url in bench.named(snapshot) if url not in pages]
            pages.update({url: page for url in named if (page := one.world.answer(url)) is not None})
            snapshot = with_pages(snapshot, pages)
        return snapshot

    return recorded


def with_pages(snapshot: Snapshot, pages: dict[str, Any]) -> Snapshot:
    record(snapshot.root, pages)
    stored = sorted(snapshot.root.glob("pages/*"))
    return rewritten(snapshot, {path.relative_to(snapshot.root).as_posix(): path.read_bytes() for path in stored})


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
        return bench.grade(frozen(one, file), **{"judge": one.rules, **given})

    return grade


@pytest.fixture(scope="module")
def base(bench: Bench):
    """`base(instance)`: the snapshot of its full-score plan without pages, built once per module."""

    @cache
    def base(instance: int) -> Snapshot:
        one = full_score(instance)
        return bench.freeze(one.build(bench.workspace), instance, today=one.today)

    return base


@pytest.fixture(scope="module")
def regrade(bench: Bench, base, recorded):
    """`regrade(itinerary)`: on a copy of the base, for changes of `edit`, world and judge."""

    def regrade(one: Itinerary, **given: Any) -> Results:
        folder = bench.folder()
        shutil.copytree(base(one.instance).root, folder, dirs_exist_ok=True)
        snapshot = Snapshot(folder)
        snapshot = patched(snapshot, one.edit) if one.edit else snapshot
        return bench.grade(recorded(snapshot, one), **{"judge": one.rules, **given})

    return regrade


@pytest.fixture(scope="module")
def differing(grade) -> Callable[..., Any]:
    """`differing(change, instance=1)`: what the changed full-score plan loses."""

    def differing(change: Callable[[Itinerary], object], instance: int = 1) -> Any:
        one = full_score(instance)
        change(one)
        return grade(one).differing()

    return differing
