"""Pages of the exported PDF, found by the recipes that they show."""

from collections import Counter

from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence

LINES = 12
"""Of a recipe that are looked for, from its title on."""
TELLING = 4
"""Characters of a line that can tell where a recipe stands."""
DPI = 72
"""Enough for a judge to see layout, fonts and colours."""


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


def first_pages(rendering, recipes):
    """Recipe number -> the first page with two of the lines that only this recipe has; never backwards.

    A recipe without such lines, as a copy of another one, is looked for by all its lines, rather on a further page.
    """
    pages = PageTexts(rendering)
    lines = [[squeezed(text) for text in recipe.text.split("\n")] for recipe in recipes]
    in_recipes = Counter(line for own in lines for line in set(own))
    found, page = {}, 0
    for recipe, own in zip(recipes, lines, strict=True):
        own = [line for line in dict.fromkeys(own) if len(line) >= TELLING]
        alone = [line for line in own if in_recipes[line] == 1]
        starts = [page] if alone else [page + bool(found), page]
        places = (first_page(pages, (alone or own)[:LINES], start) for start in starts)
        place = next((place for place in places if place is not None), None)
        if place is not None:
            found[recipe.number] = page = place
    return found


def first_page(pages, lines, start):
    """From `start` on the first page with two of the lines, else the first with one; None if there is none."""
    with_one = None
    for place in range(start, len(pages)):
        count = sum(line in pages[place] for line in lines)
        if count > 1:
            return place
        with_one = place if count and with_one is None else with_one
    return with_one


class PageTexts:
    """The text of each page, read when it is asked for: long documents have many."""

    def __init__(self, rendering):
        self._pages = rendering.pages
        self._texts = {}

    def __len__(self):
        return len(self._pages)

    def __getitem__(self, place):
        if place not in self._texts:
            self._texts[place] = squeezed(self._pages[place].text)
        return self._texts[place]


def squeezed(text):
    return fold(text).replace(" ", "")
