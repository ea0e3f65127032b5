"""Exports of JSON that somebody spoiled: a file, or an error that says so; never anything else."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.office import export_file
from pytest_knows.workspace.local.office_formats import PPTX, XLSX

_ODD = (None, [], {}, [[]], "x", -1, 1e308, float("nan"), True)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def spoiled(rest: Any, path: tuple[Any, ...], odd: Any) -> Any:
    made = copy.deepcopy(rest)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = odd
    return made


def picture(url: str) -> tuple[bytes, str]:
    raise RequestError(f"no pictures here: {url}")


@pytest.mark.parametrize(("kind", "mime"), [(Kind.SPREADSHEET, XLSX), (Kind.PRESENTATION, PPTX)])
def test_a_file_or_an_error(workspace: Workspace, kind: Kind, mime: str) -> None:
    file = workspace.create_file(kind, "odd")
    if kind is Kind.SPREADSHEET:
        body = {"values": [["a", 1], ["b", "=B1*2"]]}
        workspace.clients.sheets.spreadsheets().values().update(
            spreadsheetId=file.id, range="A1", valueInputOption="USER_ENTERED", body=body
        ).execute()
    rest = workspace.read(file)
    assert export_file(rest, mime, picture)[:2] == b"PK"
    chosen = random.Random(7)
    paths = [path for path in places(rest) if not {"rowMetadata", "columnMetadata"} & {*path}]
    for path in chosen.sample(paths, 60):
        try:
            data = export_file(spoiled(rest, path, chosen.choice(_ODD)), mime, picture)
        except RequestError:
            continue
        assert data[:2] == b"PK"
