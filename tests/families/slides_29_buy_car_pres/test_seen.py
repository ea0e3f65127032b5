"""What nobody sees earns nothing; what is seen in an odd way counts."""

import pytest
from familykit import failed, missing_dependency

from .building import DET, FUZZY, LLM, SPATIAL, element, full_deck, page_of, reword, rules, runs
from .test_faults import at, removed, size, text

WHITE = {"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}
UNSAID = {
    **failed(DET, "price_matches_2", "mpg_matches_2", "hp_matches_2", "review_url_2"),
    **missing_dependency("review_visit_2", "rating_matches_2"),
}


def white(raw, name):
    for run in runs(element(raw, name)):
        run["style"]["foregroundColor"] = WHITE


def tiny(raw, name):
    for run in runs(element(raw, name)):
        run["style"]["fontSize"] = {"magnitude": 1, "unit": "PT"}


def away(raw, name):
    element(raw, name)["transform"].update(translateX=20000000, translateY=0)


@pytest.mark.parametrize("hide", [white, tiny, away])
@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("slide_1_title", {**failed(DET, "title_match"), **missing_dependency("title_font_30pt")}),
        ("slide_3_stats", UNSAID),
        ("slide_7_best", failed(DET, "best_price", "best_mpg", "best_hp", "best_rating")),
    ],
)
def test_text_that_nobody_sees(yard, hide, name, lost):
    assert yard.lost(yard.edited(lambda raw: hide(raw, name))) == lost


def see_through(raw):
    element(raw, "slide_3_image")["image"]["imageProperties"] = {"transparency": 1}


@pytest.mark.parametrize("hide", [see_through, lambda raw: away(raw, "slide_3_image")])
def test_a_picture_that_nobody_sees(yard, hide):
    assert yard.lost(yard.edited(hide)) == {
        **failed(DET, "correct_picture_2"),
        **failed(SPATIAL, "picture_half_2"),
        **missing_dependency("picture_clear_of_text_2"),
    }


def behind(page, url):
    page.setdefault("pageProperties", {})["pageBackgroundFill"] = {"stretchedPictureFill": {"contentUrl": url}}


@pytest.mark.fault("slides_29/own-6")
def test_a_picture_as_the_background(yard):
    """It is the car's, and large; the text lies on it. That of the theme is nobody's picture."""

    def url(raw):
        return element(raw, "slide_3_image")["image"]["contentUrl"]

    def own(raw):
        behind(raw["slides"][2], url(raw))
        removed(raw, "slide_3_image")

    def decoration(raw):
        behind(raw["masters"][0], url(raw))
        raw["slides"].append(
            {"objectId": "blank", "pageElements": []} | {"slideProperties": raw["slides"][0]["slideProperties"]}
        )

    def decoration_alone(raw):
        behind(raw["masters"][0], url(raw))
        removed(raw, "slide_3_image")

    assert yard.lost(yard.edited(own)) == failed(SPATIAL, "picture_clear_of_text_2")
    assert yard.lost(yard.edited(decoration)) == {}
    assert yard.lost(yard.edited(decoration_alone)) == {
        **failed(DET, "correct_picture_2"),
        **failed(SPATIAL, "picture_half_2"),
        **missing_dependency("picture_clear_of_text_2"),
    }


def titles_in_plain_boxes(raw):
    for number in range(1, 8):
        del element(raw, f"slide_{number}_title")["shape"]["placeholder"]
        for run in runs(element(raw, f"slide_{number}_title")):
            run["style"].setdefault("fontSize", {"magnitude": 40, "unit": "PT"})


def right_to_left(raw):
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for part in one.get("shape", {}).get("text", {}).get("textElements", []):
                if "paragraphMarker" in part:
                    part["paragraphMarker"].setdefault("style", {})["direction"] = "RIGHT_TO_LEFT"


def mirrored(raw):
    image = element(raw, "slide_3_image")["transform"]
    image.update(scaleX=-image.get("scaleX", 1), translateX=5600000)


def links_behind_words(raw):
    for number in range(2, 7):
        for run in runs(element(raw, f"slide_{number}_stats")):
            if "kbb.com" in run["content"]:
                run["content"] = "Reviews\n"


def links_through_a_redirect(raw):
    for run in runs(element(raw, "slide_3_stats")):
        if link := run["style"].get("link"):
            link["url"] = f"https://www.google.com/url?q={link['url']}&sa=D"


def title_in_two_paragraphs(raw):
    first, *_ = runs(element(raw, "slide_1_title"))
    parts = [
        {"textRun": {"content": f"{words}\n", "style": first["style"]}}
        for words in ("Comparing Different Cool", "Cars to Buy")
    ]
    marker = {"paragraphMarker": {}}
    element(raw, "slide_1_title")["shape"]["text"]["textElements"] = [marker, parts[0], marker, parts[1]]


