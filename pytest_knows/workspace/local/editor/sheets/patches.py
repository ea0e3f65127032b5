"""What an action changed in a spreadsheet's state, and taking that back without taking back what others did since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.engine import Json

_CELLS_DEPTH = 2
"""Below `cells` come rows and columns: an absent row or cell is an empty one."""


class _Missing:
    """Stands for a value that is not there."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One place in the state and what it held before and after; MISSING for nothing."""

    path: Path
    before: Any
    after: Any

    @property
    def turned(self) -> Change:
        return Change(path=self.path, before=self.after, after=self.before)


def difference(before: Json, after: Json) -> list[Change]:
    """The changes that lead from one spreadsheet state to another."""
    return _changes(_keyed(before), _keyed(after), (), 0)


def revert(state: Json, changes: list[Change]) -> list[Change]:
    """Take changes back in a state, in place, and return those that were: what another action changed since stays."""
    keyed = _keyed(state)
    done = [change for change in changes if _set_back(keyed, change)]
    _unkeyed(state, keyed)
    return done


def _keyed(state: Json) -> Json:
    """The state with its tabs by their ids, as tabs may change places."""
    tabs = {str(sheet["properties"]["sheetId"]): sheet for sheet in state["sheets"]}
    return {**state, "sheets": tabs, "order": list(tabs)}


def _unkeyed(state: Json, keyed: Json) -> None:
    tabs = keyed["sheets"]
    order = [*(name for name in keyed["order"] if name in tabs), *(name for name in tabs if name not in keyed["order"])]
    state.clear()
    state.update({name: value for name, value in keyed.items() if name != "order"})
    state["sheets"] = [tabs[name] for name in order]
    for place, sheet in enumerate(state["sheets"]):
        sheet["properties"]["index"] = place


def _changes(before: Any, after: Any, path: Path, sparse: int) -> list[Change]:
    """`sparse`: how many levels of absent objects below here count as empty ones."""
    if before == after:
        return []
    if sparse:
        before, after = ({} if side is MISSING else side for side in (before, after))
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [Change(path=path, before=before, after=after)]
    found = []
    for name in before.keys() | after.keys():
        below = _CELLS_DEPTH if path[:1] == ("sheets",) and path[2:] == ("cells",) else max(sparse - 1, 0)
        found += _changes(before.get(name, MISSING), after.get(name, MISSING), (*path, name), below)
    return found


def _set_back(state: Json, change: Change) -> bool:
    holders = [state]
    for name in change.path[:-1]:
        inner = holders[-1].get(name)
        if inner is None and "cells" in change.path[2:3]:
            inner = holders[-1].setdefault(name, {})
        if not isinstance(inner, dict):
            return False
        holders.append(inner)
    name = change.path[-1]
    now = holders[-1].get(name, MISSING)
    value = change.before if now == change.after else _merged(now, change)
    if value is None:
        return False
    if value is MISSING:
        holders[-1].pop(name, None)
    else:
        holders[-1][name] = value
    _drop_empty(holders, change.path)
    return True


def _merged(now: Any, change: Change) -> list[Any] | None:
    """A list without what the action added and with what it took away; None for what cannot be taken apart."""
    before, after, now = ([] if side is MISSING else side for side in (change.before, change.after, now))
    if not all(isinstance(side, list) for side in (before, after, now)):
        return None
    kept = [item for item in now if item not in after or item in before]
    return kept + [item for item in before if item not in after and item not in kept]


def _drop_empty(holders: list[Json], path: Path) -> None:
    """Rows and cells that hold nothing any more are not stored."""
    if path[2:3] != ("cells",):
        return
    for depth in range(len(path) - 1, 3, -1):
        if not holders[depth - 1].get(path[depth - 1], True):
            del holders[depth - 1][path[depth - 1]]
