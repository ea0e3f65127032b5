"""Amounts of nutrients: what a row says, what the gold data says, what a food's record comes to."""

import csv
import math
from dataclasses import dataclass
from statistics import median_high

from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.checks.tables import by_keywords
from pytest_knows.checks.text import fold
from pytest_knows.checks.values import quantity
from pytest_knows.errors import DamagedEvidence

RELATIVE = 0.20
"""Of the gold amount, or of the median ratio to a food's record."""
SMALL = 0.05
"""In the gold's unit: as good as nothing."""
SMALL_AMOUNT, SMALL_RELATIVE = 1.0, 0.35
"""Amounts below the first are rounded so much that their ratio may be off by the second."""
BELOW = 0.5
""""<x" says enough of any amount below x if x is at most this."""
NOT_REPORTED = frozenset({"n/a", "na", "-", "trace", "tr", "not reported"})
"""Dashes fold to "-"."""


def amount_in(cell, header, unit):
    """A cell's amount in that unit, None for no number, an unknown unit, or a range that does not begin at 0."""
    found = quantity.in_cell(cell, header)
    found = None if found is None else found.or_in(unit).to(unit)
    return found if found is not None and (found.exact or found.low == 0) else None


def stated(row, columns, nutrients):
    """Of each of the columns in which the row has an exact amount, or may have, its name and the attempt to read it."""
    for name, column in columns.items():
        cell, unit = row.cell(column), nutrients[name].unit
        amount = Attempt(lambda cell=cell, column=column, unit=unit: amount_in(cell, column.header, unit))
        if amount.open or (amount.known is not None and amount.known.exact):
            yield name, amount


class Amounts:
    """The nutrients of one row. What is asked of a column that only a judge can tell may raise."""

    def __init__(self, row, columns, nutrients):
        self._row = row
        self._columns = columns
        self._nutrients = nutrients

    def __repr__(self):
        return f"amounts of {self._row}"

    def _cell(self, nutrient):
        column = self._columns.find(nutrient)
        return (None, "") if column is None else (self._row.cell(column), column.header)

    def of(self, nutrient):
        """The amount, None if there is none."""
        cell, header = self._cell(nutrient)
        return None if cell is None else amount_in(cell, header, self._nutrients[nutrient].unit)

    def text(self, nutrient) -> str:
        cell, _ = self._cell(nutrient)
        return "" if cell is None else cell.text.strip()

    def exact(self) -> dict[str, float]:
        """Nutrient -> amount, of those that are one number."""
        known = {nutrient: self.of(nutrient) for nutrient in self._nutrients}
        return {nutrient: amount.value for nutrient, amount in known.items() if amount is not None and amount.exact}

    def not_reported(self, nutrient) -> bool:
        """Whether it says so, in a row that has a number of another nutrient."""
        if fold(self.text(nutrient)) not in NOT_REPORTED:
            return False
        others = (other for other in self._nutrients if other != nutrient)
        return some(Attempt(lambda other=other: self.of(other) is not None) for other in others)

    def off(self, nutrient, gold: float) -> str:
        """Why it is not the gold amount, "" if it is."""
        amount = self.of(nutrient)
        if amount is None:
            fitting = gold == 0 and self.not_reported(nutrient)
        elif not amount.exact:
            fitting = 0 <= gold <= amount.high and (amount.high <= BELOW or amount.high <= (1 + RELATIVE) * gold)
        else:
            fitting = abs(amount.value) <= SMALL if gold == 0 else near(amount.value, gold)
        return "" if fitting else f"{amount or repr(self.text(nutrient))}, expected {gold:g}"


def near(value: float, expected: float) -> bool:
    return abs(value - expected) <= RELATIVE * abs(expected) + 1e-9


class Gold:
    """The gold file: an amount for each ingredient and nutrient."""

    def __init__(self, text: str, wanted):
        lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        try:
            header, *rows = list(csv.reader(lines))
        except (csv.Error, ValueError) as error:
            raise DamagedEvidence(f"the gold nutrients are no table: {error}") from error
        self._places = by_keywords(header, wanted)
        name = self._places.get("ingredients", 0)
        self._rows = {fold(row[name]): row for row in rows if len(row) > name}

    def amount(self, ingredient: str, nutrient: str) -> float:
        """Raises `DamagedEvidence` if the file does not say."""
        try:
            amount = float(self._rows[fold(ingredient)][self._places[nutrient]])
        except (KeyError, IndexError, ValueError) as error:
            raise DamagedEvidence(f"the gold data gives no {nutrient} of {ingredient}") from error
        if not math.isfinite(amount):
            raise DamagedEvidence(f"the gold data gives {amount} as {nutrient} of {ingredient}")
        return amount

    def amounts(self, ingredient: str, nutrients) -> dict[str, float]:
        return {nutrient: self.amount(ingredient, nutrient) for nutrient in nutrients}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaled:
    """A row that gives another food's record, scaled by one factor: its amounts are right as that food's."""

    factor: float
    scaled: frozenset[str]
    """The nutrients whose amounts agree on the factor."""
    row: Amounts
    record: dict[str, float]
    """Nutrient -> amount in 100 g."""

    def covers(self, nutrient: str) -> bool:
        """Whether the row's amount is what the record comes to."""
        if nutrient in self.scaled:
            return True
        amount = self.row.of(nutrient)
        if amount is not None:
            return abs(amount.high) <= SMALL and self.factor * self.record[nutrient] <= SMALL
        return not self.record[nutrient] and self.row.not_reported(nutrient)


def as_other_food(row: Amounts, gold: dict[str, float], foods, food: str, own: str) -> Scaled | None:
    """The row as the record of another food than the gold data's own, scaled; None if it is not.

    At least one amount has to be near the gold one. Raises `DamagedEvidence` if the food's record could not be read.
    """
    if not any(gold[nutrient] and near(amount, gold[nutrient]) for nutrient, amount in row.exact().items()):
        return None
    record, known = foods.get(food), Attempt(lambda: foods.get(own)).known
    if record is None:
        return None
    return scaled(row, record.per_100_g, None if known is None else usual_factor(gold, known.per_100_g))


def scaled(row: Amounts, record: dict[str, float], usual: float | None) -> Scaled | None:
    """The row as the record scaled, None if it is not. `usual`: the factor that the gold amounts have."""
    amounts = row.exact()
    ratios = {n: amount / record[n] for n, amount in amounts.items() if amount > 0 and record[n] > 0}
    if not ratios:
        return None
    factor = median_high(ratios.values())
    if len(ratios) == 1 and (usual is None or not near(factor, usual)):
        return None
    for nutrient, ratio in ratios.items():
        allowed = SMALL_RELATIVE if amounts[nutrient] < SMALL_AMOUNT else RELATIVE
        if not abs(ratio - factor) / factor <= allowed:  # so that neither infinity nor "not a number" agrees
            return None
    return Scaled(factor=factor, scaled=frozenset(ratios), row=row, record=record)


def usual_factor(gold: dict[str, float], record: dict[str, float]) -> float | None:
    """What the gold amounts are of their own food's record."""
    ratios = [amount / record[nutrient] for nutrient, amount in gold.items() if amount > 0 and record[nutrient] > 0]
    return median_high(ratios) if ratios else None
