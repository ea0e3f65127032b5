"""The rows of the table, and the postings that they link to."""

import re
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.evidence import urls

SITE = "craigslist.org"
_HOUSING = frozenset(("apa", "sub", "hou", "roo", "hsw"))
_FILE = re.compile(r"(\d{8,11})\.html")
_ID = re.compile(r"(?<!\d)\d{8,11}(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A row; `url` and `posting` (its id) are "" where no link of its URL cell leads to a posting."""

    cells: tuple[Cell, ...]
    url: str
    posting: str

    def __repr__(self):
        return f"row {self.cells[0].row + 1}"


def read_listings(table, column) -> tuple[Listing, ...]:
    """The rows that hold anything; a checkbox that nobody ticked is nothing."""
    filled = [row for row in table.rows if any(not cell.empty and cell.boolean is not False for cell in row)]
    return tuple(_listing(row, row[column.index]) for row in filled)


def _listing(cells, cell):
    found = ((link, posting_id(link)) for link in links_of(cell))
    url, posting = next((pair for pair in found if pair[1]), ("", ""))
    return Listing(cells=cells, url=url, posting=posting)


def distinct(listings) -> tuple[Listing, ...]:
    """Without the rows of a posting that an earlier one has."""
    first: dict[str | int, Listing] = {}
    for place, listing in enumerate(listings):
        first.setdefault(listing.posting or place, listing)
    return tuple(first.values())


def links_of(cell):
    """What the cell links to, then what it spells out."""
    return dict.fromkeys((*cell.links, *urls.find(cell.text), *urls.bare_domains(cell.text)))


def posting_id(link) -> str:
    """The id of the housing posting that a link leads to; "" for any other link."""
    if SITE not in link.casefold():
        return ""
    url = urls.parse(link)
    if url is not None and not _at_site(url):
        url = urls.parse(urls.unwrap(link))
    if url is None or not _at_site(url) or not _HOUSING & set(url.segments[:-1]):
        return ""
    file = _FILE.fullmatch(url.segments[-1])
    return file[1] if file else ""


def _at_site(url):
    return url.host.endswith("." + SITE)


def visited_postings(trace):
    """The posting ids at the end of the visited addresses of the site, in whatever form."""
    visited = [urls.parse(urls.unwrap(url)) for url in trace.visited(lambda url: urls.on_site(url, SITE))]
    return {found for url in visited if url and url.segments for found in _ID.findall(url.segments[-1])}
