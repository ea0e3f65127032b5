"""Indices that are written late: a change in a long document does not touch all that stands behind it at once."""

from __future__ import annotations

from pytest_knows.workspace.local.documents.indexing import end, shift, start
from pytest_knows.workspace.local.engine import Json


class Lag:
    """Of one content list, the nodes from a position on, whose indices all lag behind by the same number of units.

    A change elsewhere first moves that position (`move`), which costs as much as the way there: requests that go
    through a document forwards or backwards, or stay in one place, are linear in all.
    """

    def __init__(self) -> None:
        self._content: list[Json] = []
        self._position = self._growth = 0

    def settle(self) -> None:
        """Write all indices."""
        self.move(len(self._content))
        self._growth = 0

    def reach(self, content: list[Json], index: int) -> int:
        """Write the indices of all nodes that start at `index` or before; returns how many nodes are right."""
        if content is not self._content:
            self.settle()
            self._content = content
        position = self._position if self._growth else len(content)
        while position < len(content) and start(content[position]) + self._growth <= index:
            position += 1
        self.move(position)
        return position

    def move(self, position: int) -> None:
        """Let the lag begin at another position."""
        for nodes, growth in (
            (self._content[self._position : position], self._growth),
            (self._content[position : self._position], -self._growth),
        ):
            for node in nodes if growth else ():
                shift(node, growth)
        self._position = position

    def add(self, position: int, growth: int) -> None:
        """The nodes before where the lag began became so many units more, and the lag begins at `position` now."""
        self._position, self._growth = position, self._growth + growth

    def end(self, content: list[Json]) -> int:
        """The index after the last node of any content."""
        late = content is self._content and self._position < len(content)
        return end(content[-1]) + (self._growth if late else 0)
