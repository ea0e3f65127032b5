"""Which cells depend on cells whose value is not known."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping

from pytest_knows.workspace.local.spreadsheets.refs import TOKEN, reference

Place = tuple[int, int, int]
MAX_STEPS = 2_000_000
"""Cells looked at; what is not decided by then counts as dependent: an error is better than a wrong value."""


def depending(formulas: Mapping[Place, str], missing: Mapping[Place, str]) -> dict[Place, str]:
    """Formula cell -> the function without which it has no value. `formulas` are translated (see `translate`)."""
    if not missing:
        return {}
    walk = _Walk(formulas, missing)
    return {place: function for place in formulas if (function := walk.of(place))}


class _Walk:
    """A depth-first walk along references, without recursion: chains may be 100,000 cells long."""

    def __init__(self, formulas: Mapping[Place, str], missing: Mapping[Place, str]) -> None:
        self._formulas = formulas
        self._found: dict[Place, str] = dict(missing)
        self._columns: dict[tuple[int, int], list[int]] = {}
        for tab, row, column in sorted(formulas):
            self._columns.setdefault((tab, column), []).append(row)
        self._steps = 0

    def of(self, start: Place) -> str:
        path = [] if start in self._found else [(start, self._precedents(start))]
        self._found.setdefault(start, "")  # while its own precedents are looked at; a circle ends here
        while path:
            place, rest = path[-1]
            following = None if self._found[place] else next(rest, None)
            if following is None:
                path.pop()
                if path:
                    self._inherit(path[-1][0], place)
            elif following in self._found:
                self._inherit(place, following)
            else:
                self._found[following] = ""
                path.append((following, self._precedents(following)))
        return self._found[start]

    def _inherit(self, place: Place, precedent: Place) -> None:
        self._found[place] = self._found[place] or self._found[precedent]

    def _precedents(self, place: Place) -> Iterator[Place]:
        for match in TOKEN.finditer(self._formulas[place]):
            if match["ref"]:
                found = reference(match)
                title = (found.sheet or "").removeprefix("tab_")  # what follows `#REF!` may look like another tab's
                tab = int(title) if title.isdecimal() else place[0]
                last = found.last or found.first
                rows = sorted((found.first.row or 0, last.row or 0))
                columns = sorted((found.first.column or 0, last.column or 0))
                yield from self._inside(tab, rows[0], rows[1], range(columns[0], columns[1] + 1))

    def _inside(self, tab: int, top: int, bottom: int, columns: range) -> Iterator[Place]:
        """The formula cells of a range."""
        for column in columns:
            rows = self._columns.get((tab, column), [])
            for number in range(bisect_left(rows, top), bisect_right(rows, bottom)):
                self._steps += 1
                if self._steps > MAX_STEPS:
                    yield from self._undecided()
                    return
                yield tab, rows[number], column

    def _undecided(self) -> Iterator[Place]:
        yield next(place for place, function in self._found.items() if function)
