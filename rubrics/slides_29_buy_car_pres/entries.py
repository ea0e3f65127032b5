"""Slides about cars: what they say, as a judge reads it, and what can be seen of them without one."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation import Passage, Picture, Slide
from pytest_knows.checks import slide_text
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import decode
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import TEXT, fields

from .names import Name, joined, squashed, tokens, told

TITLE_WITHIN = 0.3
"""Of the height; a text that begins in that upper part of a slide without a title placeholder is its title."""
WANTED = 5
KNOWN_SITES = (
    "edmunds.com", "cars.com", "cargurus.com", "jdpower.com", "consumerreports.org", "caranddriver.com",
    "motortrend.com", "truecar.com", "autotrader.com", "carcomplaints.com", "usnews.com", "carbuzz.com", "carfax.com",
    "carmax.com",
)  # fmt: skip

_STATS = re.compile(r"\$|mpg|hp|horsepower|rating|/5|/10|review|price")
_VALUES = ("price", "mpg", "hp", "rating")
_ASK = (
    "Which one car is the slide about, and what is said about it? Give make, model (without year, trim and body "
    "style) and trim, and the price, fuel efficiency, horsepower and user rating as they are written; an empty text "
    "for what is not there, and for all if the slide is about no car or about several."
)
_ASK_TITLE = (
    "Which one car does the text name? Give make, model (without year, trim and body style) and trim; empty texts if "
    "it names no car or several."
)


class Entry:
    """A slide between the title slide and the summary. What a judge reads raises why it cannot be had."""

    def __init__(self, slide: Slide, number: int, judge: Judge, category: frozenset[str]) -> None:
        self.slide = slide
        self.number = number
        self._judge = judge
        self._category = category

    def __repr__(self) -> str:
        return f"slide {self.number}"

    @property
    def text(self) -> str:
        return self.slide.text

    @cached_property
    def heading(self) -> Passage | None:
        return slide_text.title(self.slide, TITLE_WITHIN)

    @property
    def title(self) -> str:
        return title_of(self.heading)

    @cached_property
    def _read(self) -> Attempt[Mapping[str, str]]:
        return Attempt(self._extract)

    def _extract(self) -> Mapping[str, str]:
        if not fold(self.text):
            return {}
        schema = fields(dict.fromkeys(("make", "model", "trim", *_VALUES), TEXT))
        return self._believed(self._judge.extract("car", _ASK, schema, evidence={"slide": self.text}))

    def _believed(self, answer: object) -> dict[str, str]:
        """What stands on the slide."""
        found = answer if isinstance(answer, Mapping) else {}
        words = squashed(self.text)
        return {
            key: value.strip()
            for key, value in found.items()
            if isinstance(value, str) and squashed(value) and squashed(value) in words
        }

    def says(self, what: str) -> str:
        """A value as it is written ("price", "mpg", "hp", "rating"), "" if it is not there."""
        return self._read.get().get(what, "")

    @cached_property
    def _name(self) -> Attempt[Name | None]:
        return Attempt(lambda: self._named(self._read.get()) or self._named(self._from_title()))

    def _from_title(self) -> Mapping[str, str]:
        if not self.title:
            return {}
        schema = fields(make=TEXT, model=TEXT, trim=TEXT)
        return self._believed(self._judge.extract("car_title", _ASK_TITLE, schema, evidence={"title": self.title}))

    def _named(self, read: Mapping[str, str]) -> Name | None:
        make, model, trim = (read.get(key, "") for key in ("make", "model", "trim"))
        return Name(make=make, model=model, trim=trim, category=self._category) if make and model else None

    @property
    def name(self) -> Name | None:
        return self._name.get()

    @property
    def known_name(self) -> Name | None:
        """The name, or None where it is not to be had."""
        return self._name.known

    def is_a_car_alone(self) -> bool:
        """Whether the title names one car, and nothing else."""
        named = self._named(self._from_title())
        return named is not None and named.is_all_of(self.title)

    # --- pictures and places ---

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """Without any, the one that is the slide's own background."""
        behind = self.slide.own_background_picture
        return self.slide.pictures or ((behind,) if behind else ())

    def shown(self, picture: Picture) -> bytes:
        """A picture as it is seen; raises `DamagedEvidence`."""
        return decode(picture.data(), repr(picture)).cropped(*picture.crop).png()

    @cached_property
    def covered(self) -> float:
        """The largest share of the slide that one picture covers."""
        page = self.slide.rect
        return max((one.rect.intersection(page) / page.area for one in self.pictures), default=0.0)

    @cached_property
    def texts(self) -> tuple[Rect, ...]:
        """Where title and stats are seen."""
        title = self.heading.extent if self.heading else None
        headed = self.heading.boxes if self.heading else ()
        others = [box for box in self.slide.text_boxes if not any(box is one for one in headed)]
        telling = [box for box in others if _STATS.search(fold(box.text))] or others
        stats = max(telling, key=lambda box: box.rect.area, default=None)
        return tuple(rect for rect in (title, stats and stats.extent) if rect)

    # --- links ---

    @cached_property
    def links(self) -> tuple[str, ...]:
        """In order, each page once, those behind pictures last."""
        found = [link.url for link in slide_text.links(self.slide)]
        found += [picture.link for picture in self.slide.pictures if urls.parse(picture.link)]
        return tuple({urls.normalise(url): url for url in reversed(found)}.values())[::-1]

    @cached_property
    def review_links(self) -> tuple[str, ...]:
        """Those of the best class that there is."""
        pages = [url for url in self.links if not urls.is_picture(url)]
        classes: tuple[Callable[[str], bool], ...] = (is_review, is_kbb, lambda url: urls.on_site(url, *KNOWN_SITES))
        return next((tuple(found) for one in classes if (found := list(filter(one, pages)))), ())

    @property
    def has_review_link(self) -> bool:
        return bool(self.review_links)

    def review_link(self) -> str:
        """The first that has the car's name, else the first; "" if there is none."""
        if len(self.review_links) < 2 or not self.name:
            return next(iter(self.review_links), "")
        return next((url for url in self.review_links if path_names(url, self.name)), self.review_links[0])


