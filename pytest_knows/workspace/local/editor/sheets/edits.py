"""The actions of the editors that can still be undone, by an id that only their author can use."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field

from pytest_knows.workspace.local.editor.sheets.moves import Move
from pytest_knows.workspace.local.editor.sheets.patches import Change

_MOST, _MOST_CHANGES = 500, 400_000
"""Actions that are kept, and their changes together; the oldest are forgotten first (own choice: some 200 MB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One action: whose, on which file, what it changed."""

    file_id: str
    email: str
    changes: list[Change]
    moves: list[Move]
    """Rows and columns that it moved, in order."""


@dataclass(slots=True, kw_only=True)
class Edits:
    """Kept in memory: after a restart nothing can be undone."""

    _kept: dict[str, Edit] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, edit: Edit) -> str:
        """An id for the action, by which `take` hands it out."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[name] = edit
            while len(self._kept) > _MOST or (
                len(self._kept) > 1 and sum(len(kept.changes) for kept in self._kept.values()) > _MOST_CHANGES
            ):
                del self._kept[next(iter(self._kept))]
        return name

    def take(self, name: str, file_id: str, email: str) -> Edit | None:
        """The action of that id, once; None for one of another file or caller, or one that was forgotten."""
        with self._lock:
            edit = self._kept.get(name)
            if edit is None or (edit.file_id, edit.email) != (file_id, email):
                return None
            return self._kept.pop(name)


EDITS = Edits()
"""Those of all servers of this process: the ids cannot be guessed."""
