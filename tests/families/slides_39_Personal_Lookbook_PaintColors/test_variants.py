"""Odd but legitimate look-books, each with what a careful person gives it, and changes that change nothing."""

import io
import json

import PIL.Image
import pytest
from familykit import failed, missing_dependency, partly
from familykit.slides import Box, Image, Slide
from familykit.unchanged import grouped, in_points, scaled

from .building import (
    DET,
    LLM,
    SPATIAL,
    STRUCT,
    WEB,
    YES,
    chosen,
    colour_slide,
    compressed,
    described,
    element,
    full_book,
    image_url,
    large,
    photo,
    plausible,
    query,
    retext,
    titled,
)


def longer(count):
    """A look-book of so many colours, all of them searched for, the last ones with pictures of the first."""
    book = full_book()
    names = ["Dusty Rose", "Mint", "Ivory", "Slate Blue", "Sand", "Plum"][: count - 5]
    for k, name in enumerate(names, 6):
        book.slides.insert(k, colour_slide(k, name))
        book.visited.append(query(f"{name} garage"))
        for side in (1, 2):
            book.pages[image_url(k, side)] = {"body": compressed(photo(k, side)), "content_type": "image/jpeg"}
    book.ending.more = [large(f"slide_{count + 2}")]
    return book


def test_ten_colours_are_as_good_as_five(painter):
    assert painter.lost(longer(10)) == {}


def test_eleven_colours_are_too_many_and_nothing_else_is_wrong(painter):
    assert painter.lost(longer(11)) == failed(STRUCT, "count_5_10")


def test_four_colours_are_too_few_and_nothing_else_is_wrong(painter):
    book = full_book()
    del book.slides[5]
    book.ending.more = [large("slide_6")]
    assert painter.lost(book) == failed(STRUCT, "count_5_10")


def test_a_slide_of_thanks_at_the_end(painter):
    """It is titled, hence asked about as a colour; the recommendation is not the last slide any more."""
    book = full_book()
    book.slides.append(Slide(title="Thank you"))
    book.ending.more = []
    book.slides[6].more = [large("slide_7")]
    judge = [{"key": "colours", "answer": {"answers": plausible(6, 6)}}, *YES]
    assert painter.lost(book, judge) == {
        **failed(STRUCT, "rec_last"),
        **partly(LLM, colors_ok=8),
        **partly(WEB, color_search=8),
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DET, alt_url=8),
        **partly("dependency_not_evaluated", relevance=8, source_match=8, unique=8),
    }


def test_pictures_in_the_other_order(painter):
    """Right before left: what counts is where they are."""

    def swap(raw):
        elements = raw["slides"][1]["pageElements"]
        elements.append(elements.pop(elements.index(element(raw, "slide_2_left"))))

    assert painter.lost(painter.edited(swap)) == {}


def test_pictures_on_one_side(painter):
    def move(raw):
        element(raw, "slide_2_right")["transform"]["translateX"] = 500000

    assert painter.lost(painter.edited(move)) == partly(SPATIAL, bl_br=8)


def test_a_cropped_picture_is_still_its_source(painter):
    """Slides keeps the whole bitmap behind a crop."""

    def crop(raw):
        properties = element(raw, "slide_2_left")["image"].setdefault("imageProperties", {})
        properties["cropProperties"] = {"leftOffset": 0.2, "topOffset": 0.1}

    assert painter.lost(painter.edited(crop)) == {}


def test_several_addresses_of_which_one_is_right(painter):
    """The page where it was found is dead by now; the picture's own address is there."""
    text = f"Found at https://blog.example.org/gone, picture {image_url(1, 1)}."
    assert painter.lost(painter.edited(described("slide_2_left", text), {"https://blog.example.org/gone": 404})) == {}


def test_addresses_of_another_slide(painter):
    """Left and right exchanged: each leads to another picture than its own."""

    def exchange(raw):
        one, other = element(raw, "slide_2_left"), element(raw, "slide_2_right")
        one["description"], other["description"] = other["description"], one["description"]

    assert painter.lost(painter.edited(exchange)) == partly("fuzzy_match", source_match=8)


