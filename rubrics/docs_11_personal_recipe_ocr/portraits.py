"""Pages of the exported PDF, found by the recipes that they show."""

from collections import Counter

from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence

LINES = 12
"""Of a recipe that are looked for, from its title on."""
TELLING = 4
"""Characters of a line that can tell where a recipe stands."""


class Portraits:
    """The first page of each recipe as a picture."""

    def __init__(self, rendering, recipes):
        self._rendering = rendering
        self._pages = first_pages(rendering, recipes)
        self._pictures = {}

    def page(self, recipe):
        """Counted from 0; raises `DamagedEvidence` if the export does not show the recipe."""
        page = self._pages.get(recipe.number)
        if page is None:
            raise DamagedEvidence(f"the PDF export does not show recipe {recipe.number} ({recipe.title!r})")
        return page

    def png(self, recipe):
        page = self.page(recipe)
        if page not in self._pictures:
            view = self._rendering.pages[page]
            self._pictures[page] = view.png(view.rect, dpi=DPI)
        return self._pictures[page]


DPI = 100
"""Enough for a judge to see fonts and colours, and to read the text."""


def first_pages(rendering, recipes):
    """Recipe number -> page; recipes do not go backwards."""
    found, least = {}, 0
    for recipe in recipes:
        texts = [recipe.title, *(element.text for element in recipe.elements if element.text)]
        telling = [text for text in dict.fromkeys(texts) if len(fold(text)) >= TELLING][:LINES]
        seen = Counter()
        for text in telling:
            seen.update({place.page for place in rendering.find(text) if place.page >= least})
        if seen:
            most = max(seen.values())
            found[recipe.number] = least = min(page for page, count in seen.items() if count > most / 2)
    return found
