"""Where files live: one client for Google and for the embedded server."""

from pytest_knows.kind import Kind
from pytest_knows.workspace.references import AgentAccess, Connection, FileRef, FolderRef
from pytest_knows.workspace.session import Workspace

__all__ = ["AgentAccess", "Connection", "FileRef", "FolderRef", "Kind", "Workspace"]
