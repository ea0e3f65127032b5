"""Search text of find-and-replace requests, as a compiled pattern."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.engine import RequestError

_RISKY = re.compile(r"\)\s*[*+{?]|\\[1-9]")
_QUANTIFIERS = re.compile(r"[*+{]")
_MAX_QUANTIFIERS = 4


def search_pattern(text: str, *, match_case: bool, regex: bool, whole: bool = False) -> re.Pattern[str]:
    """The pattern that finds `text`; raises `RequestError` for an empty or unusable one.

    Google runs expressions in linear time (RE2). Python's engine does not, and would hold up the whole server, so an
    expression with quantified groups, back references or many quantifiers is refused.
    """
    if not text:
        raise RequestError("The text to search for must not be empty.")
    if regex and (_RISKY.search(text) or len(_QUANTIFIERS.findall(text)) > _MAX_QUANTIFIERS or len(text) > 500):
        raise RequestError(f"The embedded Workspace does not run this regular expression: {text[:80]}")
    body = text if regex else re.escape(text)
    try:
        return re.compile(rf"(?:{body})\Z" if whole else body, 0 if match_case else re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise RequestError(f"Invalid regular expression: {text[:80]} ({error})") from error
