"""A one-slide poster that announces a talk: header, details, logo, summary, speaker's bio, footer, sources.

Where things are is in `poster`, what the steps ask for in `locate`, what the five talks differ in in facts.toml.
"""

from __future__ import annotations

from typing import Any

from pytest_knows.artifact.lenient import entries, string
from pytest_knows.artifact.presentation import Box, Passage, Picture, Slide
from pytest_knows.checks import colour, contact, layout, quotes, sources, text, words
from pytest_knows.checks.counting import enough
from pytest_knows.checks.quantifiers import some
from pytest_knows.checks.resolution import pixels_per_inch
from pytest_knows.checks.values.date import find_dates
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import decode
from pytest_knows.judge.schema import TEXT, fields, list_of
from pytest_knows.rubric import Proportion, fail, proportion, step

from . import poster
from .locate import *  # noqa: F403 - what the steps ask for by the names of their parameters
from .locate import cited_for

DETERMINISTIC, FUZZY, JUDGED = "deterministic", "fuzzy_match", "llm_vlm_judgement"
SPATIAL, STRUCTURAL = "spatial", "structural"


# --- 1: header and subheader ---


@step(points=5, category="spatial_check")
def header_top(header: Passage, slide: Slide) -> None:
    assert header.extent.top / slide.height < 0.30


@step(points=5, category="formatting_check", mechanism=SPATIAL)
def header_centred(header: Passage, slide: Slide) -> None:
    assert abs(header.extent.centre[0] / slide.width - 0.5) < 0.15


@step(points=5, category="formatting_check")
def header_bold(header: Passage) -> None:
    assert header.bold, f"{header} is not bold"


@step(points=5, category="formatting_check")
def header_size(header: Passage) -> None:
    assert header.size >= 20


@step(points=5, category="formatting_check")
def header_colour(header: Passage, facts: Any) -> None:
    assert colour.is_called(header.colour, facts.header_colour), f"{header.colour} is not {facts.header_colour.name}"


@step(points=5, category="information_retrieval")
def header_text(header: Passage | None, facts: Any) -> None:
    assert header, "there is no text on the slide"
    assert text.has_word(header.text.replace("\n", " "), facts.event), f"{header} does not hold the event's name"


@step(points=5, category="structural_check")
def subheader_below(subheader: Passage | None, header: Passage | None) -> None:
    assert header, "no header was found"
    assert subheader, "no subheader was found"
    assert all(extent.centre[1] > header.extent.centre[1] for extent in subheader.extents)


@step(points=5, category="formatting_check")
def subheader_left(subheader: Passage, slide: Slide) -> None:
    assert subheader.alignments == ("left",)
    assert min(box.rect.left for box in subheader.boxes) < 0.5 * slide.width


@step(points=5, category="formatting_check")
def subheader_italic(subheader: Passage, header: Passage) -> None:
    assert subheader.italic, f"{subheader} is not italic"
    assert subheader.size < header.size


@step(points=5, category="information_retrieval")
def subheader_date(subheader: Passage, facts: Any) -> None:
    found = find_dates(subheader.text)
    assert any(date.same_day(**facts.date) for date in found), f"dates in {subheader}: {found}"


@step(points=5, category="information_retrieval")
def subheader_place(subheader: Passage, facts: Any) -> None:
    missing = [name for name in facts.place if not text.has_word(subheader.text, name)]
    assert not missing


@step(points=5, category="information_retrieval")
def subheader_host(subheader: Passage, facts: Any) -> None:
    missing = [name for name in facts.host if not text.has_word(subheader.text, name)]
    assert not missing


@step(points=5, category="formatting_check")
def header_contrast(header: Passage, subheader: Passage) -> None:
    assert header.size >= subheader.size + 4 or (header.bold and subheader.italic)


# --- 2: logo ---


@step(points=5, category="visual_check", mechanism=JUDGED, needs=("judge", "gold"), judge_primary=True)
def logo_identity(logo: Picture | None, facts: Any, gold: Any, judge: Any) -> None:
    if logo is None:
        fail("there is no image on the slide", STRUCTURAL)
    shown = decode(logo.data(), "the logo").cropped(*logo.crop).png()
    examples = {f"example {name}": gold.read(name) for name in gold.names(facts.logos)}
    question = f"Is the first picture a logo of {facts.organisation}, as the examples show it?"
    assert judge.yes_no("logo_identity", question, images={"logo": shown, **examples}), "not the host's logo"


@step(points=5, category="spatial_check")
def logo_top_right(logo: Picture, slide: Slide) -> None:
    share_inside = layout.inside_ratio(logo.rect, layout.zone(slide.rect, left=0.6, bottom=0.4))
    assert share_inside >= 0.60


@step(points=5, category="spatial_check")
def logo_scale(logo: Picture, slide: Slide, facts: Any) -> None:
    assert 0.01 <= logo.rect.area / slide.rect.area <= 0.20
    if "pixels_per_inch" in facts:
        assert pixels_per_inch(logo) >= facts.pixels_per_inch


