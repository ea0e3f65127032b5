"""A search for a flat: postings in a table, what each says, colour scales, and live statistics beside it."""

from pytest_knows.artifact.spreadsheet.ranges import parse_a1
from pytest_knows.checks import tables
from pytest_knows.checks.cut_off import Sight, cut_off
from pytest_knows.checks.quantifiers import Attempt, every, first_open
from pytest_knows.checks.text_width import per_character
from pytest_knows.checks.values import money
from pytest_knows.checks.values.tolerance import within
from pytest_knows.evidence import urls
from pytest_knows.judge.schema import NUMBER, fields, or_null
from pytest_knows.rubric import decided_by, fail, located, show, step
from pytest_knows.scoring import Mechanism

from . import addresses
from .cells import colourless, count_in, live, values_of
from .features import ask_page, claimed, on_page
from .formulas import refers_to
from .layout import by_words, find_listings, find_summary, header_cells
from .listings import SITE, distinct, links_of, posting_id, read_listings, visited_postings
from .posting import look_up
from .scales import read_scales

NO_TABLE = "the spreadsheet has no table of listings"
TOLERANCE = 0.05
HEADER_ROWS = 5
"""The header of the statistics stands in one of these."""
PIXELS = 7  # a character
SIGHT = Sight(width=per_character(PIXELS), slack=1.3, line_height=16)
SHOWN = 5
"""Cells that a reason names."""
WORST_FIRST, BEST_FIRST = ("red", "green"), ("green", "red")
RIGHT_ENDS = {"price": BEST_FIRST, "sqft": WORST_FIRST}
NUMERIC = ("price", "beds", "baths", "sqft")


def evidence(sheet):
    """The postings, before whatever else the agent visited."""
    for tab in sheet.tabs:
        for cell in tab.cells():
            yield from filter(posting_id, links_of(cell))


# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns({name: facts.columns[name] for name in facts.columns_in_order}, {})


@located
def beside(facts):
    """The column from which on the statistics are to stand."""
    return parse_a1(f"{facts.summary_column}1")[1]


@located(title="a table of listings")
def main(sheet, wanted, beside):
    return find_listings(sheet, wanted, beside)


@located
def tab(sheet, main):
    return sheet.tab(main.area.sheet_id)


@located(title="a table of statistics")
def summary(tab, main, beside):
    return find_summary(tab, main, beside)


@located
def columns(main, wanted, judge):
    return tables.Columns(main.headers, wanted, judge, found=by_words(main.headers, wanted))


@located(title="the column of listing URLs")
def listings(main, columns):
    """Every row."""
    column = columns.find("url")
    return None if column is None else read_listings(main, column)


@located
def different(listings):
    return distinct(listings)


@located(title="the listing")
def row(listing, different):
    return different[listing - 1] if listing <= len(different) else None


@located
def answer(row, pages):
    return look_up(row.url, pages) if row.url else None


@located(title="the listing's page")
def posting(answer):
    return answer.posting


@located(title="the column")
def place(column, columns):
    return columns.find(column)


@located
def cell(row, place):
    return row.cells[place.index]


# -- 1: the columns ----------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(column, columns: object | None):
    assert columns is not None, NO_TABLE
    found = columns.find(column)
    decided_by(Mechanism.LLM_VLM_JUDGEMENT if columns.asked(column) else Mechanism.DETERMINISTIC)
    assert found is not None, f"no header of {list(filter(None, columns.headers))} names this column"
    show("column", found.header)


# -- 2: the listings ---------------------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["web"])
def url_valid(row, answer: object | None, facts):
    assert answer is not None, f"no link of {row} leads to a housing posting on {SITE}"
    if urls.parse(urls.unwrap(row.url)).host != facts.host:
        show("not scored", f"a posting of another city than {facts.host}")
    assert answer.posting is not None, answer.why
    show("posting", answer.posting)


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["web", "judge"])
def price_match(cell, posting, facts):
    price = money.in_cell(cell)
    assert price is not None, f"no price in {cell}"
    assert price.low == price.high, f"{price} is a range"
    assert price.per in ("", "month"), f"{price} is no rent of a month"
    if not facts.budget[0] <= price.low <= facts.budget[1]:
        show("not scored", f"{price} is not within the budget of {facts.budget[0]} to {facts.budget[1]} USD")
    if posting.price is None:
        fail(f"{posting} states no price", Mechanism.DEPENDENCY_NOT_EVALUATED)
    why = price.off(posting.price, "USD", relative=TOLERANCE)
    assert not why, why


def count_on_page(posting, column, judge):
    stated = getattr(posting, column)
    if stated is not None:
        return stated
    what = {"beds": "bedrooms (0 for a studio)", "baths": "bathrooms"}[column]
    question = f"How many {what} does this posting say that the flat has? null if it does not say."
    answer = judge.extract(
        f"{column}_on_page", question, fields(value=or_null(NUMBER)), evidence={"page": posting.text}
    )
    return answer["value"]


@step(category="information_retrieval", needs=["web", "judge"])
def count_match(column, cell, posting, judge):
    count = count_in(cell, column)
    assert count is not None, f"no number in {cell}"
    stated = count_on_page(posting, column, judge)
    if stated is None:
        fail(f"{posting} does not state it", Mechanism.DEPENDENCY_NOT_EVALUATED)
    assert within(count, stated), f"{cell}, the posting says {stated:g}"


@step(category="information_retrieval", needs=["web", "judge"])
def address_match(cell, posting, facts, judge):
    addresses.check(cell, posting, facts.locality, judge)


