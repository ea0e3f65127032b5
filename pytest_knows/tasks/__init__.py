"""Tasks: what they are, and where their texts come from."""

from pytest_knows.tasks.model import ArtifactKind, SourceAsset, TaskInfo, TaskText

__all__ = ["ArtifactKind", "SourceAsset", "TaskInfo", "TaskText"]
