"""Ids in addresses, and the types of local files."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pytest_knows.errors import WorkspaceError

_ID = re.compile(r"/(?:d|folders)/([\w-]{5,})")


def file_id(id_or_url: str) -> str:
    """The id in any address that Google or the embedded server gives a file (or the id itself).

    Raises WorkspaceError.
    """
    if "/" not in id_or_url:
        return id_or_url
    parts = urlsplit(id_or_url)
    match = _ID.search(parts.path)
    found = match[1] if match else parse_qs(parts.query).get("id", [""])[0]
    if not found:
        raise WorkspaceError(f"There is no file id in {id_or_url!r}; expected an address with /d/<id>/ or ?id=<id>.")
    return found


OFFICE = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}
"""Not in every system's table of types."""


def mime_of(path: Path) -> str:
    """The mime type of a file by its suffix."""
    import mimetypes

    known = OFFICE.get(path.suffix.lower())
    return known or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
