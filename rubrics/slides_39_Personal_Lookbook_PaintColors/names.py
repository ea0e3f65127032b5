"""Names of colours: in titles, in searches, in the sentence that recommends one."""

import re

from pytest_knows.checks.text import fold

_NUMBERING = re.compile(
    r"^\s*(?:(?:option|colou?r|choice|pick|idea|no\.?)\s*#?\s*\d{0,2}|#?\d{1,2})\s*(?:[.:)]|\s[-–—])\s*", re.I
)
_CODE = re.compile(r"#[0-9a-f]{3,8}\b|\brgba?\s?\([^()]*\)", re.I)
_HEX_AT_END = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{6}\s*$", re.I)
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_ENDS = " \t\u00a0-–—|:;,./\\*_~`'\"“”‘’«»<>()[]{}!?"
_JOINING = frozenset(("and", "the", "of", "a", "in", "with"))


def words(text: str) -> list[str]:
    """As they are compared: folded, hyphens blank, British "grey" American."""
    letters = re.sub(r"[^\w\s]|_", " ", fold(text).replace("'", ""))
    return ["gray" if word == "grey" else word for word in letters.split()]


def bare(text: str) -> str:
    """Without codes, brackets, quotes and mark-up; what stands in brackets is kept if there is nothing else."""
    text = _CODE.sub(" ", text)
    outside = _BRACKETED.sub(" ", text)
    kept = outside if words(outside) else text
    return " ".join(_HEX_AT_END.sub("", kept).split()).strip(_ENDS)


def of_title(line: str, room: str) -> str:
    """The colour that a title names, without numbering, code, bracket and the room's name behind it."""
    name = bare(_NUMBERING.sub("", line, count=1)) or line.strip()
    place = r"[\s-]+".join(map(re.escape, room.split()))
    behind = rf"(?<![\s,:|–—-])(?:[\s,:|–—-]+(?:(?:for|in)\s+)?(?:(?:the|a|your|our|my)\s+)?){place}s?\s*$"
    return re.sub(behind, "", name, flags=re.I).strip(_ENDS) or name


def are_searched(wanted: list[str], query: str) -> bool:
    """Whether all words stand in the query, in any order, as whole words but for a plural's s."""
    asked = words(query)
    forms = {form for word in asked for form in (word, word + "s", word.removesuffix("s"))}
    needed = [word for word in wanted if word not in _JOINING]
    return bool(needed) and all(word in forms for word in needed)
