"""Odd but legitimate ways to do it, and near misses: what a person with the rubric in hand would say."""

import copy

import pytest
from familykit import failed, partly
from familykit.slides import Box, Image, data_url
from PIL import Image as Pillow

from .altering import element, encoded, moved, opened, screenshot, styled
from .building import (
    DEPENDENCY,
    FUZZY,
    IMAGES,
    LLM,
    OUTPUT,
    RED,
    SPATIAL,
    STRUCT,
    YES,
    full_work,
    gold_picture,
    new_picture,
    open_items,
    untouched,
)

NO_CREDIT = {**partly(SPATIAL, credit_below=8), **partly(DEPENDENCY, credit_is_image=8)}
NO_PICTURE = {
    **partly(SPATIAL, replacement_at_spot=8),
    **partly(DEPENDENCY, credit_below=8, credit_is_image=8, replacement_similar=8, replacement_covers=8),
}


def tables(raw, name):
    """The text box becomes a table of one cell, at the same place and with the same text."""
    one = element(raw, name)
    cell = {"text": one.pop("shape")["text"], "rowSpan": 1, "columnSpan": 1, "location": {}}
    one["table"] = {
        "rows": 1,
        "columns": 1,
        "tableColumns": [{"columnWidth": one["size"]["width"]}],
        "tableRows": [{"rowHeight": one["size"]["height"], "tableCells": [cell]}],
    }


# -- Credits -----------------------------------------------------------------------------------------------------------


def test_a_credit_in_a_table(studio):
    """It says where the picture is from, below the picture. A table is no text box."""
    assert studio.lost(studio.edited(lambda raw: tables(raw, "credit_image1"))) == {}


@pytest.mark.parametrize("label", ["Source", "Photo credit", "Picture by Jane Doe, found on the web"])
def test_a_credit_behind_words(studio, label):
    def edit(raw):
        text = element(raw, "credit_image1")["shape"]["text"]["textElements"]
        next(one["textRun"] for one in text if "textRun" in one)["content"] = f"{label}\n"

    assert studio.lost(studio.edited(edit)) == {}


def test_a_credit_whose_box_is_the_link(studio):
    def edit(raw):
        shape = element(raw, "credit_image1")["shape"]
        run = next(one["textRun"] for one in shape["text"]["textElements"] if "textRun" in one)
        link = run["style"].pop("link")
        run["content"] = "Source\n"
        shape["shapeProperties"]["link"] = link

    assert studio.lost(studio.edited(edit)) == {}


def test_a_credit_with_a_page_and_the_picture(studio):
    """The page where it was found and the address of the picture: the latter is what was asked for."""
    work = full_work()
    box, page = work.credit("image1.png"), "https://photos.example.org/a-page"
    box.text = f"{page} {box.text}"
    box.links[page] = page
    work.pages[page] = "<html><body>Photos of rocks</body></html>"
    snapshot = studio.freeze(work)
    assert studio.lost(snapshot) == {}
    assert studio.lost(studio.with_pages({page: 503}, snapshot)) == {}
    unread = studio.with_pages({page: 503, work.url("image1.png"): 404}, snapshot)
    assert studio.lost(unread) == open_items(8, "credit_is_image")


def test_a_credit_in_the_notes_or_on_the_picture_alone(studio):
    """Asked for was the address below the picture, to be read."""

    def edit(raw):
        picture = element(raw, "new_image1")["image"]
        picture["imageProperties"] = {"link": {"url": full_work().url("image1.png")}}
        elements = raw["slides"][1]["pageElements"]
        elements.remove(element(raw, "credit_image1"))

    assert studio.lost(studio.edited(edit)) == NO_CREDIT


def test_a_credit_above_the_picture(studio):
    assert studio.lost(studio.edited(lambda raw: moved(raw, "credit_image1", y=500000))) == NO_CREDIT


def test_a_credited_picture_in_another_size(studio):
    """The web has it larger than the deck does."""
    work = full_work()
    image = opened(work.new("image1.png").data)
    work.pages[work.url("image1.png")] = encoded(image.resize((image.width * 3, image.height * 3)), "JPEG")
    assert studio.lost(work) == {}


# -- Placeholders ------------------------------------------------------------------------------------------------------


def test_a_placeholder_in_a_shape(studio):
    shaped = studio.edited(lambda raw: element(raw, "placeholder_image1")["shape"].update(shapeType="ROUND_RECTANGLE"))
    assert studio.lost(shaped) == {}


def test_a_placeholder_in_a_table(studio):
    """A text box was asked for; there is none, and one box too few for nothing."""
    lost = studio.lost(studio.edited(lambda raw: tables(raw, "placeholder_image1")))
    assert lost == {
        **partly(SPATIAL, placeholder_at_spot=8),
        **partly(DEPENDENCY, placeholder_describes=8, placeholder_red_big=8, replacement_covers=8),
    }


