"""What people see of the slides, and what they do not."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.elements import HIDDEN, at, blank, box, framed, remove, restyled, word_art

from .building import DEPENDENCY, DET, FUZZY, NAVY, SEARCHES, SPATIAL, STRUCT, WEB, chosen, element, query, titled

ON_TOP = at("title", 300000, 100000, 8000000, 600000)
WHITE = {"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}
NO_CHOICE = {**failed(STRUCT, "rec_last"), **missing_dependency("rec_text", "rec_color", "rec_font")}


def said(*boxes):
    """An edit: these boxes instead of the recommendation, in white."""

    def edit(raw):
        remove(raw, "slide_7_title")
        for one in boxes:
            if "shape" in one:
                restyled(one, foregroundColor=WHITE)
        raw["slides"][6]["pageElements"] += boxes

    return edit


@pytest.mark.parametrize("place", [0, 3, 7])
def test_empty_slides_are_none(painter, place):
    assert painter.lost(painter.edited(lambda raw: raw["slides"].insert(place, blank()))) == {}


@pytest.mark.parametrize("made", [box, framed, word_art])
@pytest.mark.parametrize(("slide", "words"), [(1, "Garage"), (2, "Sage Green")])
def test_titles_in_any_kind_of_box(painter, made, slide, words):
    def edit(raw):
        remove(raw, f"slide_{slide}_title")
        raw["slides"][slide - 1]["pageElements"].append(made(ON_TOP, words))

    assert painter.lost(painter.edited(edit)) == {}


def test_a_number_above_the_title(painter):
    def edit(raw):
        remove(raw, "slide_3_title")
        number, name = at("number", 300000, 50000, 800000, 300000), at("name", 300000, 450000, 8000000, 600000)
        raw["slides"][2]["pageElements"] += [box(number, "02"), box(name, "Navy Blue", 30)]

    assert painter.lost(painter.edited(edit)) == {}


def test_a_colour_on_two_lines(painter):
    """The search for it names the first line, too."""
    assert painter.lost(painter.edited(titled(3, "Navy\vBlue"))) == {}


@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
def test_a_hidden_room(painter, hide):
    edited = painter.edited(lambda raw: hide(element(raw, "slide_1_title")))
    assert painter.lost(edited) == failed(DET, "title_room")


def test_white_letters_on_the_picture_are_seen(painter):
    def edit(raw):
        restyled(element(raw, "slide_1_title"), foregroundColor=WHITE)
        element(raw, "slide_1_title")["transform"]["translateY"] = 2500000
        raw["slides"][0]["pageElements"].sort(key=lambda one: "image" not in one)

    assert painter.lost(painter.edited(edit)) == {}


def test_a_hidden_recommendation(painter):
    """In the colour of the slide, or beside it; a slide without anything else is then empty."""
    navy = dict(zip(("red", "green", "blue"), NAVY, strict=True))

    def in_navy(raw):
        restyled(element(raw, "slide_7_title"), foregroundColor={"opaqueColor": {"rgbColor": navy}})

    assert painter.lost(painter.edited(in_navy)) == NO_CHOICE
    beside = HIDDEN["beside the page"]
    assert painter.lost(painter.edited(lambda raw: beside(element(raw, "slide_7_title")))) == NO_CHOICE


@pytest.mark.parametrize(("height", "lost"), [(600000, {}), (200000, failed(DET, "rec_font"))])
def test_word_art_is_as_large_as_its_box(painter, height, lost):
    art = word_art(at("art", 100000, 1000000, 8000000, height), "Navy Blue is the best choice")
    assert painter.lost(painter.edited(said(art))) == lost


@pytest.mark.parametrize(
    ("first", "size", "lost"),
    [
        ("Navy Blue", 60, {}),
        ("Navy Blue", 10, failed(DET, "rec_font")),
        ("Chartreuse", 60, failed(DET, "rec_color")),
    ],
)
def test_a_sentence_over_two_boxes(painter, first, size, lost):
    name = box(at("name", 1000000, 1000000, 6000000, 800000), first, size)
    rest = box(at("rest", 1000000, 2000000, 6000000, 800000), "is the best choice", 40)
    assert painter.lost(painter.edited(said(name, rest))) == lost


def test_a_colour_that_is_known_by_its_number(painter):
    def edit(raw):
        titled(3, "RAL 5022")(raw)
        chosen("RAL 5022 is the best choice")(raw)

    visited = [url.replace("navy+blue", "ral+5022") for url in SEARCHES]
    assert painter.lost(painter.edited(edit, visited=visited)) == {}
    other = painter.edited(lambda raw: (edit(raw), chosen("RAL 5013 is the best choice")(raw))[0], visited=visited)
    assert painter.lost(other) == failed(DET, "rec_color")


def test_a_shade_is_another_colour(painter):
    assert painter.lost(painter.edited(chosen("Sky Blue is the best choice"))) == failed(DET, "rec_color")
    assert painter.lost(painter.edited(titled(3, "Midnight Blue"))) == {
        **partly(WEB, color_search=8),
        **failed(DET, "rec_color"),
    }


def test_a_picture_that_lets_everything_through(painter):
    def edit(raw):
        element(raw, "slide_2_right")["image"]["imageProperties"] = {"transparency": 1.0}

    assert painter.lost(painter.edited(edit)) == {
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DEPENDENCY, unique=8),
    }


def test_a_corner_of_the_source_is_another_picture(painter):
    def edit(raw):
        crop = {"leftOffset": 0.7, "topOffset": 0.7}
        element(raw, "slide_2_right")["image"]["imageProperties"] = {"cropProperties": crop}

    assert painter.lost(painter.edited(edit)) == partly(FUZZY, source_match=8)


def test_an_address_without_its_scheme(painter):
    def edit(raw):
        one = element(raw, "slide_2_left")
        one["description"] = one["description"].replace("https://", "")

    assert painter.lost(painter.edited(edit)) == {}


def test_an_alternative_text_that_only_looks_like_a_source(painter):
    def edit(raw):
        element(raw, "slide_2_left")["description"] = "Source: sage-garage.jpg, found on Pinterest"

    assert painter.lost(painter.edited(edit)) == {
        **partly(DET, alt_url=8),
        **partly(DEPENDENCY, source_match=8),
    }


def test_addresses_of_the_other_picture(painter):
    def edit(raw):
        left, right = element(raw, "slide_2_left"), element(raw, "slide_2_right")
        left["description"], right["description"] = right["description"], left["description"]

    assert painter.lost(painter.edited(edit)) == partly(FUZZY, source_match=8)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.google.com/maps/search/navy+blue+garage",
        "https://docs.google.com/document/d/abcdefgh/edit?title=navy+blue+garage",
        query("navy blue"),
    ],
)
def test_what_is_no_search_for_pictures(painter, url):
    visited = [url if "navy" in one else one for one in SEARCHES]
    assert painter.lost(painter.edited(visited=visited)) == partly(WEB, color_search=8)
