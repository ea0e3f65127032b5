"""When two links lead to the same resource, and what looks like an address."""

import re
from functools import lru_cache
from urllib.parse import unquote

from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls

BESIDE_THE_PAGE = ("t", "feature", "usp", "lang")
"""Parameters that choose a moment, a language or a way in, and not the page."""
SAME_SITE = {"dx.doi.org": "doi.org"}
WRITTEN_OUT = re.compile(r"https?://|www\.|[^\s/]+\.[a-z]+/\S+$")


@lru_cache(maxsize=4096)
def canonical(url, *, loose=False):
    """One spelling of a link's target; `loose`: without fragment and parameters that do not choose the page.

    Left out are redirects, scheme, `www.`, `m.`, the last slash, white space, percent-encoding, `utm_` parameters.
    """
    target = urls.parse(urls.unwrap(url))
    if target is None:
        return fold(url)
    host = SAME_SITE.get(urls.host(url), urls.host(url))
    path, query = "/".join(target.segments), [pair for pair in target.query if not pair[0].startswith("utm_")]
    if host == "youtu.be":
        host, path, query = "youtube.com", "watch", [("v", path), *query]
    fragment = "" if loose else unquote(target.fragment)
    query = sorted(pair for pair in query if not (loose and pair[0] in BESIDE_THE_PAGE))
    parameters = "&".join(f"{name}={value}" for name, value in query)
    return "".join(f"{host}/{path}?{parameters}#{fragment}".split())


def is_written_out(text):
    """Whether a link's text is an address and not a title."""
    return WRITTEN_OUT.match(fold(text)) is not None
