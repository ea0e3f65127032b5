"""Where rows and columns went since a page showed them: what is typed goes into that cell, wherever it is now."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.engine import Json

_FILES, _MOVES = 500, 1000
"""Files whose moves are kept, and moves of each; the oldest are forgotten first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Lines of a tab that were taken out at `start` (None: nothing was) and put in at `target` (None: deleted)."""

    sheet_id: int
    axis: str
    count: int
    start: int | None
    target: int | None
    """An index after the lines were taken out."""

    def of(self, index: int) -> int | None:
        """Where a line is afterwards; None if it was deleted."""
        taken = self.start is not None and self.start <= index < self.start + self.count
        if taken and self.target is None:
            return None
        if taken and self.start is not None and self.target is not None:
            return self.target + index - self.start
        if self.start is not None and index >= self.start:
            index -= self.count
        return index + self.count if self.target is not None and index >= self.target else index

    @property
    def turned(self) -> Move:
        """The move that takes this one back."""
        return Move(sheet_id=self.sheet_id, axis=self.axis, count=self.count, start=self.target, target=self.start)


def moves_of(requests: Iterable[Any]) -> Iterator[Move]:
    """The moves of an applied batch."""
    for request in requests:
        for name, body in request.items():
            span = body.get("source" if name == "moveDimension" else "range") if isinstance(body, dict) else None
            if not isinstance(span, dict) or "dimension" not in span:
                continue
            start, end = span.get("startIndex", 0), span.get("endIndex", 0)
            ends = _ends(name, start, end, body)
            if ends:
                line = {"sheet_id": span.get("sheetId", 0), "axis": span["dimension"], "count": end - start}
                yield Move(start=ends[0], target=ends[1], **line)


def _ends(name: str, start: int, end: int, body: Json) -> tuple[int | None, int | None] | None:
    if name == "insertDimension":
        return None, start
    if name == "deleteDimension":
        return start, None
    if name != "moveDimension":
        return None
    target = body.get("destinationIndex", 0)
    return start, target if target <= start else max(start, target - (end - start))


@dataclass(slots=True, kw_only=True)
class Moves:
    """By file and revision; in memory, as pages that show an older state are gone after a restart."""

    _kept: OrderedDict[str, list[tuple[int, Move]]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, file: str, revision: int, moves: Iterable[Move]) -> None:
        """Remember what a revision moved. `file`: an id that is unique in this process."""
        found = [(revision, move) for move in moves]
        with self._lock:
            if found:
                self._kept[file] = [*self._kept.pop(file, ()), *found][-_MOVES:]
            while len(self._kept) > _FILES:
                self._kept.popitem(last=False)

    def cell(self, file: str, since: int, sheet_id: int, place: Sequence[int]) -> tuple[int, int] | None:
        """Where a cell (row, column) of a revision is now; None if it was deleted."""
        with self._lock:
            moves = [move for revision, move in self._kept.get(file, ()) if revision > since]
        now: dict[str, int | None] = {"ROWS": place[0], "COLUMNS": place[1]}
        for move in moves:
            index = now.get(move.axis)
            if move.sheet_id == sheet_id and index is not None:
                now[move.axis] = move.of(index)
        row, column = now["ROWS"], now["COLUMNS"]
        return None if row is None or column is None else (row, column)


MOVES = Moves()
