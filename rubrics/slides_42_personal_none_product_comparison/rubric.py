"""A comparison of three gifts: title, challenge and criteria, a slide per product, a table in colours, advice."""

from functools import partial

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks import linked_pictures, sources
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import require_decided
from pytest_knows.checks.sight import in_sight
from pytest_knows.checks.text import fold
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from .advice import Advice
from .comparison import RANKS, Comparison, contradicted, find_table, ranking, text_of
from .dive import SUPPORTED, Dive, Titles
from .names import Products, mentions
from .needs import all_or_none, need, purpose_text, there, whole_text, with_text
from .opening import ask_of_pictures, find_title, used
from .order import Order
from .pictures import references, shows_two_views
from .places import COUNT, find_places, heading

DETERMINISTIC, FUZZY, JUDGED = Mechanism.DETERMINISTIC, Mechanism.FUZZY_MATCH, Mechanism.LLM_VLM_JUDGEMENT

# --- What is found once ---


@located
def products(facts):
    return Products(facts.products)


@located
def slides(deck):
    """What can be seen of them."""
    return tuple(map(in_sight, deck.slides))


@located
def places(slides, facts, products):
    return find_places(slides, facts, products)


@located
def title(places, facts):
    return places.opening and find_title(places.opening, facts.title)


@located
def fitting(places, facts, judge):
    question = f"Does the picture represent {facts.scene}?"

    def ask(shown):
        return judge.yes_no("theme_image", question, images=shown)

    return ask_of_pictures(places.opening, ask)


@located
def dives(places, judge):
    return [Dive(slide, judge) for slide in places.dives]


@located
def titles(places, products, judge):
    return Titles([heading(slide) for slide in places.dives], products, judge)


@located
def comparison(places, products, facts, judge):
    table = places.table and find_table(places.table, products)
    return Comparison(table, products, facts, judge) if table else None


@located
def advice(places, products, judge):
    return places.advice and Advice(places.advice, products, judge)


def evidence(dives, pages):
    """The sources and the pictures there."""
    links = [url for dive in dives for url in dive.links]
    yield from sources.to_record(links, pages)
    yield from linked_pictures.to_record(links, pages)


# --- 1: title slide ---


@step(category="information_retrieval")
def title_match(places, title: object | None, facts):
    there(places.opening, "the title")
    assert title, "no title"
    assert fold(title.text) == fold(facts.title)


@step(category="formatting_check")
def title_bold(places, title: object | None):
    there(places.opening, "the title")
    assert title, "no title"
    light = [run.text for run in title.runs if run.text.strip() and not run.style.bold]
    assert not light, f"not bold: {light}"


@step(category="information_retrieval")
def subtitle_products(places, products):
    text = there(places.opening, "the title").text
    return proportion(products.names, lambda name: products.named_in(text, name), points=all_or_none)


