"""A ski tour plan: runs that are not too steep, what the guide says of them, and the avalanche danger of a day."""

from pytest_knows.checks import tables
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt, every
from pytest_knows.checks.values import aspect, quantity
from pytest_knows.checks.values.tolerance import within
from pytest_knows.evidence import urls
from pytest_knows.rubric import decided_by, located, requires, show, step
from pytest_knows.scoring import Mechanism

from . import rose
from .forecast import REGION, day_of, is_forecast
from .guide import FEET, GOLD, SITE, match_run, off_place, page_number, plain, read_guide, read_place, same_place
from .plan import angles, find_plan, find_runs, link_of

NO_TABLE = "the spreadsheet has no table"
HALF_DEGREE = 0.5


def evidence(facts):
    """The picture that the avalanche centre shows of the day."""
    yield facts.rose_picture


# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a table")
def plan(sheet, wanted, facts):
    return find_plan(sheet, wanted, facts)


@located
def columns(plan, wanted, judge):
    return tables.Columns(plan.headers, wanted, judge)


@located(title="a run")
def runs(plan, columns, facts):
    """The rows of the runs."""
    return find_runs(plan, columns, facts.total_words) or None


@located(title="the run's row")
def run(i, runs):
    return runs[i - 1] if i <= len(runs) else None


@located(title="the column")
def column(field, columns):
    return columns.find(field)


@located
def cell(column, run):
    return run.cells[column.index]


@located
def guide(gold):
    return read_guide(gold.text(GOLD))


@located
def matches(runs, guide, facts):
    """Which run of the guide each row means, of those that are graded."""
    return [match_run(run.text("name"), link_of(run), guide) for run in runs[: facts.count]]


@located
def match(i, matches):
    return matches[i - 1] if i <= len(matches) else None


@located(title="the run's entry in the guide")
def known(match):
    return match.run


@located
def top(runs: object | None):
    """The first run's row, if there is one."""
    return (runs or ())[:1]


@located(title="a run")
def span(runs, facts):
    """The first and the last row of the runs."""
    return tuple(run.cell("name").row for run in (runs[0], runs[: facts.count][-1]))


# -- 1: the columns ----------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(field, columns: object | None):
    assert columns is not None, NO_TABLE
    show("column", columns.required(field).header)


@step(category="structural_check", mechanism="deterministic")
def danger_rose_column(rose_column: object | None):
    assert rose_column is not None, "no column is for the danger rose"


# -- 2: which runs -----------------------------------------------------------------------------------------------------


@located
def repeated(runs, matches: Attempt):
    """A run that stands in two rows, by its name or as the guide has it."""
    names = [plain(run.text("name")) for run in runs]
    known = [match.run for match in matches.known or () if match.run]
    return next((key for kind in (names, known) for key in kind if kind.count(key) > 1), None)


@step(category="structural_check", needs=["judge"], title="Right number of runs")
def run_count(runs: object | None, repeated: object | None, facts):
    found = runs or ()
    assert len(found) == facts.count, f"{len(found)} runs, expected {facts.count}: {list(found)}"
    assert repeated is None, f"{repeated} stands in two rows"


def stated_angle(cell):
    found = angles(cell)
    assert found is not None, f"no angle in {cell}"
    return found


@step(category="information_retrieval", needs=["judge"])
def angle_ok(cell, facts):
    steepest = stated_angle(cell)[1]
    assert steepest <= facts.steepest, f"{cell}: {steepest:g} degrees, at most {facts.steepest} are allowed"


# -- 3: what the guide says --------------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["judge", "gold"])
def name_valid(i, cell, match, matches):
    assert match.run is not None, f"the guide has no run {cell.text!r}"
    assert match.named, f"{cell.text!r} is not {match.run}"
    earlier = [before.run.id for before in matches[: i - 1] if before.run]
    assert match.run.id not in earlier, f"{match.run} stands in a row above"


@step(category="information_retrieval", needs=["judge", "gold"])
def link_valid(cell, match: Attempt):
    link = first_link(cell)
    number = page_number(link)
    assert number, f"{link!r} is no page of a run of {SITE}" if link else "no link"
    run = match.get().run
    assert run is not None, "the guide has no such run"
    assert number in (run.id, run.page), f"{link} is not the page of {run}"


def silent(*facts):
    """Whether the guide does not say it: then the sheet may say anything."""
    if any(fact in (None, "", ()) for fact in facts):
        decided_by(Mechanism.VACUOUS_PASS)
        return True
    return False


@step(category="information_retrieval", needs=["judge", "gold"])
def start_right(cell, known: Attempt):
    assert not cell.empty, "empty"
    start = known.get().start
    assert silent(start) or same_place(cell.text, start), f"{cell}, expected {start!r}"


@step(category="information_retrieval", needs=["judge", "gold", "web"])
def gps_right(cell, run, plan, known: Attempt, pages):
    place = read_place(cell, None if plan.longitude is None else run.cells[plan.longitude])
    assert place is not None, f"no coordinates in {cell}"
    gold = known.get()
    if not silent(gold.latitude, gold.longitude):
        decided_by(Mechanism.FUZZY_MATCH)
        off = off_place(place, gold, link_of(run), pages)
        assert not off, off


@step(category="information_retrieval", needs=["judge", "gold"])
def vertical_right(cell, column, known: Attempt):
    stated = quantity.in_cell(cell, column.header)
    assert stated is not None, f"no vertical in {cell}"
    vertical = known.get().vertical
    if not silent(vertical):
        decided_by(Mechanism.FUZZY_MATCH)
        off = stated.apart(*vertical, "ft", slack=FEET)
        assert not off, off


