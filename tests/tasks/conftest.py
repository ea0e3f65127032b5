"""A dataset in the published schema, of our own making, and a cache of the test's own."""

import json
import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("KNOWS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def line(number: int, **changes) -> dict:
    """One task of a family of our own."""
    return {
        "task_id": f"own.reports.{number}",
        "short_id": None,
        "family": "reports",
        "instance": f"instance_{number}",
        "instance_num": number,
        "prompt": f"Write report {number} into {{{{OUTPUT_FOLDER_URL}}}}.",
        "checkpoints": [{"n": 1, "title": "First", "steps": [{"name": "Step", "text": "It exists.", "surplus": 1}]}],
        "surplus": {"ignored": True},
        **changes,
    }


@pytest.fixture
def dataset(tmp_path):
    def write(*lines: dict | str) -> Path:
        path = tmp_path / "own.jsonl"
        texts = (entry if isinstance(entry, str) else json.dumps(entry) for entry in lines)
        path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        return path

    write.line = line
    return write


@pytest.fixture
def shared_dataset() -> Path:
    """The real texts, which are no part of the repository."""
    if "KNOWS_SHARED" not in os.environ:
        pytest.skip("KNOWS_SHARED is not set")
    return Path(os.environ["KNOWS_SHARED"]) / "knows" / "test.jsonl"
