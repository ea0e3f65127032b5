"""What the reference grader got wrong, one test for each fault of the specification."""

import json
from functools import partial

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.bench import Altered
from familykit.slides import Box, Image

from .altering import element, moved, styled, without
from .building import (
    BLACK,
    DEPENDENCY,
    DET,
    FUZZY,
    OUTPUT,
    RED,
    SPATIAL,
    STEPS,
    STRUCT,
    UNTOUCHED,
    YES,
    drawn,
    full_work,
    gold_picture,
    open_items,
    stem,
    twin_of_gold,
    untouched,
)

NO_DECK = {
    **failed(STRUCT, "originals_removed"),
    **failed(SPATIAL, "placeholder_at_spot", "replacement_at_spot"),
    **missing_dependency(*STEPS[3:5], *STEPS[6:]),
}


# -- 1, 2, 16: which deck ----------------------------------------------------------------------------------------------


@pytest.mark.fault("slides_17/1")
def test_the_edited_copy_is_found_beside_an_untouched_one(studio):
    """The untouched copy is the later one; it is not what the agent worked in."""
    snapshot = studio.freeze(
        full_work(), prepare=lambda targets: studio.move(studio.deck(untouched()), targets[OUTPUT].id)
    )
    results = studio.grade(snapshot)
    assert results.differing() == {}
    assert "presentation in Output" in str(results["originals_removed"].evidence)


@pytest.mark.fault("slides_17/1")
def test_an_agent_that_worked_in_the_given_deck(studio):
    assert studio.lost(studio.freeze(full_work(), elsewhere=True)) == {}


@pytest.mark.fault("slides_17/1")
def test_of_a_copy_and_the_given_deck_the_better_one_counts(studio):
    """The working copy as it was, and the work done in the given deck; the other way round is the full score."""
    work = full_work(1)
    assert studio.lost(studio.freeze(work, studio.deck(untouched(1)), file=studio.deck(work))) == {}


@pytest.mark.fault("slides_17/2")
def test_an_empty_deck_earns_nothing(studio):
    assert studio.lost(studio.edited(lambda raw: raw.update(slides=[]))) == NO_DECK


@pytest.mark.fault("slides_17/2")
def test_a_deleted_slide_is_no_removed_picture(studio):
    """Slide 5 is gone, so slide 6 stands at its place: not recognised, and with other texts than slide 5 had."""
    lost = studio.lost(studio.edited(lambda raw: dict(raw, slides=raw["slides"][:5] + raw["slides"][6:])))
    assert lost == {
        **partly(STRUCT, originals_removed=8, no_extra_textboxes=7),
        **partly(SPATIAL, placeholder_at_spot=8, replacement_at_spot=8),
        **partly(
            DEPENDENCY,
            placeholder_describes=8,
            placeholder_red_big=8,
            credit_below=8,
            credit_is_image=8,
            replacement_similar=8,
            replacement_covers=8,
        ),
    }


@pytest.mark.fault("slides_17/2")
def test_pictures_that_were_only_deleted_are_removed(studio):
    work = untouched()
    work.drop(*(name for slide in work.slides for name in slide if name.startswith("old_")))
    lost = dict(UNTOUCHED)
    del lost["originals_removed"]
    assert studio.lost(work) == lost


@pytest.mark.fault("slides_17/16")
def test_decks_do_not_mix(studio):
    short = studio.edited(lambda raw: dict(raw, slides=raw["slides"][:-1]))
    first, second = studio.grade(short).differing(), studio.grade(studio.base).differing()
    assert (first, second) == (partly(STRUCT, no_extra_textboxes=8), {})
    assert studio.grade(short).differing() == first


# -- 3 to 6: what stands at the spot -----------------------------------------------------------------------------------


SPOT = (5459125, 856800, 3086525, 3636175)
"""Of image1.png in instance 4."""


@pytest.mark.fault("slides_17/3")
@pytest.mark.parametrize(
    ("box", "at_spot", "covered"),
    [
        ({"w": 36000, "h": 36000}, False, None),  # a speck in the corner
        ({"y": 3000000, "h": 380000}, True, True),  # one line across the spot
        ({"x": 5459125 - 300000, "w": 3086525 + 600000}, True, False),  # wider than the picture: red to be seen
        ({"x": 0, "y": 0, "w": 9144000, "h": 5143500}, False, None),  # the whole slide
        ({"x": 1000000, "w": 3086525}, False, None),  # beside the spot
    ],
)
def test_placeholders_too_small_and_too_large(studio, box, at_spot, covered):
    lost = studio.lost(studio.edited(lambda raw: moved(raw, "placeholder_image1", **box)))
    nowhere = {
        **partly(SPATIAL, placeholder_at_spot=8),
        **partly(DEPENDENCY, placeholder_describes=8, placeholder_red_big=8, replacement_covers=8),
    }
    assert lost == ({} if covered else partly(SPATIAL, replacement_covers=8) if at_spot else nowhere)


