"""No judge, pages and pictures that fail, odd and damaged decks: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.hostile import corruptions

from pytest_knows.evidence import urls
from pytest_knows.judge import NoJudge

from .building import (
    ARTICLE,
    CAR,
    DET,
    LLM,
    STEPS,
    STRUCT,
    SUMMARY,
    element,
    full_deck,
    page_of,
    reviews_of,
    rules,
    runs,
)

CARS = range(1, 6)
TRUE = ("price_matches", "mpg_matches", "hp_matches")
DECIDED = ("picture_half", "picture_clear_of_text", "review_url")
"""What needs neither judge nor page."""


def cars(*slugs):
    return [f"{slug}_{number}" for number in CARS for slug in slugs]


@pytest.mark.fault("slides_29/own-3")
def test_without_a_judge(yard):
    """Sizes, places and links are told without one; which page was to be visited goes with the link."""
    lost = yard.lost(yard.full(), NoJudge())
    judged = [slug for slug in CAR if slug not in (*DECIDED, "review_visit")]
    assert lost == ungraded("article_visit", "five_car_slides", *cars(*judged), *SUMMARY)


def test_a_judge_that_does_not_answer(yard):
    lost = yard.lost(yard.full(), ())
    judged = [slug for slug in CAR if slug not in (*DECIDED, "review_visit")]
    assert lost == world_error("article_visit", "five_car_slides", *cars(*judged), *SUMMARY)


def test_a_judge_that_refuses_everything(yard):
    no = [dict(rule, answer=False) if rule["answer"] is True else rule for rule in rules(full_deck())]
    judged = cars("correct_picture", "rating_matches")
    results = yard.grade(yard.full(), [{"key": "is_model", "answer": False}, *no])
    assert results.differing() == failed(LLM, "article_visit", "five_car_slides", "summary_title", *judged)


def test_without_a_trace(yard):
    """What was visited is not known."""
    snapshot = yard.bench.again(yard.full(), pages=full_deck().pages, visited=None)
    lost = yard.lost(snapshot)
    needing = cars("kbb_visit", *TRUE, "review_visit", "rating_matches")
    blamed = {slug for slug in lost if lost[slug][0] != "failed"}
    assert blamed == set(lost)
    assert blamed == {"article_visit", *needing, "best_price", "best_mpg", "best_hp", "best_rating"}


def test_without_pages(yard):
    """The winners are then those of the slides' own figures."""
    deck = full_deck()
    deck.pages = {}
    assert yard.lost(yard.surfed(deck)) == world_error("article_visit", *cars(*TRUE, "rating_matches"))


@pytest.mark.parametrize("answer", [403, 429, 503, {"error": "timed out"}, "<html><body>Please wait</body></html>"])
def test_pages_that_refuse(yard, answer):
    deck = full_deck()
    deck.pages |= {ARTICLE: answer, page_of(1, 1): answer, reviews_of(1, 2): answer}
    snapshot = yard.surfed(deck)
    expected = world_error("article_visit", *(f"{slug}_2" for slug in TRUE), "rating_matches_3")
    assert yard.lost(snapshot) == expected


def test_pages_that_deny_access(yard):
    deck = full_deck()
    denied = (
        "<html><body><h1>Access Denied</h1><p>" + "You do not have permission to see this. " * 10 + "</p></body></html>"
    )
    deck.pages[page_of(1, 1)] = denied
    assert yard.lost(yard.surfed(deck)) == world_error(*(f"{slug}_2" for slug in TRUE))


def test_archived_copies(yard):
    deck = full_deck()
    wanted = (ARTICLE, page_of(1, 1), reviews_of(1, 2))
    deck.pages |= {urls.archived(url): deck.pages[url] for url in wanted}
    deck.pages |= dict.fromkeys(wanted, 503)
    snapshot = yard.surfed(deck)
    assert {urls.archived(url) for url in wanted} <= set(yard.bench.named(snapshot))
    assert yard.lost(snapshot) == {}


@pytest.mark.parametrize("answer", [404, 410, {"error": "dns: the host does not exist"}])
def test_pages_that_are_gone(yard, answer):
    """The agent visited the car's page, hence it was there; the link to reviews is the agent's."""
    deck = full_deck()
    deck.pages |= dict.fromkeys((ARTICLE, page_of(1, 1), reviews_of(1, 2)), answer)
    assert yard.lost(yard.surfed(deck)) == {
        **world_error("article_visit", *(f"{slug}_2" for slug in TRUE)),
        **failed(DET, "rating_matches_3"),
    }


