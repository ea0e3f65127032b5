"""Where a Playwright browser context goes, seen from outside: the trace does not rest on the agent's word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def observe(context: Any, on_url: Callable[[str], None]) -> None:
    """Call `on_url` with every main-frame navigation to an http(s) URL in a context, sync or async: those of its open
    pages, of pages and pop-ups to come, and changes within a document (`pushState`, fragments)."""

    def watch(page: Any) -> None:
        page.on("framenavigated", seen)
        if page.url.startswith(("http://", "https://")):  # it went there before anybody could listen
            on_url(page.url)

    def seen(frame: Any) -> None:
        if frame.parent_frame is None and frame.url.startswith(("http://", "https://")):
            on_url(frame.url)

    for page in context.pages:
        watch(page)
    context.on("page", watch)
