"""What the reference gets wrong about sources, pages, pictures and copies."""

import io

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.outcomes import lost as losing
from familykit.pictures import picture
from familykit.slides import Box, Image
from PIL import Image as Pillow

from pytest_knows.evidence import urls

from .building import (
    DEPENDENCY,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STRUCT,
    YES,
    bullets,
    element,
    full_deck,
    image_url,
    photo,
    retext,
    source_page,
    source_url,
)

NOT_SAME = (*YES, {"key": "same_picture", "answer": False})
SAME = (*YES, {"key": "same_picture", "answer": True})
COPIED = (*YES, {"key": "copied_items", "answer": True})


def resized(data, size, form="PNG"):
    file = io.BytesIO()
    Pillow.open(io.BytesIO(data)).resize(size).save(file, form)
    return file.getvalue()


def long_page(*paragraphs):
    return "<html><body>" + "".join(f"<p>{text}</p>" for text in paragraphs) + "</body></html>"


FILLER = "Nothing of any use is told here about weather and roads. " * 10


@pytest.mark.fault("slides_26/6")
def test_the_end_of_a_long_page_is_read(school):
    page = long_page(*[FILLER] * 100, "When the tempest came, all the oil lamps suffered.")
    snapshot = school.with_pages({source_url(1): page})
    seen = {"key": "info_from_source", "contains": "tempest", "answer": True}
    assert school.lost(snapshot, [seen, *(rule for rule in YES if rule["key"] != "info_from_source")]) == {}


@pytest.mark.fault("slides_26/6")
def test_a_page_that_does_not_say_so(school):
    unsaid = [{"key": "info_from_source", "contains": "lantern", "answer": False}, *YES]
    assert school.lost(school.full(), unsaid) == {
        **partly(LLM, info_from_source=7),
        **partly(DEPENDENCY, paraphrased=7),
    }


@pytest.mark.fault("slides_26/7")
def test_another_picture_is_not_that_one(school):
    snapshot = school.with_pages({image_url(1): picture(4711), image_url(0): picture(4712)})
    results = school.grade(snapshot, NOT_SAME)
    assert results.differing() == {**failed(LLM, "background_url"), **partly(LLM, image_url=7)}
    assert results.judge.asked.count("same_picture") == 2
    assert school.lost(snapshot, SAME) == {}


@pytest.mark.fault("slides_26/7")
def test_a_page_counts_only_if_it_shows_the_picture(school):
    """Of the pictures of a page, each is compared; the judge is asked about the nearest only."""
    page = long_page(*(f'<img src="/other/{n}.png">' for n in range(8)))
    others = {f"https://img.example.org/other/{n}.png": picture(5000 + n, (200, 150)) for n in range(8)}
    results = school.grade(school.with_pages({image_url(1): page, **others}), NOT_SAME)
    assert results.differing() == partly(LLM, image_url=7)
    assert results.judge.asked.count("same_picture") == 5
    there = {**others, "https://img.example.org/other/5.png": resized(photo(1), (170, 125))}
    results = school.grade(school.with_pages({image_url(1): page, **there}))
    assert results.differing() == {}


@pytest.mark.fault("slides_26/8")
@pytest.mark.parametrize(
    "html",
    [
        '<meta property="og:image" content="/big/1.webp">',
        '<img src="/small/1.gif" srcset="/small/1.webp 100w, /big/1.webp 340w">',
        '<picture><source srcset="/big/1.webp"><img src="/small/1.gif"></picture>',
        '<div style="background-image: url(/big/1.webp)"></div>',
        '<img data-src="/big/1.webp">',
    ],
)
def test_pictures_of_pages_however_they_are_given(school, html):
    file = io.BytesIO()
    Pillow.open(io.BytesIO(photo(1))).save(file, "WEBP", lossless=True)
    big = {"body": file.getvalue(), "content_type": "image/webp"}
    pages = {image_url(1): f"<html><body>{html}</body></html>"}
    pages["https://img.example.org/big/1.webp"] = big
    pages["https://img.example.org/small/1.gif"] = picture(4713, (120, 110), "GIF")
    assert school.lost(school.with_pages(pages)) == {}


@pytest.mark.fault("slides_26/8")
def test_the_freeze_fetches_the_pictures_of_the_pages(school):
    pages = {image_url(1): '<html><body><img src="/a/1.png"><img src="/b/1.png"></body></html>', source_url(2): 503}
    named = school.bench.named(school.with_pages(pages))
    assert {"https://img.example.org/a/1.png", "https://img.example.org/b/1.png"} <= set(named)
    assert {image_url(k) for k in range(5)} | {source_url(k) for k in range(1, 5)} <= set(named)
    assert urls.archived(source_url(2)) in named

    def one_slide(raw):
        del raw["slides"][1:]

    assert set(school.bench.named(school.edited(one_slide))) == {image_url(0)}


