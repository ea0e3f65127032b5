"""No new episode once agents and judge have cost as much as --knows-budget, or the disk is nearly full."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pytest_knows.agents.model import NotRun
from pytest_knows.artifact.lenient import number
from pytest_knows.episode.attempt import ATTEMPT
from pytest_knows.judge import ledger

LEAST_FREE = 50_000_000
"""Bytes on the run folder's disk: room for an episode with its pages and pictures, and for the reports."""


class Budget:
    """US dollars for a run folder, whatever the number of processes. Episodes under way may exceed it by their cost."""

    def __init__(self, out: Path, usd: float | None) -> None:
        self._out = out
        self.usd = usd

    @property
    def spent(self) -> float:
        """What agents reported and judging cost so far; an agent that reports nothing counts as free."""
        attempts = (self._out / "episodes").glob(f"*/t*/{ATTEMPT}")
        return sum(map(_cost, attempts)) + float(ledger.account(self._out / ledger.FILE).get("cost_usd", 0.0))

    def check(self, task_id: str) -> None:
        """Raises `NotRun` once the budget is spent, or where an agent's work could not be kept."""
        free = shutil.disk_usage(self._out).free
        if free < LEAST_FREE:
            raise NotRun(
                f"{task_id}: not run, {free / 1e6:.0f} MB are free on the disk of {self._out}, fewer than "
                f"{LEAST_FREE / 1e6:.0f}",
                mend=f"make room, then --knows-resume={self._out}",
            )
        if self.usd is None or (spent := self.spent) < self.usd:
            return
        raise NotRun(
            f"{task_id}: not run, USD {spent:.2f} of the budget of {self.usd:g} are spent",
            mend=f"--knows-resume={self._out} with a larger --knows-budget",
        )


def _cost(path: Path) -> float:
    try:
        return max(0.0, number(json.loads(path.read_bytes()), "cost_usd"))
    except (OSError, ValueError):
        return 0.0
