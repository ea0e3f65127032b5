"""docs/workspace.md says the truth about what is implemented."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_knows.kind import Kind
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local.engines import Engines

ROOT = Path(__file__).parents[2]
AT_LEAST = {Kind.DOCUMENT: 45, Kind.SPREADSHEET: 60, Kind.PRESENTATION: 42}
"""How many of 53, 74 and 49 request types an agent may count on."""


def test_table_is_up_to_date() -> None:
    checked = subprocess.run([sys.executable, str(ROOT / "tools/request_table.py"), "--check"])
    assert checked.returncode == 0, "run python tools/request_table.py"


@pytest.mark.parametrize("kind", list(Kind))
def test_enough_request_types_are_implemented(kind: Kind) -> None:
    known = set(document(kind.api)["schemas"]["Request"]["properties"])
    assert Engines()[kind].request_types <= known
    assert len(Engines()[kind].request_types) >= AT_LEAST[kind]


@pytest.mark.parametrize("kind", list(Kind))
def test_others_are_refused_by_name(workspace: Workspace, kind: Kind) -> None:
    from googleapiclient.errors import HttpError

    missing = set(document(kind.api)["schemas"]["Request"]["properties"]) - Engines()[kind].request_types
    file = workspace.create_file(kind, "refusing")
    editor = getattr(getattr(workspace.clients, kind.api), kind.collection)()
    for name in sorted(missing):
        with pytest.raises(HttpError) as refused:
            editor.batchUpdate(**{kind.id_field: file.id, "body": {"requests": [{name: {}}]}}).execute()
        assert (refused.value.status_code, name in refused.value.reason) == (400, True)
