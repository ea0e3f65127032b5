"""Where on Drive the links of the sheet lead."""

import re
from collections.abc import Mapping
from typing import Any

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.evidence import urls
from pytest_knows.rubric import show

PDF = "application/pdf"

_PATH_ID = re.compile(r"/d/(?!e/)([\w-]+)", re.ASCII)
_PICTURES = "lh3.googleusercontent.com"


def drive_id(url: str, drive: Any) -> str:
    """The id of the file that an address on Google's hosts, or on those of the episode's Workspace, names; else ""."""
    target = urls.parse(urls.unwrap(url))
    if target is None:
        return ""
    home = urls.parse(drive.file.url)
    of_google = target.host == _PICTURES or f".{target.host}".endswith(".google.com")
    if not of_google and not (home and (target.host, target.port) == (home.host, home.port)):
        return ""
    found = _PATH_ID.search(target.path)
    return found[1] if found else target.param("id")


class PdfLinks:
    """The Drive links of the rows. A file serves the first row that links it, and no other."""

    def __init__(self, cells: Mapping[int, Cell], drive: Any) -> None:
        """`cells`: from top to bottom, by the places of their rows."""
        self._drive = drive
        self._links = {place: first_link(cell) for place, cell in cells.items()}
        self._ids = {place: drive_id(link, drive) for place, link in self._links.items()}
        self._first = {number: place for place, number in reversed(self._ids.items())}

    def __repr__(self) -> str:
        return f"PdfLinks({len(self._links)})"

    def check(self, place: int, top: Attempt[Any], folder: str = "") -> None:
        """The row's link leads to a PDF in `top`, or in its subfolder of that name; fails by an assert.

        Where Drive did not let itself be read, an address of Drive is enough. Raises what keeps `top` from being known.
        """
        number, link = self._ids[place], self._links[place]
        assert number, f"{link[:60]!r} is no link to a file on Drive"
        assert self._first[number] == place, f"row {self._first[number] + 1} has the file of {link[:60]!r}"
        above = top.get()
        found = Attempt(lambda: self._drive.find(number))
        if found.open is not None:
            show("not verified", f"{link}: {found.open}")
            assert urls.host(link) == "drive.google.com", f"{link[:60]!r} is no link to Drive"
            return
        file = found.known
        is_there = file is not None and inside(file, above, folder)
        assert is_there, f"{link[:60]!r} is not in {folder or 'the folder of the task'}"
        assert file.mime == PDF, f"{file} is no PDF"


def inside(file: Any, top: Any, folder: str) -> bool:
    """Whether the file lies below `top`; in a folder of that name, if one is given."""
    if not folder:
        return bool(file.inside(top))
    above = file.parent
    while above is not None and above is not top:
        if above.name.strip().casefold() == folder and above.inside(top):
            return True
        above = above.parent
    return False