@pytest.mark.fault("slides_17/3")
@pytest.mark.parametrize(
    ("box", "replaced"),
    [
        ({"w": 300000, "h": 300000}, False),  # a thumbnail
        ({"x": 5459125 + 700000, "w": 3086525 - 1400000}, True),  # a slim picture, in the middle of the spot
        ({"x": 5459125 - 300000, "w": 3086525 + 600000}, True),
        ({"x": 0, "w": 9144000}, False),
    ],
)
def test_new_pictures_too_small_and_too_large(studio, box, replaced):
    lost = studio.lost(studio.edited(lambda raw: moved(raw, "new_image1", **box)))
    lost.pop("replacement_covers", None)  # a slim picture leaves red to be seen
    nowhere = {
        **partly(SPATIAL, replacement_at_spot=8),
        **partly(DEPENDENCY, credit_below=8, credit_is_image=8, replacement_similar=8),
    }
    assert lost == ({} if replaced else nowhere)


@pytest.mark.fault("slides_17/4")
def test_a_picture_behind_the_red_text_does_not_cover_it(studio):
    def behind(raw):
        elements = raw["slides"][1]["pageElements"]
        elements.insert(0, elements.pop(elements.index(element(raw, "new_image1"))))

    assert studio.lost(studio.edited(behind)) == partly(SPATIAL, replacement_covers=8)


@pytest.mark.fault("slides_17/4")
def test_a_covered_credit_is_no_covered_placeholder(studio):
    """The credit lies in the picture's lower part; the red text was pushed half out of it."""
    _, y, _, h = SPOT

    def pushed(raw):
        moved(raw, "placeholder_image1", y=y - 700000)
        moved(raw, "credit_image1", y=y + h - 350000)

    assert studio.lost(studio.edited(pushed)) == partly(SPATIAL, replacement_covers=8)


@pytest.mark.fault("slides_17/5")
def test_a_new_picture_over_the_original(studio):
    """The original was not deleted, but the new picture and its credit are there."""
    work = full_work()
    slide = work.slides[1]
    work.slides[1] = {"old": Image(*SPOT, gold_picture(4, "image1.png")), **slide}
    assert studio.lost(work) == {**partly(DET, originals_removed=8), **partly(STRUCT, no_extra_images=8)}


@pytest.mark.fault("slides_17/5")
def test_a_credit_in_the_spot_is_no_placeholder(studio):
    """It comes first in page order; the red text is still found."""
    work = full_work()
    slide = work.slides[1]
    _, y, _, h = SPOT
    slide["credit_image1"].y = y + h - 350000
    work.slides[1] = {"credit_image1": slide.pop("credit_image1"), **slide}
    assert studio.lost(work) == {}


@pytest.mark.fault("slides_17/6")
def test_one_credit_does_not_serve_two_pictures(studio):
    """A wide box below two of the three flags names both addresses."""
    url = full_work(1).url("idkflag2.png")

    def joined(raw):
        moved(raw, "credit_idkflag1", w=5800000)
        text = element(raw, "credit_idkflag1")["shape"]["text"]["textElements"]
        text.append({"textRun": {"content": f" {url}\n", "style": {}}})
        without(raw, "credit_idkflag2")

    assert studio.lost(studio.edited(joined, studio.full(1))) == {
        **partly(SPATIAL, credit_below=9),
        **partly(DEPENDENCY, credit_is_image=9),
    }


@pytest.mark.fault("slides_17/6")
def test_one_placeholder_does_not_serve_two_pictures(studio):
    """Crowded: the sniper and the painter overlap; only one of them has a text."""

    def fewer(raw):
        without(raw, "placeholder_picassomonkey")
        without(raw, "placeholder_snipermonkey")

    lost = studio.lost(studio.edited(fewer, studio.full(1)))
    assert lost["placeholder_at_spot"] == ("failed", SPATIAL, 8)


# -- 13: the rubric's text against the code ----------------------------------------------------------------------------


@pytest.mark.fault("slides_17/13a")
@pytest.mark.parametrize(("instance", "lost"), [(1, {}), (4, partly(SPATIAL, replacement_covers=8))])
def test_how_much_has_to_be_covered(studio, instance, lost):
    """85 % of the red text's box: enough where the text asks for 80 %."""
    name = "Monkeys1.jpg" if instance == 1 else "image1.png"
    box = full_work(instance).placeholder(name)
    higher = partial(moved, name=f"placeholder_{stem(name)}", y=box.y - 0.15 * box.h)
    assert studio.lost(studio.edited(higher, studio.full(instance))) == lost


