"""Where the recipes of a cookbook begin and end, and what stands in which of their parts."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from . import info
from .elements import flow_of

BULLET = re.compile(r"^(?:[\u2022\u25cf\u25cb\u25e6\u25aa\u2023*>\u2713\u2714\u2610\u2013-]\s*|\d{1,2}[.)]\s+)+")
TIP = 10
"""Characters of a tip; what is shorter is none."""
LEADING = re.compile(r" ?[(\[\u2013\u2014-]{0,3} ?(?:\b(?:sources?|from|via|credits?)\b)? ?:? ?$", re.I)
"""What may stand before a source at the end of a tip."""
SENTENCE = 6
"""Words of a linked line above which it can be the tip itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """A tip, and the addresses that are cited for it."""

    text: str
    sources: tuple[str, ...] = ()

    def __repr__(self):
        return repr(self.text[:60])


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """`elements` are its whole range, `title_at` the place of its title's last line in them (-1: none)."""

    number: int
    title: str
    title_at: int
    elements: tuple = field(repr=False)

    @cached_property
    def pictures(self):
        return tuple(element.picture for element in self.elements if element.picture)

    @cached_property
    def headers(self):
        """Section -> the place of its (first) header."""
        found = {}
        for place, element in enumerate(self.elements):
            if element.header:
                found.setdefault(element.header, place)
        return found

    def lines(self, section):
        """The elements of a section, up to the next header or info line; None if it has no header."""
        if section not in self.headers:
            return None
        rest = self.elements[self.headers[section] + 1 :]
        stop = next((n for n, element in enumerate(rest) if element.header or info.read(element.text)), len(rest))
        return [element for element in rest[:stop] if element.text]

    def items(self, section):
        """The texts of a section without bullets and numbers; empty for none."""
        texts = (BULLET.sub("", element.text).strip() for element in self.lines(section) or ())
        return [text for text in texts if text]

    @cached_property
    def info(self):
        return info.of_lines(element.text for element in self.elements if element.text)

    @cached_property
    def tips(self):
        return tips_in(self.lines("tips") or ())

    @cached_property
    def tip_urls(self):
        return tuple(dict.fromkeys(url for tip in self.tips for url in tip.sources))

    @cached_property
    def source_urls(self):
        """The links below the title, before the first header or info line."""
        found = []
        for element in self.elements[self.title_at + 1 :]:
            if element.header or info.read(element.text):
                break
            found += element.urls
        return tuple(dict.fromkeys(found))

    @property
    def in_two_columns(self):
        """Title, picture and an info line stand before the headers, in a section or a table's row of two columns."""
        first = min(self.headers.values())
        left = [n for n in range(first) if self.elements[n].picture or info.read(self.elements[n].text)]
        if self.title_at < 0 or len({bool(self.elements[n].picture) for n in left}) < 2:
            return False
        left_spots = [self.elements[n].spot for n in (self.title_at, *left)]
        right_spots = [self.elements[n].spot for n in self.headers.values()]
        in_section = all(spot.columns == 2 and spot.cell < 0 for spot in (*left_spots, *right_spots))
        cells = [{(spot.table, spot.row, spot.cell) for spot in spots} for spots in (left_spots, right_spots)]
        (table, row, cell), *more = cells[0] | cells[1]
        in_row = all(spot.cells == 2 for spot in left_spots + right_spots) and len(cells[0]) == len(cells[1]) == 1
        return in_section or (in_row and more == [(table, row, 1 - cell)])

    @property
    def text(self):
        return "\n".join(element.text for element in self.elements if element.text)


# -- Recipes -----------------------------------------------------------------------------------------------------------


def find_recipes(doc):
    """The recipes in order; the first is the photographed one."""
    elements = flow_of(doc)
    starts = []
    before = 0
    for cluster in clusters(elements):
        if len(cluster) > 1:
            starts.append(Start(elements, before, cluster[0]))
        before = cluster[-1] + 1
    ends = [*(start.begin for start in starts), len(elements)][1:]
    return tuple(
        Recipe(number=n, title=s.title, title_at=s.title_end - s.begin, elements=elements[s.begin : end])
        for n, (s, end) in enumerate(zip(starts, ends, strict=False), 1)
    )


def clusters(elements):
    """The places of the headers, those of one recipe together: a repeated header begins another recipe."""
    found, kinds = [], set()
    for place, kind in ((n, element.header) for n, element in enumerate(elements)):
        if kind and (not found or kind in kinds or kind == "ingredients"):
            found.append([])
            kinds = set()
        if kind:
            found[-1].append(place)
            kinds.add(kind)
    return found


