"""The product as its users see it: pages recorded while an agent runs, and what a regrade does about gaps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from .site import Site

RUBRIC = '''
"""A note that cites a page."""
from pytest_knows.rubric import step


def evidence(doc, facts, trace):
    return [facts.root + "/plain?named"]


def read(pages, facts, path):
    page = pages.get(facts.root + path)
    assert page is not None, "not recorded"
    return page.text


@step(category="web_visit_check")
def visited_page(pages, facts):
    assert read(pages, facts, "/latin1") == "caf\\u00e9"


@step(category="web_visit_check")
def cited_page(pages, facts):
    assert read(pages, facts, "/chain") == "The front page"


@step(category="web_visit_check")
def named_page(pages, facts):
    assert read(pages, facts, "/plain?named") == "just text"
'''

FACTS = """
[family]
name = "docs_cites"
task_prefix = "own.cites"
artifact = "Docs"
group = "Own"
domain = "Notes"
short_ids = ["c1", "c2"]

[facts]
root = "{root}"
prompt = "Write a note that cites a page."

[1]
[2]

[[steps]]
step = "visited_page"
cp = 1
pub = "1.1"

[[steps]]
step = "cited_page"
cp = 1
pub = "1.2"

[[steps]]
step = "named_page"
cp = 1
pub = "1.3"
"""

CONFTEST = """
import pytest


@pytest.fixture
def my_agent():
    def agent(task):
        task.visit("{root}/latin1")
        insert = {{"insertText": {{"location": {{"index": 1}}, "text": "See {root}/chain."}}}}
        task.clients.docs.documents().batchUpdate(documentId=task.file.id, body={{"requests": [insert]}}).execute()
    return agent
"""

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, site: Site) -> Run:
    """`run(out, *options)`: the outcome of each step by slug, over both tasks."""
    monkeypatch.setenv("KNOWS_RENDER_NEEDED_ONLY", "1")
    folder = pytester.path / "rubrics" / "docs_cites"
    folder.mkdir(parents=True)
    (folder / "rubric.py").write_text(RUBRIC)
    (folder / "facts.toml").write_text(FACTS.replace("{root}", site.root))
    pytester.makeconftest(CONFTEST.format(root=site.root))

    def run(out: str, *options: str) -> dict[str, Any]:
        done = pytester.runpytest_subprocess("-p", "no:cacheprovider", "rubrics", f"--knows-out={out}", *options)
        assert done.ret in (0, 1), done.outlines
        steps = json.loads((pytester.path / out / "results.json").read_text())["steps"]
        found: dict[str, Any] = {}
        for step in steps:
            found.setdefault(step["slug"], set()).add(step["outcome"])
        return {slug: " ".join(sorted(outcomes)) for slug, outcomes in found.items()}

    return run


ALL_PASSED = {"visited_page": "passed", "cited_page": "passed", "named_page": "passed"}
ALL_FAILED = {"visited_page": "failed", "cited_page": "failed", "named_page": "failed"}


def test_pages_of_trace_artifact_and_family_are_recorded_once(run: Run, site: Site, pytester: pytest.Pytester) -> None:
    site.asked.clear()
    allow = "--knows-allow-host=127.0.0.1"
    assert run("one", "--knows-agent=my_agent", "-n2", allow) == ALL_PASSED
    assert {path: site.asked[path] for path in ("/latin1", "/chain", "/plain?named")} == {
        "/latin1": 1,
        "/chain": 1,
        "/plain?named": 1,
    }
    notes = json.loads(next(pytester.path.glob("one/episodes/*/t1/snapshot.json")).read_text())["notes"]
    assert (notes["web"], notes["pages_asked"], notes["pages_left_out"]) == ("live", 3, 0)
    asked = site.asked.total()
    assert run("two", "--knows-regrade=one") == ALL_PASSED
    assert site.asked.total() == asked


def test_a_run_under_replay_asks_nobody_and_a_live_regrade_fills_the_gaps(run: Run, site: Site) -> None:
    site.asked.clear()
    assert run("one", "--knows-agent=my_agent", "--knows-web=replay") == ALL_FAILED
    assert run("two", "--knows-regrade=one") == ALL_FAILED
    assert site.asked.total() == 0
    assert run("three", "--knows-regrade=one", "--knows-web=live", "--knows-allow-host=127.0.0.1") == ALL_PASSED
    asked = site.asked.total()
    assert run("three", "--knows-regrade=one") == ALL_PASSED
    assert site.asked.total() == asked > 0


def test_hosts_that_are_not_public_are_not_asked_unless_allowed(run: Run, site: Site) -> None:
    site.asked.clear()
    assert set(run("one", "--knows-agent=my_agent").values()) == {"failed"}
    assert site.asked.total() == 0


def test_a_wrong_value_is_a_usage_error(pytester: pytest.Pytester, run: Run) -> None:
    done = pytester.runpytest_subprocess("rubrics", "--knows-agent=my_agent", "--knows-web=sometimes")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert "--knows-web sometimes: expected live or replay" in str(done.stderr)
