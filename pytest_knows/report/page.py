"""score.html: one file, no script, no request, made from results.json and the episodes' previews alone."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_knows.files import write_atomically
from pytest_knows.metrics import METRICS
from pytest_knows.report.terminal import gaps, interval

FILE = "score.html"
PREVIEW = Path("artifact") / "preview.png"
PREVIEW_LIMIT = 2_000_000
"""Bytes; a larger preview is left out, so that a page of 110 tasks still opens at once."""

OUTCOMES = ("passed", "failed", "error", "ungraded", "not_selected")


def write_page(out: Path, results: Mapping[str, Any]) -> Path:
    """Write the page into the run folder and give its path. Raises OSError."""
    path = out / FILE
    write_atomically(path, render(out, results).encode())
    return path


def render(out: Path, results: Mapping[str, Any]) -> str:
    """The page as HTML. Everything that comes from artifacts is escaped by the template's autoescape."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pytest_knows.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["interval"] = interval
    template = environment.get_template("score.html.j2")
    return template.render(
        results=results,
        rules=_rules(results),
        tasks=list(_tasks(out, results)),
        gaps=gaps(results["steps"]),
        metrics=METRICS,
        outcomes=OUTCOMES,
    )


def _rules(results: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, Mapping[str, Any]]]]]:
    """Metrics by pass rule, overall last."""
    return [
        (rule, sorted(scopes.items(), key=lambda entry: entry[0] == "overall"))
        for rule, scopes in results["metrics"].items()
    ]


def _tasks(out: Path, results: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    runs = {(entry["task_id"], entry["trial"]): entry for entry in results["run"].get("episodes", [])}
    steps: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for step in results["steps"]:
        steps.setdefault((step["task_id"], step["trial"]), []).append(step)
    for task in results["tasks"]:
        key = task["task_id"], task["trial"]
        run = runs.get(key, {})
        own = steps.get(key, [])
        yield {
            **task,
            "anchor": f"{task['task_id']}-t{task['trial']}",
            "run": run,
            "preview": _preview(out, run.get("folder")),
            "counts": Counter(step["outcome"] for step in own if step["scored"]),
            "checkpoints": _checkpoints(own),
        }


def _checkpoints(steps: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    grouped: dict[int, list[Mapping[str, Any]]] = {}
    for step in steps:
        grouped.setdefault(step["checkpoint"], []).append(step)
    return [
        {
            "number": number,
            "steps": own,
            "points": [sum(step["points"] for step in own), sum(step["highest"] for step in own)],
            "max": sum(step["max"] for step in own),
        }
        for number, own in grouped.items()
    ]


def _preview(out: Path, folder: str | None) -> str | None:
    """The picture of the artifact's first page as a data URL, if one was frozen."""
    if folder is None:
        return None
    try:
        path = out / folder / PREVIEW
        data = path.read_bytes() if path.stat().st_size <= PREVIEW_LIMIT else b""
    except OSError:
        return None
    return f"data:image/png;base64,{base64.b64encode(data).decode()}" if data.startswith(b"\x89PNG") else None