def blank_slide_between(raw):
    raw["slides"].insert(3, {"objectId": "blank", "pageElements": []})


def white_text_on_a_dark_bar_of_the_master(raw):
    fill = {"shapeBackgroundFill": {"solidFill": {"color": {"rgbColor": {}}}}}
    shape = {"shapeType": "RECTANGLE", "shapeProperties": fill}
    bar = {"objectId": "bar", "size": size(9144000, 800000), "transform": at(0, 0), "shape": shape}
    raw["masters"][0]["pageElements"].append(bar)
    for number in range(2, 7):
        white(raw, f"slide_{number}_title")


@pytest.mark.parametrize(
    "change",
    [
        titles_in_plain_boxes, right_to_left, mirrored, links_behind_words, links_through_a_redirect,
        title_in_two_paragraphs, blank_slide_between, white_text_on_a_dark_bar_of_the_master,
    ],
)  # fmt: skip
def test_odd_but_right(yard, change):
    assert yard.lost(yard.edited(change)) == {}


@pytest.mark.parametrize(
    "url", ["https://www.kbb.com.example.net/toyota/sienna/2023/consumer-reviews/", "https://notkbb.com/a/review/"]
)
def test_hosts_that_look_alike(yard, url):
    def edit(raw):
        for run in runs(element(raw, "slide_3_stats")):
            if link := run["style"].get("link"):
                link["url"], run["content"] = url, "reviews\n"

    assert yard.lost(yard.edited(edit)) == {
        **failed(DET, "review_url_2"),
        **missing_dependency("review_visit_2", "rating_matches_2"),
    }


@pytest.mark.fault("slides_29/own-7")
@pytest.mark.parametrize("written", ["\u20ac33,900", "C$33,900", "33,900 AUD", "\u00a333.900"])
def test_prices_in_other_currencies(yard, written):
    deck = full_deck()
    deck.cars[2].price = written
    snapshot = yard.edited(lambda raw: reword(element(raw, "slide_4_stats"), "$33,900", written))
    assert yard.lost(snapshot, rules(deck)) == failed(DET, "price_matches_3")


def test_engines_and_years_are_no_figures(yard):
    """Where KBB's page does not say, the slide's own figure chooses the winner."""
    deck = full_deck()
    deck.cars[1].mpg, deck.cars[2].hp = "2023: 36 mpg", "3.5L V6, 290 hp"
    deck.pages |= {page_of(1, 1): 503, page_of(1, 2): 503}

    def edit(raw):
        reword(element(raw, "slide_3_stats"), "36 mpg combined", deck.cars[1].mpg)
        reword(element(raw, "slide_4_stats"), "290 hp", deck.cars[2].hp)

    lost = yard.lost(yard.surfed(deck, edit), rules(deck))
    assert {slug for slug in lost if slug.startswith("best")} == set()
    assert {outcome for outcome, _, _ in lost.values()} == {"error"}


@pytest.mark.fault("slides_29/F4")
def test_the_page_of_the_very_model_before_one_of_a_longer_name(yard):
    """Whatever was visited last."""
    deck = full_deck()
    hybrid = "https://www.kbb.com/toyota/sienna-hybrid/2023/"
    deck.visited.append(hybrid)
    deck.pages[hybrid] = deck.pages[page_of(1, 1)].replace("37,185", "47,185").replace("245", "345")
    wrong = {"price": 47185, "combined": 36, "city": 36, "highway": 36, "hp": 345}
    deck.rules = [{"key": "kbb*", "contains": "47,185", "answer": wrong}]
    assert yard.lost(yard.surfed(deck), rules(deck)) == {}
    deck.visited.remove(page_of(1, 1))
    lost = yard.lost(yard.surfed(deck), rules(deck))
    assert lost == {**failed(FUZZY, "price_matches_2", "hp_matches_2"), **failed(LLM, "best_hp")}


def test_two_cars_with_each_others_figures(yard):
    deck = full_deck()
    first, second = deck.cars[0], deck.cars[1]
    first.price, second.price = second.price, first.price
    first.hp, second.hp = second.hp, first.hp
    assert yard.lost(deck) == failed(FUZZY, "price_matches_1", "price_matches_2", "hp_matches_1", "hp_matches_2")


def test_an_empty_box_of_text_is_no_title(yard):
    def edit(raw):
        empty = {"objectId": "empty", "size": size(3000000, 300000), "transform": at(0, 0)}
        raw["slides"][1]["pageElements"].insert(0, empty | {"shape": {"text": text(" \u200b")}})

    assert yard.lost(yard.edited(edit)) == {}
