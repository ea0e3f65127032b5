"""Formulas that are one call of IMAGE: `IMAGE(url, [mode], [height], [width])` in Google Sheets.

Excel's is `IMAGE(url, [text], [sizing], [height], [width])`, where sizing 0 to 3 is what Google counts from 1 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_CALL = re.compile(r"=\s*(?:_xlfn\.)?IMAGE\s*\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"]|"")*"?|[^"(){},;]+|.')
_LITERAL = re.compile(r'\s*"((?:[^"]|"")*)"\s*')
_ADDRESS = re.compile(r"\s*\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}\s*")


def image_arguments(formula: str) -> list[str]:
    """The arguments as they are written; none for any other formula."""
    match = _CALL.fullmatch(formula)
    found, depth = [""], 0
    for token in _TOKEN.findall(match[1]) if match else ():
        depth += (token in ("(", "{")) - (token in (")", "}"))
        if depth < 0:
            return []
        if depth == 0 and token in (",", ";"):
            found.append("")
        else:
            found[-1] += token
    return [argument.strip() for argument in found] if match and found[0].strip() else []


def image_url(formula: str, text_at: Callable[[str], str] = lambda _: "") -> str:
    """The address that a formula shows a picture of: a text in it, or what `text_at` finds at `A1`; else ""."""
    url = (image_arguments(formula) or [""])[0]
    literal = _LITERAL.fullmatch(url)
    if literal:
        return literal[1].replace('""', '"')
    return text_at(url.replace("$", "").upper()) if _ADDRESS.fullmatch(url) else ""


def for_excel(formula: str) -> str:
    """The formula with Excel's arguments; "" for any other one."""
    url, mode, *sides = (*image_arguments(formula), "", "")
    more = ["", _moved(mode, -1), *filter(None, sides)] if mode else []
    return f"=_xlfn.IMAGE({','.join([url, *more])})" if url else ""


def from_excel(formula: str) -> str:
    """A formula of Excel's with Google's arguments; any other one as it is."""
    arguments = image_arguments(formula) if "_xlfn.IMAGE" in formula else []
    url, _, sizing, *sides = (*arguments, "", "", "")
    more = [_moved(sizing, 1), *filter(None, sides)] if sizing else []
    return f"=IMAGE({','.join([url, *more])})" if url else formula


def _moved(number: str, by: int) -> str:
    return str(int(number) + by) if re.fullmatch(r"\d{1,2}", number) else f"{number}{by:+d}"
