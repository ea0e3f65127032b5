"""Results as a tidy table: one line per step, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

_TASK = ("task_id", "short_id", "family", "instance", "artifact", "group", "domain", "trial", "cause", "interface")
_STEP = (
    *("checkpoint", "position", "slug", "title", "published", "category", "judge_primary", "scored"),
    *("max", "points", "highest", "outcome", "mechanism", "reason", "need", "id"),
)
COLUMNS = (*_TASK, *_STEP)

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would run as a formula (OWASP, CSV injection); an apostrophe in front makes it a text."""


def to_csv(results: Mapping[str, Any]) -> str:
    """CSV with a header row; texts that begin like a formula are marked as texts."""
    tasks = {(task["task_id"], task["trial"]): task for task in results["tasks"]}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for step in results["steps"]:
        task = tasks[step["task_id"], step["trial"]]
        row = [task.get(name) for name in _TASK] + [step.get(name) for name in _STEP]
        writer.writerow(map(_cell, row))
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
