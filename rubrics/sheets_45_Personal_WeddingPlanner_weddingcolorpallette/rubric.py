"""A wedding planner: shades with articles, swatches and stores, photographs of decorations, and palettes of them."""

from pytest_knows.checks.image_formula import image_address
from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import every
from pytest_knows.rubric import fail, located, requires, show, step
from pytest_knows.scoring import Mechanism

from .cells import fill_of, is_white, link_of
from .checklist import PALETTES, find_checklist_tab, read_checklist
from .colours import find_region
from .decorations import check_headers, check_objects, places_in_list
from .judged import check_creative, check_mood
from .matrix import find_matrix
from .palettes import fills, find_tab, other_labels, read_palettes
from .photos import Photos
from .shades import check_called, check_looks, near, page_of
from .visits import Web, check_article, check_researched, check_store, check_work, may_be_article
from .words import of_family, plain

LIST_ABOVE, LEAST_ITEMS = 20, 3


def evidence(sheet, shades, matrix: object | None):
    """Everything that the list links, colorhexa's pages of the fills, and the pictures of the matrix."""
    yield from (link for shade in shades for link in shade.links if link)
    yield from (page_of(colour) for shade in shades if (colour := fill_of(shade.fill)) is not None)
    yield from (image_address(picture.cell, sheet) for picture in (matrix.pictures if matrix else ()))


def rounded(maximum, passed, total):
    """Half to even, and full points only if everything passes."""
    return maximum if passed >= total else min(round(maximum * passed / total), maximum - 1)


def share(items, check, of=None):
    """Every item by itself; what no check says otherwise is decided deterministically."""
    return each(items, check, of, by=Mechanism.DETERMINISTIC, points=rounded)


# -- What is found once ------------------------------------------------------------------------------------------------


@located(title="a list of colours")
def region(sheet, facts):
    return find_region(sheet, facts.families)


@located
def shades(region):
    """The colours of the list."""
    return region.shades


@located
def names(region: object | None):
    """The names of the list, plain."""
    return frozenset(plain(shade.name) for shade in (region.shades if region else ()))


@located
def main(sheet, region: object | None):
    """The tab of the list, else the first one."""
    return region.tab if region else next(iter(sheet.tabs), None)


@located
def web(pages):
    return Web(pages)


@located
def cells(column, shades):
    """The cells of the column of articles or stores."""
    return [getattr(shade, column) for shade in shades]


@located(title="a link in the column")
def linked(cells):
    """The links of the column, each row's own."""
    found = list(map(link_of, cells))
    return found if any(found) else None


@located(title="a filled cell")
def fills_of_list(shades):
    """The fill of each colour, None where it has none."""
    found = [fill_of(shade.fill) for shade in shades]
    return found if any(found) else None


@located(title="a mood")
def moods(shades):
    """What the mood column says."""
    found = [" ".join(shade.mood.text.split()) for shade in shades]
    return found if any(found) else None


@located
def matrix(region):
    return find_matrix(region)


@located(title="a palette tab")
def palette_tab(sheet, main):
    return find_tab(sheet, main)


@located
def palettes(palette_tab, facts, names, fills_of_list: object | None):
    """White cells are colours of a palette if white is one of the list."""
    white = any(map(is_white, filter(None, fills_of_list or ())))
    return read_palettes(palette_tab.rows.values(), facts.cells, names, white)


@located
def checklist(sheet, main, palette_tab: object | None, names):
    tab = find_checklist_tab(sheet, main, palette_tab.tab if palette_tab else None)
    return None if tab is None else read_checklist(tab, names)


# -- 1: the list -------------------------------------------------------------------------------------------------------


@step(category="structural_check")
def list_vertical(region: object | None):
    assert region is not None, "no column of a tab lists colours"
    show("list", region)


@step(category="spatial_check", mechanism="structural")
def list_top_left(region):
    assert region.column < 2, f"{region}: in column {region.column + 1}"
    assert region.start < LIST_ABOVE, f"{region}: in row {region.start + 1}"


@step(category="information_retrieval", mechanism="structural")
@requires("list_vertical")
def min_colours(names, facts):
    assert len(names) >= facts.colours, f"{len(names)} different names, wanted {facts.colours}"


