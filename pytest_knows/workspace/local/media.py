"""Pictures that go into a file: fetched once, kept by content, served at an address that needs no token.

That address holds a sha256, which nobody can guess who has not seen the picture: as with Google's `contentUri`.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
from collections.abc import Callable
from urllib.parse import parse_qs, unquote_to_bytes, urlsplit

from pytest_knows.evidence.web.address import FetchError
from pytest_knows.workspace.local.engine import RequestError, StoredPicture
from pytest_knows.workspace.local.public_fetch import PublicFetch
from pytest_knows.workspace.local.store import Store, StoredFile

MEDIA_PATH = "/_media/"
FORMATS = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif"}
"""What Docs, Sheets and Slides accept (API reference of insertInlineImage and createImage: PNG, JPEG or GIF)."""
MAX_BYTES = 50 * 1024 * 1024
"""The same reference: images must be less than 50 MB ..."""
MAX_PIXELS = 25_000_000
"""... and cannot exceed 25 megapixels."""
MAX_URL = 2 * 1024 * 1024
"""A `data:` URL longer than this is refused. Google takes 2 kB of URL; a picture in one must be allowed more."""

FileLookup = Callable[[str], StoredFile | None]
"""A file by id, if the caller may read it."""

_DRIVE_HOSTS = {"drive.google.com", "docs.google.com", "drive.usercontent.google.com", "www.googleapis.com"}
_DRIVE_PATH = re.compile(r"/(?:drive/v3/files|file/d|d)/([\w-]+)(?:/.*)?")


class Pictures:
    """Fetches, checks and keeps pictures. `address` is the server's own, without a slash at the end."""

    def __init__(self, store: Store, address: str, public: PublicFetch) -> None:
        self._store = store
        self._address = address
        self._public = public

    def fetch(self, url: str, lookup: FileLookup) -> StoredPicture:
        """The picture behind a URL, kept. Raises RequestError with Google's kind of message."""
        return self.keep(self._bytes(url, lookup), url)

    def keep(self, data: bytes, source_url: str = "") -> StoredPicture:
        """The picture with these bytes, kept. Raises RequestError if they are no picture that Google takes."""
        mime, width, height = _measured(data)
        sha256 = self._store.put_blob(data, mime)
        return StoredPicture(
            url=f"{self._address}{MEDIA_PATH}{sha256}",
            source_url=source_url,
            mime=mime,
            width=width,
            height=height,
        )

    def stored(self, url: str) -> tuple[bytes, str] | None:
        """Bytes and mime type of a picture that this server keeps, by its address."""
        path = urlsplit(url).path
        return self._store.blob(path.removeprefix(MEDIA_PATH)) if path.startswith(MEDIA_PATH) else None

    def _bytes(self, url: str, lookup: FileLookup) -> bytes:
        if url[:5].lower() == "data:":
            return _data_url(url)
        local = self._local(url, lookup)
        if local is not None:
            return local
        try:
            return self._public.get(url, max_bytes=MAX_BYTES)
        except FetchError as error:
            raise _refused(str(error)) from error

    def _local(self, url: str, lookup: FileLookup) -> bytes | None:
        """The bytes behind one of our own addresses, or behind a Drive address whose file lives here."""
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise _refused(f"{url[:200]!r} is not a URL") from error
        own = url.startswith(self._address + "/")
        if own and parts.path.startswith(MEDIA_PATH):
            kept = self.stored(url)
            if kept is None:
                raise _refused(f"{url} is not a picture of this Workspace")
            return kept[0]
        if not own and parts.hostname not in _DRIVE_HOSTS:
            return None
        match = _DRIVE_PATH.fullmatch(parts.path)
        file_id = match[1] if match else parse_qs(parts.query).get("id", [""])[0]
        file = lookup(file_id) if file_id else None
        kept = self._store.blob(file.blob) if file and file.blob else None
        if kept is None and own:
            raise _refused(f"{url} is not a picture that you may read")
        return kept[0] if kept else None


def _data_url(url: str) -> bytes:
    head, comma, payload = url.partition(",")
    if not comma or len(url) > MAX_URL:
        raise _refused("the data: URL is malformed or longer than 2 MB")
    raw = unquote_to_bytes(payload)
    if not head.endswith(";base64"):
        return raw
    try:
        return base64.b64decode(raw, validate=True)
    except binascii.Error as error:
        raise _refused(f"the data: URL is not valid base64 ({error})") from error


def _measured(data: bytes) -> tuple[str, int, int]:
    """Mime type, width and height in pixels, from the header alone: nothing is decoded."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as picture:
            mime = FORMATS.get(picture.format or "")
            width, height = picture.size
    except Exception as error:
        # Pillow's parsers raise nearly anything on damaged bytes, and its own error for decompression bombs.
        raise _refused("the bytes are not a PNG, JPEG or GIF picture") from error
    if mime is None:
        raise _refused("the picture is not in PNG, JPEG or GIF format")
    if width * height > MAX_PIXELS:
        raise _refused(f"the picture has {width} x {height} pixels; 25 megapixels is the most")
    return mime, width, height


def _refused(why: str) -> RequestError:
    return RequestError(
        "There was a problem retrieving the image. The provided image should be publicly accessible, "
        f"within size limit, and in supported formats: {why}."
    )
