"""A library of papers in a Google Sheet: those of a folder and further ones, whose PDFs and figures go to Drive."""

from __future__ import annotations

import io
from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]

_WIDTHS = {
    "Title": 260,
    "Authors": 220,
    "Abstract": 420,
    "arXiv Link": 230,
    "Drive Link": 320,
    "Figure 1": 160,
    "New Paper": 90,
}
"""Header -> pixels of its column."""
_YELLOW, _WHITE = {"red": 1, "green": 0.95, "blue": 0.6}, {"red": 1, "green": 1, "blue": 1}
_WHERE = "https://drive.google.com/file/d/{}/view"


def sort_papers(task: AgentTask) -> list[str] | None:
    """Fill it; the pages read, or None for a keyword that the notes do not know."""
    known = research.find("libraries", task.prompt)
    if known is None or "OUTPUT_FOLDER_URL" not in task.folders:
        return None
    folders = _folders(task)
    given = [file for asset in task.assets for file in _inside(task, asset.id)]
    papers = sorted(known["papers"], key=lambda paper: not paper.get("mentions", False))
    rows = [[{"userEnteredValue": {"stringValue": header}} for header in _WIDTHS]]
    rows += [_row(task, paper, given, folders) for paper in papers]
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    fields = "userEnteredValue,userEnteredFormat,dataValidation"
    cells = {"start": start, "rows": [{"values": row} for row in rows], "fields": fields}
    requests = [{"updateCells": cells}, *(_width(place, width) for place, width in enumerate(_WIDTHS.values()))]
    task.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=task.file.id, body={"requests": requests}).execute()
    return [_page(paper) for paper in papers]


def _row(task: AgentTask, paper: Json, given: list[Json], folders: dict[str, str]) -> list[Json]:
    """Of a given paper the PDF is found by its number or title; of a new one, it is put into `pdfs`."""
    new = paper.get("new", False)
    if new:
        pdf = _upload(task, f"{paper['number']}.pdf", _pdf(paper), "application/pdf", folders["pdfs"])
    else:
        names = (paper["number"], paper["title"][:40].casefold())
        pdf = next((file["id"] for file in given if any(name in file["name"].casefold() for name in names)), "")
    # Mistake: a drawing stands in for the figure, which an agent with a browser would cut out of the PDF.
    figure = pictures.emblem(paper["number"][-5:], "#37474f")
    shown = _upload(task, f"{paper['number']}.png", figure, "image/png", folders["figures"])
    texts = [paper["title"], paper["authors"], paper["about"], _page(paper), _WHERE.format(pdf) if pdf else ""]
    image = f'=IMAGE("https://drive.google.com/uc?id={shown}")'
    values = [*({"stringValue": text} for text in texts), {"formulaValue": image}, {"boolValue": new}]
    look = {"wrapStrategy": "WRAP", "backgroundColor": _YELLOW if paper.get("mentions") else _WHITE}
    cells: list[Json] = [{"userEnteredValue": value, "userEnteredFormat": look} for value in values]
    cells[-1]["dataValidation"] = {"condition": {"type": "BOOLEAN"}}
    return cells


def _page(paper: Json) -> str:
    return f"https://arxiv.org/abs/{paper['number']}"


def _width(column: int, pixels: int) -> Json:
    where = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": column, "endIndex": column + 1}
    return {"updateDimensionProperties": {"range": where, "properties": {"pixelSize": pixels}, "fields": "pixelSize"}}


def _folders(task: AgentTask) -> dict[str, str]:
    """The ids of the folders `pdfs` and `figures`, made where they are not there yet."""
    output = task.folders["OUTPUT_FOLDER_URL"].partition("?")[0].rstrip("/").rpartition("/")[2]
    found = {file["name"]: file["id"] for file in _inside(task, output)}
    for name in {"pdfs", "figures"} - found.keys():
        body = {"name": name, "mimeType": "application/vnd.google-apps.folder", "parents": [output]}
        found[name] = task.clients.drive.files().create(body=body, fields="id").execute()["id"]
    return found


def _inside(task: AgentTask, folder: str) -> list[Json]:
    """What lies in a folder; nothing if we may not see it."""
    from googleapiclient.errors import HttpError

    try:
        query = f"'{folder}' in parents and trashed = false"
        return list(task.clients.drive.files().list(q=query, fields="files(id,name)").execute()["files"])
    except HttpError:
        return []


def _upload(task: AgentTask, name: str, data: bytes, mime: str, folder: str) -> str:
    from googleapiclient.http import MediaIoBaseUpload

    media = MediaIoBaseUpload(io.BytesIO(data), mime)
    body = {"name": name, "parents": [folder]}
    return str(task.clients.drive.files().create(body=body, media_body=media, fields="id").execute()["id"])


def _pdf(paper: Json) -> bytes:
    """A page with the paper's number: an agent with a browser would download the paper."""
    from PIL import Image, ImageDraw

    page, file = Image.new("RGB", (306, 396), "white"), io.BytesIO()
    ImageDraw.Draw(page).text((30, 30), f"arXiv:{paper['number']}", fill="black")
    page.save(file, "PDF")
    return file.getvalue()
