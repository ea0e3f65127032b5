"""What a family's `evidence` may name beside URLs: calls of web services that want a JSON body or a key."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import KW_ONLY, dataclass, field
from typing import Any
from urllib.parse import quote

_SECRET = 8
"""Characters from which on a key is looked for in what a service answers; shorter ones are placeholders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A service's key: read from the environment when the service is called, and recorded nowhere."""

    variable: str
    """The environment variable that holds it."""
    parameter: str = ""
    """The query parameter that it is sent as; or else by `header`."""
    header: str = ""
    default: str = ""
    """A public key that is used without one of the user's; if there is none and `needed`, the service is not called."""
    needed: bool = False

    @property
    def value(self) -> str:
        return os.environ.get(self.variable, "").strip() or self.default


@dataclass(frozen=True, slots=True)
class Request:
    """A call of a web service: GET, or POST if it has a JSON `body`.

    Its answer is recorded under `address`: `pages.get(request.address)`. The service is asked as it is: no browser, no
    redirects, more patience with 429 than for pages.
    """

    url: str
    """Without the key."""
    _: KW_ONLY
    body: Any = None
    """JSON values; None for GET."""
    key: Key | None = field(default=None, repr=False)
    gap: float = 0.0
    """Seconds that the service asks to leave between two calls."""

    @property
    def address(self) -> str:
        """The URL of a GET. A POST has one that no link in an artifact can have."""
        if self.body is None:
            return self.url
        return f"POST {self.url} {hashlib.sha256(self.content or b'').hexdigest()}"

    @property
    def content(self) -> bytes | None:
        """The body as it is sent."""
        if self.body is None:
            return None
        return json.dumps(self.body, sort_keys=True, separators=(",", ":")).encode("ascii")

    @property
    def missing_key(self) -> str:
        """The variable without which the service cannot be called; "" if it can."""
        return self.key.variable if self.key and self.key.needed and not self.key.value else ""

    @property
    def sent_url(self) -> str:
        """With the key, if it is a parameter."""
        if self.key is None or not (self.key.parameter and self.key.value):
            return self.url
        return f"{self.url}{'&' if '?' in self.url else '?'}{self.key.parameter}={quote(self.key.value, safe='')}"

    @property
    def headers(self) -> dict[str, str]:
        """Beside those that every page is asked with."""
        found = {"Accept": "application/json, */*;q=0.8"}
        if self.body is not None:
            found["Content-Type"] = "application/json"
        if self.key is not None and self.key.header and self.key.value:
            found[self.key.header] = self.key.value
        return found

    def without_key(self, text: str) -> str:
        """What a service or a library says, without the key in it."""
        for secret in self._spellings:
            text = text.replace(secret, "***")
        return text

    def body_without_key(self, body: bytes) -> bytes:
        """The same of an answer's body."""
        for secret in self._spellings:
            body = body.replace(secret.encode(), b"***")
        return body

    @property
    def _spellings(self) -> tuple[str, ...]:
        value = self.key.value if self.key else ""
        return tuple(dict.fromkeys((value, quote(value, safe="")))) if len(value) >= _SECRET else ()


Wanted = str | Request


def address_of(wanted: Wanted) -> str:
    """What the answer is recorded under."""
    return wanted if isinstance(wanted, str) else wanted.address


def url_of(wanted: Wanted) -> str:
    """The URL that is asked, without a key."""
    return wanted if isinstance(wanted, str) else wanted.url


def missing_key(wanted: Wanted) -> str:
    """The environment variable without which it cannot be asked; "" if it can."""
    return "" if isinstance(wanted, str) else wanted.missing_key
