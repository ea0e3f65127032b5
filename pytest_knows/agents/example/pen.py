"""Writing into a Google Doc through batchUpdate: paragraph after paragraph, in the body, a header or a table cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass
class Pen:
    """Collects requests and knows the index at which the next paragraph begins; call `lift` before leaving a place.

    `segment` is the id of a header; empty: the body.
    """

    at: int
    segment: str = ""
    requests: list[Json] = field(default_factory=list)

    def line(self, text: str = "", *, size: float = 11, bold: bool = False, below: float = 0) -> None:
        """One paragraph, `below` pt from the next. All is stated, or the style of the line above would rub off."""
        start = self._insert(text + "\n")
        if text:
            style = {"fontSize": pt(size), "bold": bold, "weightedFontFamily": {"fontFamily": "Georgia"}}
            self._style("updateTextStyle", "textStyle", style, start, self.at - 1)
        self._style(
            "updateParagraphStyle", "paragraphStyle", {"spaceBelow": pt(below), "lineSpacing": 115}, start, self.at
        )

    def block(self, lines: Sequence[str]) -> None:
        """Paragraphs, the first of them bold and larger."""
        for number, text in enumerate(lines):
            self.line(text, size=10.5 if number else 15, bold=not number, below=1)

    def picture(self, uri: str, width: float, height: float, *, below: float = 6) -> None:
        """A picture in a paragraph of its own; sizes in pt."""
        start = self.at
        self.line(below=below)
        size = {"width": pt(width), "height": pt(height)}
        self.requests.append({"insertInlineImage": {"location": self._place(start), "uri": uri, "objectSize": size}})
        self.at += 1

    def lift(self) -> list[Json]:
        """The requests, and one that takes away the empty paragraph which the last newline has left behind."""
        return [*self.requests, {"deleteContentRange": {"range": self._range(self.at - 1, self.at)}}]

    def _insert(self, text: str) -> int:
        start = self.at
        self.requests.append({"insertText": {"location": self._place(start), "text": text}})
        self.at += len(text.encode("utf-16-le")) // 2
        return start

    def _style(self, request: str, key: str, style: Json, start: int, end: int) -> None:
        self.requests.append({request: {"range": self._range(start, end), key: style, "fields": ",".join(style)}})

    def _place(self, index: int) -> Json:
        return {"index": index, "segmentId": self.segment}

    def _range(self, start: int, end: int) -> Json:
        return {"startIndex": start, "endIndex": end, "segmentId": self.segment}


def pt(magnitude: float) -> Json:
    """The API's form of a length."""
    return {"magnitude": magnitude, "unit": "PT"}