@step(category="information_retrieval", needs=["judge", "gold"])
def aspect_right(cell, known: Attempt):
    stated = aspect.aspect(cell.text)
    assert stated is not None, f"no aspect in {cell}"
    faces = known.get().aspects
    off = not silent(faces) and stated.off(faces[0], at_most=3)
    assert not off, off


@step(category="information_retrieval", needs=["judge", "gold"])
def angle_right(cell, known: Attempt, facts):
    low, high = stated_angle(cell)
    assert high <= facts.steepest, f"{high:g} degrees, at most {facts.steepest} are allowed"
    angle = known.get().angle
    assert angle is not None, "the guide gives no angle, so that nothing says it is not steeper"
    near = low <= angle <= high or (low == high and within(low, angle, absolute=HALF_DEGREE))
    assert near, f"{cell}, the guide says {angle:g}"


# -- 4: visits ---------------------------------------------------------------------------------------------------------


@located
def visits(sheet, trace):
    """What was visited for a spreadsheet that has anything in it; pages alone are no work."""
    return trace.urls if any(tab.used_rows for tab in sheet.tabs) else ()


@step(category="web_visit_check")
def site_visited(site, visits):
    assert any(urls.on_site(visit, site) for visit in visits), f"{site} was not visited, or the spreadsheet is blank"


@located
def listed(runs: object | None, facts):
    """The last part of the addresses of the listed runs' pages."""
    numbers = {page_number(link_of(run)) for run in (runs or ())[: facts.count]}
    return {f"{number}.php" for number in numbers - {""}}


@step(category="web_visit_check", needs=["judge"], title="Page of a listed run visited")
def run_link_visited(visits, listed: Attempt):
    found = [urls.parse(urls.unwrap(visit)) for visit in visits if urls.host(visit) == SITE]
    seen = {url.segments[-1] for url in found if url.segments}
    assert seen, f"no page of {SITE} but its first one was visited"
    assert seen & listed.get(), f"none of {sorted(listed.get())} was visited"


@step(category="web_visit_check", title="Forecast of the day visited")
def forecast_visited(visits, facts):
    assert any(is_forecast(visit, facts.day) for visit in visits), f"no forecast of {facts.day} was visited"


# -- 5: the forecast ---------------------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["judge"], title="Forecast date")
def forecast_date(cell, facts):
    day = day_of(cell)
    assert day == facts.day, f"{cell} is {day or 'no single day'}, expected {facts.day}"


@step(category="information_retrieval", needs=["judge"], title="Forecast link")
def forecast_link(cell, facts):
    link = first_link(cell)
    assert is_forecast(link, facts.day, REGION), f"{link!r} is not the forecast of {facts.day} for {REGION}"


@located
def titled(plan, columns, wanted):
    """The columns that no keyword names."""
    named = {columns.find(name).index for name in wanted if columns.by_keyword(name)}
    titles = ((place, text) for place, text in enumerate(plan.headers) if place not in named)
    return [tables.Column(index=place, header=text, mechanism=Mechanism.DETERMINISTIC) for place, text in titles]


@located
def look(plan, pages, drawings: Attempt):
    """A function that finds the picture in a cell."""
    return lambda cell: rose.in_cell(cell, plan, pages, drawings)


@located(title="a column for the danger rose")
def rose_column(titled, top: Attempt, look):
    return rose.header(titled) or rose.pictured(titled, top.get(), look)


@step(category="formatting_check", mechanism="structural", needs=["judge"], title="Shared columns merged")
def merged_cells(plan: object | None, columns: object | None, rose_column: object | None, span: object | None):
    assert span is not None, "there is no run"

    def merged(name):
        found = rose_column if name == "rose" else columns.find(name)
        assert found is not None, "no such column"
        assert plan.merged(found, *span), "not one merged cell over all runs"

    every(("date", "forecast", "rose"), merged, name=str)


@located
def rose_picture(plan, top, rose_column: object | None, look, drawings: Attempt):
    return rose.find_picture(plan, top, rose_column, look, drawings)


@step(category="structural_check", mechanism="deterministic", title="Picture of the danger rose")
def rose_present(rose_picture: object | None):
    assert rose_picture is not None, "there is no picture"
    show("picture", rose_picture)


@step(category="visual_check", needs=["judge", "web"], judge_primary=True, title="It is the danger rose of the day")
@requires("rose_present")
def rose_valid(rose_picture, pages, facts, judge):
    pixels = rose.pixels_of(rose_picture, pages)
    if rose.same_as_official(pixels, facts.rose_picture, pages):
        decided_by(Mechanism.DETERMINISTIC)
        return
    alike = rose.sectors_alike(pixels, facts.rose, judge)
    assert alike >= rose.AGREEING, f"{alike} of 24 sectors have the colours of {facts.day}, expected {rose.AGREEING}"


# -- 6: the danger of each run -----------------------------------------------------------------------------------------


@located(title="an aspect to tell the danger by")
def danger(run, match, columns, facts):
    """The colours that are right for the run."""
    facing = columns.find("aspect") if match.run is None else None
    return rose.danger_of(match.run, run.cells[facing.index].text if facing else "", facts.rose)


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge", "gold"])
def colored(run, danger: Attempt, facts):
    rose.require_colour(run.cell("name"), danger, facts.colours)


@located
def rating_column(plan, facts):
    return tables.by_keywords(plan.headers, tables.wanted_columns(facts.rating, {})).get("danger")


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge", "gold"])
def rating(run, danger: Attempt, rating_column: object | None, facts):
    if rating_column is None or run.cells[rating_column].empty:
        rose.require_colour(run.cell("name"), danger, facts.colours)
    else:
        rose.require_level(run.cells[rating_column].text, danger, facts.levels)