def test_a_placeholder_of_several_paragraphs_in_arabic(studio):
    def edit(raw):
        styled(raw, ("صخور عليها وجوه\n", RED, 28), ("مرسومة بالألوان", RED, 20))
        for one in element(raw, "placeholder_image1")["shape"]["text"]["textElements"]:
            if "paragraphMarker" in one:
                one["paragraphMarker"]["style"] = {"direction": "RIGHT_TO_LEFT"}

    assert studio.lost(studio.edited(edit)) == {}


def test_a_placeholder_that_names_a_source(studio):
    """A description with an address in it is a description; at the spot, it credits nothing."""
    words = "A rock (see https://old.example.org/rock.jpg)"
    assert studio.lost(studio.edited(lambda raw: styled(raw, (words, RED, 24)))) == {}


def test_a_placeholder_turned_on_its_side(studio):
    """Turned by a quarter about its middle: the box around it counts."""

    def edit(raw):
        one = element(raw, "placeholder_image1")
        x, y, w, h = 5459125, 856800, 3086525, 3636175
        one["size"] = {"width": {"magnitude": h, "unit": "EMU"}, "height": {"magnitude": w, "unit": "EMU"}}
        one["transform"] = {"shearX": -1, "shearY": 1, "translateX": x + w, "translateY": y, "unit": "EMU"}

    assert studio.lost(studio.edited(edit)) == {}


# -- New pictures ------------------------------------------------------------------------------------------------------


def test_a_mirrored_and_cropped_picture(studio):
    def edit(raw):
        one = element(raw, "new_image1")
        one["transform"]["translateX"] += 3086525
        one["transform"]["scaleX"] *= -1
        one["image"]["imageProperties"] = {"cropProperties": {"leftOffset": 0.1, "bottomOffset": 0.2}}

    assert studio.lost(studio.edited(edit)) == {}


def test_a_cropped_original_is_the_original(studio):
    """Cutting a border off does not make it another picture."""
    work = full_work()
    work.new("image1.png").data = gold_picture(4, "image1.png")

    def edit(raw):
        element(raw, "new_image1")["image"]["imageProperties"] = {"cropProperties": {"leftOffset": 0.3}}

    lost = studio.lost(studio.edited(edit, studio.freeze(work)))
    assert lost == {**NO_PICTURE, **partly("deterministic", originals_removed=8)}


def test_a_picture_with_a_transparent_ground(studio):
    """What shines through is not measured; the picture lies over the red text."""
    work = full_work()
    image = opened(work.new("image1.png").data).convert("RGBA")
    image.putalpha(Pillow.new("L", image.size, 200))
    work.new("image1.png").data = work.pages[work.url("image1.png")] = encoded(image)
    assert studio.lost(work) == {}


def test_a_picture_as_the_background_of_the_slide(studio):
    """It does not stand at the spot."""
    work = full_work()
    fill = {"stretchedPictureFill": {"contentUrl": data_url(new_picture(4, "image1.png"))}}
    properties = {"pageBackgroundFill": fill}
    work.drop("new_image1")
    request = {"objectId": "slide_2", "pageProperties": properties, "fields": "pageBackgroundFill"}
    snapshot = studio.freeze(work, studio.deck(work, [{"updatePageProperties": request}]))
    assert studio.lost(snapshot) == NO_PICTURE


def test_a_picture_that_serves_by_its_description_only(studio):
    judge = (
        {"key": "replacement_similar", "answer": False},
        {"key": "replacement_described", "answer": True},
        *YES,
    )
    assert studio.lost(studio.base, judge=judge) == {}
    unanswered = ({"key": "replacement_described", "answer": True}, YES[0])
    assert studio.lost(studio.base, judge=unanswered) == {}
    results = studio.grade(studio.base, judge=({"key": "replacement_*", "answer": False}, *YES))
    assert results.differing() == failed(LLM, "replacement_similar")


def test_pictures_exchanged_between_slides(studio):
    """An original of another slide is an original: no new picture, though not the one that was here."""
    work = full_work()
    work.new("image1.png").data = gold_picture(4, "image2.png")
    lost = studio.lost(work)
    assert lost == NO_PICTURE


# -- The deck ----------------------------------------------------------------------------------------------------------


def test_an_empty_slide_at_the_end(studio):
    assert studio.lost(studio.edited(lambda raw: raw["slides"].append({"objectId": "last"}))) == {}


def test_a_blank_text_box_is_none(studio):
    work = full_work()
    work.slides[6] |= {f"blank_{n}": Box(100000 * n, 4000000, 900000, 300000, " \n") for n in range(4)}
    assert studio.lost(work) == {}


def test_a_page_of_another_shape(studio):
    """4:3: the boxes count, not the page."""
    size = {"width": {"magnitude": 720, "unit": "PT"}, "height": {"magnitude": 540, "unit": "PT"}}
    assert studio.lost(studio.edited(lambda raw: raw.update(pageSize=size))) == {}


def test_more_pictures_than_there_were_on_one_slide_only(studio):
    """One fewer elsewhere does not make up for it: slide by slide."""
    work = full_work()
    work.drop("new_image5")
    work.slides[1]["extra"] = Image(0, 4000000, 400000, 300000, new_picture(4, "image5.png"))
    lost = studio.lost(work)
    assert lost == {**NO_PICTURE, **partly(STRUCT, no_extra_images=8)}


