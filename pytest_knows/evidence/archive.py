"""Reading an archive that may be a folder, a zip, or a zip on a web server: names, and the bytes of one member.

Nothing is ever unpacked to a path that the archive names, and sizes are limited before anything is expanded.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from threading import Lock
from typing import IO, Protocol

from pytest_knows.errors import ConfigurationError, DamagedEvidence

MEMBER_BYTES = 200 * 1024 * 1024
"""Of one member, expanded. The largest tables of the benchmark are some ten megabytes."""
MEMBER_RATIO = 1000
"""Expanded by compressed size. Deflate cannot do more than 1032; text that comes close is a bomb."""
HARMLESS_BYTES = 1024 * 1024
"""A member that is no larger may be compressed as well as it likes."""


class Members(Protocol):
    """The files of an archive, by name with `/` between folders."""

    @property
    def names(self) -> frozenset[str]: ...

    def read(self, name: str) -> bytes:
        """Raises `DamagedEvidence` if the member is not there, is damaged or is too large."""
        ...


def is_url(source: str) -> bool:
    """Whether a source is to be fetched."""
    return source.lower().startswith(("http://", "https://"))


def check_source(source: str, option: str) -> None:
    """Raises `ConfigurationError` for what is neither a URL, a folder nor a zip."""
    if is_url(source):
        return
    path = Path(source)
    if not path.exists():
        raise ConfigurationError(f"{option} {source}: there is no such folder or zip")
    if not path.is_dir() and not zipfile.is_zipfile(path):
        raise ConfigurationError(f"{option} {source}: the file is not a zip archive")


def open_archive(source: str) -> Members:
    """The archive of a source that `check_source` accepts; raises `DamagedEvidence` if it cannot be read."""
    if is_url(source):
        from pytest_knows.evidence.remote import open_remote

        return open_remote(source)
    path = Path(source)
    return FolderMembers(path) if path.is_dir() else zip_file(path)


def zip_file(path: Path) -> ZipMembers:
    """A zip on disk; raises `DamagedEvidence`."""
    try:
        return ZipMembers(path.open("rb"), path.name)
    except OSError as error:
        raise DamagedEvidence(f"{path} cannot be read: {error}") from error


class FolderMembers:
    """The files below a folder. Links that lead out of it are not followed."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        files = (path for path in self._root.rglob("*") if path.is_file())
        inside = (path for path in files if path.resolve().is_relative_to(self._root))
        self.names = frozenset(path.relative_to(self._root).as_posix() for path in inside)

    def read(self, name: str) -> bytes:
        """See `Members`."""
        if name not in self.names:
            raise DamagedEvidence(f"{self._root.name} has no file {name}")
        try:
            return (self._root / name).read_bytes()
        except OSError as error:
            raise DamagedEvidence(f"{name} in {self._root.name} cannot be read: {error.strerror}") from error


class ZipMembers:
    """The members of an open zip file. Thread-safe."""

    def __init__(self, file: IO[bytes], label: str) -> None:
        """`label` names the archive in errors. Raises `DamagedEvidence` if its directory cannot be read."""
        self._label = label
        self._lock = Lock()
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise DamagedEvidence(f"the directory of the archive {label} is damaged: {error}") from error
        listed = (info for info in self._zip.infolist() if not info.is_dir() and _is_safe(info.filename))
        self._infos = {info.filename: info for info in listed}

    @property
    def names(self) -> frozenset[str]:
        """See `Members`."""
        return frozenset(self._infos)

    def info(self, name: str) -> zipfile.ZipInfo:
        """The directory's entry; raises `DamagedEvidence` if there is none."""
        if name not in self._infos:
            raise DamagedEvidence(f"the archive {self._label} has no member {name}")
        return self._infos[name]

    def read(self, name: str) -> bytes:
        """See `Members`; the checksum is compared."""
        info = self.info(name)
        if info.file_size > MEMBER_BYTES:
            raise DamagedEvidence(f"{name} in {self._label} has {info.file_size} bytes, more than {MEMBER_BYTES}")
        if info.file_size > max(HARMLESS_BYTES, MEMBER_RATIO * info.compress_size):
            raise DamagedEvidence(f"{name} in {self._label} expands {MEMBER_RATIO} times or more: not opened")
        try:
            with self._lock:
                return self._zip.read(info)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
            OSError,
            ValueError,
        ) as error:
            raise DamagedEvidence(f"{name} in {self._label} is damaged: {error}") from error


def _is_safe(name: str) -> bool:
    """No absolute name and no way up, so that names can be compared; no litter of macOS."""
    parts = name.split("/")
    return not name.startswith("/") and ":" not in parts[0] and ".." not in parts and parts[0] != "__MACOSX"
