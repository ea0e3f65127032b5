"""One test for each fault of the reference that the specification lists, 12 to 22, and for decisions of our own."""

import io

import PIL.Image
import PIL.ImageDraw
import pytest
from familykit import failed, missing_dependency, partly
from familykit.outcomes import lost as losing
from familykit.pictures import picture
from familykit.slides import Box, Image

from pytest_knows.evidence.pictures import decode

from .building import (
    DEPENDENCY,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STRUCT,
    YES,
    chosen,
    compressed,
    described,
    element,
    full_book,
    image_url,
    photo,
    plausible,
    retext,
    titled,
)


def gone(*names):
    """An edit: the pictures cannot be had."""

    def edit(raw):
        for name in names:
            element(raw, name)["image"]["contentUrl"] = "https://lh7.example.org/gone"

    return edit


@pytest.mark.fault("slides_39/F12")
def test_f12_pictures_differ_without_addresses_too(painter):
    def undescribed(raw):
        for side in ("left", "right"):
            element(raw, f"slide_2_{side}").pop("description")

    lost = painter.lost(painter.edited(undescribed))
    assert lost == {**partly(DET, alt_url=8), **partly(DEPENDENCY, source_match=8)}


@pytest.mark.fault("slides_39/F12")
def test_f12_one_picture_differs_from_nothing(painter):
    def remove(raw):
        raw["slides"][1]["pageElements"].remove(element(raw, "slide_2_right"))

    assert painter.lost(painter.edited(remove)) == {
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DEPENDENCY, unique=8),
    }


@pytest.mark.fault("slides_39/F13")
def test_f13_a_picture_that_cannot_be_read_is_not_relevant(painter):
    lost = painter.lost(painter.edited(gone("slide_3_left")))
    assert lost == losing("error", "execution_error", "relevance", "source_match", "unique", points=8)


@pytest.mark.fault("slides_39/F13")
def test_f13_what_a_judge_rejects_fails_whatever_else_is_wrong(painter):
    judge = [{"key": "relevance", "contains": "Navy Blue", "answer": False}, *YES]
    results = painter.grade(painter.edited(gone("slide_3_left")), judge)
    assert results.brief("relevance") == ("failed", LLM, 8)


@pytest.mark.fault("slides_39/F14")
def test_f14_every_number_needs_its_yes(painter):
    judge = [{"key": "colours", "answer": {"answers": plausible(4, 2)}}, *YES]
    assert painter.lost(painter.full(), judge) == partly(LLM, colors_ok=6)


@pytest.mark.fault("slides_39/F14")
def test_f14_repeats_in_another_spelling(painter):
    lost = painter.lost(painter.edited(titled(6, "sage-GREEN")))
    assert lost == {**partly(DET, colors_ok=8)}


LIKE = 30
"""Pixels: so large a square changes the hash, but not by much."""


def changed(side):
    """The left picture of the first colour with a white square in the corner."""
    image = PIL.Image.open(io.BytesIO(photo(1, 1))).convert("RGB")
    PIL.ImageDraw.Draw(image).rectangle((0, 0, side, side), fill="white")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.fault("slides_39/F15")
def test_f15_like_pictures_are_two_and_copies_are_one(painter):
    """A like picture counts as the source, though: 15 bits are allowed there."""
    like, copy = changed(LIKE), compressed(photo(1, 1), 40)
    distances = [decode(photo(1, 1)).distance(decode(one)) for one in (like, copy)]
    assert 6 < distances[0] <= 15
    assert 0 <= distances[1] <= 6
    book = full_book()
    right = book.slide(1).boxes["right"]
    right.data, right.alt = like, f"Source: {image_url(1, 1)}"
    assert painter.lost(book) == {}
    right.data = copy
    assert painter.lost(book) == partly(FUZZY, unique=8)


def styled(raw, name, *parts):
    """Runs of (text, size in points or None) in a shape's one paragraph."""
    one = element(raw, name)["shape"]["text"]
    sized = [(text, {"fontSize": {"magnitude": size, "unit": "PT"}} if size else {}) for text, size in parts]
    runs = [{"textRun": {"content": text, "style": style}} for text, style in sized]
    one["textElements"] = [{"paragraphMarker": {}}, *runs]


