"""Content encodings undone within a limit: a few bytes of gzip can hold gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from pytest_knows.evidence.web.address import FetchError

ACCEPTED = "gzip, deflate, br"
_LAYERS = 2
_PIECE = 256 * 1024


def decode(chunks: Iterable[bytes], encoding: str, limit: int) -> bytes:
    """The body behind a Content-Encoding, of at most `limit` bytes. Raises FetchError."""
    names = [name.strip().lower() for name in encoding.split(",") if name.strip().lower() not in ("", "identity")]
    if len(names) > _LAYERS or not {*names} <= {"gzip", "x-gzip", "deflate", "br"}:
        raise FetchError(f"the content encoding {encoding[:60]!r} was not asked for", "encoding")
    for name in reversed(names):
        chunks = _unbrotlied(chunks) if name == "br" else _inflated(chunks, raw_allowed=name == "deflate")
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise FetchError(f"it has more than {limit} bytes", "size")
    return bytes(body)


def _inflated(chunks: Iterable[bytes], *, raw_allowed: bool) -> Iterator[bytes]:
    """In pieces of bounded size. Several gzip members count as one; what follows them is left out, as browsers do."""
    inflater, head = zlib.decompressobj(zlib.MAX_WBITS | 32), b""
    for chunk in chunks:
        data = chunk
        while data:
            try:
                piece = inflater.decompress(data, _PIECE)
            except zlib.error as error:
                if len(head) == 2 or not raw_allowed:
                    raise FetchError(f"its compression is broken ({error})", "broken") from error
                # Deflate without its zlib header, which would have been two bytes long.
                inflater, raw_allowed, data = zlib.decompressobj(-zlib.MAX_WBITS), False, head + data
                continue
            head = (head + data)[:2]
            yield piece
            data = inflater.unconsumed_tail
            if inflater.eof:
                data = inflater.unused_data if inflater.unused_data.startswith(b"\x1f\x8b") else b""
                inflater = zlib.decompressobj(zlib.MAX_WBITS | 32)
    if head and (rest := inflater.flush()):
        yield rest


def _unbrotlied(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """In pieces of bounded size; what follows the end is left out."""
    import brotli

    decoder = brotli.Decompressor()
    for chunk in chunks:
        try:
            yield decoder.process(chunk, output_buffer_limit=_PIECE)
            while not (decoder.is_finished() or decoder.can_accept_more_data()):
                yield decoder.process(b"", output_buffer_limit=_PIECE)
        except brotli.error as error:
            raise FetchError(f"its compression is broken ({error})", "broken") from error
        if decoder.is_finished():
            return
