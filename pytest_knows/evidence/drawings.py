"""The pictures of a spreadsheet, in its cells and over them: its JSON has neither, its .xlsx export both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_knows.errors import DamagedEvidence

if TYPE_CHECKING:
    from pytest_knows.workspace.local.office.opening import Package

EXPORT = "artifact/export.xlsx"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A picture at the cell that holds it or, if it floats over the cells, that its top left corner lies in.

    `tab`, `row` and `column` count from 0, `tab` through all tabs. `data` is the encoded picture.
    """

    tab: int
    row: int
    column: int
    floating: bool
    data: bytes = field(repr=False)


class Drawings:
    """Read when first asked for; raises `DamagedEvidence` if the export cannot be read."""

    def __init__(self, xlsx: bytes) -> None:
        self._xlsx = xlsx

    def __repr__(self) -> str:
        return f"Drawings({len(self._xlsx)} bytes)"

    def in_cell(self, tab: int, row: int, column: int) -> Drawing | None:
        """The picture that was placed in a cell."""
        places = (found for found in self._found if not found.floating)
        return next((found for found in places if (found.tab, found.row, found.column) == (tab, row, column)), None)

    def floating(self, tab: int) -> tuple[Drawing, ...]:
        """The pictures over the cells of a tab, the lowest first."""
        return tuple(found for found in self._found if found.floating and found.tab == tab)

    @cached_property
    def _found(self) -> tuple[Drawing, ...]:
        from pytest_knows.workspace.local.engine import RequestError
        from pytest_knows.workspace.local.office.opening import open_package
        from pytest_knows.workspace.local.office_formats import XLSX

        try:
            return tuple(_drawings(open_package(self._xlsx, XLSX)))
        except RequestError as error:
            raise DamagedEvidence(f"the artifact's .xlsx export cannot be read: {error}") from error


def _drawings(package: Package) -> Iterator[Drawing]:
    from pytest_knows.workspace.local.office.spreadsheet_drawings import anchors, corner, pictured, pictured_cells

    for tab, part in enumerate(_worksheets(package)):
        if not part:
            continue
        for row, column, name in pictured_cells(package, part):
            if name in package.members:
                yield Drawing(tab=tab, row=row, column=column, floating=False, data=package.members[name])
        for anchor, relations in anchors(package, part):
            name = pictured(anchor, relations)
            if name in package.members:
                (row, _), (column, _) = corner(anchor, "xdr:from")
                place = {"row": int(row), "column": int(column)}
                yield Drawing(tab=tab, **place, floating=True, data=package.members[name])


def _worksheets(package: Package) -> Iterator[str]:
    """Of every tab its part; "" for one that is no worksheet."""
    from pytest_knows.workspace.local.office.markup import attribute, find_all

    relations = package.relations(package.main)
    for item in find_all(package.xml(package.main), "s:sheets/s:sheet"):
        relation = relations.get(attribute(item, "r:id"))
        yield relation.target if relation and relation.kind == "worksheet" else ""
