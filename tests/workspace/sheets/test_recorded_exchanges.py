"""Recorded exchanges with the real Sheets API, played against the embedded server: same requests, same answers."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest

SHARED = os.environ.get("KNOWS_SHARED", "")
FILES = sorted(Path(SHARED, "real-api/exchanges").glob("*.json")) if SHARED else []
IDS = {"spreadsheetId", "id", "namedRangeId", "sheetId", "protectedRangeId"}
OURS = {"spreadsheetUrl", "createdTime", "modifiedTime", "error", "editors", "pixelSize"}
"""Fields that cannot be equal: addresses, times, the wording of errors, users, widths of measured text."""


def learn(recorded: Any, answered: Any, ids: dict[str, str]) -> None:
    """Note which of our ids stands for which recorded one."""
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for key, value in recorded.items():
            if key in IDS and not isinstance(value, dict) and value and key in answered:
                ids[str(value)] = str(answered[key])
            learn(value, answered.get(key), ids)
    elif isinstance(recorded, list) and isinstance(answered, list):
        for one, other in zip(recorded, answered, strict=False):
            learn(one, other, ids)


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """The value with recorded ids replaced by ours."""
    text = json.dumps(value)
    for recorded, ours in ids.items():
        text = text.replace(recorded, ours)
    return json.loads(text)


def comparable(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: comparable(item) for key, item in value.items() if key not in OURS}
    return [comparable(item) for item in value] if isinstance(value, list) else value


@pytest.mark.skipif(not FILES, reason="KNOWS_SHARED is not set: no recorded exchanges")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_server_answers_as_google_did(file: Path, http: httpx.Client) -> None:
    ids: dict[str, str] = {}
    for exchange in json.loads(file.read_text("utf-8")):
        creates = exchange["api"] == "drive" and exchange["method"] == "POST"
        if exchange["status"] == 403 or not (creates or exchange["api"] == "sheets"):
            continue  # another account's file, or the Drive API, which has tests of its own
        path, body = renamed([exchange["path"], exchange["body"]], ids)
        if not creates and not any(ours in path for ours in ids.values()):
            continue  # a file from before the recording
        answer = http.request(exchange["method"], path, json=body)
        assert answer.status_code == exchange["status"], (path, body, answer.text[:500])
        answered = answer.json()
        learn(exchange["response"], answered, ids)
        assert comparable(answered) == comparable(renamed(exchange["response"], ids)), (path, body)
