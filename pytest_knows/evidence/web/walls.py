"""Pages that are shown to robots instead of the page: they say nothing about what the page says."""

from __future__ import annotations

import re

from pytest_knows.evidence.html import read_html
from pytest_knows.evidence.web.answer import Answer

SHORT = 1500
"""Characters of visible text above which a page is a page, whatever scripts it carries."""

_IN_SOURCE = re.compile(
    r"/cdn-cgi/challenge-platform|_cf_chl_opt|cf-browser-verification|geo\.captcha-delivery\.com|px-captcha"
    r"|_Incapsula_Resource|/_sec/cp_challenge|awswaf\.com/[^\"']*/challenge|kpsdk|h-captcha|g-recaptcha"
    r"|challenges\.cloudflare\.com/turnstile|arkoselabs\.com",
    re.I,
)
"""What the challenges of Cloudflare, DataDome, HUMAN, Imperva, Akamai, AWS WAF, Kasada and the captchas load."""
_IN_TEXT = re.compile(
    r"enable (?:javascript|js)\b|javascript is (?:disabled|required|not enabled)|requires javascript"
    r"|javascript (?:must|has to|needs to) be enabled"
    r"|(?:verify|confirm|prove|checking if|checking that) (?:that )?you(?:'re| are)? (?:a |not a )?(?:human|robot|bot)"
    r"|are you a (?:robot|human)|i(?:'|’)m not a robot|unusual (?:traffic|activity) from your (?:computer )?network"
    r"|checking your browser before|performing security verification|attention required! \| cloudflare"
    r"|sorry, you have been blocked|access to this page has been denied|pardon our interruption"
    r"|enter the characters you see below|complete the (?:captcha|security check)|request unsuccessful\. incapsula",
    re.I,
)
_TITLES = re.compile(r"just a moment\W*|access denied|robot check|human verification|security check(?:point)?", re.I)
_INSTEAD = frozenset({200, 202, 203, 401, 403, 405, 429, 503})
"""The statuses that such pages come with."""


def wall(answer: Answer) -> str | None:
    """What gives a page away as a robot's, None for any other page."""
    if answer.challenged:
        return "the server answered with a challenge"
    source = answer.source
    if not source or answer.status not in _INSTEAD:
        return None
    title, text = read_html(source)
    if len(text) > SHORT:
        return None
    # What stands in <noscript> is read too: it is there for who has no scripts, as we had none.
    seen = text if answer.rendered else f"{text}\n{_noscript(source)}" if not text.strip() else text
    found = _TITLES.fullmatch(title.strip()) or _IN_TEXT.search(f"{title}\n{seen}") or _in_source(source, text)
    return f"a page for robots ({' '.join(found[0].split())[:60]!r})" if found else None


def _in_source(source: str, text: str) -> re.Match[str] | None:
    """A challenge's script makes a wall of a page that says next to nothing; forms with a captcha say what they are."""
    return _IN_SOURCE.search(source) if len(text) < SHORT // 5 else None


def _noscript(source: str) -> str:
    inside = re.findall(r"<noscript\b[^>]*>(.{0,2000}?)</noscript", source, re.I | re.S)
    return re.sub(r"<[^>]*>", " ", "\n".join(inside))
