"""The addresses that only the page of a spreadsheet asks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from pytest_knows.workspace.local.calls import Json, Reply
from pytest_knows.workspace.local.editor.sheets.acting import act, undo
from pytest_knows.workspace.local.editor.sheets.drawings import chart, picture
from pytest_knows.workspace.local.editor.sheets.view import view

_FILE = r"/_knows/sheets/(?P<file_id>[\w-]+)"
ROUTES: list[tuple[str, re.Pattern[str], Callable[..., Json | Reply]]] = [
    ("GET", re.compile(rf"{_FILE}/view"), view),
    ("POST", re.compile(rf"{_FILE}/act"), act),
    ("POST", re.compile(rf"{_FILE}/undo"), undo),
    ("GET", re.compile(rf"{_FILE}/charts/(?P<chart_id>\d{{1,10}})\.svg"), chart),
    ("GET", re.compile(rf"{_FILE}/pictures/(?P<place>\d{{1,10}},\d{{1,7}},\d{{1,7}})"), picture),
]
