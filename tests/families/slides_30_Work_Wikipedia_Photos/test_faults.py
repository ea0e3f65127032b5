"""What the reference gets wrong, and what is right."""

import copy

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.slides import Box, Image

from pytest_knows.judge.scripted import ScriptedJudge

from .building import (
    DET,
    FACTS,
    FUZZY,
    LLM,
    SPATIAL,
    STRUCT,
    STUDIO,
    TITLE,
    VISIT,
    VISITS,
    YES,
    answer,
    article,
    converted,
    element,
    full_deck,
    lead,
    lead_url,
    links_box,
    lookup,
    of_client,
    other,
    people,
    retext,
    steps,
    studio_page,
)


def clients_of(instance):
    return [article(title) for _, title in people(instance)[1:]]


@pytest.mark.fault("slides_30/F2")
def test_no_document_is_read_and_nothing_passes_of_nothing(agency):
    results = agency.grade(agency.changed(pages=dict.fromkeys(full_deck().pages), visited=[]))
    assert results.maximum == 62
    assert results.brief("visit_clients") == ("failed", VISIT, 0)
    assert results["client_urls"].points == 9


@pytest.mark.fault("slides_30/F3")
def test_eight_clients_of_the_third_agency(agency):
    results = agency.grade(agency.full(3))
    assert (results.maximum, results["client_urls"].max, len(results)) == (56, 8, 42)


@pytest.mark.fault("slides_30/F4")
@pytest.mark.parametrize(
    "visited",
    [
        "https://en.wikipedia.org/wiki/Diane_von_F%C3%BCrstenberg",
        "http://en.wikipedia.org/wiki/Diane_von_Fürstenberg/",
        "https://en.m.wikipedia.org/wiki/Diane_von_F%C3%BCrstenberg#Career",
        "https://en.wikipedia.org/wiki/diane_von_Fu%CC%88rstenberg?useskin=vector",
        "https://en.wikipedia.org/w/index.php?title=Diane_von_F%C3%BCrstenberg&oldid=7",
        "https://en.wikipedia.org/wiki/Diane%20von%20Furstenberg",
        "https://en.wikipedia.org/wiki/Diane_von_Furstenberg",
    ],
)
def test_spellings_of_an_article(agency, visited):
    deck = full_deck(4)
    trace = [url for url in deck.visited if "Diane" not in url]
    assert agency.lost(agency.changed(visited=[*trace, visited], instance=4)) == {}


@pytest.mark.fault("slides_30/F4")
def test_other_articles(agency):
    """Bare names are others' articles, and so are those in other languages; a recorded redirect leads to the person."""
    deck = full_deck(2)
    kept = [url for url in deck.visited if "Taj_Mahal" not in url]
    for url in ("https://en.wikipedia.org/wiki/Taj_Mahal", "https://fr.wikipedia.org/wiki/Taj_Mahal_(musician)"):
        snapshot = agency.changed(visited=[*kept, url], instance=2)
        assert agency.lost(snapshot) == partly(VISIT, visit_clients=8), url
    moved = {lookup("Henry_Fredericks"): answer("Taj_Mahal_(musician)")}
    snapshot = agency.changed(visited=[*kept, article("Henry_Fredericks")], pages=moved, instance=2)
    assert agency.lost(snapshot) == {}
    assert lookup("Henry_Fredericks").split("titles")[0] in "".join(agency.bench.named(snapshot))


@pytest.mark.fault("slides_30/F5")
@pytest.mark.parametrize("start", ["https://", ""])
def test_addresses_as_mere_text(agency, start):
    deck = full_deck(2)
    written = [url.replace("https://", start) for url in (*clients_of(2), STUDIO)]
    deck.sheets[-1].boxes["links"] = Box(300000, 300000, 8500000, 4400000, "\n".join(written))
    assert agency.lost(deck) == {}


