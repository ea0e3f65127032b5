"""The end of a session: results.json, score.html, the terminal's summary, the gate."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from pytest_knows import __version__
from pytest_knows.files import write_atomically
from pytest_knows.judge import ledger
from pytest_knows.judge.configured import judge_version
from pytest_knows.report import gate, results, terminal
from pytest_knows.report.results import TaskRecord

if TYPE_CHECKING:
    from pytest_knows.session import KnowsSession


def finish(knows: KnowsSession, session: pytest.Session, records: list[TaskRecord]) -> list[str]:
    """Write the reports and set the session's exit status; gives the lines of the terminal's summary."""
    out = knows.runs.out
    run = {**knows.runs.account(), "judge": ledger.account(out / ledger.FILE)}
    graded = results.build(records, run=run, versions=_versions(knows))
    results.write(out / results.FILE, graded)
    lines = [*terminal.summary(graded), *ledger.summary(out / ledger.FILE), *knows.notes, *_page(knows, graded)]
    verdicts = _verdicts(knows, graded)
    if verdicts:
        _set_exit_status(session, gate.exit_code(verdicts), knows.foreign_failures)
    lines += _markdown(knows, graded, verdicts)
    return lines + [f"gate: {verdict.line}" for verdict in verdicts]


def _verdicts(knows: KnowsSession, graded: Mapping[str, Any]) -> list[gate.Verdict]:
    settings = knows.settings
    rules = gate.Rules(
        fail_under=settings.fail_under,
        baseline=knows.baseline,
        max_regressions=settings.max_regressions,
        max_errors=settings.max_errors,
    )
    return gate.decide(graded, rules)


def _markdown(knows: KnowsSession, graded: Mapping[str, Any], verdicts: Sequence[gate.Verdict]) -> list[str]:
    """Write the Markdown summary where it is wanted; gives GitHub's annotations, if this is a job there."""
    on_github = os.environ.get("GITHUB_ACTIONS") == "true"
    job_page = os.environ.get("GITHUB_STEP_SUMMARY") if on_github else None
    if not (knows.settings.summary or on_github):
        return []
    from pytest_knows.report import comparison, markdown

    text = markdown.summary(graded, verdicts, knows.baseline).encode("utf-8", "replace")
    try:
        if knows.settings.summary:
            write_atomically(knows.settings.summary, text)
        if job_page:
            with open(job_page, "ab") as file:
                file.write(text)
    except OSError as error:
        return [f"the Markdown summary could not be written: {error}"]
    if not on_github or knows.baseline is None:
        return []
    return markdown.workflow_commands(comparison.differences(knows.baseline, graded))


def _versions(knows: KnowsSession) -> dict[str, object]:
    return {
        "plugin": __version__,
        "benchmark": knows.settings.benchmark,
        "dataset": knows.runs.dataset_sha256,
        "judge": judge_version(knows.settings),
    }


def _page(knows: KnowsSession, graded: Mapping[str, Any]) -> list[str]:
    from pytest_knows.report.page import write_page

    try:
        others = [] if knows.baseline is None else [("baseline", knows.baseline.results)]
        return [f"score page: {write_page(knows.runs.out, graded, others)}"]
    except OSError as error:
        return [f"the score page could not be written: {error}"]


def _set_exit_status(session: pytest.Session, code: int, foreign_failures: int) -> None:
    """The gate speaks for steps only: other tests' failures, interrupts and usage errors keep pytest's own status."""
    if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not foreign_failures:
        session.exitstatus = code
