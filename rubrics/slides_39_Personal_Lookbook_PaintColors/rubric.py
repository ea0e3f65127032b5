"""A look-book of wall colours for a room: title slide, a slide for each colour with two pictures, a recommendation."""

from pytest_knows.checks import layout, linked_pictures, sources
from pytest_knows.checks.filled import is_filled
from pytest_knows.checks.majority import each, majority
from pytest_knows.checks.quantifiers import Attempt, every
from pytest_knows.checks.sight import in_sight
from pytest_knows.checks.text import fold, has_word
from pytest_knows.evidence import urls
from pytest_knows.evidence.searches import searched_for
from pytest_knows.judge.schema import BOOLEAN, NUMBER, fields, list_of
from pytest_knows.rubric import decided_by, fail, located, proportion, requires, step
from pytest_knows.scoring import Mechanism

from . import names
from .choice import find_choice
from .lookbook import OPENING, find_title, read_lookbook
from .photos import Album, addresses

DETERMINISTIC, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
STRUCTURAL, DEPENDENCY = Mechanism.STRUCTURAL, Mechanism.DEPENDENCY_NOT_EVALUATED

COVERS = 0.7
"""Of the page."""
ALIKE = 6
"""Bits of 64 in which the hashes of one picture may differ; two pictures of like rooms may be 15 apart."""
LARGE = 17.95
"""Points: 18, but for rounding."""


# --- What is found once ---


@located
def slides(deck):
    """Those with anything on them, as people see them, each with its number in the deck; all if there is none."""
    seen = tuple(enumerate(map(in_sight, deck.slides), 1))
    return tuple(one for one in seen if is_filled(one[1])) or seen


@located
def opening(slides, deck):
    """The title slide; an empty one in an empty deck."""
    return slides[0][1] if slides else deck.first_slide


@located
def book(slides):
    return read_lookbook(slides)


@located
def album(pages):
    return Album(pages)


@located(title="a picture on the title slide")
def opening_prints(opening, album):
    """The background counts where there is no other picture."""
    behind = tuple(map(album.print, filter(None, [opening.own_background_picture])))
    return album.on(opening) or behind or None


@located(title="a slide for a colour")
def colours(book, facts, album):
    return book.colours(facts.room, album) or None


@located(title="a recommendation")
def recommendation(book):
    return book.recommendation


@located
def choice(recommendation, facts):
    return find_choice(recommendation[1], facts.room)


@located
def queries(trace):
    """What was searched for."""
    return tuple(filter(None, (searched_for(urls.unwrap(url)) for url in trace.distinct())))


def evidence(colours: tuple | None, pages):
    """What the alternative texts lead to, archived copies of what is refused, and the pictures of pages."""
    prints = [one for colour in colours or () for one in colour.prints]
    cited = list(dict.fromkeys(address for one in prints for url in one.sources for address in addresses(url)))
    yield from sources.to_record(cited, pages)
    yield from linked_pictures.to_record(cited, pages)


# --- 1: title slide ---


@step(points=2, category="information_retrieval")
def title_room(slides, opening, facts):
    if not slides:
        fail("there is no slide", STRUCTURAL)
    title = find_title(opening, OPENING)
    assert title, "no title"
    assert has_word(fold(title.text).replace("-", " "), facts.room), f"{title} does not name the {facts.room}"


@step(points=2, category="structural_check")
def one_image(opening_prints: tuple | None):
    count = len(opening_prints or ())
    assert count == 1, f"{count} pictures"


@step(points=4, category="spatial_check")
def coverage_70(opening, opening_prints):
    share = layout.covered((one.picture.rect for one in opening_prints), opening.rect)
    assert share >= COVERS - 1e-9, f"{share:.0%} of the slide is covered"


@step(points=2, category="web_visit_check")
def room_search(queries, facts):
    assert any(names.are_searched(facts.room.split(), query) for query in queries), f"no search for {facts.room}"


