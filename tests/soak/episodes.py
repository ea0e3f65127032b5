"""Full-score frozen episodes, one per app, made by the families' own builders."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.scoring import StepResult
from pytest_knows.tasks.model import TaskInfo
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.local.rendering import find_chromium

FAMILIES = Path(__file__).parents[1] / "families"


@dataclass(frozen=True)
class Frozen:
    """A frozen episode, and all that grading it needs."""

    rubric: Rubric
    info: TaskInfo
    root: Path
    resources: Resources
    rules: Sequence[Mapping[str, Any]] = ()
    """Of the judge, if it is asked anything."""
    gold: Path | None = None
    quotes: Path | None = None

    def grader(self, root: Path | None = None) -> Grader:
        """A grader that has computed nothing yet."""
        return Grader(self.rubric, self.info, Snapshot(root or self.root), self.resources)

    def grade(self, root: Path | None = None) -> dict[str, StepResult]:
        return self.grader(root).results()


def _builders(family: str, module: str) -> ModuleType:
    """A family's builders; by path, since they lie in modules that cannot be imported from here."""
    name = f"soak_{family}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FAMILIES / family / f"{module}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def _letter(workspace: Workspace, folder: Path) -> Frozen:
    if find_chromium() is None:
        pytest.skip("no Chromium: a letter's layout is read from a rendering")
    kit = _builders("docs_1_formal_letter", "conftest")
    rubric = Rubric.load(kit.RUBRIC)
    letters = kit.Letters(workspace, folder, rubric)
    root = letters.snapshot(kit.letter(kit.SENDERS[1])).root
    gold = folder / "gold"
    for name, data in kit.gold_members(rubric, 1).items():
        _write(gold / rubric.family / "instance_1" / name, data)
    resources = Resources(judge=ScriptedJudge(()), gold=GoldArchive.open(str(gold)))
    return Frozen(rubric, rubric.tasks[0], root, resources, gold=gold)


def _tracker(workspace: Workspace, folder: Path) -> Frozen:
    kit = _builders("sheets_6_investmenttracker", "building")
    rubric = Rubric.load(FAMILIES.parents[1] / "rubrics/sheets_6_investmenttracker")
    tracker, root = kit.full_score(rubric, 2), folder / "episode"
    _record(root, tracker.pages)
    info, trace = rubric.tasks[1], Trace(tracker.visited, "observed")
    file = kit.build(workspace, tracker)
    freeze(workspace, file, root, info=info, trace=trace, want_rendering=False, today=kit.TODAY)
    resources = Resources(judge=ScriptedJudge(tracker.rules), quotes=kit.price_file(tracker, folder))
    return Frozen(rubric, info, root, resources, tracker.rules, quotes=folder / "prices.csv")


def _poster(workspace: Workspace, folder: Path) -> Frozen:
    kit = _builders("slides_51_event_announcement_poster", "conftest")
    rubric = Rubric.load(kit.FAMILY)
    poster, root = kit.full_score(1), folder / "episode"
    _record(root, poster.pages)
    freeze(workspace, kit.build(workspace, poster), root, info=rubric.tasks[0], want_rendering=False)
    gold = folder / "gold"
    _write(gold / rubric.family / "instance_1/data/gold_images/logos/logo.png", kit.picture((60, 31)))
    resources = Resources(judge=ScriptedJudge(poster.rules), gold=GoldArchive.open(str(gold)))
    return Frozen(rubric, rubric.tasks[0], root, resources, poster.rules, gold=gold)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _record(root: Path, pages: dict[str, Any]) -> None:
    with PageWriter(root) as writer:
        for url, body in pages.items():
            writer.add(url, body)


MAKERS = {"letter": _letter, "tracker": _tracker, "poster": _poster}
