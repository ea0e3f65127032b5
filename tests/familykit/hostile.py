"""Damaged artifacts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

_ODD = (None, True, -1, 1e300, 10**30, "", "x", [], {}, [[]], {"a": 1}, float("inf"))


def corruptions(raw: Any, count: int, seed: int = 0) -> Iterator[Any]:
    """`count` copies of the JSON, each with one to six values replaced, removed, doubled or put elsewhere."""
    whole, chance = json.dumps(raw), random.Random(seed)
    for _ in range(count):
        copy = json.loads(whole)
        for _ in range(chance.randint(1, 6)):
            _corrupt(copy, chance)
        yield copy


def _corrupt(raw: Any, chance: random.Random) -> None:
    places = list(_walk(raw))
    holder, key = chance.choice(places)
    what = chance.randrange(4)
    if what == 0:
        holder[key] = chance.choice(_ODD)
    elif what == 1:
        del holder[key]
    elif what == 2 and isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        other, other_key = chance.choice(places)
        there = other_key in (range(len(other)) if isinstance(other, list) else other)
        holder[key] = json.loads(json.dumps(other[other_key])) if there else None


def _walk(value: Any) -> Iterator[tuple[Any, Any]]:
    """(holder, key) of every value within."""
    keys = range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else ()
    for key in keys:
        yield value, key
        yield from _walk(value[key])
