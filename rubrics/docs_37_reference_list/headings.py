"""Which line of the document heads which lecture, one to one: by prefix and title, by title, by prefix, by a judge."""

import itertools
from collections import Counter

from pytest_knows.checks.matching import ask_which
from pytest_knows.checks.quantifiers import Attempt

from .course import kind_named
from .reading import begins_as

SAME_TITLE = 70
"""How alike (0 to 100) a title must be where the prefix is the lecture's."""
TITLE_ALONE = 85
"""The same where the prefix is not."""


def likeness(text, title, at_least=0):
    """0 to 100, both folded: how like the title the text, or the part of it that is most like it, is; below
    `at_least` it is 0."""
    from rapidfuzz import fuzz

    if not text or not title:
        return 0
    measure = fuzz.partial_ratio if len(text) >= len(title) else fuzz.ratio
    return measure(title, text, score_cutoff=at_least)


def could_head(row, facts):
    """Headings, and lines that begin as a lecture's heading does."""
    if row.is_inactive_links or kind_named(row.text, facts.types):
        return False
    return row.is_heading or (begins_as(row, facts.prefix) and (row.level < 0 or not row.references))


def looks_like_lecture(row, facts):
    """Whether a reader takes the line for a lecture's heading: it is a Heading 3, or begins as these do."""
    return could_head(row, facts) and row.level < 0 and (row.named == "HEADING_3" or begins_as(row, facts.prefix))


def pair(lectures, rows, facts, judge):
    """Lecture -> an attempt at its row, None for none; open where the judge who was needed did not answer."""
    candidates = [row for row in rows if could_head(row, facts)]
    shared = Counter(lecture.key for lecture in lectures)
    by_prefix = {}
    for row in candidates:
        by_prefix.setdefault(row.prefix, []).append(row)
    numbered = [(lecture, row) for lecture in lectures for row in by_prefix.get(lecture.key, ())]
    found = {}
    add_best(found, numbered, SAME_TITLE)
    add_best(found, itertools.product(lectures, candidates), TITLE_ALONE)
    add_best(found, [(lecture, row) for lecture, row in numbered if shared[lecture.key] == 1], 0)
    taken, useful = set(found.values()), followed(rows, set(candidates))
    free = [row for row in candidates if row not in taken and (row.named == "HEADING_3" or row in useful)]

    def attempt(lecture):
        return Attempt(lambda: found.get(lecture) or ask(lecture, free, judge))

    return {lecture: attempt(lecture) for lecture in lectures}


def add_best(found, pairs, at_least):
    """Add pairs of what is free on both sides: the most alike first, of equals headings, and what stands first."""
    taken = set(found.values())
    rated = []
    for lecture, row in pairs:
        if lecture not in found and row not in taken:
            rating = max(likeness(text, lecture.folded, at_least) for text in (row.title, row.folded))
            if rating >= at_least:
                rated.append((rating, row.is_heading, row.level < 0, lecture, row))
    for *_, lecture, row in sorted(rated, key=lambda entry: entry[:3], reverse=True):
        if lecture not in found and row not in taken:
            found[lecture] = row
            taken.add(row)


def followed(rows, candidates):
    """The candidates with a reference before the next one. Of the others only a Heading 3 earns anything by its place,
    so that nobody need say which lecture is meant."""
    found, above = set(), None
    for row in rows:
        above = row if row in candidates else above
        if row.references and above:
            found.add(above)
    return found


def ask(lecture, free, judge):
    """The heading that a judge takes for the lecture's; it is no longer free."""
    if not free:
        return None
    question = (
        "A document has a heading for each lecture of a course; some are worded freely. Which of these headings is the "
        f"one of the lecture {str(lecture)!r}?"
    )
    chosen = ask_which(judge, "lecture_heading", question, free, lambda row: row.text)
    if chosen:
        free.remove(chosen)
    return chosen
