"""What a batch changed in a document: for the page, which shows just that, and for taking it back later.

Content is compared node by node (paragraph, table, section break) without the indices, which follow from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.documents.editor import renumber
from pytest_knows.workspace.local.engine import Json

Path = tuple[str | int, ...]
_INDICES = re.compile(r'"(?:start|end)Index": \d+,? ?')
_ABSENT = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value at a path of the state that became another; `_ABSENT` for none."""

    path: Path
    old: Any
    new: Any

    def shown(self) -> Json:
        """For the page: the path and, unless it is gone, the new value."""
        return {"path": list(self.path)} | ({} if self.new is _ABSENT else {"value": self.new})


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """Nodes of a content list that took the place of others; `between`: the nodes before and behind, bare."""

    path: Path
    at: int
    old: list[Json]
    new: list[Json]
    between: tuple[str, str]

    def shown(self) -> Json:
        """For the page: how many nodes to replace from where, and the new ones."""
        return {"path": list(self.path), "at": self.at, "remove": len(self.old), "insert": self.new}


Change = Value | Splice


def bare(node: Json) -> str:
    """A node without indices, as text that can be compared."""
    return _INDICES.sub("", json.dumps(node))


def changes(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """What makes `new` out of `old`, two states of a document (whose count of changes is none of it)."""
    if old == new or path == ("revision",):
        return
    if path[-1:] == ("content",) and isinstance(old, list) and isinstance(new, list):
        yield from _splice(old, new, path)
    elif isinstance(old, dict) and isinstance(new, dict):
        for name in sorted({*old, *new}):
            yield from changes(old.get(name, _ABSENT), new.get(name, _ABSENT), (*path, name))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from changes(one, other, (*path, place))
    else:
        yield Value(path=path, old=old, new=new)


def _splice(old: list[Json], new: list[Json], path: Path) -> Iterator[Change]:
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and (old[head] == new[head] or bare(old[head]) == bare(new[head])):
        head += 1
    tail = 0
    while tail < shorter - head and bare(old[-1 - tail]) == bare(new[-1 - tail]):
        tail += 1
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    if gone or come:
        between = (bare(old[head - 1]) if head else "", bare(old[len(old) - tail]) if tail else "")
        yield Splice(path=path, at=head, old=gone, new=come, between=between)


def take_back(state: Json, made: Sequence[Change]) -> int:
    """Undo changes in `state`, in place; how many could not be, because somebody changed the same since."""
    skipped = sum(not _undone(state, change) for change in reversed(made))
    for tab in state["tabs"]:
        _renumber(tab)
    return skipped


def _renumber(tab: Json) -> None:
    renumber(tab["documentTab"])
    for child in tab.get("childTabs", []):
        _renumber(child)


def _undone(state: Json, change: Change) -> bool:
    *way, name = change.path
    holder: Any = state
    for step in way:
        holder = _inside(holder, step)
    if isinstance(change, Splice):
        content = _inside(holder, name)
        return isinstance(content, list) and _nodes_undone(content, change)
    if holder is None or _inside(holder, name, _ABSENT) != change.new:
        return False
    if isinstance(holder, dict) and change.old is _ABSENT:
        del holder[name]
    else:
        holder[name] = change.old
    return True


def _inside(holder: Any, name: str | int, default: Any = None) -> Any:
    if isinstance(holder, dict):
        return holder.get(name, default)
    if isinstance(holder, list) and isinstance(name, int) and name < len(holder):
        return holder[name]
    return default


def _nodes_undone(content: list[Json], change: Splice) -> bool:
    """Put the old nodes where the new ones stand now: the nearest place where they, or their neighbours, are."""
    keys, wanted = [bare(node) for node in content], [bare(node) for node in change.new]
    count = len(wanted)

    def fits(at: int) -> bool:
        if wanted:
            return keys[at : at + count] == wanted
        return change.between == (keys[at - 1] if at else "", keys[at] if at < len(keys) else "")

    places = [at for at in range(len(keys) - count + 1) if fits(at)]
    if not places:
        return False
    at = min(places, key=lambda place: abs(place - change.at))
    content[at : at + count] = json.loads(json.dumps(change.old))
    return True
