"""Google Sheets v4 for the embedded Workspace."""

from pytest_knows.workspace.local.spreadsheets.engine import ENGINE

__all__ = ["ENGINE"]
