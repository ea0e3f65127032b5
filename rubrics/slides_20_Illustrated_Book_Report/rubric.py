"""A book report: title slide with the cover, five characters with their traits and sources, the author, references."""

from itertools import dropwhile

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks import colour, images, slide_text, sources
from pytest_knows.checks.quantifiers import Attempt, every, first_open
from pytest_knows.checks.sight import in_sight, is_used
from pytest_knows.checks.text import fold, has_word, ratio
from pytest_knows.errors import WorldError
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import decode
from pytest_knows.rubric import decided_by, fail, located, proportion, requires, show, step
from pytest_knows.scoring import Mechanism

from .cast import Cast
from .parts import Casting, Part, Search
from .support import traits_backed

BOTTOM = 0.75
"""What is centred below that share of the page's height is at the bottom."""
TITLE_ALIKE = 90
SAME_COLOUR = 0.05
"""In RGB from 0 to 1; less is hardly seen."""
BULLETS, LINKS = 3, 3

DETERMINISTIC, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
SPATIAL, STRUCTURAL, DEPENDENCY = Mechanism.SPATIAL, Mechanism.STRUCTURAL, Mechanism.DEPENDENCY_NOT_EVALUATED


def evidence(parts, pages):
    """The links, also those that are mere text; an archived copy of what could not be read."""
    return sources.to_record(dict.fromkeys(url for part in parts[1:] for url in part.urls), pages)


# --- where things are ---


@located
def parts(deck):
    """What is seen of the slides; one with nothing on it before the title slide is none."""
    slides = tuple(map(in_sight, dropwhile(lambda slide: not is_used(slide), deck.slides)))
    return tuple(map(Part, slides or deck.slides))


@located
def opening(parts, deck):
    return parts[0].slide if parts else deck.first_slide


@located
def needles(facts):
    """The book's title, also without its article."""
    book = fold(facts.book)
    return tuple(dict.fromkeys((book, book.removeprefix("a ").removeprefix("the "))))


@located
def casting(facts, needles, judge):
    def ask(part, character):
        shown = {"title": part.name, "text": part.slide.text, "character": character.called}
        return judge.yes_no("character_slide", f"Is this slide about that character of {facts.book}?", evidence=shown)

    return Casting(Cast(facts.characters, (*facts.author, *needles)), ask)


@located
def search(parts, casting, facts):
    return Search(parts, casting, facts.author_called)


@located(title="a slide of references")
def references(search):
    return search.references()


@located(title="a slide on the author")
def author(search, references: Part | None):
    return search.author(references)


@located
def portraits(parts, references: Part | None, author: Part | None, casting):
    found = casting.portraits(part for part in parts[1:] if part not in (references, author))
    show("character slides", found.accepted)
    return found


@located(title="a slide of a character")
def portrait(portraits, place):
    """The one at that place among them."""
    if place <= len(portraits.accepted):
        return portraits.accepted[place - 1]
    if portraits.doubt:
        raise portraits.doubt
    return None


@located(title="the reporter's name")
def names(opening, facts):
    """Wherever it stands, the lowest last."""
    found = slide_text.passages(opening, lambda words: has_word(words, facts.reporter))
    return tuple(sorted(found, key=middle))


@located
def titles(opening, needles):
    """Wherever the book's title stands, and how that was told; title placeholders first, then the highest."""
    exact = slide_text.passages(opening, lambda words: any(has_word(words, needle) for needle in needles))
    alike = () if exact else slide_text.passages(opening, lambda words: holds_nearly(words, needles[0]))

    def rank(passage):
        return passage.boxes[0].placeholder not in slide_text.TITLES, middle(passage)

    return tuple(sorted(exact or alike, key=rank)), DETERMINISTIC if exact else FUZZY


def holds_nearly(words, title):
    said, size = fold(words).split(), len(title.split())
    runs = (said[at : at + length] for length in (size - 1, size, size + 1) for at in range(len(said) - length + 1))
    return any(ratio(" ".join(run), title) >= TITLE_ALIKE for run in runs if run)


def middle(passage):
    return passage.extent.centre[1]


def first_accepted(pictures, accepts):
    """The first picture, as it is cropped, that a judge accepts. Raises why one could not be judged, if none is."""
    opens = []
    for picture in pictures:
        answer = Attempt(lambda picture=picture: accepts(decode(picture.data(), repr(picture)).cropped(*picture.crop)))
        if answer.known:
            return picture
        opens.append(answer.open)
    doubt = first_open(opens)
    if doubt:
        raise doubt
    return None


