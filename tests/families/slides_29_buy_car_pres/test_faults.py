"""What the reference gets wrong, and what is right."""

import copy

import pytest
from familykit import failed, missing_dependency, world_error
from familykit.outcomes import lost as losing
from familykit.slides import Box

from pytest_knows.evidence import urls

from .building import (
    ARTICLE,
    CAR,
    DET,
    FUZZY,
    LLM,
    SPATIAL,
    STRUCT,
    SUMMARY,
    TITLE,
    WEB,
    Plain,
    element,
    full_deck,
    html,
    of_car,
    page_of,
    photo,
    review_page,
    reviews_of,
    reword,
    rules,
    runs,
    vehicle_page,
)


def linked(raw, name, *urls):
    """The words of a shape's last runs are linked to these addresses; other links are gone."""
    for run in runs(element(raw, name)):
        run["style"].pop("link", None)
        if "kbb.com" in run["content"]:
            run["content"] = "see there\n"
    parts = element(raw, name)["shape"]["text"]["textElements"]
    for url in urls:
        parts.append({"textRun": {"content": "here ", "style": {"link": {"url": url}}}})


def retitled(raw, name, text):
    one = element(raw, name)
    runs(one)[0]["content"] = text + "\n"


@pytest.mark.fault("slides_29/F1")
def test_reviews_on_kbb_before_other_sites(yard):
    def credit_first(raw):
        parts = element(raw, "slide_3_stats")["shape"]["text"]["textElements"]
        url = "https://www.caranddriver.com/toyota/sienna"
        parts.insert(1, {"textRun": {"content": "Image ", "style": {"link": {"url": url}}}})

    assert yard.lost(yard.edited(credit_first)) == {}


@pytest.mark.fault("slides_29/F1")
def test_which_links_lead_to_reviews(yard):
    def lost(*urls):
        return yard.lost(yard.edited(lambda raw: linked(raw, "slide_3_stats", *urls)))

    nothing = {
        **failed(DET, "review_url_2"),
        **missing_dependency("review_visit_2", "rating_matches_2"),
    }
    assert lost("https://news.example.org/sienna-review") == nothing
    assert lost("https://file.kbb.com/kbb/photo.jpg") == nothing
    odyssey, sienna = reviews_of(1, 0), reviews_of(1, 1)
    assert lost(odyssey, sienna) == {}
    assert lost(page_of(1, 1), sienna) == {}


@pytest.mark.fault("slides_29/F2")
def test_of_several_known_sites_the_first_link_counts(yard):
    first, second = "https://www.edmunds.com/toyota/sienna/2023/", "https://www.cars.com/research/toyota-sienna-2023/"
    deck = full_deck()
    deck.pages[first] = review_page(1, 1)
    deck.visited.append(first)

    def lost(*urls):
        return yard.lost(yard.surfed(deck, lambda raw: linked(raw, "slide_3_stats", *urls)))

    assert lost(first, second) == {}
    assert lost(second, first) == {**failed(WEB, "review_visit_2"), **world_error("rating_matches_2")}


@pytest.mark.fault("slides_29/F3")
def test_prose_holds_no_links(yard):
    def edit(raw):
        for run in runs(element(raw, "slide_3_stats")):
            run["style"].pop("link", None)
            run["content"] = run["content"].replace(reviews_of(1, 1), "rated 4.3.It has much room, cars.Com aside")

    assert set(yard.lost(yard.edited(edit))) == {"review_url_2", "review_visit_2", "rating_matches_2"}

    def bare(raw):
        reword(element(raw, "slide_3_stats"), "https://www.", "")
        for run in runs(element(raw, "slide_3_stats")):
            run["style"].pop("link", None)

    assert yard.lost(yard.edited(bare)) == {}


