"""What nobody sees earns nothing; what is seen in an odd way counts."""

import pytest
from familykit import failed, missing_dependency

from .building import DET, FUZZY, STRUCT, WEB, content, found

WHITE = {"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}


def runs(one):
    return [part["textRun"] for part in one["shape"]["text"]["textElements"] if "textRun" in part]


def in_the_colour_of_the_ground(one, page):
    fill = page.get("pageProperties", {}).get("pageBackgroundFill", {}).get("solidFill", {}).get("color", {})
    rgb = fill.get("rgbColor", {"red": 1, "green": 1, "blue": 1})
    for run in runs(one):
        run["style"]["foregroundColor"] = {"opaqueColor": {"rgbColor": rgb}}


def tiny(one, page):
    for run in runs(one):
        run["style"]["fontSize"] = {"magnitude": 1, "unit": "PT"}


def away(one, page):
    one["transform"]["translateY"] = 9_000_000


def covered(one, page):
    """By a white box of the same place."""
    fill = {"shapeBackgroundFill": {"solidFill": {"color": {"rgbColor": {}}}}}
    shape = {"shapeType": "RECTANGLE", "shapeProperties": fill}
    page["pageElements"].append(
        {"objectId": "cover", "size": one["size"], "transform": one["transform"], "shape": shape}
    )


UNSAID = missing_dependency("name_at_bottom", "title_above_name", "photo_above_both")


@pytest.mark.fault("slides_20/own-11")
@pytest.mark.parametrize("hide", [in_the_colour_of_the_ground, tiny, away, covered])
@pytest.mark.parametrize(
    ("slide", "name", "lost"),
    [
        (0, "name", {**failed(DET, "reporter_name"), **UNSAID}),
        (2, "footer", {**failed(DET, "source_at_bottom_2"), **missing_dependency("traits_supported_2")}),
        (
            3,
            "body",
            {**failed(STRUCT, "bullet_count_3"), **missing_dependency("bullets_are_traits_3", "traits_supported_3")},
        ),
        (7, "list", {**failed(STRUCT, "three_references"), **missing_dependency("references_visited")}),
    ],
)
def test_text_that_nobody_sees(desk, hide, slide, name, lost):
    def edit(raw):
        hide(found(raw, slide, name), raw["slides"][slide])

    assert desk.lost(desk.edited(edit)) == lost


@pytest.mark.fault("slides_20/own-11")
@pytest.mark.parametrize(
    ("slide", "name", "lost"),
    [
        (0, "cover", {**failed(STRUCT, "cover_image"), **missing_dependency("photo_above_both")}),
        (6, "photo", failed(STRUCT, "author_photo")),
    ],
)
def test_pictures_that_nobody_sees(desk, slide, name, lost):
    def transparent(raw):
        found(raw, slide, name)["image"]["imageProperties"] = {"transparency": 1}

    assert desk.lost(desk.edited(transparent)) == lost
    assert desk.lost(desk.edited(lambda raw: away(found(raw, slide, name), raw))) == lost


@pytest.mark.fault("slides_20/own-12")
def test_a_blank_slide_before_all_others(desk):
    """It is not the title slide."""
    assert desk.lost(desk.edited(lambda raw: raw["slides"].insert(0, {"objectId": "blank", "pageElements": []}))) == {}


def test_gradients_as_backgrounds(desk):
    """The API does not say which: one is different from any colour, two are the same."""

    def shaded(*slides):
        def edit(raw):
            for slide in slides:
                raw["slides"][slide]["pageProperties"] = {"pageBackgroundFill": {"propertyState": "RENDERED"}}
            raw["slides"][5]["pageProperties"] = {
                "pageBackgroundFill": {"solidFill": {"color": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}}
            }

        return edit

    assert desk.lost(desk.edited(shaded(1))) == {}
    assert desk.lost(desk.edited(shaded(1, 2))) == failed(FUZZY, "unique_background_1", "unique_background_2")


@pytest.mark.parametrize("mark", ["\u2713 ", "\u2192 ", "\u00b7 ", "\u2605 ", "a) ", "(1) ", "\u25ba "])
def test_bullets_as_people_type_them(desk, mark):
    def edit(raw):
        body = found(raw, 2, "body")["shape"]
        lines = "".join(run["content"] for run in runs({"shape": body})).strip().split("\n")
        body["text"] = content([mark + line for line in lines])

    assert desk.lost(desk.edited(edit)) == {}


def test_hosts_that_look_alike(desk):
    """A reference to another site is not the one that was visited."""

    def edit(raw):
        for run in runs(found(raw, 7, "list")):
            if link := run["style"].get("link"):
                link["url"] = link["url"].replace("en.wikipedia.org", "en.wikipedia.org.example.net")

    assert desk.lost(desk.edited(edit)) == failed(WEB, "references_visited")
