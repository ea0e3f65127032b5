"""Where points are lost, as rows of bars; points against cost and time, as dots. Plain figures: the page draws them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One group of scored steps, in points: earned, lost, not decided."""

    name: str
    earned: float
    lost: float
    open: float

    @property
    def available(self) -> float:
        return self.earned + self.lost + self.open


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One task and trial; `x` and `y` are fractions of the plot's sides, `x` from the left, `y` from the top."""

    name: str
    anchor: str
    app: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scatter:
    """Dots, and what the right end of the horizontal axis stands for."""

    title: str
    most: str
    dots: Sequence[Dot]


def bars(results: Mapping[str, Any]) -> list[tuple[str, list[Bar]]]:
    """Title and bars of each plot; the group that loses most comes first."""
    tasks = {(task["task_id"], task["trial"]): task for task in results["tasks"]}
    steps = [
        (step, tasks[step["task_id"], step["trial"]])
        for step in results["steps"]
        if step["scored"] and step["outcome"] != "not_selected"
    ]
    groups: dict[str, Callable[[Any, Any], str]] = {
        "family": lambda _, task: task["family"],
        "domain": lambda _, task: task["domain"] or "none",
        "category": lambda step, _: step["category"],
        "mechanism": lambda step, _: step["mechanism"],
    }
    return [(title, _bars(steps, name)) for title, name in groups.items()]


def _bars(steps: Iterable[tuple[Any, Any]], name: Callable[[Any, Any], str]) -> list[Bar]:
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for step, task in steps:
        own = sums[name(step, task)]
        own[0] += step["points"]
        own[1] += step["max"] - step["highest"]
        own[2] += step["highest"] - step["points"]
    found = [Bar(name=key, earned=values[0], lost=values[1], open=values[2]) for key, values in sums.items()]
    return sorted(found, key=lambda bar: (-bar.lost, bar.name))


def scatters(tasks: Sequence[Mapping[str, Any]]) -> list[Scatter]:
    """Points against cost and against time, as far as agents reported them; `tasks` as the page shows them."""
    shown = (("cost", "cost_usd", "USD {:.2f}"), ("time", "duration_s", "{:.0f} s"))
    made = [_scatter(title, name, form, tasks) for title, name, form in shown]
    return [scatter for scatter in made if scatter is not None]


def _scatter(title: str, name: str, form: str, tasks: Sequence[Mapping[str, Any]]) -> Scatter | None:
    known = [(task, task["run"].get(name)) for task in tasks if task["max"]]
    known = [(task, value) for task, value in known if isinstance(value, int | float) and value >= 0]
    most = max((value for _, value in known), default=0)
    if len(known) < 2 or not most:
        return None
    dots = [
        Dot(
            name=f"{task['name']}: {task['points'][0]:g} of {task['max']:g} points, {form.format(value)}",
            anchor=task["anchor"],
            app=task["artifact"],
            x=value / most,
            y=1 - task["points"][0] / task["max"],
        )
        for task, value in known
    ]
    return Scatter(title=title, most=form.format(most), dots=dots)
