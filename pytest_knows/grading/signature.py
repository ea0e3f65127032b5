"""What a step or located function asks for, read from its signature once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_origin

from pytest_knows.errors import RubricError

RESERVED_NAMES = frozenset(
    {
        "facts",
        "doc",
        "sheet",
        "deck",
        "slide",
        "drive",
        "rendering",
        "drawings",
        "trace",
        "pages",
        "gold",
        "quotes",
        "judge",
        "task",
        "today",
    }
)
"""What is not a located function of the module; `reserved.RESERVED` makes them."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its name, whether "not found" may be passed on as None, whether it has a default, and whether it
    takes what stands in the value's way together with the value (`checks.quantifiers.Attempt`)."""

    name: str
    optional: bool
    has_default: bool
    attempt: bool


@lru_cache(maxsize=4096)
def parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Raises `RubricError` for positional-only and variadic parameters, which cannot be resolved by name."""
    found = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise RubricError(f"{function.__name__}({parameter}): only named parameters can be resolved")
        found.append(
            Parameter(
                parameter.name,
                optional=parameter.default is None or _admits_none(parameter.annotation),
                has_default=parameter.default is not parameter.empty,
                attempt=_is_attempt(parameter.annotation),
            )
        )
    return tuple(found)


def _admits_none(annotation: Any) -> bool:
    """`X | None` or `Optional[X]`, evaluated or as text (rubrics may import annotations from __future__)."""
    if annotation is inspect.Parameter.empty:
        return False
    text = annotation if isinstance(annotation, str) else repr(annotation)
    parts = [part.strip() for part in text.split("|")]
    return "None" in parts or "NoneType" in parts or text.startswith(("Optional[", "typing.Optional["))


def _is_attempt(annotation: Any) -> bool:
    """`Attempt` or `Attempt[X]`, evaluated or as text."""
    if isinstance(annotation, str):
        return re.fullmatch(r"(?:\w+\.)*Attempt(?:\[.*\])?", annotation) is not None
    return getattr(get_origin(annotation) or annotation, "__name__", "") == "Attempt"
