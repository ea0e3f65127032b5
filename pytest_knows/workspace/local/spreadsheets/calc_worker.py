"""The process in which ironcalc runs: one JSON job a line on standard input, one JSON answer a line on standard output.

Run as a script, apart from the server, because a formula can loop for ever (`FACT(99999999999)`), exhaust the memory
or end the process (deep nesting). It imports nothing of the package.

A job is {"tabs": n, "cells": [[tab, row, column, kind, content, pattern], ...]}; kinds are n(umber), b(ool), s(tring),
f(ormula); indices count from 0. The answer is {"cells": [[tab, row, column, ExtendedValue-like value, pattern]]} for
formulas and for cells that array formulas fill; an error is {"error": "#REF!"}.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

MEMORY_LIMIT = 2 * 2**30
"""Bytes of address space; own choice."""


def evaluate(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to one job."""
    import ironcalc

    model = ironcalc.create("book", "en", "UTC", "en")
    model.rename_sheet(0, "tab_0")
    for number in range(1, job["tabs"]):
        model.add_sheet(f"tab_{number}")
    failed: dict[tuple[int, int, int], dict[str, Any]] = {}
    cells = job.pop("cells")  # let go of once it is entered: it is larger than the model
    cells.sort(key=lambda cell: cell[3] == "f")
    for tab, row, column, kind, content, pattern in cells:
        try:
            _enter(model, (tab, row + 1, column + 1), kind, content, pattern)
        except ironcalc.WorkbookError:
            failed[tab, row, column] = {"error": "#ERROR!"}
    formulas = [(tab, row, column) for tab, row, column, kind, *_ in cells if kind == "f"]
    entered = {_packed(tab, row, column) for tab, row, column, *_ in cells}
    del cells
    model.evaluate()
    return {"cells": _results(model, formulas, entered, failed)}


def _packed(tab: int, row: int, column: int) -> int:
    """A place as one number, which takes less memory than a tuple; no tab has as many rows or columns."""
    return ((tab << 24 | row) << 24) | column


def _enter(model: Any, place: tuple[int, int, int], kind: str, content: Any, pattern: str) -> None:
    if kind == "f":
        model.set_user_input(*place, content)
    elif kind == "b":
        model.update_cell_with_bool(*place, content)
    elif kind == "s":
        model.update_cell_with_text(*place, content)
    else:
        model.update_cell_with_number(*place, float(content))
        if pattern:  # formulas take over the format of the numbers that they use
            model.set_cell_style(*place, {**model.get_cell_style(*place), "num_fmt": pattern})


def _results(
    model: Any,
    formulas: list[tuple[int, int, int]],
    entered: set[int],
    failed: dict[tuple[int, int, int], dict[str, Any]],
) -> list[list[Any]]:
    everything = ((tab, row - 1, column - 1) for tab, row, column in model.get_all_cells())
    results: list[list[Any]] = []
    for place in [*formulas, *(place for place in everything if _packed(*place) not in entered)]:
        if place in failed:
            results.append([*place, failed[place], ""])
            continue
        tab, row, column = place
        pattern = model.get_cell_style(tab, row + 1, column + 1)["num_fmt"]
        value = _value(model, tab, row + 1, column + 1)
        results.append([*place, value, "" if pattern.lower() == "general" or "numberValue" not in value else pattern])
    return results


def _value(model: Any, tab: int, row: int, column: int) -> dict[str, Any]:
    value = model.get_cell_value(tab, row, column)
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        number = float(value)
        if not math.isfinite(number):
            return {"error": "#NUM!"}
        return {"numberValue": int(number) if number.is_integer() and abs(number) < 1e15 else number}
    text = str(value or "")
    failed = str(model.get_cell_type(tab, row, column)) == "CellType.ErrorValue"
    return {"error": text} if failed else {"stringValue": text}


def _limit_memory() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    except (ImportError, OSError, ValueError):
        return  # Windows and macOS have no such limit; the time limit still holds


def main() -> None:
    """Answer jobs until standard input ends."""
    _limit_memory()
    for line in sys.stdin:
        job = json.loads(line)
        del line
        sys.stdout.write(json.dumps(evaluate(job)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
