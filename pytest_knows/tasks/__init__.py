"""Tasks: what they are, and where their texts come from."""

from pytest_knows.tasks.model import SourceAsset, TaskInfo, TaskText
from pytest_knows.tasks.selection import select
from pytest_knows.tasks.sources import TaskTexts, load_tasks

__all__ = ["SourceAsset", "TaskInfo", "TaskText", "TaskTexts", "load_tasks", "select"]
