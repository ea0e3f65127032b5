"""An agent with nothing but a browser: it enters by its link, types, and is seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from pytest_knows.agents import AgentTask
from pytest_knows.episode.episode import Episode
from pytest_knows.evidence.trace import Trace
from pytest_knows.workspace.local.rendering import find_chromium


@pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")
def test_the_link_lets_in_and_is_not_in_the_trace(run: Callable[..., Episode]) -> None:
    tasks: list[AgentTask] = []

    def work(task: AgentTask) -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            context = browser.new_context()
            task.record(context)
            page = context.new_page()
            page.goto(task.open_url)
            status = page.get_by_role("status")
            expect(status).to_have_text("All changes saved")
            page.get_by_role("textbox", name="Document content").click()
            page.keyboard.type("Dear Sir or Madam,")
            expect(page.get_by_role("textbox", name="Document content")).to_have_text("Dear Sir or Madam,")
            expect(status).to_have_text("All changes saved")
            browser.close()

    def agent(task: AgentTask) -> None:
        tasks.append(task)
        # In a thread of its own: the browser that other tests keep open has a loop in this one.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(work, task).result()

    episode = run(agent)
    [task] = tasks
    assert (episode.state, episode.cause) == ("frozen", "finished")
    assert "Dear Sir or Madam," in json.dumps(episode.snapshot.json("artifact/file.json"))
    trace = Trace.from_json(episode.snapshot.json("trace.json"))
    assert (trace.urls, trace.source) == ((task.file.url,), "observed")
    code = httpx.URL(task.open_url).params["code"]
    files = [path for path in episode.folder.rglob("*") if path.is_file()]
    assert not [path for path in files if code.encode() in path.read_bytes()]
    assert httpx.get(task.open_url, trust_env=False).status_code == 401


def test_a_link_that_an_agent_reports_is_recorded_without_its_code(run: Callable[..., Episode]) -> None:
    tasks: list[AgentTask] = []

    def agent(task: AgentTask) -> None:
        tasks.append(task)
        task.visit(task.open_url)

    trace = Trace.from_json(run(agent).snapshot.json("trace.json"))
    assert trace.urls == (tasks[0].file.url,)
