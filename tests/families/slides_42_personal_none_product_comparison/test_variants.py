"""Odd but legitimate comparisons, and some that only look right, each with what a careful person would give."""

import json

import pytest
from familykit import failed, missing_dependency
from familykit.pictures import picture
from familykit.slides import Box, Image, data_url

from .building import (
    CRITERIA,
    DET,
    GIFTS,
    LLM,
    SPATIAL,
    STRUCT,
    coloured,
    dive,
    element,
    full_deck,
    maker,
    maker_page,
    photo,
    rule,
    rules,
    shot,
)
from .test_faults import retext, runs


def test_title_and_subtitle_in_one_box(shop):
    """The title is a line of its own; that the subtitle is not bold does not matter."""
    deck = full_deck()
    title, subtitle = deck.opening.heading, deck.opening.boxes.pop("subtitle").text
    deck.opening.heading, deck.opening.look, deck.opening.place = "", {}, None
    deck.opening.boxes["both"] = Box(400000, 600000, 4200000, 2500000, f"{title}\n{subtitle}", size=24)
    style = {"bold": True, **coloured((0.75, 0, 0))}
    span = {"type": "FIXED_RANGE", "startIndex": 0, "endIndex": len(title)}
    deck.opening.more.append(
        {
            "updateTextStyle": {
                "objectId": "slide_1_both", "style": style, "textRange": span, "fields": "bold,foregroundColor",
            }
        }
    )  # fmt: skip
    assert shop.lost(deck) == {}