@step(category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def theme_image(places, fitting):
    there(places.opening, "the title")
    if not fitting:
        fail("no picture", DETERMINISTIC)
    if not any(one.known for one in fitting):
        require_decided(one.open for one in fitting)
        fail("no picture fits")


@step(category="spatial_check", needs=["judge"])
def image_right(places, fitting, title: object | None):
    there(places.opening, "the title")
    need(title and fitting, "title and picture")
    accepted = [one.known for one in fitting if one.known]
    if any(picture.rect.left > title.extent.centre[0] for picture in accepted):
        return
    require_decided(one.open for one in fitting)
    need(accepted, "picture that fits")
    fail(f"not right of {title}: {accepted}")


@step(category="formatting_check", mechanism=FUZZY)
def theme_colors(places, facts):
    wanted = [Colour(*channels) for channels in facts.colours]
    found = used(there(places.opening, "the title"), wanted)
    decided_by(FUZZY)
    assert len(found) >= min(2, len(wanted)), f"of {wanted} only {sorted(map(repr, found))}"
    assert any(wanted[place] in found for place in facts.chromatic), f"only {sorted(map(repr, found))}"


# --- 2 and 3: challenge, goal, criteria ---


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def challenge(places, facts, judge):
    question = f"Does the slide say what makes it hard to choose a {facts.noun} for {facts.recipient}?"
    assert judge.yes_no("challenge", question, evidence={"slide": purpose_text(places)}), "no challenge"


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def goal(places, facts, judge):
    question = f"Does the slide say what choosing a {facts.noun} for {facts.recipient} is to achieve?"
    assert judge.yes_no("goal", question, evidence={"slide": purpose_text(places)}), "no goal"


@step(category="information_retrieval", needs=["judge"])
def criterion(places, facts, judge, j):
    text = with_text(places.criteria, "the criteria")
    wanted = facts.criteria[j - 1]
    if mentions(text, wanted.keywords, facts.generic):
        return
    called = ", ".join(wanted.keywords)
    question = f"Is {wanted.name} (also: {called}) one of the criteria that the slide lists? {facts.hint}"
    assert judge.yes_no("criterion", question, evidence={"slide": text}), f"no {wanted.name}"


# --- 4: one slide per product ---


def dive_of(dives, d):
    there(dives[d - 1].slide, f"product {d}")
    return dives[d - 1]


@step(category="information_retrieval", needs=["judge"])
def product_title(dives, titles, d):
    dive_of(dives, d)
    attempt, mechanism = titles.product(d - 1)
    product = attempt.get()
    decided_by(mechanism)
    assert product, f"the title names no product: {titles}"


@step(category="structural_check", mechanism=DETERMINISTIC)
def source_link(dives, d):
    assert dive_of(dives, d).links, "no link"


@step(category="visual_check", mechanism=JUDGED, needs=["judge", "gold"], judge_primary=True)
def two_images(dives, titles, facts, gold, judge, d):
    pictures = dive_of(dives, d).photos()
    if not pictures:
        fail("no picture", DETERMINISTIC)
    product = need(titles.product(d - 1)[0].get(), "product")
    photos = pictures.different()
    if not photos:
        pictures.require_read()
    known = references(gold, facts.folders[facts.products.index(product)])
    if not shows_two_views(photos, product, known, facts.other_lines, judge):
        pictures.require_read()
        fail(f"no two views of {product}")


@step(category="visual_check", needs=["judge", "web"], judge_primary=True)
def images_from_source(dives, pages, judge, d):
    dive = dive_of(dives, d)
    need(dive.links, "link")
    found = need(dive.photos(), "picture").are_shown_at(dive.links, pages, judge)
    assert found, f"no picture is from {', '.join(dive.links)}"


@step(category="structural_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def listed(dives, d, part):
    with_text(dive_of(dives, d).slide, f"product {d}")
    assert dives[d - 1].listed(part), f"no {part.replace('_', ' ')}"


@step(category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def content_from_source(dives, pages, d):
    dive = dive_of(dives, d)
    need(dive.links and dive.slide.text, "text with a link")
    features = need(dive.listed("key_features"), "key features")
    score = dive.support(features, pages)
    assert score >= SUPPORTED, f"supported by {score} %"


# --- 5: the table ---


def table_of(places, comparison):
    there(places.table, "the table")
    if comparison is None:
        fail("no table", Mechanism.STRUCTURAL)
    return comparison


def category_of(facts, j):
    return facts.criteria[facts.order[j - 1] - 1]


@step(category="structural_check")
def three_columns(places, comparison: object | None):
    assert len(table_of(places, comparison).header) == 3


@step(category="structural_check")
def product_headers(places, comparison: object | None, products):
    found = table_of(places, comparison).columns
    decided_by(DETERMINISTIC)
    assert len(found) == len(products.names), f"columns of {list(found)}"


@step(category="structural_check", needs=["judge"], judge_primary=True)
def row(places, comparison: object | None, facts, j):
    table = table_of(places, comparison)
    attempt, mechanism = table.row(category_of(facts, j))
    cells = attempt.get()
    decided_by(mechanism)
    assert cells, f"no row on {category_of(facts, j).name}"
    if not any(map(text_of, table.values(cells))):
        fail("the row is empty", DETERMINISTIC)


@step(category="formatting_check")
def color_scheme(places, comparison: object | None):
    table = table_of(places, comparison)
    found = {table.colour(cell) for cells in table.body for cell in cells}
    decided_by(DETERMINISTIC)
    assert found >= set(RANKS), f"only {sorted(found)}"


@step(category="formatting_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def coding(places, comparison: object | None, facts, judge, j):
    table = table_of(places, comparison)
    name = category_of(facts, j).name
    need(len(table.columns) > 1, "two columns of products")
    cells = need(table.row(category_of(facts, j))[0].get(), f"row on {name}")
    colours = {product: table.colour(cells[place]) for product, place in table.columns.items()}
    if not all(colours.values()):
        fail(f"not green, yellow or red: {colours}", DETERMINISTIC)
    texts = {product: text_of(cells[place]) for product, place in table.columns.items()}
    wrong = contradicted(ranking(judge, name, facts.recipient, texts), colours)
    assert not wrong, f"{', '.join(wrong)}, but {colours}"


# --- 6: advice ---


@step(category="information_retrieval", mechanism=DETERMINISTIC, needs=["judge"], judge_primary=True)
def all_products(places, products, judge):
    text = with_text(places.advice, "advice")

    def named(product):
        if products.named_in(text, product):
            return True
        question = f"Does the slide speak of this product, under whatever name: {product}?"
        return judge.yes_no("all_products", question, evidence={"slide": text})

    return each(products.names, named, by=DETERMINISTIC, points=all_or_none)


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def summaries(places, advice: object | None, comparison: object | None, products):
    with_text(places.advice, "advice")
    need(comparison, "table")
    need(len(comparison.columns) > 1, "two columns of products")
    return each(products.names, partial(advice.require_summary, comparison), by=JUDGED, points=all_or_none)


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def recommendations(places, advice: object | None, products, facts):
    with_text(places.advice, "advice")
    return each(products.names, partial(advice.require_recommendation, facts.by), by=JUDGED, points=all_or_none)


# --- 7: the whole deck ---


@step(category="structural_check")
def eight_slides(deck):
    assert len(deck.slides) == COUNT


@step(category="structural_check", mechanism=DETERMINISTIC, needs=["judge"])
def titles_order(slides, title: object | None, facts, products, judge):
    if not slides:
        fail("no slides", Mechanism.STRUCTURAL)
    order = Order(slides, title, facts, products, judge)
    return each(range(COUNT), order.is_right, by=DETERMINISTIC, name=lambda n: f"slide {n + 1}", points=all_or_none)


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def tone(slides, facts, judge):
    question = f"Is the tone {facts.tone}, easy to understand, not dry, {facts.plain}, with little jargon?"
    assert judge.yes_no("tone", question, evidence={"deck": whole_text(slides)}), "another tone"


@step(category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def audience(slides, facts, judge):
    question = f"Is the content tailored to {facts.recipient}, and of use to {facts.decider} who decides?"
    assert judge.yes_no("audience", question, evidence={"deck": whole_text(slides)}), "not for this audience"
