"""What is known of the websites' pages."""

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .plan import Topic, Website

FORBIDDEN = 403
"""Sites that refuse robots answer so; the page is there."""
EXCERPT = 15_000
"""Characters of a page that a question shows; of a longer page, the parts that speak of the fact."""
BEGINNING = 1500
"""Characters that tell what a page is about."""


def is_reachable(website: Website, pages) -> bool:
    """Raises `DamagedEvidence` if that cannot be known."""
    if not website.url:
        return False
    page = pages.get(website.url)
    if page is not None and (page.dead or page.readable or page.status == FORBIDDEN):
        return not page.dead
    raise DamagedEvidence(f"{page or website} could not be read, or was not recorded")


def page_with_text(website: Website, pages):
    """The page; raises `DamagedEvidence` if it has no text that could be read."""
    page = pages.get(website.url)
    if page is None or not page.text:
        raise DamagedEvidence(f"no text of {page or website} could be read")
    return page


def need_reachable(website: Website | None, reach: dict[Website, Attempt]) -> None:
    """Fails as dependent on the website's being reachable; raises if that is not known."""
    if website is None or not reach[website].get():
        fail("no such website can be reached", Mechanism.DEPENDENCY_NOT_EVALUATED)


def wanted(topic: Topic, reach: dict[Website, Attempt], count: int) -> list[tuple[Topic, Website | None]]:
    """The topic's first reachable websites; if there are not enough of them, those of which it is not known, and None
    for each that lacks."""
    good = [website for website in topic.websites if reach[website].known]
    unknown = [website for website in topic.websites if reach[website].open]
    chosen = [*good, *unknown][:count]
    return [(topic, website) for website in [*chosen, *[None] * (count - len(chosen))]]


def excerpt(page, fact_text: str) -> str:
    """What a judge is shown of a page: of a long one the parts that speak of the fact."""
    return page.excerpt([word for word in fold(fact_text).split() if len(word) > 3 or word.isdigit()], EXCERPT)