@pytest.mark.fault("slides_29/F4")
@pytest.mark.parametrize(
    "instead",
    [
        "https://www.kbb.com/toyota/corolla/2023/",
        "https://www.google.com/search?q=kbb.com+toyota+sienna+2023",
        "https://www.kbb.com/toyota/sienna/2019/",
        "https://notkbb.com/toyota/sienna/2023/",
    ],
)
def test_pages_of_other_cars(yard, instead):
    deck = full_deck()
    deck.visited = [url for url in deck.visited if "sienna" not in url] + [instead]
    deck.rules = [{"key": "kbb_page", "answer": False}]
    results = yard.grade(yard.surfed(deck), rules(deck))
    by = LLM if "corolla" in instead else WEB
    assert results.differing() == {
        **failed(by, "kbb_visit_2"),
        **failed(WEB, "review_visit_2"),
        **missing_dependency("price_matches_2", "mpg_matches_2", "hp_matches_2"),
    }


@pytest.mark.fault("slides_29/F4")
def test_the_page_of_a_model_line(yard):
    """KBB has no page of its own for some versions; a judge says whether the page is that of the line."""
    deck = full_deck()
    line = "https://www.kbb.com/toyota/minivans/2023/"
    deck.pages[line] = deck.pages.pop(page_of(1, 1))
    deck.visited = [line if url == page_of(1, 1) else url for url in deck.visited if url != reviews_of(1, 1)]
    deck.rules = [{"key": "kbb_page", "contains": line, "answer": True}]
    results = yard.grade(yard.surfed(deck), rules(deck))
    assert results.differing() == failed(WEB, "review_visit_2")
    assert results.brief("kbb_visit_2") == ("passed", LLM, 1)


@pytest.mark.fault("slides_29/F4")
def test_which_of_several_pages_counts(yard):
    """That of the year before that of none, whatever was visited last; what it lacks is on another one."""
    deck = full_deck()
    general = "https://kbb.com/toyota/sienna/"
    deck.visited.append(general)
    deck.pages[general] = vehicle_page(1, 1, ("50,000", 10, 11, 12, 999, "1"))
    wrong = {"price": 50000, "combined": 10, "city": 11, "highway": 12, "hp": 999}
    deck.rules = [{"key": "kbb*", "contains": "$50,000", "answer": wrong}]
    assert yard.lost(yard.surfed(deck), rules(deck)) == {}
    deck.pages[page_of(1, 1)] = html("2023 Toyota Sienna", "MSRP when new: $37,185. 36 MPG combined, 36 city.")
    deck.rules.append({"key": "kbb_hp", "answer": {"hp": 0}})
    lost = yard.lost(yard.surfed(deck), rules(deck))
    assert lost == {**failed(FUZZY, "hp_matches_2"), **failed(LLM, "best_hp")}


@pytest.mark.fault("slides_29/F5")
def test_models_late_in_a_long_article(yard):
    deck = full_deck()
    deck.pages[ARTICLE] = html("Cars", "Somebody told somebody about roads. " * 4000 + deck.pages[ARTICLE])
    assert yard.lost(yard.surfed(deck)) == {}


@pytest.mark.fault("slides_29/F6")
def test_the_size_is_that_of_the_whole_title(yard):
    def mixed(raw):
        parts = element(raw, "slide_1_title")["shape"]["text"]["textElements"]
        first = next(part for part in parts if "textRun" in part)
        rest = copy.deepcopy(first)
        first["textRun"]["content"], rest["textRun"]["content"] = TITLE[:1], TITLE[1:] + "\n"
        rest["textRun"]["style"]["fontSize"] = {"magnitude": 24, "unit": "PT"}
        parts.insert(parts.index(first) + 1, rest)

    def inherited(size):
        def edit(raw):
            title = element(raw, "slide_1_title")
            for run in runs(title):
                run["style"].pop("fontSize")
            title["shape"]["placeholder"]["parentObjectId"] = "parent"
            text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "x\n", "style": size}}]}
            shape = {"placeholder": {"type": "TITLE"}, "text": text}
            raw["layouts"][0]["pageElements"].append({"objectId": "parent", "shape": shape})

        return edit

    small = failed(DET, "title_font_30pt")
    assert yard.lost(yard.edited(mixed)) == small
    assert yard.lost(yard.edited(inherited({"fontSize": {"magnitude": 24, "unit": "PT"}}))) == small
    assert yard.lost(yard.edited(inherited({"fontSize": {"magnitude": 36, "unit": "PT"}}))) == {}


