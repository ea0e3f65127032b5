"""What only xdist calls: one task stays on one worker, a worker's death leaves one result per id.

Registered only where xdist is installed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    from pytest_knows.session import KnowsSession

_ITEM = re.compile(r"/rubric\.py::(?:run|cp\d+_\d\d_.*)\[(?P<episode>[^\]]+)\]$")


def episode_of(nodeid: str) -> str | None:
    """The task (and trial) that an item of ours belongs to; None for anybody else's test."""
    match = _ITEM.search(nodeid)
    return match["episode"] if match else None


class TaskScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Items of one task and trial go to one worker together; every other test is a scope of its own."""

    def _split_scope(self, nodeid: str) -> str:
        return episode_of(nodeid) or str(nodeid)


class XdistHooks:
    """Hook implementations of the controller."""

    def __init__(self, knows: KnowsSession) -> None:
        self.knows = knows

    @pytest.hookimpl(tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        # --dist loadgroup silently stops grouping on pytest 9.2 with xdist 3.8 (pytest-xdist #1386), hence our own.
        if config.getoption("dist", default="no") in ("no", "each"):
            return None
        return TaskScheduling(config, log)

    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["knows"] = self.knows.for_worker()

    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """xdist hands the item to a fresh worker and reports it failed as well; only the second report shall count."""
        if episode_of(crashitem) is None:
            return
        self.knows.notes.append(f"{report.longrepr}; a fresh worker went on with what was there")
        # A passed setup report is what pytest's own reporters take no note of.
        report.outcome, report.when, report.longrepr = "passed", "setup", None
