"""Lessons that are made otherwise, and what they deserve."""

import io
import json

from familykit import failed, partly
from familykit.slides import Box, Image
from familykit.unchanged import grouped, in_points, scaled
from PIL import Image as Pillow

from pytest_knows.evidence import urls

from .building import (
    DET,
    ORANGE,
    SPATIAL,
    STRUCT,
    Sheet,
    bullets,
    element,
    full_deck,
    image_url,
    moved_to_parent,
    photo,
    retext,
    runs,
    source_page,
    source_url,
)


def test_a_topic_over_two_boxes(school):
    """Read together they are the topic; its looks are those of the title."""
    deck = full_deck(1)
    deck.opening.heading = "The History of"
    deck.opening.boxes["second"] = Box(
        400000, 1700000, 5000000, 900000, "Video Games", size=48, bold=True, colour=ORANGE
    )
    assert school.lost(deck) == {}


def test_a_topic_in_a_text_box(school):
    """No title placeholder: the largest text with the topic is taken, not a tag line that has it, too."""
    deck = full_deck()
    deck.opening.heading = ""
    deck.opening.boxes["tag"] = Box(400000, 100000, 8000000, 400000, "Planets: Mercury", size=16)
    deck.opening.boxes["big"] = Box(400000, 900000, 8000000, 900000, "Mercury", size=54, bold=True, colour=ORANGE)
    assert school.lost(deck) == {}


def test_a_name_without_its_honorific_or_full_stop(school):
    """The teacher is named all the same; another person of that first name is not her."""
    for name, expected in (("By Emily Carter", {}), ("MRS EMILY CARTER", {}), ("Emily Cartersen", {"presenter_name"})):
        lost = school.lost(school.edited(lambda raw, name=name: retext(element(raw, "slide_1_name"), name)))
        assert lost == failed(DET, *expected)


def test_name_and_credit_in_one_box(school):
    """The last line is in small type, and that is what a credit needs."""

    def one_box(raw):
        name, small = element(raw, "slide_1_name"), element(raw, "slide_1_credit")
        small["shape"]["text"]["textElements"][:0] = name["shape"]["text"]["textElements"]
        raw["slides"][0]["pageElements"].remove(name)

    assert school.lost(school.edited(one_box)) == {}


def test_a_source_as_a_linked_word(school):
    """A link is a link, whether one sees the address or a name."""
    deck = full_deck()
    url = source_url(1)
    deck.sheet(1).boxes["citation"] = Box(
        300000, 4600000, 1800000, 300000, "Harbour Book", size=10, links={"Harbour": url}
    )
    picture = image_url(2)
    deck.sheet(2).boxes["credit"] = Box(5200000, 3800000, 900000, 300000, "Photo", size=9, links={"Photo": picture})
    assert school.lost(deck) == {}


def test_a_source_below_the_bullets_in_their_box(school):
    """A line in small type at the foot of the list stands at the lower left; the list above it is content."""
    deck = full_deck()

    def one_box(raw):
        body, citation = element(raw, "slide_2_body"), element(raw, "slide_2_citation")
        body["transform"]["translateY"] = 2200000
        body["shape"]["text"]["textElements"] += citation["shape"]["text"]["textElements"]
        raw["slides"][1]["pageElements"].remove(citation)

    assert school.lost(school.bench.again(school.full(), pages=deck.pages, visited=None, edit=one_box)) == {}


def test_a_citation_over_the_whole_width(school):
    """Its text begins at the left edge. Centred, the same box has its text in the middle."""

    def wide(alignment):
        def edit(raw):
            one = element(raw, "slide_2_citation")
            one["size"]["width"] = {"magnitude": 8500000, "unit": "EMU"}
            for part in one["shape"]["text"]["textElements"]:
                if "paragraphMarker" in part:
                    part["paragraphMarker"]["style"]["alignment"] = alignment

        return school.lost(school.edited(edit))

    assert wide("START") == {}
    assert wide("END") == partly(SPATIAL, citation_lower_left=8)


def test_right_to_left_text(school):
    """The letters run the other way; the places are the same."""

    def turned(raw):
        for name in ("slide_2_body", "slide_2_citation", "slide_2_title"):
            for part in element(raw, name)["shape"]["text"]["textElements"]:
                if "paragraphMarker" in part:
                    part["paragraphMarker"].setdefault("style", {})["direction"] = "RIGHT_TO_LEFT"

    assert school.lost(school.edited(turned)) == {}


def test_pages_of_another_shape(school):
    """4:3. All places are shares of the page."""

    def taller(raw):
        raw["pageSize"]["height"]["magnitude"] = 6858000

    assert school.lost(school.edited(taller)) == {}


def test_blank_slides(school):
    """Slides with nothing on them are none: a new deck begins with one, and one may be left at the end."""
    deck = full_deck()
    for place in (0, 3, len(deck.sheets) + 2):
        deck.sheets.insert(place, Sheet())
    results = school.grade(deck)
    assert results.differing() == {}
    assert [item.name for item in results["bullet_points"].items] == ["slide 3", "slide 5", "slide 6", "slide 7"]