@pytest.mark.fault("slides_29/F6")
def test_autofit_makes_titles_smaller(yard):
    def edit(raw):
        element(raw, "slide_1_title")["shape"]["shapeProperties"]["autofit"] = {
            "autofitType": "TEXT_AUTOFIT",
            "fontScale": 0.6,
        }

    assert yard.lost(yard.edited(edit)) == failed(DET, "title_font_30pt")


@pytest.mark.fault("slides_29/F7")
def test_titles_are_found_whatever_stands_before_them(yard):
    """First on the page is an empty title, or a text low on the slide without any alignment."""

    def edit(raw):
        low = {"objectId": "low", "size": size(3000000, 300000), "transform": at(0, 4800000)}
        low["shape"] = {"placeholder": {"type": "BODY"}, "text": text("page two of seven")}
        empty = {"objectId": "empty", "size": size(3000000, 300000), "transform": at(0, 0)}
        empty["shape"] = {"placeholder": {"type": "TITLE"}, "text": text("")}
        for slide in raw["slides"][1:]:
            slide["pageElements"][:0] = [copy.deepcopy(low), copy.deepcopy(empty)]
        del element(raw, "slide_3_title")["shape"]["placeholder"]

    assert yard.lost(yard.edited(edit)) == {}


def size(width, height):
    return {"width": {"magnitude": width, "unit": "EMU"}, "height": {"magnitude": height, "unit": "EMU"}}


def at(x, y):
    return {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "EMU"}


