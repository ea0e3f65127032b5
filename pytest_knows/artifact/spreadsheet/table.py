"""A table: headers over rows, whether inserted as a formal table or typed into a range."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet.cell import Cell
from pytest_knows.artifact.spreadsheet.ranges import Range


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """`rows` are the data rows; each has as many cells as there are headers."""

    tab: str
    name: str
    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    formal: bool
    """Inserted as a table of Google Sheets, not only cells in a range."""
    area: Range
    """Where it stands, with its row of headers; its ends are stated."""

    def __repr__(self) -> str:
        kind = "table" if self.formal else "range"
        return f"{kind} {self.name or self.tab!r} of {len(self.headers)} columns and {len(self.rows)} rows"

    def column(self, index: int) -> tuple[Cell, ...]:
        """The data cells of a column."""
        return tuple(row[index] for row in self.rows)

    def as_text(self) -> str:
        """Headers and rows as lines of tab-separated texts, for people and judges to read."""
        lines = [self.headers, *(tuple(cell.text for cell in row) for row in self.rows)]
        return "\n".join("\t".join(" ".join(text.split()) for text in line) for line in lines)
