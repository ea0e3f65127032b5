"""A formal letter in the writer's name: a letterhead with the employer's logo, and a photo of the signature."""

import re
from dataclasses import dataclass

from pytest_knows.checks import flow, images, layout, links, on_paper
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import find_word, fold, has_word
from pytest_knows.rubric import fail, located, requires, show, step

_COLUMNS = "|｜│❘•·∙⋅‧・●▪■◆◇\\t"
BREAKS_INTO_PIECES = re.compile(rf"[{_COLUMNS}]|;(?=\s)|(?<=\s)[-–—/](?=\s)")
BREAKS_INTO_COLUMNS = re.compile(rf"[{_COLUMNS}]")
SIGNS = re.compile(r"^[^\w@]+|(?<=\S)\s*\([^()]*\)$")
"""What may stand before a value, as an envelope does, and a remark in brackets behind it."""
ADDRESSEE = re.compile(r"to|attn|attention|cc|re|subject|dear")
"""Labels of somebody else's name."""
DENIED = re.compile(r"\b(?:not|never|no longer|former(?:ly)?|previous(?:ly)?|ex)\b[^,;.:]*$")
"""What stands before a title or an institution that somebody does not have."""
LABEL = re.compile(r"((?:[^\W\d_]|[ .\-]){1,20}):(?!/)\s*")
HONORIFIC = re.compile(r"^(?:(?:dr|prof|professor|mr|ms|mrs|mx)\b\.?\s*)+")
CLOSING = re.compile(r"dear|sincerely|regards|best|kind|warm|yours|respectfully|cordially|thank")
URL_LIKE = re.compile(r"\S*@\S*|\S*://\S*|(?:[\w-]+\.)+[^\W\d_]{2,}(?:/\S*)?[.,;:]?")

SHORT_LINE = 80
"""Characters; what is longer is body text."""
SENTENCE_WORDS = 8
CLOSING_LINES = 4
"""How many lines (name, title, contact, enclosures) may stand below a signature."""
BODY_LINE = 60
"""Characters; a longer line below the signature is body text."""
LEFT_PART = 0.49
"""Of the page's width: what ends left of it is in the upper left."""
ALIGNED = 4.8
"""pt (20 px at 300 dpi) within which a line starts at the margin."""
LOWER_THIRD = 0.6
"""The share of the signature that has to lie in the lower third."""
VISIBLE = 0.5
"""The share of the signature that its crop has to leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where the letter gives a field: a line, and the words in it that a reader takes for the value."""

    line: object
    words: str


# -- Finding the fields (what counts as giving one) --------------------------------------------------------------------


def segments(line):
    """The line and its pieces, as written; a one-line letterhead is several fields."""
    text = line.text
    return dict.fromkeys((text, *BREAKS_INTO_COLUMNS.split(text), *BREAKS_INTO_PIECES.split(text)))


def enumerated(line):
    """As `segments`; between addresses there may be commas too."""
    return dict.fromkeys((*segments(line), *re.split(r",\s", line.text)))


def labelled(segment):
    """("e-mail", "x@y") of "E-mail: x@y"; no label: ("", the folded segment). Signs around the value are left out."""
    folded = SIGNS.sub("", fold(segment))
    match = LABEL.match(folded)
    return (match[1], SIGNS.sub("", folded[match.end() :])) if match else ("", folded)


def is_value(text, value):
    """The value itself, or with nothing behind it but punctuation."""
    return text.startswith(fold(value)) and not text.removeprefix(fold(value)).strip(" .,;:>)")


def is_sentence(line):
    return line.endswith((".", "!", "?")) and len(line.split()) > SENTENCE_WORDS


def is_short(line):
    return len(line) <= SHORT_LINE and not re.match(r"dear\b", line) and not is_sentence(line)


def short_pieces(line):
    """The line if it is a short one; of a long letterhead its columns."""
    pieces = (line.text, *BREAKS_INTO_COLUMNS.split(line.text)) if not re.match(r"dear\b", fold(line.text)) else ()
    return [piece for piece in pieces if is_short(fold(piece))]


def names(line, field):
    for segment in segments(line):
        label, text = labelled(segment)
        for part in (text, text.partition(",")[0].strip()):
            for value in field.accepted:
                if is_value(HONORIFIC.sub("", part), value) and not ADDRESSEE.fullmatch(label):
                    yield value


