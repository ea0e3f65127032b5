"""`grade(sheet)`: built through the API client, frozen, graded; `regrade` without building anew."""

from __future__ import annotations

import pytest
from familykit import Bench, Results

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.workspace import FileRef

from .building import Sheet, build, full_score


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(sheet)`: built and frozen; `file`: a file that is there already."""

    def frozen(sheet: Sheet, file: FileRef | None = None) -> Snapshot:
        made = file or build(bench.workspace, sheet)
        return bench.freeze(made, sheet.instance, pages=sheet.pages, visited=sheet.visited, edit=sheet.edit)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen):
    """`grade(sheet, judge=...)`: every step; the judge answers by the sheet's rules unless given."""

    def grade(sheet: Sheet, **more) -> Results:
        return bench.grade(frozen(sheet, more.pop("file", None)), **{"judge": sheet.rules, **more})

    return grade


@pytest.fixture(scope="module")
def regrade(bench: Bench, grade):
    """`regrade(sheet)`: the list of the instance as it is at full score, with the sheet's world and `edit`."""
    made: dict[int, FileRef] = {}

    def regrade(sheet: Sheet, **more) -> Results:
        if sheet.instance not in made:
            made[sheet.instance] = build(bench.workspace, full_score(sheet.instance))
        return grade(sheet, file=made[sheet.instance], **more)

    return regrade
