"""Names of colours: in titles, in searches, in the sentence that recommends one."""

import re
from collections.abc import Sequence

from pytest_knows.checks.text import fold

_NUMBERING = re.compile(
    r"^\s*(?:(?:(?:paint|wall)\s+)?(?:option|colou?r|shade|choice|pick|idea|no\.?)(?:\s*#?\s*\d{1,2}"
    r"|\s+(?:[a-j]|one|two|three|four|five|six|seven|eight|nine|ten))?|#?\d{1,2})\s*(?:[.:)]|\s[-–—]|$)\s*",
    re.I,
)
_CODE = re.compile(r"#[0-9a-f]{3,8}\b|\brgba?\s?\([^()]*\)", re.I)
_HEX_AT_END = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{6}\s*$", re.I)
_PAINT = re.compile(r"\b(?:[A-Z]{2,4}[ -]?\d{2,5}(?:-\d{1,3})?|\d{3,4}-\d{2})\b")
"""As makers of paint number their colours: SW 6244, HC-154, 2063-10."""
BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_ENDS = " \t\u00a0-–—|:;,./\\*_~`'\"“”‘’«»<>()[]{}!?"
_JOINING = frozenset(("and", "the", "of", "a", "in", "with"))


def words(text: str) -> list[str]:
    """As they are compared: folded, hyphens blank, British "grey" American."""
    letters = re.sub(r"[^\w\s]|_", " ", fold(text).replace("'", ""))
    return ["gray" if word == "grey" else word for word in letters.split()]


def bare(text: str) -> str:
    """Without codes, brackets, quotes and mark-up; what stands in brackets, or a maker's number, is kept if there is
    nothing else."""
    kept = _CODE.sub(" ", text)
    for left_out in (BRACKETED, _PAINT):
        without = left_out.sub(" ", kept)
        kept = without if words(without) else kept
    return " ".join(_HEX_AT_END.sub("", kept).split()).strip(_ENDS)


def of_title(lines: Sequence[str], room: str) -> str:
    """The colour that a title names in the first of its lines that does, without numbering, code, bracket and the
    room's name."""
    named = (_of_line(line, room) for line in lines)
    return next((name for name in named if words(name)), next(iter(lines), "").strip())


def _of_line(line: str, room: str) -> str:
    name = bare(_NUMBERING.sub("", line, count=1))
    place = r"[\s-]+".join(map(re.escape, room.split()))
    behind = rf"(?<![\s,:|–—-])(?:[\s,:|–—-]+(?:(?:for|in)\s+)?(?:(?:the|a|your|our|my)\s+)?){place}s?\s*$"
    before = rf"^{place}s?(?:\s*[,:|–—-]+\s*|\s+in\s+)(?=\w)"
    for left_out in (behind, before):
        name = re.sub(left_out, "", name, flags=re.I).strip(_ENDS) or name
    return name


def are_searched(wanted: list[str], query: str) -> bool:
    """Whether all words stand in the query, in any order, as whole words but for a plural's s."""
    asked = words(query)
    forms = {form for word in asked for form in (word, word + "s", word.removesuffix("s"))}
    needed = [word for word in wanted if word not in _JOINING]
    return bool(needed) and all(word in forms for word in needed)
