"""Whether a fill is the colour of that name: by a swatch, and by what colorhexa calls it."""

from functools import cache

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks.colour import rgb_distance
from pytest_knows.errors import DamagedEvidence
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

from .cells import hex_of
from .words import holds, plain

NEAR = 45 / 255
"""Distance in RGB up to which two colours are the same one here."""
SIDE = 128
"""Pixels of a swatch."""
BASIC = {"red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "gray", "white", "black"}


def near(one, other):
    return rgb_distance(one, other) <= NEAR + 1e-9


def page_of(colour):
    return f"https://www.colorhexa.com/{hex_of(colour)[1:]}"


def check_looks(shade, colour, judge):
    """The judge takes a swatch of the fill for the colour of that name."""
    assert colour, "is not filled"
    question = (
        "A swatch of one plain colour and the name of a colour are given. Is the swatch the colour of that name, "
        "give or take a slight shade?"
    )
    images = {"swatch": swatch(colour)}
    same = judge.yes_no("fill_visual", question, evidence={"name": shade.name}, images=images)
    assert same, f"{hex_of(colour)} does not look like it"


@cache
def swatch(colour):
    """A PNG file."""
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (SIDE, SIDE), hex_of(colour)).save(file, "PNG")
    return file.getvalue()


def check_called(shade, colour, pages, judge):
    """By the title of the fill's page on colorhexa, by the standard colour of that name, or by the judge."""
    assert colour, "is not filled"
    page = pages.get(page_of(colour))
    called = page.title.partition("/")[0].strip() if page is not None and page.readable else ""
    if called and same_name(shade.name, called):
        return
    standard = standard_of(shade.name)
    if standard is not None and near(colour, standard):
        decided_by(Mechanism.FUZZY_MATCH)
        return
    if called:
        question = "Can both names stand for one colour, or for near neighbours among colours?"
        evidence = {"first name": shade.name, "second name": called}
        assert judge.yes_no("colorhexa_name", question, evidence=evidence), f"{hex_of(colour)} is {called!r}"
    elif standard is not None:
        fail(f"{hex_of(colour)} is far from {hex_of(standard)}", Mechanism.FUZZY_MATCH)
    else:
        raise DamagedEvidence(f"colorhexa's page of {hex_of(colour)} could not be read: {page or 'not recorded'}")


def same_name(one, other):
    """Equal but for blanks, or the one within the other if it is more than a basic colour."""
    short, long = sorted((plain(one), plain(other)), key=len)
    return short.replace(" ", "") == long.replace(" ", "") or (short not in BASIC and holds(long, short))


def standard_of(name):
    """The colour that CSS has under a name, None if it has none."""
    from PIL import ImageColor

    value = ImageColor.colormap.get(plain(name).replace(" ", ""))
    return Colour.of_hex(value) if isinstance(value, str) else None
