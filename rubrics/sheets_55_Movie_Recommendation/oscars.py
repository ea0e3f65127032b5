"""Oscars: which award a category is, which a cell lists, and which an awards page says were won."""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from pytest_knows.checks.text import fold, has_word
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import decoded
from pytest_knows.judge.schema import TEXT, fields, list_of

EXCERPT = 15_000
"""Characters of a section that the judge is shown."""

_NO_OSCAR = re.compile(r"golden globe|bafta|\bsag\b|emmy|critics|guild|nomin")
_NO_DIRECTOR = re.compile(r"\b(?:art|assistant|casting|dance|photography)\b")
_BRACKETS = re.compile(r"\([^()]*\)")
_NAMED_SO = re.compile(r"\b(?:academy awards?|oscars?)\b(?: for\b)?")
_SCREENPLAY_ALONE = re.compile(r"(?:best )?(?:writing,? )?(?:best )?screenplay")

# -- categories --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def kind(category):
    """Which award it is: "actor", "supporting actor", "actress", "supporting actress", "director", "original",
    "adapted", "cinematography"; "" for any other."""
    text = fold(category)
    if _NO_OSCAR.search(text):
        return ""
    text = re.sub(r"^[\W\d]+|\W+$", "", _NAMED_SO.sub(" ", _BRACKETS.sub(" ", text)))
    role = re.search(r"\b(?:actor|actress)\b", text)
    if role:
        return f"supporting {role[0]}" if "support" in text else role[0]
    if re.search(r"\bdirect(?:or|ing|ion)\b", text) and not _NO_DIRECTOR.search(text):
        return "director"
    if re.search(r"\bcinematography\b", text):
        return "cinematography"
    return _script(text) if re.search(r"\b(?:screenplay|writing|written)\b", text) else ""


def _script(text):
    """Which of the two awards for a screenplay; one for the story alone is neither."""
    own = re.search(r"\bdirectly\b|\bnot previously\b|\bstory and screenplay\b", text)
    if own or ("original" in text and "story" not in text):
        return "original"
    # Before 1957 the award for an adapted one was called that of a screenplay.
    if re.search(r"\badapt|\bbased on\b|\bpreviously\b", text) or _SCREENPLAY_ALONE.fullmatch(text):
        return "adapted"
    return ""


# -- cells -------------------------------------------------------------------------------------------------------------

_FILM_STOCK = re.compile(r"\bblack[- ]and[- ]white\b|\bcolou?r\b")
_SEPARATOR = re.compile(r"[,;&/|+\u2022\u00b7]|\band\b|(?<!\w)\d{1,2}[.)]\s")


@lru_cache(maxsize=4096)
def listed(text):
    """The entries of a cell. Commas and "and" within official names ("Best Writing, Adapted Screenplay", "Best
    Cinematography, Black-and-White", "Story and Screenplay") part nothing; brackets hold names of people."""
    plain = _BRACKETS.sub(lambda note: note[0] if _NO_OSCAR.search(fold(note[0])) else " ", text)
    plain = _FILM_STOCK.sub(" ", ",".join(map(fold, plain.splitlines())))
    plain = re.sub(r"\bwriting\s*,", "writing", plain).replace("story and screenplay", "original screenplay")
    return tuple(entry for part in _SEPARATOR.split(plain) if (entry := part.strip(" .:-*")))


# -- awards pages ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """Kinds of Oscars that a film won; `judged`: a judge read them off the page."""

    kinds: frozenset
    judged: bool = False


def won(page, judge):
    """What a readable awards page says; raises `DamagedEvidence` if it is another page, and as the judge does, who is
    asked where the list cannot be read."""
    texts = list(_texts(decoded(page.body, page.content_type)))
    section, parsable = _section(texts)
    if not section and not any(has_word(text, "awards") for text, _ in texts):
        raise DamagedEvidence(f"{page.url} as recorded is no list of awards, perhaps a question whether one is a robot")
    items = _items(section) if parsable else []
    if items or not section:
        categories = [category for winner, category in items if winner]
        return Won(kinds=frozenset(filter(None, map(kind, categories))))
    text = "\n".join(section)[:EXCERPT]
    question = (
        "The part about the Academy Awards of a film's list of awards is given. Which categories did the film win? "
        "Give each in the words of the text; leave out those it was only nominated for, and other awards. "
        'Answer {"categories": [...]}.'
    )
    answer = judge.extract("oscars_won", question, fields(categories=list_of(TEXT)), evidence={"awards": text})
    found = (kind(category) for category in answer["categories"] if has_word(text, category))
    return Won(kinds=frozenset(filter(None, found)), judged=True)


def _texts(source):
    """Each text between two tags, and whether it stands in a heading."""
    hidden = heading = False
    for piece in re.split(r"(<[^<>]*>)", source):
        tag = re.match(r"<(/?)([a-zA-Z]\w*)", piece)
        if tag is None:
            text = "" if hidden else " ".join(unescape(piece).split())
            if text:
                yield text, heading
        elif tag[2].lower() in ("script", "style"):
            hidden = not tag[1]
        elif re.fullmatch("[hH][1-6]", tag[2]):
            heading = not tag[1]


def _section(texts):
    """The texts below the Academy Awards' heading, and whether it is one; none if the page does not speak of them."""
    places = [at for at, (text, _) in enumerate(texts) if fold(text).startswith("academy awards")]
    headed = [at for at in places if texts[at][1]]
    start = next(iter(headed or places), None)
    if start is None:
        return [], True
    below = texts[start + 1 :]
    while headed and below and below[0][1]:  # the rest of a heading in several parts
        del below[0]
    end = next((at for at, (_, heading) in enumerate(below) if heading), len(below))
    return [texts[start][0], *(text for text, _ in below[:end])], bool(headed)


def _items(section):
    """(whether it was won, the category) of each item: "2001 Winner", "Oscar", the category, who won it."""
    starts = [at for at, text in enumerate(section) if re.search(r"\b(?:winner|nominee)\b", fold(text))]
    items = []
    for start in starts:
        first = fold(section[start])
        category = section[start + (1 if "oscar" in first else 2) :][:1]
        items.append(("winner" in first, "".join(category)))
    return items
