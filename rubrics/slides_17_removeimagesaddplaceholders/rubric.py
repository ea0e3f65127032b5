"""A deck whose pictures are saved, deleted, described in red, and replaced by similar ones with their addresses."""

import math
from functools import partial

from pytest_knows.checks import colour
from pytest_knows.checks.linked_pictures import leads_to, same_as
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, first_open, some
from pytest_knows.evidence import urls
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from .credits import links
from .edited import best_of, page_numbers, text_boxes
from .original import Album, Original
from .photos import likest
from .saved import pair, saved_in, still_without

DETERMINISTIC, FUZZY, LLM = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
STRUCTURAL, SPATIAL = Mechanism.STRUCTURAL, Mechanism.SPATIAL
DEPENDENCY, VACUOUS = Mechanism.DEPENDENCY_NOT_EVALUATED, Mechanism.VACUOUS_PASS

MOST = 0.8
"""Of a placeholder's characters, in the asked style."""
BIG = 17.95
"""Points: 18, but for rounding."""


# -- What is found once ------------------------------------------------------------------------------------------------


def evidence(drive, facts):
    """The addresses in every deck that may turn out to be the agent's result."""
    for file in drive.candidates(facts.place):
        deck = Attempt(file.presentation).known
        for slide in deck.slides if deck else ():
            for element in slide.elements:
                yield from links(element)


@located
def album(gold):
    return Album(gold)


@located
def gold_pictures(album, original: Attempt):
    """Those of the archive, and those that it lacks though the deck had them."""
    items = original.known.items if original.known else ()
    return sorted({*album.all, *(item.photo for item in items)}, key=repr)


@located
def original(gold, album):
    return Original(gold, album)


@located
def edited(original, drive, facts):
    return best_of(drive.candidates(facts.place), original)


@located
def saved(drive, album):
    return saved_in(drive.targets["IMAGES_FOLDER_URL"], album.known)


def need(found, what):
    """What an item needs of an earlier step of its own."""
    if found is None:
        fail(f"no {what}", DEPENDENCY)
    return found


# -- 1: the original pictures are saved --------------------------------------------------------------------------------


@step(points=10, category="visual_check", needs=["gold", "judge"], judge_primary=True)
def originals_saved(gold_pictures, saved, judge):
    pairs = pair(gold_pictures, saved)
    if not pairs.without:
        decided_by(DETERMINISTIC if pairs.exact else FUZZY)
        return
    if len(pairs.without) > len(pairs.free) and not saved.lost:
        fail(f"not saved: {pairs.without}", FUZZY if saved.photos else DETERMINISTIC)

    def same(photo, other):
        return same_as(judge, "same_picture_saved", photo.pixels())(other.pixels())

    without, undecided = still_without(pairs, same)
    assert saved.lost or not without, f"not saved: {without}"
    if without or undecided:
        raise first_open([undecided, *saved.lost])


# -- 2: they are deleted and described ---------------------------------------------------------------------------------


@step(points=10, category="visual_check", needs=["gold"])
def originals_removed(edited):
    def removed(spot):
        if not spot.recognised:
            fail("its slide is not there any more", STRUCTURAL)
        still_there = likest(spot.item.photo, spot.around).get()
        if still_there:
            fail("it is still on its slide", still_there)

    return each(edited.spots, removed, by=FUZZY)


@step(points=10, category="spatial_check", needs=["gold"])
def placeholder_at_spot(edited):
    return each(edited.spots, lambda spot: spot.placeholder is not None, by=SPATIAL)


@step(points=10, category="information_retrieval", needs=["gold", "judge"], judge_primary=True)
def placeholder_describes(edited, original, judge):
    question = (
        "Could the description and the placeholder both speak of one picture? The same main subject is enough; only a "
        "plain contradiction (another colour, another animal) is a no."
    )

    def describes(spot):
        shown = {"placeholder": need(spot.placeholder, "placeholder").text}
        shown["description"] = original.description(spot.item)
        return judge.yes_no("placeholder_describes", question, evidence=shown)

    return each(edited.spots, describes, by=LLM)


@step(points=10, category="formatting_check", needs=["gold"])
def placeholder_red_big(edited, facts):
    def red_and_big(spot):
        box = need(spot.placeholder, "placeholder")
        runs = [(len("".join(run.text.split())), run.style) for line in box.body.lines for run in line.runs]
        total = sum(count for count, _ in runs)
        red = sum(count for count, style in runs if colour.is_called(style.colour, facts.red))
        big = sum(count for count, style in runs if style.size * box.font_scale >= BIG)
        assert red >= MOST * total, f"{red} of {total} characters are red"
        assert big >= MOST * total, f"{big} of {total} characters have 18 pt or more"

    return each(edited.spots, red_and_big, by=FUZZY)


