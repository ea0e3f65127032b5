"""Faults of the reference grader in title, criteria, product slides, order: one test each, with the right behaviour."""

import pytest
from familykit import failed, missing_dependency, world_error
from familykit.slides import Box, Image

from .building import (
    CRITERIA,
    DET,
    FUZZY,
    LLM,
    STEPS,
    STRUCT,
    Sheet,
    element,
    full_deck,
    maker,
    maker_page,
    photo,
    rule,
    rules,
    shot,
)


def runs(one):
    """Of a shape, none where it has no text."""
    return [part["textRun"] for part in one["shape"].get("text", {}).get("textElements", []) if "textRun" in part]


def retext(one, text):
    runs(one)[0]["content"] = text + "\n"
    rest = runs(one)[1:]
    parts = one["shape"]["text"]["textElements"]
    one["shape"]["text"]["textElements"] = [part for part in parts if part.get("textRun") not in rest]


@pytest.mark.fault("slides_42/F2")
def test_no_order_of_shapes_is_trouble(shop):
    """A low text without an alignment first, an empty placeholder, a subtitle before the title."""

    def reorder(raw):
        elements = raw["slides"][0]["pageElements"]
        elements.reverse()
        raw["slides"][3]["pageElements"].reverse()
        empty = {"objectId": "empty", "shape": {"placeholder": {"type": "TITLE"}, "text": {}}}
        raw["slides"][3]["pageElements"].insert(0, empty)

    assert shop.lost(shop.edited(reorder)) == {}


@pytest.mark.fault("slides_42/F2")
def test_a_title_without_a_placeholder(shop):
    def plain(raw):
        for slide in raw["slides"]:
            for one in slide["pageElements"]:
                if one.get("shape", {}).pop("placeholder", None):
                    for run in runs(one):
                        run["style"]["fontSize"] = {"magnitude": 28, "unit": "PT"}

    assert shop.lost(shop.edited(plain)) == {}


@pytest.mark.fault("slides_42/F3")
def test_nine_are_not_eight(shop):
    deck = full_deck()
    deck.sheets.append(Sheet("Sources"))
    assert shop.lost(deck) == failed(STRUCT, "eight_slides")


@pytest.mark.fault("slides_42/F11")
@pytest.mark.parametrize(
    "colour", [{}, {"red": 0.9, "green": 0.9, "blue": 0.9}, {"red": 0.2, "green": 0.2, "blue": 0.9}]
)
def test_black_and_white_are_no_colours_of_the_place(shop, colour):
    def repaint(raw):
        for run in runs(element(raw, "slide_1_title")):
            run["style"]["foregroundColor"] = {"opaqueColor": {"rgbColor": colour}}

    for instance in (2, 5):
        assert shop.lost(shop.edited(repaint, instance)) == failed(FUZZY, "theme_colors")


@pytest.mark.fault("slides_42/F11")
def test_the_colour_of_a_fill_and_of_a_later_run(shop):
    """Whatever holds the colour: here a bar of the theme's accent, beside a dark title."""

    def bar(raw):
        for run in runs(element(raw, "slide_1_title")):
            run["style"].pop("foregroundColor")
        for page in (*raw["masters"], *raw["layouts"]):
            for entry in page.get("pageProperties", {}).get("colorScheme", {}).get("colors", []):
                if entry["type"] == "ACCENT2":
                    entry["color"] = {"red": 0.75}
        fill = {"solidFill": {"color": {"themeColor": "ACCENT2"}}}
        element(raw, "slide_1_subtitle")["shape"]["shapeProperties"] = {"shapeBackgroundFill": fill}

    assert shop.lost(shop.edited(bar)) == {}


@pytest.mark.fault("slides_42/F12")
def test_bold_of_the_layout(shop):
    def inherit(raw):
        one = element(raw, "slide_1_title")
        for run in runs(one):
            run["style"].pop("bold")
        one["shape"]["placeholder"]["parentObjectId"] = "parent"
        text = {"textElements": [{"paragraphMarker": {}}, {"textRun": {"content": "x\n", "style": {"bold": True}}}]}
        parent = {"objectId": "parent", "shape": {"placeholder": {"type": "TITLE"}, "text": text}}
        raw["layouts"][0]["pageElements"].append(parent)

    assert shop.lost(shop.edited(inherit)) == {}


@pytest.mark.fault("slides_42/F12")
def test_a_bold_mark_elsewhere(shop):
    deck = full_deck()
    deck.opening.look["bold"] = False
    deck.opening.boxes["mark"] = Box(8000000, 4500000, 300000, 300000, "!", bold=True)
    assert shop.lost(deck) == failed(DET, "title_bold")