@pytest.mark.fault("slides_26/13")
def test_slides_without_sources_earn_nothing_for_them(school):
    deck = full_deck()
    for sheet in deck.sheets[1:-1]:
        del sheet.boxes["citation"]
    results = school.grade(deck)
    assert results.differing() == {
        **failed(SPATIAL, "citation_lower_left"),
        **missing_dependency("info_from_source", "paraphrased"),
    }


@pytest.mark.fault("slides_26/14")
def test_short_facts_are_no_copies(school):
    """Nor is one sentence of three; two of three are, if a judge says so."""
    deck = full_deck()
    body = deck.sheet(1).boxes["body"]
    body.text = "Brass lanterns of 1702\nWhale oil was burnt\n" + bullets(1)[0]
    told = "Brass lanterns of 1702. Whale oil was burnt. " + source_page(1)
    deck.pages[source_url(1)] = long_page(told)
    snapshot = school.freeze(deck)
    assert school.lost(snapshot) == {}
    deck.pages[source_url(2)] = long_page(source_page(2), bullets(2)[0])
    assert school.lost(school.bench.again(snapshot, pages=deck.pages, visited=None)) == {}
    deck.pages[source_url(2)] = long_page(source_page(2), *bullets(2)[:2])
    twice = school.bench.again(snapshot, pages=deck.pages, visited=None)
    results = school.grade(twice, COPIED)
    assert results.differing() == partly(LLM, paraphrased=7)
    assert results.judge.asked.count("copied_items") == 1
    assert school.lost(twice, [*YES, {"key": "copied_items", "answer": False}]) == {}


@pytest.mark.fault("slides_26/15")
def test_a_summary_is_compared_with_the_sources_too(school):
    deck = full_deck()
    deck.summary.boxes["text"].text += "\nPupils of today are asked to sketch those that have stood the longest"
    snapshot = school.freeze(deck)
    assert school.lost(snapshot, [*YES, {"key": "copied_summary", "answer": True}]) == failed(LLM, "summary_original")
    assert school.lost(snapshot) == world_error("summary_original"), "a judge that fails is no verdict"


@pytest.mark.fault("slides_26/15")
def test_a_summary_of_short_pieces_is_compared_as_a_whole(school):
    deck = full_deck()
    deck.summary.heading = ""
    deck.summary.boxes["text"].text = "No lantern survived;\nthe great storm;\nundamaged"
    assert school.lost(deck, [*YES, {"key": "copied_summary", "answer": True}]) == failed(LLM, "summary_original")
    deck.summary.boxes["text"].text = "Ask away!\nWhat a town"
    assert school.lost(deck) == {}
    deck.summary.heading = "Summary"
    del deck.summary.boxes["text"]
    deck.summary.boxes["picture"] = Image(0, 0, 3400000, 2500000, photo(9))
    assert school.lost(deck) == failed(DET, "summary_original")
    deck.summary.heading = ""
    assert school.lost(deck) == failed(DET, "covers_concepts", "summary_original", "engagement")


@pytest.mark.fault("slides_26/17")
def test_a_picture_is_the_background_from_seventy_percent_of_the_page(school):
    def with_picture(share):
        deck = full_deck()
        deck.opening.backdrop = None
        deck.opening.boxes = {
            "picture": Image(0, 0, 9144000 * share, 5143500, picture(31, (int(914 * share), 514))),
            **deck.opening.boxes,
        }
        deck.pages[image_url(0)] = deck.opening.boxes["picture"].data
        return deck

    assert school.lost(with_picture(0.72)) == {}
    small = with_picture(0.66)
    assert school.lost(small) == {**failed(SPATIAL, "background_image"), **missing_dependency("background_url")}
    del small.opening.boxes["picture"]
    assert school.lost(small) == {**failed(STRUCT, "background_image"), **missing_dependency("background_url")}


@pytest.mark.fault("slides_26/17")
def test_the_background_may_be_the_layouts(school):
    def inherited(raw):
        properties = raw["slides"][0]["pageProperties"]
        layout = raw["slides"][0]["slideProperties"]["layoutObjectId"]
        for page in raw["layouts"]:
            if page["objectId"] == layout:
                page["pageProperties"]["pageBackgroundFill"] = properties["pageBackgroundFill"]
        properties["pageBackgroundFill"] = {"propertyState": "INHERIT"}

    assert school.lost(school.edited(inherited)) == {}


@pytest.mark.fault("slides_26/17")
def test_the_source_of_a_background_that_does_not_fit(school):
    """It is worth one point, and not passed."""
    unfit = [{"key": "background", "answer": False}, *YES]
    assert school.lost(school.full(), unfit) == {
        **failed(LLM, "background_image"),
        **losing("failed", DET, "background_url", points=1),
    }
    deck = full_deck()
    del deck.opening.boxes["credit"]
    assert school.lost(deck) == {**failed(SPATIAL, "background_credit"), **missing_dependency("background_url")}


