"""An episode on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pytest_knows.episode.attempt import ATTEMPT
from pytest_knows.episode.jsonfile import read_object
from pytest_knows.episode.snapshot import MANIFEST, Snapshot

State = Literal["none", "attempted", "frozen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One agent's run on one task, in whatever state it is."""

    folder: Path

    @classmethod
    def open(cls, folder: Path) -> Episode:
        """The episode in `folder`, which need not exist."""
        return cls(folder=folder)

    @property
    def state(self) -> State:
        """none, attempted (the agent was called), frozen (the manifest is there). Grades lie in results.json."""
        if (self.folder / MANIFEST).exists():
            return "frozen"
        return "attempted" if (self.folder / ATTEMPT).exists() else "none"

    @property
    def snapshot(self) -> Snapshot:
        """What grading reads."""
        return Snapshot(self.folder)

    @property
    def attempt(self) -> dict[str, Any]:
        """attempt.json as it stands, without the token; empty if there is none. Raises `DamagedEvidence`."""
        if not (self.folder / ATTEMPT).exists():
            return {}
        found = read_object(self.folder / ATTEMPT)
        found.pop("token", None)
        return found

    @property
    def cause(self) -> str | None:
        """Why the agent's run ended; None if it has not. Raises `DamagedEvidence`."""
        if self.state == "frozen":
            notes = self.snapshot.manifest.get("notes")
            return str(notes["cause"]) if isinstance(notes, dict) and notes.get("cause") else None
        cause = self.attempt.get("cause")
        return None if cause is None else str(cause)
