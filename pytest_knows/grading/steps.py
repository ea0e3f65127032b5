"""A step of one instance: the function's declaration joined with its entry in facts.toml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_knows.errors import RubricError
from pytest_knows.rubric import StepDeclaration
from pytest_knows.scoring import CATEGORIES, Mechanism


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One scored (or information) step of one instance."""

    id: str
    """`cp2_03_header_colour`, the name of the pytest item without the task."""
    slug: str
    function: Callable[..., Any]
    checkpoint: int
    position: int
    """1-based, within the checkpoint, in the order of facts.toml."""
    published: str | None
    """`checkpoint.position` in the published rubric."""
    title: str
    category: str
    mechanism: Mechanism
    max: float
    scored: bool
    judge_primary: bool
    needs: tuple[str, ...]
    requires: tuple[str, ...]
    """Slugs of steps that must have passed."""
    arguments: Mapping[str, Any]


def build_steps(path: Path, entries: Iterable[Mapping[str, Any]], functions: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of one instance in order; raises `RubricError` for an unknown function or a slug used twice."""
    positions: Counter[int] = Counter()
    steps = []
    for entry in entries:
        positions[entry["cp"]] += 1
        steps.append(_step(path, entry, functions, positions[entry["cp"]]))
    repeated = [slug for slug, count in Counter(step.slug for step in steps).items() if count > 1]
    if repeated:
        raise RubricError(f"{path}: slug used twice in one instance: {', '.join(repeated)}")
    return tuple(steps)


def _step(path: Path, entry: Mapping[str, Any], functions: Mapping[str, Any], position: int) -> Step:
    name = entry["step"]
    function = functions.get(name)
    declared = getattr(function, "__knows_step__", None)
    if function is None or not isinstance(declared, StepDeclaration):
        raise RubricError(f"{path}: {name!r} is not a step of {path.parent / 'rubric.py'} (a function under @step)")
    arguments = entry.get("with", {})
    category = entry.get("category", declared.category)
    if category not in CATEGORIES:
        raise RubricError(f"{path}: step {name!r}: unknown category {category!r}")
    slug = str(entry.get("slug", name))
    scored = not entry.get("info", False)
    return Step(
        id=f"cp{entry['cp']}_{position:02d}_{slug}",
        slug=slug,
        function=function,
        checkpoint=entry["cp"],
        position=position,
        published=entry.get("pub"),
        title=str(entry.get("title", declared.title)),
        category=category,
        mechanism=declared.mechanism,
        max=entry.get("max", declared.points) if scored else 0,
        scored=scored,
        judge_primary=bool(entry.get("judge_primary", declared.judge_primary)),
        needs=declared.needs,
        requires=_required(path, name, declared.requires, arguments),
        arguments=arguments,
    )


def _required(path: Path, name: str, slugs: Iterable[str], arguments: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        return tuple(slug.format_map(arguments) for slug in slugs)
    except KeyError as error:
        raise RubricError(
            f"{path}: step {name!r} requires a step named by {error}, which its `with` does not give"
        ) from error
