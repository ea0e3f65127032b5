#!/usr/bin/env python
"""Write the table of families into docs/families.md, and the summary of differences into docs/differences.md.

python tools/families_table.py          writes
python tools/families_table.py --check  exit status 1 if that would change a file
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from generated import main

from pytest_knows.collection import shipped_rubrics
from pytest_knows.grading import Rubric
from pytest_knows.grading.steps import Step

DIFFERENCES = Path(__file__).parents[1] / "docs/differences.md"
CLASSES = ("crash", "reading", "rule", "fact", "policy")


def rubrics() -> list[Rubric]:
    """All shipped families by app and number."""
    loaded = [Rubric.load(path.parent) for path in shipped_rubrics().glob("*/rubric.py")]
    return sorted(loaded, key=lambda rubric: (rubric.tasks[0].kind.value, int(rubric.family.split("_")[1])))


def families() -> str:
    """Markdown: one row per family."""
    lines = [
        "| family | domain | tasks | steps | points | per task | without a judge | may need |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    every: list[Step] = []
    for rubric in rubrics():
        tasks = [_scored(rubric.steps(info.instance)) for info in rubric.tasks]
        steps = [step for task in tasks for step in task]
        every += steps
        each = ", ".join(f"{len(task)}/{_points(task):g}" for task in tasks)
        name, domain = rubric.family, rubric.tasks[0].domain
        cells = [f"`{name}`", domain, str(len(tasks)), _numbers(steps), each, _share(steps), _needs(rubric, steps)]
        lines.append(f"| {' | '.join(cells)} |")
    tasks_in_all = sum(len(rubric.tasks) for rubric in rubrics())
    lines.append(f"| **all** | | {tasks_in_all} | {_numbers(every)} | | {_share(every)} | |")
    return "\n".join(lines) + "\n"


def _scored(steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if step.scored]


def _points(steps: Iterable[Step]) -> float:
    return sum(step.max for step in steps)


def _numbers(steps: list[Step]) -> str:
    return f"{len(steps):,} | {_points(steps):,g}"


def _share(steps: list[Step]) -> str:
    """Of the points: steps that a model does not decide in the first place."""
    return f"{_points(step for step in steps if not step.judge_primary) / _points(steps):.0%}"


def _needs(rubric: Rubric, steps: list[Step]) -> str:
    needs = {need for step in steps for need in step.needs}
    needs |= {"visited URLs"} if rubric.tasks[0].requires_browsing_history else set()
    needs |= {"write targets"} if rubric.uses("drive") else set()
    return ", ".join(sorted(needs)) or "nothing"


def differences() -> str:
    """Markdown: per class, how many differences in how many families, and the points that they can move."""
    found: dict[str, list[tuple[str, str, float]]] = defaultdict(list)
    for family, kind, direction, points in rows():
        found[kind].append((family, direction, points))
    lines = [
        "| class | differences | families | reference too strict | too lenient | other | most points of a task |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in CLASSES:
        entries = found.pop(kind, [])
        strict, lenient = (sum(word in direction for _, direction, _ in entries) for word in ("strict", "lenient"))
        most = max((points for *_, points in entries), default=0)
        rest = len(entries) - strict - lenient
        of = len({family for family, *_ in entries})
        lines.append(f"| {kind} | {len(entries)} | {of} | {strict} | {lenient} | {rest} | {most:g} |")
    if found:
        raise ValueError(f"{DIFFERENCES}: unknown class {', '.join(sorted(found))}; known: {', '.join(CLASSES)}")
    return "\n".join(lines) + "\n"


def rows() -> Iterator[tuple[str, str, str, float]]:
    """Family prefix, class, direction and points of every row of docs/differences.md."""
    for line in DIFFERENCES.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 5 and re.fullmatch(r"(?:docs|sheets|slides)_\d+/\S+", cells[0]):
            without_instances = re.sub(r"\(?(?:all but|instances?|all instances)[^)]*\)?", "", cells[3])
            numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", without_instances)]
            yield cells[0].partition("/")[0], cells[1].lower(), cells[2], max(numbers, default=0)


if __name__ == "__main__":
    statuses = [
        main("families_table.py", "families.md", families()),
        main("families_table.py", "differences.md", differences()),
    ]
    sys.exit(max(statuses))
