"""Odd, but right; or right-looking, but wrong."""

import json

import pytest
from familykit import failed, missing_dependency, partly, ungraded
from familykit.slides import Box, Image

from pytest_knows.judge import NoJudge

from .building import (
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STUDIO,
    TITLE,
    VISIT,
    YES,
    Sheet,
    article,
    client_sheet,
    converted,
    element,
    full_deck,
    lead,
    of_client,
    other,
    people,
    retext,
)


@pytest.mark.parametrize(
    "title",
    [
        "WHY WE NEED NEW WIKIPEDIA HEADSHOTS",
        "Why we need\vnew Wikipedia headshots",
        "Why we need  new Wikipedia headshots ",
    ],
)
def test_case_and_blanks_of_the_title(agency, title):
    """An exact match of the words; how they are set is the designer's."""
    assert agency.lost(agency.changed(lambda raw: retext(raw, "slide_1_title", title))) == {}


def test_a_title_with_a_word_more(agency):
    """The text was given."""
    edited = agency.changed(lambda raw: retext(raw, "slide_1_title", f"{TITLE} now"))
    assert agency.lost(edited) == failed(DET, "title_text")


@pytest.mark.fault("slides_30/own-1")
def test_a_title_below_the_picture_that_is_no_placeholder(agency):
    """The picture has to fill most of the top, so the title stands at the bottom; nothing else is on the slide."""
    deck = full_deck()
    deck.opening.heading = ""
    deck.opening.boxes["title"] = Box(150000, 4400000, 8800000, 600000, TITLE)
    assert agency.lost(deck) == {}


@pytest.mark.fault("slides_30/own-3")
def test_clients_in_another_order_after_a_list_of_them(agency):
    """No order was asked for, and an overview is nobody's slide."""
    deck = full_deck()
    names = [name for name, _ in people(1)[1:]]
    for sheet, name in zip(deck.sheets[1:-1], names, strict=True):
        sheet.heading = ""
        sheet.boxes["name"] = Box(300000, 150000, 8500000, 700000, name)
    overview = Sheet({"names": Box(300000, 1000000, 8500000, 3500000, "\n".join(names))})
    deck.sheets[1:-1] = [overview, *reversed(deck.sheets[1:-1])]
    assert agency.lost(deck) == {}


@pytest.mark.fault("slides_30/own-6")
@pytest.mark.parametrize("text", ["1. Susan McConnell", "Client 1: Susan McConnell", "Client: Dr. Susan McConnell"])
def test_names_with_a_number(agency, text):
    """It is still the client's name that stands there."""
    assert agency.lost(agency.changed(lambda raw: retext(raw, "slide_2_title", text))) == {}


def test_a_client_without_a_slide(agency):
    """What was to be on it is missing, and nothing else."""
    deck = full_deck()
    del deck.sheets[4]
    assert agency.lost(deck) == missing_dependency(*of_client(4))


def test_a_name_at_the_bottom(agency):
    """It was to be on top."""
    deck = full_deck()
    sheet = deck.client(2)
    sheet.boxes["name"] = Box(300000, 4500000, 8500000, 500000, sheet.heading)
    sheet.heading = ""
    assert agency.lost(deck) == failed(SPATIAL, "name_top_2")


def test_swapped_pictures(agency):
    """Wikipedia's on the right: neither is where it belongs; they are level all the same, as two pictures."""

    def edit(raw):
        left, right = (element(raw, f"slide_2_{side}")["image"] for side in ("left", "right"))
        left["contentUrl"], right["contentUrl"] = right["contentUrl"], left["contentUrl"]

    assert agency.lost(agency.changed(edit)) == {**failed(LLM, "wiki_left_1"), **failed(DET, "other_right_1")}


def test_a_recompressed_copy_on_the_right(agency):
    """The same photo saved anew is no other one."""
    deck = full_deck()
    deck.client(6).boxes["right"].data = converted(lead(6), "JPEG", quality=40)
    assert agency.lost(deck) == {**failed(FUZZY, "other_right_6"), **missing_dependency("symmetric_6")}


def test_somebody_else_on_the_right(agency):
    """Still level with the left one."""
    judge = [{"key": "shows_client", "contains": "Mayim", "answer": False}, *YES]
    assert agency.lost(agency.full(), judge) == failed(LLM, "other_right_9")


def test_a_cropped_copy_that_only_a_judge_can_tell(agency):
    """The same photo on both sides by the judge's word: there is no second picture."""
    judge = [{"key": "same_photo", "answer": True}, *YES]
    lost = agency.lost(agency.full(), judge)
    clients = range(1, 10)
    assert lost == {
        **failed(LLM, *(f"other_right_{k}" for k in clients)),
        **missing_dependency(*(f"symmetric_{k}" for k in clients)),
    }


