"""Rubric folders -> pytest items: per task (and trial) `run`, then one item per step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.errors import ConfigurationError, KnowsError, WorldError
from pytest_knows.fixtures import fixture_getter, why_invisible
from pytest_knows.grading.loader import Rubric
from pytest_knows.grading.steps import Step
from pytest_knows.options import RUBRICS_INI
from pytest_knows.progress import RUN
from pytest_knows.scoring import one_line
from pytest_knows.session import KNOWS, KnowsSession
from pytest_knows.tasks.model import TaskInfo


def shipped_rubrics() -> Path:
    """The folder of the shipped rubrics: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "rubrics"
    return inside if inside.is_dir() else package.parent / "rubrics"


def is_rubric(path: Path) -> bool:
    """Whether a file is the module of a rubric folder."""
    return path.name == "rubric.py" and (path.parent / "facts.toml").is_file()


def rubric_argument(argument: str, directory: Path) -> str:
    """`rubrics/<family>/...::id` that does not exist below `directory` means the shipped rubric of that name."""
    path, separator, rest = argument.partition("::")
    if path.split("/")[0] != "rubrics" or (directory / path).exists():
        return argument
    shipped = shipped_rubrics().joinpath(*path.split("/")[1:])
    return f"{shipped}{separator}{rest}" if shipped.exists() else argument


def rubric_roots(config: pytest.Config) -> list[Path]:
    """The shipped rubrics and those of the ini key knows_rubrics; raises `pytest.UsageError` for a missing folder."""
    roots = [shipped_rubrics(), *config.getini(RUBRICS_INI)]
    for root in roots:
        if not root.is_dir():
            raise pytest.UsageError(f"{RUBRICS_INI}: {root} is not a folder")
    return roots


def rubric_folders(arguments: Iterable[str], directory: Path) -> list[Path]:
    """Every rubric folder that pytest's path arguments reach, sorted, each once."""
    found: dict[Path, None] = {}
    for argument in arguments:
        path = directory / argument.partition("::")[0]
        modules = [path] if path.is_file() else sorted(path.rglob("rubric.py"))
        found.update(dict.fromkeys(module.resolve().parent for module in modules if is_rubric(module)))
    return list(found)


def collect_rubric(path: Path, parent: pytest.Collector, others: list[pytest.Collector]) -> list[pytest.Collector]:
    """The collector of a rubric folder alone; for another file of that name what `others` collect of it."""
    if not is_rubric(path):
        return others
    if KNOWS not in parent.config.stash:
        if parent.session.isinitpath(path):
            raise parent.CollectError(f"{path} is a rubric: give --knows-agent (or --knows-regrade) to run its steps")
        return []
    more: dict[str, Any] = {"nodeid": nodeid} if (nodeid := node_id_of(path)) else {}
    return [RubricModule.from_parent(parent, path=path, **more)]


def node_id_of(path: Path) -> str | None:
    """The node id of a shipped rubric, the same wherever the package lies; None for a user's own: pytest's rule."""
    try:
        return f"rubrics/{path.relative_to(shipped_rubrics()).as_posix()}"
    except ValueError:
        return None


class RubricModule(pytest.Module):
    """Collects one rubric folder. A `pytest.Module`, so that module-scoped agent fixtures have a scope."""

    def _getobj(self) -> Any:
        return self.rubric.module

    @property
    def rubric(self) -> Rubric:
        """The loaded rubric; raises `CollectError` with our message."""
        try:
            return self.config.stash[KNOWS].rubrics.load(self.path.parent)
        except ConfigurationError as error:
            raise self.CollectError(str(error)) from error

    def collect(self) -> Iterable[pytest.Item]:
        knows = self.config.stash[KNOWS]
        rubric = self.rubric
        tasks = knows.selection.of(rubric)
        if tasks and knows.settings.runs:
            _check_agent_fixture(self, knows.settings.agent or "")
        for info in tasks:
            for trial in range(1, knows.settings.trials + 1):
                yield from self._task_items(rubric, info, trial)

    def _task_items(self, rubric: Rubric, info: TaskInfo, trial: int) -> Iterator[pytest.Item]:
        label = info.task_id if trial == 1 else f"{info.task_id}-t{trial}"
        task_marks = _task_marks(info)
        yield self._item(RunItem, f"{RUN}[{label}]", task_marks, rubric=rubric, info=info, trial=trial)
        for step in _steps(self, rubric, info):
            item = self._item(StepItem, f"{step.id}[{label}]", task_marks, rubric=rubric, info=info, trial=trial)
            item.step = step
            item.own_markers.extend(_step_marks(step, info))
            item.keywords.update((mark.name, mark) for mark in item.own_markers)
            yield item

    def _item(self, kind: type[Any], name: str, marks: Sequence[pytest.Mark], **attributes: Any) -> Any:
        # An explicit node id: pytest 9.2 would otherwise treat "[task]" of a plain Item as part of its name, and --lf
        # would select by the part before the bracket.
        item = kind.from_parent(self, name=name, nodeid=f"{self.nodeid}::{name}")
        item.rubric, item.info, item.trial = attributes["rubric"], attributes["info"], attributes["trial"]
        item.own_markers.extend(marks)
        item.keywords.update((mark.name, mark) for mark in marks)
        return item