def test_a_scaled_source(painter):
    """A page offers it in another size than the deck holds."""
    file = io.BytesIO()
    PIL.Image.open(io.BytesIO(photo(1, 1))).convert("RGB").resize((780, 440)).save(file, "JPEG", quality=80)
    pages = {image_url(1, 1): {"body": file.getvalue(), "content_type": "image/jpeg"}}
    assert painter.lost(painter.edited(pages=pages)) == {}


def test_the_source_itself_decides_exactly(painter):
    pages = {image_url(k, side): photo(k, side) for k in range(1, 6) for side in (1, 2)}
    results = painter.grade(painter.edited(pages=pages))
    assert (results.differing(), results["source_match"].mechanism.value) == ({}, DET)


def test_a_third_picture_in_the_middle(painter):
    """Two are asked for: neither count nor places are right, nor can two be compared; the third has no address."""
    book = full_book()
    book.slide(1).boxes["third"] = Image(3500000, 900000, 1600000, 900000, photo(9, 1))
    assert painter.lost(book) == {
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DET, alt_url=8),
        **partly("dependency_not_evaluated", source_match=8, unique=8),
    }


def test_two_title_pictures_side_by_side(painter):
    """They cover the slide and fit, but one was asked for."""

    def split(raw):
        one = element(raw, "slide_1_photo")
        copy = json.loads(json.dumps(one))
        for part, left in ((one, 0), (copy, 4572000)):
            part["transform"]["scaleX"] = part["transform"].get("scaleX", 1) / 2
            part["transform"]["translateX"] = left
        raw["slides"][0]["pageElements"].append({**copy, "objectId": "copy"})

    assert painter.lost(painter.edited(split)) == failed(STRUCT, "one_image")


def test_one_title_picture_that_is_a_drawing(painter):
    judge = [{"key": "title_relevance", "answer": False}, *YES]
    assert painter.lost(painter.full(), judge) == failed(LLM, "title_relevance")


@pytest.mark.parametrize(("instance", "title"), [(4, "LIVING-ROOM"), (5, "Home\vOffice"), (4, "Our Living\nRoom")])
def test_the_room_in_other_spellings(painter, instance, title):
    visited = full_book(instance).visited
    assert painter.lost(painter.edited(titled(1, title), visited=visited, instance=instance)) == {}


@pytest.mark.parametrize(("instance", "title"), [(1, "Garagenland"), (4, "Living"), (3, "Bedrooms and more")])
def test_another_word_is_not_the_room(painter, instance, title):
    visited = full_book(instance).visited
    lost = painter.lost(painter.edited(titled(1, title), visited=visited, instance=instance))
    assert lost == failed(DET, "title_room")


def test_a_colour_search_is_a_search_for_the_room(painter):
    assert painter.lost(painter.edited(visited=full_book().visited[1:])) == {}


def test_grey_is_gray(painter):
    """In title, search and recommendation."""

    def british(raw):
        retext(raw, "slide_4_title", "Charcoal Grey")
        retext(raw, "slide_7_title", "Charcoal-gray is the best choice")

    assert painter.lost(painter.edited(british)) == {}


def test_a_subtitle_with_a_source_hides_nothing(painter):
    book = full_book()
    book.opening.boxes["note"] = Box(4500000, 100000, 4000000, 300000, "Photo: somebody", size=10)
    book.slide(1).boxes["note"] = Box(500000, 50000, 4000000, 200000, "Option one of five", size=10)
    assert painter.lost(book) == {}


def test_a_negated_recommendation_names_no_offered_colour(painter):
    lost = painter.lost(painter.edited(chosen("Nothing but Navy Blue is the best choice")))
    assert lost == failed(DET, "rec_color")


def test_the_phrase_on_the_title_slide_only(painter):
    """It belongs on a slide of its own."""

    def move(raw):
        retext(raw, "slide_1_title", "Garage: Navy Blue is the best choice")
        del raw["slides"][6]

    lost = painter.lost(painter.edited(move))
    assert lost == {**failed(STRUCT, "rec_last"), **missing_dependency("rec_text", "rec_color", "rec_font")}