def test_a_small_shift_and_other_sizes(agency):
    """Level within a twentieth of the height; sizes and distances from the middle are not graded."""
    deck = full_deck()
    deck.client(1).boxes["right"].y += 240000
    deck.client(2).boxes["right"] = Image(6000000, 2050000, 1800000, 1500000, other(2))
    assert agency.lost(deck) == {}


@pytest.mark.fault("slides_30/own-5")
def test_a_second_picture_on_the_title_slide(agency):
    """A logo, or a background behind everything, does not take the featured one's place."""
    deck = full_deck()
    deck.opening.boxes = {"backdrop": Image(0, 0, 9144000, 5143500, other(50)), **deck.opening.boxes}
    deck.opening.boxes["logo"] = Image(100000, 100000, 500000, 400000, other(51))
    results = agency.grade(deck)
    assert results.differing() == {}
    assert results.brief("featured_image")[1] == DET


def test_links_behind_words_and_in_a_table_of_the_last_slide(agency):
    """The addresses may stand behind the names."""
    deck = full_deck()
    named = {name: article(title) for name, title in people(1)[1:]}
    text = "\n".join([*named, "Our photographer"])
    deck.sheets[-1].boxes["links"] = Box(
        300000, 300000, 8500000, 4400000, text, links={**named, "Our photographer": STUDIO}
    )
    assert agency.lost(deck) == {}


def test_the_links_are_not_on_the_last_slide(agency):
    """They were to be there; a closing slide behind them has none."""
    deck = full_deck()
    deck.sheets.append(Sheet({"thanks": Box(300000, 300000, 8500000, 900000, "Thank you")}))
    assert agency.lost(deck) == {
        **failed(DET, "client_urls", "photographer_url"),
        **missing_dependency("photographer_city"),
    }


def test_visits_of_other_pages_between(agency):
    """Searches and repeated visits do not matter; a search for somebody is no visit to the article."""
    deck = full_deck()
    search = "https://en.wikipedia.org/w/index.php?search=Mayim+Bialik"
    more = [search, "https://www.google.com/search?q=tom+hanks", *deck.visited, *deck.visited]
    assert agency.lost(agency.changed(visited=more)) == {}
    without = [url for url in more if not url.endswith("Mayim_Bialik")]
    assert agency.lost(agency.changed(visited=without)) == partly(VISIT, visit_clients=8)


def test_two_slides_of_one_client(agency):
    """The first one counts."""
    deck = full_deck()
    again = client_sheet(1, people(1)[1][0])
    again.boxes = {}
    deck.sheets.insert(5, again)
    assert agency.lost(deck) == {}


def other_order(raw):
    """In front and behind do not matter where nothing lies over anything."""
    for slide in raw["slides"]:
        slide["pageElements"].reverse()


def other_ids(raw):
    return json.loads(json.dumps(raw).replace("slide_", "page-x"))


def all_in_groups(raw):
    for number, slide in enumerate(raw["slides"]):
        shift = {"scaleX": 2, "scaleY": 2, "translateX": -70000, "translateY": 40000, "unit": "EMU"}
        for one in slide["pageElements"]:
            place = one["transform"]
            halved = {key: place[key] / 2 for key in ("scaleX", "scaleY") if key in place}
            x, y = place.get("translateX", 0), place.get("translateY", 0)
            one["transform"] = {**halved, "translateX": (x + 70000) / 2, "translateY": (y - 40000) / 2, "unit": "EMU"}
        group = {"children": slide["pageElements"]}
        slide["pageElements"] = [{"objectId": f"group_{number}", "transform": shift, "elementGroup": group}]


def twice_as_large(raw):
    for side in ("width", "height"):
        raw["pageSize"][side]["magnitude"] *= 2
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for key in ("scaleX", "scaleY", "translateX", "translateY"):
                if key in one["transform"]:
                    one["transform"][key] *= 2


@pytest.mark.parametrize("change", [other_order, other_ids, all_in_groups, twice_as_large])
def test_what_does_not_matter(agency, change):
    assert agency.lost(agency.changed(change)) == {}


def test_a_rendition_that_only_a_judge_can_tell(agency):
    """A close crop of Wikipedia's picture is that picture; without a judge it is open what is where."""

    def edit(raw):
        for name, others in (("slide_1_picture", "slide_5_right"), ("slide_2_left", "slide_6_right")):
            element(raw, name)["image"]["contentUrl"] = element(raw, others)["image"]["contentUrl"]

    cropped = agency.changed(edit)
    results = agency.grade(cropped, [{"key": "wikipedia_picture", "answer": True}, *YES])
    assert results.differing() == {}
    assert {results.brief(slug)[1] for slug in ("featured_image", "wiki_left_1")} == {LLM}
    open_ = ("featured_image", "featured_top_right", "featured_majority", "wiki_left_1")
    others = [f"other_right_{k}" for k in range(1, 10)]
    assert agency.lost(cropped, NoJudge()) == ungraded(*open_, *others, "photographer_url", "photographer_city")
