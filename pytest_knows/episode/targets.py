"""Freezing the write targets (folders with their files, the working copy) and the source assets.

`drive/targets.json` maps each token to Drive's metadata of the target, `drive/assets.json` each asset's id to its own;
folders have `children`, each file `content` (its file in the episode: the bytes, or the REST JSON of a document,
spreadsheet or presentation) or `error`. What Drive does not have is `gone`. `evidence.drive` reads them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.episode.jsonfile import to_bytes
from pytest_knows.episode.pictures import picture_urls
from pytest_knows.errors import WorkspaceError
from pytest_knows.files import write_atomically
from pytest_knows.kind import FOLDER_MIME, GOOGLE_APPS
from pytest_knows.workspace import FileRef, Kind, Workspace
from pytest_knows.workspace.google.problems import http_status

FILES = 1200
FILE_BYTES = 64 << 20
TARGET_BYTES = 1 << 30
ASSET_BYTES = 64 << 20
DEPTH = 4
"""Limits of one episode's folders: number of entries, bytes of a file, of all in the targets, of all assets, levels of
subfolders. A library of 300 papers with their figures fits."""


class DriveFreezer:
    """Walks files and folders within the limits; never fails, but records what could not be had."""

    def __init__(self, workspace: Workspace, folder: Path, total: int) -> None:
        self._workspace = workspace
        self._folder = folder
        self._total = total
        self._files = 0
        self._bytes = 0
        self.pictures: list[str] = []
        """URLs of the pictures in the Google files met."""

    def freeze(self, ids: Mapping[str, str]) -> dict[str, Any]:
        """The content of the JSON file, under the same keys; the files themselves are stored on the way."""
        return {key: self._top(id_) for key, id_ in ids.items()}

    def _top(self, id_: str) -> dict[str, Any]:
        try:
            return self._entry(self._workspace.metadata(id_), 0)
        except WorkspaceError as error:
            return {"id": id_, "error": str(error), "gone": http_status(error) == 404}

    def _entry(self, metadata: dict[str, Any], depth: int) -> dict[str, Any]:
        self._files += 1
        if self._files > FILES:
            return metadata | {"error": f"not recorded: more than {FILES} files"}
        try:
            if metadata.get("mimeType") == FOLDER_MIME:
                return metadata | self._children(metadata["id"], depth)
            return metadata | {"content": self._content(metadata)}
        except WorkspaceError as error:
            return metadata | {"error": str(error)}

    def _children(self, id_: str, depth: int) -> dict[str, Any]:
        if depth >= DEPTH:
            return {"error": f"not recorded: more than {DEPTH} levels of folders"}
        return {"children": [self._entry(child, depth + 1) for child in self._workspace.list_folder(id_)]}

    def _content(self, metadata: dict[str, Any]) -> str:
        mime = str(metadata.get("mimeType", ""))
        kind = Kind.of_mime(mime)
        if kind is not None:
            read = self._workspace.read(FileRef(id=metadata["id"], url="", kind=kind))
            self.pictures += picture_urls(read)
            return self._store(to_bytes(read), "json")
        if mime.startswith(GOOGLE_APPS):
            raise WorkspaceError(f"not recorded: a {mime.removeprefix(GOOGLE_APPS)} has no content of its own")
        size = int(metadata.get("size") or 0)
        if size > FILE_BYTES or self._bytes + size > self._total:
            raise WorkspaceError(f"not recorded: {size} bytes are beyond the limits")
        return self._store(self._workspace.download(metadata["id"]), "bin")

    def _store(self, data: bytes, suffix: str) -> str:
        self._bytes += len(data)
        name = f"drive/files/{hashlib.sha256(data).hexdigest()}.{suffix}"
        write_atomically(self._folder / name, data)
        return name
