"""What a person should look at: votes that are split, rules that the judge overruled, suspected injections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.lenient import at
from pytest_knows.report.asked import evidence_of, splits
from pytest_knows.scoring import DISPUTE, INJECTION, OVERRULED

SPLIT, RULE = "votes are split", "rule and judge disagree"
_SAME = 80
"""Characters: the ledger's lines are cut earlier than a step's evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """`task_id` is empty for what the run's account tells of no step that is there."""

    kind: str
    what: str
    task_id: str = ""
    trial: int = 1
    step: str = ""
    """The slug."""


def disputes(results: Mapping[str, Any]) -> list[Dispute]:
    """By kind, then in the order of the steps; at last what only the judge's ledger knows, as after a crash."""
    found = [dispute for step in results["steps"] for dispute in _of_step(step)]
    told = {(dispute.kind, dispute.what[:_SAME]) for dispute in found}
    found += [dispute for dispute in _of_ledger(results) if (dispute.kind, dispute.what[:_SAME]) not in told]
    order = [SPLIT, RULE, INJECTION]
    return sorted(found, key=lambda dispute: order.index(dispute.kind))


def _of_step(step: Mapping[str, Any]) -> Iterator[Dispute]:
    found: dict[tuple[str, str], None] = {}
    for entry in evidence_of(step):
        label, value = str(entry["label"]), str(entry["value"])
        if votes := splits(entry):
            found[SPLIT, f"{label.removeprefix('judge: ')}: {votes}"] = None
        kind = {DISPUTE: SPLIT, OVERRULED: RULE, INJECTION: INJECTION}.get(label)
        if kind is not None:
            found[kind, value] = None
    for kind, what in found:
        yield Dispute(kind=kind, what=what, task_id=step["task_id"], trial=step["trial"], step=step["slug"])


def _of_ledger(results: Mapping[str, Any]) -> Iterator[Dispute]:
    """Told by question, not by step. Its `disputes` are ties only; `flags` begin with the question's key."""
    judge = at(results["run"], "judge")
    for kind, name in ((SPLIT, "disputes"), (INJECTION, "flags")):
        found = at(judge, name)
        for entry in found if isinstance(found, list) else []:
            what = str(entry)
            yield Dispute(kind=kind, what=what.partition(": ")[2] if kind == INJECTION else what)
