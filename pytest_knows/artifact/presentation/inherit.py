"""Placeholders: what a shape inherits from its parents in the layout and the master."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytest_knows.artifact.lenient import at, entries, number, string, table
from pytest_knows.artifact.presentation.text import Raw

MAX_DEPTH = 50
"""Groups within groups, and parents of parents, that are followed; a sound deck has a few."""

# Which placeholder of the master a layout's placeholder falls back to where no parent is named.
_KIN = {"CENTERED_TITLE": "TITLE", "SUBTITLE": "BODY"}


def walk(elements: Sequence[Raw], depth: int = 0) -> Iterator[Raw]:
    """All elements, groups and what is in them, in z-order."""
    for element in elements:
        yield element
        if depth < MAX_DEPTH:
            yield from walk(entries(element, "elementGroup", "children"), depth + 1)


class Parents:
    """Finds a placeholder's parents: by the id it names, else by type and index on the pages it inherits from."""

    def __init__(self, pages: Iterable[object]) -> None:
        self._by_id: dict[str, Raw] = {}
        for page in pages:
            for element in walk(entries(page, "pageElements")):
                self._by_id.setdefault(string(element, "objectId"), element)

    def of(self, shape: Raw, ancestors: Sequence[object]) -> list[Raw]:
        """The `shape` JSON of its parents, nearest first. `ancestors` are the layout and the master of its page."""
        found: list[Raw] = []
        while len(found) < MAX_DEPTH and table(shape, "placeholder"):
            parent = self._named(shape) or _alike(shape, ancestors)
            if not parent or any(parent is known for known in found):
                break
            found.append(parent)
            shape, ancestors = parent, ancestors[1:]
        return found

    def _named(self, shape: Raw) -> Raw:
        name = string(shape, "placeholder", "parentObjectId")
        return table(self._by_id.get(name), "shape") if name else {}


def _alike(shape: Raw, ancestors: Sequence[object]) -> Raw:
    kind = string(shape, "placeholder", "type")
    for wanted in (kind, _KIN.get(kind, kind)):
        for page in ancestors:
            same = [
                found
                for element in walk(entries(page, "pageElements"))
                if string(found := table(element, "shape"), "placeholder", "type") == wanted
            ]
            index = number(shape, "placeholder", "index")
            if same:
                return next((one for one in same if number(one, "placeholder", "index") == index), same[0])
    return {}


def stated_property(shapes: Iterable[Raw], name: str) -> Raw:
    """The first `shapeProperties` entry of that name that is not left to the parent; empty if none states it."""
    for shape in shapes:
        found = table(shape, "shapeProperties", name)
        if found and at(found, "propertyState") != "INHERIT":
            return found
    return {}
