"""What an action of the editor changed in a presentation, so that it can be taken back while others work on.

A change names a place by keys and object ids and keeps the value before and after. Taking it back puts the old value
where the new one still is; where somebody changed it since, theirs stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.calls import Json

Path = tuple[str | int, ...]
_ORDER = "\x00order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A value that became another; None = absent. `after` is the sibling that an element stood behind."""

    path: Path
    old: Any
    new: Any
    after: str = ""


def differences(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """The changes that make `new` out of `old`."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and "textElements" not in {*old, *new}:
        for name in sorted({*old, *new}):
            yield from differences(old.get(name), new.get(name), (*path, name))
    elif _keyed(old) and _keyed(new):
        yield from _element_changes(old, new, path)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, (*path, index))
    else:
        yield Change(path=path, old=old, new=new)


def _keyed(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) and one.get("objectId") for one in value)


def _element_changes(old: list[Json], new: list[Json], path: Path) -> Iterator[Change]:
    before, now = _by_id(old), _by_id(new)
    for gone in (object_id for object_id in before if object_id not in now):
        yield Change(path=(*path, gone), old=before[gone], new=None, after=_predecessor(old, gone))
    for object_id, one in now.items():
        if object_id not in before:
            yield Change(path=(*path, object_id), old=None, new=one, after=_predecessor(new, object_id))
        else:
            yield from differences(before[object_id], one, (*path, object_id))
    common = [object_id for object_id in before if object_id in now]
    order = [object_id for object_id in now if object_id in before]
    if common != order:
        yield Change(path=(*path, _ORDER), old=common, new=order)


def _by_id(elements: list[Json]) -> dict[str, Json]:
    return {str(one["objectId"]): one for one in elements}


def _predecessor(elements: list[Json], object_id: str) -> str:
    ids = [str(one["objectId"]) for one in elements]
    at = ids.index(object_id)
    return ids[at - 1] if at else ""


def take_back(state: Json, changes: Sequence[Change]) -> int:
    """Undo changes in `state`, in place; how many could not be, because somebody changed the same since."""
    # Elements that go come back in the order in which they stood, so that each finds the one before it.
    removed = [change for change in changes if change.new is None and _is_element(change)]
    others = [change for change in reversed(changes) if change not in removed]
    return sum(not _undone(state, change) for change in (*others, *removed))


def _is_element(change: Change) -> bool:
    return isinstance(change.old, dict) and change.path[-1] == change.old.get("objectId")


def _undone(state: Json, change: Change) -> bool:
    holder: Any = state
    for name in change.path[:-1]:
        holder = _inside(holder, name)
    name = change.path[-1]
    if isinstance(holder, dict):
        return _value_undone(holder, str(name), change)
    if not isinstance(holder, list):
        return False
    if isinstance(name, int):
        if not (name < len(holder) and holder[name] == change.new):
            return False
        holder[name] = change.old
        return True
    return _order_undone(holder, change) if name == _ORDER else _element_undone(holder, name, change)


def _inside(holder: Any, name: str | int) -> Any:
    if isinstance(holder, dict):
        return holder.get(str(name))
    if isinstance(holder, list) and isinstance(name, int):
        return holder[name] if name < len(holder) else None
    if isinstance(holder, list):
        return next((one for one in holder if isinstance(one, dict) and one.get("objectId") == name), None)
    return None


def _value_undone(holder: Json, name: str, change: Change) -> bool:
    if holder.get(name) != change.new:
        return False
    if change.old is None:
        holder.pop(name, None)
    else:
        holder[name] = change.old
    return True


def _element_undone(siblings: list[Json], object_id: str, change: Change) -> bool:
    """An element that was made goes, whatever became of it; one that was deleted comes back."""
    ids = [one.get("objectId") for one in siblings]
    if change.old is None:
        if object_id not in ids:
            return False
        del siblings[ids.index(object_id)]
        return True
    if object_id in ids:
        return False
    at = ids.index(change.after) + 1 if change.after in ids else 0 if not change.after else len(ids)
    siblings.insert(at, change.old)
    return True


def _order_undone(siblings: list[Json], change: Change) -> bool:
    """The elements that changed places take the places that they have now, in the old order."""
    known = set(change.old)
    places = [at for at, one in enumerate(siblings) if one.get("objectId") in known]
    if [siblings[at]["objectId"] for at in places] != [one for one in change.new if _inside(siblings, one)]:
        return False
    in_order = [one for object_id in change.old if (one := _inside(siblings, object_id)) is not None]
    for at, one in zip(places, in_order, strict=True):
        siblings[at] = one
    return True
