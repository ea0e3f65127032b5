"""Text in evidence that looks as if it spoke to the judge. It is shown in the report, never a verdict by itself."""

from __future__ import annotations

import base64
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from pytest_knows.checks.text import fold
from pytest_knows.judge.frame import visible

_SENTENCE = re.compile(r"(?:(?<=[.!?])\s|(?<=。)|\n)\s*")
_HIDDEN = re.compile("[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]|[\u200b\u2060\ufeff]{2}")
_SPACED = re.compile(r"(?:\b\w[ .*_-]){8,}")
_ENCODED = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_MIXED = re.compile(r"\w*(?:[a-z][а-яα-ω]|[а-яα-ω][a-z])\w*", re.IGNORECASE)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    told = tomllib.loads(files(__package__).joinpath("suspicion.toml").read_text(encoding="utf-8"))
    compiled = {}
    for kind, patterns in told["patterns"].items():
        text = "|".join(f"(?:{pattern})" for pattern in patterns)
        for name, words in told["lists"].items():
            text = text.replace(f"{{{name}}}", words)
        compiled[kind] = re.compile(text)
    return compiled


def flags(evidence: Mapping[str, str]) -> list[str]:
    """`label: kind: excerpt`, the first of each kind in each text, in the order of texts and kinds."""
    found = []
    for label, text in evidence.items():
        kinds: dict[str, str] = {}
        if hidden := _HIDDEN.search(text):
            kinds["hidden characters"] = unicodedata.name(hidden[0][0], f"U+{ord(hidden[0][0]):04X}")
        shown = visible(text)
        for part in [*_SENTENCE.split(shown), shown]:
            for kind, excerpt in _in(part):
                kinds.setdefault(kind, excerpt)
        found += [f"{label}: {kind}: {excerpt[:80]}" for kind, excerpt in kinds.items()]
    return found


def redacted(text: str) -> str:
    """The text without the sentences and lines that are flagged; as it is if there are none."""
    parts = _SENTENCE.split(visible(text))
    left = ["[removed]" if any(_in(part)) else part for part in parts]
    return text if left == parts else "\n".join(left)


def _in(text: str) -> Iterator[tuple[str, str]]:
    """Kind and excerpt of what is suspicious in a text as it stands, or once its base64 is decoded."""
    for reading in (text, *_decoded(text)):
        folded = fold(reading)
        for kind, pattern in _patterns().items():
            if match := pattern.search(folded):
                yield kind, match[0].strip()
    if match := _SPACED.search(text):
        yield "letters set apart", match[0]
    if match := _MIXED.search(text):
        yield "mixed scripts", match[0]


def _decoded(text: str) -> Iterator[str]:
    for match in _ENCODED.finditer(text):
        raw = match[0].rstrip("=")
        try:
            yield base64.b64decode(raw + "=" * (-len(raw) % 4), validate=True).decode()
        except ValueError:
            continue
