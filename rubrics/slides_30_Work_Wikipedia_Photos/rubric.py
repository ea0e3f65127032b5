"""New headshots: a title slide with a Wikipedia picture, a slide of two pictures for each client, a slide of links."""

from dataclasses import dataclass
from functools import cache

from pytest_knows.checks import layout, slide_text, sources
from pytest_knows.checks.filled import is_filled
from pytest_knows.checks.photos import Photo
from pytest_knows.checks.quantifiers import Attempt, first_open, some
from pytest_knows.checks.sight import in_sight
from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from . import wikipedia
from .names import assigned, said_on
from .photos import Pair, largest, share
from .studios import Studio, pages_to_record

SAME, ALIKE = 5, 10
"""Bits of 64 in which the hashes of one picture may differ; and those of two that are too much alike."""
TOP, UPPER = 0.30, 0.50
"""Of the page's height: where what is on top begins, and where a title placeholder does."""
MAJORITY = 0.50
LEVEL = 0.05
"""Of the page's height: how far apart the centres of two pictures may be."""

DETERMINISTIC, JUDGED = Mechanism.DETERMINISTIC, Mechanism.LLM_VLM_JUDGEMENT
SPATIAL, STRUCTURAL, DEPENDENCY = Mechanism.SPATIAL, Mechanism.STRUCTURAL, Mechanism.DEPENDENCY_NOT_EVALUATED


def evidence(slides, facts, trace, pages):
    """Wikipedia's pictures, what other titles there lead to, and the pages that may be a photographer's."""
    for _, title in facts.people:
        yield from wikipedia.to_record(title, pages)
    links = links_of(slides[-1]) if slides else ()
    yield from pages_to_record([url for url in links if not on_wikipedia(url)], facts.city, pages)
    known = {title.casefold() for _, title in facts.people}
    for url in (*links, *(trace.urls if trace.recorded else ())):
        title = wikipedia.article(url)
        if title and ":" not in title and title.casefold() not in known:  # with a colon: files, searches
            yield wikipedia.lookup(title)


def on_wikipedia(url):
    return urls.on_site(url, "wikipedia.org")


# --- What is found once ---


@located
def slides(deck):
    """Those with anything on them, as people see them; all if there is none."""
    seen = tuple(map(in_sight, deck.slides))
    return tuple(filter(is_filled, seen)) or seen


def need_slides(slides, count):
    if len(slides) < count:
        fail(f"{len(slides)} slides, at least {count} are needed", STRUCTURAL)


@located(title="a title slide")
def opening(slides):
    need_slides(slides, 1)
    return slides[0]


@located
def opening_photos(opening):
    behind = filter(None, [opening.own_background_picture])
    return tuple(map(Photo.of, (*opening.pictures, *behind)))


@located
def lead(facts, pages, place):
    """The picture of the client's article; raises why it cannot be had."""
    return lead_of(facts.people[place], pages)


def lead_of(one, pages):
    photo = Photo.of_page(wikipedia.lead_picture(one[1], pages))
    _ = photo.fingerprint
    return photo


@dataclass(frozen=True, slots=True)
class Featured:
    photo: Photo
    how: Mechanism


@located(title="the featured person's picture")
def featured(opening, opening_photos, facts, pages, judge):
    """The largest one that is Wikipedia's, by its pixels or hash, else by a judge's word."""
    if not opening_photos:
        return None
    wanted = lead_of(facts.people[0], pages)
    alike = {photo: Attempt(lambda photo=photo: photo.likeness(wanted, SAME)) for photo in opening_photos}
    sure = largest((photo for photo in opening_photos if alike[photo].known), opening)
    if sure:
        return Featured(sure, alike[sure].known)
    readable = [photo for photo in opening_photos if alike[photo].open is None]
    answers = {
        photo: Attempt(lambda photo=photo: wanted.is_same(judge, "wikipedia_picture", photo)) for photo in readable
    }
    found = largest((photo for photo in readable if answers[photo].known), opening)
    if found:
        return Featured(found, JUDGED)
    doubt = first_open(answer.open for answer in (*alike.values(), *answers.values()))
    if doubt:
        raise doubt
    return None


@located
def clients(slides, facts):
    """The slides that were found, by client."""
    need_slides(slides, 2)
    return assigned(slides, [name for name, _ in facts.people[1:]])


@located(title="a slide with the client's name")
def client(clients, facts, place):
    return clients.get(facts.people[place][0])


@located
def pair(client):
    return Pair.on(client)


@dataclass(frozen=True, slots=True)
class Repeated:
    """Whose picture the right one repeats, "" for none; and how that was found."""

    whose: str = ""
    how: Mechanism = JUDGED


@located
def repeated(pair, lead: Attempt):
    """Whether the right picture is the left one or Wikipedia's, as far as can be told without a judge."""
    if pair.right is None:
        return Repeated()
    doubts = [Attempt(lambda: pair.right.fingerprints).open]
    for whose, other in (("left", pair.left), ("Wikipedia", lead.known)):
        likeness = Attempt(lambda other=other: pair.right.likeness(other, ALIKE)) if other else Attempt(lambda: None)
        if likeness.known:
            return Repeated(whose, likeness.known)
        doubts.append(likeness.open)
    doubt = first_open(doubts)
    if doubt:
        raise doubt
    return Repeated()