@pytest.mark.fault("slides_39/F16")
@pytest.mark.parametrize(
    ("parts", "large"),
    [
        ([("Navy ", 40), ("Blue is the best choice\n", 14)], False),
        ([("Navy Blue is the best ", 40), ("choice\n", 17)], False),
        ([("(for you) ", 10), ("Navy Blue is the best choice", 18), (" - thank you\n", 10)], True),
        ([("Navy Blue", 18), (" ", 6), ("is the best choice\n", 18)], True),
    ],
)
def test_f16_every_letter_of_colour_and_phrase_counts(painter, parts, large):
    lost = painter.lost(painter.edited(lambda raw: styled(raw, "slide_7_title", *parts)))
    assert lost == ({} if large else failed(DET, "rec_font"))


@pytest.mark.fault("slides_39/F16")
@pytest.mark.parametrize(("size", "lost"), [(20, {}), (16, failed(DET, "rec_font"))])
def test_f16_inherited_sizes(painter, size, lost):
    def inherit(raw):
        styled(raw, "slide_7_title", ("Navy Blue is the best choice\n", None))
        style = {"fontSize": {"magnitude": size, "unit": "PT"}}
        text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "x\n", "style": style}}]}
        parent = {"objectId": "parent_1", "shape": {"placeholder": {"type": "BODY"}, "text": text}}
        raw["layouts"][0]["pageElements"].append(parent)
        element(raw, "slide_7_title")["shape"]["placeholder"] = {"type": "BODY", "parentObjectId": "parent_1"}

    assert painter.lost(painter.edited(inherit)) == lost


@pytest.mark.fault("slides_39/F16")
def test_f16_autofit_makes_it_smaller(painter):
    def shrink(raw):
        element(raw, "slide_7_title")["shape"]["shapeProperties"]["autofit"] = {"fontScale": 0.4}

    assert painter.lost(painter.edited(shrink)) == failed(DET, "rec_font")


@pytest.mark.fault("slides_39/F17")
def test_f17_icons_are_no_pictures(painter):
    book = full_book()
    for slide in (book.opening, book.slide(1)):
        slide.boxes["icon"] = Image(8700000, 100000, 300000, 300000, picture(1, (60, 60)))
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F17")
def test_f17_groups_and_turned_pictures(painter):
    def turn(raw):
        """Upside down: the picture's origin is its lower right corner then."""
        transform = element(raw, "slide_2_left")["transform"]
        one = element(raw, "slide_2_left")
        width = one["size"]["width"]["magnitude"] * transform["scaleX"]
        height = one["size"]["height"]["magnitude"] * transform["scaleY"]
        transform["translateX"] += width
        transform["translateY"] += height
        transform["scaleX"] *= -1
        transform["scaleY"] *= -1

    assert painter.lost(painter.edited(turn)) == {}
    book = full_book()
    ids = ["slide_2_left", "slide_2_right"]
    book.slide(1).more = [{"groupObjects": {"groupObjectId": "grouped", "childrenObjectIds": ids}}]
    assert painter.lost(book) == {}


@pytest.mark.fault("slides_39/F18")
def test_f18_an_address_in_the_title_of_the_alternative_text(painter):
    assert painter.lost(painter.edited(described("slide_2_left", "walls", image_url(1, 1)))) == {}


@pytest.mark.fault("slides_39/F18")
def test_f18_brackets_belong_to_addresses(painter):
    url = "https://img.example.org/Garage_(green).jpg"
    body = {"body": compressed(photo(1, 1)), "content_type": "image/jpeg"}
    assert painter.lost(painter.edited(described("slide_2_left", f"(from {url})"), {url: body})) == {}


@pytest.mark.fault("slides_39/F19")
def test_f19_neither_background_nor_exact_title_count(painter):
    def plain(raw):
        retext(raw, "slide_1_title", "Garage ideas")
        raw["slides"][6]["pageProperties"].pop("pageBackgroundFill", None)

    assert painter.lost(painter.edited(plain)) == {}