def test_a_picture_behind_everything(shop):
    """It represents the place, but it is not right of the title."""
    deck = full_deck()
    del deck.opening.boxes["picture"]
    fill = {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": data_url(photo(0))}}}
    change = {"objectId": "slide_1", "pageProperties": fill}
    change["fields"] = "pageBackgroundFill.stretchedPictureFill.contentUrl"
    deck.opening.more.append({"updatePageProperties": change})
    assert shop.lost(deck) == failed(SPATIAL, "image_right")


def test_a_logo_beside_the_picture(shop):
    """One fitting picture on the right is enough."""
    deck = full_deck()
    deck.opening.boxes["logo"] = Image(100000, 100000, 800000, 600000, photo(90))
    assert shop.lost(deck) == {}


def test_no_picture_of_the_place(shop):
    deck = full_deck()
    del deck.opening.boxes["picture"]
    assert shop.lost(deck) == {**failed(DET, "theme_image"), **missing_dependency("image_right")}


def test_the_products_in_another_order(shop):
    """Any order will do for the slides; the table has its own."""
    deck = full_deck()
    deck.sheets[3:6] = [deck.sheets[5], deck.sheets[3], deck.sheets[4]]
    assert shop.lost(deck) == {}


def test_the_columns_in_another_order(shop):
    deck = full_deck()
    deck.table.rows = [[row[2], row[0], row[1]] for row in deck.table.rows]
    deck.table.fills = {(r, (c + 1) % 3): fill for (r, c), fill in deck.table.fills.items()}
    assert shop.lost(deck) == {}


def test_one_product_twice(shop):
    """The second slide on it names none that is left."""
    deck = full_deck()
    deck.sheets[5] = dive(3, GIFTS[1][1][0])
    lost = shop.lost(deck, rules(1, rule("product_title", "no")))
    assert lost == {**failed(LLM, "product_title_3", "titles_order"), **missing_dependency("two_images_3")}


def test_links_behind_words_and_pictures(shop):
    def relink(raw):
        retext(element(raw, "slide_4_source"), "Official site")
        runs(element(raw, "slide_4_source"))[0]["style"] = {"link": {"url": maker(1)}}
        elements = raw["slides"][4]["pageElements"]
        elements.remove(element(raw, "slide_5_source"))
        element(raw, "slide_5_front")["image"].setdefault("imageProperties", {})["link"] = {"url": maker(2)}
        retext(element(raw, "slide_6_source"), "maker3.example.org/product")
        runs(element(raw, "slide_6_source"))[0]["style"] = {}

    assert shop.lost(shop.edited(relink)) == {}


def test_criteria_in_a_table(shop):
    """Text is text wherever it stands."""

    def tabulate(raw):
        one = element(raw, "slide_3_text")
        text = one.pop("shape")["text"]
        one["table"] = {"tableRows": [{"tableCells": [{"text": text}]}], "tableColumns": [{}]}

    assert shop.lost(shop.edited(tabulate)) == {}


@pytest.mark.parametrize(
    ("title", "asked"),
    [("Who Is Each Device For?", False), ("RECOMMENDATIONS", False), ("Which One Is Best?", True), ("Verdict", True)],
)
def test_titles_of_the_advice(shop, title, asked):
    """Words that could stand anywhere are left to the judge."""
    snapshot = shop.edited(lambda raw: retext(element(raw, "slide_8_title"), title))
    assert shop.lost(snapshot, rules(1, rule("slide_title", True))) == {}
    assert shop.lost(snapshot, rules(1, rule("slide_title", False))) == failed(LLM, *["titles_order"] * asked)


def test_more_pictures_than_two(shop):
    """A pair that fits is enough, and an icon does no harm."""
    deck = full_deck()
    deck.sheets[3].boxes["icon"] = Image(100000, 100000, 300000, 300000, photo(91, (64, 64)))
    assert shop.lost(deck) == {}


def test_a_single_picture_of_two_views(shop):
    deck = full_deck()
    del deck.sheets[3].boxes["side"]
    assert shop.lost(deck) == {}
    single = rule("two_images", False, "two clearly different views of this product")
    assert shop.lost(deck, rules(1, single)) == failed(LLM, "two_images_1")


def test_no_pictures_of_a_product(shop):
    deck = full_deck()
    del deck.sheets[3].boxes["front"], deck.sheets[3].boxes["side"]
    assert shop.lost(deck) == {**failed(DET, "two_images_1"), **missing_dependency("images_from_source_1")}


def test_a_picture_that_was_compressed_anew(shop):
    """The page has another rendition of it: the same picture, by its hash."""
    pages = {shot(1, 1): picture(4211, (240, 180), "JPEG"), shot(1, 2): photo(73)}
    results = shop.grade(shop.with_pages(pages))
    assert results.differing() == {}
    assert results["images_from_source_1"].mechanism.value == "fuzzy_match"


def test_criteria_and_goal_on_one_slide(shop):
    """The criteria have no slide; the rest is found."""
    deck = full_deck()
    del deck.sheets[2]
    lost = shop.lost(deck, rules(1, rule("slide_title", False), rule("product_title", "no")))
    assert lost == {**failed(STRUCT, *CRITERIA, "eight_slides"), **lost_order(lost)}


def lost_order(lost):
    assert lost["titles_order"][0] == "failed"
    return {"titles_order": lost["titles_order"]}


def test_a_picture_of_a_table(shop):
    """Nothing of it can be read."""
    deck = full_deck()
    deck.sheets[6].boxes = {"shot": Image(300000, 1000000, 8000000, 3500000, photo(95))}
    lost = shop.lost(deck)
    assert {slug for slug, (_, mechanism, _) in lost.items() if mechanism == STRUCT} == set(lost) - {"summaries"}
    assert lost["summaries"] == ("failed", "dependency_not_evaluated", 0)
    assert len(lost) == 14


def test_features_that_the_slide_does_not_have(shop):
    """What the judge lists has to stand there."""
    made_up = {"key_features": ["Waterproof titanium hinges"], "pros": ["Cheap"], "cons": [""]}
    lost = shop.lost(shop.full(), rules(1, rule("parts", made_up)))
    listed = [f"{part}_{d}" for part in ("key_features", "pros", "cons") for d in (1, 2, 3)]
    assert lost == {**failed(LLM, *listed), **missing_dependency(*(f"content_from_source_{d}" for d in (1, 2, 3)))}


def test_support_by_one_page_of_two(shop):
    """A page that could not be read does not matter where another one has it all."""
    deck = full_deck()
    other = "https://other.example.org/x"
    deck.sheets[3].boxes["more"] = Box(400000, 4800000, 6000000, 300000, other, size=10, links={other: other})
    deck.pages[other] = 503
    snapshot = shop.freeze(deck)
    assert shop.lost(snapshot) == {}
    low = rules(1, rule("support", {"score": 20}))
    assert shop.lost(snapshot, low)["content_from_source_1"] == ("error", "execution_error", 0)
    assert shop.lost(snapshot, low)["content_from_source_2"] == ("failed", LLM, 0)


def test_a_page_with_other_text_is_shown_to_the_judge(shop):
    judge = rules(1, rule("support", {"score": 0}, "nothing about displays"))
    page = maker_page(3, "There is nothing about displays here. " * 12)
    assert shop.lost(shop.with_pages({maker(3): page}), judge) == failed(LLM, "content_from_source_3")


def test_names_and_sizes_do_not_matter(shop):
    """Other object ids, the page and all on it twice as large."""

    def other(raw):
        text = json.dumps(raw).replace('"slide_', '"page_')
        changed = json.loads(text)
        for side in changed["pageSize"].values():
            side["magnitude"] *= 2
        for slide in changed["slides"]:
            for one in slide["pageElements"]:
                for name in ("scaleX", "scaleY", "translateX", "translateY"):
                    one["transform"][name] = one["transform"].get(name, 0) * 2
                for run in runs(one) if "shape" in one else []:
                    size = run["style"].get("fontSize", {}).get("magnitude", 28)
                    run["style"]["fontSize"] = {"magnitude": 2 * size, "unit": "PT"}
        return changed

    assert shop.lost(shop.edited(other)) == {}
