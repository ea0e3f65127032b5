#!/usr/bin/env python
"""Write docs/families.md's table, docs/differences.md's summary, and each family's differences.toml.

Which steps a difference touches is stated in differences.toml itself, by hand, and kept; its class and direction come
from docs/differences.md. A difference that is new there touches all steps ("*") until somebody says which.

python tools/families_table.py          writes
python tools/families_table.py --check  exit status 1 if that would change a file
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generated import main

from pytest_knows.collection import shipped_rubrics
from pytest_knows.grading import Rubric
from pytest_knows.grading.steps import Step

OWN_RULES = ("rule", "fact", "policy")
"""Classes of decisions that were taken otherwise on purpose."""
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
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows():
        found[row.kind].append(row)
    lines = [
        "| class | differences | families | reference too strict | too lenient | other | most points of a task |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in CLASSES:
        entries = found.pop(kind, [])
        strict, lenient = (sum(row.direction == way for row in entries) for way in ("strict", "lenient"))
        most = max((row.points for row in entries), default=0)
        of = len({row.family for row in entries})
        cells = (kind, len(entries), of, strict, lenient, len(entries) - strict - lenient, f"{most:g}")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    if found:
        raise ValueError(f"{DIFFERENCES}: unknown class {', '.join(sorted(found))}; known: {', '.join(CLASSES)}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One difference of docs/differences.md; `instances` is empty for all."""

    family: str
    """`docs_1`."""
    id: str
    kind: str
    direction: str
    """What the reference is: strict, lenient or both."""
    points: float
    instances: tuple[int, ...]


def rows() -> Iterator[Row]:
    """Every row of docs/differences.md, in its order."""
    for line in DIFFERENCES.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 5 and re.fullmatch(r"(?:docs|sheets|slides)_\d+/\S+", cells[0]):
            family, _, name = cells[0].partition("/")
            without_instances = re.sub(r"\(?(?:all but|instances?|all instances)[^)]*\)?", "", cells[3])
            numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", without_instances)]
            direction = next((way for way in ("strict", "lenient") if way in cells[2]), "both")
            yield Row(
                family=family,
                id=name,
                kind=cells[1].lower(),
                direction=direction,
                points=max(numbers, default=0),
                instances=_instances(cells[3]),
            )


def _instances(points: str) -> tuple[int, ...]:
    """`4 (instances 1, 3-5)` -> 1, 3, 4, 5; () where the row is about all instances."""
    match = re.search(r"\((all but )?(?:instances? )?(\d(?:(?:, | and |-)\d)*)\)", points)
    if match is None:
        return ()
    named: set[int] = set()
    for part in re.split(", | and ", match[2]):
        first, _, last = part.partition("-")
        named |= set(range(int(first), int(last or first) + 1))
    return tuple(sorted({1, 2, 3, 4, 5} - named if match[1] else named))


def tables() -> Iterator[tuple[Path, str]]:
    """Path and content of each family's differences.toml."""
    for rubric in rubrics():
        path = rubric.folder / "differences.toml"
        known = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
        prefix = "_".join(rubric.family.split("_")[:2])
        wanted: dict[str, list[Row]] = defaultdict(list)
        for row in rows():
            if row.family == prefix and row.kind in OWN_RULES:
                wanted[row.id].append(row)
        lines = [_entry(name, same, known.get(name, {}).get("steps", ["*"])) for name, same in wanted.items()]
        yield path, HEAD + "".join(lines)


HEAD = """\
# Decisions of ours that the reference grader took otherwise, and the steps that they touch (none: only what the world
# withheld). From docs/differences.md by tools/families_table.py; `steps` are stated here.
"""


def _entry(name: str, same: list[Row], steps: list[str]) -> str:
    """One line; two rows of one id are one difference."""
    directions = {row.direction for row in same}
    direction = directions.pop() if len(directions) == 1 else "both"
    instances = sorted({number for row in same for number in row.instances}) if all(r.instances for r in same) else []
    more = f", instances = {instances}" if instances else ""
    shown = json.dumps(steps, ensure_ascii=False)
    return f'{name} = {{ class = "{same[0].kind}", direction = "{direction}", steps = {shown}{more} }}\n'


def write_tables() -> int:
    """Write them, or with --check only compare; the exit status."""
    status = 0
    for path, content in tables():
        if "--check" not in sys.argv[1:]:
            path.write_text(content, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != content:
            status = 1
    return status


if __name__ == "__main__":
    statuses = [
        main("families_table.py", "families.md", families()),
        main("families_table.py", "differences.md", differences()),
        write_tables(),
    ]
    sys.exit(max(statuses))
