"""Lines: where connections put their ends."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.presentations.transforms import apply, compose, inverse

PT = 12700


def place(x: float, y: float, width: float, height: float, **transform) -> dict:
    size = {"width": {"magnitude": width, "unit": "PT"}, "height": {"magnitude": height, "unit": "PT"}}
    at = {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "PT", **transform}
    return {"pageObjectId": "p", "size": size, "transform": at}


@pytest.fixture
def drawn(deck):
    """Boxes of 100 x 40 pt at (0, 0) and (300, 200), and a straight line from (10, 20) to (60, 90)."""
    for object_id, x, y in (("box_1", 0, 0), ("box_2", 300, 200)):
        shape = {"objectId": object_id, "shapeType": "RECTANGLE", "elementProperties": place(x, y, 100, 40)}
        deck.apply({"createShape": shape})
    deck.apply({"createLine": {"objectId": "line_1", "elementProperties": place(10, 20, 50, 70)}})
    return deck


def connect(deck, start: tuple[str, int] | None = None, end: tuple[str, int] | None = None) -> None:
    named = {"startConnection": start, "endConnection": end}
    given = {
        name: {"connectedObjectId": found[0], "connectionSiteIndex": found[1]} for name, found in named.items() if found
    }
    deck.apply({"updateLineProperties": {"objectId": "line_1", "lineProperties": given, "fields": ",".join(given)}})


def ends(deck) -> list[tuple[float, float]]:
    """Start and end of the line in points."""
    line = deck.element("line_1")
    corner = (line["size"]["width"].get("magnitude", 0), line["size"]["height"].get("magnitude", 0))
    points = (apply(line["transform"], point) for point in ((0, 0), corner))
    return [(round(x / PT, 6), round(y / PT, 6)) for x, y in points]


def test_a_connection_moves_its_end_and_leaves_the_other(drawn) -> None:
    connect(drawn, start=("box_2", 1))
    # The left side of the second box; the end stays.
    assert ends(drawn) == [(300, 220), (60, 90)]
    connect(drawn, end=("box_1", 2))
    assert ends(drawn) == [(300, 220), (50, 40)]
    properties = drawn.element("line_1")["line"]["lineProperties"]
    assert properties["endConnection"] == {"connectedObjectId": "box_1", "connectionSiteIndex": 2}


def test_ellipses_have_eight_sites(drawn) -> None:
    shape = {"objectId": "round", "shapeType": "ELLIPSE", "elementProperties": place(100, 100, 200, 100)}
    drawn.apply({"createShape": shape})
    connect(drawn, start=("round", 6), end=("round", 5))
    # cos 45° = 0.70711: the lower right of the ellipse is 70.711 and 35.355 pt from its middle.
    assert ends(drawn) == [(300, 150), (pytest.approx(270.711, abs=0.001), pytest.approx(185.355, abs=0.001))]


def test_sites_turn_and_scale_with_their_element(drawn) -> None:
    quarter = {"scaleX": 0, "scaleY": 0, "shearX": -2, "shearY": 2, "translateX": 500, "translateY": 100}
    move = {"objectId": "box_1", "applyMode": "ABSOLUTE", "transform": {**quarter, "unit": "PT"}}
    drawn.apply({"updatePageElementTransform": move})
    connect(drawn, start=("box_1", 0))
    # The middle of the top side (50, 0) goes to x = -2 * 0 + 500 and y = 2 * 50 + 100.
    assert ends(drawn)[0] == (500, 200)


def test_sites_of_elements_in_groups_and_lines_in_groups(drawn) -> None:
    other = {"objectId": "other", "shapeType": "RECTANGLE", "elementProperties": place(0, 300, 10, 10)}
    group = {"childrenObjectIds": ["box_2", "other"], "groupObjectId": "group"}
    drawn.apply({"createShape": other}, {"groupObjects": group})
    shift = {"scaleX": 1, "scaleY": 1, "translateX": 20, "translateY": 30, "unit": "PT"}
    drawn.apply({"updatePageElementTransform": {"objectId": "group", "applyMode": "ABSOLUTE", "transform": shift}})
    connect(drawn, start=("box_2", 3))
    assert ends(drawn)[0] == (420, 250)
    drawn.apply({"groupObjects": {"childrenObjectIds": ["line_1", "box_1"], "groupObjectId": "lines"}})
    twice = {"scaleX": 2, "scaleY": 2, "translateX": 10, "unit": "PT"}
    drawn.apply({"updatePageElementTransform": {"objectId": "lines", "applyMode": "ABSOLUTE", "transform": twice}})
    connect(drawn, start=("box_2", 1))
    # The left side of the box is at (320, 250) on the page; (155, 125) in the group, which doubles and adds 10 across.
    line = next(one for one in drawn.element("lines")["elementGroup"]["children"] if one["objectId"] == "line_1")
    assert (line["transform"]["translateX"], line["transform"]["translateY"]) == (155 * PT, 125 * PT)


def test_bent_lines_leave_upright_from_upper_and_lower_sides(drawn) -> None:
    drawn.apply({"updateLineCategory": {"objectId": "line_1", "lineCategory": "BENT"}})
    connect(drawn, start=("box_1", 2), end=("box_2", 0))
    line = drawn.element("line_1")
    assert (line["line"]["lineType"], ends(drawn)) == ("BENT_CONNECTOR_3", [(50, 40), (350, 200)])
    # Its own x axis is the page's y axis: it starts downwards.
    assert line["transform"]["shearY"] == 1
    assert "scaleX" not in line["transform"]
    connect(drawn, end=("box_2", 1))
    assert drawn.element("line_1")["line"]["lineType"] == "BENT_CONNECTOR_2"
    assert ends(drawn) == [(50, 40), (300, 220)]


def test_a_rerouted_line_takes_the_closest_sites(drawn) -> None:
    connect(drawn, start=("box_1", 0), end=("box_2", 2))
    drawn.apply({"rerouteLine": {"objectId": "line_1"}})
    # Bottom (50, 40) to left (300, 220) is 308 pt, right (100, 20) to left 283, bottom to top (350, 200) 340, right to
    # top 308.
    assert ends(drawn) == [(100, 20), (300, 220)]


@pytest.mark.parametrize(
    ("connection", "words"),
    [
        ({"connectedObjectId": "box_1", "connectionSiteIndex": 4}, "no connection site 4"),
        ({"connectedObjectId": "line_1"}, "no connection sites"),
        ({"connectedObjectId": "nothing"}, "could not be found"),
        ({"connectionSiteIndex": 1}, "connectedObjectId"),
    ],
)
def test_connections_that_cannot_be(drawn, connection, words) -> None:
    request = {"objectId": "line_1", "lineProperties": {"endConnection": connection}, "fields": "endConnection"}
    with pytest.raises(RequestError, match=words):
        drawn.apply({"updateLineProperties": request})


def test_a_line_reroutes_only_between_two_elements(drawn) -> None:
    connect(drawn, start=("box_1", 0), end=("box_1", 2))
    with pytest.raises(RequestError, match="different page elements"):
        drawn.apply({"rerouteLine": {"objectId": "line_1"}})


def test_an_inverse_undoes_its_transform() -> None:
    transform = {"scaleX": 2, "shearX": 1, "shearY": -1, "scaleY": 3, "translateX": 5, "translateY": -7, "unit": "EMU"}
    both = compose(inverse(transform), transform)
    assert both["scaleX"] == both["scaleY"] == pytest.approx(1)
    assert apply(both, (11, 13)) == pytest.approx((11, 13))


def test_a_copy_of_a_slide_connects_its_own_elements_and_a_deleted_element_lets_go(drawn) -> None:
    connect(drawn, start=("box_1", 3), end=("box_2", 1))
    names = {"p": "copy_of_p", "box_1": "copy_1", "box_2": "copy_2", "line_1": "copy_line"}
    drawn.apply({"duplicateObject": {"objectId": "p", "objectIds": names}}, {"deleteObject": {"objectId": "box_2"}})
    copied = drawn.element("copy_line", page="copy_of_p")["line"]["lineProperties"]
    assert [copied[name]["connectedObjectId"] for name in ("startConnection", "endConnection")] == ["copy_1", "copy_2"]
    left = drawn.element("line_1")["line"]["lineProperties"]
    assert (left["startConnection"]["connectedObjectId"], "endConnection" in left) == ("box_1", False)
