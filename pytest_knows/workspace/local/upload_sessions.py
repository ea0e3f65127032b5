"""Resumable uploads under way. They live in memory: after a restart the client must begin again."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field
from typing import Any

MOST = 200
"""Sessions kept; beyond it the oldest is dropped, so that abandoned uploads do not pile up."""


@dataclass(slots=True, kw_only=True)
class UploadSession:
    """What was sent so far of one upload. `total` is None until the client knows."""

    email: str
    token: str
    """Of whoever began it: as at Google, the address of an upload needs no other."""
    file_id: str | None
    """The file to be replaced; None for a new one."""
    metadata: dict[str, Any]
    mime: str
    total: int | None
    data: bytearray = field(default_factory=bytearray)


class UploadSessions:
    """Upload id -> session; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: dict[str, UploadSession] = {}

    def begin(self, session: UploadSession) -> str:
        """Keep a session and return its id, which is as good as a token."""
        upload_id = secrets.token_urlsafe(32)
        with self._lock:
            while len(self._sessions) >= MOST:
                del self._sessions[next(iter(self._sessions))]
            self._sessions[upload_id] = session
        return upload_id

    def get(self, upload_id: str) -> UploadSession | None:
        """The session of that id, unless it ended."""
        return self._sessions.get(upload_id)

    def token(self, upload_id: str) -> str:
        """The token that goes with a session; "" if there is none."""
        session = self.get(upload_id)
        return session.token if session else ""

    def end(self, upload_id: str) -> None:
        """Forget a session."""
        with self._lock:
            self._sessions.pop(upload_id, None)
