"""The parts of a long text that are about something: what a judge is shown of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_knows.checks.text import find_word, fold

PASSAGE = 700
"""Characters of one passage: a paragraph of the page, or a window of that size in a longer one."""

GAP = "\n[...]\n"
"""Between passages that are shown one after the other."""


def matching(text: str, keywords: Sequence[str], limit: int) -> tuple[str, ...]:
    """The parts that hold the keywords, in their order, of at most `limit` characters together; see `Page.passages`."""
    words = [word for word in dict.fromkeys(map(fold, keywords)) if word]
    ranked = []
    for place, part in enumerate(_parts(text)):
        folded = fold(part)
        hits = sum(find_word(folded, word) is not None for word in words)
        if hits:
            ranked.append((-hits, place, part))
    return _within(sorted(ranked), limit)


def _parts(text: str) -> Iterator[str]:
    """The text in parts of up to PASSAGE characters: lines, short ones together, long ones cut at blanks."""
    block = ""
    for line in text.splitlines():
        for piece in _cut(line):
            if block and len(block) + len(piece) >= PASSAGE:
                yield block
                block = ""
            block = f"{block}\n{piece}" if block else piece
    if block:
        yield block


def _cut(line: str) -> Iterator[str]:
    while len(line) > PASSAGE:
        end = line.rfind(" ", PASSAGE // 2, PASSAGE)
        end = end if end > 0 else PASSAGE
        yield line[:end]
        line = line[end:].lstrip()
    yield line


def _within(ranked: list[tuple[int, int, str]], limit: int) -> tuple[str, ...]:
    chosen, room = [], limit
    for _, place, part in ranked:
        if len(part) <= room:
            chosen.append((place, part))
            room -= len(part)
    return tuple(part for _, part in sorted(chosen))
