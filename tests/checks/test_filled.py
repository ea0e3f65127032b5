"""Slides with anything on them."""

import pytest

from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks.filled import is_filled

RED = {"solidFill": {"color": {"rgbColor": {"red": 1}}}}
TEXT = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "word\n"}}]}


def shape(text=None, **properties):
    return {"shape": {"shapeType": "TEXT_BOX", "text": text or {}, "shapeProperties": properties}}


def table(text):
    cells = [{"location": {"columnIndex": 0}, "text": text}, {"location": {"columnIndex": 1}}]
    return {"table": {"rows": 1, "columns": 2, "tableRows": [{"tableCells": cells}]}}


@pytest.mark.parametrize(
    ("element", "filled"),
    [
        (shape(), False),
        (shape({"textElements": [{"textRun": {"content": " \n"}}]}), False),
        (shape(TEXT), True),
        (shape(shapeBackgroundFill=RED), True),
        (shape(shapeBackgroundFill={"propertyState": "RENDERED"}), True),
        (table({}), False),
        (table(TEXT), True),
        ({"line": {"lineType": "STRAIGHT"}}, False),
        ({"video": {"url": "https://example.org"}}, True),
        ({"image": {"contentUrl": "a"}}, True),
        ({"wordArt": {"renderedText": "word"}}, True),
        ({"elementGroup": {"children": [shape(), shape(TEXT)]}}, True),
    ],
)
def test_what_fills_a_slide(element, filled):
    assert is_filled(Presentation({"slides": [{"pageElements": [element]}]}, lambda _: b"").first_slide) is filled


def test_a_background_of_its_own_fills_a_slide_but_not_that_of_its_master():
    fill = {"pageProperties": {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": "a"}}}}
    own = {"slides": [fill]}
    inherited = {"slides": [{"slideProperties": {"masterObjectId": "m"}}], "masters": [{"objectId": "m", **fill}]}
    assert [is_filled(Presentation(raw, lambda _: b"").first_slide) for raw in (own, inherited, {"slides": [{}]})] == [
        True,
        False,
        False,
    ]
