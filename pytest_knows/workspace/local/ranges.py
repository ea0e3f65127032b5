"""Bytes as an answer, whole or the part that a Range header asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pytest_knows.workspace.local.calls import Reply
from pytest_knows.workspace.local.errors import ApiError


def ranged(data: bytes, mime: str, headers: Mapping[str, str]) -> Reply:
    """200 with everything, or 206 for one satisfiable range. Raises ApiError 416 for a range past the end.

    A header that is not one plain range of bytes is ignored, as RFC 9110 (14.2) allows.
    """
    safe = {"Accept-Ranges": "bytes", "Content-Security-Policy": "sandbox; default-src 'none'"}
    match = re.fullmatch(r"bytes=([0-9]{0,18})-([0-9]{0,18})", headers.get("range", ""))
    if not match or match[1] == match[2] == "":
        return Reply(content=data, mime=mime, headers=safe)
    if match[1]:
        start, end = int(match[1]), min(int(match[2] or len(data)), len(data) - 1)
    else:
        start, end = max(0, len(data) - int(match[2])), len(data) - 1
    if start > end:
        raise ApiError(416, f"The range {match[0]} lies outside the {len(data)} bytes of the file.")
    part = {"Content-Range": f"bytes {start}-{end}/{len(data)}"}
    return Reply(status=206, content=data[start : end + 1], mime=mime, headers=safe | part)
