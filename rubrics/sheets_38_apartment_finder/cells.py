"""What cells say: how many rooms, values that are computed, text that has the colour of its background."""

import re

from pytest_knows.artifact.lenient import entries, table
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import number
from pytest_knows.checks.values.fraction import with_decimals

UNITS = {"beds": "br|bd|bed", "baths": "ba|bth"}
_WORDS = {word: float(count) for count, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)}


def count_in(cell, column):
    """How many a cell says there are; "1 Bed / 1 Bath" says both, a studio has no bedroom."""
    if cell.number is not None:
        return cell.number
    text = fold(with_decimals(cell.text))
    named = re.search(rf"(?<![\d.])(\d+(?:\.\d+)?(?:\s?-\s?\d+(?:\.\d+)?)?)\s?-?\s?(?:{UNITS[column]})", text)
    text = named[1] if named else text
    found = list(number.find(text))
    if not found:
        return _in_words(text, column)
    return None if any(one.ranged for one in found) else found[0].value


def _in_words(text, column):
    if column == "beds" and "studio" in text.split():
        return 0.0
    return _WORDS.get(text.partition(" ")[0])


def values_of(table):
    """The cells of a table that hold a formula or a number."""
    return [cell for row in table.rows for cell in row if cell.formula or cell.number is not None]


def live(cell):
    """Whether a value is computed: by its own formula or by one that fills several cells, not typed."""
    return bool(cell.formula) or not cell.raw.get("userEnteredValue")


def colourless(cell):
    """Whether all of a cell's text has the colour of its background; text in the usual black never has."""
    looks = [table(cell.raw, name, "textFormat") for name in ("effectiveFormat", "userEnteredFormat")]
    looks += [table(run, "format") for run in entries(cell.raw, "textFormatRuns")]
    if all(map(_is_black, looks)):
        return False
    background = cell.format.background.channels
    return cell.format.text_colour.channels == background and all(c.channels == background for c in cell.text_colours)


def _is_black(look):
    """A text format states no colour, or black."""
    style = table(look, "foregroundColorStyle")
    channels = (*table(look, "foregroundColor").values(), *table(style, "rgbColor").values())
    return not any(channels) and style.get("themeColor") in (None, "TEXT")