def _steps(module: RubricModule, rubric: Rubric, info: TaskInfo) -> Sequence[Step]:
    try:
        return rubric.steps(info.instance)
    except ConfigurationError as error:
        raise module.CollectError(str(error)) from error


def _task_marks(info: TaskInfo) -> list[pytest.Mark]:
    task = pytest.mark.knows_task(
        family=info.family,
        domain=info.domain,
        group=info.group,
        artifact=info.kind.app,
        short_id=info.short_id,
    )
    return [getattr(pytest.mark, f"knows_{info.kind.app.lower()}").mark, task.mark]


def _step_marks(step: Step, info: TaskInfo) -> list[pytest.Mark]:
    marks = [pytest.mark.knows_step(category=step.category).mark]
    marks += [getattr(pytest.mark, f"knows_needs_{need}").mark for need in step.needs]
    if info.smoke and not {"judge", "gold"} & set(step.needs):
        marks.append(pytest.mark.knows_smoke.mark)
    if not step.scored:
        marks.append(pytest.mark.knows_info.mark)
    return marks


def _check_agent_fixture(module: RubricModule, agent: str) -> None:
    """Say at collection, not at every task, that an agent's fixture cannot be seen from a rubric."""
    if agent.isidentifier() and agent != "example" and (reason := why_invisible(agent, module)):
        raise module.CollectError(f"--knows-agent={agent}: {reason}")


class KnowsItem(pytest.Item):
    """What run and step items share: task, trial, and fixtures on demand."""

    rubric: Rubric
    info: TaskInfo
    trial: int

    @property
    def knows(self) -> KnowsSession:
        return self.config.stash[KNOWS]

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, self.name  # a line, because pytest wants one of an item with a skip mark

    def getfixture(self, name: str) -> Any:
        """A fixture's value in the scope of this item; nothing is set up before an agent asks for it.

        Raises `NotRun` for a fixture that skips, `WorldError` for one that fails; neither shows pytest's frames.
        """
        from pytest_knows.agents import NotRun

        try:
            return fixture_getter(self)(name)
        except (KnowsError, pytest.FixtureLookupError):
            raise
        except pytest.skip.Exception as skipped:
            message = f"a fixture of the agent {name!r} skipped: {one_line(str(skipped))}"
            raise NotRun(message, mend=message) from skipped
        except (Exception, pytest.fail.Exception) as error:
            said = one_line(f"{type(error).__name__}: {error}")
            raise WorldError(f"the agent's fixture {name!r} could not be set up: {said}") from error

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from pytest_knows.reporting import StepNotPassed

        if isinstance(excinfo.value, StepNotPassed):
            return excinfo.value.account
        if isinstance(excinfo.value, KnowsError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class RunItem(KnowsItem):
    """The agent's run on one task (0 points): duration, cost and cause."""

    def setup(self) -> None:
        from pytest_knows.agents import NotRun

        if self.knows.looks_only:
            return
        try:
            self.knows.runs.episode(self)
        except NotRun as error:
            pytest.skip(f"not run: {error}")

    def runtest(self) -> None:
        from pytest_knows.reporting import check_run

        check_run(self)


class StepItem(KnowsItem):
    """One step. Graded in setup: pytest shows what fails there as ERROR, which is what a world error is."""

    step: Step

    def setup(self) -> None:
        from pytest_knows.reporting import StepInError
        from pytest_knows.scoring import Outcome

        if self.knows.looks_only:
            return
        self.result = self.knows.grade(self)
        if self.result.outcome is Outcome.ERROR and self.step.scored:
            raise StepInError(self)

    def runtest(self) -> None:
        from pytest_knows.reporting import check_step

        check_step(self)
