"""What the reference gets wrong about words, styles and places."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.slides import Box

from pytest_knows.artifact.colour import Colour

from .building import (
    DET,
    FUZZY,
    HEIGHT,
    SPATIAL,
    STRUCT,
    WIDTH,
    YES,
    Sheet,
    element,
    full_deck,
    moved_to_parent,
    retext,
    runs,
    source_url,
)

DEPENDENCY = "dependency_not_evaluated"


@pytest.mark.fault("slides_26/1")
@pytest.mark.parametrize(
    ("instance", "title"),
    [
        (1, "The History of Video Games"),
        (1, "The History\vof  Video Games"),
        (2, "CRISPR–Cas9 Gene Editing"),
        (3, "THE SEVEN WONDERS OF THE ANCIENT WORLD"),
        (4, "History of K‑Pop"),
    ],
)
def test_articles_dashes_and_line_breaks_do_not_matter(school, instance, title):
    assert school.lost(school.edited(lambda raw: retext(element(raw, "slide_1_title"), title), instance)) == {}


@pytest.mark.fault("slides_26/1")
def test_a_word_that_holds_the_topic_is_another_word(school):
    lost = school.lost(school.edited(lambda raw: retext(element(raw, "slide_1_title"), "Mercurys and others")))
    assert lost == {**failed(DET, "topic_big_bold"), **missing_dependency("topic_orange")}
    assert school.lost(school.edited(lambda raw: retext(element(raw, "slide_1_title"), "Mercury’s secrets"))) == {}


@pytest.mark.fault("slides_26/2")
def test_theme_colours_and_inherited_ones(school):
    def themed(raw):
        style = runs(element(raw, "slide_1_title"))[0]["style"]
        style["foregroundColor"] = {"opaqueColor": {"themeColor": "ACCENT6"}}
        for entry in raw["masters"][0]["pageProperties"]["colorScheme"]["colors"]:
            if entry["type"] == "ACCENT6":
                entry["color"] = {"red": 0.9, "green": 0.4}

    assert school.lost(school.edited(themed)) == {}
    inherited = school.edited(lambda raw: moved_to_parent(raw, "slide_1_title", "foregroundColor", "bold", "fontSize"))
    assert school.lost(inherited) == {}


@pytest.mark.fault("slides_26/3")
def test_which_oranges_are_dark(school):
    def lost(code):
        colour = Colour.of_hex(code)
        stated = {"rgbColor": dict(zip(("red", "green", "blue"), colour.channels, strict=True))}

        def edit(raw):
            runs(element(raw, "slide_1_title"))[0]["style"]["foregroundColor"] = {"opaqueColor": stated}

        return school.lost(school.edited(edit))

    for code in ("#FF8C00", "#FF9900", "#D35400", "#CC5500", "#E67E22", "#E65100", "#E69138", "#B45F06", "#783F04"):
        assert lost(code) == {}, code
    for code in ("#FFA500", "#FFB74D", "#FFBF00", "#CC3300", "#FF4500", "#6A3E0A"):
        assert lost(code) == failed(FUZZY, "topic_orange"), code


@pytest.mark.fault("slides_26/4")
def test_points_are_shares_of_the_slides_that_there_are(school):
    deck = full_deck()
    del deck.sheets[2:-1]
    results = school.grade(deck)
    assert results.differing() == failed(STRUCT, "slide_count")
    assert results.points == 160


@pytest.mark.fault("slides_26/5")
def test_headings_are_found_whatever_stands_before_them(school):
    """A text low on the slide comes first on the page; then the title placeholder is empty and a box is the heading."""

    def last(raw):
        raw["slides"][1]["pageElements"].reverse()

    assert school.lost(school.edited(last)) == {}
    deck = full_deck()
    sheet = deck.sheet(2)
    heading, sheet.heading = sheet.heading, ""
    sheet.boxes["heading"] = Box(400000, 200000, 8000000, 600000, heading, size=28, bold=True, italic=True)
    assert school.lost(deck) == {}


@pytest.mark.fault("slides_26/5")
def test_a_slide_without_a_heading(school):
    deck = full_deck()
    deck.sheet(2).heading = ""
    assert school.lost(deck) == {**partly("llm_vlm_judgement", unique_headings=7), **partly(DET, heading_bold_italic=7)}


@pytest.mark.fault("slides_26/9")
def test_addresses_and_captions(school):
    """An address with its path is a citation, whatever its host is called; a caption is no credit."""
    deck = full_deck()
    address = "science.nasa.gov/mercury"
    deck.sheet(1).boxes["citation"] = Box(300000, 4600000, 3800000, 300000, address, size=10)
    deck.pages[f"https://{address}"] = deck.pages[source_url(1)]
    assert school.lost(deck) == {}
    deck.sheet(1).boxes["credit"] = Box(5200000, 3800000, 3400000, 300000, "Image of a common harbour", size=10)
    deck.opening.boxes["credit"] = Box(300000, 4700000, 3400000, 300000, "Image of a resource", size=10)
    assert school.lost(deck) == {
        **failed(SPATIAL, "background_credit"),
        **missing_dependency("background_url"),
        **partly(SPATIAL, image_credit=7),
        **partly(DEPENDENCY, image_url=7),
    }


@pytest.mark.fault("slides_26/10")
def test_small_type_is_small_type_everywhere(school):
    """A credit of 16 pt is small, hence no content on the right; sizes may be inherited."""

    def larger(raw):
        for run in runs(element(raw, "slide_2_credit")):
            run["style"]["fontSize"]["magnitude"] = 16

    assert school.lost(school.edited(larger)) == {}

    def inherited(raw):
        moved_to_parent(raw, "slide_1_credit", "fontSize")
        moved_to_parent(raw, "slide_2_citation", "fontSize")
        moved_to_parent(raw, "slide_3_credit", "fontSize")

    assert school.lost(school.edited(inherited)) == {}


@pytest.mark.fault("slides_26/10")
def test_a_title_is_as_big_as_its_layout_says(school):
    deck = full_deck()
    del deck.opening.look["fontSize"]
    assert school.lost(deck) == failed(DET, "topic_big_bold")


@pytest.mark.fault("slides_26/11")
def test_styles_are_those_of_nine_letters_in_ten(school):
    def article(raw):
        one = element(raw, "slide_1_title")
        elements = one["shape"]["text"]["textElements"]
        elements.insert(1, {"textRun": {"content": "The planet ", "style": {}}})

    assert school.lost(school.edited(article)) == {}

    def halves(raw):
        """The first half of the heading is bold, the other one italic."""
        one = element(raw, "slide_3_title")
        run = runs(one)[0]
        text, style = run["content"], run["style"]
        half = len(text) // 2
        run["content"], run["style"] = text[:half], {**style, "italic": False}
        rest = {"content": text[half:], "style": {**style, "bold": False}}
        one["shape"]["text"]["textElements"].append({"textRun": rest})

    assert school.lost(school.edited(halves)) == partly(DET, heading_bold_italic=7)


@pytest.mark.fault("slides_26/11")
def test_autofit_makes_letters_smaller(school):
    def shrunk(raw):
        element(raw, "slide_1_title")["shape"]["shapeProperties"]["autofit"] = {"fontScale": 0.6}

    assert school.lost(school.edited(shrunk)) == failed(DET, "topic_big_bold")


@pytest.mark.fault("slides_26/12")
@pytest.mark.parametrize(
    ("x", "y", "w", "h"),
    [(-700000, 2000000, 900000, 300000), (1000000, -400000, 900000, 300000), (-700000, 900000, 900000, 300000)],
)
def test_boxes_must_not_reach_beyond_any_edge(school, x, y, w, h):
    deck = full_deck()
    deck.sheet(1).boxes["note"] = Box(x, y, w, h, "Note", size=10)
    assert school.lost(deck) == partly(SPATIAL, no_overflow=3)


def resized(name, points):
    def edit(raw):
        for run in runs(element(raw, name)):
            run["style"]["fontSize"]["magnitude"] = points

    return edit


def moved(*names, x=None, y=None):
    def edit(raw):
        for name in names:
            transform = element(raw, name)["transform"]
            transform |= {"translateX": x} if x is not None else {"translateY": y}

    return edit


INSET, LINE = 45720, 152400
"""Above the text of a box, and of a line of 10 pt: EMU."""
EDGES = [
    (resized("slide_1_title", 39.95), resized("slide_1_title", 39.9), failed(DET, "topic_big_bold")),
    (resized("slide_2_citation", 17.9), resized("slide_2_citation", 18), partly(SPATIAL, citation_lower_left=8)),
    (
        moved("slide_2_citation", y=0.6 * HEIGHT - INSET),
        moved("slide_2_citation", y=0.6 * HEIGHT - INSET - 500),
        partly(SPATIAL, citation_lower_left=8),
    ),
    (
        moved("slide_1_credit", y=0.65 * HEIGHT - INSET - LINE / 2),
        moved("slide_1_credit", y=0.65 * HEIGHT - INSET - LINE / 2 - 500),
        failed(SPATIAL, "background_credit"),
    ),
    (
        moved("slide_2_credit", y=3700000 - 0.05 * HEIGHT - INSET),
        moved("slide_2_credit", y=3700000 - 0.05 * HEIGHT - INSET - 500),
        {**partly(SPATIAL, image_credit=7), **partly(DEPENDENCY, image_url=7)},
    ),
    (moved("slide_2_body", x=-457000), moved("slide_2_body", x=-458000), partly(SPATIAL, no_overflow=3)),
    (
        moved("slide_2_picture", "slide_2_credit", x=WIDTH / 2 - 1700000 + 500),
        moved("slide_2_picture", "slide_2_credit", x=WIDTH / 2 - 1700000 - 500),
        partly(SPATIAL, image_right=7),
    ),
]


@pytest.mark.parametrize(("inside", "outside", "cost"), EDGES)
def test_edges(school, inside, outside, cost):
    assert school.lost(school.edited(inside)) == {}
    assert school.lost(school.edited(outside)) == cost


@pytest.mark.fault("slides_26/12")
def test_text_that_runs_off_the_slide(school):
    deck = full_deck()
    deck.sheet(1).boxes["note"] = Box(400000, 3000000, 1200000, 400000, "Much to say about it. " * 25, size=12)
    assert school.lost(deck) == partly(SPATIAL, no_overflow=3)


@pytest.mark.fault("slides_26/16")
def test_what_follows_the_summary_is_no_content(school):
    deck = full_deck()
    text = deck.summary.boxes["text"]
    text.text = text.text.partition("\n")[0]
    deck.sheets.append(Sheet("Questions?", {}, {"hint": Box(400000, 1500000, 3000000, 400000, "Raise your hand")}))
    asked = [*YES[:5], {"key": "engagement", "contains": "Raise your hand", "answer": True}, YES[6]]
    assert school.lost(deck, asked) == {}
    deck.sheets[-1] = Sheet(boxes={"list": Box(400000, 2500000, 3000000, 400000, f"Sources\n{source_url(1)}")})
    assert school.lost(deck) == {}


@pytest.mark.fault("slides_26/16")
def test_a_last_slide_that_sums_up_is_the_summary(school):
    """The slide before it is a section that reviews something."""
    deck = full_deck()
    deck.sheet(4).heading = "A review of the gardens"
    deck.summary.heading = "Summary and questions"
    assert school.lost(deck) == {}


@pytest.mark.fault("slides_26/20")
def test_neither_credit_nor_slide_number_is_a_citation(school):
    deck = full_deck()
    for sheet in deck.sheets[1:-1]:
        sheet.boxes["citation"] = Box(300000, 4700000, 400000, 300000, "3", size=10)
    assert school.lost(deck) == {
        **failed(SPATIAL, "citation_lower_left"),
        **missing_dependency("info_from_source", "paraphrased"),
    }


@pytest.mark.fault("slides_26/21")
def test_a_citation_without_a_link(school):
    """It is one, by its looks; what it says cannot be compared."""
    deck = full_deck()
    deck.sheet(1).boxes["citation"] = Box(300000, 4600000, 3800000, 300000, "Source: The Harbour Book", size=10)
    assert school.lost(deck) == partly(DEPENDENCY, info_from_source=7, paraphrased=7)
