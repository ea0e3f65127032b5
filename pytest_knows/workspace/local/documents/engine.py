"""The documents engine: Google Docs v1 on a state that is the API's own JSON, tab by tab."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.workspace.local.comments import user_name
from pytest_knows.workspace.local.documents import reading
from pytest_knows.workspace.local.documents.defaults import blank_tab
from pytest_knows.workspace.local.documents.editor import Editor, renumber
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Environment, Json, RequestError


class DocumentsEngine:
    """`Engine` for documents. State: `{"revision": n, "tabs": [Tab, ...]}`."""

    api = "docs"
    mime_type = "application/vnd.google-apps.document"

    @property
    def request_types(self) -> frozenset[str]:
        """The batchUpdate request types that are implemented."""
        return REQUESTS.names

    def blank(self, body: Mapping[str, Any], env: Environment) -> Json:
        """An empty document: `documents.create` ignores all of its body but the title."""
        return document_state([blank_tab()])

    def read(self, state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
        """The `Document`; its contents are in `tabs` with `includeTabsContent=true`, else at the top."""
        revision = hashlib.sha256(f"{env.file_id}:{state.get('revision', 0)}".encode()).hexdigest()
        return {
            "title": env.title,
            "revisionId": f"ALm37B{revision[:40]}",
            "suggestionsViewMode": reading.suggestions_view(query),
            "documentId": env.file_id,
            **reading.contents(state, query, user_name(env)),
        }

    def apply(self, state: Json, requests: Sequence[Json], env: Environment) -> list[Json]:
        """Apply a batch; see `Engine.apply`."""
        if not requests:
            raise RequestError("Must specify at least one request.")
        editor = Editor(state, env)
        replies = REQUESTS.apply(editor, requests)
        editor.settle()
        state["revision"] = state.get("revision", 0) + 1
        return replies

    def call(self, name: str, state: Json, params: Json, body: Json, env: Environment) -> tuple[Json, bool]:
        """The Docs API has no further methods on a file."""
        raise RequestError(f"Method not found: documents.{name}", status="NOT_FOUND", http=404)


def document_state(tabs: list[Json]) -> Json:
    """A state from `Tab` objects in the API's shape (an import makes them); their indices are written anew."""
    for tab in tabs:
        renumber(tab["documentTab"])
    return {"revision": 1, "tabs": tabs}