# -- On either side of a number ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "lost"), [(0.701, {}), (0.699, failed(SPATIAL, "coverage_70"))])
def test_seven_tenths_of_the_title_slide(painter, share, lost):
    def resize(raw):
        one = element(raw, "slide_1_photo")
        one["size"] = {side: {"magnitude": 1000, "unit": "EMU"} for side in ("width", "height")}
        one["transform"] = {"scaleX": 9144, "scaleY": 5143.5 * share, "unit": "EMU"}

    assert painter.lost(painter.edited(resize)) == lost


@pytest.mark.parametrize(("top", "lost"), [(1300000, {}), (1700000, partly(STRUCT, titles=8))])
def test_a_title_begins_in_the_upper_third(painter, top, lost):
    """Without one a slide is no slide for a colour: only four are left."""
    book = full_book()
    book.slide(5).title = ""
    book.slide(5).boxes["name"] = Box(500000, top, 5000000, 600000, "Terracotta", size=30)
    expected = {**lost, **failed(STRUCT, "count_5_10")} if lost else {}
    assert painter.lost(book) == expected


@pytest.mark.parametrize(("share", "count"), [(0.9, {}), (1.1, failed(STRUCT, "one_image"))])
def test_pictures_of_one_percent(painter, share, count):
    def add(raw):
        one = json.loads(json.dumps(element(raw, "slide_1_photo")))
        one["objectId"] = "small"
        one["size"] = {side: {"magnitude": 1000, "unit": "EMU"} for side in ("width", "height")}
        one["transform"] = {"scaleX": 914.4, "scaleY": 514.35 * share, "unit": "EMU"}
        raw["slides"][0]["pageElements"].append(one)

    assert painter.lost(painter.edited(add)) == count


def test_a_repeat_that_is_no_colour_either(painter):
    """The judge decides the step, then."""
    judge = [{"key": "colours", "answer": {"answers": plausible(5, 5)}}, *YES]
    lost = painter.lost(painter.edited(titled(6, "Sage Green")), judge)
    assert lost == partly(LLM, colors_ok=8)


def test_a_title_without_letters_names_no_colour(painter):
    """A search for the room alone is none for it."""
    judge = [{"key": "colours", "answer": {"answers": plausible(5, 5)}}, *YES]
    lost = painter.lost(painter.edited(titled(6, "***")), judge)
    assert lost == {**partly(LLM, colors_ok=8), **partly(WEB, color_search=8)}


# -- What changes nothing ----------------------------------------------------------------------------------------------


def flaw(raw):
    """A few flaws, so that an outcome could change in either direction."""
    element(raw, "slide_4_right")["transform"]["translateY"] = 200000
    element(raw, "slide_3_right")["description"] = "walls"
    retext(raw, "slide_7_title", "Dark Blue is the best choice")


FLAWED = {
    **partly(SPATIAL, bl_br=8),
    **partly(DET, alt_url=8),
    **partly("dependency_not_evaluated", source_match=8),
    **failed(DET, "rec_color"),
}


def inherited(raw):
    """The recommendation's size, stated by the layout."""
    title = element(raw, "slide_7_title")["shape"]
    runs = [part["textRun"] for part in title["text"]["textElements"] if "textRun" in part]
    style = {"fontSize": runs[0]["style"]["fontSize"]}
    for run in runs:
        run["style"] = {}
    text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "x\n", "style": style}}]}
    parent = {"objectId": "parent_1", "shape": {"placeholder": {"type": "TITLE"}, "text": text}}
    raw["layouts"][0]["pageElements"].append(parent)
    title["placeholder"] = {"type": "TITLE", "parentObjectId": "parent_1"}


def renamed(raw):
    return json.loads(json.dumps(raw).replace('"slide_', '"renamed_'))


@pytest.mark.parametrize("change", [grouped, scaled, in_points, inherited, renamed])
def test_invariance(painter, change):
    def edit(raw):
        flaw(raw)
        return change(raw)

    assert painter.lost(painter.edited(edit)) == FLAWED
    assert painter.lost(painter.edited(change)) == {}
