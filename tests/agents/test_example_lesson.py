"""The example agent's lesson plan: its two mistakes are found, and all else is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_knows.agents.example import agent, research
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge
from pytest_knows.tasks.model import TaskText
from pytest_knows.workspace.local.rendering import find_chromium

RUBRIC = Path(__file__).parents[2] / "rubrics/docs_31_education_lesson_plan"
PROMPT = "I teach Chemistry. Please make a lesson plan document that middle school students enjoy."


@pytest.fixture(scope="module")
def results(workspace, tmp_path_factory):
    if find_chromium() is None:
        pytest.skip("no Chromium: the place of the pictures is read from a rendering")
    rubric = Rubric.load(RUBRIC)
    info = rubric.tasks[0]
    folder = tmp_path_factory.mktemp("lesson") / "t1"
    topics = research.find("lessons", PROMPT)["topics"]

    def record(draft):
        with PageWriter(draft.root) as writer:
            for url, *facts in (website for topic in topics for website in topic["websites"]):
                writer.add(url, "".join(f"<p>{fact}</p>" for fact in facts))
        return {}

    text = TaskText(task_id=info.task_id, family=info.family, instance=1, prompt=PROMPT, source_assets=())
    example = checked_function(agent, "the example")
    run_episode(folder, workspace=workspace, agent=example, info=info, text=text, research=record)
    return Grader(rubric, info, Snapshot(folder), Resources(judge=NoJudge())).results()


def test_its_mistakes_fail_and_nothing_else_does(results):
    failed = {slug: result.points for slug, result in results.items() if result.outcome == "failed"}
    assert failed == {"facts_per_website": 13, "colour_uniform": 2, "colour_distinct": 2}
    assert {result.outcome.value for result in results.values()} == {"passed", "failed", "ungraded"}
    assert {result.need for result in results.values()} == {"", "judge"}
