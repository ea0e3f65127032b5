"""The pictures of a frozen artifact: every `contentUri` and `contentUrl` in its JSON, stored by their hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pytest_knows.errors import WorkspaceError
from pytest_knows.files import write_atomically
from pytest_knows.workspace import Workspace

PICTURE_BYTES = 32 << 20
PICTURES = 500
"""Limits of one episode: a picture of 32 MiB, 500 pictures. What is beyond them is recorded as such."""

_KEYS = ("contentUri", "contentUrl")
_SUFFIXES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
    "image/tiff": "tiff",
    "image/svg+xml": "svg",
}
_GOOGLE_HOSTS = (".google.com", ".googleusercontent.com")


def picture_urls(artifact: Any) -> list[str]:
    """Every picture's URL in the JSON, in order of appearance, each once. Works through any depth of nesting."""
    return list(dict.fromkeys(_walk(artifact)))


def _walk(artifact: Any) -> Iterator[str]:
    stack = [artifact]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield from (value[key] for key in _KEYS if isinstance(value.get(key), str))
            stack.extend(reversed(list(value.values())))
        elif isinstance(value, list):
            stack.extend(reversed(value))


def freeze_pictures(workspace: Workspace, urls: list[str], folder: Path) -> dict[str, dict[str, str]]:
    """Store the pictures under `folder`/artifact/media; the content of media.json: URL -> file and mime, or error."""
    return {url: _freeze(workspace, url, folder, number) for number, url in enumerate(urls)}


def _freeze(workspace: Workspace, url: str, folder: Path, number: int) -> dict[str, str]:
    if number >= PICTURES:
        return {"error": f"the artifact has more than {PICTURES} pictures"}
    if not _is_the_workspaces(workspace, url):
        return {"error": "its address is not one of the Workspace's"}
    try:
        data, mime = workspace.picture(url)
    except WorkspaceError as error:
        return {"error": str(error)}
    if len(data) > PICTURE_BYTES:
        return {"error": f"it is larger than {PICTURE_BYTES >> 20} MiB"}
    name = f"artifact/media/{hashlib.sha256(data).hexdigest()}.{_SUFFIXES.get(mime, 'bin')}"
    write_atomically(folder / name, data)
    return {"file": name, "mime": mime}


def _is_the_workspaces(workspace: Workspace, url: str) -> bool:
    """Artifacts are the agent's work: no address in them is fetched that the Workspace did not give out itself."""
    endpoint = workspace.connection.endpoint
    if endpoint is not None:
        return url.startswith(endpoint.rstrip("/") + "/")
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme == "https" and (parts.hostname or "").endswith(_GOOGLE_HOSTS)