@pytest.mark.fault("slides_39/F20")
def test_f20_searches_within_pages_leave_nothing(painter):
    """Only addresses count."""
    visited = ["https://www.google.com/imghp"]
    lost = painter.lost(painter.edited(visited=visited))
    assert lost == failed("web_visit", "room_search", "color_search")


@pytest.mark.fault("slides_39/F21")
def test_f21_a_deck_that_states_no_page_size(painter):
    assert painter.lost(painter.edited(lambda raw: raw.pop("pageSize") and None)) == {}


@pytest.mark.fault("slides_39/F22")
def test_f22_gradings_leave_nothing_behind(painter):
    bad = painter.edited(described("slide_2_left", "walls"))
    first, full, second = (painter.lost(one) for one in (bad, painter.full(), bad))
    assert first == second
    assert full == {}


@pytest.mark.fault("slides_39/own-1")
def test_own_1_a_title_on_the_picture(painter):
    """It fills the slide, the room stands in its middle: who looks at it sees a title. A caption below is none."""
    for top, lost in ((2300000, {}), (4500000, failed(DET, "title_room"))):
        book = full_book()
        book.opening.title = ""
        book.opening.boxes["name"] = Box(2500000, top, 4000000, 500000, "Garage", size=40)
        assert painter.lost(book) == lost


@pytest.mark.fault("slides_39/own-2")
def test_own_2_a_picture_off_the_slide_is_not_seen(painter):
    def move(raw):
        element(raw, "slide_2_right")["transform"]["translateX"] = 10_000_000

    assert painter.lost(painter.edited(move)) == {
        **partly(STRUCT, two_images=8),
        **partly(SPATIAL, bl_br=8),
        **partly(DEPENDENCY, unique=8),
    }


@pytest.mark.fault("slides_39/own-3")
def test_own_3_what_was_refused_is_read_in_the_archive(painter):
    url = image_url(1, 1)
    copy = f"https://web.archive.org/web/2id_/{url}"
    body = {"body": compressed(photo(1, 1)), "content_type": "image/jpeg"}
    snapshot = painter.edited(pages={url: 403, copy: body})
    assert copy in painter.bench.named(snapshot)
    assert painter.lost(snapshot) == {}


@pytest.mark.fault("slides_39/own-4")
def test_own_4_a_phrase_without_stated_size_has_the_editors(painter):
    """14 pt, which is what is shown."""

    def unsized(raw):
        styled(raw, "slide_7_title", ("Navy Blue is the best choice\n", None))
        element(raw, "slide_7_title")["shape"].pop("placeholder")

    assert painter.lost(painter.edited(unsized)) == failed(DET, "rec_font")


@pytest.mark.fault("slides_39/own-5")
@pytest.mark.parametrize(
    "text", ["Navy Blue, is the best choice", "Navy Blue:\nis the best choice", "Our pick—navy blue is the best choice"]
)
def test_own_5_punctuation_before_the_phrase(painter, text):
    assert painter.lost(painter.edited(chosen(text))) == {}


@pytest.mark.fault("slides_39/own-5")
def test_own_5_the_room_in_both_names(painter):
    """ "Navy Blue for the Garage" is navy blue."""

    def both(raw):
        retext(raw, "slide_3_title", "Navy Blue for the Garage")
        retext(raw, "slide_7_title", "Navy Blue Paint is the best choice")

    assert painter.lost(painter.edited(both)) == {}


def test_without_any_picture(painter):
    def bare(raw):
        for slide in raw["slides"]:
            slide["pageElements"] = [one for one in slide["pageElements"] if "image" not in one]

    assert painter.lost(painter.edited(bare)) == {
        **missing_dependency("coverage_70", "title_relevance", "relevance", "source_match", "unique"),
        **failed(STRUCT, "one_image", "two_images"),
        **failed(SPATIAL, "bl_br"),
        **failed(DET, "alt_url"),
    }
