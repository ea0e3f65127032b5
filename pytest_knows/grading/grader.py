"""Grading one frozen episode: arguments are resolved by name, everything is computed at most once."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import RubricError, Ungraded, WorldError
from pytest_knows.garbage import no_collection
from pytest_knows.grading.loader import Rubric
from pytest_knows.grading.places import Places
from pytest_knows.grading.reserved import RESERVED
from pytest_knows.grading.signature import Parameter, parameters
from pytest_knows.grading.steps import Step
from pytest_knows.judge import Judge, NoJudge
from pytest_knows.rubric import Proportion, StepFailed, assertion_reason
from pytest_knows.scoring import ItemResult, Mechanism, Outcome, Record, StepResult, one_line, recording
from pytest_knows.tasks.model import TaskInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """What grading may look at beyond the snapshot. What is None or `NoJudge` leaves its steps ungraded."""

    judge: Judge = field(default_factory=NoJudge)
    gold: Any = None
    """`evidence.gold.GoldArchive`."""
    quotes: Any = None
    """`evidence.quotes.Quotes`."""
    later_pages: Any = None
    """`evidence.web.shared.SharedPages`: pages that were fetched after the freeze."""


class NotFound(Exception):
    """A located thing was not found; ends the resolution of whatever needs it."""


class Grader:
    """The results of one episode; not shared between threads."""

    def __init__(self, rubric: Rubric, info: TaskInfo, snapshot: Snapshot, resources: Resources | None = None) -> None:
        self.rubric: Rubric = rubric
        self.info: TaskInfo = info
        self.snapshot: Snapshot = snapshot
        self.resources: Resources = resources or Resources()
        self._results: dict[str, StepResult] = {}
        self._values: dict[object, tuple[Any, Exception | None]] = {}
        self._active: list[object] = []
        self._places = Places(self.reserved)

    def results(self) -> dict[str, StepResult]:
        """Every step of the instance by slug, in order."""
        return {step.slug: self.result(step.slug) for step in self.rubric.steps(self.info.instance)}

    def result(self, slug: str) -> StepResult:
        """The grade of one step; whatever the artifact holds, it does not raise.

        Raises `RubricError` for an unknown slug.
        """
        if slug not in self._results:
            step = self.rubric.step(self.info.instance, slug)
            # Views of a large artifact live on from step to step: nothing in them is garbage.
            with self._guarded(("step", slug)), no_collection():
                self._results[slug] = self._prerequisite(step) or self._grade(step)
        return self._results[slug]

    def _prerequisite(self, step: Step) -> StepResult | None:
        """The outcome carried over from a required step that did not pass: a failed one first, then an error."""
        required = [(slug, self.result(slug)) for slug in step.requires]
        for outcome in (Outcome.FAILED, Outcome.ERROR, Outcome.UNGRADED):
            for slug, result in required:
                if result.outcome is outcome:
                    return _carried_over(step, slug, result)
        return None

    def _grade(self, step: Step) -> StepResult:
        with recording() as record:
            try:
                value = step.function(**self._arguments(step.function, step.arguments, record))
            except NotFound as missing:
                return _failed(step, record, str(missing), Mechanism.DEPENDENCY_NOT_EVALUATED)
            except AssertionError as failure:
                return _failed(step, record, assertion_reason(failure))
            except StepFailed as failure:
                return _failed(step, record, one_line(str(failure)), failure.mechanism)
            except Ungraded as gap:
                return _ungraded(step, record, gap)
            except WorldError as error:
                return _error(step, record, one_line(str(error)))
            except Exception as error:
                return _bug(step, record, error)
            if isinstance(value, Proportion):
                value = replace(value, items=tuple(map(self._placed, value.items)))
        return _returned(step, record, value)

    def _placed(self, item: ItemResult) -> ItemResult:
        """The item with its place in the artifact instead of itself."""
        return replace(item, thing=None, place=self._places.first(item.thing))

    def _arguments(self, function: Callable[..., Any], given: Mapping[str, Any], record: Record) -> dict[str, Any]:
        """The values of all parameters. What was not found decides before what is undecided, in whatever order."""
        arguments: dict[str, Any] = {}
        undecided: Exception | None = None
        for parameter in parameters(function):
            if parameter.has_default and not self._is_known(parameter.name, given):
                continue
            try:
                arguments[parameter.name] = self._argument(parameter, given, record)
            except NotFound:
                if not parameter.optional:
                    raise
                arguments[parameter.name] = None
            except (WorldError, Ungraded) as gap:
                # "rendering: X | None": the step can decide without it, so its absence is no outcome.
                if not (parameter.optional and parameter.name in RESERVED):
                    undecided = undecided or gap
                arguments[parameter.name] = None
        if undecided is not None:
            raise undecided
        return arguments

    def _argument(self, parameter: Parameter, given: Mapping[str, Any], record: Record) -> Any:
        """The value, or the attempt to have it where the step may decide without."""

        def value() -> Any:
            return self._value(parameter.name, given, record)

        return Attempt(value) if parameter.attempt else value()

    def _is_known(self, name: str, given: Mapping[str, Any]) -> bool:
        return name in given or name in RESERVED or self.rubric.located(name) is not None

    def _value(self, name: str, given: Mapping[str, Any], record: Record) -> Any:
        if name in given:
            return given[name]
        if name in RESERVED:
            return self.reserved(name)
        function = self.rubric.located(name)
        if function is None:
            raise RubricError(
                f"{self.rubric.family}: nothing is called {name!r}: "
                "it is no reserved argument, no `with` argument and no located function"
            )
        used = tuple(sorted((key, repr(given[key])) for key in self._relevant(function, given)))
        value, found, failure = self._once((name, used), lambda: self._locate(function, given))
        record.evidence.extend(entry for entry in found.evidence if entry not in record.evidence)
        record.places.extend(entry for entry in found.places if entry not in record.places)
        if failure is not None:
            raise failure
        if value is None:
            raise NotFound(f"{_called(function)} was not found")
        return value

    def call(self, function: Callable[..., Any]) -> Any:
        """What a function of the module returns, called like a located one. Raises `NotFound`, and what it raises."""
        with recording() as record:
            return function(**self._arguments(function, {}, record))

    def reserved(self, name: str) -> Any:
        """The value of a reserved argument, made once per episode."""
        return self._once(name, lambda: RESERVED[name](self))

    def _locate(self, function: Callable[..., Any], given: Mapping[str, Any]) -> tuple[Any, Record, Exception | None]:
        """What the function finds, what it showed (where that stands, or else what it was found by), what it raised.

        A record of its own: which step asks first must not change that step's mechanism.
        """
        with recording() as record:
            try:
                value = function(**self._arguments(function, given, record))
            except NotFound:
                return None, record, None
            except AssertionError as failure:
                reason = f"({assertion_reason(failure)}); it must return None for what it does not find"
                wrong = RubricError(
                    f"{self.rubric.family}: located function {function.__name__} failed an assert {reason}"
                )
                wrong.__cause__ = failure
                return None, record, wrong
            except Exception as failure:
                return None, record, failure
        record.places = self._places.evidence(_called(function), value) or record.places
        return value, record, None

    def _relevant(self, function: Callable[..., Any], given: Mapping[str, Any]) -> set[str]:
        """Which `with` arguments a located function depends on, through other located functions too."""
        if not given:
            return set()
        found: set[str] = set()
        waiting, seen = [function], set()
        while waiting:
            current = waiting.pop()
            seen.add(current)
            for parameter in parameters(current):
                if parameter.name in given:
                    found.add(parameter.name)
                elif (inner := self.rubric.located(parameter.name)) is not None and inner not in seen:
                    waiting.append(inner)
        return found

    def _once(self, key: object, make: Callable[[], Any]) -> Any:
        if key not in self._values:
            with self._guarded(key):
                try:
                    self._values[key] = make(), None
                except Exception as error:
                    self._values[key] = None, error
        value, failure = self._values[key]
        if failure is not None:
            raise failure
        return value

    @contextmanager
    def _guarded(self, key: object) -> Iterator[None]:
        if key in self._active:
            raise RubricError(f"{self.rubric.family}: steps or located functions need one another in a circle: {key}")
        self._active.append(key)
        try:
            yield
        finally:
            self._active.pop()


def _called(function: Callable[..., Any]) -> str:
    """How reasons call what a located function finds."""
    return str(function.__knows_located__)  # type: ignore[attr-defined]


def _result(step: Step, record: Record, outcome: Outcome, mechanism: Mechanism, **more: Any) -> StepResult:
    return StepResult(
        outcome=outcome,
        mechanism=mechanism,
        max=step.max,
        points=more.pop("points", 0),
        evidence=tuple(record.evidence),
        places=tuple(record.places),
        **more,
    )


def _mechanism(step: Step, record: Record) -> Mechanism:
    return record.mechanisms[-1] if record.mechanisms else step.mechanism


def _failed(step: Step, record: Record, reason: str, mechanism: Mechanism | None = None) -> StepResult:
    return _result(step, record, Outcome.FAILED, mechanism or _mechanism(step, record), reason=reason)


def _error(step: Step, record: Record, reason: str, details: str = "") -> StepResult:
    return _result(step, record, Outcome.ERROR, Mechanism.EXECUTION_ERROR, reason=reason, details=details)


def _ungraded(step: Step, record: Record, gap: Ungraded) -> StepResult:
    return _result(
        step,
        record,
        Outcome.UNGRADED,
        Mechanism.NOT_GRADED,
        reason=one_line(str(gap)),
        need=gap.need,
        mend=gap.mend,
    )


def _bug(step: Step, record: Record, error: Exception) -> StepResult:
    reason = one_line(f"a fault in the rubric, not of the agent: {type(error).__name__}: {error}")
    return _error(step, record, reason, "".join(traceback.format_exception(error)))


def _carried_over(step: Step, slug: str, result: StepResult) -> StepResult:
    """The outcome of a prerequisite that did not pass: failed -> dependency, error -> error, ungraded -> ungraded."""
    record = Record()
    reason = one_line(f"needs {slug}: {result.reason}")
    if result.outcome is Outcome.ERROR:
        return _error(step, record, reason)
    if result.outcome is Outcome.UNGRADED:
        return _result(
            step,
            record,
            Outcome.UNGRADED,
            Mechanism.NOT_GRADED,
            reason=reason,
            need=result.need,
            mend=result.mend,
        )
    return _failed(step, record, reason, Mechanism.DEPENDENCY_NOT_EVALUATED)


def _returned(step: Step, record: Record, value: object) -> StepResult:
    passes = value is None or (isinstance(value, Proportion) and value.outcome is Outcome.PASSED)
    if passes and record.overruled:
        record.evidence.append(record.overruled)
    if value is None:
        return _result(step, record, Outcome.PASSED, _mechanism(step, record), points=step.max)
    if not isinstance(value, Proportion):
        return _bug(step, record, RubricError(f"{step.slug} returned {value!r}; a step returns None or a proportion"))
    return _proportional(step, record, value)


def _proportional(step: Step, record: Record, value: Proportion) -> StepResult:
    outcome = value.outcome
    points = min(step.max, value.points(step.max, value.passed, value.total))
    highest = min(step.max, value.points(step.max, value.passed + value.undecided, value.total))
    mechanism = {Outcome.ERROR: Mechanism.EXECUTION_ERROR, Outcome.UNGRADED: Mechanism.NOT_GRADED}.get(
        outcome, _mechanism(step, record)
    )
    return _result(
        step,
        record,
        outcome,
        mechanism,
        points=step.max if outcome is Outcome.PASSED else points,
        highest=highest if value.undecided else None,
        reason="" if outcome is Outcome.PASSED else _shortfall(value),
        items=value.items,
        **(_first_gap(value) if outcome is Outcome.UNGRADED else {}),
    )


def _first_gap(value: Proportion) -> dict[str, str]:
    """What the first ungraded item needs, for the whole step."""
    gap = next(item for item in value.items if item.outcome is Outcome.UNGRADED)
    return {"need": gap.need, "mend": gap.mend}


def _shortfall(value: Proportion) -> str:
    named = ", ".join(
        f"{item.name}: {item.reason}" if item.reason else item.name
        for item in value.items
        if item.outcome is not Outcome.PASSED
    )
    return one_line(
        f"{value.passed} of {value.total}"
        + (f"; not {named}" if named else "")
        + (f"; {value.reason}" if value.reason else "")
    )
