"""The benchmark's gold data: answers that cannot be published as text, one archive for all families.

Its layout is ``<family>/instance_<n>/data/...``, with or without one leading folder. It may be a folder, a zip, the URL
of a zip (of which only the members needed are read), or `auto`: the archive on the benchmark's release page.
"""

from __future__ import annotations

from functools import cached_property
from threading import RLock
from typing import Any

from pytest_knows.errors import DamagedEvidence, Ungraded, WorldError
from pytest_knows.evidence.archive import Members, check_source, open_archive

MEND = "--knows-gold FOLDER|ZIP|URL"


class GoldArchive:
    """Gold data of every family. Cheap to make: the source is first looked at when a step needs it, once.

    Thread-safe; pickles to its source alone.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._lock = RLock()

    @classmethod
    def open(cls, source: str) -> GoldArchive:
        """`source`: a folder, a zip, an http(s) URL of a zip, `auto` or `none`; `ConfigurationError` for another."""
        if source not in ("auto", "none"):
            check_source(source, "--knows-gold")
        return cls(source)

    def __repr__(self) -> str:
        return f"GoldArchive({self._source})"

    def __reduce__(self) -> tuple[Any, ...]:
        return GoldArchive, (self._source,)

    def view(self, family: str, instance: int) -> GoldData:
        """The data of one task; opens nothing."""
        return GoldData(self, family, instance)

    @property
    def members(self) -> Members:
        """The opened archive. Raises `Ungraded(need="gold")` (none, or `auto` out of reach), `DamagedEvidence`."""
        with self._lock:
            found = self._opened
        if found is None:
            raise Ungraded("no gold archive: --knows-gold=none", need="gold", mend=MEND)
        if not isinstance(found, WorldError):
            return found
        if self._source != "auto":
            raise DamagedEvidence(str(found))
        # The cause differs from day to day; what a report says of the step must not.
        raise Ungraded("the benchmark's gold archive cannot be reached", need="gold", mend=MEND) from found

    @cached_property
    def _opened(self) -> Members | WorldError | None:
        """The archive, what went wrong, or None for none. Kept, so that it is tried once."""
        if self._source == "none":
            return None
        try:
            if self._source != "auto":
                return open_archive(self._source)
            from pytest_knows.evidence.release import gold_archive_url

            return open_archive(gold_archive_url())
        except WorldError as error:
            return error


class GoldData:
    """The gold files of one task. Names are relative to `<family>/instance_<n>/`, so most begin with `data/`.

    Everything raises `Ungraded(need="gold")` if there is no archive.
    """

    def __init__(self, archive: GoldArchive, family: str, instance: int) -> None:
        self._archive = archive
        self._place = f"{family}/instance_{instance}/"

    def __repr__(self) -> str:
        return f"GoldData({self._place.rstrip('/')})"

    @cached_property
    def _found(self) -> dict[str, str]:
        """Relative name -> member, whatever folder the archive begins with."""
        found = {}
        for member in self._archive.members.names:
            head, place, name = ("/" + member).partition("/" + self._place)
            if place and head.count("/") <= 1:
                found[name] = member
        return found

    def names(self, folder: str) -> list[str]:
        """The files that lie directly in a folder, sorted, as `read` takes them; raises `DamagedEvidence` for none."""
        prefix = _clean(folder) + "/"
        inside = sorted(name for name in self._found if name.startswith(prefix) and "/" not in name[len(prefix) :])
        found = [name for name in inside if not name[len(prefix) :].startswith(".")]
        if not found:
            raise DamagedEvidence(f"the gold archive has nothing in {self._place}{prefix}")
        return found

    def has(self, name: str) -> bool:
        """Whether the archive has the file."""
        return _clean(name) in self._found

    def read(self, name: str) -> bytes:
        """The bytes of a file; raises `DamagedEvidence` if the archive lacks it or its checksum is wrong."""
        member = self._found.get(_clean(name))
        if member is None:
            raise DamagedEvidence(f"the gold archive has no {self._place}{_clean(name)}")
        return self._archive.members.read(member)

    def text(self, name: str) -> str:
        """A text file, LF line ends; raises `DamagedEvidence` also if it is not UTF-8."""
        try:
            return self.read(name).decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise DamagedEvidence(f"the gold file {self._place}{_clean(name)} is not UTF-8: {error}") from error


def _clean(name: str) -> str:
    return name.strip("/").removeprefix("./")
