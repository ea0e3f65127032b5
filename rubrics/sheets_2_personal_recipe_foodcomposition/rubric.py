"""What a recipe's ingredients hold: a table of nutrients from FoodData Central, grouped, coloured and linked."""

from itertools import combinations, pairwise

from pytest_knows.checks import tables
from pytest_knows.checks.colour import channel_difference
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt, every, first_open
from pytest_knows.evidence.urls import on_site
from pytest_knows.rubric import decided_by, fail, located, proportion, show, step
from pytest_knows.scoring import Mechanism

from .foods import Foods, Visits, food_id, judged_link, record_of
from .ingredients import accepted, holds, match_ingredients, of_rows, rows_below, spellings
from .layout import DISTINCT, Group, alike, find_header, header_above, labelled, representative, underlined, white
from .nutrients import Amounts, Gold, as_other_food, stated

NO_TABLE = "the spreadsheet has no row of column titles"
GOLD = "data/gold_nutrients.csv"


def evidence(sheet, facts, foods):
    """The records of the foods that the sheet links to, where they are not those of the gold data. Of one with a
    single nutrient only a comparison with the gold data's foods tells the weight that was meant."""
    linked = {food_id(first_link(cell)) for tab in sheet.tabs for cell in tab.cells()} - {""}
    gold = {str(ingredient.fdc) for ingredient in facts.ingredients.values()}
    others = sorted(linked - gold)
    yield from map(record_of, others)
    records = [Attempt(lambda food=food: foods.get(food)).known for food in others]
    if any(record and sum(amount > 0 for amount in record.per_100_g.values()) == 1 for record in records):
        yield from map(record_of, sorted(gold))


# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a row of column titles")
def header(sheet, wanted, judge):
    return find_header(sheet, wanted, judge)


@located
def columns(header, wanted, judge):
    return tables.Columns(header.texts, wanted, judge)


@located(title="the nutrient's column")
def nutrient_column(nutrient, columns):
    return columns.find(nutrient)


@located(title="a link column")
def link_column(columns):
    return columns.find("link")


@located
def groups(columns, facts):
    """The columns of each group."""
    return {
        group: Group(Attempt(lambda name=name: columns.find(name)) for name in names)
        for group, names in facts.groups.items()
    }


@located(title="any column of the group")
def members(group, groups):
    return groups[group] if groups[group].possible else None


@located(title="one of the group's columns")
def complete(group, groups):
    return None if groups[group].lacking else groups[group]


@located(title="an ingredient row")
def rows(header, columns):
    column = columns.find("ingredients")
    return None if column is None else tuple(rows_below(header, column)) or None


@located
def filled(rows):
    """The rows that say more than a name; headings and notes need no colour."""
    return tuple(row for row in rows if not row.lone) or rows


@located
def matches(rows, facts, judge):
    """Of each ingredient, the attempt to find its row."""
    return match_ingredients(rows, facts.ingredients, judge)


@located
def links(matches, columns):
    """Of each ingredient, the attempt to read its row's link: "" for none, None without a row or a column of links."""

    def link(row):
        column = columns.find("link")
        return None if column is None else first_link(row.cell(column))

    return of_rows(matches, link)


@located
def amounts(matches, columns, facts):
    """Of each ingredient, the attempt to find the nutrients of its row; None without a row."""
    return of_rows(matches, lambda row: Amounts(row, columns, facts.nutrients))


@located
def foods(pages, facts):
    return Foods(pages, facts.nutrients)


@located
def verdicts(links, foods, facts, judge):
    """Of each ingredient, the attempt to tell whether its link is right; None without a link to judge."""

    def verdict(name):
        link, own = links[name].get(), facts.ingredients[name]
        names = accepted(name, facts.ingredients)
        return None if link is None else judged_link(link, name, str(own.fdc), names, foods, judge)

    return {name: Attempt(lambda name=name: verdict(name)) for name in links}


