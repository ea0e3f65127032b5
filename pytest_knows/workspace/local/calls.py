"""One HTTP request and its answer, as the handlers see them: no web framework in here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.errors import ApiError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks. The admin (our own process) may do everything; an agent only what was shared with it."""

    email: str
    name: str
    root: str
    """The id of the caller's My Drive folder."""
    admin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request whose body was read and whose caller is known. `path` is still encoded, `headers` are lower case."""

    method: str
    path: str
    query: Mapping[str, Sequence[str]]
    headers: Mapping[str, str]
    body: bytes
    caller: Caller
    not_carried: list[str] = field(default_factory=list)
    """What a conversion left out: the answer says so in a header."""

    def leave_out(self, what: str) -> None:
        """Note something that is not carried, once."""
        if what not in self.not_carried:
            self.not_carried.append(what)

    def one(self, name: str, default: str = "") -> str:
        """The last value of a query parameter."""
        values = self.query.get(name)
        return values[-1] if values else default

    def flag(self, name: str) -> bool:
        """A boolean query parameter; absent is false."""
        return self.one(name).lower() == "true"

    def json(self) -> Json:
        """The body as a JSON object (`{}` if empty). Raises ApiError 400."""
        return parse_object(self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer that is not a plain JSON object: bytes, a redirect, an empty body.

    `rest`: what follows `content` and is made while it is sent; it can be taken once.
    """

    status: int = 200
    content: bytes = b""
    mime: str = "application/json; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    rest: Iterable[bytes] = ()

    def whole(self) -> bytes:
        """The body in one piece."""
        return b"".join((self.content, *self.rest))


def token_of(headers: Mapping[str, str], query: Mapping[str, Sequence[str]]) -> str:
    """The token from wherever Google's clients (header, `access_token`) or a person's address (`token`) put it."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return next((query[name][-1] for name in ("access_token", "oauth_token", "token") if query.get(name)), "")


def whole_number(text: str | None) -> int | None:
    """A header's or parameter's number; None if it is none. 18 digits hold every size, and Python refuses thousands."""
    return int(text) if text and re.fullmatch(r"[0-9]{1,18}", text) else None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def parse_object(raw: bytes) -> Json:
    """A JSON object out of a request body. Raises ApiError 400 for anything else."""
    if not raw.strip():
        return {}
    try:
        value = json.loads(raw, parse_constant=_no_number)
        if b"\\u" in raw:
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair cannot be stored
    except (ValueError, RecursionError) as error:
        raise ApiError(400, f"Invalid JSON payload received. {error}", reason="parseError") from error
    if not isinstance(value, dict):
        raise ApiError(400, "Invalid JSON payload received. The body must be a JSON object.", reason="parseError")
    return value
