"""Requests whose authority is a cookie, which the browser sends on its own: only our own pages may change things."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_knows.workspace.local.errors import ApiError

HEADER = "x-knows-editor"
"""A header that no form and no other site's script can send without being asked (CORS preflight)."""


def require_own_page(methods: set[str], headers: Mapping[str, str]) -> None:
    """Raises ApiError 403 if one of the methods changes something and no page of this server sends the request."""
    if methods <= {"GET", "HEAD", "OPTIONS"}:
        return
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    own = origin in (None, f"http://{headers.get('host')}") and site in (None, "same-origin")
    if headers.get(HEADER) != "1" or not own or (origin is None and site is None):
        raise ApiError(
            403,
            "With a cookie as authority, changes are taken from this server's own pages only: "
            "send X-Knows-Editor: 1 from the same origin, or a bearer token.",
            reason="forbidden",
        )