def test_no_figure_anywhere_and_no_page(yard):
    """A winner that cannot be told for want of a page is the world's fault, else the agent's."""
    deck = full_deck()
    for car in deck.cars:
        car.hp = ""
    gone = dict.fromkeys((page_of(1, n) for n in range(5)), 503)
    read = yard.surfed(deck)
    assert yard.lost(read, rules(deck)) == failed(DET, *cars("hp_matches"))
    deck.pages |= gone
    lost = yard.lost(yard.surfed(deck), rules(deck))
    assert lost == {**failed(DET, *cars("hp_matches")), **world_error(*cars(*TRUE[:2]), "best_hp")}
    deck.visited = [url for url in deck.visited if url not in gone and "review" not in url]
    lost = yard.lost(yard.surfed(deck), rules(deck))
    assert lost["best_hp"] == ("failed", "dependency_not_evaluated", 0)
    assert lost["price_matches_1"] == ("failed", "dependency_not_evaluated", 0)


def test_pictures_that_were_not_recorded(yard):
    def edit(raw):
        element(raw, "slide_3_image")["image"]["contentUrl"] = "https://gone.example.org/b.png"

    assert yard.lost(yard.edited(edit)) == world_error("correct_picture_2")


# -- Tiny, huge, damaged -----------------------------------------------------------------------------------------------


def whole(results):
    """Every step is reported, with its points, and none by a fault of ours."""
    assert (tuple(results), results.maximum) == (STEPS, 68)
    assert not [result.reason for result in results.values() if "a fault in the rubric" in result.reason]
    return results


def test_one_slide_and_two(yard):
    def cut(number):
        def edit(raw):
            del raw["slides"][number:]

        return yard.lost(yard.edited(edit))

    assert whole(yard.grade(yard.full())).points == 68
    assert cut(1) == failed(STRUCT, *STEPS[3:])
    assert cut(2) == {**failed(STRUCT, *STEPS[4:]), "five_car_slides": ("failed", LLM, 1)}


@pytest.mark.parametrize("raw", [[], 3, {"slides": 3}, {"slides": [None, {"pageElements": [[], 7]}, {}, {}]}])
def test_no_deck_in_the_json(yard, raw):
    results = whole(yard.grade(yard.edited(lambda _: raw)))
    assert results.differing() == {
        **failed(DET, "title_match"),
        **missing_dependency("title_font_30pt"),
        **failed(STRUCT, *STEPS[3:]),
    }


def test_a_deck_of_300_slides(yard):
    def edit(raw):
        more = []
        for number in range(293):
            more.append(json.loads(json.dumps(raw["slides"][1 + number % 5]).replace("slide_", f"more{number}_")))
        raw["slides"][6:6] = more

    assert whole(yard.grade(yard.edited(edit))).differing() == {}


def test_malformed_decks(yard):
    for damaged in corruptions(yard.full().json("artifact/file.json"), 10, seed=29):
        whole(yard.grade(yard.edited(lambda _, damaged=damaged: damaged)))


@pytest.mark.parametrize("answer", [None, [], "x", 3, {"price": None}, {"make": 3}, {"price": ["a"], "rating": "x"}])
def test_answers_of_another_form(yard, answer):
    """A script, unlike a model, may say anything."""
    odd = [{"key": key, "answer": answer} for key in ("car*", "kbb", "review_rating", "summary", "models")]
    whole(yard.grade(yard.full(), odd + rules(full_deck())))


def test_texts_without_any_words(yard):
    def edit(raw):
        for n in range(1, 8):
            for name in (f"slide_{n}_title", f"slide_{n}_stats"):
                found = [one for one in raw["slides"][n - 1]["pageElements"] if one["objectId"] == name]
                for run in runs(found[0]) if found else ():
                    run["content"] = "\u200b \n"

    lost = yard.lost(yard.edited(edit))
    assert lost["five_car_slides"] == ("failed", STRUCT, 0)
    assert lost["summary_title"] == ("failed", DET, 0)
    assert lost["kbb_visit_1"] == ("failed", "dependency_not_evaluated", 0)
