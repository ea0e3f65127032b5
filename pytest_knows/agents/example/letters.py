"""A formal letter in a Google Doc: letterhead with the employer's logo, body, closing, signature."""

from __future__ import annotations

import datetime
import re
from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.example.pen import Pen, pt
from pytest_knows.agents.model import AgentTask

_FIELDS = {
    "Name": "{name}",
    "Email Address": "Email: {email}",
    "Job/Position Title": "{title}",
    "Institution/Company": "{institution}",
    "Github": "GitHub: {github}",
    "LinkedIn": "LinkedIn: {linkedin}",
}
"""What the prompt's list asks for ("- My Name") -> how the letter gives it."""

_BODY = (
    "I am writing on behalf of my colleagues to ask whether your department would join us in a workshop on {field} this "
    "coming autumn. Over the past years we have come to know your work well, and we believe that both groups would gain "
    "from two days in the same room, with short talks in the mornings and open working sessions in the afternoons.",
    "We would take care of the rooms, the programme and the travel of up to six of your students. A draft of the "
    "programme and a list of possible dates are enclosed. I would be glad to speak with you about either at any time, "
    "and I would be grateful for a first answer by the end of next month.",
    "Thank you for your time and consideration.",
)
_LOGO, _SIGNATURE = (80, 50), (150, 50)
"""Width and height in pt."""


def write_letter(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a person whom the notes do not know."""
    person = research.find("letters", task.prompt)
    if person is None:
        return None
    asked = re.findall(r"^- My (.+?)\s*$", task.prompt, re.MULTILINE)
    sender = [_FIELDS[name].format_map(person) for name in asked if name in _FIELDS]
    documents = task.clients.docs.documents()
    update = lambda requests: documents.batchUpdate(documentId=task.file.id, body={"requests": requests}).execute()
    logo = pictures.upload(task, pictures.emblem(person["initials"], person["colour"]))
    signature = pictures.upload(task, pictures.from_folder(task) or pictures.handwriting(person["name"]))

    low = person.get("letterhead") == "low"
    _LETTERHEADS[person.get("letterhead", "plain")](update, logo, sender)
    end = documents.get(documentId=task.file.id, fields="body").execute()["body"]["content"][-1]["endIndex"]
    pen = Pen(at=end - 1)
    _text(pen, person)
    _closing(pen, person, signature, sender if low else [person["name"]])
    update(pen.lift())
    if "_formal_letter" in task.prompt:
        name = "_".join(person["name"].split()) + "_formal_letter"
        task.clients.drive.files().update(fileId=task.file.id, body={"name": name}).execute()
    return list(person["read"])


def _plain(update: Any, logo: str, sender: list[str]) -> None:
    """The logo, and the sender below it."""
    pen = Pen(at=1)
    pen.picture(logo, *_LOGO)
    pen.lines(sender)
    update(pen.requests)


def _low(update: Any, logo: str, sender: list[str]) -> None:
    """A mistake: the logo stands alone, and the sender follows below the letter, as people sign an e-mail."""
    _plain(update, logo, [])


def _header(update: Any, logo: str, sender: list[str]) -> None:
    """All in the page's header."""
    made = update([{"createHeader": {"type": "DEFAULT"}}])["replies"][0]["createHeader"]
    pen = Pen(at=0, segment=made["headerId"])
    pen.picture(logo, *_LOGO)
    pen.lines(sender)
    update(pen.lift())


def _table(update: Any, logo: str, sender: list[str]) -> None:
    """The logo in the left cell of a table without borders, the sender in the right one. Cells are filled backwards."""
    update([{"insertTable": {"rows": 1, "columns": 2, "location": {"index": 1}}}])
    right, left = Pen(at=7), Pen(at=5)
    right.lines(sender)
    left.picture(logo, *_LOGO)
    start = {"index": 2}
    line = {"width": pt(0), "dashStyle": "SOLID", "color": {"color": {"rgbColor": {}}}}
    borders = {f"border{side}": line for side in ("Top", "Bottom", "Left", "Right")}
    update([
        *right.lift(),
        *left.lift(),
        {"updateTableCellStyle": {"tableStartLocation": start, "tableCellStyle": borders, "fields": ",".join(borders)}},
        {"updateTableColumnProperties": {
            "tableStartLocation": start, "columnIndices": [0], "fields": "widthType,width",
            "tableColumnProperties": {"widthType": "FIXED_WIDTH", "width": pt(100)}}},
    ])  # fmt: skip


_LETTERHEADS = {"plain": _plain, "low": _low, "header": _header, "table": _table}


def _text(pen: Pen, person: dict[str, Any]) -> None:
    today = datetime.date.today()
    pen.line(below=6)
    pen.line(f"{today:%B} {today.day}, {today.year}", below=14)
    pen.line("Dear Members of the Department,", below=8)
    for paragraph in _BODY:
        pen.line(paragraph.format_map(person), below=8)


def _closing(pen: Pen, person: dict[str, Any], signature: str, name: list[str]) -> None:
    """Closing, signature, typed name; `sign_early`, a mistake, puts the signature before the closing."""
    early = person.get("sign_early", False)
    if early:
        pen.picture(signature, *_SIGNATURE)
    pen.line("Sincerely,", below=4)
    if not early:
        pen.picture(signature, *_SIGNATURE, below=2)
    for text in name:
        pen.line(text)
