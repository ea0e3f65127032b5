"""The texts that may be the summary of the lesson."""

import re
from collections.abc import Iterator

from pytest_knows.checks.text import has_word

from .plan import Part

LONG = 60
"""Characters; a longer paragraph tells something, a shorter one without a full stop is a heading."""
ENOUGH = 100
"""Characters that a summary has at least."""
MOST = 20
"""Texts that a judge is asked about."""
_HEADING = re.compile(r"TITLE|SUBTITLE|HEADING_\d")


def candidates(body: list[Part], rest: list[Part], copies) -> list[str]:
    """What stands under a heading with the word "summary", then every run of paragraphs that tell something."""
    outside = {id(part) for part in rest} - {id(copy.part) for copy in copies.values()}
    found = [text for text in (*_headed(body, outside), *_runs(body, outside)) if len(text) > ENOUGH]
    return list(dict.fromkeys(found))[:MOST]


def _tells(part: Part, outside) -> bool:
    return id(part) in outside and not part.listed and not is_heading(part) and len(part.text) > LONG


def is_heading(part: Part) -> bool:
    if part.listed or not part.text:
        return False
    styled = _HEADING.fullmatch(part.paragraph.style.named) is not None
    return styled or (len(part.text) <= LONG and not part.text.endswith("."))


def _ends(part: Part) -> bool:
    return part.listed or is_heading(part) or bool(part.pictures)


def _headed(body, outside) -> Iterator[str]:
    """Of each heading that says "summary" the paragraphs up to the next heading, list or picture."""
    open_heading, told = False, []
    for part in body:
        if _ends(part):
            yield " ".join(told)
            told, open_heading = [], is_heading(part) and has_word(part.text, "summary")
        elif open_heading and _tells(part, outside):
            told.append(part.text)
    yield " ".join(told)


def _runs(body, outside) -> Iterator[str]:
    told: list[str] = []
    for part in body:
        if _tells(part, outside):
            told.append(part.text)
        elif part.text or part.pictures:
            yield " ".join(told)
            told = []
    yield " ".join(told)
