"""What `task.record(context)` sees of a browser's way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pytest_knows.agents import AgentResult, AgentTask
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.run import run_episode
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo, TaskText
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.local.rendering.browser import find_chromium

from .conftest import needs_browser
from .site import HTML, Site, typed

FRAMES = typed(
    b"<title>Frames</title><p>main<iframe src='/plain'></iframe>"
    b"<script>setTimeout(() => { history.pushState({}, '', '/frames?page=2'); location.hash = 'end' }, 100)</script>",
    HTML,
)


def browse(task: AgentTask, site: Site) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        context = browser.new_context()
        task.record(context)
        page = context.new_page()
        page.goto(f"{site.root}/?q=1#part")
        page.goto(f"{site.root}/to-plain")
        page.goto(f"{site.root}/frames")
        page.wait_for_url("**#end")
        page.goto("data:text/html,nothing")
        with context.expect_page():
            page.evaluate("url => void window.open(url)", f"{site.root}/article")
        context.pages[-1].wait_for_load_state()
        browser.close()


Traced = Callable[[Callable[[AgentTask], Any]], dict[str, Any]]


@pytest.fixture
def traced(workspace: Workspace, tmp_path: Any) -> Traced:
    """trace.json of an episode with an agent."""

    def traced(agent: Callable[[AgentTask], Any]) -> dict[str, Any]:
        info = TaskInfo(
            task_id="own.trace.1", short_id="t1", family="trace", instance=1, kind=Kind.DOCUMENT, group="g", domain="d"
        )
        run_episode(
            tmp_path / "t1",
            workspace=workspace,
            agent=checked_function(agent, "the test's agent"),
            info=info,
            text=TaskText(task_id=info.task_id, family="trace", instance=1, prompt="Browse."),
            timeout=60,
            want_rendering=False,
        )
        found: dict[str, Any] = json.loads((tmp_path / "t1" / "trace.json").read_text())
        return found

    return traced


@needs_browser
def test_main_frame_navigations_in_order_with_their_full_urls(traced: Traced, site: Site) -> None:
    site.pages["/frames"] = FRAMES
    trace = traced(lambda task: browse(task, site))
    paths = [url.removeprefix(site.root) for url in trace["urls"]]
    once = list(dict.fromkeys(paths))
    assert once == ["/?q=1#part", "/plain", "/frames", "/frames?page=2", "/frames?page=2#end", "/article"]
    assert trace["source"] == "observed"


@needs_browser
def test_what_rests_on_the_agents_word_makes_the_trace_self_reported(traced: Traced, site: Site) -> None:
    site.pages["/frames"] = FRAMES

    def agent(task: AgentTask) -> AgentResult:
        browse(task, site)
        return AgentResult(visited=["https://example.org/more"])

    trace = traced(agent)
    assert trace["urls"][-1] == "https://example.org/more"
    assert trace["source"] == "self_reported"
