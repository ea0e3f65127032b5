"""A deck that compares cars: title slide, a slide for each car, a summary of the best ones."""

from functools import partial

from pytest_knows.checks import sources
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.checks.sight import in_sight, is_used
from pytest_knows.checks.styled import find_words
from pytest_knows.checks.text import fold
from pytest_knows.rubric import decided_by, fail, located, proportion, requires, step
from pytest_knows.scoring import Mechanism

from .article import Contest, Search, candidates
from .entries import WANTED, Entry, chosen
from .figures import mileages, powers
from .figures import price as price_in
from .kbb import Shelf, same_review, to_record
from .names import tokens
from .winners import Race, named_in

DETERMINISTIC, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT
SPATIAL, STRUCTURAL, WEB = Mechanism.SPATIAL, Mechanism.STRUCTURAL, Mechanism.WEB_VISIT
DEPENDENCY, VACUOUS = Mechanism.DEPENDENCY_NOT_EVALUATED, Mechanism.VACUOUS_PASS

BIG = 29.95
"""Points: 30, but for rounding."""
HALF = 0.5
COVERED = 0.2
"""Of a text's area; a picture may lie on no more of it."""
NEAR = {"price": 1000, "mpg": 1, "hp": 5}
SUMMARY_WORDS = {
    "best", "top", "winner", "winners", "stats", "summary", "overview", "comparison", "conclusion", "category",
}  # fmt: skip


# --- What is found once ---


@located
def slides(deck):
    """What is seen of those on which there is more than empty boxes."""
    return tuple(in_sight(one) for one in deck.slides if is_used(one))


@located
def opening(slides, deck):
    return slides[0] if slides else deck.first_slide


@located
def category(facts):
    return frozenset(tokens(facts.category) + tokens(facts.plural))


@located
def entries(slides, judge, category):
    """All slides after the first, the last one included."""
    return tuple(Entry(one, number, judge, category) for number, one in enumerate(slides[1:], 2))


@located
def content(entries):
    """The slides after the first, without the summary where there is one: a title that is a car's name is none."""
    if len(entries) < 2:
        return entries
    last = entries[-1]
    is_car = last.title and not SUMMARY_WORDS & set(tokens(last.title)) and last.is_a_car_alone()
    return entries if is_car else entries[:-1]


def require_three(entries):
    if len(entries) < 2:
        fail("fewer than three slides", STRUCTURAL)


@located
def summary(entries):
    require_three(entries)
    return entries[-1]


@located
def cars(entries, content):
    require_three(entries)
    return chosen(content)


@located(title="a slide for the car")
def car(cars, number):
    return cars[number - 1] if number <= len(cars) else None


@located
def shelf(trace, pages, judge, facts):
    return Shelf(trace.urls, pages, judge, facts.year)


@located
def search(trace, shelf, content: Attempt, pages, judge, facts):
    found = candidates(trace.distinct(), shelf, content.known or ())
    return Search(found, pages, judge, f"{facts.year} {facts.category}")


@located
def race(entries, content, shelf, category):
    require_three(entries)
    return Race(content, shelf, category)


@located
def named(summary, judge, category):
    return named_in(summary.slide, summary.title, judge, category)


def evidence(entries, trace, pages):
    """Visited pages and linked reviews, archived copies of those that refuse, and KBB's pictures of the cars."""
    yield from to_record(trace.distinct() if trace.recorded else (), pages)
    yield from sources.to_record([url for entry in entries for url in entry.review_links], pages)


# --- 1: title slide ---


@located
def title_boxes(opening, facts):
    """Those of which a line, or all, is the title; titles by their kind before others."""
    wanted = fold(facts.title)

    def holds(box):
        parts = [box.text, *(line.text for line in box.body.lines), *(one.text for one in box.body.paragraphs)]
        return any(fold(part) == wanted for part in parts)

    found = [box for box in opening.text_boxes if holds(box)]
    return [box for box in found if box.placeholder in ("TITLE", "CENTERED_TITLE")] or found


@step(points=1, category="information_retrieval", mechanism=DETERMINISTIC)
def title_match(title_boxes, facts):
    assert title_boxes, f"no line of the first slide is {facts.title!r}"


@step(points=1, category="formatting_check")
@requires("title_match")
def title_font_30pt(title_boxes, facts):
    stretches = [find_words(box, fold(facts.title)) for box in title_boxes]
    sizes = [min(style.size for letter, style in one.styled if letter.strip()) for one in stretches if one]
    assert max(sizes, default=0) >= BIG


# --- 2: article, slides ---