@pytest.mark.fault("slides_17/13b")
def test_too_few_text_boxes(studio):
    """Of slides with a placeholder and a credit one may be lost: too few are those of slides without."""

    def fewer(raw, *names):
        for name in names:
            without(raw, name)

    assert studio.lost(studio.edited(partial(without, name="text_0"))) == partly(STRUCT, no_extra_textboxes=7)
    uncredited = studio.edited(lambda raw: fewer(raw, *(f"credit_image{number}" for number in range(1, 6))))
    assert "no_extra_textboxes" not in studio.lost(uncredited)


@pytest.mark.fault("slides_17/13c")
def test_an_original_that_was_moved_aside(studio):
    work = full_work()
    data = gold_picture(4, "image1.png")
    work.slides[1]["aside"] = Image(100000, 3000000, 3086525 / 4, 3636175 / 4, data)
    assert studio.lost(work) == {**partly(DET, originals_removed=8), **partly(STRUCT, no_extra_images=8)}


@pytest.mark.fault("slides_17/13d")
def test_an_added_slide_counts(studio):
    work = full_work()
    work.slides.append({"extra": Image(0, 0, 400000, 300000, drawn(1, (0, 0, 1600000, 1200000)))})
    assert studio.lost(work) == partly(STRUCT, no_extra_images=8)
    work.slides[-1] = {"words": Box(0, 0, 900000, 300000, "The end")}
    assert studio.lost(work) == partly(STRUCT, no_extra_textboxes=8)


@pytest.mark.fault("slides_17/13e")
def test_points_are_rounded_down(studio):
    """6 of 7 are 8.57 points."""
    small = studio.edited(lambda raw: styled(raw, ("A girl", RED, 12)), studio.full(3))
    assert studio.lost(small) == partly(FUZZY, placeholder_red_big=8)


@pytest.mark.fault("slides_17/13f")
def test_fewer_pictures_are_paid_for_once(studio):
    lost = studio.lost(studio.edited(partial(without, name="new_image1")))
    assert lost["replacement_at_spot"] == ("failed", SPATIAL, 8)
    assert "no_extra_images" not in lost


# -- 14, 18, 19, 20 ----------------------------------------------------------------------------------------------------


def media(snapshot, url):
    return snapshot.json("media.json")[url]["file"]


@pytest.mark.fault("slides_17/14")
def test_pictures_that_could_not_be_fetched_are_still_pictures(studio):
    """What the first new picture is, nobody knows: it may be the original. It stands there all the same."""
    raw = json.loads(studio.base.read(studio.base.json("drive/targets.json")[OUTPUT]["children"][0]["content"]))
    name = media(studio.base, element(raw, "new_image1")["image"]["contentUrl"])
    snapshot = Altered(studio.base, {name: None})
    assert studio.lost(snapshot) == open_items(
        8, "originals_removed", "replacement_at_spot", "credit_is_image", "replacement_similar"
    )


@pytest.mark.fault("slides_17/18")
@pytest.mark.parametrize("answer", ["yes", "No, yesterday's picture is another one", 1, None])
def test_an_answer_that_is_no_yes_or_no(studio, answer):
    rules = ({"key": "replacement_*", "answer": answer}, *YES)
    assert studio.lost(studio.base, judge=rules) == world_error("replacement_similar")


@pytest.mark.fault("slides_17/19")
@pytest.mark.parametrize("parts", [("new", "credit"), ("placeholder", "new", "credit")])
def test_groups(studio, parts):
    work = full_work()
    members = {n: [f"slide_{n + 1}_{part}_image{n}" for part in parts] for n in range(1, 6)}
    groups = [
        {"groupObjects": {"groupObjectId": f"group_{n}", "childrenObjectIds": names}} for n, names in members.items()
    ]
    snapshot = studio.freeze(work, studio.deck(work, groups))
    assert studio.lost(snapshot) == {}


@pytest.mark.fault("slides_17/20")
def test_what_was_not_evaluated_says_so(studio):
    """Three of five placeholders are missing, and another one is green."""
    work = full_work()
    work.drop("placeholder_image1", "placeholder_image2", "placeholder_image3")
    work.placeholder("image4.png").colour = BLACK
    results = studio.grade(work)
    assert results.differing() == {
        **partly(SPATIAL, placeholder_at_spot=4),
        **partly(DEPENDENCY, placeholder_describes=4, placeholder_red_big=2, replacement_covers=4),
    }


@pytest.mark.fault("slides_17/20")
@pytest.mark.parametrize(
    "data", [b"{", b"[]", b"{}", b'{"a.png": {"slide_index": 0}}', b'{"a.png": {"slide_index": 1e9}}']
)
def test_damaged_gold_data_moves_no_totals(studio, tmp_path, data):
    gold = twin_of_gold(studio.gold, tmp_path, {"original_image_locations.json": data})
    results = studio.grade(studio.base, gold=gold)
    assert results.differing() == world_error(*STEPS[1:])
    assert results.maximum == 120
