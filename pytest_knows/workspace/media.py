"""Pictures of an artifact: addresses that hold without credentials for a while."""

from __future__ import annotations

import urllib.error
import urllib.request
from urllib.parse import urlsplit

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.google.retries import PASSING

SECONDS = 60


def fetched(url: str, *, proxied: bool) -> tuple[bytes, str]:
    """Bytes and mime type. Raises OSError for trouble that may pass, WorkspaceError for what stays as it is."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise WorkspaceError(f"The picture {url[:200]!r} has no http(s) address.")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler(None if proxied else {}))
    try:
        with opener.open(url, timeout=SECONDS) as response:
            return response.read(), response.headers.get_content_type()
    except urllib.error.HTTPError as error:
        if error.code in PASSING:
            raise
        raise WorkspaceError(f"The picture {url} could not be fetched: {error}") from error
    except ValueError as error:
        raise WorkspaceError(f"The picture {url} could not be fetched: {error}") from error
