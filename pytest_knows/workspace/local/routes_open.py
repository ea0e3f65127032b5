"""What needs no token: health, entering, editors' scripts, discovery documents, pictures (at secret addresses)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pytest_knows.workspace.discovery import VERSIONS, document_for
from pytest_knows.workspace.local.answers import as_json
from pytest_knows.workspace.local.calls import Reply
from pytest_knows.workspace.local.editor.assets import ASSET_PATH, asset
from pytest_knows.workspace.local.editor.entering import ENTER, enter
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.media import MEDIA_PATH
from pytest_knows.workspace.local.ranges import ranged
from pytest_knows.workspace.local.service import Service

OPEN = re.compile(
    r"/_knows/health|/_knows/enter|/_knows/editor/[\w./-]+|/_media/\w+|/(?:%24|\$)discovery/.*|/discovery/.*"
)


def open_page(service: Service, path: str, query: Mapping[str, Sequence[str]], headers: Mapping[str, str]) -> Reply:
    """Answer one of the paths that `OPEN` matches. Raises ApiError 404."""
    if path == "/_knows/health":
        return as_json({"status": "ok"})
    if path == ENTER:
        return enter(service.tokens, query)
    if path.startswith(ASSET_PATH):
        return asset(path)
    if path.startswith(MEDIA_PATH):
        kept = service.pictures.stored(path)
        if kept is None:
            raise ApiError(404, f"No picture at {path}.")
        return ranged(kept[0], kept[1], headers)
    if path == "/discovery/v1/apis":
        return as_json(_directory(service.address))
    return as_json(document_for(_asked_for(path, query), service.address))


def _directory(address: str) -> dict[str, object]:
    """The list of APIs."""
    items = [
        {
            "kind": "discovery#directoryItem",
            "id": f"{api}:{version}",
            "name": api,
            "version": version,
            "discoveryRestUrl": f"{address}/discovery/v1/apis/{api}/{version}/rest",
            "preferred": True,
        }
        for api, version in VERSIONS.items()
    ]
    return {"kind": "discovery#directoryList", "discoveryVersion": "v1", "items": items}


def _asked_for(path: str, query: Mapping[str, Sequence[str]]) -> str:
    """The API whose discovery document is asked for.

    At Google each API has a host of its own, so `/$discovery/rest?version=v1` needs no name. Here `api` may name it;
    without it the first API of that version (of Docs and Slides: Docs) is meant.
    """
    match = re.fullmatch(r"/discovery/v1/apis/(\w+)/(\w+)/rest", path)
    name, version = match.groups() if match else (query.get("api", [""])[-1], query.get("version", [""])[-1])
    for api, known in VERSIONS.items():
        if known == version and name in (api, "" if match is None else api):
            return api
    raise ApiError(404, f"No discovery document of {name or 'an API'} {version or 'without a version'}.")
