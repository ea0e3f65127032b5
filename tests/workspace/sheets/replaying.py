"""Recorded exchanges with the real Sheets and Drive APIs, played against a server and compared.

Three things differ by nature and are mapped or left out: ids (of files, tabs, ranges: ours are learnt from answers),
users' addresses, and what no later run can repeat (times, addresses of files).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

IDS = {"spreadsheetId", "id", "namedRangeId", "sheetId", "protectedRangeId"}
VOLATILE = {"spreadsheetUrl", "createdTime", "modifiedTime"}
RECORDED_USER = "robot@example.com"
SHEET = "application/vnd.google-apps.spreadsheet"
_FILE = re.compile(r"/(?:files|spreadsheets)/([\w-]{20,})")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place in an answer: what was recorded, what the server said (`None` where there is nothing)."""

    where: str
    recorded: Any
    answered: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """One exchange after it was played: `differences` is empty if the answers are equal."""

    recording: str
    number: int
    method: str
    path: str
    differences: tuple[Difference, ...]


def replay(file: Path, user: httpx.Client, email: str, seed_foreign: Callable[[], str]) -> Iterator[Replayed]:
    """Play one recording in order as `user`; `seed_foreign` makes a file of somebody else and returns its id."""
    ids: dict[str, str] = {RECORDED_USER: email}
    exchanges: list[Json] = json.loads(file.read_text("utf-8"))
    older = _older_files(exchanges)
    for number, exchange in enumerate(exchanges):
        for item in older.get(number, []):
            if item["id"] not in ids:
                made = user.post("/drive/v3/files", json={"name": item["name"], "mimeType": SHEET})
                ids[item["id"]] = made.json()["id"]
        match = _FILE.search(exchange["path"])
        if match and match[1] not in ids and exchange["status"] == 403:
            ids[match[1]] = seed_foreign()
        path, body = _renamed([exchange["path"], exchange["body"]], ids)
        answer = user.request(exchange["method"], path, json=body)
        answered = _content(answer)
        _learn(exchange["response"], answered, ids)
        found = list(_differences(_renamed(exchange["response"], ids), answered, ""))
        if answer.status_code != exchange["status"]:
            found.insert(0, Difference(where="status", recorded=exchange["status"], answered=answer.status_code))
        yield Replayed(
            recording=file.stem,
            number=number,
            method=exchange["method"],
            path=exchange["path"],
            differences=tuple(found),
        )


def _content(answer: httpx.Response) -> Any:
    if not answer.content:
        return None
    return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text


def _older_files(exchanges: list[Json]) -> dict[int, list[Json]]:
    """Number of an exchange -> the files that were there before it and not made by the recording, the oldest first.

    A list names them, newest first; they are older than the file that the recording made last before it.
    """
    made: set[str] = set()
    last, older = 0, {}
    for number, exchange in enumerate(exchanges):
        response = exchange["response"] if isinstance(exchange["response"], dict) else {}
        if exchange["method"] == "POST" and exchange["api"] == "drive":
            made.add(response["id"])
            last = number
        if "files" in response:
            older[last] = [item for item in reversed(response["files"]) if item["id"] not in made]
    return older


def _learn(recorded: Any, answered: Any, ids: dict[str, str]) -> None:
    """Note which of our ids stands for which recorded one."""
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for key, value in recorded.items():
            if key in IDS and not isinstance(value, dict | list) and value and key in answered:
                ids.setdefault(str(value), str(answered[key]))
            _learn(value, answered.get(key), ids)
    elif isinstance(recorded, list) and isinstance(answered, list):
        for one, other in zip(recorded, answered, strict=False):
            _learn(one, other, ids)


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    """The value with recorded ids replaced by ours."""
    text = json.dumps(value)
    for recorded, ours in ids.items():
        text = text.replace(recorded, ours)
    return json.loads(text)


def _differences(recorded: Any, answered: Any, where: str) -> Iterator[Difference]:
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for key in sorted((recorded.keys() | answered.keys()) - VOLATILE):
            yield from _differences(recorded.get(key), answered.get(key), f"{where}.{key}".strip("."))
    elif isinstance(recorded, list) and isinstance(answered, list) and len(recorded) == len(answered):
        for number, (one, other) in enumerate(zip(recorded, answered, strict=True)):
            yield from _differences(one, other, f"{where}[{number}]")
    elif recorded != answered:
        yield Difference(where=where, recorded=recorded, answered=answered)
