"""What times, durations, modes and amounts in cells mean: by rule, and by the judge's word where no rule can read."""

import re
from dataclasses import dataclass
from functools import cache

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import find_word, fold
from pytest_knows.checks.values import clock, duration, money
from pytest_knows.checks.words import mentions
from pytest_knows.errors import WorldError
from pytest_knows.judge.schema import NUMBER, fields, one_of, or_null
from pytest_knows.rubric import decided_by
from pytest_knows.scoring import Mechanism

from .totals import is_multiplied, total_part

DAY = 24 * 60
"""Minutes."""
DAWN = 6 * 60
"""Until then it is still the night of the day before."""
MOST_HOURS = 12
"""A duration without a unit is in hours up to here, beyond in minutes."""

_TIMES = ("TIME", "DATE_TIME")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """For everybody together, from `low` to `high`; `rough` if it is converted, or what the judge makes of a text."""

    low: float
    high: float
    currency: str = "USD"
    rough: bool = False

    def __repr__(self):
        amount = f"{self.low:.2f}" if self.low == self.high else f"{self.low:.2f} to {self.high:.2f}"
        return f"{amount} {self.currency}"


class Reader:
    """Reads cells of records; the judge is asked once about a text."""

    def __init__(self, facts, judge):
        self._facts = facts
        self._judge = judge
        self._rules = {
            "start": lambda cell, _: time_of_day(cell),
            "departure": lambda cell, _: time_of_day(cell),
            "duration": lambda cell, header: _hours(cell, header),
            "travel": lambda cell, header: _minutes(cell, _unit(header) or "m"),
            "mode": lambda cell, _: mode_of(cell.text, facts.modes),
            "cost": lambda cell, header: cost_of(cell, header, facts),
        }
        self._answers = {}
        self._read = {}

    def by_rule(self, record, name):
        if (record.row, name) not in self._read:
            self._read[record.row, name] = self._by_rule(record, name)
        return self._read[record.row, name]

    def _by_rule(self, record, name):
        known = Attempt(lambda: (record.cell(name), record.header(name))).known
        if known is None or known[0] is None or known[0].empty:
            return None
        return _later(self._rules[name](*known), record.slot, name)

    def read(self, record, name):
        found = self.by_rule(record, name)
        text = record.text(name)
        if found is not None or not text:
            return found
        decided_by(Mechanism.LLM_VLM_JUDGEMENT)
        return _later(self._asked(name, text), record.slot, name)

    def serves_food(self, name: str) -> bool:
        """Whether a place is one for meals or drinks, by its name."""
        decided_by(Mechanism.LLM_VLM_JUDGEMENT)
        question = "Is this a place that people go to for a meal or drinks (and not mainly a sight or an activity)?"
        return self._once(
            ("food", name), lambda: self._judge.yes_no("kind_of_place", question, evidence={"place": name})
        )

    def _asked(self, name, text):
        question, schema, convert = _QUESTIONS[name]
        asked = fields(value=or_null(schema or one_of(self._facts.modes)))

        def ask():
            question_text = f"{question} Answer null if the text does not say."
            answer = self._judge.extract(f"reading_{name}", question_text, asked, evidence={"cell": text})
            return None if answer["value"] is None else convert(answer["value"])

        return self._once((name, text), ask)

    def _once(self, key, ask):
        if key not in self._answers:
            self._answers[key] = Attempt(ask)
        return self._answers[key].get()


_QUESTIONS = {
    "start": ("Which time of day does this text state first, in minutes after midnight?", NUMBER, float),
    "departure": ("Which time of day does this text state last, in minutes after midnight?", NUMBER, float),
    "duration": ("How long does this text say that a visit takes, in minutes (of a range its middle)?", NUMBER, float),
    "travel": ("How long does this text say that the way takes, in minutes (of a range its middle)?", NUMBER, float),
    "mode": ("Which means of transport does this text name (of several the motorised one)?", None, str),
    "cost": (
        "How much does this text say that something costs, in US dollars, for everybody together?",
        NUMBER,
        lambda value: Cost(low=value, high=value, rough=True),
    ),
}
"""name -> question, schema of the value (None: one of the modes), how the answer is read."""


def _later(found, slot, name):
    """Times after midnight belong to the night of the day before, in the evening."""
    night = name in ("start", "departure") and slot in ("evening", "dinner")
    return found + DAY if night and found is not None and found < DAWN else found


