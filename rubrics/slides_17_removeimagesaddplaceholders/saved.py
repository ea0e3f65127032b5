"""The pictures that the agent put into the Drive folder, and which of the original's each is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from pytest_knows.checks.images import paired
from pytest_knows.checks.quantifiers import Attempt, Open, first_open
from pytest_knows.evidence.drive import DriveFile
from pytest_knows.evidence.pictures import Fingerprint
from pytest_knows.rubric import show

from .photos import Photo

_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg", ".heic", ".avif")
MOST_ASKED = 30
"""Files about which a judge is asked for one picture: the likest ones."""


@dataclass(kw_only=True)
class Saved:
    """What the folder holds: pictures that can be compared, and why there may be more of them."""

    photos: list[Photo] = field(default_factory=list)
    lost: list[Open] = field(default_factory=list)


def saved_in(folder: DriveFile, known: dict[bytes, Fingerprint]) -> Saved:
    """The pictures directly in it and one folder deeper. Raises `DamagedEvidence` if it could not be listed."""
    found = Saved()
    for file in _files(folder, found.lost):
        if file.mime.startswith("image/") or file.name.lower().endswith(_SUFFIXES):
            _sort_in(Photo(file.name, file.data, known), file, found)
    return found


def _sort_in(photo: Photo, file: DriveFile, found: Saved) -> None:
    """What was recorded and is no picture is the agent's doing, and nothing."""
    data = Attempt(file.data)
    unread = Attempt(lambda: photo.fingerprint).open
    if data.open:
        found.lost.append(data.open)
    elif unread:
        show("not readable", unread)
    else:
        found.photos.append(photo)


def _files(folder: DriveFile, lost: list[Open]) -> Iterator[DriveFile]:
    yield from folder.files
    for inner in folder.children:
        inside = Attempt(lambda inner=inner: inner.files if inner.is_folder else ())
        lost += [inside.open] if inside.open else []
        yield from inside.known or ()


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Gold pictures with their files; `exact` if each has the same pixels. Those without one, and files left over."""

    exact: bool
    without: list[Photo]
    free: list[Photo]


def pair(wanted: list[Photo], saved: Saved) -> Pairs:
    """By pixels and perceptual hashes. Raises `DamagedEvidence` if a gold picture cannot be read."""
    ours, theirs = [one.fingerprint for one in wanted], [one.fingerprint for one in saved.photos]
    found = paired(ours, theirs)
    return Pairs(
        exact=all(ours[at].identical(theirs[to]) for at, to in found.items()),
        without=[photo for at, photo in enumerate(wanted) if at not in found],
        free=[photo for to, photo in enumerate(saved.photos) if to not in found.values()],
    )


def still_without(pairs: Pairs, same: Callable[[Photo, Photo], bool]) -> tuple[list[Photo], Open | None]:
    """The gold pictures for which a judge accepts none of the files left over, each file used once; and why others
    are undecided."""
    free, without, doubts = list(pairs.free), [], []
    for photo in pairs.without:
        near = sorted(free, key=lambda other: photo.fingerprint.distance(other.fingerprint))[:MOST_ASKED]
        accepted, doubt = _first(near, partial(same, photo))
        if accepted:
            free.remove(accepted)
        elif doubt:
            doubts.append(doubt)
        else:
            without.append(photo)
    return without, first_open(doubts)


def _first(files: list[Photo], accepts: Callable[[Photo], bool]) -> tuple[Photo | None, Open | None]:
    """The first that is accepted, and why one before it may be."""
    doubts = []
    for file in files:
        answer = Attempt(partial(accepts, file))
        if answer.known:
            return file, None
        doubts.append(answer.open)
    return None, first_open(doubts)
