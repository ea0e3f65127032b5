"""Results of runs that never were, with files for their episodes: what a score page is made of."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

from PIL import Image

from pytest_knows import variation
from pytest_knows.metrics import compute

OUTCOMES = ("passed", "passed", "failed", "error", "ungraded")


def results(tasks: int = 6, trials: int = 1, text: str = "because", steps: int = 8) -> dict[str, Any]:
    chance = random.Random(1)
    made: dict[str, Any] = {"tasks": [], "steps": [], "episodes": []}
    for number in range(tasks):
        app = ("Docs", "Sheets", "Slides")[number % 3]
        for trial in range(1, trials + 1):
            key = {"task_id": f"own.{app.lower()}.{number}", "trial": trial}
            own = [step(key, place, chance.choice(OUTCOMES), text) for place in range(steps)]
            made["steps"] += own
            made["tasks"].append(
                {
                    **key,
                    "short_id": f"s{number}",
                    "family": f"family_{number % 4}",
                    "instance": number,
                    "artifact": app,
                    "group": "Work",
                    "domain": f"Domain {number % 5}: {text[:40]}",
                    "cause": "finished",
                    "state": "graded",
                    "interface": "api",
                    "isolation": "process",
                    "trace": "observed",
                    "partial": False,
                    "points": [sum(s["points"] for s in own), sum(s["highest"] for s in own)],
                    "max": 2 * steps,
                }
            )
            folder = f"episodes/{key['task_id']}/t{trial}"
            made["episodes"].append({**key, "cost_usd": number / 10, "duration_s": 60.0 + number, "folder": folder})
    return {
        "schema": 1,
        "run": {"agent": text[:200], "finished": "now", "episodes": made["episodes"], "judge": {"flags": [text[:300]]}},
        "versions": {"plugin": "1", "benchmark": "1", "judge": None, "rubrics": {}},
        "metrics": compute(made["tasks"], made["steps"]),
        "variation": variation.compute(made["tasks"], made["steps"]),
        "tasks": made["tasks"],
        "steps": made["steps"],
    }


def step(key: dict[str, Any], place: int, outcome: str, text: str) -> dict[str, Any]:
    earned = 2 if outcome == "passed" else 0
    return {
        **key,
        "id": f"rubrics/f/rubric.py::cp1_0{place}_s{place}[{key['task_id']}]",
        "slug": f"s{place}",
        "title": f"Step {place}",
        "checkpoint": 1 + place // 4,
        "position": 1 + place % 4,
        "category": "content_check",
        "mechanism": "deterministic",
        "scored": True,
        "max": 2,
        "points": earned,
        "highest": 2 if outcome in ("error", "ungraded") else earned,
        "outcome": outcome,
        "reason": text,
        "need": "judge" if outcome == "ungraded" else "",
        "mend": "--knows-judge MODEL" if outcome == "ungraded" else "",
        "items": [{"name": text[:500], "outcome": "failed", "reason": text[:500]}],
        "evidence": [{"label": text[:50], "value": text[:500]}],
    }


def episode(out: Path, content: dict[str, Any], text: str) -> None:
    """Files of every episode: a prompt, a trace, a preview."""
    picture = io.BytesIO()
    Image.linear_gradient("L").resize((400, 225)).convert("RGB").save(picture, "PNG")
    for entry in content["run"]["episodes"]:
        folder = out / entry["folder"]
        (folder / "artifact").mkdir(parents=True)
        (folder / "artifact/preview.png").write_bytes(picture.getvalue())
        (folder / "task.json").write_text(json.dumps({"prompt": text}))
        (folder / "trace.json").write_text(json.dumps({"urls": ["https://a.example/", text], "source": "observed"}))