# -- 1: the columns ----------------------------------------------------------------------------------------------------


def found_column(columns, name):
    """The column, for a step of its own; the step fails if the table has none."""
    assert columns is not None, NO_TABLE
    column = columns.required(name)
    show("column", repr(column.header))
    return column


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_at(column, place, columns: object | None, header: object | None):
    found = found_column(columns, column)
    titles = [title.column for title in header.titles]
    assert titles.index(found.index) + 1 == place, f"{found.header!r} is column {titles.index(found.index) + 1}"


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(nutrient, columns: object | None):
    found_column(columns, nutrient)


@step(category="structural_check", needs=["judge"])
def alphabetical(complete):
    for before, after in pairwise(complete.found):
        assert before.index < after.index, f"{after.header!r} stands before {before.header!r}"
    complete.decide()


# -- 2: group headers and titles ---------------------------------------------------------------------------------------


@located
def group_headers(header, groups):
    """Of each group, the attempt to find its header: a merged cell that stands above its columns and no others."""
    return {
        group: Attempt(lambda group=group, members=members: header_above(header, group, members))
        for group, members in groups.items()
    }


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def group_header(group, header: object | None, members: object | None, group_headers: object | None):
    assert header is not None, NO_TABLE
    if members is None:
        fail(f"no column of the {group} was found", Mechanism.DEPENDENCY_NOT_EVALUATED)
    assert group_headers[group].get() is not None, f"no merged cell {group!r} stands right above {members}"


@step(category="formatting_check", needs=["judge"], title="Group headers centred and italic")
def group_headers_centered_italic(header, group_headers):
    def centred_italic(group):
        merge = group_headers[group].get()
        assert merge is not None, "no merged header"
        look = header.tab.cell(merge.start_row, merge.start_column).format
        assert look.horizontal == "CENTER", "not centred"
        assert look.italic, "not italic"

    every(group_headers, centred_italic, name=str)


@step(category="formatting_check", title="Column titles bold")
def column_titles_bold(header: object | None, facts):
    assert header is not None, NO_TABLE
    plain = [title.text for title in header.titles if not title.format.bold]
    assert not plain, f"not bold: {plain}"
    for group in facts.groups:
        for merge in labelled(header, group):
            assert not header.tab.cell(merge.start_row, merge.start_column).format.bold, f"{group!r} is bold"


@step(category="formatting_check", title="Line under the column titles")
def line_under_titles(header):
    ends = max(header.end(title.column) for title in header.titles)
    if header.tab.frozen_rows in (header.row + 1, ends):
        return
    bare = [title.text for title in header.titles if not underlined(header, title)]
    assert not bare, f"no line under {bare}"


