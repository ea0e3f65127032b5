"""Find and replace in one pass over a segment: its time and memory do not grow with the square of the matches."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from pytest_knows.workspace.local.documents.content import element_style, join_runs, like
from pytest_knows.workspace.local.documents.editor import Editor, Segment
from pytest_knows.workspace.local.documents.indexing import OBJECT, paragraphs, plain_text, start, units
from pytest_knows.workspace.local.engine import Json

Span = tuple[int, int]


def replace_matches(editor: Editor, segment: Segment, pattern: re.Pattern[str], new: str) -> int:
    """Replace every match within a paragraph; the new text has the style of the match's first character.

    Returns how many there were. Raises `RequestError` if the document grew too large.
    """
    found = [(id(node), plain_text(node), start(node)) for node in paragraphs(segment.content)]
    spans = {key: [m.span() for m in pattern.finditer(text[:-1]) if m.end() > m.start()] for key, text, _ in found}
    edits = Edits(length=units(new), spans=[s for key, text, at in found for s in _units(text, at, spans[key])])
    if not edits.spans:
        return 0
    editor.check_room(segment, edits.growth, len(edits.spans) * new.count("\n"))
    _rewrite(segment.content, spans, new)
    editor.rewritten(segment, edits.moved)
    return len(edits.spans)


def _units(text: str, at: int, spans: list[Span]) -> Iterator[Span]:
    """Spans of characters of a text that starts at an index, as spans of indices."""
    seen = 0
    for first, stop in spans:
        begin = at + units(text[seen:first])
        at, seen = begin + units(text[first:stop]), stop
        yield begin, at


@dataclass(frozen=True, slots=True, kw_only=True)
class Edits:
    """Replacements of ascending, separate spans by texts of one length (UTF-16 units)."""

    length: int
    spans: list[Span]
    _removed: list[int] = field(init=False)
    """Units that the first n spans had, for each n."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_removed", [0, *accumulate(stop - first for first, stop in self.spans)])

    @property
    def growth(self) -> int:
        return len(self.spans) * self.length - self._removed[-1]

    def moved(self, where: Json) -> Json:
        """A `Range` after the edits; what was replaced in it is still in it."""
        first, stop = self._place(where["startIndex"], 0), self._place(where["endIndex"], self.length)
        return {**where, "startIndex": first, "endIndex": stop}

    def _place(self, index: int, inside: int) -> int:
        """Where an index is afterwards; one inside of a replaced span is `inside` units after the start of the text."""
        done = bisect_right(self.spans, index, key=lambda span: span[1])
        shift = done * self.length - self._removed[done]
        if done < len(self.spans) and self.spans[done][0] < index:
            return self.spans[done][0] + shift + inside
        return index + shift


def _rewrite(content: list[Json], spans: dict[int, list[Span]], new: str) -> None:
    made: list[Json] = []
    for node in content:
        if "table" in node:
            for row in node["table"]["tableRows"]:
                for cell in row["tableCells"]:
                    _rewrite(cell["content"], spans, new)
        elif "tableOfContents" in node:
            _rewrite(node["tableOfContents"]["content"], spans, new)
        if spans.get(id(node)):
            made.extend(_lines(node["paragraph"], list(replaced(node["paragraph"]["elements"], spans[id(node)], new))))
        else:
            made.append(node)
    content[:] = made


def replaced(elements: list[Json], spans: list[Span], new: str) -> Iterator[Json]:
    """The elements of a paragraph with new text in place of the spans of its plain text, where each begins."""
    waiting = iter(spans)
    span = next(waiting, None)
    at = done = 0
    for element in elements:
        run = element.get("textRun")
        text = run["content"] if run else OBJECT
        begin, at = at, at + len(text)
        cursor, parts = max(begin, done), []
        while span and span[0] < at:
            parts += [text[cursor - begin : span[0] - begin], new]
            done = span[1]
            cursor, span = min(at, done), next(waiting, None)
        parts.append(text[cursor - begin :])
        whole = "".join(parts)
        if not run and whole == OBJECT:
            yield element
        elif whole:
            yield {"textRun": {**(run or {"textStyle": element_style(element)}), "content": whole}}


def _lines(paragraph: Json, elements: list[Json]) -> Iterator[Json]:
    """Paragraph nodes that end where the text has newlines; all look like the given one."""
    line: list[Json] = []
    for element in elements:
        *ended, rest = element["textRun"]["content"].split("\n") if "textRun" in element else ("",)
        for text in ended:
            line.append({"textRun": {**element["textRun"], "content": text + "\n"}})
            made = like(paragraph, join_runs(line))
            # What is anchored to the paragraph stays with its first part.
            if "positionedObjectIds" in paragraph:
                made["positionedObjectIds"] = paragraph.pop("positionedObjectIds")
            yield {"paragraph": made}
            line = []
        if "textRun" not in element or rest:
            line.append({"textRun": {**element["textRun"], "content": rest}} if rest else element)
