"""The full-score deck in all five instances, and the changes of the specification: each costs exactly this."""

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip

from .building import (
    DET,
    LLM,
    SPATIAL,
    STRUCT,
    STUDIO,
    VISIT,
    VISITS,
    YES,
    article,
    element,
    full_deck,
    lead,
    links_box,
    of_client,
    people,
    retext,
    steps,
    studio_page,
)


@pytest.mark.fault("slides_30/F1")
@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(agency, instance):
    results = agency.grade(agency.full(instance))
    assert results.differing() == {}
    count = len(people(instance)) - 1
    assert (tuple(results), results.points, results.maximum) == (steps(instance), 8 + 6 * count, 8 + 6 * count)
    mechanisms = {"wiki_left": DET, "featured_image": DET, "title_text": DET, "client_urls": DET, "other_right": LLM}
    for slug, result in results.items():
        start = slug if slug in mechanisms else slug.rpartition("_")[0]
        kind = VISIT if slug in VISITS else LLM if slug.startswith("photographer") else SPATIAL
        assert result.mechanism.value == mechanisms.get(start, kind), slug
    asked = ["shows_client", "same_photo"] * count
    assert sorted(results.judge.asked) == sorted([*asked, "photographer", "photographer_city"])


def test_full_score_from_a_pptx_upload(agency, tmp_path):
    deck = full_deck()
    file = roundtrip(agency.workspace, agency.write(deck), tmp_path)
    assert agency.lost(agency.freeze(deck, file)) == {}


def test_m1_another_title(agency):
    edited = agency.changed(lambda raw: retext(raw, "slide_1_title", "Why we need Wikipedia headshots"))
    assert agency.lost(edited) == failed(DET, "title_text")


def test_m2_the_picture_at_the_top_left(agency):
    deck = full_deck()
    deck.opening.boxes["picture"].x = 0
    assert agency.lost(deck) == failed(SPATIAL, "featured_top_right")


def test_m3_a_picture_that_covers_less_than_half(agency):
    def narrow(raw):
        place = element(raw, "slide_1_picture")
        place["size"] = {
            "width": {"magnitude": 4900000, "unit": "EMU"},
            "height": {"magnitude": 4300000, "unit": "EMU"},
        }
        place["transform"] = {"scaleX": 1, "scaleY": 1, "translateX": 4244000, "unit": "EMU"}

    assert agency.lost(agency.changed(narrow)) == failed(SPATIAL, "featured_majority")


def test_m4_the_same_picture_twice(agency):
    deck = full_deck()
    deck.client(3).boxes["right"].data = lead(3)
    assert agency.lost(deck) == {**failed(DET, "other_right_3"), **missing_dependency("symmetric_3")}


def test_m5_one_picture_lower_than_the_other(agency):
    deck = full_deck()
    deck.client(5).boxes["right"].y += 400000
    assert agency.lost(deck) == failed(SPATIAL, "symmetric_5")


def test_m6_a_link_and_a_visit_that_lack(agency):
    deck = full_deck()
    links = [article(title) for name, title in people(1)[1:] if title != "Kate_Brauman"]
    deck.sheets[-1].boxes["links"] = links_box([*links, STUDIO])
    deck.visited.remove(article("Nathan_Wolfe"))
    results = agency.grade(deck)
    assert results.differing() == {**partly(DET, client_urls=8), **partly(VISIT, visit_clients=8)}
    assert results.points == 60


def test_m7_a_photographer_of_another_city(agency):
    judge = [{"key": "photographer_city", "contains": "Oakland", "answer": False}, *YES]
    elsewhere = agency.changed(pages={STUDIO: studio_page("Oakland")})
    assert agency.lost(elsewhere, judge) == failed(LLM, "photographer_city")


def test_a_blank_deck(agency):
    """A new deck has one empty slide; a deck may have none at all."""
    deck = full_deck()
    deck.sheets, deck.pages, deck.visited = [], {}, []
    of_clients = [slug for k in range(1, 10) for slug in of_client(k)]
    links = ("client_urls", "photographer_url", "photographer_city")
    beyond = {**failed(STRUCT, *of_clients, *links), **failed(VISIT, *VISITS)}
    blank = agency.freeze(deck)
    assert agency.lost(blank) == {
        **failed(DET, "title_text", "featured_image"),
        **missing_dependency("featured_top_right", "featured_majority"),
        **beyond,
    }
    nothing = agency.bench.again(blank, pages={}, visited=[], edit=lambda raw: raw.update(slides=[]))
    assert agency.lost(nothing) == {**failed(STRUCT, *steps(1)[:4]), **beyond}
