"""The hooks of a run that asked for us; each is a call into the session's state."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from pytest_knows.collection import KnowsItem, rubric_argument, rubric_roots
from pytest_knows.errors import ConfigurationError
from pytest_knows.session import KNOWS, KnowsSession
from pytest_knows.settings import read_settings


def start(config: pytest.Config) -> None:
    """Parse the options, choose what is collected, register the hooks. Raises `pytest.UsageError`."""
    try:
        settings = read_settings(config)
        _refuse_without_rewriting(config)
    except ConfigurationError as error:
        raise pytest.UsageError(str(error)) from error
    _choose_arguments(config)
    if settings.dry_run:  # there is nothing that workers could do
        config.option.dist, config.option.tx = "no", []
    knows = KnowsSession(config, settings)
    config.stash[KNOWS] = knows
    config.pluginmanager.register(SessionHooks(knows), "knows-session")
    if config.pluginmanager.hasplugin("xdist") and not hasattr(config, "workerinput"):
        from pytest_knows.xdist import XdistHooks

        config.pluginmanager.register(XdistHooks(knows), "knows-xdist")
    if config.pluginmanager.hasplugin("html"):
        from pytest_knows.report.html_plugin import HtmlColumns

        config.pluginmanager.register(HtmlColumns(), "knows-html")


def _refuse_without_rewriting(config: pytest.Config) -> None:
    """An assert that vanished or lost its reason would pass every step."""
    if not __debug__:
        raise ConfigurationError(
            "python -O removes asserts, and rubrics are made of asserts: run without -O / PYTHONOPTIMIZE"
        )
    if config.getoption("assertmode", default="rewrite") == "plain":
        raise ConfigurationError(
            "--assert=plain: rubrics need pytest's rewritten asserts for their reasons; leave it away"
        )


def _choose_arguments(config: pytest.Config) -> None:
    """Without path arguments only rubrics are collected; `rubrics/...` finds the shipped ones from anywhere."""
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        config.args[:] = [rubric_argument(argument, config.invocation_params.dir) for argument in config.args]
    else:
        config.args[:] = [str(root) for root in rubric_roots(config)]


class SessionHooks:
    """Hook implementations of controller, worker and serial runs alike."""

    def __init__(self, knows: KnowsSession) -> None:
        self.knows = knows

    def pytest_report_header(self) -> list[str]:
        return self.knows.header()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self.knows.session_start(session)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        self.knows.check_agent(session)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if self.knows.settings.dry_run:
            self.knows.preview(session.items)
            return True
        if session.items and not self.knows.looks_only and not session.testsfailed:
            self.knows.prepare()
        return None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if isinstance(item, KnowsItem):
            self.knows.complete(item, call, report)
        return report

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.knows.begun(nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.knows.take(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.knows.finish(session)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        self.knows.summarise(terminalreporter)

    def pytest_unconfigure(self) -> None:
        self.knows.close()