@pytest.mark.fault("slides_30/F6")
def test_only_the_featured_persons_picture_covers(agency):
    """Another picture beside it adds nothing, nor does what lies beyond the edge."""
    deck = full_deck()
    shown = deck.opening.boxes["picture"]
    shown.x, shown.w, shown.h = 5544000, 4500000, 4300000
    deck.opening.boxes["decoration"] = Image(0, 0, 5000000, 4200000, other(0))
    assert agency.lost(deck) == failed(SPATIAL, "featured_majority")
    deck.opening.boxes = {"decoration": Image(2600000, 0, 6544000, 4300000, other(0))}
    lost = {**failed(LLM, "featured_image"), **missing_dependency("featured_top_right", "featured_majority")}
    assert agency.lost(deck) == lost


@pytest.mark.fault("slides_30/F7")
@pytest.mark.parametrize("reply", ["yes, yes, in San Francisco, CA", "no", 1])
def test_a_judge_answers_true_or_false(agency, reply):
    judge = [{"key": "photographer*", "answer": reply}, *YES]
    assert agency.lost(agency.full(), judge) == world_error("photographer_url", "photographer_city")


@pytest.mark.fault("slides_30/F8")
def test_pictures_of_any_kind(agency):
    deck = full_deck()
    deck.opening.boxes["picture"].data = converted(lead(0), "JPEG", "CMYK", quality=92)
    deck.client(1).boxes["right"].data = converted(other(1), "GIF", "P")
    deck.client(2).boxes["left"].data = converted(lead(2), "JPEG", quality=60)
    deck.pages[lead_url(3)] = {"body": converted(lead(3), "WEBP", quality=80), "content_type": "image/webp"}
    results = agency.grade(deck)
    assert results.differing() == {}
    slugs = ("featured_image", "wiki_left_2", "wiki_left_3")
    assert {results[slug].mechanism.value for slug in slugs} == {FUZZY}


@pytest.mark.fault("slides_30/F9")
def test_titles_that_are_no_placeholders(agency):
    """A text low on the slide comes first; then an empty title placeholder stands there too."""
    deck = full_deck()
    deck.opening.heading = ""
    deck.opening.boxes = {
        "note": Box(150000, 4700000, 3000000, 300000, "for our partners"),
        **deck.opening.boxes,
        "title": Box(150000, 200000, 2400000, 1200000, TITLE),
    }
    assert agency.lost(deck) == {}

    def empty(raw):
        hollow = copy.deepcopy(element(raw, "slide_2_title"))
        hollow["shape"].pop("text")
        raw["slides"][0]["pageElements"].insert(0, hollow | {"objectId": "hollow"})

    assert (
        agency.lost(agency.bench.again(agency.freeze(deck), pages=deck.pages, visited=deck.visited, edit=empty)) == {}
    )


@pytest.mark.fault("slides_30/F10")
@pytest.mark.parametrize(
    ("instance", "k", "text"),
    [
        (1, 6, "Dr. Eugenie Scott"),
        (1, 4, "JENNIFER F. TSENG"),
        (1, 8, "Marc Tessier-Lavigne"),
        (1, 1, "Susan McConnell, neurobiologist"),
        (1, 1, "Susan McConnell – neurobiologist"),
        (1, 9, "Mayim\vBialik"),
        (2, 9, "Taj Mahal (musician)"),
        (3, 4, "V (singer)"),
        (3, 4, "Kim Tae-hyung (V)"),
        (3, 2, "G Dragon"),
        (4, 6, "Diane von Fürstenberg"),
        (4, 6, "Diane Simone von Furstenberg"),
        (1, 3, "Nathan Wolfe’s new headshot"),
        (1, 3, "Nathan Wolfe / virologist"),
        (1, 3, "Nathan Wolfe – current vs. proposed"),
        (2, 2, "Sir Brian May CBE"),
        (3, 4, "V of BTS"),
        (3, 1, "IU (이지은)"),
        (3, 2, "G-DRAGON 지드래곤"),
        (5, 3, "אוהד נהרין Ohad Naharin"),
    ],
)
def test_ways_to_write_a_name(agency, instance, k, text):
    edited = agency.changed(lambda raw: retext(raw, f"slide_{k + 1}_title", text), instance=instance)
    assert agency.lost(edited) == {}