@pytest.mark.fault("slides_26/18")
def test_pictures_of_print_colours(school):
    file = io.BytesIO()
    Pillow.open(io.BytesIO(photo(1))).convert("CMYK").save(file, "JPEG", quality=95)
    deck = full_deck()
    deck.sheet(1).boxes["picture"].data = file.getvalue()
    deck.pages[image_url(1)] = {"body": file.getvalue(), "content_type": "image/jpeg"}
    assert school.lost(deck) == {}


@pytest.mark.fault("slides_26/18")
def test_an_answer_that_is_neither_yes_nor_no(school):
    wordy = [{"key": "engagement", "answer": "yes and no"}, *YES]
    assert school.lost(school.full(), wordy) == world_error("engagement")


@pytest.mark.fault("slides_26/19")
def test_any_mercury_will_do(school):
    told = [{"key": "background", "contains": "the planet, the element or the god", "answer": True}, *YES[1:]]
    assert school.lost(school.full(), told) == {}
    assert school.lost(school.full(1), told) == world_error("background_image", "background_url")


def test_alternative_texts_name_sources(school):
    """They serve where no text beneath the picture does."""
    deck = full_deck()
    del deck.sheet(1).boxes["credit"]
    deck.sheet(1).boxes["picture"].alt = f"A quay, from {image_url(1)}"
    assert school.lost(deck) == partly(SPATIAL, image_credit=7)


def test_the_credit_may_stand_apart(school):
    """Too large for a credit; its address is the nearest below the picture."""

    def larger(raw):
        for part in element(raw, "slide_2_credit")["shape"]["text"]["textElements"]:
            if "textRun" in part:
                part["textRun"]["style"]["fontSize"] = {"magnitude": 20, "unit": "PT"}

    lost = school.lost(school.edited(larger))
    assert lost == {**partly(SPATIAL, image_credit=7, content_left=7)}


def test_a_picture_twice(school):
    deck = full_deck()
    deck.sheet(2).boxes["picture"].data = resized(photo(1), (170, 125))
    deck.pages[image_url(2)] = photo(1)
    assert school.lost(deck) == partly(FUZZY, images_unique=7)


def test_a_heading_twice(school):
    deck = full_deck()
    deck.sheet(2).heading = "Lanterns of the  Harbour"
    assert school.lost(deck) == partly(DET, unique_headings=7)
    bad = [{"key": "unique_headings", "contains": "Markets", "answer": False}, *YES]
    assert school.lost(deck, bad) == partly(LLM, unique_headings=7)


def test_a_picture_that_is_a_link_itself(school):
    """It serves where no text does; so does the alternative text of another picture of the slide."""
    deck = full_deck()
    del deck.sheet(1).boxes["credit"], deck.sheet(2).boxes["credit"]
    deck.sheet(2).boxes["icon"] = Image(100000, 100000, 340000, 250000, photo(3), alt=f"Quay: {image_url(2)}")

    def linked(raw):
        element(raw, "slide_2_picture")["image"]["imageProperties"]["link"] = {"url": image_url(1)}

    snapshot = school.bench.freeze(school.write(deck), 5, pages=deck.pages, edit=linked)
    assert school.lost(snapshot) == partly(SPATIAL, image_credit=5)


NAMED = (
    "Photo by Ann Lee", "Illustration courtesy of the museum", "Image: NASA, 1999", "Credits – harbour museum",
    "via the town", "Photograph from the archive", "PICTURE CREDIT Lee", "example.org/a",
)  # fmt: skip
NOT_NAMED = ("Image of the planet", "Accredited: yes", "Sources of light", "Picture: the quay", "Via", "e.g. that one")
CITED = ("Cited in the harbour book", "References — Harbour Book", "Source from the town hall", "science.example.org")
NOT_CITED = ("Sources of light", "Resource: none", "It is cited often", "Photo by Ann Lee")


@pytest.mark.fault("slides_26/9")
def test_what_names_a_source(school):
    """No link but for what is written: so much the wording itself decides."""
    deck = full_deck()
    deck.sheet(1).boxes["credit"] = Box(5200000, 3800000, 3400000, 300000, "x", size=10)
    deck.sheet(1).boxes["citation"] = Box(300000, 4600000, 3800000, 300000, "x", size=10)
    base = school.freeze(deck)

    def passed(name, text, slug):
        def edit(raw):
            retext(element(raw, name), text)

        results = school.grade(school.bench.again(base, pages=deck.pages, visited=None, edit=edit))
        return results[slug].outcome.value == "passed"

    for texts, expected in ((NAMED, True), (NOT_NAMED, False)):
        assert [passed("slide_2_credit", text, "image_credit") for text in texts] == [expected] * len(texts)
    for texts, expected in ((CITED, True), (NOT_CITED, False)):
        assert [passed("slide_2_citation", text, "citation_lower_left") for text in texts] == [expected] * len(texts)
