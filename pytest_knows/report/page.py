"""score.html: one file, no request, made from results.json and the episodes alone.

What is read first (figures, plots, the list of tasks) is HTML; a task's steps are data that the page's own script shows
when they are asked for, as text: nothing that an artifact says is ever markup. The content-security policy names that
one script by its hash and allows no other, and no request.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import at, entries
from pytest_knows.files import write_atomically
from pytest_knows.metrics import BUG_FIXES_ONLY, METRICS, OVERALL, RULES
from pytest_knows.report.disputes import disputes
from pytest_knows.report.evidence_shown import EvidenceShown
from pytest_knows.report.pages_shown import PagePictures
from pytest_knows.report.plots import bars, scatters
from pytest_knows.report.terminal import gaps, interval, needing

FILE = "score.html"
OUTCOMES = ("passed", "failed", "error", "ungraded", "not_selected")

PUBLISHED = (
    ("best system", (2.7, 35.4, 70.0, 64.7)),
    ("GPT 5.5, accessibility tree and screenshots", (0.0, 21.8, 49.5, 46.7)),
)
"""Percent SR, ASC, ACF, SF over all tasks, under the paper rule, as the benchmark's paper gives them."""

_STEP = (
    *("id", "slug", "title", "checkpoint", "position", "category", "scored", "max", "points", "highest"),
    *("outcome", "mechanism", "reason", "need", "mend", "items", "evidence", "differences"),
)
"""What the page knows of a step, in this order: thousands of steps need no names for it."""

_VISITED = 300
"""Addresses of a trace that are listed."""
_PROMPT = 20_000
"""Characters."""


def write_page(out: Path, results: Mapping[str, Any], others: Sequence[tuple[str, Mapping[str, Any]]] = ()) -> Path:
    """Write the page into the run folder and give its path; `others` are runs to compare with. Raises OSError."""
    path = out / FILE
    write_atomically(path, render(out, results, others).encode("utf-8", "backslashreplace"))
    return path


def render(out: Path, results: Mapping[str, Any], others: Sequence[tuple[str, Mapping[str, Any]]] = ()) -> str:
    """The page as HTML."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pytest_knows.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["interval"] = interval
    script = _file("score.js")
    shown = EvidenceShown(out)
    tasks = list(_tasks(out, results, shown))
    details = [task.pop("details") for task in tasks]
    compared = [_other(*other) for other in others]
    data = {"fields": _STEP, "tasks": details, "others": compared, "questions": shown.asked.questions}
    return environment.get_template("score.html.j2").render(
        results=results,
        rules=_rules(results),
        bug_fixes_only=results["metrics"].get(BUG_FIXES_ONLY),
        variation=results.get("variation", {}).get(OVERALL),
        published=PUBLISHED,
        tasks=tasks,
        without_judge=_without_judge(results),
        plots=bars(results),
        scatters=scatters(tasks),
        gaps=gaps(results["steps"]),
        needing=needing,
        disputes=_grouped(results),
        left_out=shown.asked.left_out,
        others=[name for name, _ in others],
        metrics=METRICS,
        outcomes=OUTCOMES,
        style=_file("score.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=_json(data),
    )


def _file(name: str) -> str:
    return resources.files("pytest_knows.report").joinpath("templates", name).read_text("utf-8")


def _json(data: object) -> str:
    """JSON that can stand in a <script>: it holds no character with which a tag or comment could begin."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _rules(results: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, Mapping[str, Any]]]]]:
    """Metrics by pass rule, overall last."""
    return [
        (rule, sorted(scopes.items(), key=lambda entry: entry[0] == OVERALL))
        for rule in RULES
        for scopes in [results["metrics"].get(rule, {})]
    ]


def _without_judge(results: Mapping[str, Any]) -> str:
    """Of the decided steps, the share that no model decided."""
    decided = [step for step in results["steps"] if step["scored"] and step["outcome"] in ("passed", "failed")]
    own = sum(step["mechanism"] != "llm_vlm_judgement" for step in decided)
    return f"{own / len(decided):.0%}" if decided else ""


def _grouped(results: Mapping[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """What a person should look at, by kind; a dispute leads to its step."""
    found: dict[str, list[dict[str, Any]]] = {}
    for dispute in disputes(results):
        anchor = f"{dispute.task_id}-t{dispute.trial}/{dispute.step}" if dispute.task_id else ""
        shown = {
            "what": dispute.what,
            "anchor": anchor,
            "name": f"{_name(dispute.task_id, dispute.trial)}, {dispute.step}",
        }
        found.setdefault(dispute.kind, []).append(shown)
    return list(found.items())


def _name(task_id: str, trial: int) -> str:
    return task_id + (f" (trial {trial})" if trial > 1 else "")


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _tasks(out: Path, results: Mapping[str, Any], evidence: EvidenceShown) -> Iterator[dict[str, Any]]:
    runs = {(entry.get("task_id"), entry.get("trial")): entry for entry in entries(results, "run", "episodes")}
    steps: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for step in results["steps"]:
        steps.setdefault((step["task_id"], step["trial"]), []).append(step)
    pictures = PagePictures(len(results["tasks"]))
    for task in results["tasks"]:
        key = task["task_id"], task["trial"]
        run, own = runs.get(key, {}), steps.get(key, [])
        folder = out / str(run["folder"]) if run.get("folder") else None
        thumb, pages = pictures.of(folder)
        shown = {
            **task,
            "name": _name(*key),
            "anchor": f"{task['task_id']}-t{task['trial']}",
            "run": run,
            "thumb": thumb,
            "counts": Counter(step["outcome"] for step in own if step["scored"]),
        }
        parts, excerpts = evidence.of_task(folder, own, len(pages))
        rows = [_row(step, *part) for step, part in zip(own, parts, strict=True)]
        details = {**shown, "counts": None, "thumb": None, "pages": pages, "excerpts": excerpts, "steps": rows}
        details |= _episode(folder)
        yield {**shown, "details": details}


def _row(step: Mapping[str, Any], entries: list[Any], items: list[Any]) -> list[Any]:
    own = {**step, "evidence": entries, "items": items}
    return [own.get(name) for name in _STEP]


def _episode(folder: Path | None) -> dict[str, Any]:
    """The prompt and the visited URLs of an episode, as far as they can be read."""
    task, trace = (_read(folder, name) for name in ("task.json", "trace.json"))
    prompt = at(task, "prompt")
    urls = [str(url) for url in _list(at(trace, "urls"))]
    return {
        "prompt": prompt[:_PROMPT] if isinstance(prompt, str) else "",
        "visited": urls[:_VISITED],
        "visited_count": len(urls),
    }


def _read(folder: Path | None, name: str) -> object:
    try:
        return json.loads((folder / name).read_bytes()) if folder else None
    except (OSError, ValueError, RecursionError):
        return None


def _other(name: str, results: Mapping[str, Any]) -> dict[str, Any]:
    """Another run, by step: outcome, points, reason."""
    steps = {
        f"{step['task_id']}|{step['trial']}|{step['slug']}": [step["outcome"], step["points"], step.get("reason", "")]
        for step in results["steps"]
    }
    return {"name": name, "steps": steps}
