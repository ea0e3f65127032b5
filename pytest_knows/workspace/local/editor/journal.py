"""Actions of the editors' pages that can be taken back."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Change = TypeVar("Change")

_KEPT = 2000
"""Actions that can be taken back, over all files of a server (own choice)."""


class Journal(Generic[Change]):
    """The latest actions, by an id that only the page that made one knows; forgotten when the server ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: OrderedDict[str, tuple[str, list[Change]]] = OrderedDict()

    def keep(self, file_id: str, made: list[Change]) -> str:
        """Remember an action on a file; its id."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._made[name] = (file_id, made)
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return name

    def made(self, name: object, file_id: str) -> list[Change] | None:
        """The action of that id on that file; None if it is not known (any more)."""
        with self._lock:
            of, made = self._made.get(str(name), ("", []))
        return made if of == file_id else None
