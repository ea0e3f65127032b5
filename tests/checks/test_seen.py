"""Text that has the colour of what is behind it."""

import pytest

from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks.seen import as_seen, in_the_foreground

WHITE, GREY, BLACK = (1, 1, 1), (0.8, 0.8, 0.8), (0, 0, 0)


def filled(colour):
    rgb = dict(zip(("red", "green", "blue"), colour, strict=True))
    return {"solidFill": {"color": {"rgbColor": rgb}}}


def placed(name, **content):
    size = {"width": {"magnitude": 4000000, "unit": "EMU"}, "height": {"magnitude": 400000, "unit": "EMU"}}
    return {"objectId": name, "size": size, "transform": {"scaleX": 1, "scaleY": 1, "unit": "EMU"}} | content


def box(*runs, fill=None):
    """Runs of (text, colour)."""
    parts = []
    for text, colour in runs:
        opaque = filled(colour)["solidFill"]["color"]
        parts.append({"textRun": {"content": text, "style": {"foregroundColor": {"opaqueColor": opaque}}}})
    properties = {"shapeBackgroundFill": filled(fill)} if fill else {}
    text = {"textElements": [{"paragraphMarker": {}}, *parts]}
    return placed("box", shape={"shapeType": "RECTANGLE", "text": text, "shapeProperties": properties})


def cells(*runs, fill=None):
    made = box(*runs, fill=fill)["shape"]
    properties = {"tableCellBackgroundFill": made["shapeProperties"].get("shapeBackgroundFill", {})}
    row = {"tableCells": [{"text": made["text"], "tableCellProperties": properties}]}
    return placed("table", table={"rows": 1, "columns": 1, "tableRows": [row]})


def slide(*elements, page=None):
    properties = {"pageProperties": {"pageBackgroundFill": page}} if page else {}
    return Presentation({"slides": [{"pageElements": list(elements), **properties}]}, lambda _: b"").first_slide


PHOTO = placed("photo", image={"contentUrl": "https://example.org/a.png"})


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (slide(box(("white", WHITE))), ""),
        (slide(box(("nearly", (0.99, 1, 0.99)))), ""),
        (slide(box(("light", (0.95, 0.95, 0.95)))), "light"),
        (slide(box(("seen, ", BLACK), ("not", WHITE), (" so", BLACK))), "seen,  so"),
        (slide(box(("grey", GREY), fill=GREY)), ""),
        (slide(box(("white", WHITE), fill=BLACK)), "white"),
        (slide(box(("white", WHITE)), page=filled(BLACK)), "white"),
        (slide(box(("black", BLACK)), page=filled(BLACK)), ""),
        (slide(box(fill=BLACK), box(("white", WHITE))), "white"),
        (slide(box(("white", WHITE)), box(fill=BLACK)), ""),
        (slide(box(fill=BLACK), box(fill=WHITE), box(("white", WHITE))), ""),
        (slide(PHOTO, box(("white", WHITE))), "white"),
        (slide(box(("white", WHITE)), page={"stretchedPictureFill": {"contentUrl": "https://a.example"}}), "white"),
        (slide(cells(("white", WHITE))), ""),
        (slide(cells(("white", WHITE), fill=BLACK)), "white"),
        (slide(cells(fill=BLACK), box(("white", WHITE))), "white"),
    ],
)
def test_text_is_seen_against_what_is_behind_it(page, text):
    assert as_seen(page).text == text


def test_on_a_gradient_all_is_seen():
    """The API says of one only that something is filled."""
    gradient = {"propertyState": "RENDERED"}
    white = box(("white", WHITE))
    assert as_seen(slide(white, page=gradient)).text == "white"
    assert as_seen(slide(white, page={"propertyState": "INHERIT"})).text == ""
    shaded = box(("", WHITE))
    shaded["shape"]["shapeProperties"]["shapeBackgroundFill"] = gradient
    assert as_seen(slide(shaded, white)).text == "white"
    white["shape"]["shapeProperties"]["shapeBackgroundFill"] = gradient
    assert as_seen(slide(white)).text == "white"
    white["shape"]["shapeProperties"]["shapeBackgroundFill"] = {"propertyState": "NOT_RENDERED"}
    assert as_seen(slide(white)).text == ""


def test_what_is_seen_and_what_is_left_out_stay_the_same_objects():
    page = slide(box(("black", BLACK)), box(("white", WHITE)))
    black, white = page.boxes
    assert as_seen(page).boxes[0] is black
    assert as_seen(page, but_not=[white]).boxes == (black, white)


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        (box(fill=BLACK), "white"),
        (PHOTO, "white"),
        (box(), ""),
        (
            placed(
                "far",
                image={"contentUrl": "https://example.org/a.png"},
                transform={"scaleX": 1, "scaleY": 1, "translateY": 4000000, "unit": "EMU"},
            ),
            "",
        ),
    ],
)
def test_what_a_layout_draws_may_be_behind_the_text(drawn, text):
    layout = slide(drawn)
    assert as_seen(slide(box(("white", WHITE))), backdrops=[layout]).text == text
    assert as_seen(slide(box(("white", WHITE), fill=WHITE)), backdrops=[layout]).text == ""


def picture(name, width, height):
    size = {"width": {"magnitude": width, "unit": "EMU"}, "height": {"magnitude": height, "unit": "EMU"}}
    return placed(name, image={"contentUrl": "https://example.org/a.png"}) | {"size": size}


WHOLE, BESIDE, BEHIND = (
    picture("whole", 9144000, 5143500),
    picture("beside", 300000, 300000),
    picture("behind", 5e6, 1e6),
)


@pytest.mark.parametrize(
    ("elements", "names"),
    [
        ([WHOLE, box(("text", BLACK))], ["box"]),
        ([BESIDE, box(("text", BLACK))], ["box", "beside"]),
        ([BEHIND, box(("text", BLACK))], ["box"]),
        ([box(("text", BLACK)), BEHIND], ["box", "behind"]),
        ([box(("text", BLACK)), WHOLE], ["box"]),
        ([box(fill=BLACK), BEHIND], ["behind"]),
        ([], []),
    ],
)
def test_what_is_more_than_a_background(elements, names):
    assert [element.id for element in in_the_foreground(slide(*elements))] == names
