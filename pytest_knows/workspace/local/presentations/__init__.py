"""Google Slides v1 for the embedded Workspace."""

from pytest_knows.workspace.local.presentations.engine import ENGINE

__all__ = ["ENGINE"]
