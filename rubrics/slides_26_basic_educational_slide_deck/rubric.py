"""A lesson for school: title slide, a number of sections with their sources and pictures, a summary."""

from functools import partial

from pytest_knows.checks import colour, images, linked_pictures, sources
from pytest_knows.checks.filled import is_filled
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.checks.sight import in_sight
from pytest_knows.checks.styled import mostly, styled
from pytest_knows.checks.text import fold, has_word
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from .copies import copied, is_long, pieces, side_by_side
from .headings import Headings
from .opening import Background, find_topic
from .parts import MOST, check_inside, is_small, names_credit, parts
from .sections import links_of, need, read_lesson, without_heading
from .sourcing import Sourcing

DETERMINISTIC, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
SPATIAL, STRUCTURAL, DEPENDENCY = Mechanism.SPATIAL, Mechanism.STRUCTURAL, Mechanism.DEPENDENCY_NOT_EVALUATED

BIG = 39.95
"""Points: 40, but for rounding."""
CREDIT_FROM = 0.65
"""Of the title slide's height; a credit's centre is not higher."""


# --- What is found once ---


@located
def slides(deck):
    return tuple(map(in_sight, deck.slides))


@located
def opening(slides, deck):
    return next(filter(is_filled, slides), deck.first_slide)


@located(title="three slides")
def lesson(slides, facts):
    return read_lesson(slides, facts)


@located
def sections(lesson):
    return lesson.sections


@located
def opening_links(opening):
    return links_of(opening)


@located(title="the topic")
def topic(opening, facts):
    return find_topic(opening, facts.topic)


@located
def subject(facts):
    """How questions call the topic."""
    return f"{facts.topic} ({facts.meaning}: any will do)" if facts.meaning else facts.topic


@located
def background(opening, subject, judge):
    question = f"Would a viewer connect what the picture shows (things, scenes, people, symbols) with {subject}?"
    return Background(opening, lambda photo: judge.yes_no("background", question, images={"picture": photo.png()}))


def evidence(opening_links, sections: tuple | None, pages):
    """The sources, the pictures' credits and, where these are pages, the pictures there."""
    credited = [*opening_links, *(url for section in sections or () for url in section.credited)]
    cited = [section.source for section in sections or () if section.source]
    yield from sources.to_record([*cited, *credited], pages)
    yield from linked_pictures.to_record(credited, pages)


# --- 1: title slide ---


@step(points=5, category="formatting_check")
def topic_big_bold(topic: object | None):
    assert topic, "the topic does not stand on the title slide"
    assert mostly(topic.styled, lambda style: style.bold, MOST), f"{topic} is not bold"
    assert mostly(topic.styled, lambda style: style.size >= BIG, MOST), f"{topic} has {topic.size:g} pt"


@step(points=2, category="formatting_check", mechanism=FUZZY)
def topic_orange(topic, facts):
    shown = sorted({repr(style.colour) for letter, style in topic.styled if letter.strip()})
    orange = mostly(topic.styled, lambda style: colour.is_called(style.colour, facts.dark_orange), MOST)
    assert orange, f"{topic} is {', '.join(shown)}"


@step(points=3, category="information_retrieval")
def presenter_name(opening, facts):
    assert has_word(opening.text, facts.presenter), f"{facts.presenter} is not named"


