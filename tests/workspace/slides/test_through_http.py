"""The presentations engine behind the real server, driven by google-api-python-client."""

from __future__ import annotations

import base64
import io

from PIL import Image

from pytest_knows.kind import Kind
from pytest_knows.workspace import Workspace


def picture_url() -> str:
    data = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(data, "PNG")
    return "data:image/png;base64," + base64.b64encode(data.getvalue()).decode()


def test_a_poster_is_built_and_read_back(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.PRESENTATION, "Poster")
    access = workspace.grant_agent([file.id], name="an agent")
    slides = access.clients().slides.presentations()
    deck = slides.get(presentationId=file.id).execute()
    page = deck["slides"][0]
    notes = page["slideProperties"]["notesPage"]["notesProperties"]["speakerNotesObjectId"]
    size = {"width": {"magnitude": 400, "unit": "PT"}, "height": {"magnitude": 400, "unit": "PT"}}
    place = {"pageObjectId": page["objectId"], "size": size}
    requests = [
        {"createShape": {"objectId": "header", "shapeType": "TEXT_BOX", "elementProperties": place}},
        {"insertText": {"objectId": "header", "text": "A talk"}},
        {"createImage": {"objectId": "host_logo", "url": picture_url(), "elementProperties": place}},
        {"insertText": {"objectId": notes, "text": "Source: https://example.org/"}},
    ]
    slides.batchUpdate(presentationId=file.id, body={"requests": requests}).execute()
    answer = workspace.read(file)["slides"][0]
    elements = {element["objectId"]: element for element in answer["pageElements"]}
    assert elements["header"]["shape"]["text"]["textElements"][1]["textRun"]["content"] == "A talk\n"
    logo = elements["host_logo"]
    assert logo["size"]["height"]["magnitude"] * 2 == logo["size"]["width"]["magnitude"]
    data, mime = workspace.picture(logo["image"]["contentUrl"])
    assert (mime, Image.open(io.BytesIO(data)).size) == ("image/png", (40, 20))
    body = next(e for e in answer["slideProperties"]["notesPage"]["pageElements"] if e["objectId"] == notes)
    assert body["shape"]["text"]["textElements"][1]["textRun"]["content"] == "Source: https://example.org/\n"
    single = slides.pages().get(presentationId=file.id, pageObjectId=page["objectId"]).execute()
    assert {element["objectId"] for element in single["pageElements"]} == set(elements)
