"""Deep copies of JSON values; several times faster than `copy.deepcopy` on a whole file."""

from __future__ import annotations

import json
from typing import TypeVar

Value = TypeVar("Value")


def json_copy(value: Value) -> Value:
    """A copy that shares nothing with the original. The value must be JSON: no tuples, string keys only."""
    copied: Value = json.loads(json.dumps(value))
    return copied
