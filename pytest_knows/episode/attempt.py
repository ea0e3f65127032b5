"""attempt.json: what is needed to freeze an episode, whatever happens to the process that runs it.

It is written before the agent is called and again when the agent's run has ended. Without `cause`, the process died in
between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pytest_knows.agents.model import Cause
from pytest_knows.episode.jsonfile import read_object, write_json
from pytest_knows.errors import DamagedEvidence
from pytest_knows.workspace import FileRef, Kind

ATTEMPT = "attempt.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What stands for a `{{TOKEN}}` of the prompt; `kind` is folder, document, spreadsheet or presentation."""

    id: str
    url: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One call of an agent."""

    task_id: str
    trial: int
    file: FileRef
    """The file that is graded: the given one, or one that the agent returned in its place."""
    targets: Mapping[str, Target] = field(default_factory=dict)
    run_folder: str | None = None
    """Drive id of the folder in which everything of this episode lies."""
    token: str | None = field(default=None, repr=False)
    """The agent's token as long as it has not been revoked."""
    isolation: str = ""
    step_budget: int | None = None
    assets: tuple[str, ...] = ()
    """Drive ids of the source assets that the prompt names."""
    assets_missing: tuple[str, ...] = ()
    """Drive ids of source assets that the Workspace did not have."""
    started_at: str = ""
    """ISO time, UTC."""
    cause: Cause | None = None
    error: str = ""
    interface: str | None = None
    returned: str | None = None
    """What the agent returned and is still to take the place of `file`: an id or URL, or `agent/returned.<suffix>`."""
    finished_at: str | None = None
    duration_s: float | None = None
    cost_usd: float | None = None

    def write(self, folder: Path) -> None:
        """Write attempt.json atomically; raises OSError."""
        write_json(folder / ATTEMPT, {"schema": 1, **asdict(self)})

    @classmethod
    def read(cls, folder: Path) -> Attempt:
        """Read it back. Raises `DamagedEvidence`, which says what can be done."""
        try:
            found = read_object(folder / ATTEMPT)
            found.pop("schema", None)
            return cls(**_revived(found))
        except (DamagedEvidence, KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedEvidence(
                f"{folder / ATTEMPT} is damaged, so what the agent made cannot be found; "
                f"delete {folder} to run the task again ({error})"
            ) from error


def _revived(found: dict[str, Any]) -> dict[str, Any]:
    file = found["file"]
    return found | {
        "file": FileRef(id=str(file["id"]), url=str(file["url"]), kind=Kind(file["kind"])),
        "targets": {name: Target(**target) for name, target in found["targets"].items()},
        "assets": tuple(found.get("assets", ())),
        "assets_missing": tuple(found["assets_missing"]),
        "cause": None if found["cause"] is None else Cause(found["cause"]),
    }