def time_of_day(cell):
    """Minutes after midnight; None if the cell holds no time."""
    if cell.number is not None and cell.format.number_type not in _TIMES and not 0 < cell.number < 1:
        return None
    found = clock.in_cell(cell)
    return None if found is None else found.minutes


def _hours(cell, header):
    """A duration in minutes."""
    unit = _unit(header)
    number = cell.number if cell.number is not None else _bare(cell.text)
    if not unit and number is not None:
        unit = "h" if number <= MOST_HOURS else "m"
    return _minutes(cell, unit or "m")


def _bare(text):
    plain = fold(text).replace(",", ".")
    return float(plain) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", plain) else None


def _minutes(cell, unit):
    found = duration.in_cell(cell, days=cell.format.number_type in _TIMES, bare=unit)
    # A serial number of a day's fraction is not exact.
    return None if found is None else round(found.minutes, 6)


@cache
def _unit(header):
    """The unit that a header states."""
    if mentions(header, ("min", "mins", "minutes")):
        return "m"
    return "h" if mentions(header, ("h", "hr", "hrs", "hours")) else ""


def mode_of(text, modes):
    """The motorised one that is named first, else the first; "" never: None if none is named."""
    folded = fold(text)
    found = [(_place(folded, names), mode) for mode, names in modes.items()]
    named = [(place, mode) for place, mode in found if place is not None]
    motorised = [one for one in named if one[1] in ("transit", "driving")]
    return min(motorised or named, default=(0, None))[1]


def _place(folded, names):
    """Where the first of the names stands; None if none does."""
    found = []
    for name in names:
        if name.endswith("*"):
            match = re.search(rf"(?<![^\W_]){re.escape(name[:-1])}", folded)
            found += [match.start()] if match else []
        elif span := find_word(folded, name):
            found.append(span[0])
    return min(found, default=None)


def cost_of(cell, header, facts):
    """What everybody pays together; None if the cell holds no amount, or one of a currency that is not known."""
    text = total_part(cell.text)
    found = money.in_cell(cell) if cell.number is not None else money.money(text, tuple(facts.free_words))
    if found is None or cell.error:
        return None
    # a total that is told from other amounts is none of the header's amounts per person
    each = "person" in (found.per, _per(header) if text == cell.text else "", _per(text))
    each = each or is_multiplied(text, facts.people)
    total, currency = found.times(facts.people if each else 1), found.currency or "USD"
    if total.low < 0 or currency not in ("USD", *facts.currencies):
        return None
    return Cost(low=total.low, high=total.high, currency=currency, rough=currency != "USD")


@cache
def _per(text):
    """What an amount is for that a text does not repeat, as a header: "Cost (per person)"."""
    shown = money.money(f"1 {text}")
    return shown.per if shown is not None else ""


def quoted(facts):
    """The exchange rates that a price snapshot should hold: a currency's price in US dollars."""
    for currency in facts.currencies:
        yield currency, f"{currency}USD=X", facts.rates_label


class Rates:
    """US dollars for one unit of a currency about the day of the episode, from the dated price snapshot."""

    def __init__(self, quotes, today, facts):
        self._find = lambda currency: quotes.find(
            [currency], label=facts.rates_label, day=today, within_days=facts.rates_days
        )

    def of(self, currency):
        """Raises `Ungraded` without a snapshot, `WorldError` if it lacks the currency."""
        if currency == "USD":
            return 1.0
        quote = self._find(currency)
        rate = None if quote is None or quote.current is None else quote.current.in_usd
        if rate is None:
            raise WorldError(
                f"the price snapshot has no rate of {currency} about this day; `pytest-knows quotes` adds it"
            )
        return rate


def bands(cost, rates, scale):
    """The colours that a cost may have: of a range by its low end or its middle, near a limit both if it is rough."""
    reach, rate = scale.near if cost.rough else 0, rates.of(cost.currency)
    amounts, factors = (rate * cost.low, rate * (cost.low + cost.high) / 2), (1 - reach, 1, 1 + reach)
    return {scale.colours[_band(amount, scale.limits, factor)] for amount in amounts for factor in factors}


def _band(amount, limits, factor):
    low, high = (limit * factor for limit in limits)
    return 0 if amount < low else 1 if amount <= high else 2
