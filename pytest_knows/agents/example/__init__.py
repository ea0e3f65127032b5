"""A scripted agent: what it takes to be one, and something to grade before you have your own.

It gets an `AgentTask` like any other agent, recognises the task by its prompt, reads there what it can (when, where,
how many, which colours) and makes the artifact with the API clients. What it "researched" is in research.toml: public
facts, texts of our own, and the mistakes that it makes, another one in each task, so that a report has something to
show. It has no model, costs nothing, and gives up on every other task.
"""

from __future__ import annotations

from pytest_knows.agents.example.cookbooks import write_cookbook
from pytest_knows.agents.example.lessons import plan_lesson
from pytest_knows.agents.example.letters import write_letter
from pytest_knows.agents.example.libraries import sort_papers
from pytest_knows.agents.example.papers import list_papers
from pytest_knows.agents.example.posters import make_poster
from pytest_knows.agents.example.references import list_references
from pytest_knows.agents.example.trackers import make_tracker
from pytest_knows.agents.model import AgentResult, AgentTask

_SKILLS = {
    "formal letter": write_letter,
    "lesson plan": plan_lesson,
    "influential papers": list_papers,
    "Recipe Coral template": write_cookbook,
    "market cap": make_tracker,
    "event announcement poster": make_poster,
    "reference list": list_references,
    "papers in my drive folder": sort_papers,
}
"""Words of a prompt -> who does that. Each returns the URLs that it read, or None if it does not know the subject."""


def agent(task: AgentTask) -> AgentResult:
    """Do the task in `task.file`; `AgentResult(gave_up=...)` if it is none that this agent can do."""
    for words, work in _SKILLS.items():
        if words in task.prompt:
            visited = work(task)
            if visited is not None:
                return AgentResult(visited=visited, cost_usd=0.0, interface="api")
    return AgentResult(gave_up="the example agent does the tasks of its research.toml only")