@step(category="web_visit_check", needs=["web", "judge"])
@requires("list_vertical")
def articles_researched(trace, web, facts, judge):
    check_researched([web.site(url) for url in trace.visited(may_be_article)], facts, judge)


@step(category="information_retrieval", mechanism="deterministic", needs=["judge"], judge_primary=True)
def colour_family(shades, facts, judge):
    question = f"Is the named colour a shade of {', '.join(facts.families[:-1])} or {facts.families[-1]}?"
    doubtful = {plain(shade.name): shade.name for shade in shades if not of_family(shade.name, facts.families)}
    if doubtful:
        every(doubtful.values(), lambda name: judge.yes_no("colour_family", question, evidence={"colour": name}))


# -- 2 and 4: articles and stores --------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic")
def column_of_links(cells, linked):
    wrong = [cell for cell, link in zip(cells, linked, strict=True) if not link and not cell.empty]
    assert not wrong, f"no links: {wrong}"


@step(category="structural_check", mechanism="deterministic")
def every_row_linked(cells):
    lacking = [cell for cell in cells if not link_of(cell)]
    assert not lacking, f"without a link: {lacking}"


@step(category="information_retrieval", needs=["web"])
def links_work(linked, web):
    check_work(web.different(linked))


@step(points=10, category="content_check", needs=["web", "judge"], judge_primary=True)
def pages_relevant(column, shades, linked, web, facts, judge):
    check = {"article": check_article, "store": check_store}[column]
    sites = zip(shades, map(web.site, linked), strict=True)
    return share(sites, lambda row: check(row[0].name, row[1], facts, judge))


# -- 3: the fills ------------------------------------------------------------------------------------------------------


@step(category="formatting_check")
def fill_col_type(shades):
    written = [shade.fill for shade in shades if fill_of(shade.fill) is None and not shade.fill.empty]
    assert any(fill_of(shade.fill) for shade in shades), "no cell is filled"
    assert not written, f"not filled: {written}"


@step(points=5, category="visual_check", needs=["judge"], judge_primary=True)
def fill_visual(shades, fills_of_list, judge):
    return share(zip(shades, fills_of_list, strict=True), lambda row: check_looks(*row, judge))


@step(points=5, category="information_retrieval", needs=["web", "judge"], judge_primary=True)
def fill_colorhexa(shades, fills_of_list, pages, judge):
    return share(zip(shades, fills_of_list, strict=True), lambda row: check_called(*row, pages, judge))


@step(category="structural_check", mechanism="deterministic")
def fill_coverage(shades):
    lacking = [shade for shade in shades if fill_of(shade.fill) is None]
    assert not lacking, f"not filled: {lacking}"


# -- 5 in instance 4: the moods ----------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic")
def mood_present(shades):
    lacking = [shade for shade in shades if shade.mood.empty]
    assert not lacking, f"without a mood: {lacking}"


@step(points=5, category="content_check", needs=["judge"], judge_primary=True)
def moods_judged(asked, moods, judge):
    return share(moods, lambda mood: check_mood(mood, asked, judge))


@step(category="structural_check", mechanism="deterministic")
def mood_unique(moods):
    given = [plain(mood) for mood in moods if mood]
    assert len(given) > 1, "one mood only"
    assert len(set(given)) == len(given), f"repeated: {sorted(mood for mood in set(given) if given.count(mood) > 1)}"


# -- the matrix --------------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="structural", needs=["judge"])
@requires("list_vertical")
def objects(matrix: object | None, facts, judge):
    assert matrix is not None, "no row below the list has its colours as headers"
    check_objects(matrix.labels, facts, judge)


@step(category="information_retrieval", needs=["judge"])
def header_match(shades, matrix, judge):
    check_headers(matrix.headers, shades, judge)


@step(category="structural_check")
def header_order(shades, matrix):
    places = places_in_list(matrix.headers, shades)
    if len(places) < 2:
        fail("fewer than two headers are colours of the list", Mechanism.DEPENDENCY_NOT_EVALUATED)
    assert places == sorted(places), f"the headers are colours {[place + 1 for place in places]} of the list"


