"""Links to Google Maps: which are some, and which place they lead to."""

import re
from dataclasses import dataclass

from pytest_knows.checks.values import coordinates
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls

_GOOGLE = re.compile(r"(maps\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})")
_POINT = re.compile(r"[-+\d.,\s]+")
_ID = "place_id:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a link says of its place: "" and None where it says nothing."""

    name: str
    id: str
    place: coordinates.Coordinates | None


def is_maps(link: str) -> bool:
    url = urls.parse(urls.unwrap(link))
    return url is not None and _is_maps(url)


def _is_maps(url):
    host, within = url.host.removeprefix("www."), (*url.segments, "")[0] == "maps"
    google = _GOOGLE.fullmatch(host)
    return host == "maps.app.goo.gl" or (host == "goo.gl" and within) or bool(google and (google[1] or within))


def target(link: str, pages) -> Target:
    """Where a link to Google Maps leads, by its redirects if it does not say so itself."""
    said = _read(link)
    if said.name or said.id or not _redirects(link):
        return said
    page = pages.get(link)
    if page is not None and page.dead:
        return said
    if page is None or urls.same(page.final_url, link):
        raise DamagedEvidence(f"where {link} leads was not recorded")
    return _read(_continued(page.final_url))


def _redirects(link):
    url = urls.parse(urls.unwrap(link))
    return "goo.gl" in url.host or bool(url.param("cid", "ftid"))


def _continued(address):
    """Google asks for consent to cookies before some pages."""
    url = urls.parse(address)
    return url.param("continue") or address if url is not None else address


def _read(link):
    url = urls.parse(urls.unwrap(link))
    if url is None or not _is_maps(url):
        return Target(name="", id="", place=None)
    query, steps = url.param("q", "query"), url.segments
    kind, name = (*steps[1:3], "", "")[:2]
    stated = name.replace("+", " ") if kind in ("place", "search") and not name.startswith("@") else ""
    place_id = url.param("query_place_id") or (query.removeprefix(_ID) if query.startswith(_ID) else "")
    shown = "" if query.startswith(_ID) or _POINT.fullmatch(query) else query
    return Target(name=stated or shown, id=place_id, place=coordinates.in_url(urls.unwrap(link)))