def emails(line, field):
    for value in field.accepted:
        if any(is_value(labelled(segment)[1], value) for segment in enumerated(line)):
            yield value
        yield from (text for text, url in line.links if fold(text) and links.mail_address(url) == fold(value))


def profiles(line, field):
    """An address, a link under any words, or a user name behind words that name the site."""
    for value in field.accepted:
        yield from (text for text, url in line.links if fold(text) and links.same_address(url, value))
        for segment in enumerated(line):
            text = labelled(segment)[1]
            if links.same_address(text, value):
                yield text
            if (user := user_of(segment, field.site)) in field.users:
                yield user


def user_of(segment, site):
    """The name in "GitHub profile: @name" or "GitHub (name)"; "" if the segment is nothing like it."""
    *words, user = re.split(r"[\s:()]+", fold(segment).strip(" ().,;:/"))
    return user if site in words and len(words) < 4 else ""


def phrases(text, accepted):
    """The accepted values among the words of the text; of two that overlap ("PhD Student") the longer one."""
    folded = fold(text)
    spans = {value: find_word(folded, fold(value)) for value in accepted}
    found = [value for value, span in spans.items() if span and not DENIED.search(folded[: span[0]])]
    return [value for value in found if not any(value != other and has_word(other, value) for other in found)]


def titles(line, field):
    for piece in short_pieces(line):
        yield from phrases(piece, field.accepted)


def institutions(line, field):
    """As titles; an e-mail or web address mentions no institution."""
    for piece in short_pieces(line):
        words = ("/" if URL_LIKE.fullmatch(word) else word for word in piece.split())
        yield from phrases(" ".join(words), field.accepted)


KINDS = {"name": names, "email": emails, "profile": profiles, "title": titles, "institution": institutions}


@located
def mentions(doc, facts):
    """Of each field: every line that gives it."""
    return {
        key: [
            Mention(line=line, words=words)
            for line in doc.lines
            for words in dict.fromkeys(KINDS[field.kind](line, field))
        ]
        for key, field in facts.fields.items()
    }


# -- Finding them on the page ------------------------------------------------------------------------------------------


@located
def places(mentions, doc, rendering):
    """Of each field: where the page shows its mentions, and no other occurrence of the same words."""
    lines = [line.text for line in (*doc.lines, *(line for note in doc.footnotes for line in note.lines))]
    return {
        key: list(on_paper.shown(((mention.words, mention.line.text) for mention in found), lines, rendering))
        for key, found in mentions.items()
    }


def in_a_corner(place, rendering):
    """In the upper third of page 1, wholly left or wholly right of the middle."""
    width = rendering.page_size[0]
    beside = place.rect.right < LEFT_PART * width or place.rect.left > LEFT_PART * width
    return in_upper_third(place, rendering) and beside


def in_upper_third(place, rendering):
    return place.page == 0 and place.rect.bottom <= rendering.page_size[1] / 3


@step(category="information_retrieval")
def field_text(field, mentions, facts):
    wanted = " or ".join(facts.fields[field].accepted)
    for mention in mentions[field][:3]:
        show("line", mention.line.text)
    assert mentions[field], f"no line of the letter gives the {field} ({wanted})"


@step(category="spatial_check")
@requires("{field}_text")
def field_location(field, places, rendering):
    """Upper left or upper right; a line may reach across the middle if it starts where the block does."""
    shown = places[field]
    for place in shown[:3]:
        show("place", place)
    if any(in_a_corner(place, rendering) for place in shown):
        return
    starts = [min(line.rect.left for line in rendering.lines)] if rendering.lines else []
    for other, others in places.items():
        starts += [place.rect.left for place in others if other != field and in_a_corner(place, rendering)]
    across = [place for place in shown if in_upper_third(place, rendering)]
    aligned = [place for place in across if any(abs(place.line.rect.left - start) <= ALIGNED for start in starts)]
    assert aligned, f"the {field} does not stand in the upper left or upper right of page 1: {shown[:2] or 'not found'}"


# -- Pictures ----------------------------------------------------------------------------------------------------------


@located
def pictures(doc):
    return images.decoded(doc.pictures)


def signatures(pictures, gold, facts):
    """The pictures that show the gold signature, at least half of it left by their crop."""
    wanted = images.gold_picture(gold, facts.gold_signature)
    return images.renditions([shown for shown in pictures.shown if shown.picture.crop.visible >= VISIBLE], wanted)


