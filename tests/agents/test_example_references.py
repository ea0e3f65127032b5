"""The example agent's reference list, with gold data that knows the course: its mistakes fail, and nothing else."""

from __future__ import annotations

from pathlib import Path

from families.docs_37_reference_list.courses import AGENTS
from familykit import partly
from familykit.outcomes import Results

from pytest_knows.agents.example import agent
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.tasks.model import TaskText
from pytest_knows.workspace import Workspace

FAMILY = Path(__file__).parents[2] / "rubrics" / "docs_37_reference_list"
COURSE = "https://sparklabutah.github.io/Multimodal-LLM-Agents-Course-Public/schedule/"


def test_ranges_and_a_size_are_all_that_is_wrong(workspace: Workspace, tmp_path: Path) -> None:
    rubric = Rubric.load(FAMILY)
    info = rubric.tasks[1]
    text = TaskText(task_id=info.task_id, family=info.family, instance=2, prompt=f"Make a reference list of {COURSE}.")
    example = checked_function(agent, "the example")
    run_episode(tmp_path / "t1", workspace=workspace, agent=example, info=info, text=text, want_rendering=False)
    gold = GoldArchive.open(str(AGENTS.write(tmp_path / "gold")))
    results = Results(Grader(rubric, info, Snapshot(tmp_path / "t1"), Resources(gold=gold)).results())
    assert results.differing() == partly("deterministic", slide_format=9, multi_12pt=9)