@pytest.mark.fault("slides_30/F10")
@pytest.mark.parametrize(
    ("instance", "k", "text"),
    [
        (2, 3, "Steve met a Miller"),
        (2, 3, "Steve sings louder here than Mr. Miller"),
        (2, 9, "Taj"),
        (2, 1, "John Adamson"),
        (3, 4, "Vera"),
        (3, 4, "Five of BTS"),
        (2, 3, "Steve Martin's band"),
        (1, 3, "ネイサン"),
    ],
)
def test_other_names(agency, instance, k, text):
    edited = agency.changed(lambda raw: retext(raw, f"slide_{k + 1}_title", text), instance=instance)
    assert agency.lost(edited) == missing_dependency(*of_client(k))


@pytest.mark.fault("slides_30/F10")
def test_a_name_and_what_the_person_does_in_one_box(agency):
    deck = full_deck()
    sheet = deck.client(1)
    sheet.boxes["name"] = Box(300000, 150000, 8500000, 700000, f"{sheet.heading}\nneurobiologist at Stanford")
    sheet.heading = ""
    assert agency.lost(deck) == {}


@pytest.mark.fault("slides_30/F11")
def test_left_and_right_are_halves_of_the_slide(agency):
    deck = full_deck()
    deck.client(1).boxes["left"].x = 5400000
    del deck.client(2).boxes["left"]
    deck.client(3).boxes = {
        "logo": Image(8500000, 100000, 300000, 250000, other(20)),
        "small": Image(4700000, 150000, 900000, 750000, other(21)),
        **deck.client(3).boxes,
    }
    del deck.client(4).boxes["right"]
    expected = {
        **failed(DET, "wiki_left_1", "other_right_1", "wiki_left_2", "other_right_4"),
        **missing_dependency("symmetric_1", "symmetric_2", "symmetric_4"),
    }
    assert agency.lost(deck) == expected


class Watching(ScriptedJudge):
    """Keeps the questions."""

    def __init__(self):
        super().__init__(YES)
        self.questions = []

    def answer(self, key, question):
        self.questions.append((key, question))
        return super().answer(key, question)


@pytest.mark.fault("slides_30/F12")
def test_the_example_is_wikipedias_picture(agency):
    """Who is on the left does not tell who the client is."""
    deck = full_deck()
    deck.client(1).boxes["left"].data = other(30)
    judge = Watching()
    assert agency.lost(deck, judge) == failed(LLM, "wiki_left_1")
    question = next(question for key, question in judge.questions if key == "shows_client")
    assert question.images["example"] == lead_png(1)
    assert "Susan McConnell" in question.text


def lead_png(k):
    from pytest_knows.evidence.pictures import decode

    return decode(lead(k)).png()


@pytest.mark.fault("slides_30/F13")
def test_the_top_is_a_share_of_the_height(agency):
    def lower(height, y):
        def edit(raw):
            raw["pageSize"]["height"] = {"magnitude": height, "unit": "EMU"}
            name = element(raw, "slide_2_title")
            del name["shape"]["placeholder"]
            name["transform"]["translateY"] = y

        return agency.grade(agency.changed(edit)).brief("name_top_1")

    assert lower(6858000, 1700000) == ("passed", SPATIAL, 1)
    assert lower(5143500, 1700000) == ("failed", SPATIAL, 0)


@pytest.mark.fault("slides_30/F14")
def test_pictures_in_groups_and_turned_ones(agency):
    deck = full_deck()
    children = ["slide_2_left", "slide_2_right"]
    deck.client(1).more = [{"groupObjects": {"groupObjectId": "both_pictures", "childrenObjectIds": children}}]

    def turn(raw):
        left = element(raw, "slide_3_left")
        left["transform"] = {"shearX": -1, "shearY": 1, "translateX": 3900000, "translateY": 1000000, "unit": "EMU"}
        left["size"] = {side: {"magnitude": 3600000, "unit": "EMU"} for side in ("width", "height")}

    snapshot = agency.bench.again(agency.freeze(deck), pages=deck.pages, visited=deck.visited, edit=turn)
    assert agency.lost(snapshot) == {}