@located
def logo(doc, pictures, gold, judge, facts):
    """What is taken for the employer's logo: one of the accepted ones, else what a judge calls another version."""
    if not doc.pictures:
        return images.NO_PICTURE
    accepted = images.gold_pictures(gold, facts.gold_logos)
    match = images.same_picture(pictures.shown, accepted)
    if match.shown:
        return match
    # Without a gold signature to compare with, the judge is shown the signature too, and will not call it a logo.
    signed = Attempt(lambda: signatures(pictures, gold, facts)).known or ()
    candidates = [shown for shown in pictures.shown if shown not in signed]
    if not candidates and pictures.damage:
        raise pictures.damage
    return images.judged(candidates, lambda pixels: is_logo(pixels, accepted, judge, facts))


def is_logo(pixels, accepted, judge, facts):
    return judge.yes_no(
        "logo_identity",
        f"The accepted logos are those of {facts.employer}. Does the candidate show the logo or emblem of the same "
        "organisation? Its scale, encoding, tint, background and arrangement may differ, and another official version "
        "counts. The logo of any other organisation, or a picture that is no logo, does not.",
        images={"candidate": pixels.png(), **images.numbered("accepted logo", accepted)},
    )


@step(category="visual_check", needs=["gold", "judge"], judge_primary=True, title="Employer logo present")
def logo_match(logo):
    show("logo", logo.shown.picture if logo.shown else "none")
    assert images.confirmed(logo), "no picture of the letter is the employer's logo"


@step(category="spatial_check", needs=["gold", "judge"], judge_primary=True, title="Logo in upper-left corner")
@requires("logo_match")
def logo_location(logo, rendering, judge):
    """Wholly in the left half and the upper third of page 1. A judge looks if no picture of the PDF is the logo."""
    first = rendering.pages[0]
    corner = layout.zone(first.rect, right=1 / 2, bottom=1 / 3)
    placed = images.placements(rendering, logo.shown)
    show("place", placed[:3])
    if placed:
        in_corner = [place for place in placed if place.page == 0 and layout.within(place.rect, corner, slack=1)]
        assert in_corner, f"the logo is not wholly in the upper-left corner of page 1: {placed[:2]}"
    else:
        assert judge.yes_no(
            "logo_in_corner",
            "Does the corner of the page show the logo, with no edge of it missing?",
            images={"logo": logo.shown.visible.png(), "corner of the page": first.png(corner)},
        ), "the upper-left corner of page 1 does not show the logo"


@step(category="visual_check", needs=["gold"], title="Gold signature present")
def signature_match(doc, pictures, gold, facts):
    if not doc.pictures:
        fail("the letter has no picture", mechanism="deterministic")
    found = signatures(pictures, gold, facts)
    show("signature", [shown.picture for shown in found])
    if not found and pictures.damage:
        raise pictures.damage
    assert found, "no picture of the letter is the writer's signature"


@step(category="spatial_check", needs=["gold"], title="Signature at the end")
@requires("signature_match")
def signature_location(doc, pictures, gold, facts, rendering: object | None):
    """Last in the letter but for a few closing lines, or in the lower third of a page with no body text behind it."""
    signature = signatures(pictures, gold, facts)[-1]
    if signature.picture.place.in_margin:
        fail("the signature stands in a header or footer", mechanism="structural")
    placed = images.placements(rendering, signature)[-1:] if rendering else ()
    behind = lines_behind(signature.picture, doc, rendering, placed)
    show("place", placed)
    show("behind", behind[:5])
    body = flow.body_line(behind, longer_than=BODY_LINE)
    assert body is None, f"body text follows the signature: {body!r}"
    for place in placed:
        if layout.inside_ratio(place.rect, layout.zone(rendering.pages[place.page].rect, top=2 / 3)) >= LOWER_THIRD:
            return
    ending = flow.ends_briefly(behind, at_most=CLOSING_LINES, but_not=CLOSING)
    assert ending, f"the signature is not at the end: {len(behind)} lines follow, {behind[:2]}"


def lines_behind(picture, doc, rendering, placed):
    """What is written behind the signature; below it on the page if it floats there. Margins do not follow."""
    if not picture.positioned or not placed:
        return [line.text for line in doc.after(picture) if line.text.strip()]
    margins = {fold(line.text) for tab in doc.tabs for segment in tab.margins for line in segment.lines}
    return [
        line.text
        for line in rendering.lines
        if (line.page, line.rect.top) >= (placed[0].page, placed[0].rect.bottom) and fold(line.text) not in margins
    ]
