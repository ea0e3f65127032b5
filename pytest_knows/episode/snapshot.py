"""Reading a frozen episode. Grading sees an episode through this and nothing else.

    <episode>/task.json  attempt.json  trace.json  media.json  snapshot.json  agent/
              artifact/file.json  artifact/export.pdf  artifact/export.xlsx  artifact/preview.png
              artifact/media/<sha256>.<ext>  drive/file.json  drive/targets.json  drive/assets.json  drive/files/
              pages/index.json  pages/<sha256>

`snapshot.json` is written last: ``{"schema": 1, "files": {"artifact/file.json": "<sha256>", ...}, "notes": {...}}``.
`media.json` maps each picture URL that stands in file.json to ``{"file": "artifact/media/...", "mime": ...}`` or to
``{"error": "<why it could not be had>"}``.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_knows.errors import DamagedEvidence
from pytest_knows.garbage import no_collection

MANIFEST = "snapshot.json"


class Snapshot:
    """The files of one frozen episode, each checked against the manifest when it is first read."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __repr__(self) -> str:
        return f"Snapshot({self.root.parent.name}/{self.root.name})"

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The manifest; raises `DamagedEvidence` if it is missing or unreadable."""
        loaded = self._parse(MANIFEST, self._bytes(MANIFEST))
        if not isinstance(loaded, dict) or not isinstance(loaded.get("files"), dict):
            raise DamagedEvidence(f"{self.root / MANIFEST} is not a snapshot manifest")
        return loaded

    def has(self, name: str) -> bool:
        """Whether the manifest names the file."""
        return name in self.manifest["files"]

    def read(self, name: str) -> bytes:
        """The bytes of a file; raises `DamagedEvidence` if it is missing or was changed since the freeze."""
        expected = self.manifest["files"].get(name)
        if expected is None:
            raise DamagedEvidence(f"{name} is not part of the snapshot {self.root}")
        data = self._bytes(name)
        if hashlib.sha256(data).hexdigest() != expected:
            raise DamagedEvidence(
                f"{self.root / name} was changed after the freeze (its sha256 differs from the manifest)"
            )
        return data

    def json(self, name: str) -> Any:
        """A JSON file; raises `DamagedEvidence` if it cannot be read as such."""
        return self._parse(name, self.read(name))

    @cached_property
    def _media(self) -> dict[str, Any]:
        media = self.json("media.json") if self.has("media.json") else {}
        return media if isinstance(media, dict) else {}

    def picture(self, url: str) -> bytes:
        """The bytes of the picture that file.json refers to by `url`; raises `DamagedEvidence` saying why not."""
        entry = self._media.get(url)
        if not isinstance(entry, dict) or "file" not in entry:
            cause = entry.get("error") if isinstance(entry, dict) else "it was not recorded"
            raise DamagedEvidence(f"a picture of the artifact is not in the snapshot: {cause}")
        return self.read(str(entry["file"]))

    @cached_property
    def _resolved(self) -> str:
        return os.path.realpath(self.root)

    def _bytes(self, name: str) -> bytes:
        # plain paths, not `Path`s: an episode may have hundreds of pages, each smaller than the work of finding it
        path = os.path.realpath(os.path.join(self._resolved, name))
        if os.path.commonpath((path, self._resolved)) != self._resolved:
            raise DamagedEvidence(f"the snapshot names a file outside its folder: {name!r}")
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError as error:
            raise DamagedEvidence(f"{self.root / name} cannot be read: {error.strerror or error}") from error

    def _parse(self, name: str, data: bytes) -> Any:
        try:
            text = data.decode(json.detect_encoding(data), "surrogatepass")  # as json.loads does
            del data  # a third of the memory that a large artifact takes here
            with no_collection():
                return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DamagedEvidence(f"{self.root / name} is not JSON: {error}") from error


class Draft(Snapshot):
    """An episode that is being frozen: what lies in its folder so far."""

    @property
    def manifest(self) -> dict[str, Any]:
        """There is none yet."""
        return {}

    def has(self, name: str) -> bool:
        """Whether the file is there."""
        return (self.root / name).is_file()

    def read(self, name: str) -> bytes:
        """The bytes of a file; raises `DamagedEvidence` if it is missing."""
        return self._bytes(name)