# -- 3: colours --------------------------------------------------------------------------------------------------------


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge"])
def same_color(complete, header, filled):
    cells = [
        cell for column in complete.found for cell in (header.cells[column.index], *(r.cell(column) for r in filled))
    ]
    colours = {cell.format.background for cell in cells}
    assert alike(colours), f"several colours: {sorted(map(repr, colours))}"
    complete.decide()
    assert not white(representative(complete, filled)), "no colour"


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge"], title="Groups in different colours")
def groups_distinct_colors(groups, filled):
    colours = {name: representative(group, filled) for name, group in groups.items()}
    if None in colours.values():
        fail(f"a group has no column: {colours}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    for (name, colour), (other, its) in combinations(colours.items(), 2):
        assert channel_difference(colour, its) > DISTINCT, f"{name} {colour} and {other} {its} are too alike"


# -- 4 and 5: ingredients and links ------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["judge"])
def row_present(ingredient, matches):
    match = matches[ingredient].get()
    decided_by(match.mechanism)
    assert match.row is not None, f"no row is of {ingredient}"
    show("row", match.row)


@step(category="information_retrieval", needs=["judge"])
def absent(excluded, rows, matches, facts):
    used = {id(match.known.row) for match in matches.values() if match.known is not None}
    names = spellings((excluded, *facts.excluded[excluded]))
    listed = [row for row in rows if id(row) not in used and holds(row.label, names)]
    undecided = first_open(match.open for match in matches.values()) if listed else None
    if undecided is not None:
        raise undecided.with_traceback(None)
    assert not listed, f"{excluded} is listed: {listed}"


@step(category="information_retrieval", needs=["judge", "web"])
def link_valid(ingredient, link_column, links, verdicts):
    verdict = verdicts[ingredient].get()
    if verdict is None:
        fail(f"no row is of {ingredient}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    show("link", f"{links[ingredient]} under {link_column.header!r}")
    decided_by(verdict.mechanism)
    assert verdict.accepted, verdict.reason


# -- 6: the amounts ----------------------------------------------------------------------------------------------------


@located
def golden(gold, wanted):
    return Gold(gold.text(GOLD), wanted)


@located
def other_foods(amounts, golden: Attempt, links, verdicts, foods, facts):
    """Of each ingredient, the attempt to read its row as another accepted food's record, scaled; None if it is not."""

    def other(name):
        row, food, own = amounts[name].get(), food_id(links[name].get() or ""), str(facts.ingredients[name].fdc)
        if row is None or food in ("", own):
            return None
        found = as_other_food(row, golden.get().amounts(name, facts.nutrients), foods, food, own)
        return found if found is not None and verdicts[name].get().accepted else None

    return {name: Attempt(lambda name=name: other(name)) for name in amounts}


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["gold", "judge", "web"])
def values_match(nutrient, nutrient_column, matches, amounts, golden: Attempt, other_foods, facts):
    def right_amount(name):
        row = matches[name].get().row
        assert row is not None, "is in no row"
        assert not row.cell(nutrient_column).empty, "blank cell"
        off = amounts[name].get().off(nutrient, golden.get().amount(name, nutrient))
        other = other_foods[name].get() if off else None
        assert not off or (other is not None and other.covers(nutrient)), off

    return proportion(facts.ingredients, right_amount, name=str)


# -- 7: bold -----------------------------------------------------------------------------------------------------------


@step(category="formatting_check", needs=["judge"], title="Bold exactly where above 10 % of the daily value")
def over_10dv_bold(rows, columns, facts):
    found = {name: Attempt(lambda name=name: columns.find(name)) for name in facts.nutrients}
    known = {name: column.known for name, column in found.items() if column.known}
    doubt = first_open(column.open for column in found.values())
    if not known and doubt is None:
        fail("no nutrient column was found", Mechanism.DEPENDENCY_NOT_EVALUATED)

    def bold_if_much(item):
        row, name, amount = item
        much = 10 * amount.get().value > facts.nutrients[name].daily + 1e-9
        assert row.cell(known[name]).bold is much, f"{amount} should {'' if much else 'not '}be bold"

    amounts = ((row, name, amount) for row in rows for name, amount in stated(row, known, facts.nutrients))
    every(amounts, bold_if_much, name=lambda item: f"{item[1]} of {item[0]}", doubt=doubt)


# -- 8: visits ---------------------------------------------------------------------------------------------------------


@step(category="web_visit_check")
def recipe_visited(trace, facts):
    assert trace.visited(lambda url: on_site(url, facts.site)), f"{facts.site} was not visited"


@located
def visits(trace):
    return Visits.of(trace.urls)


@step(category="web_visit_check", needs=["judge"])
def usda_visited(ingredient, visits, facts, links: Attempt = None):
    own = str(facts.ingredients[ingredient].fdc)
    names = accepted(ingredient, facts.ingredients)
    if own in visits.foods or any(holds(value, names) for value in visits.values):
        return
    linked = food_id(links.get()[ingredient].get() or "") if links is not None and visits.foods else ""
    assert linked in visits.foods, f"neither the food of {ingredient} nor a search for it was visited"