def text(content):
    return {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": content + "\n", "style": {}}}]}


def shortened(raw, place):
    del raw["slides"][place]


def removed(raw, name):
    for slide in raw["slides"]:
        slide["pageElements"] = [one for one in slide["pageElements"] if one["objectId"] != name]


@pytest.mark.fault("slides_29/F8")
def test_without_a_picture_nothing_is_clear_of_it(yard):
    assert yard.lost(yard.edited(lambda raw: removed(raw, "slide_3_image"))) == {
        **failed(DET, "correct_picture_2"),
        **failed(SPATIAL, "picture_half_2"),
        **missing_dependency("picture_clear_of_text_2"),
    }


@pytest.mark.fault("slides_29/F8")
def test_a_picture_without_any_text(yard):
    def edit(raw):
        removed(raw, "slide_3_title")
        removed(raw, "slide_3_stats")

    results = yard.grade(yard.edited(edit))
    assert results.brief("picture_clear_of_text_2") == ("passed", "vacuous_pass", 1)
    assert results.brief("picture_half_2") == ("passed", SPATIAL, 1)


@pytest.mark.fault("slides_29/F9")
def test_a_turned_picture(yard):
    """By a quarter; the API leaves out what is zero."""

    def edit(raw):
        image = element(raw, "slide_3_image")
        wide, high = image["size"]["width"]["magnitude"], image["size"]["height"]["magnitude"]
        turned = {"shearX": -5600000 / high, "shearY": 4300000 / wide, "translateX": 5600000, "translateY": 800000}
        image["transform"] = {**turned, "unit": "EMU"}

    assert yard.lost(yard.edited(edit)) == {}


@pytest.mark.fault("slides_29/F10")
def test_what_is_in_groups_is_seen(yard):
    def edit(raw):
        slide = raw["slides"][2]
        group = {"children": slide["pageElements"]}
        slide["pageElements"] = [{"objectId": "group", "transform": at(0, 0), "elementGroup": group}]

    assert yard.lost(yard.edited(edit)) == {}


@pytest.mark.fault("slides_29/F11")
def test_examples_of_the_car_itself(yard):
    """Neither the logo nor another car; the freeze fetches them."""
    deck = full_deck()
    pictures = '<img src="/logo.png"><img src="/a/sienna-front.png"><img src="/x.png" alt="Toyota Sienna, the side">'
    deck.pages[page_of(1, 1)] = vehicle_page(1, 1).replace("</body>", f"{pictures}</body>")
    files = ("logo.png", "a/sienna-front.png")
    deck.pages |= {f"https://www.kbb.com/{name}": photo(90 + n, (400, 300)) for n, name in enumerate(files)}
    snapshot = yard.surfed(deck)
    assert {"https://www.kbb.com/a/sienna-front.png", "https://www.kbb.com/x.png"} <= set(yard.bench.named(snapshot))
    assert "https://www.kbb.com/logo.png" not in yard.bench.named(snapshot)
    shown = [{"key": "picture", "contains": "The examples show one", "answer": False}]
    assert yard.lost(snapshot, shown + rules(deck)) == failed(LLM, "correct_picture_2")


@pytest.mark.fault("slides_29/F11")
def test_no_vehicle_will_do_for_a_slide_without_a_name(yard):
    deck = full_deck()
    deck.cars[1].make = deck.cars[1].model = ""
    lost = yard.lost(yard.full(), rules(deck))
    assert lost["correct_picture_2"] == ("failed", "dependency_not_evaluated", 0)
    silent = [rule for rule in rules(full_deck()) if rule["key"] != "picture"]
    assert yard.lost(yard.full(), silent) == world_error(*(f"correct_picture_{n}" for n in range(1, 6)))


PRICES = {
    "2023 MSRP: $33,900": True,
    "33.9k USD": True,
    "$33\u202f900": True,
    "33.900 $": True,
    "33'900": True,
    "$33,900 - $51,000": True,
    "Starting at $34,900": True,
    "$34,901": False,
    "2023": False,
    "$3,390": False,
}


@pytest.mark.fault("slides_29/F12")
@pytest.mark.parametrize("written", PRICES)
def test_prices_as_people_write_them(yard, written):
    deck = full_deck()
    deck.cars[2].price = written
    snapshot = yard.edited(lambda raw: reword(element(raw, "slide_4_stats"), "$33,900", written))
    assert yard.lost(snapshot, rules(deck)) == ({} if PRICES[written] else failed(FUZZY, "price_matches_3"))


@pytest.mark.fault("slides_29/F13")
def test_wrong_figures_do_not_choose_the_winner(yard):
    """A deck that is wrong and agrees with itself."""
    deck = full_deck()
    deck.cars[0].price = "$29,000"
    deck.best["price"] = "Honda Odyssey"
    assert yard.lost(deck) == {**failed(FUZZY, "price_matches_1"), **failed(LLM, "best_price")}


@pytest.mark.fault("slides_29/F13")
def test_city_and_highway_give_the_combined_figure(yard):
    deck = full_deck()
    deck.rules = [
        {"key": "kbb_combined", "answer": {"combined": 0}},
        {
            "key": "kbb",
            "contains": "Toyota Sienna",
            "answer": {"price": 37185, "combined": 0, "city": 19, "highway": 28, "hp": 245},
        },
    ]
    deck.pages[page_of(1, 1)] = html("2023 Toyota Sienna", "MSRP $37,185, 245 hp, 19 city, 28 highway.")
    lost = yard.lost(yard.surfed(deck), rules(deck))
    assert lost == {**failed(FUZZY, "mpg_matches_2"), **failed(LLM, "best_mpg")}


@pytest.mark.fault("slides_29/F14")
def test_ties(yard):
    deck = full_deck()
    for what, rating in ((0, "4.7"), (1, "4.7")):
        deck.pages[reviews_of(1, what)] = review_page(1, what, rating)
    deck.rules = [{"key": "review_rating", "contains": "Toyota Sienna", "answer": {"rating": 4.7, "scale": 5}}]
    snapshot = yard.surfed(deck)

    def lost(*names):
        said = {"price": ["Kia Carnival"], "mpg": ["Toyota Sienna"], "hp": ["Kia Carnival"], "rating": list(names)}
        return yard.lost(snapshot, [{"key": "summary", "answer": said}, *rules(deck)])

    assert lost("Honda Odyssey") == lost("Toyota Sienna") == lost("Honda Odyssey", "Toyota Sienna") == {}
    assert lost("Honda Odyssey", "Kia Carnival") == failed(LLM, "best_rating")


@pytest.mark.fault("slides_29/F15")
def test_names_without_trim_and_names_that_are_not_there(yard):
    deck = full_deck()
    deck.cars[0].trim = "EX-L"
    deck.cars[0].title += " EX-L"
    assert yard.lost(deck) == {}

    def lost(name):
        said = {"price": ["Kia Carnival"], "mpg": ["Toyota Sienna"], "hp": ["Kia Carnival"], "rating": [name]}
        return yard.lost(yard.full(), [{"key": "summary", "answer": said}, *rules(full_deck())])

    assert lost("Odyssey") == {}
    assert lost("Chrysler") == failed(DET, "best_rating")
    assert lost("Honda Pilot") == failed(DET, "best_rating")


@pytest.mark.fault("slides_29/F16")
@pytest.mark.parametrize(
    ("url", "valid"),
    [
        ("https://www.kbb.com/best-cars/minivans/", True),
        ("https://www.kbb.com/car-news/best-minivans-2023/", True),
        ("https://www.kbb.com/minivans/2023/", False),
        ("https://www.kbb.com/ford/transit/consumer-reviews/", False),
    ],
)
def test_an_article_of_kbb(yard, url, valid):
    deck = full_deck()
    deck.pages[url] = deck.pages[ARTICLE]
    deck.visited[0] = url
    assert yard.lost(yard.surfed(deck)) == ({} if valid else failed(WEB, "article_visit"))


@pytest.mark.fault("slides_29/F17")
@pytest.mark.parametrize(
    ("visit", "same"),
    [
        ("http://kbb.com/toyota/sienna/2023/consumer-reviews?sort=new#all", True),
        ("https://www.kbb.com/toyota/sienna/2023/consumer-reviews/page-2/", True),
        ("https://www.google.com/url?q=https://www.kbb.com/toyota/sienna/2023/consumer-reviews/", True),
        ("https://www.kbb.com/toyota/sienna/2023/specs/", False),
        ("https://www.kbb.com/toyota/sienna/2023/consumer-reviewsx/", False),
    ],
)
def test_visits_of_the_linked_page(yard, visit, same):
    deck = full_deck()
    deck.visited = [visit if url == reviews_of(1, 1) else url for url in deck.visited]
    assert yard.lost(yard.surfed(deck)) == ({} if same else failed(WEB, "review_visit_2"))


@pytest.mark.fault("slides_29/F18")
def test_one_car_in_two_trims_is_one(yard):
    deck = full_deck()
    twice = deck.cars[4]
    twice.title, twice.make, twice.model, twice.trim = "2023 Honda Odyssey Touring", "Honda", "Odyssey", "Touring"
    twice.review = reviews_of(1, 0)
    lost = yard.lost(deck)
    assert lost.pop("five_car_slides") == ("failed", LLM, 4)
    assert set(lost) == {"price_matches_5", "mpg_matches_5"}


@pytest.mark.fault("slides_29/F18")
def test_slides_without_titles(yard):
    def edit(raw):
        for n in range(2, 7):
            removed(raw, f"slide_{n}_title")
            element(raw, f"slide_{n}_stats")["transform"]["translateY"] = 1600000

    assert yard.lost(yard.edited(edit))["five_car_slides"] == ("failed", STRUCT, 0)


@pytest.mark.fault("slides_29/F19")
def test_mechanisms(yard):
    deck = full_deck()
    deck.visited = []
    lost = yard.lost(yard.surfed(deck))
    assert lost["article_visit"] == lost["kbb_visit_1"] == ("failed", WEB, 0)
    empty = yard.lost(yard.edited(lambda raw: removed(raw, "slide_7_title")))
    assert empty == failed(DET, "summary_title")
    deck.cars[1].hp = ""
    unsaid = yard.lost(yard.full(), rules(deck))
    assert unsaid == failed(DET, "hp_matches_2")


@pytest.mark.fault("slides_29/F20")
def test_two_gradings_at_once(yard):
    """Nothing is stored between gradings: the same again, whatever was graded before."""
    first, second = yard.grade(yard.full()), yard.grade(yard.full())
    assert first.differing() == second.differing() == {}
    assert first.judge.asked == second.judge.asked


@pytest.mark.fault("slides_29/F21")
def test_an_agenda_and_a_sixth_car(yard):
    deck = full_deck()
    deck.cars.insert(0, Plain("What we will see", {"list": Box(400000, 1500000, 8000000, 900000, "Five cars")}))
    assert yard.lost(deck) == {}
    sixth = copy.deepcopy(deck.cars[5])
    sixth.title, sixth.model = "2023 Chrysler Town Car", "Town Car"
    deck.cars.append(sixth)
    assert yard.lost(deck) == {}


@pytest.mark.fault("slides_29/F21")
def test_a_deck_without_a_summary(yard):
    """The last slide is a car, and is graded as one."""
    deck = full_deck()
    deck.rules = [
        {
            "key": "car_title",
            "contains": "Chrysler Voyager",
            "answer": {"make": "Chrysler", "model": "Voyager", "trim": ""},
        }
    ]
    snapshot = yard.surfed(deck, lambda raw: shortened(raw, 6))
    lost = yard.lost(snapshot, [{"key": "summary_title", "answer": False}, *rules(deck)])
    assert set(lost) == set(SUMMARY)
    assert lost["summary_title"] == ("failed", LLM, 0)


@pytest.mark.fault("slides_29/F22")
def test_the_title_within_a_longer_text(yard):
    def lost(words):
        return yard.lost(yard.edited(lambda raw: retitled(raw, "slide_1_title", words)))

    assert lost(f"{TITLE} This Year") == {**failed(DET, "title_match"), **missing_dependency("title_font_30pt")}
    assert lost(f"{TITLE}\vA shopper's guide") == {}
    assert lost("COMPARING Different\vCool\u00a0Cars  to Buy") == {}


@pytest.mark.fault("slides_29/F23")
def test_figures_that_a_page_no_longer_has(yard):
    """What the judge says must stand on the recorded page; then the slide's own figures choose the winner."""
    deck = full_deck()
    deck.pages[page_of(1, 1)] = html("2023 Toyota Sienna", "No longer listed.")
    deck.pages[reviews_of(1, 1)] = html("2023 Toyota Sienna Consumer Reviews", "Overall rating 4.3 out of 5.")
    lost = yard.lost(yard.surfed(deck))
    assert lost == world_error("price_matches_2", "mpg_matches_2", "hp_matches_2")


@pytest.mark.fault("slides_29/own-1")
def test_a_link_that_leads_nowhere(yard):
    deck = full_deck()
    deck.pages[reviews_of(1, 1)] = 404
    assert yard.lost(yard.surfed(deck)) == failed(DET, "rating_matches_2")


@pytest.mark.fault("slides_29/own-2")
def test_slides_with_nothing_on_them_are_none(yard):
    def edit(raw):
        empty = {"objectId": "empty", "size": size(3000000, 300000), "transform": at(0, 0)}
        empty["shape"] = {"placeholder": {"type": "CENTERED_TITLE"}, "text": text("")}
        blank = {"objectId": "blank", "pageElements": [empty]}
        raw["slides"][:0] = [dict(blank)]
        raw["slides"].append(dict(blank, objectId="end"))

    assert yard.lost(yard.edited(edit)) == {}


def test_of_too_few_slides(yard):
    """Four cars: the fifth one's steps have nothing to grade."""
    lost = yard.lost(yard.edited(lambda raw: shortened(raw, 5)))
    expected = {**missing_dependency(*of_car(5, *CAR)), **losing("failed", LLM, "five_car_slides", points=4)}
    assert lost == expected


@pytest.mark.fault("slides_29/own-4")
def test_searches_and_files_are_no_articles(yard):
    deck = full_deck()
    deck.visited[0] = "https://www.google.com/search?q=best+minivans+2023"
    deck.visited.append("https://docs.google.com/presentation/d/abcdefghijklmnop/edit")
    results = yard.grade(yard.surfed(deck))
    assert results.differing() == failed(WEB, "article_visit")
    assert "article" not in results.judge.asked


@pytest.mark.fault("slides_29/own-5")
def test_a_link_behind_the_picture(yard):
    def edit(raw):
        linked(raw, "slide_3_stats")
        element(raw, "slide_3_image")["image"]["imageProperties"]["link"] = {"url": reviews_of(1, 1)}

    assert yard.lost(yard.edited(edit)) == {}


def test_archived_copies_of_linked_reviews_are_recorded(yard):
    """Also of those that were not visited."""
    deck = full_deck()
    deck.visited = []
    deck.pages[reviews_of(1, 1)] = 503
    assert urls.archived(reviews_of(1, 1)) in yard.bench.named(yard.surfed(deck))