@located(title="the book's cover")
def cover(parts, facts, judge):
    question = f"Is this the cover of the book {facts.book}? {facts.cover}"
    pictures = parts[0].pictures if parts else ()
    return first_accepted(pictures, lambda seen: judge.yes_no("cover", question, images={"picture": seen.png()}))


# --- 1: the title slide ---


@step(category="information_retrieval")
def reporter_name(names, facts):
    assert names, f"the title slide does not say {facts.reporter}"


@step(category="information_retrieval")
def book_title(titles):
    found, how = titles
    decided_by(how)
    assert found, "the title slide does not give the book's title"


@step(category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def cover_image(parts, cover: object | None):
    if not parts or not parts[0].pictures:
        fail("there is no picture on the title slide", STRUCTURAL)
    assert cover, "no picture is the book's cover"


@step(category="spatial_check")
@requires("reporter_name")
def name_at_bottom(names, opening):
    assert middle(names[-1]) / opening.height > BOTTOM


@step(category="spatial_check", mechanism=STRUCTURAL)
@requires("reporter_name", "book_title")
def title_above_name(names, titles):
    assert middle(titles[0][0]) < middle(names[-1])


@step(category="spatial_check", mechanism=STRUCTURAL)
@requires("reporter_name", "book_title", "cover_image")
def photo_above_both(cover, names, titles):
    assert cover.rect.centre[1] < min(middle(titles[0][0]), middle(names[-1]))


# --- 2: the characters ---


@step(category="information_retrieval")
def character_valid(portrait):
    decided_by(portrait.naming.mechanism)
    if isinstance(portrait.naming.doubt, WorldError):
        raise portrait.naming.doubt


@step(category="formatting_check", mechanism=FUZZY)
def unique_background(portrait, portraits):
    others = [other for other in portraits.accepted if other is not portrait]
    if others:
        every(others, lambda other: differ(portrait.part.backdrop, other.part.backdrop))


def differ(one, other):
    if type(one) is not type(other):
        return True
    if isinstance(one, Colour):
        return colour.rgb_distance(one, other) >= SAME_COLOUR
    return one is not None and one.data() != other.data()


@step(category="structural_check")
def bullet_count(portrait):
    bullets = [item for item in portrait.part.items if item.bulleted]
    assert len(bullets) >= BULLETS


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def bullets_are_traits(portrait, judge):
    if not portrait.part.items:
        fail("there is no text beside the title", DEPENDENCY)
    question = "Does the line state what somebody is like, that is, some attribute or quality?"
    return proportion(portrait.part.items, lambda item: judge.yes_no("trait", question, evidence={"line": item.text}))


@step(category="spatial_check")
def source_at_bottom(portrait):
    part = portrait.part
    if not part.links:
        fail("there is no link", DETERMINISTIC)
    lowest = max(link.rect.centre[1] for link in part.links)
    if lowest / part.slide.height > BOTTOM:
        return
    decided_by(STRUCTURAL)
    assert part.items, "no link is at the bottom"
    assert all(middle(item.passage) < lowest for item in part.items), "no link is below the list or at the bottom"


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def traits_supported(portrait, pages, judge, facts):
    return traits_backed(portrait.naming.character.called, portrait.part, facts.book, pages, judge)


# --- 3: the author ---


@step(category="information_retrieval")
def author_name(author: Part | None, facts):
    assert author, "no slide on the author was found"
    assert any(has_word(author.slide.text, name) for name in facts.author), "the author's name is not on the slide"


@step(category="visual_check", mechanism=JUDGED, needs=["judge", "gold"], judge_primary=True)
def author_photo(author, facts, gold, judge):
    if not author.pictures:
        fail("there is no picture on the slide", STRUCTURAL)
    examples = images.numbered("example", images.gold_pictures(gold, "data/author-photos"))
    question = f"Is this a photo of {facts.author[0]}, the author of {facts.book}, whom the examples show?"

    def shows_author(seen):
        return judge.yes_no("author_photo", question, images={"picture": seen.png(), **examples})

    assert first_accepted(author.pictures, shows_author), "no picture shows the author"


# --- 4: the references ---


@step(category="structural_check")
def three_references(references: Part | None):
    assert references, "there is no slide of references"
    show("sites", sorted({urls.host(url) for url in references.urls}))
    assert len(references.urls) >= LINKS


@step(category="web_visit_check")
def references_visited(references, trace, pages):
    if not references.urls:
        fail("there are no links", DEPENDENCY)

    def was_visited(url):
        page = pages.get(url)
        return trace.has(url) or (page is not None and page.readable and trace.has(page.final_url))

    every(references.urls, was_visited)
