"""Google Docs v1 for the embedded Workspace: `ENGINE` implements `workspace.local.engine.Engine`."""

from pytest_knows.workspace.local.documents import requests as _requests  # noqa: F401 - fills the registry
from pytest_knows.workspace.local.documents.engine import DocumentsEngine, document_state

ENGINE = DocumentsEngine()

__all__ = ["ENGINE", "document_state"]
