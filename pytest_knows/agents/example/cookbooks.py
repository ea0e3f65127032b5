"""A cookbook in a Google Doc: a transcribed recipe and others from the web, each on a page of two columns."""

from __future__ import annotations

from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.example.pen import Pen, pt
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]

_SLOT = (214, 286)
"""Width and height of the template's picture in pt."""
_TEMPLATE = ("Ready in 20 minutes", "Serves 8 people", "280 calories")
"""What the template says before it is filled in."""


def write_cookbook(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a photo that the notes do not know."""
    known = research.find("cookbooks", task.prompt)
    if known is None:
        return None
    pen = Pen(at=1)
    for number, recipe in enumerate(known["recipes"]):
        if number:
            _page_break(pen)
        photo = None if number else pictures.from_folder(task)
        # Mistake: what stands in for a photo is wider than the template's picture, and is not cropped to fit.
        address = pictures.upload(task, photo or pictures.emblem(recipe["title"][:2], recipe["colour"]))
        _recipe(pen, recipe, address)
    documents = task.clients.docs.documents()
    documents.batchUpdate(documentId=task.file.id, body={"requests": [*pen.lift(), _two_columns()]}).execute()
    tips = (url for recipe in known["recipes"] for _, url in recipe["tips"])
    sources = (recipe["source"] for recipe in known["recipes"] if "source" in recipe)
    return list(dict.fromkeys([*tips, *sources]))


def _recipe(pen: Pen, recipe: Json, picture: str) -> None:
    """Title, source, picture and numbers; then the three lists, under headings in the recipe's colour."""
    colour, source = recipe["colour"], recipe.get("source", "")
    _line(pen, "RECIPE", size=10, colour=colour)
    _line(pen, recipe["title"], size=26, colour=colour)
    if source:
        _line(pen, source, link=source)
    pen.picture(picture, *_SLOT)
    for line in recipe.get("info", _TEMPLATE):
        _line(pen, line)
    for section in ("ingredients", "preparation"):
        _line(pen, section.capitalize(), size=14, colour=colour)
        for line in recipe[section]:
            _line(pen, line)
    _line(pen, "Tips", size=14, colour=colour)
    for tip, url in recipe["tips"]:
        _line(pen, tip)
        _line(pen, f"Source: {url}", link=url)


def _line(pen: Pen, text: str, *, size: float = 11, colour: str = "#000000", link: str = "") -> None:
    """A paragraph whose colour and link, or none, are its own and not those of the line above."""
    start = pen.at
    pen.line(text, size=size, bold=size > 11, below=2)
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    style: Json = {"foregroundColor": {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}}}
    style |= {"link": {"url": link}} if link else {}
    span = {"startIndex": start, "endIndex": pen.at}
    pen.requests.append({"updateTextStyle": {"range": span, "textStyle": style, "fields": "foregroundColor,link"}})


def _page_break(pen: Pen) -> None:
    pen.requests.append({"insertPageBreak": {"location": {"index": pen.at}}})
    pen.at += 2


def _two_columns() -> Json:
    style = {"columnProperties": [{"paddingEnd": pt(18)}, {"paddingEnd": pt(0)}]}
    span = {"startIndex": 1, "endIndex": 2}
    return {"updateSectionStyle": {"range": span, "sectionStyle": style, "fields": "columnProperties"}}
