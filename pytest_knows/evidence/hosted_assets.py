"""Source assets where the benchmark hosts them: read without an account, as a browser that is not signed in would.

Files of Docs, Sheets and Slides come from their export addresses as Office files, other files from Drive's download
address, folders from the list that Drive gives for embedding. What was fetched stays in the user cache:
``assets/<id>/index.json``: ``{"schema": 1, "sha256", "fetched_at", "files": [{"name", "mime", "file"}]}``.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_knows.cache import user_cache
from pytest_knows.evidence.assets import AssetFile
from pytest_knows.evidence.hosted_files import Hosted, NotHad
from pytest_knows.files import write_atomically

INDEX = "index.json"


class HostedAssets:
    """Assets by Drive id, from the cache or the network. `live`: whether the network may be asked at all."""

    def __init__(self, *, live: bool, hosted: Hosted | None = None) -> None:
        self._live = live
        self._hosted = hosted or Hosted.of_environment()
        self._known: dict[str, list[AssetFile] | None] = {}
        self.problems: dict[str, str] = {}
        """Why an asset could not be had, by its id."""

    def __repr__(self) -> str:
        return "HostedAssets(auto)"

    def files(self, asset_id: str, kind: str) -> list[AssetFile] | None:
        """The files of an asset, sorted by name; None if it cannot be had. Asked for once a process."""
        if asset_id not in self._known:
            self._known[asset_id] = self._kept(asset_id) or self._fetched(asset_id, kind)
        return self._known[asset_id]

    def fresh(self, asset_id: str, kind: str) -> tuple[str, str | None]:
        """What is hosted now and what the cache has, as hashes of their contents (None: nothing). Raises `NotHad`."""
        return content_hash(self._hosted.files(asset_id, kind)), self.kept_hash(asset_id)

    def kept_hash(self, asset_id: str) -> str | None:
        """The hash of what the cache has."""
        found = _index(_folder(asset_id)).get("sha256")
        return found if isinstance(found, str) else None

    def _fetched(self, asset_id: str, kind: str) -> list[AssetFile] | None:
        from filelock import FileLock

        if not self._live:
            self.problems[asset_id] = "it is not in the cache, and nothing is fetched under --knows-web replay"
            return None
        folder = _folder(asset_id)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with FileLock(folder / ".lock"):  # of all workers one fetches, and the others then find it
                found = self._kept(asset_id)
                if found is None:
                    found = self._hosted.files(asset_id, kind)
                    _keep(folder, found)
                return found
        except (NotHad, OSError) as error:
            self.problems[asset_id] = str(error)
            return None

    @staticmethod
    def _kept(asset_id: str) -> list[AssetFile] | None:
        folder = _folder(asset_id)
        index = _index(folder)
        with contextlib.suppress(OSError, KeyError, TypeError):
            found = [
                AssetFile(name=str(entry["name"]), mime=str(entry["mime"]), data=(folder / entry["file"]).read_bytes())
                for entry in index["files"]
            ]
            return found if content_hash(found) == index["sha256"] else None
        return None


def _folder(asset_id: str) -> Path:
    return user_cache("assets", asset_id)


def _index(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / INDEX).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _keep(folder: Path, files: Sequence[AssetFile]) -> None:
    """The index is written last. A file's own name is whatever its owner chose, so it is no name of ours on disk."""
    entries = []
    for number, file in enumerate(files):
        write_atomically(folder / f"{number:03}", file.data)
        entries.append({"name": file.name, "mime": file.mime, "file": f"{number:03}"})
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    index = {"schema": 1, "sha256": content_hash(files), "fetched_at": now, "files": entries}
    write_atomically(folder / INDEX, json.dumps(index, indent=1).encode())


def content_hash(files: Sequence[AssetFile]) -> str:
    """sha256 over names and contents. Of an Office file the members count: two exports of it differ as archives."""
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda file: file.name):
        digest.update(f"{file.name}\0{_content(file.data)}\0".encode())
    return digest.hexdigest()


def _content(data: bytes) -> str:
    with contextlib.suppress(zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        members = zipfile.ZipFile(io.BytesIO(data)).infolist()
        return repr(sorted((one.filename, one.CRC) for one in members if not one.filename.startswith("docProps/")))
    return hashlib.sha256(data).hexdigest()
