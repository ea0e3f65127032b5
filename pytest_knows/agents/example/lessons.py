"""A lesson plan in a Google Doc: topics, websites and facts, the facts again in colours, a summary, pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.example.pen import Pen, pt
from pytest_knows.agents.model import AgentTask

Line = tuple[int, str, str, str | None]
"""Level, text, link ("" for none), highlight ("#RRGGBB", None for none)."""

_PICTURE = (180, 135)
"""Width and height in pt."""


def plan_lesson(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a subject that the notes do not know."""
    lesson = research.find("lessons", task.prompt)
    if lesson is None:
        return None
    pen = Pen(at=1)
    pen.line(lesson["title"], size=18, bold=True, below=8)
    _list(pen, (line for topic in lesson["topics"] for line in _outline(topic)))
    _plain(pen, "All facts", bold=True)
    forgotten = lesson["not_highlighted"]
    _list(pen, (
        (0, fact, "", None if fact.startswith(forgotten) else topic["highlight"])
        for topic in lesson["topics"] for _, *facts in topic["websites"] for fact in facts
    ))  # fmt: skip
    _plain(pen, "Summary of the lesson", bold=True)
    _plain(pen, lesson["summary"])
    _row(pen, [pictures.upload(task, pictures.emblem(topic["name"][:2], topic["paint"])) for topic in lesson["topics"]])
    documents = task.clients.docs.documents()
    documents.batchUpdate(documentId=task.file.id, body={"requests": pen.lift()}).execute()
    return [url for topic in lesson["topics"] for url, *_ in topic["websites"]]


def _outline(topic: dict[str, Any]) -> Iterable[Line]:
    yield 0, topic["name"], "", None
    for url, *facts in topic["websites"]:
        yield 1, url, url, None
        yield from ((2, fact, "", None) for fact in facts)


def _list(pen: Pen, lines: Iterable[Line]) -> None:
    """One list; tabs say how deep an item stands, and the API takes them away."""
    start, tabs = pen.at, 0
    for level, text, link, highlight in lines:
        _plain(pen, "\t" * level + text, link=link, highlight=highlight)
        tabs += level
    span = {"startIndex": start, "endIndex": pen.at}
    pen.requests.append({"createParagraphBullets": {"range": span, "bulletPreset": "BULLET_DISC_CIRCLE_SQUARE"}})
    pen.at -= tabs


def _plain(pen: Pen, text: str, *, bold: bool = False, link: str = "", highlight: str | None = None) -> None:
    """A paragraph whose link and highlight, or none, are its own and not those of the line above."""
    start = pen.at
    pen.line(text, bold=bold, below=2)
    style: dict[str, Any] = {"link": {"url": link}} if link else {}
    if highlight:
        red, green, blue = (int(highlight[at : at + 2], 16) / 255 for at in (1, 3, 5))
        style["backgroundColor"] = {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}}
    span = {"startIndex": start, "endIndex": pen.at}
    pen.requests.append({"updateTextStyle": {"range": span, "textStyle": style, "fields": "link,backgroundColor"}})


def _row(pen: Pen, addresses: list[str]) -> None:
    """Pictures in one paragraph."""
    start = pen.at
    pen.line()
    size = dict(zip(("width", "height"), map(pt, _PICTURE), strict=True))
    for address in reversed(addresses):
        place = {"location": {"index": start}, "uri": address, "objectSize": size}
        pen.requests.append({"insertInlineImage": place})
        pen.at += 1
