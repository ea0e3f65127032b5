"""JSON files of an episode: one way of writing them, one of reading them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pytest_knows.errors import DamagedEvidence
from pytest_knows.files import write_atomically


def to_bytes(value: Any) -> bytes:
    """Compact JSON with the keys in the order given. Pure ASCII, since artifacts may hold lone surrogates."""
    return json.dumps(value, separators=(",", ":"), default=repr).encode("ascii")


def write_json(path: Path, value: Any) -> None:
    """Write `value` atomically; what JSON does not know is written as its repr."""
    write_atomically(path, to_bytes(value))


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file of ours. Raises `DamagedEvidence` naming it if it is missing or is not one."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise DamagedEvidence(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise DamagedEvidence(f"{path} does not hold a JSON object")
    return found
