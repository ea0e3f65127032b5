"""The checklist of decorations (instance 5): items in column A, a palette in each of B, C and D."""

from dataclasses import dataclass

from pytest_knows.checks.tables import is_total
from pytest_knows.checks.words import mentions

from .palettes import CHECKLIST, painted
from .words import is_hex, plain, says

WORDS = ("item", "decoration", "checklist")
PALETTES = (1, 2, 3)
TOTALS = ("total", "count", "number of items")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row: the text in column A, and which of the columns of the palettes hold a text or a fill."""

    row: int
    item: str
    held: frozenset[int]
    texts: tuple[str, ...]
    """What stands in the columns of the palettes."""

    def __repr__(self):
        return f"{self.item} (row {self.row + 1})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """Its title rows and its items."""

    titles: tuple[Line, ...]
    items: tuple[Line, ...]

    def __repr__(self):
        return f"{len(self.items)} items"


def find_checklist_tab(sheet, main, palette_tab):
    """A tab that is called so, else the next one that is neither the main nor the palette tab; None without one."""
    others = [tab for tab in sheet.tabs if tab is not main and tab is not palette_tab]
    return next((tab for tab in others if mentions(tab.title, CHECKLIST)), next(iter(others), None))


def read_checklist(tab, names):
    """`names` are those of the list, plain."""
    lines = []
    for row, cells in sorted(painted(tab).items()):
        item = next((cell.text for cell in cells if cell.column == 0), "")
        beside = [cell for cell in cells if cell.column in PALETTES]
        if beside or (item and not is_total(item, TOTALS)):
            held = frozenset(cell.column for cell in beside)
            texts = tuple(cell.text for cell in beside if cell.text)
            lines.append(Line(row=row, item=item, held=held, texts=texts))
    count = _titles(lines, names)
    return Checklist(titles=tuple(lines[:count]), items=tuple(line for line in lines[count:] if line.item))


def _titles(lines, names):
    """How many of the first rows are titles: one, or two if the first is no more than a heading of the tab."""
    if not lines or not _is_title(lines[0], names):
        return 0
    heading = not lines[0].held
    return 2 if heading and len(lines) > 1 and _is_title(lines[1], names) else 1


def _is_title(line, names):
    labels = any(not is_hex(text) and plain(text) not in names for text in line.texts)
    return labels or not line.item or says(plain(line.item), WORDS)
