"""What judging costs: one line per call in `<out>/judge.jsonl`, written by every worker, summed up at the end."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_knows.counted import counted
from pytest_knows.errors import Ungraded

FILE = "judge.jsonl"


class Ledger:
    """Appends and sums; `budget` in USD holds for the run folder, whatever the number of processes."""

    def __init__(self, path: Path, budget: float | None = None) -> None:
        self.path = path
        self.budget = budget
        self._read_to = 0
        self._spent = 0.0

    def note(self, event: str, **values: Any) -> None:
        """`event`: call | kept | dispute | flag. A short line appended in one write is never torn."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            file.write(json.dumps({"event": event, **values}, ensure_ascii=True).encode() + b"\n")

    def check(self) -> None:
        """Raises `Ungraded` once the budget is spent; calls that are under way may exceed it by their own cost."""
        if self.budget is None:
            return
        spent = self._sum()
        if spent >= self.budget:
            raise Ungraded(
                f"the judge's budget of USD {self.budget:g} is spent", need="judge", mend="--knows-judge-budget USD"
            )

    def _sum(self) -> float:
        if self.path.is_file():
            with self.path.open("rb") as file:
                file.seek(self._read_to)
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._read_to += len(whole)
            self._spent += sum(line.get("cost_usd") or 0.0 for line in _lines(whole))
        return self._spent


def _lines(data: bytes) -> list[dict[str, Any]]:
    """A worker that was killed may have left half a line: it is passed over."""
    found = []
    for line in data.splitlines():
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


def account(path: Path) -> dict[str, Any]:
    """For results["run"]: calls, kept answers, tokens, USD, unpriced calls, disputes, flags. {} if nobody was asked."""
    if not path.is_file():
        return {}
    lines = _lines(path.read_bytes())
    events = Counter(line["event"] for line in lines)
    calls = [line for line in lines if line["event"] == "call"]
    return {
        "calls": events["call"],
        "unusable": sum(not line["usable"] for line in calls),
        "kept_answers": events["kept"],
        "input_tokens": sum(line["tokens"][0] for line in calls),
        "output_tokens": sum(line["tokens"][1] for line in calls),
        "cost_usd": round(sum(line["cost_usd"] or 0.0 for line in calls), 6),
        "unpriced_calls": sum(line["cost_usd"] is None for line in calls),
        "disputes": sorted({line["what"] for line in lines if line["event"] == "dispute"}),
        "flags": sorted({line["what"] for line in lines if line["event"] == "flag"}),
    }


def summary(path: Path) -> list[str]:
    """Lines for the terminal's summary."""
    told = account(path)
    if not told:
        return []
    unpriced = told["unpriced_calls"]
    price = f"USD {told['cost_usd']:.4f}" + (f" and {counted(unpriced, 'call')} of unknown price" if unpriced else "")
    asked = f"{counted(told['calls'], 'call')}, {counted(told['kept_answers'], 'kept answer')}"
    lines = [f"judge: {asked}, {told['input_tokens']} + {told['output_tokens']} tokens, {price}"]
    lines += [f"judge: dispute: {what}" for what in told["disputes"]]
    return lines + [f"judge: suspected injection: {what}" for what in told["flags"][:10]]
