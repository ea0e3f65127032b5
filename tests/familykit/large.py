"""Spreadsheets of tens of thousands of cells, frozen without a Workspace: to be built they would take longer than to
be graded."""

from __future__ import annotations

import datetime
import hashlib
import json
import random
from pathlib import Path
from typing import Any

from pytest_knows.checks.values.date import EPOCH
from pytest_knows.episode.snapshot import Snapshot

WORDS = ("trail", "lodge", "summit", "oats", "paper", "gold", "run", "distance", "red", "vegan", "title", "price")
LOOK = {
    "backgroundColor": {"red": 1, "green": 1, "blue": 1},
    "backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}},
    "textFormat": {"fontFamily": "Arial", "fontSize": 10, "bold": False, "foregroundColorStyle": {"rgbColor": {}}},
    "wrapStrategy": "OVERFLOW_CELL",
}


def mixed(rows: int, columns: int, seed: int = 0) -> dict[str, Any]:
    """A spreadsheet of one tab full of amounts, dates, addresses and phrases, each cell with its format."""
    chance = random.Random(seed)
    lines = [{"values": [_cell(chance, row) for _ in range(columns)]} for row in range(rows)]
    size = {"rowCount": rows, "columnCount": columns}
    properties = {"sheetId": 0, "title": "Sheet1", "gridProperties": size}
    return {"sheets": [{"properties": properties, "data": [{"rowData": lines}]}]}


def _cell(chance: random.Random, row: int) -> dict[str, Any]:
    kind = chance.randrange(4)
    if kind == 0:
        amount = round(chance.uniform(0, 5000), 2)
        return _shown({"numberValue": amount}, f"{amount:,.2f}")
    if kind == 1:
        serial = 46000 + chance.randrange(400)
        day = EPOCH + datetime.timedelta(days=serial)
        return _shown({"numberValue": serial}, f"{day.month}/{day.day}/{day.year}")
    if kind == 2:
        url = f"https://site{chance.randrange(40)}.example/page/{row}"
        return _shown({"stringValue": url}, url) | {"hyperlink": url}
    phrase = " ".join(chance.choices(WORDS, k=4)) + f" {row}"
    return _shown({"stringValue": phrase}, phrase)


def _shown(value: dict[str, Any], text: str) -> dict[str, Any]:
    return {"userEnteredValue": value, "effectiveValue": value, "formattedValue": text, "effectiveFormat": LOOK}


def frozen(raw: Any, folder: Path, instance: int = 1) -> Snapshot:
    """An episode with that artifact, of an agent that visited nothing."""
    files = {
        "artifact/file.json": raw,
        "trace.json": {"schema": 1, "urls": [], "source": "observed"},
        "task.json": {"date": "2026-03-14", "instance": instance},
        "pages/index.json": {"schema": 1, "pages": {}},
    }
    hashes = {name: _written(folder / name, json.dumps(content).encode()) for name, content in files.items()}
    _written(folder / "snapshot.json", json.dumps({"schema": 1, "files": hashes, "notes": {}}).encode())
    return Snapshot(folder)


def _written(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()