@located
def rival(pair, repeated, lead: Attempt, judge, facts, place):
    """What is wrong with the right picture, as a judge sees it: "somebody else", "left", "Wikipedia" or ""."""
    if repeated.whose or pair.right is None:
        return ""
    name, example = facts.people[place][0], lead.known
    shown = {"picture": pair.right.png()}
    if example:
        shown["example"] = example.png()
    also = f", whom the example shows too? It may well be another photo of {name}." if example else "?"
    if not judge.yes_no("shows_client", f"Does the picture show {name}{also}", images=shown):
        return "somebody else"
    if pair.left and pair.left.is_same(judge, "same_photo", pair.right):
        return "left"
    other = example and not (pair.left and pair.left.likeness(example, SAME))
    return "Wikipedia" if other and example.is_same(judge, "same_photo", pair.right) else ""


def links_of(slide):
    """Every address on it, behind words, boxes and pictures or written out."""
    boxed = (one.link for one in (*slide.boxes, *slide.pictures) if urls.parse(one.link))
    return tuple(dict.fromkeys((*sources.cited_urls(slide.text_boxes), *boxed)))


@located
def last_links(slides):
    need_slides(slides, 3)
    return links_of(slides[-1])


@located
def studios(last_links, facts, pages, judge):
    return tuple(Studio(url, facts.city, pages, judge) for url in last_links if not on_wikipedia(url))


@located
def denotes(facts, pages):
    """Whether an address leads to the article, also through a redirect that is known."""

    @cache
    def titles(url):
        found = wikipedia.article(url)
        return (found, facts.redirects.get(found) or wikipedia.leads_to(found, pages)) if found else ()

    return lambda url, title: any(wikipedia.same(found, title) for found in titles(url))


# --- 1: the title slide ---


@step(category="information_retrieval")
def title_text(opening, facts):
    title = slide_text.title(opening, TOP) or slide_text.title(opening, 1)
    assert title, "the slide has no title"
    lines = slide_text.passages(opening, lambda words: fold(words) == fold(facts.title))
    if not any(passage.boxes == title.boxes for passage in lines):  # nor may it go over several boxes
        boxes = layout.reading_order(opening.text_boxes, lambda box: box.extent)
        assert fold("\n".join(box.text for box in boxes)) == fold(facts.title), f"the title is {title}"


@step(category="visual_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def featured_image(opening_photos, featured: object | None):
    if not opening_photos:
        fail("there is no picture on the title slide", DETERMINISTIC)
    decided_by(featured.how if featured else JUDGED)
    assert featured, "no picture is the one in Wikipedia"


@step(category="spatial_check")
def featured_top_right(opening, featured):
    x, y = featured.photo.picture.rect.centre
    assert x > opening.width / 2, "not on the right"
    assert y < opening.height / 2, "not at the top"


@step(category="spatial_check")
def featured_majority(opening, featured):
    assert share(featured.photo, opening) > MAJORITY


# --- 2: the clients' slides ---


@step(category="spatial_check")
def name_top(client, facts, place):
    def on_top(name):
        within = UPPER if name.boxes[0].placeholder in (*slide_text.TITLES, "SUBTITLE") else TOP
        return name.extent.top < within * client.height

    assert any(on_top(said.name) for said in said_on(client, [facts.people[place][0]])), "the name stands farther down"


@step(category="visual_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def wiki_left(pair, lead: Attempt, judge):
    if pair.left is None:
        fail("there is no picture on the left", DETERMINISTIC)
    likeness = pair.left.likeness(lead.get(), SAME)
    decided_by(likeness or JUDGED)
    assert likeness or lead.get().is_same(judge, "wikipedia_picture", pair.left), (
        "the left picture is not the one in Wikipedia"
    )


@step(category="visual_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def other_right(pair, repeated: Attempt, rival: Attempt):
    if pair.right is None:
        fail("there is no picture on the right", DETERMINISTIC)
    decided_by(repeated.get().how)
    assert not repeated.get().whose, f"the right picture repeats that of {repeated.get().whose}"
    assert not rival.get(), f"the right picture is that of {rival.get()}"


@step(category="spatial_check")
def symmetric(client, pair, repeated: Attempt, rival: Attempt):
    if not pair.left or not pair.right:
        fail("there are no two pictures", DEPENDENCY)
    if "left" in ((repeated.known or Repeated()).whose, rival.known):
        fail("the second picture is the first one again", DEPENDENCY)
    assert layout.unlevel(pair.left.picture.rect, pair.right.picture.rect, client.rect) <= LEVEL


# --- 3: the links ---


@step(category="information_retrieval")
def client_urls(last_links, facts, denotes):
    return proportion(facts.people[1:], lambda one: any(denotes(url, one[1]) for url in last_links), name=person_name)


def person_name(one):
    return one[0]


def need_studios(studios, lacking):
    if not studios:
        fail("no page but Wikipedia's is linked", lacking)
    if all(studio.dead for studio in studios):
        fail(f"dead links: {', '.join(map(repr, studios))}", lacking)


@step(category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def photographer_url(studios):
    need_studios(studios, DETERMINISTIC)
    assert some(studio.is_photographers for studio in studios), f"none is a photographer's: {studios}"


@step(category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def photographer_city(studios, facts):
    need_studios(studios, DEPENDENCY)
    assert some(studio.is_in_city for studio in studios), f"none is of a photographer in {facts.city}: {studios}"


# --- 4: what was visited ---


@step(category="web_visit_check")
def visit_featured(trace, facts, denotes):
    assert trace.visited(lambda url: denotes(url, facts.people[0][1])), "the article was not visited"


@step(category="web_visit_check")
def visit_doc(trace, facts):
    assert trace.visited(lambda url: urls.google_file_id(url) == facts.list), "the list was not visited"


@step(category="web_visit_check")
def visit_clients(trace, facts, denotes):
    visited = trace.distinct()

    def was_visited(one):
        return any(denotes(url, one[1]) for url in visited)

    return proportion(facts.people[1:], was_visited, name=person_name)
