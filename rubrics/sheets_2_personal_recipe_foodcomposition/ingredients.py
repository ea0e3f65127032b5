"""What the rows say which ingredient they are of."""

import re
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Tab
from pytest_knows.checks.matching import Rule, ask_which, match_rows
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import find_word, fold
from pytest_knows.scoring import Mechanism

_SUMMARY = re.compile(
    r"(?<![^\W_])(?:(?:sub)?totals?|sums?|averages?|avg|per serving|daily (?:value|intake|limit|allowance)s?"
    r"|recommended daily|dv|rdi|rda)(?![^\W_])"
)
_NOTE = re.compile(r"(?:note|source)s?(?![^\W_])")
_LEFT_OUT = re.compile(r"\b(?:excluded|omitted|left out|not (?:included|counted|listed)|no amount|without an amount)\b")
NOTE_LENGTH = 120
"""Characters of a label; what is longer is a note."""

_MEASURES = (
    "cup|tablespoon|tbsp|teaspoon|tsp|oz|ounce|lb|pound|g|kg|ml|can|clove|package|pinch|pinche|slice|large|medium|small"
)
_AMOUNT = re.compile(rf"(?:\W+|[\d.,/\u2044~-]+(?:(?:{_MEASURES})s?\.?)?|(?:{_MEASURES})s?\.?|to|of)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Row:
    """A row of the table that is of an ingredient."""

    tab: Tab
    number: int
    label: str
    plain: str
    """The label folded, without footnote marks."""
    bare: str
    """Also without brackets, what follows a comma or colon, and the amount before or behind the name."""

    def __repr__(self):
        return self.label

    def cell(self, column) -> Cell:
        return self.tab.cell(self.number, column.index)

    @property
    def lone(self) -> bool:
        """It holds nothing but the label, which may be a heading or a note as well."""
        cells = (self.tab.cell(self.number, column) for column in range(self.tab.used_columns))
        filled = (cell for cell in cells if not cell.empty)
        return next(filled, None) is not None and next(filled, None) is None


def is_ingredient(label: str, title: str) -> bool:
    """Whether a label in the column of that title is neither empty nor a summary, a note, or the title once more."""
    folded = fold(label)
    if not folded or len(folded) > NOTE_LENGTH or folded == fold(title):
        return False
    return _SUMMARY.search(folded) is None and _NOTE.match(folded) is None


def rows_below(header, column):
    """The rows below the titles with an ingredient in that column."""
    for number in range(header.row + 1, header.tab.used_rows):
        label = header.tab.cell(number, column.index).text
        if is_ingredient(label, column.header):
            plain = fold(label).rstrip(":* ")
            row = Row(tab=header.tab, number=number, label=" ".join(label.split()), plain=plain, bare=bare(plain))
            if not (_LEFT_OUT.search(plain) and row.lone):
                yield row


def bare(plain: str) -> str:
    """The name in a label such as "1 1/2 cups raw cashews (soaked), drained", or "garlic cloves - 2"."""
    words = re.split(r",(?!\d)|:\s", re.sub(r"\([^()]*\)", " ", plain))[0].split()
    name = [place for place, word in enumerate(words) if not _AMOUNT.fullmatch(word)]
    return " ".join(words[name[0] : name[-1] + 1]) if name else ""


def spellings(names) -> frozenset[str]:
    """The names folded, in the singular and in the plural."""
    found = set()
    for name in map(fold, names):
        found |= {name, f"{name}s", f"{name}es", name.removesuffix("s"), name.removesuffix("es")}
    return frozenset(found - {""})


def accepted(name: str, ingredients) -> frozenset[str]:
    """What an ingredient may be called."""
    return spellings((name, *ingredients[name].names))


def holds(text: str, names) -> bool:
    """Whether one of the spellings stands in the text as whole words."""
    folded = fold(text)
    return any(find_word(folded, name) for name in names)


def match_ingredients(rows, ingredients, judge):
    """Of each ingredient, the attempt to find its row: by its name, by that in a longer label, by asking the judge."""
    names = {name: accepted(name, ingredients) for name in ingredients}
    rules = [
        Rule(mechanism=Mechanism.DETERMINISTIC, same=lambda row, name: row.plain in names[name]),
        Rule(mechanism=Mechanism.DETERMINISTIC, same=lambda row, name: row.bare in names[name]),
    ]
    return match_rows({name: name for name in names}, rows, rules, lambda name, free: ask_for_row(judge, name, free))


def ask_for_row(judge, name, rows):
    question = (
        f"Which of the numbered rows of a table of ingredients is the ingredient {name!r} of a recipe, be it under "
        "another name or with its amount? Answer the row's number, or no if none of them is the same ingredient."
    )
    return ask_which(judge, "ingredient_row", question, rows, repr)


def of_rows(matches, read):
    """Of each ingredient, the attempt to read something off its row; None without a row."""

    def one(match):
        row = match.get().row
        return None if row is None else read(row)

    return {name: Attempt(lambda match=match: one(match)) for name, match in matches.items()}
