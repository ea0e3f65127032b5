"""The links of a course's slides in a Google Doc: a heading for each lecture, a list for each type of resource."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.agents.example import research
from pytest_knows.agents.example.pen import pt
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]

_CYAN = {"color": {"rgbColor": {"red": 69 / 255, "green": 129 / 255, "blue": 142 / 255}}}
"""What Google's palette calls dark cyan 1."""


@dataclass
class _Page:
    """The text written so far, which begins at index 1, and what is to be done with it."""

    text: str = ""
    requests: list[Json] = field(default_factory=list)

    def line(self, text: str) -> Json:
        """One paragraph; its range."""
        span = {"startIndex": self.end, "endIndex": self.end + _length(text) + 1}
        self.text += text + "\n"
        return span

    @property
    def end(self) -> int:
        return 1 + _length(self.text)

    def style(self, start: int, text: str, **style: Any) -> None:
        span = {"startIndex": start, "endIndex": start + _length(text)}
        self._update("Text", span, style)

    def heading(self, text: str) -> None:
        self._update("Paragraph", self.line(text), {"namedStyleType": "HEADING_3"})

    def bullets(self, start: int) -> None:
        span = {"startIndex": start, "endIndex": self.end}
        self.requests.append({"createParagraphBullets": {"range": span, "bulletPreset": "BULLET_DISC_CIRCLE_SQUARE"}})

    def _update(self, what: str, span: Json, style: Json) -> None:
        key = f"{what.lower()}Style"
        self.requests.append({f"update{what}Style": {"range": span, key: style, "fields": ",".join(style)}})


def list_references(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a course that the notes do not know."""
    course = research.find("courses", task.prompt)
    if course is None:
        return None
    page = _Page()
    for number, title in course["lectures"]:
        page.heading(f"Module {number}: {title}")
        links = [link for link in course["links"] if link["under"] == title]
        start = page.end
        for kind in dict.fromkeys(link["type"] for link in links):
            page.style(page.line(kind)["startIndex"], kind, bold=True)
            for link in links:
                if link["type"] == kind:
                    _bullet(page, link)
        if links:
            page.bullets(start)
    insert = {"insertText": {"location": {"index": 1}, "text": page.text.removesuffix("\n")}}
    documents = task.clients.docs.documents()
    documents.batchUpdate(documentId=task.file.id, body={"requests": [insert, *page.requests]}).execute()
    return list(course["read"])


def _bullet(page: _Page, link: Json) -> None:
    """A link with its author and slides. What several slides link is set apart, in `size` pt (a mistake, if not 12)."""
    start = page.line(f"{link['name']} ({link['by']}) Slide: {link['slides']}")["startIndex"]
    look: Json = {"link": {"url": link["url"]}}
    if re.search(r"\D", link["slides"]):
        look |= {"bold": True, "italic": True, "foregroundColor": _CYAN, "fontSize": pt(link.get("size", 12))}
    page.style(start, link["name"], **look)


def _length(text: str) -> int:
    """In the API's indices."""
    return len(text.encode("utf-16-le")) // 2
