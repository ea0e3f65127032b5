"""Amounts as recipes write them: "1 1/2 cups", "\u00bd tsp", "2 \u00bc"."""

from __future__ import annotations

import re
import unicodedata

_VULGAR = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_MIXED = re.compile(r"(?<![\d./])(?:(\d{1,4})(?:\s+|-))?(\d{1,3})\s?[/\u2044]\s?(\d{1,3})(?![\d/]|\.\d)")


def with_decimals(text: str) -> str:
    """The text with its fractions and mixed numbers as decimals: "1 1/2 cups" is "1.5 cups". Never raises.

    What could be a date ("1/2/2026") or divides by 0 stays.
    """
    spaced = _VULGAR.sub(lambda match: f" {unicodedata.normalize('NFKC', match[0])}", text)
    return _MIXED.sub(_decimal, spaced).strip() if spaced != text else _MIXED.sub(_decimal, text)


def _decimal(match: re.Match[str]) -> str:
    whole, top, bottom = int(match[1] or 0), int(match[2]), int(match[3])
    return f"{whole + top / bottom:.6g}" if bottom and (not match[1] or top < bottom) else match[0]