@step(points=2, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def title_relevance(opening_prints, facts, judge):
    question = (
        f"Is this a photograph that could inspire somebody who is about to paint the walls of a {facts.room}? "
        "No if it is a painting, a drawing or an illustration, or shows something else."
    )
    every(opening_prints, lambda one: judge.yes_no("title_relevance", question, images={"picture": one.photo.png()}))


# --- 2: colours ---


@step(points=10, category="structural_check")
def count_5_10(colours: tuple | None):
    count = len(colours or ())
    assert 5 <= count <= 10, f"{count} slides for colours"


@step(points=10, category="structural_check")
def titles(book, colours):
    titled = {colour.place for colour in colours}
    return proportion(book.content, lambda one: one[0] in titled, name=lambda one: f"slide {one[0]}")


@located
def plausible(colours, facts, judge):
    """The places of the slides whose colours a judge finds fit for walls, asked about all at once."""
    question = (
        f"Is each of these a plausible colour for the walls of a {facts.room}, under any name that paint is sold by? "
        "Answer for every number."
    )
    listed = "\n".join(f"{number}. {colour.name}" for number, colour in enumerate(colours, 1))
    schema = fields(answers=list_of(fields(number=NUMBER, plausible=BOOLEAN)))
    answers = judge.extract("colours", question, schema, evidence={"colours": listed})["answers"]
    given = {answer["number"]: answer["plausible"] for answer in answers}
    return {colour.place for number, colour in enumerate(colours, 1) if given.get(number)}


@step(points=10, category="content_check", needs=["judge"], judge_primary=True)
def colors_ok(colours, plausible: Attempt):
    first = {colour.key: colour for colour in reversed(colours)}

    def good(colour):
        assert first[colour.key] is colour, f"the same as on {first[colour.key]}"
        assert colour.place in plausible.get(), "no colour for walls"

    result = proportion(colours, good)
    refused = plausible.open is None and len(plausible.known) < len(colours)
    decided_by(DETERMINISTIC if len(first) < len(colours) and not refused else JUDGED)
    return result


# --- 3: pictures ---


@step(points=10, category="web_visit_check")
def color_search(colours, queries, facts):
    def searched(colour):
        assert colour.words, "no colour is named"
        wanted = [*colour.words, *facts.room.split()]
        assert any(names.are_searched(wanted, query) for query in queries), "no search for it"

    return proportion(colours, searched)


@step(points=10, category="structural_check")
def two_images(colours):
    def two(colour):
        assert len(colour.prints) == 2, f"{len(colour.prints)} pictures"

    return proportion(colours, two)


@step(points=10, category="spatial_check")
def bl_br(colours):
    def in_the_corners(colour):
        slide = colour.slide
        assert len(colour.prints) == 2, f"{len(colour.prints)} pictures"
        centres = [one.picture.rect.centre for one in colour.prints]
        assert all(y > slide.height / 2 for _, y in centres), "not both in the lower half"
        assert sum(x < slide.width / 2 for x, _ in centres) == 1, "both on one side"

    return proportion(colours, in_the_corners)


@step(points=10, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def relevance(colours, facts, judge):
    question = (
        f"Is this a photograph that could inspire somebody who wants to paint a {facts.room} in the colour named? "
        "No if it is a painting, a drawing or an illustration, or shows something else or walls of another colour."
    )

    def fits(colour):
        if not colour.prints:
            fail("no picture", DEPENDENCY)
        shown = {"colour": colour.name}
        every(
            colour.prints,
            lambda one: judge.yes_no("relevance", question, evidence=shown, images={"picture": one.photo.png()}),
        )

    return each(colours, fits, by=JUDGED)


@step(points=10, category="structural_check", mechanism=DETERMINISTIC)
def alt_url(colours):
    def addressed(colour):
        assert colour.prints, "no picture"
        without = [one for one in colour.prints if not one.sources]
        assert not without, f"no address in the alternative text of {without}"

    return proportion(colours, addressed)


@step(points=10, category="visual_check", mechanism=FUZZY, needs=["web"])
def source_match(colours, album):
    """Decided as most pictures are: those that do not match, or all if all do."""
    verdicts = [album.verdict(one) for colour in colours for one in colour.prints]
    wrong = [verdict.by for verdict in verdicts if verdict.sourced.known is False]
    wrong += [DEPENDENCY for colour in colours if not colour.prints]

    def sourced(colour):
        assert colour.prints, "no picture"
        every(colour.prints, lambda one: album.verdict(one).sourced.get())

    result = proportion(colours, sourced)
    decided_by(majority(wrong or [verdict.by for verdict in verdicts]))
    return result


@step(points=10, category="visual_check", mechanism=FUZZY)
def unique(colours):
    def differ(colour):
        if len(colour.prints) != 2:
            fail(f"{len(colour.prints)} pictures", DEPENDENCY)
        one, other = (shown.photo.fingerprint for shown in colour.prints)
        if one.identical(other):
            fail("the same picture twice", DETERMINISTIC)
        assert one.distance(other) > ALIKE, "two copies of one picture"

    return each(colours, differ, by=FUZZY)


# --- 4: recommendation ---


@step(points=2, category="structural_check")
def rec_last(book):
    assert book.recommendation, "no slide says what is the best choice"
    assert book.recommendation[0] == book.last, f"it is slide {book.recommendation[0]} of {book.last}"


@step(points=3, category="information_retrieval")
def rec_text(choice):
    assert choice.is_usable, "it does not say which colour is the best choice"


@step(points=3, category="information_retrieval")
@requires("rec_text")
def rec_color(choice, colours: tuple | None):
    offered = {spelling for colour in colours or () for spelling in colour.spellings}
    assert choice.colour in offered, f"{choice} was not offered"


@step(points=2, category="formatting_check")
def rec_font(choice):
    assert choice.size >= LARGE, f"{choice.size:g} pt"
