"""Which links of the document are dead: by the gold, else by what was recorded when the episode was frozen."""

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls

from .addresses import canonical

GONE = (404, 410)


def known(entries):
    """Page -> whether the gold has it as dead; live where it says both."""
    dead = {canonical(entry.url, loose=True): True for entry in entries if entry.dead}
    return dead | {canonical(entry.url, loose=True): False for entry in entries if not entry.dead}


def links_of(doc):
    """Every page that the document links, once: bodies, headers, footers, footnotes, pictures."""
    segments = [segment for tab in doc.tabs for segment in (tab.body, *tab.margins, *tab.footnotes)]
    pieces = [piece for segment in segments for line in segment.lines for piece in line.pieces]
    return list({canonical(piece.link): piece.link for piece in pieces if urls.parse(piece.link)}.values())


def is_dead(url, known, pages, broken=None):
    """`broken`: an attempt at pages that are known to be dead beside those of the gold.

    Dead is what answers 404 or 410 or has no host; a page that refuses us, fails or is slow is there. Raises
    `DamagedEvidence` if it was not asked.
    """
    page = canonical(url, loose=True)
    if page in known:
        return known[page]
    if broken and page in broken.get():
        return True
    recorded = pages.get(url)
    if recorded is None or (recorded.error or "").startswith("limit"):
        raise DamagedEvidence(f"it was not recorded whether {url} answers")
    return recorded.status in GONE or (recorded.error is not None and recorded.dead)
