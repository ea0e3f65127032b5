"""Users and their tokens. Only hashes of tokens are stored: whoever can read the file cannot act as an agent."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace.local.calls import Caller
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.store import Store, StoredFile, now

ADMIN = "admin@knows.invalid"
"""The user of our own process. `.invalid` is reserved (RFC 2606): no mail ever goes there."""

DRAIN = 60.0
"""Seconds: longer than any picture takes to be fetched, shorter than the client's patience."""

_DENIED = (
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
    "authentication credential."
)


FILE_ID = re.compile(r"[A-Za-z0-9_-]{5,100}")
"""Ids that a caller may choose; other rooms use ids as file names."""


def new_file_id() -> str:
    """44 characters out of `[A-Za-z0-9_-]`, as Drive's ids are."""
    return "1" + secrets.token_urlsafe(32)


class Tokens:
    """Who a token belongs to. The admin's is made afresh each time a server starts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ended = threading.Condition()
        self._acting: Counter[str] = Counter()
        self._codes: dict[str, str] = {}
        self.admin_token = "knows-admin-" + secrets.token_urlsafe(24)
        self.add_user(ADMIN, "Workspace owner")
        self._store.rows("DELETE FROM tokens WHERE email = ?", ADMIN)
        self._keep(self.admin_token, ADMIN)

    def add_user(self, email: str, name: str) -> None:
        """Make a user with a My Drive folder, unless the address is known."""
        if self._store.rows("SELECT 1 FROM users WHERE email = ?", email):
            return
        root = "0A" + secrets.token_urlsafe(12) + "PVA"
        time = now()
        with self._store.transaction():
            self._store.rows("INSERT INTO users VALUES (?, ?, ?)", email, name, root)
            self._store.add(
                StoredFile(
                    id=root,
                    name="My Drive",
                    mime=FOLDER_MIME,
                    parent=None,
                    owner=email,
                    created=time,
                    modified=time,
                    editor=email,
                )
            )

    def mint(self, email: str, name: str) -> str:
        """A new token of a user, who is made if need be."""
        self.add_user(email, name)
        token = "knows-" + secrets.token_urlsafe(32)
        self._keep(token, email)
        return token

    def _keep(self, token: str, email: str) -> None:
        with self._store.transaction():
            self._store.rows("INSERT INTO tokens VALUES (?, ?, 0)", _hash(token), email)

    def code(self, token: str) -> str:
        """A code for the link by which a browser enters with that token; it lives as long as the server."""
        code = "enter-" + secrets.token_urlsafe(24)
        self._codes[code] = token
        return code

    def entered(self, code: str) -> str:
        """The token of a code. Raises ApiError 401 if there is none, or if it was revoked."""
        token = self._codes.get(code, "")
        self.caller(token)
        return token

    @contextmanager
    def acting(self, token: str) -> Iterator[Caller]:
        """Who calls with that token, while one of their requests is answered. Raises ApiError 401."""
        key = _hash(token)
        with self._ended:
            caller = self.caller(token)
            self._acting[key] += 1
        try:
            yield caller
        finally:
            with self._ended:
                self._acting[key] -= 1
                self._ended.notify_all()

    def revoke(self, token: str) -> bool:
        """Make a token worthless; whether it was known.

        Waits for its requests under way (up to `DRAIN` seconds): when this returns, nothing more is written with it.
        """
        key = _hash(token)
        with self._store.transaction():
            known = self._store.rows("UPDATE tokens SET revoked = 1 WHERE hash = ? RETURNING hash", key)
        with self._ended:
            self._ended.wait_for(lambda: not self._acting[key], timeout=DRAIN)
        return bool(known)

    def caller(self, token: str) -> Caller:
        """Who calls with that token. Raises ApiError 401."""
        rows = self._store.rows(
            "SELECT u.email, u.name, u.root FROM tokens t JOIN users u ON u.email = t.email "
            "WHERE t.hash = ? AND NOT t.revoked",
            _hash(token),
        )
        if not rows:
            raise ApiError(401, _DENIED)
        email, name, root = rows[0]
        return Caller(email=email, name=name, root=root, admin=email == ADMIN)

    def name_of(self, email: str) -> str:
        """A user's name; the address of someone who has no account here."""
        rows = self._store.rows("SELECT name FROM users WHERE email = ?", email)
        return str(rows[0][0]) if rows else email


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
