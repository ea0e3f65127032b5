"""Whether the slides of a deck have the prescribed titles, by their places."""

from collections.abc import Sequence

from pytest_knows.artifact.presentation import Passage, Slide
from pytest_knows.checks.text import fold
from pytest_knows.judge import Judge
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

from .dive import Titles
from .names import Products, mentions
from .places import COUNT, heading

_KINDS = {1: "purpose", 2: "criteria", 6: "table", 7: "advice"}


class Order:
    """The titles of the first eight slides; `title` is that of the first, wherever it stands."""

    def __init__(self, slides: Sequence[Slide], title: Passage | None, facts, products: Products, judge: Judge) -> None:
        self._found = [*map(heading, slides[:COUNT]), *[""] * COUNT][:COUNT]
        self._dives = Titles(self._found[3:6], products, judge)
        self._title = title
        self._facts = facts
        self._judge = judge

    def is_right(self, place: int) -> bool:
        if not self._found[place]:
            fail("no title", Mechanism.DETERMINISTIC)
        if place in (3, 4, 5):
            return self._names_product(place - 3)
        if place == 0:
            wanted = fold(self._facts.title)
            return fold(self._title.text) == wanted or self._ask(place, f"is called {self._facts.title}")
        words = self._facts.title_words[_KINDS[place]]
        told = mentions(self._found[place], words, self._facts.generic)
        return told or self._ask(place, f"is about {' or '.join(words)}")

    def _names_product(self, place: int) -> bool:
        attempt, mechanism = self._dives.product(place)
        named = attempt.get()
        decided_by(mechanism)
        return named is not None

    def _ask(self, place: int, what: str) -> bool:
        question = f"Is this a title of a slide that {what}?"
        return self._judge.yes_no("slide_title", question, evidence={"title": self._found[place]})
