"""Google Docs v1 for the embedded Workspace: `ENGINE` implements `workspace.local.engine.Engine`."""

from pytest_knows.workspace.local.documents.engine import DocumentsEngine, document_state

# Imported for their effect: each adds its handlers to the registry.
from pytest_knows.workspace.local.documents.requests import (  # noqa: F401
    bullets,
    chips,
    comments,
    dropdowns,
    pictures,
    ranges,
    sections,
    styles,
    tables,
    tabs,
    text,
)

ENGINE = DocumentsEngine()

__all__ = ["ENGINE", "document_state"]