@step(points=2, category="structural_check", mechanism="deterministic")
def image_coverage(shades, matrix):
    wanted = max(matrix.half(len(shades)), 1)
    assert len(matrix.pictures) >= wanted, f"{len(matrix.pictures)} pictures, wanted {wanted}"


@step(points=10, category="visual_check", needs=["web", "judge"], judge_primary=True)
def image_correct(shades, matrix, sheet, pages, judge, facts):
    if not matrix.pictures:
        fail("no cell has a picture", Mechanism.DEPENDENCY_NOT_EVALUATED)
    total = max(len(matrix.pictures), matrix.half(len(shades)))
    return share(matrix.pictures, Photos(sheet, pages, judge, facts).check, total)


# -- the palettes ------------------------------------------------------------------------------------------------------


@step(category="structural_check")
def palette_tab_exists(palette_tab: object | None):
    assert palette_tab is not None, "no further tab has palettes"


@step(category="structural_check")
@requires("palette_tab")
def palette_rows(palettes: object | None, facts):
    assert palettes is not None, "no row of the tab holds two colours"
    found = {(plain(row.label) if "labels" in facts else "", row.shades) for row in palettes.rows}
    assert len(found) >= facts.palettes, f"{len(found)} different palettes, wanted {facts.palettes}"


@step(category="structural_check")
def palette_width(palettes, facts):
    wrong = [row for row in palettes.rows if len(row.cells) != facts.cells or len(row.shades) != facts.cells]
    assert not wrong, f"not {facts.cells} different colours: {wrong}"


@step(category="formatting_check")
def palette_fills(palettes):
    wrong = [row for row in palettes.rows if len(fills(row.cells)) != len(row.cells)]
    assert not wrong, f"not filled: {wrong}"


@step(category="content_check", needs=["judge"], judge_primary=True)
def palette_names(palettes, judge):
    labels = [row.label for row in palettes.rows]
    if not palettes.labelled or len({plain(label) for label in labels}) < len(labels):
        fail("a label is missing or repeated" if palettes.labelled else "no column of labels", Mechanism.STRUCTURAL)
    check_creative(labels, judge)


@step(category="information_retrieval")
def palette_labels(palettes, facts):
    if not palettes.labelled:
        fail("no column of labels", Mechanism.STRUCTURAL)
    wrong = other_labels(palettes.rows, facts.labels)
    assert not wrong, f"other labels: {wrong}"


@step(category="information_retrieval", mechanism="fuzzy_match")
def palette_from_list(fills_of_list, palettes):
    used = {cell.colour for row in palettes.rows for cell in fills(row.cells)}
    if not used:
        fail("no palette is filled", Mechanism.DEPENDENCY_NOT_EVALUATED)
    wrong = [colour for colour in used if not any(near(colour, one) for one in fills_of_list if one)]
    assert not wrong, f"not of the list: {sorted(map(repr, wrong))}"


# -- 7 in instance 5: the checklist ------------------------------------------------------------------------------------


@step(category="structural_check")
def checklist_tab(checklist: object | None):
    assert checklist is not None, "no further tab is left for a checklist"


@step(category="content_check", needs=["judge"], judge_primary=True)
def checklist_items(checklist, judge):
    if len(checklist.items) < LEAST_ITEMS:
        fail(f"{checklist}, wanted {LEAST_ITEMS}", Mechanism.STRUCTURAL)
    question = "Is each line something for the decoration or the outfits of a wedding?"
    lines = "\n".join(line.item for line in checklist.items)
    assert judge.yes_no("checklist_items", question, evidence={"items": lines}), "not all items belong to a wedding"


@step(category="structural_check")
def checklist_columns(checklist):
    held = frozenset().union(*(line.held for line in (*checklist.titles, *checklist.items)))
    lacking = ["ABCD"[column] for column in PALETTES if column not in held]
    assert not lacking, f"empty: {', '.join(lacking)}"


@step(category="structural_check", mechanism="deterministic")
def checklist_cells(checklist):
    if not checklist.items:
        fail("no items", Mechanism.DEPENDENCY_NOT_EVALUATED)
    wrong = [line for line in checklist.items if len(line.held) < len(PALETTES)]
    assert not wrong, f"not all of B, C and D filled in: {wrong}"
