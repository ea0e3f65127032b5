"""How a browser comes in without a login: a link with a code, which becomes a cookie and leaves the address bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from pytest_knows.workspace.local.calls import Reply
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.tokens import Tokens

COOKIE = "knows_token"
ENTER = "/_knows/enter"


def cookie(token: str) -> str:
    """The header that keeps a token in the browser, out of the reach of scripts and of other sites."""
    return f"{COOKIE}={quote(token)}; Path=/; HttpOnly; SameSite=Strict"


def enter(tokens: Tokens, query: Mapping[str, Sequence[str]]) -> Reply:
    """`/_knows/enter?code=...&to=/path`: to the clean address, with the cookie of the code's token.

    Raises ApiError 401 for a code that nobody was given, 400 for an address that is not the server's own.
    """
    token = tokens.entered(query.get("code", [""])[-1])
    to = query.get("to", ["/drive/folders/root"])[-1]
    if not to.startswith("/") or to[1:2] in ("/", "\\") or not to.isprintable():
        raise ApiError(400, "to must be a path of this server, such as /drive/folders/root.")
    return Reply(status=303, headers={"Location": quote(to, safe="/?#=&%:~+,;@!$'()*"), "Set-Cookie": cookie(token)})
