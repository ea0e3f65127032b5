"""Which paper a web address leads to: its key, the same for all addresses of the paper on a site."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pytest_knows.checks import arxiv
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.evidence import urls

ARXIV, DOI, CHEMRXIV, SCHOLAR = "arXiv", "DOI", "ChemRxiv", "Semantic Scholar"
"""Kinds of keys. The last two are numbers of those sites; ChemRxiv's addresses do not show the DOI."""

PREFIXES = {
    "10.48550": "arxiv.org",
    "10.1101": "biorxiv.org",
    "10.64898": "biorxiv.org",
    "10.1038": "nature.com",
    "10.26434": "chemrxiv.org",
}
"""Of a DOI -> the site of its papers. bioRxiv has the second prefix since December 2025 (openRxiv became its publisher;
sciety/sciety issue 4112)."""

# A medRxiv number, with the same prefix, has two digits more.
_BIORXIV_ID = re.compile(r"(?:^|/)(?:(10\.\d{4,9})/)?((?:\d{4}\.\d\d\.\d\d\.)?\d{6})(?!\d)")
_CHEMRXIV_DOI = re.compile(r"10\.26434/(.+?)(?:[-/.]v\d+)?")
_CHEMRXIV_ID = re.compile(r"(?:article-details|item)/([0-9a-f]{8,})(?:/|$)")
_ENDS = " .,;:!?)]}>\"'"


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """`name` is in lower case and without a version."""

    kind: str
    name: str

    def __repr__(self) -> str:
        return f"{self.kind}:{self.name}"


def key_of(url: str, sites: Iterable[str]) -> Key | None:
    """The key of an address on one of the sites, or of a DOI that belongs to one; None for any other address."""
    target = urls.parse(urls.unwrap(url))
    if target is None:
        return None
    path = "/".join(target.segments).rstrip(_ENDS).lower()
    host = f".{target.host}"
    if host.endswith(".doi.org"):
        host = f".{PREFIXES.get(path.partition('/')[0], '')}"
    return next((_READERS[site](path) for site in sites if host.endswith(f".{site}")), None)


def _arxiv(path: str) -> Key | None:
    """abs/2305.14314v2, pdf/2305.14314.pdf, html/quant-ph/9705052, 10.48550/arXiv.2305.14314"""
    found = arxiv.number_in_path(re.sub(r"^10\.48550/", "abs/", path))
    return Key(ARXIV, found) if found else None


def _biorxiv(path: str) -> Key | None:
    """content/10.1101/2024.01.01.000001v1.full, content/biorxiv/early/2017/10/20/206540.full.pdf"""
    found = _BIORXIV_ID.search(path) if path.startswith(("content/", "10.")) else None
    return Key(DOI, f"{found[1] or '10.1101'}/{found[2]}") if found else None


def _nature(path: str) -> Key | None:
    """articles/s41586-024-00001-x.pdf, 10.1038/s41586-024-00001-x"""
    view, _, rest = path.partition("/")
    name = rest.partition("/")[0].removesuffix(".pdf").removesuffix("_reference")
    return Key(DOI, f"10.1038/{name}") if view in ("articles", "10.1038") and name else None


def _chemrxiv(path: str) -> Key | None:
    """engage/chemrxiv/article-details/<number>, doi/full/10.26434/chemrxiv-2024-abcde-v2"""
    number = _CHEMRXIV_ID.search(path)
    if number:
        return Key(CHEMRXIV, number[1])
    found = _CHEMRXIV_DOI.fullmatch(path[max(0, path.find("10.26434/")) :])
    return Key(DOI, f"10.26434/{found[1]}") if found else None


_READERS: dict[str, Callable[[str], Key | None]] = {
    "arxiv.org": _arxiv,
    "biorxiv.org": _biorxiv,
    "nature.com": _nature,
    "chemrxiv.org": _chemrxiv,
}


def keys_behind(url: str, sites: Iterable[str], pages: Any) -> set[Key]:
    """The address's own key, that of the page to which it redirected, and the DOI that ChemRxiv's page states."""
    own = key_of(url, sites)
    if own is None:
        return set()
    page = Attempt(lambda: pages.get(url)).known
    found = {own, key_of(page.final_url, sites) if page else None}
    if page and any(key and key.kind == CHEMRXIV for key in found):
        stated = (Attempt(lambda: page.meta).known or {}).get("citation_doi", "")
        found.add(key_of(f"https://doi.org/{stated}", sites))
    return {key for key in found if key}


def merged(groups: Iterable[Iterable[Key]]) -> list[set[Key]]:
    """Groups that share a key become one, in the order of their first."""
    home: dict[Key, set[Key]] = {}
    for group in groups:
        whole = next((home[key] for key in group if key in home), set())
        for key in group:
            whole |= home.get(key, {key})
        home.update(dict.fromkeys(whole, whole))
    return list({id(whole): whole for whole in home.values()}.values())
