"""Pictures that are compared by their fingerprints: of the gold data, of the edited deck, of the Drive folder."""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from hashlib import sha256
from itertools import product

from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.images import HASH_DISTANCE
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode
from pytest_knows.scoring import Mechanism

EXACT, NEAR = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH


class Photo:
    """A picture by name; its pixels are not kept. `picture` is where it is in the deck, if it is one of the deck's.

    `known` are fingerprints by their files' digests: one for all photos of an episode, as copies are common.
    """

    def __init__(
        self, name: str, data: Callable[[], bytes], known: dict[bytes, Fingerprint], picture: Picture | None = None
    ) -> None:
        self.name = name
        self.picture = picture
        self._data = data
        self._known = known

    def __repr__(self) -> str:
        return self.name

    def pixels(self) -> Pixels:
        """All of it; raises `DamagedEvidence`."""
        return decode(self._data(), self.name)

    @property
    def _crop(self) -> tuple[float, float, float, float]:
        return self.picture.crop if self.picture else (0, 0, 0, 0)

    def encoded(self) -> bytes:
        """What its crop leaves, for a judge, who decodes it; raises `DamagedEvidence`."""
        return self.pixels().cropped(*self._crop).png() if any(self._crop) else self._data()

    @cached_property
    def _fingerprints(self) -> Attempt[tuple[Fingerprint, ...]]:
        """Of the whole picture, and of what its crop leaves."""

        def taken() -> tuple[Fingerprint, ...]:
            data = self._data()
            digest = sha256(data).digest()
            if digest not in self._known:
                self._known[digest] = decode(data, self.name).fingerprint
            part = (self.pixels().cropped(*self._crop).fingerprint,) if any(self._crop) else ()
            return self._known[digest], *part

        return Attempt(taken)

    @property
    def fingerprint(self) -> Fingerprint:
        """Of the whole picture; raises `DamagedEvidence`."""
        return self._fingerprints.get()[0]

    def likeness(self, other: "Photo") -> Mechanism | None:
        """EXACT or NEAR if both are the same picture, cropped or not; raises `DamagedEvidence`."""
        pairs = product(self._fingerprints.get(), other._fingerprints.get())
        near = [(one, two) for one, two in pairs if one.distance(two) <= HASH_DISTANCE]
        exact = any(one.identical(two) for one, two in near)  # the same pixels have the same hash
        return EXACT if exact else NEAR if near else None


def likest(photo: Photo, others: Iterable[Photo]) -> Attempt[Mechanism | None]:
    """The best likeness to any of the others; open if there is none, and one of them cannot be compared."""
    answers = [Attempt(partial(photo.likeness, other)) for other in others]
    found = {answer.known for answer in answers if answer.known}
    undecided = first_open(answer.open for answer in answers)

    def best() -> Mechanism | None:
        if undecided and not found:
            raise undecided
        return next((likeness for likeness in (EXACT, NEAR) if likeness in found), None)

    return Attempt(best)