@step(points=5, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def background_image(opening, background):
    if not background.photos:
        fail("no picture behind everything", SPATIAL if opening.pictures else STRUCTURAL)
    assert background.fitting(), "the background does not fit the topic"


@step(points=2, category="formatting_check", mechanism=SPATIAL)
def background_credit(opening):
    small = [part for part in parts(opening.text_boxes) if names_credit(part) and is_small(part)]
    assert any(part.extent.centre[1] >= CREDIT_FROM * opening.height for part in small), f"not at the bottom: {small}"


@step(points=3, category="visual_check", needs=["judge", "web"], judge_primary=True)
def background_url(background, opening_links, pages, judge):
    photos = need(opening_links and background.photos, "background picture with a link")
    fitting = Attempt(background.fitting)
    shown = fitting.known or photos[0]
    ask = partial(shown.is_same, judge, "same_picture")
    assert shown.is_shown_at(opening_links, pages, ask), f"{', '.join(opening_links)} do not lead to it"
    fits = fitting.get() is not None

    def points(most, passed, total):
        return int(most) if passed == total else 1

    return proportion(["shown there", "fits"], lambda item: fits or item == "shown there", name=str, points=points)


# --- 2: content slides ---


@step(points=5, category="structural_check")
def slide_count(lesson: object | None, facts):
    assert lesson, "fewer than three slides"
    assert len(lesson.sections) == facts.sections


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def topic_relevance(sections, subject, judge):
    def on_topic(section):
        assert section.text, "no text"
        question = f"Does the slide belong to the topic {subject}?"
        return judge.yes_no("topic_relevance", question, evidence={"slide": section.text})

    return each(sections, on_topic, by=JUDGED)


def by_halves(halves):
    """Points of items of which each earns two, one or no halves; `halves` is filled as they are checked."""
    return lambda most, _, total: int(most) * sum(halves) // (2 * total)


@step(points=10, category="spatial_check")
def citation_lower_left(sections):
    halves = [max(0, section.citation_count - 1) for section in sections]

    def low_and_left(section):
        assert section.citation, "no source is named"
        assert section.citation_count == 3, f"{section.citation} is not all of small, low and left"

    return each(sections, low_and_left, by=SPATIAL, points=by_halves(halves))


@located
def sourcing(pages, judge):
    return Sourcing(pages, judge)


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def info_from_source(sections, sourcing):
    def sourced(section):
        if fault := sourcing.fault(section).get():
            fail(*fault)

    return each(sections, sourced, by=JUDGED)


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def unique_headings(sections, subject, judge):
    question = f"In a lesson on {subject}: is this heading a valid title of a section, and does it fit its slide?"

    def approve(section):
        shown = {"heading": section.name, "slide": section.text}
        return judge.yes_no("unique_headings", question, evidence=shown)

    headings = Headings(sections, approve)
    return each(sections, headings.check, by=JUDGED, points=headings.points)


@step(points=10, category="formatting_check")
def heading_bold_italic(sections):
    def bold_and_italic(section):
        assert section.heading, "no heading"
        looks = styled(section.heading)
        assert mostly(looks, lambda style: style.bold, MOST), f"{section.heading} is not bold"
        assert mostly(looks, lambda style: style.italic, MOST), f"{section.heading} is not italic"

    return proportion(sections, bold_and_italic)


@step(points=5, category="structural_check")
def bullet_points(sections):
    def listed(section):
        assert len(section.bullets) >= 2, f"{len(section.bullets)} bullets"

    return proportion(sections, listed)


@step(points=5, category="formatting_check", mechanism=SPATIAL)
def no_overflow(sections, deck):
    def stays(section):
        check_inside(deck.slides[section.number - 1])  # with what nobody sees because it lies beside the slide

    return proportion(sections, stays)


@step(points=10, category="content_check", mechanism=FUZZY, needs=["judge", "web"], judge_primary=True)
def paraphrased(sections, sourcing, judge):
    question = "Were these texts copied word for word from the passages of the source beside them?"
    halves = []

    def own_words(section):
        if sourcing.page(section).open:
            halves.append(1)
        if sourcing.fault(section).get():
            fail("no content from a source", DEPENDENCY)
        items = [item for item in section.items if is_long(item)]
        copies = copied(items, [sourcing.text(section)])
        decided_by(FUZZY)
        if 2 * len(copies) > len(items):
            seen = side_by_side(copies)
            assert not judge.yes_no("copied_items", question, evidence=seen), f"copied: {list(copies)}"
        halves.append(2)

    return each(sections, own_words, by=FUZZY, points=by_halves(halves))


@step(points=10, category="spatial_check")
def content_left(sections):
    def left(section):
        assert section.content, "no content"
        astray = [part for part in section.content if part.extent.centre[0] >= 0.5 * section.slide.width]
        assert not astray, f"not on the left: {astray}"

    return proportion(sections, left)


# --- 3: summary ---


@step(points=4, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def covers_concepts(lesson, subject, judge):
    if not lesson.summary.text:
        fail("no text", DETERMINISTIC)
    names = need([section.name for section in lesson.sections if section.name], "heading")
    question = (
        f"In a lesson on {subject}: does the summary touch upon every section? "
        "A passing or indirect mention is enough; no if one is wholly left out."
    )
    shown = {"sections": "\n".join(names), "summary": lesson.summary.text}
    assert judge.yes_no("covers_concepts", question, evidence=shown), "some section is left out"


@step(points=3, category="content_check", mechanism=FUZZY, needs=["judge"])
def summary_original(lesson, sourcing, judge):
    text = without_heading(lesson.summary)
    if not text.strip():
        fail("no text", DETERMINISTIC)
    items = [fold(item) for section in lesson.sections for item in section.items if is_long(item)]
    pages = filter(None, map(sourcing.text, lesson.sections))
    known = need([*items, *pages], "content and no page to compare with")
    question = "Was this text, a piece of a summary, copied word for word from the source?"

    def ask(piece, passage):
        return judge.yes_no("copied_summary", question, evidence=side_by_side({piece: passage}))

    copies = copied(pieces(text), known)
    assert not some(Attempt(partial(ask, *pair)) for pair in copies.items()), f"copied: {list(copies)}"


@step(points=3, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def engagement(lesson, judge):
    text = "\n".join(part.text for part in (lesson.summary, lesson.trailing) if part and part.text)
    if not text:
        fail("no text", DETERMINISTIC)
    question = "Is there an invitation to speak up: to ask questions, to discuss, to join in?"
    assert judge.yes_no("engagement", question, evidence={"slide": text}), "no invitation"


# --- 4: pictures ---


@step(points=10, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def image_relevant(sections, subject, judge):
    question = f"In a lesson on {subject}: does the picture illustrate the section with that heading?"

    def fits(section):
        if section.photo is None:
            fail("no picture", STRUCTURAL)
        shown = {"picture": section.photo.png()}
        return judge.yes_no("image_relevant", question, evidence={"heading": section.name}, images=shown)

    return each(sections, fits, by=JUDGED)


@step(points=10, category="spatial_check")
def image_right(sections):
    def on_the_right(section):
        assert section.picture, "no picture"
        assert section.picture.rect.centre[0] > section.slide.width / 2

    return proportion(sections, on_the_right)


@step(points=10, category="spatial_check")
def image_credit(sections):
    def credited(section):
        assert section.credit, "no credit in small type beneath a picture"

    return proportion(sections, credited)


@step(points=10, category="visual_check", needs=["judge", "web"], judge_primary=True)
def image_url(sections, pages, judge):
    def leads_there(section):
        found = need(section.photo and section.credited, "address of a picture")
        ask = partial(section.photo.is_same, judge, "same_picture")
        assert section.photo.is_shown_at(found, pages, ask), f"{', '.join(found)} do not lead to it"

    return each(sections, leads_there, by=DETERMINISTIC)


@step(points=10, category="visual_check", mechanism=FUZZY)
def images_unique(sections):
    known = {section: photo for section in sections if (photo := section.photo) and photo.is_readable}
    places = list(known)
    groups = images.groups([photo.fingerprint for photo in known.values()])
    repeats = {places[place]: places[group[0]] for group in groups for place in group[1:]}

    def new(section):
        assert section.photo, "no picture"
        section.photo.fingerprint  # noqa: B018 - raises if it cannot be read
        assert section not in repeats, f"as on {repeats.get(section)}"

    return each(sections, new, by=FUZZY)
