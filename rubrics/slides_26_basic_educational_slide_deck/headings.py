"""Whether the headings are good ones, and no two of them the same."""

from collections.abc import Callable, Sequence
from functools import partial

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .sections import Section


class Headings:
    """`approve` is a judge's word on whether a heading is one, and fits its slide."""

    def __init__(self, sections: Sequence[Section], approve: Callable[[Section], bool]) -> None:
        named = [section for section in sections if section.name]
        self._answers = {section: Attempt(partial(approve, section)) for section in named}
        self._approved = sum(answer.known is True for answer in self._answers.values())
        self._first = {fold(section.name): section for section in reversed(named)}
        bad = len(named) < len(sections) or any(answer.known is False for answer in self._answers.values())
        self._by = Mechanism.LLM_VLM_JUDGEMENT if bad else Mechanism.DETERMINISTIC

    def check(self, section: Section) -> None:
        """Fails if it has none, a bad one, or that of a slide before it."""
        assert section.name, "no heading"
        first = self._first[fold(section.name)]
        if first is not section:
            fail(f"{section.name!r} is the heading of {first}, too", self._by)
        assert self._answers[section].get(), f"{section.name!r} is no heading for it"

    def points(self, most: float, _: int, total: int) -> int:
        """By the number of good ones or of different ones, whichever is less."""
        return int(most) * min(self._approved, len(self._first)) // total
