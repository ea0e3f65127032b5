"""A slide about one product: its title's product, its links, pictures and lists."""

from collections.abc import Sequence
from functools import cached_property

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks import slide_text, sources
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Pages
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import NUMBER, TEXT, fields, list_of
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .names import Products, long_words, occur
from .pictures import Photos

NO = "no"
SHORTEST, SHOWN = 201, 60_000
"""Characters of a page: a shorter one is a wall; of a longer one the parts on the matter are shown."""
SUPPORTED = 70
"""Of 100: how far the sources have to support the features."""
PARTS = fields(key_features=list_of(TEXT), pros=list_of(TEXT), cons=list_of(TEXT))


class Titles:
    """Which of several titles names which product: by their words, else by a judge's word, in order."""

    def __init__(self, titles: Sequence[str], products: Products, judge: Judge) -> None:
        self._titles = titles
        self._judge = judge
        self._sure = products.matched(titles)
        self._free = [name for name in products.names if name not in self._sure.values()]

    def __repr__(self) -> str:
        return repr(list(self._titles))

    @cached_property
    def _asked(self) -> dict[int, Attempt[str | None]]:
        found = {}
        for place, title in enumerate(self._titles):
            if place not in self._sure and title:
                found[place] = Attempt(lambda title=title: self._ask(title))
        return found

    def _ask(self, title: str) -> str | None:
        if not self._free:
            return None
        question = 'Which of these products does the title name? Answer "no" if none of them.'
        answer = self._judge.choice("product_title", question, [*self._free, NO], evidence={"title": title})
        if answer == NO:
            return None
        self._free.remove(answer)
        return answer

    def product(self, place: int) -> tuple[Attempt[str | None], Mechanism]:
        """The product of a title and how that was decided."""
        if place in self._sure or not self._titles[place]:
            return Attempt(lambda: self._sure.get(place)), Mechanism.DETERMINISTIC
        return self._asked[place], Mechanism.LLM_VLM_JUDGEMENT


class Dive:
    """One of the three slides on a product; `slide` is None if it is missing."""

    def __init__(self, slide: Slide | None, judge: Judge) -> None:
        self.slide = slide
        self._judge = judge

    def __repr__(self) -> str:
        return repr(self.slide)

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Those of its words, boxes and pictures, one of each page."""
        if self.slide is None:
            return ()
        found = [link.url for link in slide_text.links(self.slide)]
        found += [picture.link for picture in self.slide.pictures if urls.parse(picture.link)]
        return tuple({urls.normalise(url): url for url in reversed(found)}.values())[::-1]

    def photos(self) -> Photos:
        """Its pictures, read anew: nobody keeps the pixels of a whole deck."""
        return Photos(self.slide)

    @cached_property
    def _parts(self) -> Attempt[dict[str, list[str]]]:
        question = (
            "Copy from the slide the key features or specifications of the product, its pros and its cons, each as a "
            "list, in the slide's own words; an empty list for what the slide does not have."
        )
        return Attempt(lambda: self._judge.extract("parts", question, PARTS, evidence={"slide": self.slide.text}))

    def listed(self, part: str) -> list[str]:
        """The items of "key_features", "pros" or "cons", if they are the slide's; raises what a judge raises."""
        items = [item for item in self._parts.get().get(part, []) if item.strip()]
        return items if occur(items, self.slide.text) else []

    def support(self, features: Sequence[str], pages: Pages) -> float:
        """How far the linked pages say so, 0 to 100; fails if they do not exist, raises if none can be read."""
        states = [sources.state(url, pages) for url in self.links]
        if all(state is sources.State.DEAD for state in states):
            fail(f"dead links: {', '.join(self.links)}", Mechanism.DETERMINISTIC)
        read = [page for url in self.links if (page := sources.readable(url, pages, SHORTEST))]
        if not read:
            raise DamagedEvidence(f"could not be read: {', '.join(self.links)}")
        told = "\n".join(features)
        words = long_words([told])
        shown = {f"page {n}": page.excerpt(words, SHOWN) for n, page in enumerate(read, 1)}
        question = "How far do the pages support the features, 0 (not at all) to 100 (all are stated there)?"
        answer = self._judge.extract("support", question, fields(score=NUMBER), evidence={"features": told, **shown})
        unread = [url for url in self.links if not sources.readable(url, pages, SHORTEST) and not _dead(url, pages)]
        if unread and answer["score"] < SUPPORTED:
            raise DamagedEvidence(f"could not be read: {', '.join(unread)}")
        return answer["score"]


def _dead(url: str, pages: Pages) -> bool:
    return sources.state(url, pages) is sources.State.DEAD
