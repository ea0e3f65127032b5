"""`artifacts:DIR`: what was made elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_knows.agents import AgentResult, AgentTask, Cause, NotRun, call_agent, find_agent
from pytest_knows.agents.model import Agent
from pytest_knows.errors import ConfigurationError

TASK = "tests.letter.1"
Make = Callable[..., AgentTask]


def agent_of(folder: Path) -> Agent:
    def no_fixtures(name: str) -> object:
        raise AssertionError(name)

    return find_agent(f"artifacts:{folder}", no_fixtures)


def describe(into: Path, /, **given: object) -> None:
    (into / f"{TASK}.json").write_text(json.dumps(given))


def test_an_office_file(tmp_path: Path, task: Make) -> None:
    (tmp_path / f"{TASK}.docx").write_bytes(b"x")
    agent = agent_of(tmp_path)
    agent.expect(TASK)
    run = call_agent(agent, task())
    assert (run.cause, run.result) == (Cause.FINISHED, AgentResult(file=str(tmp_path / f"{TASK}.docx")))
    assert agent.isolation == "external"


def test_an_office_file_and_a_description_combine(tmp_path: Path, task: Make) -> None:
    (tmp_path / f"{TASK}.xlsx").write_bytes(b"x")
    (tmp_path / "trace.har").write_bytes(b"{}")
    (tmp_path / "drive").mkdir()
    describe(tmp_path, visited=[], pages="trace.har", folder="drive", finished_at="2026-01-02", cost_usd=1.5)
    run = call_agent(agent_of(tmp_path), task())
    assert run.result == AgentResult(file=str(tmp_path / f"{TASK}.xlsx"), visited=[], cost_usd=1.5)
    assert (run.pages, run.folder, run.finished_at) == (tmp_path / "trace.har", tmp_path / "drive", "2026-01-02")


def test_a_named_file_that_is_the_one_beside_it(tmp_path: Path, task: Make) -> None:
    (tmp_path / f"{TASK}.docx").write_bytes(b"x")
    describe(tmp_path, file=f"{TASK}.docx")
    assert call_agent(agent_of(tmp_path), task()).result == AgentResult(file=str(tmp_path / f"{TASK}.docx"))


def test_a_drive_url(tmp_path: Path, task: Make) -> None:
    url = "https://docs.google.com/document/d/abc/edit"
    describe(tmp_path, file=url)
    assert call_agent(agent_of(tmp_path), task()).result == AgentResult(file=url)


def test_a_missing_task_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "tests.letter.2.docx").write_bytes(b"x")
    with pytest.raises(NotRun, match=r"has no artifact of tests\.letter\.1") as caught:
        agent_of(tmp_path).expect(TASK)
    assert caught.value.cause is Cause.NOT_RUN
    assert f"{TASK}.docx" in caught.value.mend


def test_two_office_files_are_an_error(tmp_path: Path) -> None:
    for suffix in (".docx", ".pptx"):
        (tmp_path / f"{TASK}{suffix}").write_bytes(b"x")
    with pytest.raises(ConfigurationError, match=rf"two artifacts of {TASK}: {TASK}.docx and {TASK}.pptx"):
        agent_of(tmp_path).expect(TASK)


@pytest.mark.parametrize("file", ["other.docx", "https://docs.google.com/document/d/abc/edit"])
def test_an_office_file_and_another_named_one_are_an_error(tmp_path: Path, file: str) -> None:
    for name in (f"{TASK}.docx", "other.docx"):
        (tmp_path / name).write_bytes(b"x")
    describe(tmp_path, file=file)
    with pytest.raises(ConfigurationError, match="two artifacts"):
        agent_of(tmp_path).expect(TASK)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"visted": []}, "unknown key 'visted'"),
        ({"visited": "https://a.example"}, "visited is str"),
        ({"file": "missing.docx"}, "names missing.docx, which does not exist"),
        ({"pages": "missing.har"}, "pages names 'missing.har'"),
        ({"folder": 3}, "folder names 3"),
        ({"finished_at": "last week"}, "finished_at is 'last week'"),
    ],
)
def test_a_wrong_description_names_its_file(tmp_path: Path, given: dict[str, object], says: str) -> None:
    describe(tmp_path, **given)
    with pytest.raises(ConfigurationError, match=says) as caught:
        agent_of(tmp_path).expect(TASK)
    assert f"{TASK}.json" in str(caught.value)


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_a_description_that_is_no_json_object(tmp_path: Path, content: bytes) -> None:
    (tmp_path / f"{TASK}.json").write_bytes(content)
    with pytest.raises(ConfigurationError, match=f"{TASK}.json"):
        agent_of(tmp_path).expect(TASK)


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no such folder"):
        agent_of(tmp_path / "missing")