def test_a_deck_in_a_subfolder_or_the_bin_is_not_found(studio):
    """The copy was to lie in the folder; what is in the bin is no result."""

    def deeper(targets):
        inner = studio.workspace.create_folder("decks", parent=targets[OUTPUT].id)
        studio.move(studio.deck(full_work()), inner.id)

    def binned(targets):
        studio.workspace.clients.drive.files().update(fileId=deck.id, body={"trashed": True}).execute()

    plain = studio.freeze(untouched(), prepare=deeper)
    deck = studio.deck(full_work())
    gone = studio.freeze(full_work(), deck, prepare=binned)
    assert "replacement_at_spot" in studio.lost(plain)
    assert "replacement_at_spot" in studio.lost(gone)


# -- The folder --------------------------------------------------------------------------------------------------------


def test_saved_under_other_names_and_formats(studio):
    """And a name without an ending, a copy of one of them, and a file that is no picture."""
    work = full_work()
    first, *rest = work.folder.values()
    work.folder = {"rocks.webp": encoded(opened(first), "WEBP", lossless=True), "again.png": first, "notes.txt": b"Hi"}
    work.folder |= {f"Slide {n} (picture).jpg": encoded(opened(data), "JPEG") for n, data in enumerate(rest)}
    results = studio.grade(work)
    assert results.differing() == {}
    assert results["originals_saved"].mechanism == FUZZY


def test_saved_as_screenshots(studio):
    work = full_work()
    work.folder = {name: screenshot(data) for name, data in work.folder.items()}
    results = studio.grade(work, judge=({"key": "same_picture_saved", "answer": True}, *YES))
    assert results.differing() == {}
    assert results["originals_saved"].mechanism == LLM


def test_saved_as_something_else(studio):
    """The new pictures instead of the originals."""
    work = full_work()
    work.folder = {name: new_picture(4, name) for name in work.folder}
    results = studio.grade(work, judge=({"key": "same_picture_saved", "answer": False}, *YES))
    assert results.differing() == failed(LLM, "originals_saved")
    assert results.judge.asked.count("same_picture_saved") == 25


def test_a_judge_is_not_asked_about_hundreds_of_files(studio):
    work = full_work()
    work.folder.pop("image1.png")
    data = encoded(Pillow.new("RGB", (40, 30), "green"))
    work.folder |= {f"more {n}.png": data for n in range(40)}
    results = studio.grade(work, judge=({"key": "same_picture_saved", "answer": False}, *YES))
    assert results.differing() == failed(LLM, "originals_saved")
    assert results.judge.asked.count("same_picture_saved") == 30


def test_the_deck_in_the_wrong_folder(studio):
    """The agent mixed up the two folders: the pictures are not where they were to be, nor is the deck."""
    work, saved = full_work(), full_work().folder
    work.folder = {}

    def mixed(targets):
        for name, data in saved.items():
            studio.put(data, name, targets[OUTPUT].id)
        studio.move(deck, targets[IMAGES].id)

    deck = studio.deck(untouched())
    assert studio.lost(studio.freeze(work, prepare=mixed)) == failed("deterministic", "originals_saved")


def test_black_and_small_text_in_all_placeholders(studio):
    def plain(raw):
        for number in range(1, 6):
            styled(raw, ("A description", None, None), name=f"placeholder_image{number}")

    assert studio.lost(studio.edited(plain)) == failed(FUZZY, "placeholder_red_big")


def test_page_numbers_are_no_extra_text_boxes(studio):
    """Whether or not the original showed them: the theme puts them there."""

    def numbered(raw, parts, **placeholder):
        for index, slide in enumerate(raw["slides"]):
            box = copy.deepcopy(element(raw, "slide_1_text_0"))
            box["objectId"] = f"number_{index}"
            box["shape"] |= {"text": {"textElements": [{"paragraphMarker": {}}, *parts]}, **placeholder}
            slide["pageElements"].append(box)

    number = [{"autoText": {"type": "SLIDE_NUMBER", "content": "7"}}]
    placeholder = {"placeholder": {"type": "SLIDE_NUMBER"}}
    assert studio.lost(studio.edited(lambda raw: numbered(raw, number, **placeholder))) == {}
    assert studio.lost(studio.edited(lambda raw: numbered(raw, [{"textRun": {"content": "\u200b\n"}}]))) == {}
    seven = studio.edited(lambda raw: numbered(raw, [{"textRun": {"content": "7\n"}}]))
    assert studio.lost(seven) == partly(STRUCT, no_extra_textboxes=0)


@pytest.mark.parametrize("words", ["Image", "Photo from", "Picture: \u2026"])
def test_a_text_that_says_no_more_than_image_stands_at_the_spot(studio, words):
    """It describes nothing, which is for the judge to say; but it is a text, red and big, and no credit."""
    judge = ({"key": "placeholder_describes", "contains": words, "answer": False}, *YES)
    named = studio.edited(lambda raw: styled(raw, (words, RED, 24)))
    assert studio.lost(named, judge=judge) == partly(LLM, placeholder_describes=8)
