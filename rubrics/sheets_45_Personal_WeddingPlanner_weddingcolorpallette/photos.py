"""Whether the pictures of the matrix are photographs of the object in the colour."""

from pytest_knows.checks.image_formula import as_shown, image_address
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.rubric import fail

from .words import plain


class Photos:
    """Checks pictures one after the other: a photograph counts once."""

    def __init__(self, sheet, pages, judge, facts):
        self._sheet, self._pages, self._judge, self._facts = sheet, pages, judge, facts
        self._used = set()

    def check(self, picture):
        url = image_address(picture.cell, self._sheet)
        assert urls.parse(url), "shows no picture of a web address"
        assert not is_on(url, self._facts.placeholders), f"{url} is a placeholder"
        assert plain(picture.thing), "has no object"
        assert plain(picture.colour), "has no colour"
        assert urls.normalise(url) not in self._used, "is shown for something else already"
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


def is_on(url, hosts):
    """The URL's host is one of these, or holds one that has no dot."""
    return any(urls.on_site(url, one) if "." in one else one in urls.host(url) for one in hosts)


def pixels(url, pages):
    """The picture; fails if there is none, raises `DamagedEvidence` if that is not known."""
    page = pages.get(url)
    assert page is None or not page.dead, f"{page} is dead"
    if page is None or not page.readable:
        raise DamagedEvidence(f"the picture could not be read: {page or f'{url} was not recorded'}")
    data = page.body
    try:
        return as_shown(data, url)
    except DamagedEvidence as error:
        fail(f"the sheet shows no picture: {error}")