@step(points=5, category="spatial_check")
def logo_clear(logo: Picture, header: Passage, subheader: Passage | None) -> None:
    extents = [*header.extents, *(subheader.extents if subheader else ())]
    assert not layout.overlapped(logo.rect, extents, more_than=0.15), "header or subheader under the logo"


# --- 3: summary ---


@step(points=5, category="spatial_check", mechanism=JUDGED, needs=("judge",))
def body_central(candidates: tuple[Box, ...], readings: poster.Readings) -> None:
    if not candidates:
        fail("no text of 50 characters stands in the middle", SPATIAL)
    assert some(readings.answers), "no text in the middle is a summary"


@step(points=5, category="structural_check")
def body_paragraphs(few_paragraphs: bool) -> None:
    assert few_paragraphs, "more than two paragraphs"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge",), judge_primary=True)
def body_topic(body: Passage, facts: Any, judge: Any) -> None:
    question = f"Does the text speak about {facts.topic}? A mention as on a poster suffices."
    assert judge.yes_no("body_topic", question, evidence={"summary": body.text[:2000]}), "not about the theme"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge", "gold"), judge_primary=True)
def body_speaker(body: Passage, background: str, facts: Any, judge: Any) -> None:
    question = f"Is the text clearly tied to the work or field of {facts.speaker}, of whom the reference tells?"
    shown = {"summary": body.text[:2000], "reference": background}
    assert judge.yes_no("body_speaker", question, evidence=shown), "not tied to the speaker's field"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge",), judge_primary=True)
def body_engaging(body: Passage, judge: Any) -> None:
    question = "Does the text go beyond dry facts and give a reason to attend the event?"
    assert judge.yes_no("body_engaging", question, evidence={"summary": body.text[:2000]}), "not persuasive"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge", "web"), judge_primary=True)
def body_sources(
    citations: tuple[str, ...], body: Passage, roles: dict[str, str], pages: Any, facts: Any, judge: Any
) -> Proportion:
    if all(sources.state(url, pages) is sources.State.DEAD for url in citations):
        fail("all cited links are dead", DETERMINISTIC)
    question = (
        f"Is this source both relevant to {facts.topic} or the work of {facts.speaker}, and reputable and stable "
        "(a university, a professional association, an encyclopedia, a major news outlet, the speaker's own site)?"
    )

    def good(url: str) -> bool:
        assert sources.state(url, pages) is not sources.State.DEAD, "dead link"
        shown = {"url": url, "page": sources.passages(pages.get(url), body.text)}
        return bool(judge.yes_no("source_quality", question, evidence=shown))

    return enough(cited_for("topic", citations, roles), good, of=2, name=str)


# --- 4: sidebar ---


@step(points=5, category="formatting_check", mechanism=FUZZY)
def sidebar_colour(region: Box | None, facts: Any) -> None:
    assert region, "no filled shape at the right holds text"
    assert poster.in_sidebar_colour(region, facts), f"{region.fill} is not {facts.sidebar_colour.name}"


@step(points=5, category="structural_check", mechanism=DETERMINISTIC)
def sidebar_text(sidebar: Passage | None) -> None:
    assert sidebar, "no sidebar with 30 characters of text"


def bio_says(key: str, what: str, sidebar: Passage, facts: Any, judge: Any) -> bool:
    question = f"Does the text name {what} of {facts.speaker}, and is it right by the reference?"
    return bool(judge.yes_no(key, question, evidence={"bio": sidebar.text, "reference": facts.reference}))


@step(points=5, category="content_check", needs=("judge",), judge_primary=True)
def bio_affiliation(sidebar: Passage, facts: Any, judge: Any) -> None:
    assert words.mentions(sidebar.text, facts.affiliation), f"none of {facts.affiliation} is named"
    assert bio_says("bio_affiliation", "the current affiliation", sidebar, facts, judge), "wrong affiliation"


@step(points=5, category="content_check", needs=("judge",), judge_primary=True)
def bio_education(sidebar: Passage, facts: Any, judge: Any) -> None:
    assert words.mentions(sidebar.text, facts.education), f"none of {facts.education} is named"
    assert not facts.degrees or words.mentions(sidebar.text, facts.degrees), "no degree is named"
    assert bio_says("bio_education", "a degree and the university", sidebar, facts, judge), "wrong education"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge",), judge_primary=True)
def bio_achievements(sidebar: Passage, facts: Any, judge: Any) -> Proportion:
    question = (
        f"List the distinct professional achievements of {facts.speaker} in the text that do not contradict the "
        "reference, each with the words of the text that state it, verbatim."
    )
    shown = {"bio": sidebar.text, "reference": facts.reference}
    answer = judge.extract("achievements", question, list_of(fields(quote=TEXT)), evidence=shown)
    given = [string(one, "quote") for one in entries({"list": answer}, "list")]
    return enough(quotes.distinct(given, sidebar.text), lambda _: True, of=facts.achievements, name=str)


