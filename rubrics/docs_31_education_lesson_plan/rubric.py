"""A lesson plan: topics, websites under them, facts under these; the facts copied in colours, a summary, pictures."""

from functools import cache

from pytest_knows.checks import layout
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, first_open, some
from pytest_knows.checks.stated import find_stated
from pytest_knows.checks.text import fold
from pytest_knows.evidence.urls import normalise
from pytest_knows.rubric import decided_by, fail, proportion, requires, show, step
from pytest_knows.scoring import Mechanism

from . import photos, websites
from .copies import same_colour
from .locate import *  # noqa: F403 - what the steps ask for by the names of their parameters
from .sentences import ALIKE, first_repeated

MOST_TOPICS = 3
ROW_HEIGHT, ROW_WIDTH = 0.5, 0.05
"""Neighbours in a row overlap by at least that share of the smaller height, at most that of the smaller width."""

DETERMINISTIC, STRUCTURAL, JUDGED = Mechanism.DETERMINISTIC, Mechanism.STRUCTURAL, Mechanism.LLM_VLM_JUDGEMENT


# -- 1: the topics -----------------------------------------------------------------------------------------------------


def judged_topics(topics, judge, key, question):
    return proportion(topics, lambda topic: judge.yes_no(key, question, evidence={"topic": topic.name}))


