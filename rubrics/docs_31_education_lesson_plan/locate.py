"""What the steps ask for: each thing is found once per episode."""

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.rubric import located

from . import copies as copying
from . import photos, plan, summary, websites


@located
def body(doc):
    return plan.parts(doc)


@located
def lesson(body):
    return plan.read_lesson(body)


@located(title="a topic")
def topics(lesson):
    return lesson.topics or None


@located(title="a website under a topic")
def sites(topics):
    return [website for topic in topics for website in topic.websites] or None


@located(title="a fact under a website")
def stated(topics):
    return [fact for topic in topics for website in topic.websites for fact in website.facts] or None


@located
def reach(sites, pages):
    """Website -> the attempt to know whether it can be reached."""
    return {website: Attempt(lambda website=website: websites.is_reachable(website, pages)) for website in sites}


@located(title="a copied fact")
def copies(stated, lesson):
    """Fact -> its copy."""
    return copying.find_copies(stated, lesson.rest) or None


@located
def colours(topics, copies):
    """Topic -> its colour if all its copied facts have one and the same, else None."""
    found = {}
    for topic in topics:
        shown = [copy.colour for fact, copy in copies.items() if fact.topic is topic]
        uniform = shown and all(copying.same_colour(shown[0], colour) for colour in shown)
        found[topic] = shown[0] if uniform else None
    return found


@located(title="a picture")
def pictures(lesson):
    """The pictures at the end of the document."""
    return photos.group(lesson.body) or None


@located
def shows(topics, pictures, facts, judge):
    """(topic, picture) -> the attempt to know whether the picture shows the topic."""

    def ask(topic, photo):
        return judge.yes_no(
            "image_shows_topic",
            f"The topic is one of a lesson in {facts.subject}. Does the picture show what the topic is about, or "
            "people or things directly connected with it? That it shows something of the same name is not enough.",
            evidence={"topic": topic.name},
            images={"picture": photo.png},
        )

    return {
        (topic, photo): Attempt(lambda topic=topic, photo=photo: ask(topic, photo))
        for topic in topics
        for photo in photos.distinct(pictures)
    }


@located
def seen(pictures, rendering):
    """Picture -> the attempt to find its place on the pages."""
    return photos.places(pictures, rendering)


@located
def final_page(doc, rendering):
    return photos.last_page(doc, rendering)


@located
def summaries(topics, lesson, copies: object | None, judge):
    """(text, the attempt to know whether it is the summary) up to the first one that is."""
    question = (
        "Does the text tell what the lesson is about as a whole, as an introduction or a summary in sentences that "
        "joins its topics? A heading, a list of facts or a text about one topic only does not."
    )
    names = "\n".join(topic.name for topic in topics)
    found = []
    for text in summary.candidates(lesson.body, lesson.rest, copies or {}):
        shown = {"text": text, "topics": names}
        found.append((text, Attempt(lambda shown=shown: judge.yes_no("lesson_summary", question, evidence=shown))))
        if found[-1][1].known:
            break
    return found
