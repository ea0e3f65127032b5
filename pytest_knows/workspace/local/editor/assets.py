"""The editors' scripts and styles, as they lie in `static/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pytest_knows.workspace.local.calls import Reply
from pytest_knows.workspace.local.errors import ApiError

ASSET_PATH = "/_knows/editor/"
_FOLDER = Path(__file__).parent / "static"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


@cache
def _names() -> dict[str, Path]:
    """What can be asked for; an address never becomes a path."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _TYPES)
    return {path.relative_to(_FOLDER).as_posix(): path for path in files}


def asset(path: str) -> Reply:
    """The script or style at a path that starts with `ASSET_PATH`. Raises ApiError 404."""
    found = _names().get(path.removeprefix(ASSET_PATH))
    if found is None:
        raise ApiError(404, f"There is no {path}.")
    return Reply(content=found.read_bytes(), mime=_TYPES[found.suffix], headers={"Cache-Control": "no-cache"})
