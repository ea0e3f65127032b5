"""The example agent's list of papers, with sources that know them: its mistakes fail, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from familykit import failed, missing_dependency, ungraded
from familykit.bench import Page, record
from familykit.outcomes import Results

from pytest_knows.agents.example import agent
from pytest_knows.agents.example.research import find
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.request import Wanted, address_of, url_of
from pytest_knows.grading import Grader, Rubric
from pytest_knows.grading.named import named
from pytest_knows.tasks.model import TaskText
from pytest_knows.workspace import Workspace

FAMILY = Path(__file__).parents[2] / "rubrics" / "docs_5_influential_papers"
PROMPT = "Create a Google Docs with five influential papers on quantum error correction (QEC)."
ABSTRACT = "What the authors themselves say of it, at some length and in other words than the agent's. " * 5


def answer(wanted: Wanted, titles: dict[str, str]) -> Page:
    """What Semantic Scholar and the arXiv would say, but for the abstracts."""
    if "semanticscholar" in url_of(wanted):
        ids = [name.partition(":")[2] for name in wanted.body["ids"]]
        known = {"abstract": ABSTRACT, "citationCount": 500, "publicationDate": "2025-01-02"}
        found = [{"paperId": number, "title": titles[number], **known} for number in ids]
        return {"body": json.dumps(found), "content_type": "application/json"}
    return 503


def test_summaries_are_no_abstracts(workspace: Workspace, tmp_path: Path) -> None:
    rubric = Rubric.load(FAMILY)
    info = rubric.tasks[2]
    notes = find("papers", PROMPT)
    assert notes is not None
    titles = {re.sub(r".*/", "", link): title for title, link, _ in notes["papers"]}

    def research(draft: Snapshot) -> dict[str, Any]:
        wanted, _ = named(Grader(rubric, info, draft))
        record(draft.root, {address_of(one): answer(one, titles) for one in wanted})
        return {}

    text = TaskText(task_id=info.task_id, family=info.family, instance=3, prompt=PROMPT)
    example = checked_function(agent, "the example")
    more = {"want_rendering": False, "research": research}
    run_episode(tmp_path / "t1", workspace=workspace, agent=example, info=info, text=text, **more)
    results = Results(Grader(rubric, info, Snapshot(tmp_path / "t1")).results())
    each = range(1, 6)
    assert results.differing() == (
        failed("web_visit", "papers_visited", "links_match_visits")
        | failed("fuzzy_match", *(f"abstract_{slot}" for slot in each))
        | missing_dependency(*(f"structure_{slot}" for slot in each))
        | ungraded(*(f"relevance_{slot}" for slot in each))
    )
