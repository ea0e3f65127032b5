"""What needs no token: health, discovery documents, pictures (whose address is a secret in itself)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pytest_knows.workspace.discovery import VERSIONS, document_for
from pytest_knows.workspace.local.calls import Json, Reply
from pytest_knows.workspace.local.dispatch import as_json
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.media import MEDIA_PATH
from pytest_knows.workspace.local.ranges import ranged
from pytest_knows.workspace.local.service import Service

OPEN = re.compile(r"/_knows/health|/_media/\w+|/(?:%24|\$)discovery/.*|/discovery/.*")


def open_page(service: Service, path: str, headers: Mapping[str, str]) -> Reply:
    """Answer one of the paths that `OPEN` matches. Raises ApiError 404."""
    if path == "/_knows/health":
        return as_json({"status": "ok"})
    if path.startswith(MEDIA_PATH):
        kept = service.pictures.stored(path)
        if kept is None:
            raise ApiError(404, f"No picture at {path}.")
        return ranged(kept[0], kept[1], headers)
    return as_json(_discovery(service, path))


def _discovery(service: Service, path: str) -> Json:
    match = re.fullmatch(r"/discovery/v1/apis/(\w+)/(\w+)/rest", path)
    if match and VERSIONS.get(match[1]) == match[2]:
        return document_for(match[1], service.address)
    raise ApiError(404, f"No discovery document at {path}.")