@step(points=5, category="content_check", needs=("judge",), judge_primary=True)
def bio_connection(sidebar: Passage, facts: Any, judge: Any) -> None:
    assert words.mentions(sidebar.text, facts.connection), f"none of {facts.connection} is mentioned"
    assert bio_says("bio_connection", f"the connection to {facts.topic}", sidebar, facts, judge), "no connection"


# --- 5: footer ---


@step(points=5, category="spatial_check")
def footer_position(footer: Passage | None, slide: Slide) -> None:
    assert footer, "no text at the bottom right"
    share_inside = layout.inside_ratio(footer.extents, layout.zone(slide.rect, left=0.40, top=0.85))
    assert share_inside >= 0.50


def is_speakers_page(url: str, facts: Any) -> bool:
    parsed = urls.parse(urls.unwrap(url))
    path = parsed.path if parsed else ""
    return urls.on_site(url, *facts.speaker_domains) or words.ends_in(path, facts.speaker_paths)


@step(points=5, category="information_retrieval")
def footer_contact(footer: Passage, facts: Any) -> None:
    pages = [url for url in contact.web_addresses(footer.text, footer.links) if not is_speakers_page(url, facts)]
    domains = (*pages, *contact.mail_domains(footer.text, footer.links))
    assert (
        any(urls.on_site(domain, facts.host_domain) for domain in domains)
        or contact.has_phone(footer.text, facts.area_codes)
        or contact.has_postal_address(footer.text)
    ), f"no way to reach the host in {footer}"


@step(points=5, category="information_retrieval")
def footer_page(footer: Passage, facts: Any) -> None:
    addresses = contact.web_addresses(footer.text, footer.links)
    assert any(is_speakers_page(url, facts) for url in addresses), f"no page of the speaker among {addresses}"


# --- citations; callouts (instance 2); the whole ---


@step(points=5, category="structural_check", mechanism=DETERMINISTIC)
def notes_citations(slide: Slide) -> None:
    assert sources.cited_urls(slide.notes.text_boxes), "no URL in the speaker notes"


SUPPORT = "Does the page support a specific claim that the poster's text makes?"


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge", "web"), judge_primary=True)
def notes_topic(
    citations: tuple[str, ...], roles: dict[str, str], body: Passage | None, pages: Any, judge: Any
) -> None:
    cited = cited_for("topic", citations, roles) if body else ()
    sources.require_support(cited, body.text if body else "", pages, judge, key="source_support", question=SUPPORT)


@step(points=5, category="content_check", mechanism=JUDGED, needs=("judge", "web"), judge_primary=True)
def notes_bio(
    citations: tuple[str, ...], roles: dict[str, str], sidebar: Passage | None, pages: Any, judge: Any
) -> None:
    cited = cited_for("bio", citations, roles) if sidebar else ()
    sources.require_support(
        cited, sidebar.text if sidebar else "", pages, judge, key="source_support", question=SUPPORT
    )


@step(points=5, category="structural_check", needs=("judge",))
def callouts(callout_boxes: tuple[tuple[Box, ...], tuple[Box, ...]], facts: Any, judge: Any) -> None:
    plain, others = callout_boxes
    question = f"Is this text a quote, a statistic or a fact about {facts.topic}?"
    count = len(plain)
    if len(plain) > 2 or (plain and len(plain) + len(others) <= 2):
        others = ()
    for box in others:
        count += judge.yes_no("callout", question, evidence={"text": box.text})
    assert 1 <= count <= 2


@step(points=5, category="formatting_check", mechanism=FUZZY)
def colour_scheme(header: Passage, region: Box | None, facts: Any) -> None:
    assert poster.in_sidebar_colour(region, facts), f"the sidebar is not {facts.sidebar_colour.name}"
    assert colour.is_called(header.colour, facts.header_colour), f"{header.colour} is not {facts.header_colour.name}"


def place(element: Box | Picture) -> Any:
    return element.extent if isinstance(element, Box) else element.rect


@step(points=5, category="spatial_check")
def no_overlap(visible: tuple[Box | Picture, ...]) -> Proportion:
    if not visible:
        fail("there is nothing on the slide", STRUCTURAL)

    def clear(element: Box | Picture) -> None:
        others = (other for other in visible if other is not element)
        hit = next((other for other in others if layout.overlap(place(element), place(other)) > 0.15), None)
        assert hit is None, f"overlaps {hit}"

    return proportion(visible, clear)


@step(points=5, category="spatial_check")
def on_slide(visible: tuple[Box | Picture, ...], slide: Slide) -> Proportion:
    if not visible:
        fail("there is nothing on the slide", STRUCTURAL)
    return proportion(visible, lambda element: layout.on_page(place(element), slide.rect, at_least=0.85))
