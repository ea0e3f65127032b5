"""A zip on a web server, of which only the directory and the members asked for are fetched (HTTP ranges).

Members are kept in the user cache under the archive's identity (URL, entity tag, length) and their checksum, and so is
the list of members: what was read once can be read again when the server cannot be reached. A server without ranges
costs one full download.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO, cast

import httpx
from filelock import FileLock

from pytest_knows.cache import user_cache
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.archive import Members, ZipMembers, zip_file
from pytest_knows.files import write_atomically

TIMEOUT = httpx.Timeout(20.0, connect=5.0)
"""Seconds."""
TAIL = 64 * 1024
"""Bytes of the end that are fetched first; with luck they hold the whole directory."""
MAX_WINDOW = 256 * 1024 * 1024
MAX_DOWNLOAD = 2 * 1024**3
LOCAL_HEADER = 4096
"""Bytes that a member's own header may take: 30, its name and extra fields."""
INDEX = "index.json"


class RangeFile:
    """What `zipfile` needs of a file: reads go through one window, which a range request moves."""

    def __init__(self, client: httpx.Client, url: str, size: int, tail: bytes) -> None:
        self._client = client
        self._url = url
        self._size = size
        self._position = 0
        self._start, self._window = size - len(tail), tail

    def seekable(self) -> bool:
        """Always."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """As of any file."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = max(0, base + offset)
        return self._position

    def tell(self) -> int:
        """As of any file."""
        return self._position

    def read(self, size: int = -1) -> bytes:
        """As of any file; raises OSError or `httpx.HTTPError`."""
        left = max(0, self._size - self._position)
        wanted = left if size < 0 else min(size, left)
        self.prepare(self._position, wanted)
        offset = self._position - self._start
        self._position += wanted
        return self._window[offset : offset + wanted]

    def prepare(self, start: int, length: int) -> None:
        """Has these bytes in the window, fetching them in one request if need be. Raises like `read`."""
        stop = min(start + length, self._size)
        if stop <= start or (self._start <= start and stop <= self._start + len(self._window)):
            return
        if stop - start > MAX_WINDOW:
            raise OSError(f"{stop - start} bytes in one piece are too many")
        with self._client.stream("GET", self._url, headers={"Range": f"bytes={start}-{stop - 1}"}) as answer:
            if answer.status_code != 206:
                raise OSError(f"the server answered {answer.status_code} to a range request")
            content = answer.read()
        if len(content) != stop - start:
            raise OSError(f"the server sent {len(content)} bytes instead of {stop - start}")
        self._start, self._window = start, content


class CachedMembers:
    """The members of a remote zip. What is not in the cache yet is fetched; with no `fetch`, it cannot be had."""

    def __init__(
        self, listing: Mapping[str, tuple[int, int]], fetch: Callable[[str], bytes] | None, cache: Path
    ) -> None:
        """`listing`: member -> (CRC-32, size)."""
        self._listing = listing
        self._fetch = fetch
        self._cache = cache

    @property
    def names(self) -> frozenset[str]:
        """See `archive.Members`."""
        return frozenset(self._listing)

    def read(self, name: str) -> bytes:
        """See `archive.Members`."""
        if name not in self._listing:
            raise DamagedEvidence(f"the archive has no member {name}")
        crc, size = self._listing[name]
        kept = self._cache / f"{crc:08x}-{size}"
        with FileLock(f"{kept}.lock"):
            data = _whole(kept, crc)
            if data is None:
                if self._fetch is None:
                    raise DamagedEvidence(f"{name} was not fetched before, and the archive's server cannot be reached")
                data = self._fetch(name)
                write_atomically(kept, data)
        return data


def _whole(kept: Path, crc: int) -> bytes | None:
    """What the cache has, if it is undamaged."""
    try:
        data = kept.read_bytes()
    except OSError:
        return None
    return data if zlib.crc32(data) == crc else None


@contextmanager
def _as_damage(what: str) -> Iterator[None]:
    try:
        yield
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise DamagedEvidence(f"{what} could not be fetched: {error or type(error).__name__}") from error


def open_remote(url: str) -> Members:
    """The zip behind an http(s) URL; raises `DamagedEvidence` if it cannot be had and was never opened before."""
    folder = user_cache("archives", hashlib.sha256(url.encode()).hexdigest()[:16])
    try:
        with _as_damage(url):
            folder.mkdir(parents=True, exist_ok=True)
            client = httpx.Client(timeout=TIMEOUT, follow_redirects=True, headers={"Accept-Encoding": "identity"})
            return _opened(client, url, folder)
    except DamagedEvidence:
        known = _as_last_seen(folder)
        if known is None:
            raise
        return known


def _opened(client: httpx.Client, url: str, folder: Path) -> Members:
    with client.stream("GET", url, headers={"Range": f"bytes=-{TAIL}"}) as answer:
        tag = answer.headers.get("etag") or answer.headers.get("last-modified") or ""
        total = re.fullmatch(r"bytes \d+-\d+/(\d+)", answer.headers.get("content-range", ""))
        if answer.status_code == 206 and total:
            file = RangeFile(client, url, int(total[1]), answer.read())
        elif answer.status_code == 200:
            return _downloaded(answer, folder / f"{_identity(tag, answer.headers.get('content-length'))}.zip")
        else:
            raise OSError(f"the server answered {answer.status_code}")
    return _by_ranges(file, url, folder, _identity(tag, total[1]))


def _identity(tag: str, size: str | None) -> str:
    return hashlib.sha256(f"{tag} {size}".encode()).hexdigest()[:16]


def _by_ranges(file: RangeFile, url: str, folder: Path, identity: str) -> Members:
    members = ZipMembers(cast(IO[bytes], file), url)
    listing = {name: (members.info(name).CRC, members.info(name).file_size) for name in sorted(members.names)}
    lock = Lock()

    def fetch(name: str) -> bytes:
        info = members.info(name)
        with lock, _as_damage(f"{name} of {url}"):
            file.prepare(info.header_offset, LOCAL_HEADER + info.compress_size)
            return members.read(name)

    index = {"schema": 1, "identity": identity, "members": listing}
    write_atomically(folder / INDEX, json.dumps(index, indent=1).encode())
    return CachedMembers(listing, fetch, folder / identity)


def _as_last_seen(folder: Path) -> Members | None:
    """The archive without its server: the list of members from the last time, and those that were fetched."""
    downloads = sorted(folder.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    if downloads:
        return zip_file(downloads[-1])
    try:
        index = json.loads((folder / INDEX).read_bytes())
    except (OSError, ValueError):
        return None
    listing = {name: (crc, size) for name, (crc, size) in index["members"].items()}
    return CachedMembers(listing, None, folder / index["identity"])


def _downloaded(answer: httpx.Response, target: Path) -> Members:
    """The whole archive, once; raises OSError if it is too large, `httpx.HTTPError`."""
    with FileLock(f"{target}.lock"):
        if not target.exists():
            part, size = target.with_suffix(".part"), 0
            with part.open("wb") as file:
                for chunk in answer.iter_bytes():
                    size += len(chunk)
                    if size > MAX_DOWNLOAD:
                        raise OSError(f"the archive has more than {MAX_DOWNLOAD} bytes")
                    file.write(chunk)
            os.replace(part, target)
    return zip_file(target)
