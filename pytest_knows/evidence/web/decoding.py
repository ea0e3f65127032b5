"""Content encodings undone within a limit: a few bytes of gzip can hold gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from pytest_knows.evidence.web.address import FetchError

ACCEPTED = "gzip, deflate"
_LAYERS = 2
_PIECE = 256 * 1024


def decode(chunks: Iterable[bytes], encoding: str, limit: int) -> bytes:
    """The body behind a Content-Encoding, of at most `limit` bytes. Raises FetchError."""
    names = [name.strip().lower() for name in encoding.split(",") if name.strip().lower() not in ("", "identity")]
    if len(names) > _LAYERS or not {*names} <= {"gzip", "x-gzip", "deflate"}:
        raise FetchError(f"the content encoding {encoding[:60]!r} was not asked for", "encoding")
    for name in reversed(names):
        chunks = _inflated(chunks, raw_allowed=name == "deflate")
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise FetchError(f"it has more than {limit} bytes", "size")
    return bytes(body)


def _inflated(chunks: Iterable[bytes], *, raw_allowed: bool) -> Iterator[bytes]:
    """In pieces of bounded size. Several gzip members count as one; what follows them is left out, as browsers do."""
    inflater, begun = zlib.decompressobj(zlib.MAX_WBITS | 32), False
    for chunk in chunks:
        data = chunk
        while data:
            try:
                piece = inflater.decompress(data, _PIECE)
            except zlib.error as error:
                if begun or not raw_allowed:
                    raise FetchError(f"its compression is broken ({error})", "broken") from error
                inflater, raw_allowed = zlib.decompressobj(-zlib.MAX_WBITS), False  # deflate without its zlib header
                continue
            begun = True
            yield piece
            data = inflater.unconsumed_tail
            if inflater.eof:
                data = inflater.unused_data if inflater.unused_data.startswith(b"\x1f\x8b") else b""
                inflater = zlib.decompressobj(zlib.MAX_WBITS | 32)
    if begun and (rest := inflater.flush()):
        yield rest
