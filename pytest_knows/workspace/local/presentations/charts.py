"""Requests about charts of spreadsheets, shown on slides as pictures of them."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.engine import Json, StoredPicture
from pytest_knows.workspace.local.presentations.create import add_picture, image_of
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck
from pytest_knows.workspace.local.presentations.images import place_picture, shapes_with_text


def _picture(deck: Deck, source: Json) -> StoredPicture:
    return deck.env.chart_picture(need(source, "spreadsheetId"), need(source, "chartId"))


def _content(picture: StoredPicture, body: Json) -> tuple[str, Json]:
    """What the page element holds: a linked chart, or a mere picture unless the request asks for the link."""
    image = image_of(picture.url, "")
    if body.get("linkingMode") != "LINKED":
        return "image", image
    properties = {"chartImageProperties": image["imageProperties"]}
    source = {"spreadsheetId": body["spreadsheetId"], "chartId": body["chartId"]}
    return "sheetsChart", {**source, "contentUrl": picture.url, "sheetsChartProperties": properties}


@REQUESTS.handles("createSheetsChart")
def create_sheets_chart(deck: Deck, body: Json) -> Json:
    deck.page(need(body, "elementProperties", "pageObjectId"))
    picture = _picture(deck, body)
    return add_picture(deck, body, picture, *_content(picture, body))


@REQUESTS.handles("refreshSheetsChart")
def refresh_sheets_chart(deck: Deck, body: Json) -> None:
    """Show the chart as it is in its spreadsheet now; place and size stay."""
    chart = deck.part(body.get("objectId"), "sheetsChart")
    chart["contentUrl"] = _picture(deck, chart).url


@REQUESTS.handles("replaceAllShapesWithSheetsChart")
def replace_all_shapes_with_sheets_chart(deck: Deck, body: Json) -> Json:
    picture = _picture(deck, body)
    kind, content = _content(picture, body)
    chosen = shapes_with_text(deck, body)
    for element in chosen:
        element.pop("shape")
        place_picture(element, picture, None)
        del element["image"]
        element[kind] = json_copy(content)
    return {"occurrencesChanged": len(chosen)} if chosen else {}
