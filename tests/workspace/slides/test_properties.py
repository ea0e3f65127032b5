"""Properties with rules of their own: themes, backgrounds, autofit, videos."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError

TYPES = [
    *("DARK1", "LIGHT1", "DARK2", "LIGHT2", "ACCENT1", "ACCENT2", "ACCENT3", "ACCENT4", "ACCENT5", "ACCENT6"),
    *("HYPERLINK", "FOLLOWED_HYPERLINK"),
]


def scheme(types: list[str]) -> dict:
    colours = [{"type": name, "color": {"red": number / 10}} for number, name in enumerate(types)]
    return {"colorScheme": {"colors": colours}}


def page_properties(object_id: str, properties: dict, fields: str) -> dict:
    return {"updatePageProperties": {"objectId": object_id, "pageProperties": properties, "fields": fields}}


def test_a_colour_scheme_is_set_on_the_master_as_a_whole(deck) -> None:
    master = deck.read()["masters"][0]["objectId"]
    deck.apply(page_properties(master, scheme(TYPES), "colorScheme"))
    colours = {
        pair["type"]: pair["color"] for pair in deck.read()["masters"][0]["pageProperties"]["colorScheme"]["colors"]
    }
    assert (colours["DARK1"], colours["ACCENT1"]) == ({}, {"red": 0.4})
    assert (colours["BACKGROUND1"], colours["TEXT2"]) == ({"red": 0.1}, {"red": 0.3})
    with pytest.raises(RequestError, match=r"missing: .'FOLLOWED_HYPERLINK'"):
        deck.apply(page_properties(master, scheme(TYPES[:-1]), "colorScheme"))
    with pytest.raises(RequestError, match="only be updated on master"):
        deck.apply(page_properties("p", scheme(TYPES), "colorScheme"))


def test_a_background_is_a_colour_or_a_picture(deck) -> None:
    red = {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": 1}}
    picture = {"stretchedPictureFill": {"contentUrl": "https://example.org/a.png"}}
    deck.apply(page_properties("p", {"pageBackgroundFill": red}, "pageBackgroundFill.solidFill.color"))
    fields = "pageBackgroundFill.stretchedPictureFill.contentUrl"
    deck.apply(page_properties("p", {"pageBackgroundFill": picture}, fields))
    fill = deck.page()["pageProperties"]["pageBackgroundFill"]
    assert fill == {"stretchedPictureFill": {"contentUrl": "http://localhost/_media/1"}}
    deck.apply(page_properties("p", {}, "pageBackgroundFill"))
    assert deck.page()["pageProperties"]["pageBackgroundFill"] == {"propertyState": "INHERIT"}


EDITS = {
    "insertText": {"objectId": "box_1", "text": "W"},
    "replaceAllText": {"containsText": {"text": "w"}, "replaceText": "W"},
    "updateShapeProperties": {
        "objectId": "box_1",
        "shapeProperties": {"autofit": {"autofitType": "NONE"}},
        "fields": "autofit",
    },
}


@pytest.mark.parametrize("edit", EDITS)
def test_autofit_ends_with_an_edit_and_what_was_seen_stays(deck, edit: str) -> None:
    deck.box(text="words")
    size = {"fontSize": {"magnitude": 20, "unit": "PT"}}
    spacing = {"lineSpacing": 120}
    deck.apply(
        {"updateTextStyle": {"objectId": "box_1", "style": size, "fields": "fontSize"}},
        {"updateParagraphStyle": {"objectId": "box_1", "style": spacing, "fields": "lineSpacing"}},
    )
    # Only Office files bring text that shrinks.
    shape = deck.state["slides"][0]["pageElements"][-1]["shape"]
    shape["shapeProperties"]["autofit"] = {"autofitType": "TEXT_AUTOFIT", "fontScale": 0.5, "lineSpacingReduction": 0.2}
    deck.apply({edit: EDITS[edit]})
    shape = deck.element("box_1")["shape"]
    assert shape["shapeProperties"]["autofit"] == {"autofitType": "NONE", "fontScale": 1}
    assert [style["fontSize"]["magnitude"] for _, style in deck.runs()] == [10]
    assert shape["text"]["textElements"][0]["paragraphMarker"]["style"]["lineSpacing"] == 100


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"source": "YOUTUBE", "id": "a b"}, "could not be found"),
        ({"source": "SOURCE_UNSPECIFIED", "id": "abc"}, "YOUTUBE or DRIVE"),
        ({"id": "abc"}, "source"),
        (
            {
                "source": "DRIVE",
                "id": "abc",
                "elementProperties": {
                    "pageObjectId": "p",
                    "transform": {"scaleX": 1, "scaleY": 1, "shearX": 1, "unit": "PT"},
                },
            },
            "shear",
        ),
    ],
)
def test_videos_that_cannot_be(deck, body, words) -> None:
    with pytest.raises(RequestError, match=words):
        deck.apply({"createVideo": {"elementProperties": {"pageObjectId": "p"}, **body}})


def test_a_video_does_not_end_before_it_starts(deck) -> None:
    video = {"objectId": "video", "source": "DRIVE", "id": "abc", "elementProperties": {"pageObjectId": "p"}}
    deck.apply({"createVideo": video})
    times = {"objectId": "video", "videoProperties": {"start": 9, "end": 3}, "fields": "start,end"}
    with pytest.raises(RequestError, match="before its end"):
        deck.apply({"updateVideoProperties": times})


def test_comments_need_one_place_and_words_that_are_there(deck) -> None:
    deck.box()
    with pytest.raises(RequestError, match="Exactly one"):
        deck.apply({"insertComment": {"content": "?"}})
    with pytest.raises(RequestError, match="no text"):
        deck.apply({"insertComment": {"content": "?", "shapeTextAnchor": {"objectId": "box_1"}}})
    deck.apply(
        {"createTable": {"objectId": "table", "rows": 1, "columns": 2, "elementProperties": {"pageObjectId": "p"}}}
    )
    with pytest.raises(RequestError, match="contains text"):
        deck.apply({"insertComment": {"content": "?", "tableAnchor": {"objectId": "table"}}})
    deck.apply({"insertText": {"objectId": "table", "cellLocation": {"columnIndex": 1}, "text": "here"}})
    [reply] = deck.apply({"insertComment": {"content": "?", "tableAnchor": {"objectId": "table"}}})
    assert reply["insertComment"]["commentThread"]["plainTextQuote"] == "here"
    [anchor] = deck.state["slides"][0]["commentAnchors"]
    cells = anchor["objectAnchors"][0]["tableCellAnchors"]["cellRanges"]
    assert cells == [{"cellLocation": {"columnIndex": 1}, "ranges": [{"endIndex": 5}]}]
