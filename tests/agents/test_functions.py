"""Python agents through the real door: every cause, sync and async, on the main thread and elsewhere."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import Mock

import pytest

from pytest_knows.agents import AgentResult, AgentRun, AgentTask, Cause, call_agent
from pytest_knows.agents.functions import checked_function
from pytest_knows.errors import WorkspaceError

Make = Callable[..., AgentTask]


def call(function: Callable[..., Any], task: AgentTask) -> AgentRun:
    return call_agent(checked_function(function, "the tests' agent"), task)


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (None, None),
        ("made.docx", AgentResult(file="made.docx")),
        (Path("made.docx"), AgentResult(file=Path("made.docx"))),
        (AgentResult(visited=[], cost_usd=0.5), AgentResult(visited=[], cost_usd=0.5)),
        ({"visited": ["https://a.example"], "interface": "browser"},
         AgentResult(visited=["https://a.example"], interface="browser")),
    ],
)  # fmt: skip
def test_what_an_agent_may_return(task: Make, value: object, result: AgentResult | None) -> None:
    run = call(lambda _task: value, task())
    assert (run.cause, run.result, run.error) == (Cause.FINISHED, result, "")


@pytest.mark.parametrize("value", [42, ["made.docx"], object(), b"made.docx", True])
def test_any_other_return_value_is_an_agent_error(task: Make, value: object) -> None:
    run = call(lambda _task: value, task())
    assert run.cause is Cause.AGENT_ERROR
    assert f"returned {type(value).__name__}" in run.error


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("file", 3),
        ("visited", "https://a.example"),
        ("visited", [1]),
        ("messages", "hello"),
        ("cost_usd", "1"),
        ("cost_usd", -1),
        ("cost_usd", float("nan")),
        ("cost_usd", True),
        ("interface", "telepathy"),
        ("visted", []),
    ],
)
def test_a_wrong_field_is_named_and_the_right_ones_are_kept(task: Make, field: str, value: object) -> None:
    right = {"file": "made.docx"} if field != "file" else {"cost_usd": 2}
    run = call(lambda _task: {**right, field: value}, task())
    assert run.cause is Cause.AGENT_ERROR
    assert field in run.error
    assert run.result == AgentResult(**right)


def test_giving_up_is_a_cause_of_its_own(task: Make) -> None:
    run = call(lambda _task: AgentResult(gave_up="the site wants a login"), task())
    assert (run.cause, run.error) == (Cause.GAVE_UP, "the site wants a login")


@pytest.mark.parametrize("error", [ValueError("bad\nnews"), SystemExit(3), GeneratorExit(), pytest.skip.Exception("x")])
def test_an_exception_is_recorded_with_its_traceback(task: Make, error: BaseException) -> None:
    def agent(_task: AgentTask) -> None:
        raise error

    run = call(agent, task())
    assert run.cause is Cause.AGENT_ERROR
    assert type(error).__name__ in run.error
    assert "\n" not in run.error
    assert "in agent\n    raise error" in run.log


def test_a_broken_workspace_is_not_the_agents_fault(task: Make) -> None:
    def agent(_task: AgentTask) -> None:
        raise WorkspaceError("the server is gone")

    assert call(agent, task()).cause is Cause.WORKSPACE_ERROR


def test_a_lost_sign_in_is_a_cause_of_its_own(task: Make) -> None:
    exceptions = pytest.importorskip("google.auth.exceptions")

    def agent(_task: AgentTask) -> None:
        raise exceptions.RefreshError("token expired")

    assert call(agent, task()).cause is Cause.SIGN_IN_LOST


def test_keyboard_interrupt_comes_through(task: Make) -> None:
    def agent(_task: AgentTask) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(agent, task(timeout=60))


def test_output_and_logging_are_left_to_pytest(task: Make, capsys: pytest.CaptureFixture[str]) -> None:
    call(lambda _task: print("from the agent"), task())
    assert capsys.readouterr().out == "from the agent\n"


def test_a_sync_agent_runs_in_the_calling_thread(task: Make) -> None:
    seen: list[threading.Thread] = []
    call(lambda _task: seen.append(threading.current_thread()), task(timeout=60))
    assert seen == [threading.current_thread()]


def test_clients_are_built_when_asked_for_and_closed_at_the_end(task: Make) -> None:
    built: list[Mock] = []

    def connect() -> Mock:
        built.append(Mock())
        return built[-1]

    given = task(connect=connect)
    assert built == []
    assert given.clients is given.clients is built[0]
    given.close()
    assert [clients.close.call_count for clients in built] == [1]


def test_the_token_is_not_in_the_repr(task: Make) -> None:
    assert "secret" not in repr(task())


# time-outs


def sleeping(_task: AgentTask) -> None:
    time.sleep(60)


def busy(_task: AgentTask) -> None:
    while True:
        pass


def retrying(_task: AgentTask) -> None:
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue


def swallowing(_task: AgentTask) -> AgentResult:
    try:
        time.sleep(60)
    except BaseException:
        return AgentResult(visited=["https://late.example"])
    raise AssertionError


def stubborn(_task: AgentTask) -> None:
    for _ in range(3):
        try:
            time.sleep(60)
        except BaseException:
            continue


@pytest.mark.parametrize("agent", [sleeping, busy, retrying, swallowing, stubborn])
@pytest.mark.usefixtures("quick_stops")
def test_a_late_agent_is_stopped(task: Make, agent: Callable[..., Any]) -> None:
    run = call(agent, task(timeout=0.05))
    assert (run.cause, run.error) == (Cause.TIMEOUT, "the agent was stopped after 0.05 s")


def test_what_a_late_agent_returned_is_kept(task: Make) -> None:
    assert call(swallowing, task(timeout=0.5)).result == AgentResult(visited=["https://late.example"])


@pytest.mark.parametrize("agent", [busy, lambda _task: [time.sleep(0.01) for _ in range(6000)]])
@pytest.mark.usefixtures("quick_stops")
def test_a_late_agent_on_another_thread_is_stopped(task: Make, agent: Callable[..., Any]) -> None:
    runs: list[AgentRun] = []
    thread = threading.Thread(target=lambda: runs.append(call(agent, task(timeout=0.05))))
    thread.start()
    thread.join()
    assert [run.cause for run in runs] == [Cause.TIMEOUT]


def test_an_outer_alarm_and_handler_are_put_back(task: Make) -> None:
    def outer(_signum: int, _frame: FrameType | None) -> None:
        raise AssertionError("not in this test")

    before = signal.signal(signal.SIGALRM, outer)
    signal.setitimer(signal.ITIMER_REAL, 500, 7)
    try:
        call(lambda _task: None, task(timeout=60))
        call(sleeping, task(timeout=0.01))
        remaining, interval = signal.setitimer(signal.ITIMER_REAL, 0)
        assert signal.getsignal(signal.SIGALRM) is outer
        assert interval == 7
        assert 60 < remaining <= 500
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_outer_alarm_that_ran_out_meanwhile_goes_off(task: Make) -> None:
    rung = threading.Event()
    before = signal.signal(signal.SIGALRM, lambda _signum, _frame: rung.set())
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        call(lambda _task: time.sleep(0.1), task(timeout=60))
        assert rung.wait(30)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_without_a_limit_no_alarm_is_set(task: Make) -> None:
    timers: list[tuple[float, float]] = []
    call(lambda _task: timers.append(signal.getitimer(signal.ITIMER_REAL)), task(timeout=None))
    assert timers == [(0.0, 0.0)]


# async


async def async_agent(given: AgentTask) -> AgentResult:
    await asyncio.sleep(0)
    given.visit("https://a.example")
    return AgentResult(file="made.docx")


class CallableObject:
    async def __call__(self, given: AgentTask) -> AgentResult:
        return await async_agent(given)


def returns_a_coroutine(given: AgentTask) -> Any:
    return async_agent(given)


@pytest.mark.parametrize("agent", [async_agent, partial(async_agent), CallableObject(), returns_a_coroutine])
@pytest.mark.parametrize("timeout", [None, 60])
def test_async_agents(task: Make, agent: Callable[..., Any], timeout: float | None) -> None:
    visits: list[str] = []
    run = call(agent, task(timeout=timeout, on_visit=visits.append))
    assert (run.cause, run.result) == (Cause.FINISHED, AgentResult(file="made.docx"))
    assert visits == ["https://a.example"]


def test_an_async_agent_inside_a_running_loop(task: Make) -> None:
    async def main() -> AgentRun:
        return call(async_agent, task(timeout=60))

    assert asyncio.run(main()).cause is Cause.FINISHED


@pytest.mark.parametrize("error", [ValueError("bad"), SystemExit(2), TimeoutError("mine"), asyncio.CancelledError()])
def test_an_async_agents_exception_is_recorded(task: Make, error: BaseException) -> None:
    async def agent(_task: AgentTask) -> None:
        raise error

    run = call(agent, task(timeout=60))
    assert run.cause is Cause.AGENT_ERROR
    assert type(error).__name__ in run.error
    assert "raise error" in run.log


def test_system_exit_in_a_task_that_the_agent_started(task: Make) -> None:
    async def leave() -> None:
        raise SystemExit(9)

    async def agent(_task: AgentTask) -> None:
        await asyncio.gather(asyncio.create_task(leave()))

    run = call(agent, task(timeout=60))
    assert (run.cause, run.error) == (Cause.AGENT_ERROR, "SystemExit: 9")


async def async_sleeping(_task: AgentTask) -> None:
    await asyncio.sleep(60)


async def async_busy(_task: AgentTask) -> None:
    while True:
        pass


async def async_swallowing(_task: AgentTask) -> AgentResult:
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        return AgentResult(visited=["https://late.example"])
    raise AssertionError


async def async_stubborn(_task: AgentTask) -> None:
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            continue


async def async_blocking_executor(_task: AgentTask) -> None:
    await asyncio.to_thread(time.sleep, 1)


@pytest.mark.parametrize(
    "agent", [async_sleeping, async_busy, async_swallowing, async_stubborn, async_blocking_executor]
)
@pytest.mark.usefixtures("quick_stops")
def test_a_late_async_agent_is_stopped(task: Make, agent: Callable[..., Any]) -> None:
    run = call(agent, task(timeout=0.05))
    assert (run.cause, run.error) == (Cause.TIMEOUT, "the agent was stopped after 0.05 s")


@pytest.mark.usefixtures("quick_stops")
def test_a_coroutine_that_blocks_its_loop_is_interrupted(task: Make) -> None:
    begun, interrupted = threading.Event(), threading.Event()

    async def agent(given: AgentTask) -> None:
        begun.set()
        try:
            await async_busy(given)
        finally:
            interrupted.set()

    call(agent, task(timeout=1))
    assert interrupted.wait(60) or not begun.is_set()  # a busy machine may not have come to start it


def test_what_a_late_async_agent_returned_is_kept(task: Make) -> None:
    assert call(async_swallowing, task(timeout=0.5)).result == AgentResult(visited=["https://late.example"])
