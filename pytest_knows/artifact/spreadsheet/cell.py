"""A cell: what it holds, what it shows, where it links to."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.lenient import at, boolean, entries, number, string, table
from pytest_knows.artifact.spreadsheet.format import CellFormat, Look
from pytest_knows.artifact.spreadsheet.ranges import a1
from pytest_knows.errors import WorkspaceError

_HYPERLINK = re.compile(r'\bHYPERLINK\s*\(\s*"((?:[^"]|"")*)"', re.IGNORECASE)

_UNSUPPORTED = re.compile(r"(\S.*) is not available in the embedded Workspace\.")


_UNREAD: Any = object()


@dataclass(slots=True, kw_only=True)
class Cell:
    """One cell. `row` and `column` count from 0; `raw` is the API's `CellData` (empty for a cell without any).

    Read only. It is not frozen because it keeps what every rule asks for, text and number, from the first reading on.
    """

    tab: str
    row: int
    column: int
    raw: Mapping[str, Any]
    look: Look
    _text: str = field(default=_UNREAD, init=False, compare=False)
    _number: float | None = field(default=_UNREAD, init=False, compare=False)

    def __repr__(self) -> str:
        return f"{self.a1} {self.text!r}"

    @property
    def a1(self) -> str:
        return a1(self.row, self.column)

    @property
    def number(self) -> float | None:
        """The numeric value (a percentage as a fraction, a date as a serial day); None for any other kind of value.

        Raises `WorkspaceError` for a cell whose value the embedded Workspace could not compute (see `unsupported`).
        """
        if self._number is _UNREAD:
            self._number = self._stated_number()
        return self._number

    def _stated_number(self) -> float | None:
        found = at(self.raw, "effectiveValue", "numberValue")
        if isinstance(found, bool) or not isinstance(found, (int, float)):
            if self.unsupported:
                raise WorkspaceError(
                    f"The value of {self.tab}!{self.a1} needs {self.unsupported}, which the embedded Workspace lacks: "
                    "run this task with --knows-workspace google."
                )
            return None
        try:
            value = float(found)
        except OverflowError:
            return None
        return value if math.isfinite(value) else None

    @property
    def boolean(self) -> bool | None:
        """The value of a checkbox or logical cell; None for any other kind of value."""
        return boolean(self.raw, "effectiveValue", "boolValue")

    @property
    def text(self) -> str:
        """What the cell shows: the formatted value, else the text or number behind it; "" for an empty cell."""
        if self._text is _UNREAD:
            self._text = self._shown_text()
        return self._text

    def _shown_text(self) -> str:
        shown = string(self.raw, "formattedValue") or string(self.raw, "effectiveValue", "stringValue")
        if shown or self.unsupported or self.number is None:
            return shown
        return f"{self.number:.15g}"

    @property
    def error(self) -> str:
        """The kind of error that the formula gave ("N_A", "REF"), "" if none."""
        return string(self.raw, "effectiveValue", "errorValue", "type")

    @property
    def unsupported(self) -> str:
        """The function for want of which the embedded Workspace has no value for this cell (`QUERY`), "" if none."""
        match = _UNSUPPORTED.fullmatch(string(self.raw, "effectiveValue", "errorValue", "message"))
        return match[1] if match else ""

    @property
    def formula(self) -> str:
        """The formula with its equals sign, "" if the cell has none."""
        return string(self.raw, "userEnteredValue", "formulaValue")

    @property
    def note(self) -> str:
        return string(self.raw, "note")

    @property
    def empty(self) -> bool:
        """Shows nothing: no value, or blanks only."""
        return not self.text.strip() and self.boolean is None

    @property
    def links(self) -> tuple[str, ...]:
        """Every address that the cell links to, each once: as a whole, by parts of its text, chips, HYPERLINK."""
        return tuple(dict.fromkeys(link for link in self._links() if link))

    def _links(self) -> Iterator[str]:
        yield string(self.raw, "hyperlink")
        for name in ("effectiveFormat", "userEnteredFormat"):
            yield string(self.raw, name, "textFormat", "link", "uri")
        for run in entries(self.raw, "textFormatRuns"):
            yield string(run, "format", "link", "uri")
        for run in entries(self.raw, "chipRuns"):
            yield string(run, "chip", "richLinkProperties", "uri")
        for match in _HYPERLINK.finditer(self.formula):
            yield match[1].replace('""', '"')

    @property
    def bold(self) -> bool:
        """Whether all of its text is bold, as a whole or by parts."""
        whole, runs = self.format.bold, entries(self.raw, "textFormatRuns")
        if not runs:
            return whole
        stated = [boolean(run, "format", "bold") for run in runs]
        # What stands before the first run looks as the cell does.
        first = [None] if number(runs[0], "startIndex") > 0 else []
        return all(whole if flag is None else flag for flag in (*first, *stated))

    @property
    def text_colours(self) -> tuple[Colour, ...]:
        """The colours of its text, by parts, blanks aside; that of the cell if it has no parts."""
        whole, runs = self.format.text_colour, entries(self.raw, "textFormatRuns")
        starts = [round(number(run, "startIndex")) for run in runs]
        colours = [self._colour(run) or whole for run in runs]
        text = self.text.encode("utf-16-le", "surrogatepass")
        ends = pairwise((0, *starts, len(text) // 2))
        pieces = [text[2 * max(0, a) : 2 * max(0, b)].decode("utf-16-le", "replace").strip() for a, b in ends]
        seen = (colour for colour, piece in zip((whole, *colours), pieces, strict=True) if piece)
        return tuple(dict.fromkeys(seen)) or (whole,)

    def _colour(self, run: Mapping[str, Any]) -> Colour | None:
        """What a run states; None if it looks as the cell does."""
        stated = table(run, "format")
        style = self.look.theme.opaque(stated.get("foregroundColorStyle"))
        return style or (Colour.of_rgb(stated["foregroundColor"]) if "foregroundColor" in stated else None)

    @property
    def format(self) -> CellFormat:
        """How the cell looks, conditional formats included."""
        stated = (table(self.raw, "effectiveFormat"), table(self.raw, "userEnteredFormat"), self.look.default)
        return CellFormat(stated=stated, theme=self.look.theme)