@step(points=4, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def topics_on_subject(topics, facts, judge):
    question = f"Is this a topic of {facts.subject}? Whom it suits does not matter."
    return judged_topics(topics, judge, "topic_on_subject", question)


@step(points=3, category="structural_check")
def topic_count(topics: object | None):
    assert topics, "no list item with websites or facts under it"
    show("topics", topics)
    assert 2 <= len(topics) <= MOST_TOPICS


@step(points=2, category="structural_check", mechanism=DETERMINISTIC)
def topics_distinct(topics):
    names = [fold(topic.name) for topic in topics]
    return proportion(enumerate(topics), lambda entry: names.index(names[entry[0]]) == entry[0])


@step(points=3, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def topics_level(topics, facts, judge):
    question = (
        f"Does the topic have the right depth for {facts.audience} students who learn {facts.subject}, neither too "
        "advanced nor trivial?"
    )
    return judged_topics(topics, judge, "topic_level", question)


@step(points=3, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def topics_fun(topics, facts, judge):
    question = f"Would {facts.audience} students enjoy a lesson in {facts.subject} on this topic?"
    return judged_topics(topics, judge, "topic_fun", question)


# -- 2: the websites ---------------------------------------------------------------------------------------------------


@step(points=10, category="structural_check")
def websites_per_topic(topics, facts):
    return proportion(topics, lambda topic: len(topic.websites) >= facts.websites)


@step(points=5, category="structural_check", mechanism=DETERMINISTIC)
def websites_distinct(topics, sites):
    def unlike(topic):
        urls = [normalise(website.url) for website in sites if website.topic is topic and website.url]
        assert len(urls) >= 2, "fewer than two URLs"
        repeated = [url for url in urls if urls.count(url) > 1]
        assert not repeated, f"repeated: {repeated[0]}"

    return proportion(topics, unlike)


@step(points=10, category="structural_check", mechanism=DETERMINISTIC, needs=["web"])
def websites_reachable(sites, reach):
    return proportion(sites, lambda website: reach[website].get())


@step(points=10, category="web_visit_check")
def websites_visited(sites, trace, pages):
    def visited(website):
        assert website.url, "no URL"
        page = pages.get(website.url)
        assert trace.has(website.url) or (page and trace.has(page.final_url)), "the agent did not open it"

    return proportion(sites, visited)


@step(points=10, category="content_check", mechanism=JUDGED, needs=["judge", "web"], judge_primary=True)
def websites_relevant(topics, reach, pages, facts, judge):
    question = "Does the web page concern the topic? Judge by its address and, where it is given, by its beginning."

    def relevant(wanted):
        topic, website = wanted
        websites.need_reachable(website, reach)
        beginning = pages.get(website.url).text[: websites.BEGINNING]
        shown = {"topic": topic.name, "url": website.url, **({"page": beginning} if beginning else {})}
        return judge.yes_no("website_relevant", question, evidence=shown)

    wanted = [entry for topic in topics for entry in websites.wanted(topic, reach, facts.websites)]
    return each(wanted, relevant, by=JUDGED)


# -- 3: the facts ------------------------------------------------------------------------------------------------------


@step(points=15, category="structural_check")
def facts_per_website(sites, facts):
    return proportion(sites, lambda website: len(website.facts) >= facts.facts)


@step(points=5, category="structural_check", mechanism="fuzzy_match")
def facts_distinct(sites, stated):
    def unlike(website):
        own = [fact.said for fact in stated if fact.website is website]
        assert own, "no facts"
        repeated = first_repeated(own)
        assert repeated is None, f"repeated: {repeated.text!r}"

    return proportion(sites, unlike)


@step(points=15, category="content_check", needs=["judge", "web"], judge_primary=True)
def facts_on_page(stated, reach, pages, judge):
    question = "Does the web page state the fact or support it directly? That it is about the same is not enough."
    folded = cache(fold)

    def supported(fact):
        websites.need_reachable(fact.website, reach)
        page = websites.page_with_text(fact.website, pages)
        if not find_stated(fact.said.normal, folded(page.text), ALIKE):
            shown = {"fact": fact.said.text, "page": websites.excerpt(page, fact.said.text)}
            assert judge.yes_no("fact_on_page", question, evidence=shown), "the page does not say so"

    return each(stated, supported, by=DETERMINISTIC)


# -- 4: the copied facts -----------------------------------------------------------------------------------------------


@step(points=8, category="information_retrieval", mechanism="fuzzy_match")
def facts_copied(stated, copies: object | None):
    return proportion(stated, lambda fact: fact in (copies or {}))


@step(points=4, category="formatting_check", mechanism=STRUCTURAL)
def copied_facts_bulleted(copies):
    paragraphs = list({id(copy.part): copy.part for copy in copies.values()}.values())
    return proportion(paragraphs, lambda part: part.listed)


@step(points=4, category="formatting_check")
def colour_uniform(topics, copies, colours):
    def uniform(topic):
        shown = {copy.colour for fact, copy in copies.items() if fact.topic is topic}
        assert shown, "none of its facts was copied"
        assert colours[topic] is not None, f"not one highlight: {sorted(map(repr, shown))}"

    return proportion(topics, uniform)


@step(points=4, category="formatting_check")
def colour_distinct(topics, colours):
    def unlike(topic):
        assert colours[topic] is not None, "has no colour of its own"
        alike = [other for other in topics if same_colour(colours[other], colours[topic])]
        assert alike == [topic], f"{alike} have the same colour"

    return proportion(topics, unlike)


# -- 5: the pictures ---------------------------------------------------------------------------------------------------


@step(points=5, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def image_per_topic(topics, pictures: object | None, shows: object | None):
    if not pictures:
        fail("the document has no picture", STRUCTURAL)
    candidates = photos.distinct(pictures)
    sure, hoped = photos.matched(topics, candidates, shows)

    def has_own(topic):
        if topic in hoped:
            raise first_open(answer.open for answer in shows.values())
        assert topic in sure, "no picture of its own"

    return proportion(topics, has_own, of=max(len(topics), len(candidates)))


@step(points=5, category="spatial_check")
def images_at_bottom(pictures, seen, final_page, body):
    placed = [place.known for place in seen.values() if place.known]

    def at_foot(photo):
        place = seen[photo].get()
        assert place is not None, "no page shows it"
        together = [other.rect for other in placed if other.page == place.page]
        assert photos.at_foot(place, together, final_page, body), f"not at the foot of the last page: {place}"

    return proportion(pictures, at_foot)


@step(points=5, category="spatial_check")
def images_side_by_side(pictures, seen: Attempt):
    if len(pictures) < 2:
        fail("a single picture stands beside no other", STRUCTURAL)
    if photos.in_one_line(pictures):
        return
    found = [place.get() for place in seen.get().values()]
    decided_by(Mechanism.SPATIAL)
    pages = {place and place.page for place in found}
    assert len(pages - {None}) == len(pages) == 1, f"not on one page: {found}"
    rects = [place.rect for place in found]
    assert layout.in_one_row(rects, height=ROW_HEIGHT, width=ROW_WIDTH), f"not in a row: {rects}"


@step(points=5, category="visual_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def images_conceptual(topics, pictures, shows):
    return proportion(photos.distinct(pictures), lambda photo: some(shows[topic, photo] for topic in topics))


# -- 6: the summary ----------------------------------------------------------------------------------------------------


@step(points=3, category="structural_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
def summary_present(summaries):
    if not summaries:
        fail("no text outside of the plan is long enough for a summary", STRUCTURAL)
    assert some(answer for _, answer in summaries), "no text sums the lesson up"


@step(points=7, category="content_check", mechanism=JUDGED, needs=["judge"], judge_primary=True)
@requires("summary_present")
def summary_from_facts(summaries, stated, judge):
    text = next(text for text, answer in summaries if answer.known)
    show("summary", text)
    question = (
        "Do most claims of the summary restate or combine the listed facts, and none contradict them? "
        "It need not use all of them."
    )
    shown = {"facts": "\n".join(fact.said.text for fact in stated), "summary": text}
    assert judge.yes_no("summary_from_facts", question, evidence=shown), "the summary does not come from the facts"
