"""Where the printed document shows words of the model's lines, and not the same words elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from pytest_knows.checks.text import fold, has_word
from pytest_knows.evidence.rendering import Found, Rendering

CONTEXTS = 100
"""Lines that are looked for on the page; a document that repeats the same words more often is not read to its end."""
REACH = 3
"""Words on each side by which one occurrence is told from another."""


def shown(given: Iterable[tuple[str, str]], lines: Iterable[str], rendering: Rendering) -> Iterator[Found]:
    """The places on the pages of the `given` words, each with the text of its line; `lines` are the texts of all lines
    of the document. Where other lines hold the same words, their places are left out. Words that do not stand one
    after the other on the page are at the line of it that is most like theirs."""
    pairs = list(dict.fromkeys(given))
    giving = {line for _, line in pairs}
    others = [line for line in dict.fromkeys(lines) if line not in giving]
    for words in dict.fromkeys(words for words, _ in pairs):
        found = rendering.find(words)
        if found:
            elsewhere = list(_taken(words, others, rendering))
            yield from (place for place in found if not any(place.lies_in(other) for other in elsewhere))
        else:
            yield from _most_alike([line for one, line in pairs if one == words], rendering)


def _taken(words: str, lines: Collection[str], rendering: Rendering) -> Iterator[Found]:
    """Where other lines show the words. One that has nothing beside them is a printed line of its own."""
    contexts = dict.fromkeys(context for line in lines if has_word(line, words) for context in in_context(line, words))
    for context in islice(contexts, CONTEXTS):
        bare = fold(context) == fold(words)
        yield from (place for place in rendering.find(context) if not bare or fold(place.line.text) == fold(words))


def in_context(text: str, words: str, reach: int = REACH) -> Iterator[str]:
    """Every occurrence of the words in a line, with up to `reach` words on each side."""
    parts, length = text.split(), len(words.split())
    for start in range(len(parts) - length + 1):
        if has_word(" ".join(parts[start : start + length]), words):
            yield " ".join(parts[max(0, start - reach) : start + length + reach])


def _most_alike(lines: Iterable[str], rendering: Rendering) -> list[Found]:
    closest = (rendering.closest_line(text) for text in islice(lines, CONTEXTS))
    return [place for place in closest if place]