@pytest.mark.fault("slides_30/F15")
def test_a_photographer_whose_city_stands_on_another_page(agency):
    deck = full_deck()
    site = "new-headshots.example.org"
    home = "<html><body><nav>Prices</nav><p>Portraits of faces.</p><a href='/about-us'>About</a></body></html>"
    deck.sheets[-1].boxes["links"] = links_box(clients_of(1))
    deck.sheets[-1].boxes["studio"] = Box(300000, 4600000, 8000000, 400000, site)
    deck.pages[STUDIO] = home
    deck.pages[f"{STUDIO}about-us"] = studio_page("San Francisco")
    judge = [{"key": "photographer", "answer": True}, *YES[:3]]
    judge.append({"key": "photographer_city", "contains": "San Francisco is where you find me", "answer": True})
    snapshot = agency.freeze(deck)
    assert agency.lost(snapshot, judge) == {}
    assert f"{STUDIO}about-us" in agency.bench.named(snapshot)


@pytest.mark.fault("slides_30/F16")
def test_prose_is_no_link(agency):
    deck = full_deck()
    deck.links.text += "\nMade in St.Louis.It was fun."
    results = agency.grade(deck)
    assert results.differing() == {}
    assert results.judge.asked.count("photographer") == 1


@pytest.mark.fault("slides_30/F17")
def test_which_document_was_visited(agency):
    _, *rest = full_deck().visited
    own, another = FACTS["1"]["list"], FACTS["2"]["list"]

    def lost(url):
        return agency.lost(agency.changed(visited=[url, *rest]))

    assert lost(f"https://docs.google.com/document/d/{another}/edit") == failed(VISIT, "visit_doc")
    assert lost("https://docs.google.com/document/u/0/") == failed(VISIT, "visit_doc")
    assert lost(f"https://drive.google.com/open?id={own}") == {}
    assert lost(f"https://docs.google.com/document/d/{own}/mobilebasic") == {}


@pytest.mark.fault("slides_30/F18")
def test_moved_articles_and_their_first_picture(agency):
    shown = f'<html><body><table class="infobox"><img src="{lead_url(1)}"></table></body></html>'
    pages = {lookup("Susan_McConnell"): answer("Susan_McConnell"), article("Susan_McConnell"): shown}
    snapshot = agency.changed(pages=pages)
    assert agency.lost(snapshot) == {}
    assert article("Susan_McConnell") in agency.bench.named(snapshot)
    assert all("redirects=1" in url for url in agency.bench.named(snapshot) if "api.php" in url)


@pytest.mark.fault("slides_30/F19")
def test_grading_again_gives_the_same(agency):
    one, two = (agency.grade(agency.full()) for _ in range(2))
    assert one == two


@pytest.mark.fault("slides_30/F20")
def test_steps_and_points_stay(agency):
    def one_slide(raw):
        del raw["slides"][1:]

    results = agency.grade(agency.changed(one_slide))
    of_clients = [slug for k in range(1, 10) for slug in of_client(k)]
    links = ("client_urls", "photographer_url", "photographer_city")
    assert results.differing() == failed(STRUCT, *of_clients, *links)
    assert (tuple(results), results.maximum) == (steps(1), 62)
    assert all(results[slug].points == results[slug].max for slug in VISITS)


@pytest.mark.fault("slides_30/F21")
def test_the_picture_of_the_day_counts(agency):
    """What Wikipedia showed when the episode was frozen, not what it shows today."""
    another = agency.changed(pages={lead_url(1): other(40)})
    assert agency.lost(another) == failed(LLM, "wiki_left_1")
    assert agency.lost(another, [{"key": "wikipedia_picture", "answer": True}, *YES]) == {}
    named = agency.bench.named(agency.full())
    assert {lead_url(k) for k in range(10)} <= set(named)
