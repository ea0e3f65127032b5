"""Google's discovery documents, as google-api-python-client ships them, pointed at any server.

They are read from that package's files without importing it (0.3 s), because the server needs them too.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pytest_knows.errors import WorkspaceError

Json = dict[str, Any]

VERSIONS = {"docs": "v1", "sheets": "v4", "slides": "v1", "drive": "v3"}
"""The APIs of the Workspace and the version of each that the client and the embedded server speak."""


@cache
def document_text(api: str) -> str:
    """The discovery document of `api` (a key of `VERSIONS`) as shipped. Raises WorkspaceError if it is missing."""
    spec = find_spec("googleapiclient")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    name = f"{api}.{VERSIONS[api]}.json"
    for folder in folders:
        path = Path(folder) / "discovery_cache" / "documents" / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise WorkspaceError(
        f"The discovery document {name} is not in the installed google-api-python-client; reinstall that package."
    )


@cache
def document(api: str) -> Json:
    """The parsed discovery document of `api`; shared, so it must not be changed."""
    parsed: Json = json.loads(document_text(api))
    return parsed


def document_for(api: str, endpoint: str | None) -> Json:
    """The discovery document of `api` whose every address is `endpoint` (None: Google's own).

    The root URLs are replaced as well as the base URL, because media uploads are sent to the root.
    """
    original = document(api)
    if endpoint is None:
        return original
    root = endpoint.rstrip("/") + "/"
    return original | {
        "rootUrl": root,
        "mtlsRootUrl": root,
        "baseUrl": root + original.get("servicePath", ""),
        "endpoints": [],
    }