@pytest.mark.fault("slides_42/F13")
def test_another_title(shop):
    """The judge may find it a title of the first slide; it is not the prescribed one."""

    def rename(raw):
        retext(element(raw, "slide_1_title"), "A Present for Kathy")

    lost = shop.lost(shop.edited(rename), rules(1, rule("slide_title", True)))
    assert lost == failed(DET, "title_match")


@pytest.mark.fault("slides_42/F13")
@pytest.mark.parametrize("text", ["a gift  for Kathy!", "A\u00a0Gift for Kathy!"])
def test_the_title_in_another_spelling(shop, text):
    assert shop.lost(shop.edited(lambda raw: retext(element(raw, "slide_1_title"), text))) == {}


@pytest.mark.fault("slides_42/F13")
@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Yoga 9i by Lenovo (Aura Edition) | the MacBook Air M4 | Surface Laptop", {}),
        ("The M4 MacBook Air and the Surface Laptop", failed(DET, "subtitle_products")),
        ("MacBook Air, Lenovo Yoga 9i Aura Edition, Surface Laptop", failed(DET, "subtitle_products")),
    ],
)
def test_the_products_of_the_subtitle(shop, text, lost):
    assert shop.lost(shop.edited(lambda raw: retext(element(raw, "slide_1_subtitle"), text))) == lost


@pytest.mark.fault("slides_42/F14")
@pytest.mark.parametrize(
    ("instance", "text", "lost"),
    [
        (1, "The program has a barometer", CRITERIA),
        (3, "Think of a link, we emphasize", CRITERIA),
        (5, "On board for your benefit: worn", CRITERIA),
        (2, "This presentation is for travel", CRITERIA),
        (3, "Inks, sizes, dotted, organization, durability", []),
        (1, "Batteries, memories, weights, prices, processors", []),
    ],
)
def test_keywords_are_whole_words(shop, instance, text, lost):
    def criteria(raw):
        retext(element(raw, "slide_3_text"), text)

    found = shop.lost(shop.edited(criteria, instance), rules(instance, rule("criterion", False)))
    assert found == failed(LLM, *lost)


@pytest.mark.fault("slides_42/F15")
def test_two_pictures_of_one_kind_are_not_two_views(shop):
    """The judge is asked about pairs; a copy of a picture makes no pair."""
    assert shop.lost(shop.full(), rules(1, rule("two_images", False))) == failed(
        LLM, "two_images_1", "two_images_2", "two_images_3"
    )
    deck = full_deck()
    deck.sheets[3].boxes["side"] = Image(7000000, 1100000, 1800000, 1350000, photo(11))
    single = rule("two_images", False, "two clearly different views of this product: M4 MacBook Air")
    assert shop.lost(deck, rules(1, single)) == failed(LLM, "two_images_1")


@pytest.mark.fault("slides_42/F15")
def test_no_title_is_no_error(shop):
    deck = full_deck()
    deck.sheets[3].heading = "What a machine"
    lost = shop.lost(deck, rules(1, rule("product_title", "no")))
    assert lost == {**failed(LLM, "product_title_1", "titles_order"), **missing_dependency("two_images_1")}


@pytest.mark.fault("slides_42/F16")
def test_pictures_from_elsewhere(shop):
    """A picture of the same kind on the page is not the picture."""
    pages = {shot(1, 1): photo(71), shot(1, 2): photo(72)}
    lost = shop.lost(shop.with_pages(pages), rules(1, rule("same_picture", False)))
    assert lost == failed(LLM, "images_from_source_1")
    results = shop.grade(shop.with_pages(pages), rules(1, rule("same_picture", True)))
    assert results.differing() == {}
    assert results["images_from_source_1"].mechanism.value == LLM


@pytest.mark.fault("slides_42/F16")
def test_a_picture_in_other_attributes(shop):
    """og:image and a lazy attribute; equal file names."""
    page = '<meta property="og:image" content="https://cdn.example.org/a/1.jpg"><img data-src="https://cdn.example.org/b/1.jpg">'
    text = maker_page(1).partition("<img")[0]
    pages = {
        maker(1): text + page,
        "https://cdn.example.org/a/1.jpg": photo(71),
        "https://cdn.example.org/b/1.jpg": photo(11),
    }
    assert shop.lost(shop.with_pages(pages)) == {}


@pytest.mark.fault("slides_42/F17")
def test_prose_is_no_link(shop):
    def unlink(raw):
        one = element(raw, "slide_4_source")
        retext(one, "It weighs little, e.g.less than 1.9.It is best")
        for run in runs(one):
            run["style"].pop("link", None)

    lost = shop.lost(shop.edited(unlink))
    expected = {**failed(DET, "source_link_1"), **missing_dependency("images_from_source_1", "content_from_source_1")}
    assert lost == expected


