"""A list of papers in a Google Doc: of each the title, a link, and what it says."""

from __future__ import annotations

from pytest_knows.agents.example import research
from pytest_knows.agents.example.pen import Pen
from pytest_knows.agents.model import AgentTask


def list_papers(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a topic that the notes do not know."""
    topic = research.find("papers", task.prompt)
    if topic is None:
        return None
    pen = Pen(at=1)
    pen.line(topic["title"], size=18, bold=True, below=12)
    for title, link, text in topic["papers"]:
        pen.line(title, size=13, bold=True, below=2)
        pen.line(link, below=2)
        pen.line(text, below=12)
    documents = task.clients.docs.documents()
    documents.batchUpdate(documentId=task.file.id, body={"requests": pen.lift()}).execute()
    return list(topic["read"])
