"""Which slide is which: by their places in a deck of eight, else by what they say."""

from dataclasses import dataclass

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks import slide_text
from pytest_knows.checks.sight import is_used

from .names import Products, mentions

UPPER = 0.3
"""Of the height; a title without a placeholder begins there."""
COUNT = 8


def heading(slide: Slide | None) -> str:
    found = slide_text.title(slide, UPPER) if slide else None
    return found.text.replace("\n", " ").strip() if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The slides of a deck; None where there is none."""

    opening: Slide | None
    purpose: tuple[Slide, ...]
    """Challenge and goal; on several slides if these say so."""
    criteria: Slide | None
    dives: tuple[Slide | None, Slide | None, Slide | None]
    table: Slide | None
    advice: Slide | None


def find_places(slides: tuple[Slide, ...], facts, products: Products) -> Places:
    """By index in a deck of eight; slides with nothing on them are not counted if there are more or fewer."""
    if len(slides) != COUNT:
        slides = tuple(filter(is_used, slides)) or slides
    if len(slides) == COUNT:
        one, two, three, *dives, table, advice = slides
        return Places(
            opening=one, purpose=(two,), criteria=three, dives=tuple(dives), table=table, advice=advice,
        )  # fmt: skip
    return _searched(slides, facts, products)


def _searched(slides: tuple[Slide, ...], facts, products: Products) -> Places:
    titles = [heading(slide) for slide in slides]
    words, used = facts.title_words, set()

    def has(place: int, kind: str) -> bool:
        return mentions(titles[place], words[kind], facts.generic)

    def otherwise(found: list[int], place: int) -> int | None:
        """What was found; else the slide with that place, if it is free."""
        taken = next(iter(found), place if place < len(slides) and place not in used else None)
        used.update(found or [taken])
        return taken

    matched = products.matched(["", *titles[1:]])
    used.update([0, *matched])
    first = min(matched, default=len(slides))
    table = _table_place(slides, products)
    used.update(table)
    advice = [n for n in range(len(slides)) if table and n > table[0] and n not in matched and has(n, "advice")][-1:]
    before = [n for n in range(1, first) if n not in table]
    criteria = [n for n in before if has(n, "criteria")][:1]
    purpose = [n for n in before if n not in criteria and has(n, "purpose")]
    used.update([*advice, *criteria, *purpose])
    places = {
        "advice": otherwise(advice, 7),
        "table": otherwise(table, 6),
        "criteria": otherwise(criteria, 2),
    }
    free = [n for n in (3, 4, 5) if n < len(slides) and n not in used]
    dives = [*sorted(matched), *free][:3]
    dives = [slides[n] for n in dives] + [None] * (3 - len(dives))
    purpose = purpose or [n for n in [otherwise([], 1)] if n is not None]
    one = {name: None if n is None else slides[n] for name, n in places.items()}
    opening = slides[0] if slides else None
    return Places(opening=opening, purpose=tuple(slides[n] for n in purpose), dives=tuple(dives), **one)


def _table_place(slides: tuple[Slide, ...], products: Products) -> list[int]:
    """The first slide with a table that names a product in its first row, else the first with a table."""
    holding = [n for n, slide in enumerate(slides) if any(table.rows for table in slide.tables)]
    named = [n for n in holding if any(products.of(cell.text) for table in slides[n].tables for cell in table.cells)]
    return (named or holding)[:1]
