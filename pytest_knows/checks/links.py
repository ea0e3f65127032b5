"""Whether two addresses lead to the same place."""

from __future__ import annotations

import re
from urllib.parse import unquote

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.evidence import urls

_PREFIX = re.compile(r"(?:www|[a-z]{2})\.(?=.*\.)")
_PUNCTUATION = " .,;:!?()[]<>{}\"'"


def address(text: str) -> str:
    """Host and path of the address that `text` is, casefolded; "" if it is none.

    Left out: scheme, `www.` or a country's prefix ("uk."), query, fragment, punctuation and slashes at the end.
    """
    url = urls.parse(text.strip(_PUNCTUATION))
    if url is None:
        return ""
    return "/".join((_PREFIX.sub("", url.host, count=1), *url.segments)).casefold()


def same_address(a: str, b: str) -> bool:
    """Whether both are addresses, and the same one but for what `address` leaves out."""
    return address(a) == address(b) != ""


def first_link(cell: Cell) -> str:
    """The first address that a cell links to, else that it spells out; "" if it has none."""
    found = cell.links or urls.find(cell.text) or urls.bare_domains(cell.text)
    return found[0] if found else ""


def mail_address(link: str) -> str:
    """The address of a `mailto:` link, casefolded and without subject and the like; "" for any other link."""
    scheme, _, rest = link.strip().partition(":")
    return unquote(rest.partition("?")[0]).strip().casefold() if scheme.casefold() == "mailto" else ""
