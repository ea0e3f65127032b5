"""Recorded exchanges with the real Sheets and Drive APIs: same requests, same answers, but for what docs explain."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from pytest_knows.workspace import Kind, Workspace

from .replaying import replay

SHARED = os.environ.get("KNOWS_SHARED", "")
FILES = sorted(Path(SHARED, "real-api/exchanges").glob("*.json")) if SHARED else []
pytestmark = pytest.mark.skipif(not FILES, reason="KNOWS_SHARED is not set: no recorded exchanges")
DOCS = Path(__file__).parents[3] / "docs" / "recorded-exchanges.md"


def explained(recording: str) -> dict[int, tuple[str, str, str]]:
    """Number of each exchange that is answered otherwise -> where, what was recorded, what the server says."""
    rows = [line.strip("| ").split(" | ") for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| ")]
    return {int(row[1]): (row[2], row[3], row[4]) for row in rows if row[0] == recording}


@pytest.fixture
def user(workspace: Workspace) -> Iterator[tuple[httpx.Client, str]]:
    """A user of the server who owns nothing yet, and the user's address."""
    access = workspace.grant_agent([], name="Robot")
    headers = {"Authorization": f"Bearer {access.token}"}
    with httpx.Client(base_url=access.endpoint or "", headers=headers, trust_env=False, timeout=60) as client:
        yield client, client.get("/drive/v3/about?fields=user").json()["user"]["emailAddress"]


@pytest.fixture
def foreign(workspace: Workspace) -> Callable[[], str]:
    """Makes a file of another user."""
    return lambda: workspace.create_file(Kind.SPREADSHEET, "Private").id


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_server_answers_as_google_did(
    file: Path, user: tuple[httpx.Client, str], foreign: Callable[[], str]
) -> None:
    found = {}
    for one in replay(file, *user, foreign):
        for difference in one.differences[:1]:
            found[one.number] = (difference.where, str(difference.recorded), str(difference.answered))
    assert found == explained(file.stem)


def test_the_share_that_the_docs_name_is_that_of_their_table() -> None:
    total = sum(len(json.loads(file.read_text("utf-8"))) for file in FILES)
    equal = total - sum(len(explained(file.stem)) for file in FILES)
    assert f"{equal:,} are equal ({equal / total:.1%})".replace("%", " %") in DOCS.read_text("utf-8")
    assert equal / total >= 0.95
