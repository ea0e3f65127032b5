"""What nobody sees on a slide."""

import pytest

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks.sight import in_sight, is_beside

WIDTH, HEIGHT = 9144000, 5143500
PAGE = Rect(0, 0, WIDTH, HEIGHT)


def placed(name, x, y, w, h, **content):
    size = {"width": {"magnitude": w, "unit": "EMU"}, "height": {"magnitude": h, "unit": "EMU"}}
    transform = {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "EMU"}
    return {"objectId": name, "size": size, "transform": transform, **content}


def words(*runs):
    """Runs of (text, size in pt)."""
    sized = [
        {"textRun": {"content": text, "style": {"fontSize": {"magnitude": size, "unit": "PT"}}}} for text, size in runs
    ]
    return {"textElements": [{"paragraphMarker": {}}, *sized]}


def box(*runs, x=100000, y=100000, **properties):
    shape = {"shapeType": "TEXT_BOX", "text": words(*runs), "shapeProperties": properties}
    return placed("box", x, y, 3000000, 600000, shape=shape)


def picture(x=0, y=0, w=2000000, h=2000000, **properties):
    return placed("photo", x, y, w, h, image={"contentUrl": "https://example.org/a.png", "imageProperties": properties})


def slide(*elements, **more):
    return Presentation({"slides": [{"pageElements": list(elements)}], **more}, lambda _: b"").first_slide


@pytest.mark.parametrize(
    ("element", "text"),
    [
        (box(("seen", 14)), "seen"),
        (box(("seen, ", 14), ("not so", 1)), "seen,"),
        (box(("seen", 3)), "seen"),
        (box(("not", 2)), ""),
        (box(("not", 6), autofit={"fontScale": 0.3}), ""),
        (box(("half of it", 14), x=WIDTH - 1500000), "half of it"),
        (box(("beside", 14), x=WIDTH), ""),
        (box(("beside", 14), y=-650000), ""),
        (placed("t", 0, 0, 3000000, 600000, table={"tableRows": [{"tableCells": [{"text": words(("not", 1))}]}]}), ""),
        (placed("w", 0, 0, 3000000, 600000, wordArt={"renderedText": "art"}), "art"),
    ],
)
def test_texts(element, text):
    assert in_sight(slide(element)).text == text


def test_small_letters_are_small_for_the_page():
    large = {"pageSize": {side: {"magnitude": 10 * size} for side, size in (("width", WIDTH), ("height", HEIGHT))}}
    assert in_sight(slide(box(("ten", 10)), **large)).text == ""
    assert in_sight(slide(box(("thirty", 30)), **large)).text == "thirty"


@pytest.mark.parametrize(
    ("element", "seen"),
    [
        (picture(), True),
        (picture(transparency=0.9), True),
        (picture(transparency=1), False),
        (picture(x=WIDTH - 1000000), True),
        (picture(x=WIDTH - 10000), False),
        (picture(y=-2000000), False),
        (picture(w=12700, h=12700), False),
        (picture(w=200000, h=200000), True),
    ],
)
def test_pictures(element, seen):
    assert bool(in_sight(slide(element)).pictures) is seen


def test_text_in_the_colour_of_the_page_is_not_seen_but_before_a_bar_of_the_layout():
    white = box(("white", 14))
    style = white["shape"]["text"]["textElements"][1]["textRun"]["style"]
    style["foregroundColor"] = {"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}
    assert in_sight(slide(white)).text == ""
    fill = {"shapeBackgroundFill": {"solidFill": {"color": {"rgbColor": {}}}}}
    bar = placed("bar", 0, 0, WIDTH, 800000, shape={"shapeType": "RECTANGLE", "shapeProperties": fill})
    properties = {"slideProperties": {"layoutObjectId": "l"}, "pageElements": [white]}
    deck = Presentation({"slides": [properties], "layouts": [{"objectId": "l", "pageElements": [bar]}]}, lambda _: b"")
    assert in_sight(deck.first_slide).text == "white"


def cover(alpha=1, kind="RECTANGLE", w=4000000, **transform):
    fill = {"shapeBackgroundFill": {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": alpha}}}
    raw = placed("cover", 0, 0, w, 2000000, shape={"shapeType": kind, "shapeProperties": fill})
    raw["transform"].update(transform)
    return raw


@pytest.mark.parametrize(
    ("elements", "seen"),
    [
        ([box(("under", 14)), cover()], ""),
        ([cover(), box(("on it", 14))], "on it"),
        ([box(("glass", 14)), cover(alpha=0.8)], "glass"),
        ([box(("round", 14)), cover(kind="ELLIPSE")], "round"),
        ([box(("half", 14)), cover(w=2000000)], "half"),
        ([box(("turned", 14)), cover(shearX=-1, shearY=1)], "turned"),
    ],
)
def test_under_an_opaque_box_nothing_is_seen(elements, seen):
    assert in_sight(slide(*elements)).text == seen


def test_pictures_under_an_opaque_box_are_not_seen():
    assert not in_sight(slide(picture(w=1500000, h=500000), cover())).pictures
    assert in_sight(slide(cover(), picture(w=1500000, h=500000))).pictures
    assert in_sight(slide(picture(w=1500000, h=500000), cover(alpha=0.5))).pictures


def test_what_is_seen_stays_the_same_object():
    page = slide(box(("seen", 14)), picture())
    assert all(one is other for one, other in zip(in_sight(page).elements, page.elements, strict=True))


def test_without_any_place_nothing_is_beside_the_page():
    """Boxes without a size stand where they stand."""
    raw = box(("seen", 14))
    del raw["size"], raw["transform"]
    assert in_sight(slide(raw)).text == "seen"
    assert not is_beside(Rect(0, 0, 0, 0), PAGE)
    assert is_beside(Rect(WIDTH + 1, 0, WIDTH + 1, 0), PAGE)