@step(category="information_retrieval", needs=["web", "judge"])
def feature_match(column, cell, place, posting, judge):
    claim = claimed(column, cell, place, judge)
    stated = on_page(column, posting)
    if stated is None:
        stated = ask_page(column, posting, judge)
    if stated is None:
        decided_by(Mechanism.VACUOUS_PASS)
        if claim:
            fail(f"{cell}, the posting does not say so", Mechanism.DETERMINISTIC)
        return
    assert claim is stated, f"{cell}, the posting says {'yes' if stated else 'no'}"


# -- 3: the visited pages ----------------------------------------------------------------------------------------------


@step(category="web_visit_check", title="Craigslist visited")
def craigslist_visited(trace):
    assert trace.visited(lambda url: urls.on_site(url, SITE)), f"no page of {SITE} was visited"


@located(title="a listing URL")
def linked(listings):
    return [listing for listing in listings if listing.posting] or None


@step(category="web_visit_check", needs=["judge"], title="Listings visited")
def listings_visited(linked, trace):
    visited = visited_postings(trace)
    every(linked, lambda listing: listing.posting in visited)


# -- 4: the colours ----------------------------------------------------------------------------------------------------


@located
def numeric(columns):
    """The numeric columns, as far as they can be told."""
    return {name: Attempt(lambda name=name: columns.find(name)) for name in NUMERIC}


@located(title="a colour scale on a numeric column")
def scales(sheet, tab, main, numeric):
    """(name of the column, colour scale over its cells), and why there may be more."""
    rules = read_scales(sheet, tab)
    cells = {name: filled(main.column(column.known.index)) for name, column in numeric.items() if column.known}
    found = [(name, scale) for name in cells for scale in rules if scale.covers(cells[name])]
    others = any(all(scale is not known for _, known in found) for scale in rules)
    doubt = first_open(column.open for column in numeric.values()) if others else None
    if doubt is not None and not found:
        raise doubt
    return (found, doubt) if found else None


@step(category="formatting_check", needs=["judge"], title="Colour scale on a numeric column")
def colour_scale(main, scales: object | None):
    assert scales is not None, f"no colour scale covers the rent, the rooms or the square footage of the {main}"


@step(category="formatting_check", needs=["judge"], title="Green is better")
def scale_direction(scales):
    found, doubt = scales
    wrong = [(name, scale) for name, scale in found if name in RIGHT_ENDS and scale.ends != RIGHT_ENDS[name]]
    assert not wrong, f"not from worse in red to better in green: {wrong}"
    if doubt is not None:
        raise doubt
    assert any(scale.ends in (WORST_FIRST, BEST_FIRST) for _, scale in found), f"not of green and red: {found}"


# -- 5: the statistics -------------------------------------------------------------------------------------------------


@step(category="structural_check", title="Table of statistics")
def summary_table(main: object | None, summary: object | None, beside, facts):
    assert main is not None, NO_TABLE
    assert summary is not None, "there is no table of statistics"
    assert main.formal, f"{main} is not inserted as a table"
    assert summary.formal, f"{summary} is not inserted as a table"
    area = summary.area
    assert area.start_column >= beside, f"{area} does not start at column {facts.summary_column}"
    assert area.start_row < HEADER_ROWS, f"{area} does not start at the top"


@step(category="structural_check", mechanism="deterministic", title="Live formulas")
def summary_formulas(sheet, main, summary):
    values = values_of(summary)
    formulas = [cell.formula for cell in values if cell.formula]
    assert any(refers_to(formula, main, sheet) for formula in formulas), f"no formula refers to the {main}"
    computed = sum(map(live, values))
    assert 2 * computed >= len(values), f"{computed} of {len(values)} values are formulas"


# -- 6: what is seen ---------------------------------------------------------------------------------------------------


@located
def unseen(tab, main):
    """(row, column) of each cell whose text is hidden or cut off -> why."""
    # a table colours its headers behind the cells' own formats
    coloured = {main.area.start_row, *(table.area.start_row for table in tab.tables)}
    rows = {row for row in range(tab.used_rows) if tab.row_hidden(row)}
    columns = {column for column in range(tab.used_columns) if tab.column_hidden(column)}
    found = {}
    for cell in tab.cells():
        if cell.row in rows or cell.column in columns or (cell.row not in coloured and colourless(cell)):
            found[cell.row, cell.column] = f"{cell!r} is hidden"
        elif PIXELS * len(cell.text) > tab.column_width(cell.column) and (why := cut_off(tab, cell, SIGHT)):
            found[cell.row, cell.column] = why
    return found


def require_seen(cells, unseen):
    require_none([unseen[place] for cell in cells if (place := (cell.row, cell.column)) in unseen])


def require_none(wrong):
    assert not wrong, f"{len(wrong)} cells: {'; '.join(wrong[:SHOWN])}"


def filled(cells):
    return [cell for cell in cells if not cell.empty]


@located(title="any header")
def headers(tab, main):
    return filled(header_cells(tab, main)) or None


@step(category="formatting_check", mechanism="spatial", title="Headers visible")
def headers_visible(headers, unseen):
    require_seen(headers, unseen)


@located(title="any listing")
def data_cells(main):
    return filled(cell for row in main.rows for cell in row) or None


@step(category="formatting_check", mechanism="spatial", title="Data cells visible")
def data_visible(data_cells, unseen):
    require_seen(data_cells, unseen)


@located(title="any text in the table of statistics")
def summary_cells(tab, summary):
    cells = (*header_cells(tab, summary), *(cell for row in summary.rows for cell in row))
    return filled(cells) or None


@step(category="formatting_check", mechanism="spatial", title="Statistics visible")
def summary_visible(summary_cells, unseen):
    require_seen(summary_cells, unseen)


@step(category="formatting_check", mechanism="spatial", title="No text hidden by overflow")
def no_overflow(unseen):
    require_none(list(unseen.values()))