@step(points=1, category="web_visit_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def article_visit(search):
    if not search.candidates:
        fail("no page was visited that may be an article", WEB)
    if search.page is None:
        search.require_decided()
        fail("no visited page is a fitting article")


@step(points=5, category="structural_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def five_car_slides(content, search: Attempt, facts, judge, pages, category):
    if not any(entry.title for entry in content):
        fail("no slide after the first has a title", STRUCTURAL)
    found = search.known or Search((), pages, judge, f"{facts.year} {facts.category}")
    contest = Contest(found, judge, facts.year)
    answers = {entry: Attempt(partial(contest.model, entry)) for entry in content}
    models = {entry: answer.known for entry, answer in answers.items() if answer.known}
    different = contest.different(models, category)[:WANTED]
    undecided = [entry for entry, answer in answers.items() if answer.open]
    counted = [*different, *undecided][:WANTED]
    return proportion(counted, lambda entry: bool(answers[entry].get()), WANTED)


# --- 3: a car ---


def need_name(car):
    if car.name is None:
        fail("the slide names no car", DEPENDENCY)
    return car.name


@step(points=1, category="web_visit_check", needs=["judge"])
def kbb_visit(car, shelf):
    name = need_name(car)
    found, by = shelf.of(name)
    decided_by(by)
    assert found, f"no page about {name} among {len(shelf.visited)} of KBB"


@step(points=1, category="information_retrieval", mechanism=DETERMINISTIC, needs=["judge"])
def make_model_title(car, judge):
    if not car.title or not car.name:
        fail("no title" if not car.title else "the slide names no car", DETERMINISTIC)
    if not car.name.stands_in(car.title):
        question = "Does the title name that make and model? Synonyms and abbreviations are fine."
        shown = {"title": car.title, "make and model": repr(car.name)}
        assert judge.yes_no("make_model_title", question, evidence=shown), f"{car.title!r} is not {car.name}"
        return
    decided_by(DETERMINISTIC)


@step(points=1, category="visual_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def correct_picture(car, facts, judge, shelf: Attempt):
    if not car.pictures:
        fail("no picture", DETERMINISTIC)
    name = need_name(car)
    examples = Attempt(lambda: shelf.get().examples(name)).known or {}
    question = "Does the picture show a car of the given model, of about that model year?"
    if examples:
        question += " The examples show one."

    def shows_it(picture):
        shown = {"picture": car.shown(picture), **examples}
        return judge.yes_no("picture", question, evidence={"car": f"{facts.year} {name}"}, images=shown)

    assert some(Attempt(partial(shows_it, one)) for one in car.pictures), f"no picture of {name}"


@step(points=1, category="spatial_check")
def picture_half(car):
    assert car.pictures, "no picture"
    assert car.covered >= HALF - 1e-6, f"the largest picture covers {car.covered:.1%}"


@step(points=1, category="spatial_check")
def picture_clear_of_text(car):
    if not car.pictures:
        fail("no picture", DEPENDENCY)
    if not car.texts:
        decided_by(VACUOUS)
        return
    for text in car.texts:
        hidden = max(text.inside(picture.rect) for picture in car.pictures)
        assert hidden <= COVERED, f"a picture lies on {hidden:.0%} of a text"


def slide_value(car, what):
    value = car.says(what)
    if not value:
        fail("not stated on the slide", DETERMINISTIC)
    return value


def need_page(car, shelf):
    """The car's name, if a page about it was visited."""
    name = need_name(car)
    if not shelf.of(name)[0]:
        fail(f"no page of KBB about {name} was visited", DEPENDENCY)
    return name


def require_near(value, stated, true, what):
    decided_by(FUZZY)
    near = [one for one in stated if any(abs(one - figure) <= NEAR[what] + 1e-9 for figure in true)]
    assert near, f"{value!r}, KBB: {', '.join(f'{figure:g}' for figure in true)}"


@step(points=1, category="information_retrieval", mechanism=FUZZY, needs=["judge", "web"])
def price_matches(car, shelf):
    value = slide_value(car, "price")
    amount = price_in(value)
    if amount is None:
        fail(f"no number in {value!r}", DETERMINISTIC)
    true = shelf.figure(need_page(car, shelf), "price")
    if amount.currency not in ("", "USD"):
        fail(f"{amount!r} is not in dollars", DETERMINISTIC)
    require_near(value, [amount.low], [true], "price")


@step(points=1, category="information_retrieval", mechanism=FUZZY, needs=["judge", "web"])
def mpg_matches(car, shelf):
    value = slide_value(car, "mpg")
    require_near(value, mileages(value), shelf.mileages(need_page(car, shelf)), "mpg")


@step(points=1, category="information_retrieval", mechanism=FUZZY, needs=["judge", "web"])
def hp_matches(car, shelf):
    value = slide_value(car, "hp")
    require_near(value, powers(value), [shelf.figure(need_page(car, shelf), "hp")], "hp")


@step(points=1, category="structural_check", mechanism=DETERMINISTIC)
def review_url(car):
    assert car.has_review_link, f"no link to reviews among {', '.join(car.links) or 'none'}"


def need_review_link(car):
    if not car.has_review_link:
        fail("no link to reviews", DEPENDENCY)
    return car.review_link()


@step(points=1, category="web_visit_check")
def review_visit(car, trace):
    link = need_review_link(car)
    assert any(same_review(visit, link) for visit in trace.urls), f"{link} was not visited"


@step(points=1, category="information_retrieval", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def rating_matches(car, shelf, judge):
    link = need_review_link(car)
    value = slide_value(car, "rating")
    page = shelf.pages.get(link)
    if page is not None and page.dead:
        fail(f"{link} does not exist", DETERMINISTIC)
    question = (
        "Is the rating on the slide the average rating by users on the page? The same after rounding to as many "
        "decimals as the slide has, on the same scale (4.7 of 5 is 9.4 of 10), is enough."
    )
    shown = {"rating": value, "page": shelf.rating_passages(link)}
    assert judge.yes_no("rating", question, evidence=shown), f"{value!r} is not the page's"


# --- 4: summary ---


@step(points=1, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def summary_title(summary, judge):
    if not summary.title:
        fail("no title", DETERMINISTIC)
    question = (
        "Does the heading announce the winners per category? Best, top, winner, leader, or a closing overview that "
        "compares the cars, all count."
    )
    assert judge.yes_no("summary_title", question, evidence={"heading": summary.title}), f"{summary.title!r} does not"


@step(points=1, category="information_retrieval", mechanism=JUDGED, needs=["judge", "web"])
def best_named(summary, race: Attempt, named: Attempt, what):
    if not fold(summary.text):
        fail("no text", DETERMINISTIC)
    winners = race.get().winners(what)
    if not winners:
        fail("no car has a figure", DEPENDENCY)
    names = named.get()[what]
    if not names:
        fail("no car is named", DETERMINISTIC)
    decided_by(JUDGED)
    race.get().require_winners(names, winners)
