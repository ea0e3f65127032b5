"""Colour scales of conditional formats: what they cover and which end is good."""

from dataclasses import dataclass

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.lenient import entries, table
from pytest_knows.artifact.spreadsheet import Range
from pytest_knows.artifact.spreadsheet.format import sheets_theme


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The colours of the lowest and the highest value, "green", "red" or another, and the ranges."""

    low: str
    high: str
    areas: tuple[Range, ...]

    def __repr__(self):
        return f"scale from {self.low} to {self.high} over {list(self.areas)}"

    @property
    def ends(self):
        return self.low, self.high

    def covers(self, cells):
        """Whether it colours any of the cells of a column."""
        areas = [area for area in self.areas if cells and area.holds(area.start_row, cells[0].column)]
        return any(area.holds(cell.row, cell.column) for area in areas for cell in cells)


def read_scales(sheet, tab) -> tuple[Scale, ...]:
    theme = sheets_theme(table(sheet.raw, "properties"))
    rules = [rule for rule in tab.conditional_formats if table(rule, "gradientRule")]
    return tuple(
        Scale(
            low=_end(theme, table(rule, "gradientRule", "minpoint")),
            high=_end(theme, table(rule, "gradientRule", "maxpoint")),
            areas=tuple(Range.of(area, tab.id) for area in entries(rule, "ranges")),
        )
        for rule in rules
    )


def _end(theme, point):
    colour = theme.opaque(point.get("colorStyle")) or Colour.of_rgb(point.get("color"))
    red, green, blue = colour.channels
    if green > max(red, blue):
        return "green"
    return "red" if red > max(green, blue) else repr(colour)
