"""The best cars per category: which they are, and whom the summary names."""

from collections.abc import Mapping, Sequence

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence, WorldError
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import TEXT, fields, list_of

from .entries import Entry
from .figures import stated
from .kbb import Shelf
from .names import Name, best_match, told

DECIMALS = {"price": 0, "mpg": 0, "hp": 0, "rating": 1}
"""As displayed; what is equal after rounding is tied."""
_TITLE_SHOWN, _TEXT_SHOWN = 500, 8000
_ASK = (
    "Which cars does the summary name as the best of each category: lowest price, best fuel efficiency (mpg), most "
    "horsepower (hp), best user rating? Make and model of each, as written, without the year; none for a category that "
    "it does not cover."
)


def named_in(slide: Slide, title: str, judge: Judge, category: frozenset[str]) -> Mapping[str, Sequence[str]]:
    """The names per category, only those of which all words stand on the slide."""
    shown = {"title": title[:_TITLE_SHOWN], "text": slide.text[:_TEXT_SHOWN]}
    answer = judge.extract("summary", _ASK, fields(dict.fromkeys(DECIMALS, list_of(TEXT))), evidence=shown)
    words = set(told(slide.text, category))
    found = answer if isinstance(answer, Mapping) else {}
    return {
        what: [name for name in found.get(what) or () if (own := set(told(str(name), category))) and own <= words]
        for what in DECIMALS
    }


class Race:
    """All cars of the deck, each once, with their figures: those of the pages where known, else those of the slides."""

    def __init__(self, entries: Sequence[Entry], shelf: Shelf, category: frozenset[str]) -> None:
        self._category = category
        self._first: dict[object, Entry] = {}
        for entry in entries:
            if entry.name:
                self._first.setdefault(entry.name.key, entry)
        self._shelf = shelf

    @property
    def names(self) -> list[Name]:
        return [entry.name for entry in self._first.values() if entry.name]

    def winners(self, what: str) -> list[Name]:
        """Those that are tied for the best; none if no car has a figure. Raises `DamagedEvidence` if that is for want
        of a page, `JudgeError`."""
        values: dict[object, float] = {}
        trouble: WorldError | None = None
        for key, entry in self._first.items():
            known = Attempt(lambda entry=entry: self._known(entry, what))
            if known.open and not isinstance(known.open, DamagedEvidence):
                raise known.open
            trouble = trouble or known.open
            if value := known.known or stated(what, entry.says(what)):
                values[key] = round(value, DECIMALS[what])
        if not values and trouble:
            raise trouble
        best = (min if what == "price" else max)(values.values(), default=0)
        return [self._first[key].name for key, value in values.items() if value == best]

    def _known(self, entry: Entry, what: str) -> float:
        """0 where there is no page."""
        if what == "rating":
            link = entry.review_link()
            return self._shelf.rating(link) if link else 0.0
        return self._shelf.true(entry.name, what) if self._shelf.of(entry.name)[0] else 0.0

    def require_winners(self, said: Sequence[str], winners: Sequence[Name]) -> None:
        """Fails if one of the names is no winner's."""
        for name in said:
            car = best_match(name, self.names, self._category)
            assert car in winners, f"{name!r}, but the best is {' and '.join(map(repr, winners))}"
