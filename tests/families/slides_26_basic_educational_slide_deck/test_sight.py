"""What people see of the slides, and what they do not."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.elements import HIDDEN, at, blank, box, remove, restyled

from .building import DEPENDENCY, DET, FUZZY, SPATIAL, STRUCT, THINGS, element

NO_TOPIC = {**failed(DET, "topic_big_bold"), **missing_dependency("topic_orange")}


@pytest.mark.parametrize("place", [0, 3, 6])
def test_empty_slides_are_none(school, place):
    assert school.lost(school.edited(lambda raw: raw["slides"].insert(place, blank()))) == {}


def test_a_heading_that_is_no_placeholder(school):
    def edit(raw):
        remove(raw, "slide_3_title")
        heading = box(at("heading", 300000, 200000, 8000000, 600000), THINGS[1][0], 28)
        restyled(heading, bold=True, italic=True)
        raw["slides"][2]["pageElements"].append(heading)

    assert school.lost(school.edited(edit)) == {}


@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
def test_hidden_bullets(school, hide):
    """Boxes beside the slide reach beyond it, too."""
    beyond = partly(SPATIAL, no_overflow=3) if hide is HIDDEN["beside the page"] else {}
    assert school.lost(school.edited(lambda raw: hide(element(raw, "slide_3_body")))) == {
        **partly(DEPENDENCY, info_from_source=7, paraphrased=7),
        **partly(STRUCT, bullet_points=3),
        **partly(SPATIAL, content_left=7),
        **beyond,
    }


@pytest.mark.parametrize(("name", "lost"), [("title", NO_TOPIC), ("name", failed(DET, "presenter_name"))])
def test_texts_beside_the_title_slide(school, name, lost):
    hide = HIDDEN["beside the page"]
    assert school.lost(school.edited(lambda raw: hide(element(raw, f"slide_1_{name}")))) == lost


def test_a_note_beside_the_slide_reaches_beyond_it(school):
    def edit(raw):
        raw["slides"][2]["pageElements"].append(box(at("note", 12000000, 0, 2000000, 500000), "Nobody sees this"))

    assert school.lost(school.edited(edit)) == partly(SPATIAL, no_overflow=3)


def test_a_picture_that_lets_everything_through(school):
    def edit(raw):
        element(raw, "slide_3_picture")["image"]["imageProperties"] = {"transparency": 1}

    assert school.lost(school.edited(edit)) == {
        **partly(STRUCT, image_relevant=7),
        **partly(SPATIAL, image_right=7, image_credit=7),
        **partly(FUZZY, images_unique=7),
        **partly(DEPENDENCY, image_url=7),
    }
