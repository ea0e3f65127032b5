"""What everybody pays together, in cells that say more than one amount: "$30 x 4 = $120", "$120 ($30 per person)"."""

import re

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import money

_APART = re.compile(r"[()\[\];]|,\s")
_ALL = re.compile(
    r"(?<!\w)(?:total|altogether|in all|for (?:all|everyone|everybody|the (?:group|family))|group|family)(?!\w)"
)
_PEOPLE = r"\s*(?:people|persons?|adults?|guests?|pax|tickets?)?\s*"


def total_part(text: str) -> str:
    """The part of the text that says the total: behind an equals sign, with such a word, else the first of several."""
    head, equals, tail = text.rpartition("=")
    if equals and head and money.money(tail) is not None:
        return tail
    amounts = [part for part in _APART.split(text) if (found := money.money(part)) is not None and found.currency]
    if len(amounts) < 2:
        return text
    return next((part for part in amounts if _ALL.search(fold(part))), amounts[0])


def is_multiplied(text: str, people: int) -> bool:
    """Whether an amount stands there times the number of people: "$30 x 4", "4 people x $30"."""
    pattern = rf"(?<![\d.,]){people}{_PEOPLE}[x\u00d7*](?!\w*[a-z])|[x\u00d7*]\s*{people}(?![\d.,])"
    return re.search(pattern, fold(text)) is not None
