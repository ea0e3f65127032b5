from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.agents import AgentTask
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.run import run_episode
from pytest_knows.evidence.assets import Assets
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.workspace import Workspace

PROMPT = "Write a létter to \U0001f600."


def assets_in(folder: Path, files: dict[str, bytes]) -> Assets:
    """Assets of a folder made for the test: path -> bytes."""
    folder.mkdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Assets.open(str(folder))


def info_of(kind: Kind = Kind.DOCUMENT) -> TaskInfo:
    return TaskInfo(
        task_id="tests.letter.1",
        short_id="1a",
        family="letter",
        instance=1,
        kind=kind,
        group="Letters",
        domain="Letters",
    )


def text_of(prompt: str = PROMPT, *assets: SourceAsset) -> TaskText:
    return TaskText(task_id="tests.letter.1", family="letter", instance=1, prompt=prompt, source_assets=assets)


def writes(task: AgentTask, text: str = "from the agent") -> None:
    """What a small agent does: put text into the given document."""
    request = {"insertText": {"location": {"index": 1}, "text": text}}
    task.clients.docs.documents().batchUpdate(documentId=task.file.id, body={"requests": [request]}).execute()


@pytest.fixture
def run(workspace: Workspace, tmp_path: Path) -> Callable[..., Episode]:
    """Run an agent (a function, or anything that `find_agent` gives) and open the episode."""

    def run_it(agent: Any, **options: Any) -> Episode:
        folder = tmp_path / "episodes" / "tests.letter.1" / "t1"
        values: dict[str, Any] = {
            "workspace": workspace,
            "agent": agent if hasattr(agent, "expect") else checked_function(agent, "the tests' agent"),
            "info": info_of(),
            "text": text_of(),
            "timeout": 60,
            "today": datetime.date(2026, 3, 14),
            "want_rendering": False,
        }
        run_episode(folder, **(values | options))
        return Episode.open(folder)

    return run_it