def title_of(heading: Passage | None) -> str:
    """On one line, "" if there is none, or none that can be seen."""
    return " ".join(heading.text.split()) if heading and fold(heading.text) else ""


def is_kbb(url: str) -> bool:
    return urls.on_site(url, "kbb.com")


def is_review(url: str) -> bool:
    parsed = urls.parse(urls.unwrap(url))
    return is_kbb(url) and parsed is not None and "review" in parsed.path.lower()


def path_words(url: str) -> set[str]:
    """The words of the path's segments, also two side by side as one."""
    parsed = urls.parse(urls.unwrap(url))
    return {word for part in (parsed.segments if parsed else ()) for word in joined([part], tokens(part))}


def is_exact(url: str, name: Name) -> bool:
    """Whether a segment of the path is the model, and not one of a longer name (A6 and A6 allroad)."""
    parsed = urls.parse(urls.unwrap(url))
    segments = parsed.segments if parsed else ()
    return any("".join(told(part, name.category)) == "".join(name.model_tokens) for part in segments)


def path_names(url: str, name: Name) -> bool:
    words = path_words(url)
    has_make = bool({name.make_key, squashed(name.make)} & words)
    return has_make and ("".join(name.model_tokens) in words or set(name.model_tokens) <= words)


def chosen(content: Sequence[Entry]) -> tuple[Entry, ...]:
    """The five slides that are graded: the first different cars, then repeated ones, then slides with a picture; of
    no more than five slides with pictures that is all of them, whatever they say."""
    if len(content) <= WANTED and all(entry.pictures for entry in content):
        return tuple(content)
    named = [entry for entry in content if entry.name]
    first: dict[object, Entry] = {}
    for entry in named:
        first.setdefault(entry.name.key, entry)
    order = list(first.values())
    order += [entry for entry in named if entry not in order]
    order += [entry for entry in content if not entry.name and entry.pictures]
    return tuple(sorted(order[:WANTED], key=lambda entry: entry.number))
