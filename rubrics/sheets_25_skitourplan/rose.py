"""The danger rose: where its picture is, what it shows, and which colours it gives to a run."""

from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks.colour import called
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.values import aspect
from pytest_knows.checks.words import mentions
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import decode
from pytest_knows.judge.schema import BOOLEAN, fields, one_of
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism
from pytest_knows.workspace.local.spreadsheets.images import image_arguments, image_url

from .guide import Run

BANDS = ("upper", "middle", "lower")
MID = BANDS.index("middle")
AGREEING = 22
"""Of the 24 sectors of a rose."""
SHOWN = ("green", "yellow", "orange", "red", "black", "other")

_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")


# -- its picture -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A picture behind an address, or one in the sheet itself."""

    where: str
    address: str = ""
    data: bytes | None = None

    def __repr__(self):
        return f"picture {self.address or self.where}"


def header(columns):
    """The column whose header names the danger rose, else one that names a picture of the danger."""
    tests = [
        lambda text: mentions(text, ("rose", "roses")),
        lambda text: mentions(text, ("danger", "avalanche")) and mentions(text, ("screenshot*", "image*", "picture*")),
    ]
    return next((column for test in tests for column in columns if test(column.header)), None)


def pictured(columns, rows, look):
    """The column that holds a picture in the rows; one of which that cannot be told is passed over."""
    cells = ((column, row.cells[column.index]) for row in rows for column in columns)
    return next((column for column, cell in cells if Attempt(lambda cell=cell: look(cell)).known), None)


def in_cell(cell: Cell, plan, pages, drawings: Attempt) -> Shown | None:
    """The picture that a cell holds or links to; raises if that cannot be told."""
    held = Attempt(lambda: drawings.get().in_cell(plan.place, cell.row, cell.column))
    address = image_url(cell.formula, lambda place: plan.tab[place].text.strip())
    if held.known and not (address and pages.get(address)):
        return Shown(where=cell.a1, data=held.known.data)
    if image_arguments(cell.formula):
        return Shown(where=cell.a1, address=address)
    links = {link: Attempt(lambda link=link: _is_picture(link, pages)) for link in (*cell.links, *urls.find(cell.text))}
    found = next((link for link, picture in links.items() if picture.known), None)
    if found is not None:
        return Shown(where=cell.a1, address=found)
    undecided = first_open([*(picture.open for picture in links.values()), held.open])
    if undecided is not None:
        raise undecided.with_traceback(None)
    return None


def _is_picture(link, pages):
    url = urls.parse(urls.unwrap(link))
    if url is not None and url.path.lower().endswith(_SUFFIXES):
        return True
    page = pages.get(link)
    if page is None or page.unreadable:
        raise DamagedEvidence(f"whether {link} is a picture was not recorded: {page or 'no page'}")
    return page.readable and page.content_type.startswith("image/")


def find_picture(plan, rows, column, look, drawings: Attempt) -> Shown | None:
    """The picture in the column at the rows, else one that floats over the plan's tab, best over that column; raises if
    neither can be told."""
    cells = [row.cells[column.index] for row in rows if column]
    inside = Attempt(lambda: next(filter(None, map(look, cells)), None))
    place = column and plan.area.start_column + column.index
    over = Attempt(lambda: None if inside.known else _floating(plan.place, place, drawings.get()))
    found = inside.known or over.known
    undecided = first_open([inside.open, over.open])
    if found is None and undecided is not None:
        raise undecided.with_traceback(None)
    return found


def _floating(tab, column, drawings):
    found = sorted(drawings.floating(tab), key=lambda drawing: drawing.column != column)
    return Shown(where="over the cells", data=found[0].data) if found else None


def pixels_of(shown: Shown, pages):
    """Fails the step where there is no picture to be seen; raises `DamagedEvidence` where it could not be had."""
    if shown.data is not None:
        return decode(shown.data, repr(shown))
    page = pages.get(shown.address)
    if page is None or page.unreadable:
        raise DamagedEvidence(f"{shown} could not be had: {page or 'it was not recorded'}")
    if page.dead:
        fail(f"{shown} does not exist: {page}", Mechanism.DETERMINISTIC)
    if page.content_type.startswith("text/"):
        fail(f"{shown} is a page of text", Mechanism.DETERMINISTIC)
    return decode(page.body, repr(shown))


# -- what it shows -----------------------------------------------------------------------------------------------------


def same_as_official(pixels, address, pages) -> bool:
    page = pages.get(address)
    official = Attempt(lambda: decode(page.body, address)).known if page is not None and page.readable else None
    return official is not None and pixels.identical(official)


def sectors_alike(pixels, rose, judge) -> int:
    """How many sectors a judge sees in their right colours; 0 if it sees no whole rose."""
    sectors = {f"{name}_{band}": one_of(SHOWN) for name in rose for band in BANDS}
    seen = judge.extract(
        "danger_rose",
        "(whole) Does the picture show one whole avalanche danger rose of the Utah Avalanche Center, with all of its "
        "eight aspects and three elevation bands? Name the colour of each of its 24 sectors, such as NE_upper for the "
        'north-east at upper elevations (the innermost ring); "other" where there is none or it cannot be told.',
        fields({"whole": BOOLEAN, **sectors}),
        images={"picture": pixels.png()},
    )
    if seen["whole"] is not True:
        return 0
    right = {
        f"{name}_{band}": colour for name, colours in rose.items() for band, colour in zip(BANDS, colours, strict=True)
    }
    return sum(seen[sector] == colour for sector, colour in right.items())


# -- the danger of a run -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger:
    """The colours that are right for a run; `open`: the guide does not say enough for one."""

    colours: frozenset[str]
    open: bool = False


def danger_of(run: Run | None, facing: str, rose) -> Danger | None:
    """As the gold data rates the run; of one that the guide does not know, at middle elevations by the aspect that the
    sheet gives. None if that gives none."""
    if run is not None and run.aspects:
        return Danger(colours=frozenset({run.rating}))
    if run is not None:
        return Danger(colours=frozenset(colour for colours in rose.values() for colour in colours), open=True)
    stated = aspect.aspect(facing)
    return Danger(colours=frozenset(rose[name][MID] for name in stated.directions)) if stated else None


def require_colour(cell: Cell, danger: Attempt, colours):
    colour = called(cell.format.background, colours)
    assert colour, f"{cell} has no colour of danger, it is {cell.format.background}"
    right = danger.get()
    assert colour in right.colours, f"{cell} is {colour}, expected {sorted(right.colours)}"
    if right.open:
        decided_by(Mechanism.VACUOUS_PASS)


def require_level(text: str, danger: Attempt, levels):
    """A level of danger in words, or its colour's name."""
    decided_by(Mechanism.DETERMINISTIC)
    named = {colour for colour, words in levels.items() if mentions(text, words)}
    assert len(named) == 1, f"{text!r} names no single level of danger"
    assert named <= danger.get().colours, f"{text!r}, expected {sorted(danger.get().colours)}"
