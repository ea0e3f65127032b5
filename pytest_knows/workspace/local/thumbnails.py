"""Files rendered by the browser: `presentations.pages.getThumbnail` (one page as PNG), and PDF for exports."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from typing import Any

from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.media import MEDIA_PATH
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile

WIDTHS = {"LARGE": 1600, "MEDIUM": 800, "SMALL": 200}
"""Pixels (reference of ThumbnailSize); without one Google makes the large one."""


def thumbnail(service: Service, call: Call, file: StoredFile, page_id: str, query: Json) -> Json:
    """The `Thumbnail`. Raises ApiError 404 for an id that no page has, 501 `rendererMissing` without a browser."""
    from PIL import Image

    width = WIDTHS.get(query.get("thumbnailProperties.thumbnailSize", ""), WIDTHS["LARGE"])
    rest = service.read(file, call.caller)

    def draw(rendering: Any) -> bytes:
        png: bytes = rendering.render_png(
            "presentation", rest, page_id, width, lambda url: service.picture(url, call.caller)
        )
        return png

    try:
        png = rendered(draw)
    except KeyError:
        raise ApiError(404, f"The page ({page_id}) could not be found.") from None
    sha256 = service.store.put_blob(png, "image/png")
    size = Image.open(io.BytesIO(png)).size
    return {"width": size[0], "height": size[1], "contentUrl": f"{service.address}{MEDIA_PATH}{sha256}"}


def rendered(draw: Callable[[Any], bytes]) -> bytes:
    """What `draw` makes with the room `rendering`. Raises ApiError 501 `rendererMissing` without a browser."""
    try:
        rendering = import_module("pytest_knows.workspace.local.rendering")
    except ImportError as error:
        raise ApiError(501, f"Nothing here draws pages: {error}", reason="rendererMissing") from error
    try:
        return draw(rendering)
    except rendering.RendererMissing as error:
        raise ApiError(501, str(error), reason="rendererMissing") from error
