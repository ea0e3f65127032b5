"""What the example agent knows, from research.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _notes() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "research.toml").read_text(encoding="utf-8"))


def find(subject: str, prompt: str) -> dict[str, Any] | None:
    """The notes of `subject` (letters, papers, ...) whose key occurs in the prompt; None if there are none."""
    return next((known for key, known in _notes()[subject].items() if key in prompt), None)
