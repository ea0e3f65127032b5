from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_knows.agents import AgentAsset, AgentFile, AgentTask, GoogleAccess, limits


@pytest.fixture
def task() -> Callable[..., AgentTask]:
    def make(**changes: Any) -> AgentTask:
        values: dict[str, Any] = {
            "id": "tests.letter.1",
            "prompt": "Write a létter — 手紙 \U0001f600\nWork here.",
            "file": AgentFile(id="f1", url="http://localhost/document/d/f1/edit", kind="document"),
            "google": GoogleAccess(
                endpoint="http://localhost", token="secret", discovery={"docs": "http://localhost/d"}
            ),
            "folders": {"OUTPUT_FOLDER_URL": "http://localhost/drive/folders/o1"},
            "assets": (AgentAsset(id="a1", url="https://drive.google.com/a1", kind="drive_folder"),),
        }
        return AgentTask(**(values | changes))

    return make


@pytest.fixture
def quick_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that swallows the stop is stopped again after 50 ms instead of 5 s."""
    monkeypatch.setattr(limits, "REPEAT_S", 0.05)