# -- 3: they are replaced ----------------------------------------------------------------------------------------------


@step(points=10, category="spatial_check", needs=["gold"])
def replacement_at_spot(edited, original):
    def replaced(spot):
        assert spot.replacement is not None, "no new picture"
        original.likeness(spot.replacement).get()  # an error if it may be an original

    return each(edited.spots, replaced, by=SPATIAL)


@step(points=10, category="structural_check", needs=["gold"])
def credit_below(edited):
    def credited(spot):
        need(spot.replacement, "new picture")
        assert spot.credit is not None, "no address below it"

    return each(edited.spots, credited, by=SPATIAL)


@step(points=10, category="visual_check", needs=["gold", "judge", "web"], judge_primary=True)
def credit_is_image(edited, pages, facts, judge):
    def refused(url):
        """By a host that is known for it, though the address looks like a picture's."""
        page = pages.get(url)
        on_host = page is not None and page.unreadable and urls.on_site(url, *facts.refusing_hosts)
        return on_host and urls.is_picture(url)

    def leads_there(url, photo):
        if refused(url):
            decided_by(VACUOUS)
            return True

        def same(found):
            return same_as(judge, "same_picture_credited", photo.pixels())(found)

        return leads_to(url, photo, pages, same, in_pages=False)

    def correct(spot):
        photo = need(spot.credit and spot.replacement, "address below it")
        return some(Attempt(partial(leads_there, url, photo)) for url in links(spot.credit))

    return each(edited.spots, correct, by=DETERMINISTIC)


@step(points=10, category="visual_check", needs=["gold", "judge"], judge_primary=True)
def replacement_similar(edited, original, judge):
    by_sight = (
        "Would the new picture serve in place of the original: the same subject and main details, whatever the style "
        "and quality? A no needs something plainly different."
    )
    by_text = "May the picture stand for one that is described like this? Small differences do not matter."

    def similar(spot):
        new = need(spot.replacement, "new picture")
        original.likeness(new).get()

        def looks():
            shown = {"original": spot.item.photo.encoded(), "new": new.encoded()}
            return judge.yes_no("replacement_similar", by_sight, images=shown)

        def fits():
            shown = {"description": original.description(spot.item)}
            return judge.yes_no("replacement_described", by_text, evidence=shown, images={"picture": new.encoded()})

        return some(Attempt(way) for way in (looks, fits))

    return each(edited.spots, similar, by=LLM)


@step(points=10, category="spatial_check", needs=["gold"])
def replacement_covers(edited, facts):
    def covers(spot):
        below, photo = need(spot.placeholder, "placeholder"), need(spot.replacement, "new picture")
        above = photo.picture
        assert above.z > below.z, "the new picture lies behind the red text"
        share = below.rect.inside(above.rect)
        assert share >= facts.cover - 1e-9, f"{share:.0%} of the red text's box is covered"

    return each(edited.spots, covers, by=SPATIAL)


# -- 4: nothing else ---------------------------------------------------------------------------------------------------


def slide_by_slide(edited, before, slides, right):
    """Full points if every slide is right, those that were there `before` and new ones; each wrong one costs as much
    as one of `slides`."""
    if not edited.worked_on:
        fail("nothing came in the place of any picture", DEPENDENCY)

    def points(maximum, passed, total):
        return math.floor(maximum * max(0, slides - (total - passed)) / slides)

    count = max(len(edited.slides), before)
    return proportion(range(count), right, name=lambda index: f"slide {index + 1}", points=points)


@step(points=10, category="structural_check", needs=["gold"])
def no_extra_images(edited, original):
    def right(index):
        count = edited.count(index, lambda slide: slide.pictures)
        assert count <= original.pictures[index], f"{count} pictures instead of {original.pictures[index]}"

    return slide_by_slide(edited, original.slides, len(original.pictures), right)


@step(points=10, category="structural_check", needs=["gold"])
def no_extra_textboxes(edited, original):
    def as_many(index):
        count, before = edited.count(index, text_boxes), len(original.texts.get(index, []))
        added = count - edited.count(index, page_numbers)  # the gold data may count them or not
        most = before + 2 * original.pictures[index]
        right = before <= count and added <= most
        assert right, f"{count} text boxes instead of {before} to {most}"

    return slide_by_slide(edited, original.slides, len(original.texts), as_many)
