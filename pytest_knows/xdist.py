"""What only xdist calls: one task stays on one worker, a worker's death leaves one result per id.

Registered only where xdist is installed.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from pytest_knows.reporting import lost_payload

if TYPE_CHECKING:
    from pytest_knows.session import KnowsSession

MOST_DEATHS = 3
"""Workers that may die on one task. xdist replaces 4 per worker in all, and one task must not use them up."""

_ITEM = re.compile(r"/rubric\.py::(?:run|cp\d+_\d\d_.*)\[(?P<episode>[^\]]+)\]$")


def episode_of(nodeid: str) -> str | None:
    """The task (and trial) that an item of ours belongs to; None for anybody else's test."""
    match = _ITEM.search(nodeid)
    return match["episode"] if match else None


class TaskScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Items of one task and trial go to one worker together; every other test is a scope of its own."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self.given_up: dict[str, list[str]] = {}
        """The item that the last worker died of -> all items of its task that were still to come, itself included."""
        self._deaths: Counter[str] = Counter()

    def _split_scope(self, nodeid: str) -> str:
        return episode_of(nodeid) or str(nodeid)

    def _reschedule(self, node: Any) -> None:
        # Of two fresh workers the first to have collected makes xdist give work to both: a KeyError for the second.
        if node in self.registered_collections:
            super()._reschedule(node)

    def remove_node(self, node: Any) -> str | None:
        """Also give up a task that too many workers died of, instead of handing it to the next."""
        crashed = next((i for unit in self.assigned_work[node].values() for i, done in unit.items() if not done), None)
        if crashed is not None and episode_of(crashed) is not None:
            scope = self._split_scope(crashed)
            self._deaths[scope] += 1
            if self._deaths[scope] >= MOST_DEATHS:
                unit = self.assigned_work[node][scope]
                self.given_up[crashed] = [nodeid for nodeid, done in unit.items() if not done]
                unit.update(dict.fromkeys(unit, True))
                super().remove_node(node)  # what it names now is an item that nobody had begun
                return str(crashed)
        found: str | None = super().remove_node(node)
        return found


class XdistHooks:
    """Hook implementations of the controller."""

    def __init__(self, knows: KnowsSession) -> None:
        self.knows = knows
        self._crashed: dict[str, str] = {}
        self._reported: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        # --dist loadgroup silently stops grouping on pytest 9.2 with xdist 3.8 (pytest-xdist #1386), hence our own.
        if config.getoption("dist", default="no") in ("no", "each"):
            return None
        return TaskScheduling(config, log)

    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["knows"] = self.knows.for_worker()

    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport, sched: Any) -> None:
        """xdist hands the item to a fresh worker and reports it failed as well; only the second report shall count."""
        if episode_of(crashitem) is None:
            return
        left = getattr(sched, "given_up", {}).pop(crashitem, [])
        self._crashed.setdefault(crashitem, str(report.longrepr))
        for nodeid in left:
            self._report_lost(nodeid, report)
        # A passed setup report is what pytest's own reporters take no note of.
        report.outcome, report.when, report.longrepr = "passed", "setup", None

    def _report_lost(self, nodeid: str, crash: pytest.TestReport) -> None:
        reason = f"given up: {MOST_DEATHS} workers died of this task; {crash.longrepr}"
        path, _, name = nodeid.partition("::")
        report = pytest.TestReport(
            nodeid, (path, None, name), {}, outcome="failed", longrepr=reason, when="setup", node=crash.node
        )
        report.knows = lost_payload(self.knows, nodeid, episode_of(nodeid) or "", reason)  # type: ignore[attr-defined]
        self.knows.config.hook.pytest_runtest_logreport(report=report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "knows"):
            self._reported.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Say what became of the items that workers died of; a run in which no worker went on is no success."""
        for nodeid, message in self._crashed.items():
            went_on = nodeid in self._reported
            self.knows.notes.append(
                f"{message}; " + ("a fresh worker went on with what was there" if went_on else "no worker went on")
            )
        if self._crashed.keys() - self._reported:
            session.exitstatus = pytest.ExitCode.INTERRUPTED
