"""`pytest-knows doctor --google`: what it finds, and the command that mends it."""

from __future__ import annotations

import pytest
from googlekit import AGENT, GRADER, Fault, Google

from pytest_knows.commands.doctor_google import examine_google
from pytest_knows.workspace import Connection, Workspace

NO_STORAGE = "a service account cannot own files: Docs, Sheets, decks and working copies cannot be made"


def lines(*arguments: str | None) -> list[str]:
    return [f"{one.state} {one.name}: {one.says}; {one.mend}" for one in examine_google(*arguments)]  # type: ignore[arg-type]


def test_two_accounts(google: Google, monkeypatch: pytest.MonkeyPatch) -> None:
    found = lines(google.account(GRADER), google.account(AGENT), None)
    assert [line.partition(";")[0] for line in found] == [
        f"ok google account: {GRADER}",
        "ok google Docs API: on, and within the credentials' scope",
        "ok google Sheets API: on, and within the credentials' scope",
        "ok google Slides API: on, and within the credentials' scope",
        "ok google quota project: the credentials' own project",
        f"broken google storage: {NO_STORAGE}",
        f"ok google agent: {AGENT}",
    ]
    assert "--knows-google-folder" in found[5]


def test_a_folder_that_is_given(google: Google, connection: Connection) -> None:
    folder = Workspace(connection).create_folder("runs")
    assert any(
        line.startswith("broken google storage: a service account")
        for line in lines(google.account(GRADER), None, folder.id)
    )
    [line] = [line for line in lines(google.account(GRADER), None, "no-such-folder") if "storage" in line]
    assert line.startswith("broken google storage: --knows-google-folder no-such-folder: files.get")


@pytest.mark.parametrize(
    ("number", "fault", "says"),
    [
        (
            1,
            Fault(code=403, reason="SERVICE_DISABLED"),
            "broken google Docs API: .*gcloud services enable docs.googleapis",
        ),
        (
            2,
            Fault(code=403, reason="ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
            "broken google Sheets API: .*pytest-knows sign-in",
        ),
        (0, Fault(code=403, reason="accessNotConfigured"), "broken google account: .*enable drive.googleapis"),
    ],
)
def test_what_is_off(google: Google, number: int, fault: Fault, says: str) -> None:
    import re

    google.desk.faults = {number: [fault]}
    google.desk.calls.clear()
    found = lines(google.account(GRADER), None, None)
    assert any(re.match(says, line) for line in found), found


def test_the_agent_is_the_grader(google: Google) -> None:
    [line] = [line for line in lines(google.account(GRADER), GRADER, None) if "agent" in line]
    assert line.startswith("broken google agent: --knows-google-agent is the grader's own account")


def test_no_credentials(google: Google) -> None:
    assert lines("/nowhere.json", None, None)[0].startswith(
        "broken google account: the Google credentials /nowhere.json"
    )
