"""Random damage to the files of a frozen episode."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MANIFEST = "snapshot.json"

LONG = "lorem ipsum 12.5% " * 20_000
NASTY: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    -7,
    1.5,
    2**31,
    2**63,
    10**400,
    -(10**30),
    1e308,
    float("nan"),
    float("inf"),
    float("-inf"),
    "",
    " ",
    "\ud800",
    "\udfff text \ud83d",
    "\x00\x1b[31m",
    "\u202e\u200b\ufeff",
    "e" + "\u0301" * 3000,
    "NO_SUCH_ENUM",
    "1e999",
    "http://[::1",
    "http://\ud800.example:99999999/%zz",
    "=IF(",
    "🎉" * 300,
    LONG,
    [],
    {},
    [[]],
    [None],
    [{}],
    {"": None},
    [1, "2", None, {}],
    {"magnitude": float("nan"), "unit": "PT"},
)
"""Values that stand for every type, every edge of it, and what JSON of ours never has."""

MADE = frozenset({"slides", "tabs", "sheets", "body"})
"""Of an artifact's JSON: where the agent's own work stands."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON tree but the root."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from places(child, (*path, key))


def parent(tree: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        tree = tree[key]
    return tree


def damaged(tree: Any, chance: random.Random) -> Any:
    """A copy of the JSON tree with one to sixteen random faults in it."""
    tree = _again(tree)
    for _ in range(chance.choice((1, 2, 4, 8, 16))):
        every = list(places(tree))
        if not every:
            return chance.choice(NASTY)
        _hurt(tree, _chosen(every, chance), chance)
    return tree


def _again(value: Any) -> Any:
    """A copy; by JSON, since deepcopy does not go as deep."""
    return json.loads(json.dumps(value))


def _chosen(every: list[tuple[Any, ...]], chance: random.Random) -> tuple[Any, ...]:
    """Mostly in what the agent made, not in templates; evenly over the names of keys, so that the rare ones are met."""
    made = [path for path in every if path[0] in MADE]
    every = made if made and chance.random() < 0.8 else every
    names = sorted({str(path[-1]) for path in every if isinstance(path[-1], str)}) or [""]
    name = chance.choice(names)
    return chance.choice([path for path in every if path[-1] == name] or every)


def _hurt(tree: Any, path: tuple[Any, ...], chance: random.Random) -> None:
    holder, key = parent(tree, path), path[-1]
    match chance.choice(("delete", "replace", "replace", "replace", "retype", "repeat", "nest", "swap", "scale")):
        case "delete":
            del holder[key]
        case "replace":
            holder[key] = _again(chance.choice(NASTY))
        case "retype":
            holder[key] = _retyped(holder[key])
        case "repeat" if isinstance(holder, list):
            holder[key:key] = [_again(holder[key]) for _ in range(chance.choice((1, 3, 200)))]
        case "repeat" if isinstance(holder[key], list):
            holder[key] = holder[key] * chance.choice((2, 50))
        case "nest" if len(path) < 200:
            for _ in range(chance.choice((1, 5, 150))):
                holder[key] = chance.choice(({"content": holder[key]}, [holder[key]]))
        case "swap":
            other = chance.choice(list(places(tree)))
            holder[key] = _again(parent(tree, other)[other[-1]])
        case _:
            holder[key] = _scaled(holder[key], chance)


def _retyped(value: Any) -> Any:
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list):
        return {str(number): entry for number, entry in enumerate(value)}
    return json.dumps(value) if not isinstance(value, str) else [*value][:50]


def _scaled(value: Any, chance: random.Random) -> Any:
    if isinstance(value, str):
        return value[:1000] * chance.choice((0, 2, 1000))
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 2**64):
        return value * chance.choice((-1, 0, 1e-9, 1e9, 10**20))
    return chance.choice(NASTY)


def damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    """Cut off, emptied, overwritten in places, or replaced by noise."""
    match chance.choice(("cut", "cut", "holes", "holes", "noise", "empty", "twice")):
        case "cut":
            return data[: chance.randrange(len(data) + 1)]
        case "holes":
            found = bytearray(data)
            for _ in range(chance.choice((1, 10, 300))):
                if found:
                    found[chance.randrange(len(found))] = chance.randrange(256)
            return bytes(found)
        case "noise":
            return chance.randbytes(chance.choice((1, 100, 5000)))
        case "empty":
            return b""
        case _:
            return data + data


def copied(root: Path, folder: Path) -> Path:
    """The episode again, in a folder of its own."""
    shutil.copytree(root, folder)
    return folder


def put(root: Path, name: str, data: bytes) -> None:
    """Replace a file of the snapshot and vouch for it in the manifest, so that grading reads it."""
    (root / name).write_bytes(data)
    manifest = json.loads((root / MANIFEST).read_bytes())
    manifest["files"][name] = hashlib.sha256(data).hexdigest()
    (root / MANIFEST).write_text(json.dumps(manifest))