@pytest.mark.fault("slides_42/F18")
@pytest.mark.parametrize(("score", "lost"), [(70, []), (69, [1, 2, 3])])
def test_support_is_a_number(shop, score, lost):
    found = shop.lost(shop.full(), rules(1, rule("support", {"score": score})))
    assert found == failed(LLM, *(f"content_from_source_{d}" for d in lost))


@pytest.mark.fault("slides_42/F18")
def test_a_wall_is_no_source(shop):
    wall = maker_page(1, "Please confirm that you are human.")
    assert shop.lost(shop.with_pages({maker(1): wall})) == world_error("content_from_source_1")


@pytest.mark.fault("slides_42/F20")
def test_longer_titles(shop):
    def longer(raw):
        retext(element(raw, "slide_4_title"), "Deep dive: the M4 MacBook Air (13-inch)")
        retext(element(raw, "slide_5_title"), "Yoga 9i")

    results = shop.grade(shop.edited(longer))
    assert results.differing() == {}
    assert "product_title" not in results.judge.asked


@pytest.mark.fault("slides_42/F21")
def test_the_tone_is_that_of_the_whole_deck(shop):
    first = full_deck().opening.boxes["subtitle"].text
    answers = [rule("tone", True, first), rule("audience", True, first), rule("tone", False), rule("audience", False)]
    assert shop.lost(shop.full(), rules(1, *answers)) == {}


@pytest.mark.fault("slides_42/F22")
def test_performance_for_memory_and_processor(shop):
    """Not by its words; a judge is told that it may be meant."""

    def performance(raw):
        retext(element(raw, "slide_3_text"), "Battery, weight, budget, performance: M4 with 16 GB")

    judge = rules(1, rule("criterion", True, "performance counts for chip and memory"))
    results = shop.grade(shop.edited(performance), judge)
    assert results.differing() == {}
    assert results.judge.asked.count("criterion") == 2


@pytest.mark.fault("slides_42/F23")
def test_groups(shop):
    def group(raw):
        for slide in raw["slides"]:
            for one in slide["pageElements"]:
                one.setdefault("transform", {"scaleX": 1, "scaleY": 1, "unit": "EMU"})
            children = slide["pageElements"]
            slide["pageElements"] = [{"objectId": "group_" + slide["objectId"], "elementGroup": {"children": children}}]

    assert shop.lost(shop.edited(group)) == {}


@pytest.mark.fault("slides_42/F24")
def test_every_instance_has_its_own_products(shop):
    """The products of the first instance are not those of the second."""
    deck = full_deck(1)
    deck.instance = 2
    lost = shop.lost(
        deck, rules(1, rule("product_title", "no"), rule("slide_title", False), rule("all_products", False))
    )
    assert {"title_match", "subtitle_products", "product_title_1", "product_headers", "all_products"} <= set(lost)


@pytest.mark.fault("slides_42/F25")
def test_what_was_recorded_counts(shop):
    """A page that has changed since is not asked."""
    pages = {maker(2): maker_page(2, "Our new model. " * 30)}
    judge = rules(1, rule("support", {"score": 10}, "Our new model"))
    assert shop.lost(shop.with_pages(pages), judge) == failed(LLM, "content_from_source_2")


@pytest.mark.fault("slides_42/F26")
def test_an_agenda_costs_two_steps(shop):
    deck = full_deck()
    deck.sheets.insert(1, Sheet("Agenda", {"text": Box(400000, 1200000, 8000000, 2000000, "What comes")}))
    lost = shop.lost(deck, rules(1, rule("slide_title", False), rule("product_title", "no")))
    assert set(lost) == {"eight_slides", "titles_order"}


@pytest.mark.fault("slides_42/F26")
def test_challenge_and_goal_on_two_slides(shop):
    deck = full_deck()
    text = deck.sheets[1].boxes["text"].text.split("\n")
    halves = [
        Sheet(title, {"text": Box(400000, 1200000, 8000000, 2000000, words)})
        for title, words in zip(("The Challenge", "The Goal"), text, strict=True)
    ]
    deck.sheets[1:2] = halves
    answers = [rule("challenge", True, text[0]), rule("goal", True, text[1])]
    judge = rules(1, *answers, rule("slide_title", False), rule("product_title", "no"))
    assert set(shop.lost(deck, judge)) == {"eight_slides", "titles_order"}
    assert len(STEPS) == 57
