"""Addresses of the embedded Workspace as they may be kept: without what lets a browser in."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

_ENTER = "/_knows/enter"
_SECRETS = {"code": "enter-", "token": "knows-", "access_token": "knows-"}
"""Query parameters, and what the embedded server's values of them begin with."""


def without_entrance(url: str) -> str:
    """The same page without the code or token in its address; of an entering link the page that it leads to.

    Any other text comes back as it is.
    """
    if not any(mark in url for mark in (_ENTER, *_SECRETS.values())):
        return url
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return url
    if parts.path == _ENTER:
        return without_entrance(urljoin(url, dict(query).get("to", "/")))
    kept = [(name, value) for name, value in query if not value.startswith(_SECRETS.get(name, "\n"))]
    return url if kept == query else parts._replace(query=urlencode(kept)).geturl()
