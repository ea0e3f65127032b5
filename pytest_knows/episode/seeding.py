"""Putting the benchmark's source assets into the embedded Workspace, under the ids that the prompts name."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_knows.errors import WorkspaceError
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.tasks.model import SourceAsset
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.google.problems import http_status

if TYPE_CHECKING:
    from pytest_knows.evidence.assets import AssetFile, AssetSource


def seed_assets(workspace: Workspace, wanted: Iterable[SourceAsset], source: AssetSource | None) -> dict[str, str]:
    """Seed what `source` has; returns the assets that are in the Workspace afterwards, id -> address there.

    May run in several processes at once: whoever comes second finds every single file there and goes on.
    Google has the assets already, unless their owners took them away: nothing is seeded there.
    """
    if workspace.is_google:
        return {asset.id: asset.url for asset in wanted if _found(workspace, asset.id)}
    addresses: dict[str, str] = {}
    for asset in wanted:
        files = source.files(asset.id, asset.kind) if source else None
        if files:
            _seed(workspace, asset, files)
        found = _found(workspace, asset.id)
        if found is not None:
            addresses[asset.id] = str(found.get("webViewLink", asset.url))
    return addresses


def _seed(workspace: Workspace, asset: SourceAsset, files: Sequence[AssetFile]) -> None:
    if asset.kind == "drive_folder":
        _once(workspace, asset.id, "Source files", FOLDER_MIME)
        for number, file in enumerate(files):
            _once(workspace, f"{asset.id}-{number:03}", file.name, file.mime, file.data, parent=asset.id)
    elif asset.kind in tuple(Kind):
        _once_converted(workspace, asset, files[0])
    else:
        _once(workspace, asset.id, files[0].name, files[0].mime, files[0].data)


def _once(
    workspace: Workspace, id_: str, name: str, mime: str, data: bytes | None = None, *, parent: str | None = None
) -> None:
    if _found(workspace, id_):
        return
    try:
        workspace.seed(id_=id_, name=name, mime=mime, data=data, parent=parent)
    except WorkspaceError:
        if not _found(workspace, id_):
            raise


def _once_converted(workspace: Workspace, asset: SourceAsset, file: AssetFile) -> None:
    """An Office file becomes a Google file under the asset's id."""
    if _found(workspace, asset.id):
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(file.name).name
        path.write_bytes(file.data)
        try:
            workspace.upload(path, kind=Kind(asset.kind), name=path.stem, id_=asset.id)
        except WorkspaceError:
            if not _found(workspace, asset.id):
                raise


def _found(workspace: Workspace, id_: str) -> dict[str, Any] | None:
    try:
        return workspace.metadata(id_)
    except WorkspaceError as error:
        if http_status(error) == 404:
            return None
        raise
