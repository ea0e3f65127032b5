"""An agent that is a Python callable, sync or async, in our own process."""

from __future__ import annotations

import inspect
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pytest_knows.agents.asynchronous import run_async
from pytest_knows.agents.limits import AgentTimeout, limited
from pytest_knows.agents.model import AgentRun, AgentTask, Cause, Isolation
from pytest_knows.agents.results import run_of
from pytest_knows.errors import ConfigurationError, WorkspaceError
from pytest_knows.scoring import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionAgent:
    """Trusted code: it runs where pytest runs. Its output is left to pytest's capture."""

    function: Callable[[AgentTask], Any]
    name: str

    @property
    def isolation(self) -> Isolation:
        """In pytest's own process."""
        return "in-process"

    def expect(self, task_id: str) -> None:
        """A callable takes any task."""

    def run(self, task: AgentTask) -> AgentRun:
        """Call the function and await it if it is async. Every exception but KeyboardInterrupt becomes a cause."""
        try:
            return run_of(self._value(task))
        except KeyboardInterrupt:
            raise
        except AgentTimeout as error:
            late = run_of(error.value).result
            return AgentRun(cause=Cause.TIMEOUT, result=late, error=stopped(task.timeout), log=_traceback(error))
        except BaseException as error:
            return AgentRun(cause=cause_of(error), error=_said(error), log=_traceback(error))

    def _value(self, task: AgentTask) -> Any:
        if is_async(self.function):
            return run_async(lambda: self.function(task), task.timeout)
        started = time.monotonic()
        value = limited(lambda: self.function(task), task.timeout)
        if not inspect.isawaitable(value):
            return value
        left = None if task.timeout is None else max(task.timeout - (time.monotonic() - started), 0.0)
        return run_async(lambda: value, left)


def checked_function(value: object, where: str) -> FunctionAgent:
    """An agent of anything that can be called with one task; raises `ConfigurationError` naming `where` it is from."""
    if inspect.isclass(value) or not callable(value):
        what = f"the class {value.__name__}" if inspect.isclass(value) else f"a {type(value).__name__}"
        raise ConfigurationError(f"{where} is {what}; an agent is a function (or object) called as agent(task)")
    try:
        inspect.signature(value).bind(object())
    except TypeError as error:
        raise ConfigurationError(f"{where} cannot be called as agent(task): {error}") from error
    except ValueError:
        pass  # builtins may have no signature; the call itself will tell
    return FunctionAgent(function=value, name=where)


def is_async(function: Callable[..., Any]) -> bool:
    """Whether calling it gives a coroutine: an `async def`, a partial of one, an object with an async `__call__`."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))  # noqa: B004


def cause_of(error: BaseException) -> Cause:
    """The cause of a run that ended with `error`. Google's own errors are told by name, to import nothing."""
    if isinstance(error, WorkspaceError):
        return Cause.WORKSPACE_ERROR
    if type(error).__module__ == "google.auth.exceptions" and type(error).__name__ == "RefreshError":
        return Cause.SIGN_IN_LOST
    return Cause.AGENT_ERROR


def stopped(seconds: float | None) -> str:
    """What is said of an agent whose time was up."""
    return f"the agent was stopped after {seconds or 0:g} s"


def _said(error: BaseException) -> str:
    """Long enough for an HttpError, which gives its reason after an address of 150 characters."""
    return one_line(f"{type(error).__name__}: {error}".removesuffix(": "), 400)


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
