"""The benchmark's source assets: the files and folders on Drive that prompts name.

They come from where they are hosted (`hosted_assets`), or from a folder or zip of the user's with one entry per asset,
named by its Drive id: ``<id>.<suffix>`` for a file, ``<id>/...`` for a folder. Provisioning puts them into the embedded
Workspace under the same ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pytest_knows.evidence.archive import Members, check_source, open_archive
from pytest_knows.workspace.addresses import mime_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AssetFile:
    """One file of an asset; `name` is what it is called in its folder."""

    name: str
    data: bytes
    mime: str

    def __repr__(self) -> str:
        return f"AssetFile({self.name}, {self.mime}, {len(self.data)} bytes)"


class AssetSource(Protocol):
    """Where source assets come from. `problems`: why one could not be had, by its id."""

    @property
    def problems(self) -> Mapping[str, str]: ...

    def files(self, asset_id: str, kind: str) -> list[AssetFile] | None:
        """The files of an asset, sorted by name: one for a file, several for a folder; None if it cannot be had.

        `kind` as in the dataset (`drive_folder`, `document`, ...). Raises `DamagedEvidence`.
        """
        ...


def open_assets(source: str, *, live: bool) -> AssetSource | None:
    """`source`: auto, none, a folder, a zip or the URL of a zip; `live`: whether auto may ask the network.

    Raises `ConfigurationError`, `DamagedEvidence`.
    """
    if source == "none":
        return None
    if source == "auto":
        from pytest_knows.evidence.hosted_assets import HostedAssets

        return HostedAssets(live=live)
    return Assets.open(source)


class Assets:
    """Assets by Drive id."""

    def __init__(self, members: Members, source: str) -> None:
        self._members = members
        self._source = source
        self.problems: dict[str, str] = {}
        """Why an asset could not be had, by its id: here it simply is not there."""

    @classmethod
    def open(cls, source: str) -> Assets:
        """`source`: a folder, a zip or the URL of a zip. Raises `ConfigurationError`, `DamagedEvidence`."""
        check_source(source, "--knows-assets")
        return cls(open_archive(source), source)

    def __repr__(self) -> str:
        return f"Assets({self._source})"

    def files(self, asset_id: str, kind: str) -> list[AssetFile] | None:
        """The files of an asset, sorted by name: one for a file, several for a folder; None if there is no such entry.

        Files in folders of a folder are left out: the benchmark has none. Raises `DamagedEvidence`.
        """
        found = sorted(member for member in self._members.names if _belongs(member, asset_id))
        return [self._file(member) for member in found] or None

    def _file(self, member: str) -> AssetFile:
        name = member.rpartition("/")[2]
        return AssetFile(name=name, data=self._members.read(member), mime=mime_of(Path(name)))


def _belongs(member: str, asset_id: str) -> bool:
    """`<id>.<suffix>`, `<id>` or `<id>/<file>`, with or without one leading folder."""
    parts = member.split("/")
    name = parts[-1]
    if name.startswith(".") or len(parts) > 3:
        return False
    in_folder = len(parts) >= 2 and parts[-2] == asset_id
    is_file = len(parts) <= 2 and (
        name == asset_id or (name.startswith(asset_id + ".") and "." not in name[len(asset_id) + 1 :])
    )
    return in_folder or is_file