class Start:
    """Where a recipe begins, and its title, among the elements between the header before it and its first one."""

    def __init__(self, elements, low, high):
        self.elements = elements
        self.lines = [n for n in range(low, high) if is_wording(elements[n])]
        labels = [n for n in range(low, high) if elements[n].label_rest is not None]
        first = labels[-1] if labels else self._first(low, high)
        self.begin = high if first is None else self._with_pictures(first, low)
        self.title, self.title_end = self._title(first, high, labelled=bool(labels))

    def _first(self, low, high):
        """The first line behind the last break that has one; else a heading; else what is largest."""
        for kind in ("page", "section"):
            began = getattr(self.elements[low - 1].spot, kind) if low else 0
            fresh = [n for n in self.lines if getattr(self.elements[n].spot, kind) != began]
            if fresh:
                last = getattr(self.elements[fresh[-1]].spot, kind)
                return next(n for n in fresh if getattr(self.elements[n].spot, kind) == last)
        headed = [n for n in self.lines if self.elements[n].named.startswith(("TITLE", "HEADING"))]
        return headed[0] if headed else self._largest(self.lines)

    def _largest(self, lines):
        return max(lines, key=lambda n: self.elements[n].size, default=None)

    def _with_pictures(self, first, low):
        """Pictures directly above the first line are the recipe's where a page or a table begins with them."""
        spot = self.elements[first].spot
        for kind in ("page", "table"):
            begin = first
            while begin > low and self.elements[begin - 1].picture and self._same(begin - 1, spot, kind):
                begin -= 1
            if begin == 0 or not self._same(begin - 1, spot, kind):
                return begin
        return first

    def _same(self, place, spot, kind):
        return getattr(self.elements[place].spot, kind) == getattr(spot, kind)

    def _title(self, first, high, *, labelled):
        """(title, place of its last line)."""
        if first is None:
            return "", self.begin - 1
        element = self.elements[first]
        if labelled and element.label_rest:
            more = self._continued(first)
            return " ".join([element.label_rest, *(self.elements[n].text for n in more[1:])]), more[-1]
        below = [n for n in self.lines if first <= n < high and self.elements[n].label_rest is None]
        beside = [n for n in below if labelled and self.elements[n].paragraph == element.paragraph]
        chosen = beside[0] if beside else self._largest(below)
        if chosen is None:
            return "", first
        lines = self._continued(chosen)
        return " ".join(wording(self.elements[n]) for n in lines), lines[-1]

    def _continued(self, first):
        """The line and those that go on with it: of its paragraph and size, a link only if it is one itself."""
        lines = [first]
        for n in (n for n in self.lines if n > first):
            same = [(e.paragraph, e.size, bool(e.urls)) for e in (self.elements[first], self.elements[n])]
            if n != lines[-1] + 1 or same[0] != same[1]:
                break
            lines.append(n)
        return lines


def is_wording(element):
    """Whether a line can be a title: no source, info line or single character."""
    return len(wording(element)) > 1 and not element.names_source and not info.read(element.text)


def wording(element):
    """The line without the addresses that can be read in it."""
    return element.unlinked if element.is_address else element.text


# -- Tips --------------------------------------------------------------------------------------------------------------


def tips_in(elements):
    """The tips; those that a citation follows, with no other citation between, share its addresses."""
    groups = [([], [])]
    for element in (element for element in elements if not element.in_data):
        texts, sources = groups[-1]
        if element.cites and not is_linked_tip(element, texts, sources):
            sources.extend(element.urls)
            continue
        text = tip_text(element)
        if len(text) < TIP or not any(letter.isalpha() for letter in text):
            continue
        if sources or element.urls:
            groups.append(([], []))
        groups[-1][0].append(text)
        groups[-1][1].extend(element.urls)
    return tuple(Tip(text=text, sources=tuple(dict.fromkeys(sources))) for texts, sources in groups for text in texts)


def is_linked_tip(element, texts, sources):
    """A whole sentence that is a link is a tip with its source, unless a tip before it still lacks one."""
    waiting = bool(texts) and not sources
    sentence = element.text.endswith((".", "!", "?")) and len(element.text.split()) > SENTENCE
    return sentence and not waiting and not element.names_source and not element.is_address


def tip_text(element):
    """Without bullet and addresses, and without a linked source in brackets or behind a dash at its end."""
    text = BULLET.sub("", element.text)
    for part in (*element.linked, *element.urls):
        cut = text.rstrip(" )].,;")
        if cut.endswith(part.strip()) and 0 < len(part) < len(text) / 2:
            text = LEADING.sub("", cut.removesuffix(part.strip()))
    return text
