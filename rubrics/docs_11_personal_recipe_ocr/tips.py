"""Whether tips are quotes from the pages that are named for them, or from the photo."""

from pytest_knows.checks.text import fold
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

from . import questions
from .compare import best_window, quoted, unquoted
from .pages import reachable, readings

HOLDS_PHOTO_TIP, IN_PHOTO_TIP = 75, 90


def tip_of_photo(gold, facts):
    """Folded; "" where the photo gives none."""
    return fold(gold.text(facts.gold_tip)) if "gold_tip" in facts else ""


def is_photo_tip(tip, photo_tip):
    """Whether it gives the photo's (folded) tip, or a part of it."""
    text = unquoted(tip.text)
    holds = best_window(photo_tip, text).score >= HOLDS_PHOTO_TIP
    return bool(photo_tip) and (holds or best_window(text, photo_tip).score >= IN_PHOTO_TIP)


def check_quoted(tip, found, pages, judge):
    """Fails unless one of the reachable addresses `found` has the tip's words.

    If its own page has no words to read, a judge says whether it can be a quote. Raises if one of its sources could
    neither be reached nor ruled out.
    """
    quote = unquoted(tip.text)
    own = [url for url in tip.sources if url in found]
    texts = {url: fold(page.text) for url in (*own, *found) if (page := readings(url, pages)) is not None}
    decided_by(Mechanism.DETERMINISTIC)
    if any(quote in text for text in texts.values()):
        return
    decided_by(Mechanism.FUZZY_MATCH)
    if any(quoted(quote, text) for text in texts.values()):
        return
    for url in tip.sources:
        if url not in found:
            reachable(url, pages)
    if not own or any(url in texts for url in own):
        fail(f"no page that is named has the words of {tip}")
    if not questions.is_plausible_quote(judge, tip):
        fail(f"not plausible as a quote from its source: {tip}")
