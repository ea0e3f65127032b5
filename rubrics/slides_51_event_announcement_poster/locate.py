"""What the steps ask for by name: the poster's parts, its citations, what the judge is told."""

from __future__ import annotations

from typing import Any

from pytest_knows.artifact.lenient import entries, string
from pytest_knows.artifact.presentation import Box, Passage, Picture, Presentation, Slide
from pytest_knows.checks import layout, sources
from pytest_knows.checks.seen import as_seen, in_the_foreground
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.judge.schema import TEXT, fields, list_of, one_of
from pytest_knows.rubric import located

from . import poster


def evidence(deck: Presentation, facts: Any) -> list[str]:
    """Cited pages whose addresses are mere text, and the reference text of the speaker's book."""
    slide = deck.first_slide
    cited = sources.cited_urls((*slide.notes.text_boxes, *slide.text_boxes))
    return [*cited, *([facts.reference_page] if "reference_page" in facts else [])]


@located(title="a header")
def header(slide: Slide, facts: Any) -> Passage | None:
    return poster.find_header(slide, facts)


@located
def sight(deck: Presentation, slide: Slide, header: Passage | None) -> Slide:
    """The slide without text that nobody can see; the event's name stays, of which a step asks for the colour."""
    return as_seen(slide, but_not=header.boxes if header else (), backdrops=(*deck.layouts, *deck.masters))


@located
def candidates(sight: Slide, facts: Any, header: Passage | None) -> tuple[Box, ...]:
    return poster.body_candidates(sight, facts, header)


@located
def readings(
    sight: Slide, facts: Any, header: Passage | None, candidates: tuple[Box, ...], judge: Any
) -> poster.Readings:
    question = (
        f"Is this text a substantive description of {facts.topic}, rather than logistics, a label or boilerplate?"
    )
    return poster.read(
        sight, facts, header, candidates, lambda box: judge.yes_no("body_gate", question, evidence={"text": box.text})
    )


@located(title="a subheader")
def subheader(readings: poster.Readings) -> Passage | None:
    return readings.agreed(lambda parts: parts.subheader)


@located(title="a summary in the middle")
def body(readings: poster.Readings) -> Passage | None:
    return readings.agreed(lambda parts: parts.body)


@located(title="a filled shape with text at the right")
def region(readings: poster.Readings) -> Box | None:
    return readings.agreed(lambda parts: parts.region)


@located(title="a sidebar's text")
def sidebar(readings: poster.Readings) -> Passage | None:
    return readings.agreed(lambda parts: parts.sidebar)


@located(title="a footer at the bottom right")
def footer(readings: poster.Readings) -> Passage | None:
    return readings.agreed(lambda parts: parts.footer)


@located(title="an image")
def logo(slide: Slide) -> Picture | None:
    corner = (slide.width, 0)
    return min(slide.pictures, key=lambda picture: layout.distance(picture.rect.centre, corner), default=None)


@located(title="a cited URL")
def citations(slide: Slide, sight: Slide, facts: Any, readings: poster.Readings) -> tuple[str, ...] | None:
    """Those of the notes; where the prompt does not mention notes, else those on the slide but for the footer's."""
    cited = sources.cited_urls(slide.notes.text_boxes)
    if not cited and facts.citations_on_slide:
        footer = readings.agreed(lambda parts: parts.footer)
        cited = sources.cited_urls(box for box in sight.text_boxes if not (footer and box in footer.boxes))
    return cited or None


@located
def roles(
    citations: tuple[str, ...], body: Passage | None, sidebar: Passage | None, slide: Slide, pages: Any, judge: Any
) -> dict[str, str]:
    """Normalised URL -> topic, bio, both or unknown; not asked if no source or nothing to support exists."""
    if not (body or sidebar) or all(sources.state(url, pages) is sources.State.DEAD for url in citations):
        return {}
    answer = judge.extract(
        "citation_roles",
        "For each listed URL: is it cited for the summary (topic), the speaker's bio (bio), both, or is that unknown?",
        list_of(fields(url=TEXT, role=one_of(["topic", "bio", "both", "unknown"]))),
        evidence={
            "summary": body.text if body else "",
            "bio": sidebar.text if sidebar else "",
            "notes": slide.notes.text,
            "urls": "\n".join(citations),
        },
    )
    return {urls.normalise(string(one, "url")): string(one, "role") for one in entries({"roles": answer}, "roles")}


def cited_for(role: str, citations: tuple[str, ...], roles: dict[str, str]) -> tuple[str, ...]:
    return tuple(url for url in citations if roles.get(urls.normalise(url)) in (role, "both"))


@located(title="a summary in the middle")
def few_paragraphs(readings: poster.Readings) -> bool | None:
    """Whether the summary's long paragraphs, else all, are one or two; asked this way it rarely needs the judge."""

    def few(parts: poster.Poster) -> bool | None:
        paragraphs = parts.body.paragraphs if parts.body else ()
        long_ones = [one for one in paragraphs if len(one.strip()) >= 60]
        return len(long_ones or paragraphs) <= 2 if paragraphs else None

    return readings.agreed(few)


@located
def background(facts: Any, gold: Any, pages: Any) -> str:
    """What the judge is told about the speaker's work: our facts, and where there is one the beginning of the book."""
    if "reference_file" not in facts:
        return str(facts.reference)
    page = pages.get(facts.reference_page)
    if page and page.readable:
        book = page.text
    elif gold.has(facts.reference_file):
        book = gold.text(facts.reference_file)
    else:
        raise DamagedEvidence(f"{facts.reference_page} was not recorded, nor is it in the gold data")
    return f"{facts.reference}\n\n{book[:5000]}"


@located
def callout_boxes(readings: poster.Readings, facts: Any) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Short texts beside the parts: those that show a quote or a figure, and the rest."""
    return readings.agreed(lambda parts: poster.callouts(parts, facts))


@located
def visible(sight: Slide) -> tuple[Box | Picture, ...]:
    return in_the_foreground(sight)