def test_typed_bullets_and_numbers(school):
    """They are bullets to the reader, also if line breaks part them."""
    deck = full_deck()
    marks = ("• ", "– ", "2. ", "* ")
    for k, mark in enumerate(marks, 1):
        body = deck.sheet(k).boxes["body"]
        body.bulleted = False
        body.text = ("\v" if k == 1 else "\n").join(mark + text for text in bullets(k))
    assert school.lost(deck) == {}


def test_paragraphs_instead_of_bullets(school):
    """Content all the same, only no list."""
    deck = full_deck()
    body = deck.sheet(1).boxes["body"]
    body.bulleted = False
    body.text = " ".join(bullets(1))
    assert school.lost(deck) == partly(STRUCT, bullet_points=3)


def test_a_transparent_picture(school):
    file = io.BytesIO()
    image = Pillow.open(io.BytesIO(photo(1))).convert("RGBA")
    image.putalpha(200)
    image.save(file, "PNG")
    deck = full_deck()
    deck.sheet(1).boxes["picture"].data = deck.pages[image_url(1)] = file.getvalue()
    assert school.lost(deck) == {}


def test_a_cropped_picture_is_that_picture(school):
    def cropped(raw):
        element(raw, "slide_2_picture")["image"]["imageProperties"]["cropProperties"] = {"leftOffset": 0.2}

    assert school.lost(school.edited(cropped)) == {}


def test_a_small_icon_beside_the_picture(school):
    """The largest picture is the slide's; an ornament is none."""
    deck = full_deck()
    deck.sheet(1).boxes["icon"] = Image(100000, 100000, 340000, 250000, photo(2))
    assert school.lost(deck) == {}


def test_a_backdrop_on_a_content_slide(school):
    """A picture behind everything decorates; the one beside the text illustrates."""
    deck = full_deck()
    backdrop = Image(0, 0, 9144000, 5143500, photo(40))
    deck.sheet(1).boxes = {"backdrop": backdrop, **deck.sheet(1).boxes}
    assert school.lost(deck) == {}


def test_a_list_that_names_its_source_among_its_items(school):
    """It is the only citation, and not at the bottom; and it is the content."""
    deck = full_deck()
    del deck.sheet(1).boxes["citation"]
    body = deck.sheet(1).boxes["body"]
    body.size, body.text = 16, f"{body.text}\nSource: {source_url(1)}"
    assert school.lost(deck) == partly(SPATIAL, citation_lower_left=8)


def test_a_wide_box_with_short_lines(school):
    """What is seen stands on the left, however far the box reaches; long lines reach to the right."""
    deck = full_deck()
    deck.sheet(1).boxes["body"].w = 8400000
    assert school.lost(deck) == {}
    deck.sheet(1).boxes["body"].text += (
        "\n" + "A very long line that runs across the whole slide and beneath the picture, too"
    )
    assert school.lost(deck) == partly(SPATIAL, content_left=7)


def test_an_archived_source(school):
    """The page refuses robots, the archive has a copy."""
    pages = {source_url(1): 403, urls.archived(source_url(1)): source_page(1)}
    pages |= {image_url(1): 403, urls.archived(image_url(1)): photo(1)}
    assert school.lost(school.with_pages(pages)) == {}


def test_a_credit_that_names_a_site_only(school):
    """ "Photo: Unsplash" is a credit, and leads nowhere: the picture's alternative text may."""
    deck = full_deck()
    deck.sheet(1).boxes["credit"] = Box(5200000, 3800000, 2000000, 300000, "Photo: Unsplash", size=10)
    assert school.lost(deck) == partly("dependency_not_evaluated", image_url=7)
    deck.sheet(1).boxes["picture"].alt = f"from {image_url(1)}"
    assert school.lost(deck) == {}


def test_speaker_notes_are_no_part_of_a_slide(school):
    """The name has to stand on the slide."""

    def noted(raw):
        name = element(raw, "slide_1_name")
        raw["slides"][0]["pageElements"].remove(name)
        raw["slides"][0]["slideProperties"]["notesPage"].setdefault("pageElements", []).append(name)

    assert school.lost(school.edited(noted)) == failed(DET, "presenter_name")


# -- What changes no outcome -------------------------------------------------------------------------------------------

FLAWED = {**partly(SPATIAL, citation_lower_left=8, content_left=7), **partly(DET, heading_bold_italic=7)}


def flaw(raw):
    """A deck that is not perfect shows more: its losses have to stay, too."""
    element(raw, "slide_2_citation")["transform"]["translateX"] = 5200000
    element(raw, "slide_3_body")["transform"]["translateX"] = 4700000
    runs(element(raw, "slide_4_title"))[0]["style"]["bold"] = False


def inherited(raw):
    for name in ("slide_1_title", "slide_2_title", "slide_4_title"):
        moved_to_parent(raw, name, "bold", "fontSize")
    moved_to_parent(raw, "slide_3_citation", "fontSize")


def renamed(raw):
    return json.loads(json.dumps(raw).replace('"slide_', '"renamed_'))


def test_invariance(school):
    for change in (None, grouped, scaled, in_points, inherited, renamed):

        def edit(raw, change=change):
            flaw(raw)
            return change(raw) if change else None

        assert school.lost(school.edited(edit)) == FLAWED, change


def test_the_flawless_deck_stays_flawless(school):
    for change in (grouped, scaled, in_points, inherited, renamed):
        assert school.lost(school.edited(change)) == {}, change
