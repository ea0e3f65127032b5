"""A formula for ironcalc: read once from left to right; whenever a bracket closes, its call is replaced."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pytest_knows.workspace.local.spreadsheets import functions

_TOKEN = re.compile(r'"(?:[^"]|"")*"?|[^\W\d][\w.]*\s*(?=\()|[(){},;]|[^"(){},;\w]+|\w[\w.]*', re.DOTALL)
_ARRAYS = re.compile(r"\b(?:ARRAYFORMULA|SUMPRODUCT|FILTER|INDEX|SORT|UNIQUE)\s*\(", re.IGNORECASE)
_PASSING = {"FILTER", "SORT", "UNIQUE", "TRANSPOSE", "FLATTEN", "VSTACK", "HSTACK", "TAKE", "{", ""}
"""Functions through whose first argument an empty cell reaches the sheet, where it shows as empty, not as 0."""
_CHANGED = functions.REWRITTEN | _PASSING


@dataclass(slots=True)
class _Frame:
    name: str
    close: str
    shown: bool
    arguments: list[str] = field(default_factory=lambda: [""])
    marks: list[str] = field(default_factory=list)

    def write(self, text: str) -> None:
        self.arguments[-1] += text


def rewrite(formula: str, original: str) -> str | None:
    """The formula for ironcalc; None if it grows beyond all measure. `original` is what the user entered."""
    if "{" not in formula and not _CHANGED.intersection(functions.called(formula)):
        return _blank(formula)
    arrays = bool(_ARRAYS.search(original))
    tokens = _TOKEN.findall(formula)
    stack = [_Frame("", "", shown=True)]
    for number, token in enumerate(tokens):
        top = stack[-1]
        if token in ("(", "{"):
            name = (
                tokens[number - 1].strip().upper() if token == "(" and number and _is_name(tokens[number - 1]) else ""
            )
            if name:
                top.arguments[-1] = top.arguments[-1][: -len(tokens[number - 1])]
            stack.append(_Frame(name if token == "(" else "{", ")" if token == "(" else "}", _is_shown(top)))
        elif token in (",", ";") and len(stack) > 1:
            top.marks.append(token)
            top.arguments.append("")
        elif token == top.close and len(stack) > 1:
            stack.pop()
            ended = number + 1 == len(tokens) or tokens[number + 1] in ",;)}"
            text = _closed(top, arrays=arrays, shown=top.shown and ended)
            if len(text) > functions.MAX_LENGTH:
                return None
            stack[-1].write(text)
        else:
            top.write(token)
    return formula if len(stack) > 1 else _blank(stack[0].arguments[0])


def _is_name(token: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d][\w.]*\s*", token))


def _is_shown(parent: _Frame) -> bool:
    inside = parent.arguments[-1].strip()
    first = len(parent.arguments) == 1 or parent.name in ("{", "VSTACK", "HSTACK", "FLATTEN")
    return parent.shown and first and inside in ("", "=") and parent.name in _PASSING


def _blank(text: str) -> str:
    """`=A1:B3` alone: empty cells stay empty."""
    body = text[1:].strip()
    return "=" + _shown_range(body) if text.startswith("=") and functions.RANGE.fullmatch(body) else text


def _shown_range(text: str) -> str:
    return f'IF({text}="","",{text})' if functions.RANGE.fullmatch(text.strip()) else text


def _closed(frame: _Frame, *, arrays: bool, shown: bool) -> str:
    arguments = frame.arguments if frame.arguments != [""] else []
    if shown and frame.name in _PASSING and arguments:
        spread = frame.name in ("{", "VSTACK", "HSTACK", "FLATTEN")
        keys = arguments[:1] if frame.name == "SORT" else []
        arguments = [_shown_range(one) if spread or not number else one for number, one in enumerate(arguments)]
        if keys:
            return functions.sort(arguments, keys[0])
    if frame.name == "{":
        return functions.array(arguments, frame.marks)
    place = functions.LIFTED.get(frame.name)
    if arrays and place is not None and place < len(arguments) and ":" in arguments[place]:
        one = functions.call(frame.name, [*arguments[:place], "x_", *arguments[place + 1 :]])
        return f"MAP({arguments[place]},LAMBDA(x_,{one}))"
    return functions.call(frame.name, arguments)
