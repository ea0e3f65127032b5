"""Where the episodes of a run lie, and the promise that an agent is called once for each."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from pytest_knows.agents.model import NotRun
from pytest_knows.episode.episode import Episode
from pytest_knows.errors import ConfigurationError, DamagedEvidence

_LONGEST_CHAIN = 20
"""Regrades of regrades that are followed back to the run itself."""

_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,119}")


class EpisodeStore:
    """The `episodes/` of a run folder; or, with `refer_to`, those of an older run, which are only read."""

    def __init__(self, out: Path, refer_to: Path | None = None) -> None:
        self._out = out
        self._refer_to = refer_to

    def path(self, task_id: str, trial: int) -> Path:
        """The folder of an episode, existing or not."""
        return (self._refer_to or self._out) / "episodes" / folder_name(task_id) / f"t{trial}"

    def open(self, task_id: str, trial: int) -> Episode:
        """The episode as it is."""
        return Episode.open(self.path(task_id, trial))

    def ensure(self, task_id: str, trial: int, run: Callable[[Path], None], finish: Callable[[Path], None]) -> Episode:
        """The frozen episode. Of all processes that ask at once, one runs the agent and the others wait for it.

        none -> `run(folder)`; attempted -> `finish(folder)`, which freezes what a dead process left and does not call
        the agent; frozen -> nothing. Raises what these raise; `NotRun` or `DamagedEvidence` if an older run that is
        referred to has no frozen episode; `ConfigurationError` if the run folder cannot be written.
        """
        episode = self.open(task_id, trial)
        if episode.state == "frozen":
            return episode
        if self._refer_to is not None:
            raise self._not_frozen(episode, task_id)
        with self._lock(task_id, trial):
            state = episode.state
            if state == "none":
                run(episode.folder)
            elif state == "attempted":
                finish(episode.folder)
        return episode

    def _not_frozen(self, episode: Episode, task_id: str) -> Exception:
        if episode.state == "none":
            return NotRun(f"{self._refer_to} has no episode of {task_id}")
        return DamagedEvidence(
            f"{episode.folder} was never frozen; --knows-resume {self._refer_to} freezes what is there"
        )

    @contextmanager
    def _lock(self, task_id: str, trial: int) -> Iterator[None]:
        """Held while the agent runs. It lies beside the episodes, being part of none; a process's death frees it."""
        locks = self._out / ".locks"
        lock = FileLock(locks / f"{folder_name(task_id)}-t{trial}.lock")
        try:
            locks.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self._out / "episodes").mkdir(exist_ok=True, mode=0o700)
            lock.acquire()
        except OSError as error:
            raise ConfigurationError(
                f"The run folder {self._out} cannot be written ({error.strerror or error}); "
                "name another with --knows-out DIR"
            ) from error
        try:
            yield
        finally:
            lock.release()


def run_with_episodes(run: Path) -> Path:
    """The run folder that holds the episodes of `run`: itself, or the run that it graded again.

    Raises `ConfigurationError` if there are none.
    """
    folder = run
    for _ in range(_LONGEST_CHAIN):
        if (folder / "episodes").is_dir():
            return folder
        try:
            folder = Path(json.loads((folder / "run.json").read_bytes())["regrade"])
        except (OSError, ValueError, KeyError, TypeError):
            break
    raise ConfigurationError(f"{run} has no episodes, nor has the run that it graded again: nothing to grade")


def folder_name(task_id: str) -> str:
    """The task id if it is a safe file name everywhere; else its safe characters and a hash that tells it apart."""
    if _SAFE.fullmatch(task_id) and not task_id.endswith("."):
        return task_id
    digest = hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return re.sub(r"[^A-Za-z0-9_-]+", "_", task_id)[:80] + f"-{digest}"
