"""A formal letter in a Google Doc: letterhead with the employer's logo, body, closing, signature."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.example.pen import Pen, pt
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]
Update = Callable[[list[Json]], Json]
"""Sends requests; gives the API's answer."""

_FIELDS = {
    "Name": "{name}",
    "Email Address": "Email: {email}",
    "Job/Position Title": "{title}",
    "Institution/Company": "{institution}",
    "Github": "GitHub: {github}",
    "LinkedIn": "LinkedIn: {linkedin}",
}
"""What the prompt's list asks for ("- My Name") -> how the letter gives it."""

_BODY = """\
I am writing on behalf of my colleagues to ask whether your department would join us in a workshop on {field} this \
coming autumn. Over the past years we have come to know your work well, and we believe that both groups would gain \
from two days in the same room, with short talks in the mornings and open working sessions in the afternoons.
We would take care of the rooms, the programme and the travel of up to six of your students. A draft of the programme \
and a list of possible dates are enclosed. I would be glad to speak with you about either at any time, and I would be \
grateful for a first answer by the end of next month.
Thank you for your time and consideration."""
_LOGO, _SIGNATURE = (72, 54), (135, 45)
"""Width and height in pt."""


def write_letter(task: AgentTask) -> list[str] | None:
    """Write it; the pages read, or None for a person whom the notes do not know."""
    person = research.find("letters", task.prompt)
    if person is None:
        return None
    asked = re.findall(r"^- My (.+?)\s*$", task.prompt, re.MULTILINE)
    sender = [_FIELDS[name].format_map(person) for name in asked if name in _FIELDS]
    logo = pictures.upload(task, pictures.emblem(person["initials"], person["colour"]))
    signature = pictures.upload(task, pictures.from_folder(task) or pictures.handwriting(person["name"]))
    documents = task.clients.docs.documents()

    def update(requests: list[Json]) -> Json:
        return dict(documents.batchUpdate(documentId=task.file.id, body={"requests": requests}).execute())

    form = person.get("letterhead", "plain")
    _LETTERHEADS[form](update, logo, sender)
    end = documents.get(documentId=task.file.id).execute()["body"]["content"][-1]["endIndex"]
    update(_text(Pen(at=end - 1), person, signature, sender if form == "low" else [person["name"]]))
    if "_formal_letter" in task.prompt:
        name = "_".join([*person["name"].split(), "formal_letter"])
        task.clients.drive.files().update(fileId=task.file.id, body={"name": name}).execute()
    return list(person["read"])


def _plain(update: Update, logo: str, sender: list[str]) -> None:
    """The logo, and the sender below it."""
    pen = Pen(at=1)
    pen.picture(logo, *_LOGO)
    pen.block(sender)
    update(pen.requests)


def _low(update: Update, logo: str, _: list[str]) -> None:
    """The logo alone; the sender follows below the letter, as people sign an e-mail."""
    _plain(update, logo, [])


def _header(update: Update, logo: str, sender: list[str]) -> None:
    """All in the page's header."""
    made = update([{"createHeader": {"type": "DEFAULT"}}])["replies"][0]["createHeader"]
    pen = Pen(at=0, segment=made["headerId"])
    pen.picture(logo, *_LOGO)
    pen.block(sender)
    update(pen.lift())


def _table(update: Update, logo: str, sender: list[str]) -> None:
    """The logo in the left cell of a table without borders, the sender in the right one, which is filled first."""
    start = {"index": 2}
    update([{"insertTable": {"rows": 1, "columns": 2, "location": {"index": 1}}}])
    right, left = Pen(at=7), Pen(at=5)
    right.block(sender)
    left.picture(logo, *_LOGO)
    none = {"width": pt(0), "dashStyle": "SOLID", "color": {"color": {"rgbColor": {}}}}
    borders = {f"border{side}": none for side in ("Top", "Bottom", "Left", "Right")}
    narrow = {"widthType": "FIXED_WIDTH", "width": pt(100)}
    update([
        *right.lift(),
        *left.lift(),
        {"updateTableCellStyle": {
            "tableStartLocation": start, "tableCellStyle": borders, "fields": ",".join(borders)}},
        {"updateTableColumnProperties": {
            "tableStartLocation": start, "columnIndices": [0], "tableColumnProperties": narrow,
            "fields": ",".join(narrow)}},
    ])  # fmt: skip


_LETTERHEADS = {"plain": _plain, "low": _low, "header": _header, "table": _table}


def _text(pen: Pen, person: Json, signature: str, names: list[str]) -> list[Json]:
    """Date to signature and typed name; `sign_early`, a mistake, puts the signature before the closing."""
    today = datetime.date.today()
    pen.line(below=6)
    pen.line(f"{today:%B} {today.day}, {today.year}", below=14)
    pen.line("Dear Members of the Department,", below=8)
    for paragraph in _BODY.format_map(person).splitlines():
        pen.line(paragraph, below=8)
    early = person.get("sign_early", False)
    if early:
        pen.picture(signature, *_SIGNATURE)
    pen.line("Sincerely,", below=4)
    if not early:
        pen.picture(signature, *_SIGNATURE, below=2)
    for name in names:
        pen.line(name)
    return pen.lift()
