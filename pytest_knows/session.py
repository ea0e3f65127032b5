"""The state of one pytest session that grades tasks, kept in `config.stash[KNOWS]`."""

from __future__ import annotations

import json
import shlex
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_knows import __version__
from pytest_knows.agents import is_fixture_name
from pytest_knows.agents.artifacts import ArtifactsAgent
from pytest_knows.counted import counted
from pytest_knows.errors import ConfigurationError, KnowsError, Ungraded, WorldError
from pytest_knows.fixtures import why_invisible
from pytest_knows.grading.grader import Grader, Resources
from pytest_knows.progress import Progress
from pytest_knows.report.records import LOG, Records, log_of, rebuild
from pytest_knows.rerun import gaps, set_aside
from pytest_knows.scoring import Mechanism, Outcome, StepResult, one_line
from pytest_knows.selection import RubricCache, Selection
from pytest_knows.settings import Settings

if TYPE_CHECKING:
    from pytest_knows.collection import KnowsItem, StepItem
    from pytest_knows.report.baseline import Baseline
    from pytest_knows.runs import Runs

KNOWS: pytest.StashKey[KnowsSession] = pytest.StashKey()


class KnowsSession:
    """One per process: the controller's collects and reports, a worker's (or a serial run's) runs and grades."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self.config = config
        self.settings = settings
        self.rubrics = RubricCache()
        self.notes: list[str] = []
        self.foreign_failures = 0
        self._records = Records(self.rubrics.load)
        self._graders: dict[tuple[str, int], Grader] = {}
        self._closing: list[str] = []

    # -- where we are ---------------------------------------------------------------------------------------------

    @cached_property
    def worker_input(self) -> dict[str, Any] | None:
        """What the controller sent, in an xdist worker; None elsewhere."""
        found: dict[str, Any] | None = getattr(self.config, "workerinput", {}).get("knows")
        return found

    @property
    def is_worker(self) -> bool:
        return hasattr(self.config, "workerinput")

    @property
    def distributes(self) -> bool:
        """Whether this is a controller whose workers do the work."""
        return not self.is_worker and bool(self.config.getoption("tx", default=None))

    @property
    def looks_only(self) -> bool:
        """Whether pytest only shows what it would do: no agent is called, nothing started and nothing written."""
        looks = ("collectonly", "setupplan", "setuponly")
        return self.settings.dry_run or any(self.config.getoption(name, default=False) for name in looks)

    @cached_property
    def runs(self) -> Runs:
        """Episodes, their folder and the Workspace."""
        from pytest_knows.runs import Runs

        return Runs(self.config, self.settings, self.worker_input)

    @cached_property
    def selection(self) -> Selection:
        """Raises `ConfigurationError` for a task that does not exist."""
        from pytest_knows.collection import rubric_folders

        folders = rubric_folders(self.config.args, self.config.invocation_params.dir)
        return Selection(folders, self.settings, self._only)

    @cached_property
    def _only(self) -> list[str] | None:
        """The tasks with the gaps that --knows-rerun is to fill; a worker is told."""
        if self.settings.rerun is None:
            return None
        if self.worker_input is not None:
            told: list[str] = self.worker_input["only"]
            return told
        return gaps(self._before, self.settings.rerun)

    @cached_property
    def _before(self) -> dict[str, Any]:
        """The results of the run whose gaps are filled. Raises `ConfigurationError`."""
        assert self.settings.resume is not None
        return rebuild(self.settings.resume)

    # -- the life of a session ------------------------------------------------------------------------------------

    def session_start(self, session: pytest.Session) -> None:
        """Refuse wrong options before anything is collected; a controller also prepares for its workers."""
        try:
            self.selection  # noqa: B018 - checks the options
            self.baseline  # noqa: B018
        except ConfigurationError as error:
            raise pytest.UsageError(str(error)) from error
        if self.distributes and not self.looks_only:
            self.prepare()

    def check_agent(self, session: pytest.Session) -> None:
        """A fixture agent that nothing defines is a wrong option like any other; raises `pytest.UsageError`.

        With path arguments a conftest.py that is yet to be collected may define it: then the collectors say so.
        """
        explicit = self.config.args_source is pytest.Config.ArgsSource.ARGS
        if self.is_worker or explicit or not self.settings.runs:
            return
        agent = self.settings.agent or ""
        if is_fixture_name(agent) and (reason := why_invisible(agent, session)):
            raise pytest.UsageError(f"--knows-agent={agent}: {reason}")

    def prepare(self) -> None:
        """What has to be there before the first item runs; a wrong agent or missing task texts end the session here."""
        from pytest_knows.judge.configured import notices as judge_notices

        try:
            self.runs.prepare(self.selection)
            self._make_way()
            self.resources  # noqa: B018
            notices = [*self.runs.notices(), *self._unmatched(), *judge_notices(self.settings)]
        except ConfigurationError as error:
            raise pytest.UsageError(str(error)) from error
        except WorldError as error:
            first, *more = str(error).splitlines()
            raise pytest.UsageError(" ".join([first, *more[-1:]])) from error
        self._say(notices)

    def _unmatched(self) -> list[str]:
        """artifacts:DIR: files that look like a task's and are none's, as a misspelt name makes them."""
        agent = self.runs.plain_agent if self.settings.runs else None
        found = agent.unmatched(self.selection.known) if isinstance(agent, ArtifactsAgent) else []
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        return [f"files of no known task: {', '.join(map(one_line, found[:5]))}{more}"] if found else []

    def _make_way(self) -> None:
        """--knows-rerun: what is complete is kept as it was graded, what failed is set aside."""
        if self.settings.rerun is None or self.is_worker:
            return
        for payload in log_of(self.runs.out):
            self._records.take(payload)
        moved = set_aside(self.runs.out, self._before, self.settings.rerun)
        tasks, again = counted(len(self.selection), "task"), counted(moved, "episode")
        self.notes.append(f"{tasks} with {self.settings.rerun}, {again} run again")

    @cached_property
    def _progress(self) -> Progress:
        return Progress(len(self.selection) * self.settings.trials)

    def _say(self, lines: list[str], *, fresh: bool = False) -> None:
        """`fresh`: between pytest's dots, on a line of its own."""
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None and not self.is_worker:
            if fresh:
                terminal.ensure_newline()
            for line in lines:
                terminal.write_line(f"knows: {line}")

    def for_worker(self) -> dict[str, Any]:
        """What xdist sends to a worker: JSON values."""
        return {**self.runs.for_worker(), "only": self._only}

    def header(self) -> list[str]:
        """Lines for pytest's header."""
        if self.is_worker:
            return []
        source = self.settings.regrade or self.settings.agent or "collection only"
        tasks = counted(len(self.selection), "task")
        return [f"knows: {__version__}, benchmark {self.settings.benchmark}, {source}, {tasks}"]

    def close(self) -> None:
        if "runs" in self.__dict__:
            self.runs.close()

    def preview(self, items: list[pytest.Item]) -> None:
        """--knows-dry-run: say what would be done."""
        from pytest_knows.preview import preview

        try:
            self._closing = preview(self, items)
        except ConfigurationError as error:
            raise pytest.UsageError(str(error)) from error

    # -- grading --------------------------------------------------------------------------------------------------

    @cached_property
    def resources(self) -> Resources:
        """Judge, gold and quotes as configured; raises `ConfigurationError`."""
        from pytest_knows.evidence.gold import GoldArchive
        from pytest_knows.evidence.quotes import Quotes
        from pytest_knows.judge.configured import configured_judge

        quotes = self.settings.quotes
        return Resources(
            judge=configured_judge(self.settings, self.runs.out),
            gold=GoldArchive.open(self.settings.gold),
            quotes=Quotes.load(quotes) if quotes else None,
            later_pages=self.runs.web.later,
        )

    def grade(self, item: StepItem) -> StepResult:
        """The step's result; whatever the world does becomes an outcome. Raises `ConfigurationError` only."""
        from pytest_knows.agents import NotRun

        try:
            return self._grader(item).result(item.step.slug)
        except NotRun as error:
            need = "assets" if error.cause == "assets_missing" else "artifact"
            return _undecided(item, Outcome.UNGRADED, Mechanism.NOT_GRADED, error, need=need, mend=error.mend)
        except Ungraded as gap:
            return _undecided(item, Outcome.UNGRADED, Mechanism.NOT_GRADED, gap, need=gap.need, mend=gap.mend)
        except WorldError as error:
            return _undecided(item, Outcome.ERROR, Mechanism.EXECUTION_ERROR, error)

    def _grader(self, item: KnowsItem) -> Grader:
        key = item.info.task_id, item.trial
        if key not in self._graders:
            snapshot = self.runs.episode(item).snapshot
            self._graders.clear()  # items of a task come together; the views of finished ones need not stay in memory
            self._graders[key] = Grader(item.rubric, item.info, snapshot, self.resources)
        return self._graders[key]

    @cached_property
    def baseline(self) -> Baseline | None:
        if self.settings.baseline is None:
            return None
        from pytest_knows.report.baseline import Baseline

        baseline = Baseline.load(self.settings.baseline)
        baseline.check_partial(self.settings.select)
        return baseline

    # -- reporting ------------------------------------------------------------------------------------------------

    def complete(self, item: KnowsItem, call: pytest.CallInfo[None], report: pytest.TestReport) -> None:
        """Put points and payload on the report of one of our items, and apply the baseline to it."""
        from pytest_knows import reporting

        if call.excinfo is not None and isinstance(call.excinfo.value, KnowsError | reporting.StepNotPassed):
            report.longrepr = item.repr_failure(call.excinfo)  # pytest asks for it in the call phase only
        if report.when == "setup":
            item.user_properties.extend(reporting.properties(item))
            report.user_properties = list(item.user_properties)
        if report.when == "call" or (report.when == "setup" and not report.passed):
            report.knows = reporting.payload(item, call)  # type: ignore[attr-defined]
            if self.baseline is not None:
                reporting.apply_baseline(self.baseline, item, report)

    def begun(self, nodeid: str) -> None:
        """An item begins, here or on a worker."""
        if not self.is_worker:
            self._progress.begun(nodeid)

    def take(self, report: pytest.TestReport) -> None:
        """Keep what a report carries; runs where results are written (controller or serial run)."""
        if self.is_worker:
            return
        payload = getattr(report, "knows", None)
        if payload is None:
            self.foreign_failures += report.failed
            return
        self._records.take(payload)
        if "step" not in payload and (line := self._progress.finished(payload["run"], report.nodeid)):
            self._say([line], fresh=True)
        try:
            self.runs.log(json.dumps({"id": report.nodeid, **payload}, ensure_ascii=False))
        except OSError as error:  # the results are kept in memory and reported all the same
            note = f"{self.runs.out / LOG} could not be written: {error.strerror}"
            self.notes.extend([note] if note not in self.notes else [])

    def finish(self, session: pytest.Session) -> None:
        """Write results.json and score.html, and let the gate decide the exit code."""
        if self.settings.rerun and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not self._only:
            session.exitstatus = pytest.ExitCode.OK
            self._closing = [f"no task of {_shown(self.settings.resume or Path())} has {self.settings.rerun}"]
            return
        if self.is_worker or "runs" not in self.__dict__:
            return
        if session.exitstatus == pytest.ExitCode.INTERRUPTED and self.settings.runs:
            self.notes.append(f"the run is incomplete; --knows-resume={_shown(self.runs.out)} goes on with it")
        if self.settings.runs and "killed" in {record.run.get("cause") for record in self._records}:
            again = f"--knows-resume={_shown(self.runs.out)} --knows-rerun=agent-errors runs it again"
            self.notes.append(f"an agent was cut short, and what it left is graded as it is; {again}")
        if not len(self._records):
            self._closing = self.notes
            return
        from pytest_knows.finish import finish

        try:
            self._closing = finish(self, session, list(self._records))
        except (KnowsError, OSError) as error:
            self._closing = [f"the report could not be written: {error}"]
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def summarise(self, terminal: Any) -> None:
        """The summary at the end of pytest's output."""
        if self._closing:
            terminal.section("knows", sep="=")
            for line in self._closing:
                terminal.write_line(line)


def _shown(path: Path) -> str:
    """A path as it is given on a command line, short if it lies below the working directory."""
    return shlex.quote(str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path))


def _undecided(
    item: StepItem, outcome: Outcome, mechanism: Mechanism, error: Exception, *, need: str = "", mend: str = ""
) -> StepResult:
    return StepResult(
        outcome=outcome,
        mechanism=mechanism,
        points=0,
        max=item.step.max,
        reason=one_line(str(error)),
        need=need,
        mend=mend,
    )
