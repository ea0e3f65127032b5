"""No judge, no gold, pages and pictures that fail, damaged decks: open or in error, and only what needs them."""

import json

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.bench import rewritten
from familykit.hostile import corruptions

from pytest_knows.judge import NoJudge

from .building import (
    CODINGS,
    DET,
    LLM,
    PURPOSE,
    STEPS,
    full_deck,
    maker,
    maker_page,
    numbered,
    rule,
    rules,
    shot,
)

SOURCED = numbered("images_from_source", "content_from_source")
JUDGED = [
    "theme_image", "image_right", *PURPOSE, *numbered("two_images", "key_features", "pros", "cons"),
    *numbered("content_from_source"), *CODINGS, "summaries", "recommendations", "tone", "audience",
]  # fmt: skip
ALL_PAGES = list(full_deck().pages)


def test_without_a_judge(shop):
    """What is written, coloured and linked is decided; that a picture is the page's, by its pixels."""
    assert shop.lost(shop.full(), NoJudge()) == ungraded(*JUDGED)


def test_a_judge_that_does_not_answer(shop):
    assert shop.lost(shop.full(), []) == world_error(*JUDGED)


def test_without_gold(shop):
    """The product's pictures cannot be compared."""
    assert shop.lost(shop.full(), gold=None) == ungraded(*numbered("two_images"))


def test_gold_without_the_product(shop, tmp_path):
    """The archive has never had pictures of it: its name has to do."""
    (tmp_path / "slides_42_personal_none_product_comparison/instance_1/data").mkdir(parents=True)
    assert shop.lost(shop.full(), gold=tmp_path) == {}


def test_a_damaged_gold_picture(shop, tmp_path):
    folder = tmp_path / "slides_42_personal_none_product_comparison/instance_1/data/gold_images/ma"
    folder.mkdir(parents=True)
    (folder / "ma1.png").write_bytes(b"no picture")
    assert shop.lost(shop.full(), gold=tmp_path) == world_error("two_images_1")


def test_without_pages(shop):
    assert shop.lost(shop.with_pages(dict.fromkeys(ALL_PAGES))) == world_error(*SOURCED)


@pytest.mark.parametrize("answer", [403, 429, 503, {"error": "timed out"}])
def test_pages_that_refuse(shop, answer):
    lost = shop.lost(shop.with_pages({maker(1): answer}))
    assert lost == world_error("images_from_source_1", "content_from_source_1")


@pytest.mark.parametrize("answer", [404, 410, {"error": "dns: the host does not exist"}])
def test_links_that_lead_nowhere(shop, answer):
    lost = shop.lost(shop.with_pages({maker(1): answer}))
    assert lost == failed(DET, "images_from_source_1", "content_from_source_1")


def test_pictures_of_a_page_that_were_not_recorded(shop):
    lost = shop.lost(shop.with_pages({shot(1, 1): None, shot(1, 2): 403}))
    assert lost == world_error("images_from_source_1")


def test_a_page_without_any_picture(shop):
    """A browser would have shown some."""
    bare = maker_page(1).partition("<img")[0]
    assert shop.lost(shop.with_pages({maker(1): bare})) == world_error("images_from_source_1")


def test_pictures_of_the_deck_that_were_not_saved(shop):
    """An error of the steps that look at them."""
    lost = shop.lost(shop.edited(lambda raw: lose_pictures(raw["slides"][:4])))
    assert lost == world_error("theme_image", "image_right", "two_images_1", "images_from_source_1")


def lose_pictures(slides):
    for slide in slides:
        for one in slide["pageElements"]:
            if "image" in one:
                one["image"]["contentUrl"] = "https://lost.example.org/x.png"


def test_a_picture_that_does_not_fit(shop):
    lost = shop.lost(shop.full(), rules(1, rule("theme_image", False)))
    assert lost == {**failed(LLM, "theme_image"), **missing_dependency("image_right")}


def test_what_the_freeze_fetches(shop):
    """The sources, then their pictures."""
    assert set(shop.bench.named(shop.full(), shop.gold)) == set(ALL_PAGES)


def test_damaged_decks(shop):
    raw = json.loads(shop.full().read("artifact/file.json"))
    copy = shop.bench.twin(shop.full())
    for broken in corruptions(raw, 10, seed=42):
        results = shop.grade(rewritten(copy, {"artifact/file.json": json.dumps(broken).encode()}))
        assert (tuple(results), results.maximum) == (STEPS, 57)


@pytest.mark.parametrize("broken", [None, [], {}, {"slides": None}, {"slides": [None, 3, {"pageElements": "x"}]}])
def test_decks_that_are_none(shop, broken):
    copy = rewritten(shop.bench.twin(shop.full()), {"artifact/file.json": json.dumps(broken).encode()})
    results = shop.grade(copy)
    assert (tuple(results), results.maximum) == (STEPS, 57)
    assert "passed" not in {results[slug].outcome.value for slug in STEPS if slug not in ("tone", "audience")}


def test_a_deck_of_three_hundred_slides(shop):
    """Nothing is compared with everything; only number and order are wrong."""

    def longer(raw):
        raw["slides"] += [dict(raw["slides"][1], objectId=f"more_{n}") for n in range(292)]

    snapshot = shop.edited(longer)
    lost = shop.lost(snapshot)
    assert set(lost) == {"eight_slides"}
