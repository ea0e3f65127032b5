"""What people see of the slides, and what they do not."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.elements import HIDDEN, at, blank, box, framed, image, remove, restyled, word_art

from .building import (
    DET,
    HEIGHT,
    LLM,
    SPATIAL,
    TITLE,
    WIDTH,
    YES,
    element,
    of_client,
    people,
    retext,
)

BELOW = at("title", 150000, 4400000, 8800000, 600000)
NO_LINKS = {
    **partly(DET, client_urls=0),
    **failed(DET, "photographer_url"),
    **missing_dependency("photographer_city"),
}


def without_placeholders(raw, captions=False):
    """Names in text boxes that come last, perhaps after two captions with the name."""
    for k, (name, _) in enumerate(people(1)[1:], 2):
        remove(raw, f"slide_{k}_title")
        said = raw["slides"][k - 1]["pageElements"]
        if captions:
            said.append(box(at(f"left{k}", 600000, 4400000, 3600000, 400000), f"{name} (Wikipedia)", 12))
            said.append(box(at(f"right{k}", 4944000, 4400000, 3600000, 400000), f"{name} – proposed", 12))
        said.append(box(at(f"name{k}", 300000, 150000, 8500000, 700000), name, 28))


def with_agenda(raw):
    names = "\n".join(name for name, _ in people(1)[1:])
    told = [box(at("head", 300000, 100000, 8000000, 500000), "Our clients", 28)]
    told.append(box(at("list", 300000, 700000, 8000000, 4000000), names, 14))
    raw["slides"].insert(1, {"objectId": "agenda", "pageElements": told})


@pytest.mark.parametrize("place", [0, 4, 11])
def test_empty_slides_are_none(agency, place):
    assert agency.lost(agency.changed(lambda raw: raw["slides"].insert(place, blank()))) == {}


@pytest.mark.parametrize("made", [box, framed, word_art])
def test_a_title_in_any_kind_of_box(agency, made):
    def edit(raw):
        remove(raw, "slide_1_title")
        raw["slides"][0]["pageElements"].append(made(BELOW, TITLE))

    assert agency.lost(agency.changed(edit)) == {}


def test_a_title_over_two_boxes(agency):
    def edit(raw, rest="Wikipedia headshots"):
        retext(raw, "slide_1_title", "Why we need new")
        raw["slides"][0]["pageElements"].append(box(at("rest", 150000, 4750000, 8000000, 300000), rest))

    assert agency.lost(agency.changed(edit)) == {}
    assert agency.lost(agency.changed(lambda raw: edit(raw, "headshots"))) == failed(DET, "title_text")


def test_a_title_with_a_line_below_it_in_its_box(agency):
    def edit(raw):
        more = box(BELOW, "A proposal")["shape"]["text"]["textElements"]
        element(raw, "slide_1_title")["shape"]["text"]["textElements"] += more
        restyled(element(raw, "slide_1_title"), fontSize={"magnitude": 24, "unit": "PT"})

    assert agency.lost(agency.changed(edit)) == {}


def test_the_title_elsewhere_is_not_the_title(agency):
    def edit(raw):
        retext(raw, "slide_1_title", "New headshots")
        raw["slides"][0]["pageElements"].append(box(at("more", 150000, 4750000, 8000000, 300000), TITLE))

    assert agency.lost(agency.changed(edit)) == failed(DET, "title_text")


@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("slide_1_title", failed(DET, "title_text")),
        ("slide_3_title", missing_dependency(*of_client(2))),
        ("slide_11_links", NO_LINKS),
    ],
)
def test_hidden_texts(agency, hide, name, lost):
    assert agency.lost(agency.changed(lambda raw: hide(element(raw, name)))) == lost


def test_what_only_the_notes_say(agency):
    def edit(raw):
        remove(raw, "slide_1_title")
        raw["slides"][0]["slideProperties"]["notesPage"] = {"pageElements": [box(BELOW, TITLE)]}

    assert agency.lost(agency.changed(edit)) == failed(DET, "title_text")


def test_the_featured_picture_as_the_background(agency):
    """It is there, and large, but not at the top right."""

    def edit(raw):
        fill = {"stretchedPictureFill": {"contentUrl": element(raw, "slide_1_picture")["image"]["contentUrl"]}}
        remove(raw, "slide_1_picture")
        raw["slides"][0].setdefault("pageProperties", {})["pageBackgroundFill"] = fill

    assert agency.lost(agency.changed(edit)) == failed(SPATIAL, "featured_top_right")


def test_a_picture_behind_everything_is_on_neither_side(agency):
    def edit(raw):
        for slide in raw["slides"][1:-1]:
            page = at(f"{slide['objectId']}_behind", 0, 0, WIDTH, HEIGHT)
            url = element(raw, "slide_2_left")["image"]["contentUrl"]
            slide["pageElements"].insert(0, image(page, url))

    assert agency.lost(agency.changed(edit)) == {}


def test_a_picture_that_lets_everything_through(agency):
    def edit(raw):
        element(raw, "slide_4_left")["image"]["imageProperties"] = {"transparency": 1.0}

    assert agency.lost(agency.changed(edit)) == {**failed(DET, "wiki_left_3"), **missing_dependency("symmetric_3")}


def test_crops(agency):
    def cropped(**sides):
        def edit(raw):
            element(raw, "slide_4_left")["image"]["imageProperties"] = {"cropProperties": sides}

        return agency.lost(agency.changed(edit))

    assert cropped(leftOffset=0.2, topOffset=0.2) == {}
    assert cropped(leftOffset=0.7, topOffset=0.7) == failed(LLM, "wiki_left_3")


def test_captions_with_the_name(agency):
    assert agency.lost(agency.changed(lambda raw: without_placeholders(raw, captions=True))) == {}


def test_a_list_of_clients_is_nobodys_slide(agency):
    def listed(raw, captions):
        without_placeholders(raw, captions)
        with_agenda(raw)

    assert agency.lost(agency.changed(lambda raw: listed(raw, captions=False))) == {}
    assert agency.lost(agency.changed(lambda raw: listed(raw, captions=True))) == {}

    def lacking(raw):
        listed(raw, captions=False)
        del raw["slides"][6]

    assert agency.lost(agency.changed(lacking)) == missing_dependency(*of_client(5))


def test_a_slide_that_announces_a_client(agency):
    """Of two slides of a client the one with pictures counts."""

    def edit(raw):
        head = box(at("head", 300000, 2000000, 8000000, 900000), "Nathan Wolfe", 40, "TITLE")
        raw["slides"].insert(3, {"objectId": "announced", "pageElements": [head]})

    assert agency.lost(agency.changed(edit)) == {}


def test_a_title_placeholder_at_the_bottom(agency):
    def edit(raw):
        element(raw, "slide_3_title")["transform"]["translateY"] = 4300000

    assert agency.lost(agency.changed(edit)) == failed(SPATIAL, "name_top_2")


def test_names_of_other_slides(agency):
    def edit(raw):
        retext(raw, "slide_2_title", "Carla Pugh")
        retext(raw, "slide_3_title", "Susan McConnell")

    assert agency.lost(agency.changed(edit)) == failed(LLM, "wiki_left_1", "wiki_left_2")
    alike = [{"key": "wikipedia_picture", "answer": True}, *YES]
    assert agency.lost(agency.changed(edit), alike) == {}


def test_links_that_only_look_right(agency):
    def at_host(host):
        def edit(raw):
            for part in element(raw, "slide_11_links")["shape"]["text"]["textElements"]:
                run = part.get("textRun", {"content": ""})
                if "Nathan_Wolfe" in run["content"]:
                    run["content"] = run["content"].replace("en.wikipedia.org", host)
                    run["style"]["link"]["url"] = run["content"].strip()

        return agency.lost(agency.changed(edit))

    assert at_host("en.wikipedia.org") == {}
    assert at_host("de.wikipedia.org") == partly(DET, client_urls=8)
    assert at_host("en.wikipedia.org.example.org") == partly(DET, client_urls=8)
