"""Whether the pictures of the matrix are photographs of the object in the colour."""

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import decode
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .cells import picture_of
from .words import plain


class Photos:
    """Checks pictures one after the other: a photograph counts once."""

    def __init__(self, sheet, pages, judge, facts):
        self._sheet, self._pages, self._judge, self._facts = sheet, pages, judge, facts
        self._used = set()

    def check(self, picture):
        url = picture_of(picture.cell, self._sheet)
        if not urls.parse(url):
            fail("shows no picture of a web address", Mechanism.DETERMINISTIC)
        if any(one in urls.host(url) if "." not in one else urls.on_site(url, one) for one in self._facts.placeholders):
            fail(f"{url} is a placeholder", Mechanism.DETERMINISTIC)
        if not (plain(picture.thing) and plain(picture.colour)):
            fail("has no object or no colour", Mechanism.DETERMINISTIC)
        if urls.normalise(url) in self._used:
            fail("is shown for something else already", Mechanism.DETERMINISTIC)
        self._ask(picture, pixels(url, self._pages))
        self._used.add(urls.normalise(url))

    def _ask(self, picture, shown):
        question = (
            "Is the picture a genuine photograph of the named object in the named colour? Swatches, drawings and "
            "graphics of text are none, and a neighbouring but distinct shade is another colour."
        )
        evidence = {"object": picture.thing, "colour": picture.colour}
        images = {"picture": shown.png()}
        assert self._judge.yes_no("image_correct", question, evidence=evidence, images=images), "shows something else"


def pixels(url, pages):
    """The picture; fails if there is none, raises `DamagedEvidence` if that is not known."""
    page = pages.get(url)
    if page is not None and page.dead:
        fail(f"{page} is dead", Mechanism.DETERMINISTIC)
    if page is None or not page.readable:
        raise DamagedEvidence(f"the picture could not be read: {page or f'{url} was not recorded'}")
    data = page.body
    try:
        return decode(data, url)
    except DamagedEvidence as error:
        fail(f"the sheet shows no picture: {error}", Mechanism.DETERMINISTIC)
