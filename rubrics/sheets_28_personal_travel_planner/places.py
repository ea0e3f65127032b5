"""Names of places, and which place of Google Maps one means."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.coordinates import Coordinates
from pytest_knows.evidence.request import Request

from . import maps

INSIDE, METROPOLIS = 40, 80
"""Kilometres from the centre of the city."""
IN, NEAR, OUT = "in the city", "near the city", "not in the city"
REMARKS = 3
"""In brackets behind a name, at most."""
TELLING = 4
"""Letters that one of the words has by which a longer name is recognised."""

_BACKUP = re.compile(r"(?:(?:backup|back-up|alt|alternative|plan b)(?: option)?\s?[:-]|or\s)\s*", re.I)
_LABEL = re.compile(r"[^:]{1,60}:\s+(?=\S)")
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")
_CONDITION = re.compile(r"\s(?:if|in case)\s.*$", re.I)
_BOTH = re.compile(r"\s(?:&|and)\s", re.I)


def words(text: str) -> str:
    """The words by which names are compared: without accents, punctuation, "and" and a leading "the"."""
    plain = unicodedata.normalize("NFKD", fold(text).replace("ı", "i"))
    kept = "".join(char for char in plain if not unicodedata.combining(char)).replace("'", "")
    found = [word for word in re.findall(r"[^\W_]+", kept) if word != "and"]
    return " ".join(found[1:] if found[:1] == ["the"] else found)


def clean(text: str) -> str:
    """The name alone: without "Activity:", "Backup:", an operator in front, remarks in brackets and conditions."""
    name = " ".join(text.split())
    for surplus in (_BACKUP, _LABEL):
        name = name[match.end() :] if (match := surplus.match(name)) else name
    name = _CONDITION.sub("", name)
    for _ in range(REMARKS):
        name = _BRACKETS.sub("", name)
    return name or " ".join(text.split())


def parts(name: str) -> tuple[str, ...]:
    """ "A and B", with two words or more on both sides, as A and B; else nothing."""
    found = _BOTH.split(name, maxsplit=1)
    return tuple(found) if len(found) == 2 and all(len(part.split()) > 1 for part in found) else ()


def same_name(a: str, b: str) -> bool:
    """Equal, or one is a run of words within the other with a telling one among them; both as of `words`."""
    short, long = sorted((a, b), key=len)
    telling = any(len(word) >= TELLING for word in short.split())
    return bool(a) and (a == b or (telling and f" {short} " in f" {long} "))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The place of a name, None if the service does not know it; `asked` whether it could be asked."""

    place: maps.Place | None
    where: str
    asked: bool


class Atlas:
    """The places that names mean in a city, as the recorded answers say."""

    def __init__(self, service: maps.Maps, city: str, address_words, centre):
        self.maps = service
        self.city = city
        self._address_words = tuple(map(words, address_words))
        self._centre = Coordinates(raw=city, latitude=centre[0], longitude=centre[1])
        self._found = {}
        self._details = {}

    def __repr__(self):
        return f"places in {self.city}"

    def find(self, name: str) -> Found:
        """`name` as of `clean`."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def details(self, name: str) -> maps.Details:
        if name not in self._details:
            place = self.find(name).place
            self._details[name] = self.maps.details("" if place is None else place.id)
        return self._details[name]

    def requests(self, name: str) -> Iterator[Request]:
        """What has to be asked to know the place of a name, as far as that can be told by now."""
        for _, request in self._searches(name):
            yield request
            if self._accepted(name, request) or not self.maps.answered(request):
                break
        place = self.find(name).place
        if place is not None:
            yield maps.details(place.id)

    def _searches(self, name):
        """The name in the city, its first part, the name alone."""
        in_city = [name, *parts(name)[:1]]
        return [*((text, maps.find(f"{text} {self.city}")) for text in in_city), (name, maps.find(name))]

    def _find(self, name):
        for _, request in self._searches(name):
            if not self.maps.answered(request):
                return Found(place=None, where="", asked=False)
            accepted = self._accepted(name, request)
            if accepted:
                where, place = min(accepted, key=lambda one: (IN, NEAR, OUT).index(one[0]))
                return Found(place=place, where=where, asked=True)
        return Found(place=None, where="", asked=True)

    def _accepted(self, name, request):
        found = self.maps.found(request) or ()
        return [(self._where(place), place) for place in found if place.id and self._is_called(place, name)]

    def _is_called(self, place, name):
        own, wanted = words(place.name), words(name)
        return own == wanted or (own not in (words(self.city), *self._address_words) and same_name(own, wanted))

    def _where(self, place):
        address = f" {words(place.address)} "
        if any(f" {phrase} " in address for phrase in self._address_words):
            return IN
        far = METROPOLIS + 1 if place.position is None else self._centre.km(*place.position)
        return IN if far <= INSIDE else NEAR if far <= METROPOLIS else OUT
