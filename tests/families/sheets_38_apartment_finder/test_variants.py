"""Odd but legitimate searches with the outcome that a careful reader gives them, and what must change nothing."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest
from familykit import failed, missing_dependency

from pytest_knows.judge import NoJudge

from .building import DET, FUZ, GREEN, POINTS, RED, SPATIAL, WEB, Search, cell, full_score, listing_steps, rgb, scale

Lost = dict[str, tuple[str, str, float]]

# -- what deserves full points -----------------------------------------------------------------------------------------


def links_in_front(search: Search) -> None:
    """The rubric asks for the columns, not for their order."""
    search.names = [search.names[-3], *search.names[:-3], *search.names[-2:]]
    search.listings = [[row[-3], *row[:-3], *row[-2:]] for row in search.listings]
    search.scales = [scale(2, GREEN, RED), scale(5, RED, GREEN)]
    for row, formula in zip(search.summary[1:3], ("=AVERAGE(C2:C6)", "=MIN(C2:C6)"), strict=True):
        row[1] = cell(formula)


def title_above(search: Search) -> None:
    """A line above both tables; the statistics still begin in one of the first five rows."""
    search.listings.insert(0, [])
    search.at, search.summary_at = (1, 0), (1, 10)
    del search.listings[0]
    search.scales = [scale(1, GREEN, RED, rows=(2, 7)), scale(4, RED, GREEN, rows=(2, 7))]
    search.write(0, 0, cell("Flats"))


def further_columns(search: Search) -> None:
    """Statistics move along with a wider table: "at column K" is where they may begin at the earliest."""
    for name, header in (("posted", "Posted"), ("distance", "Miles to work")):
        search.names.append(name)
        for at, row in enumerate(search.listings):
            row.append(cell(header if at == 0 else "3"))
    search.summary_at = (0, 13)


def more_listings_than_asked(search: Search) -> None:
    """The task says at least five. Of the sixth only the visit is graded."""
    other = full_score(1, count=7)
    search.listings, search.flats, search.visited = other.listings, other.flats, other.visited


def whole_columns_coloured(search: Search) -> None:
    """A scale over the whole column covers its data."""
    search.scales = [scale(1, GREEN, RED), scale(4, RED, GREEN)]
    for request in search.scales:
        area = request["addConditionalFormatRule"]["rule"]["ranges"][0]
        del area["startRowIndex"], area["endRowIndex"]


def theme_colours(search: Search) -> None:
    """Accents 4 and 2 are the theme's green and red; a yellow middle is free."""
    rule = search.scales[0]["addConditionalFormatRule"]["rule"]["gradientRule"]
    rule["minpoint"]["colorStyle"] = {"themeColor": "ACCENT4"}
    rule["maxpoint"]["colorStyle"] = {"themeColor": "ACCENT2"}
    rule["midpoint"] = {"type": "PERCENTILE", "value": "50", "colorStyle": {"rgbColor": rgb("FFD666")}}


def old_colours(search: Search) -> None:
    """Rules that say "color" instead of "colorStyle"."""

    def edit(raw):
        for rule in raw["sheets"][0]["conditionalFormats"]:
            for point in ("minpoint", "maxpoint"):
                stated = rule["gradientRule"][point]
                stated["color"] = stated.pop("colorStyle")["rgbColor"]

    search.edit = edit


def checkboxes(search: Search) -> None:
    for at in range(1, 6):
        search.put(at, "pets", True)
        search.put(at, "unit_laundry", True)


def formatted_rents(search: Search) -> None:
    """The number behind "$900/mo" and behind a formula."""
    pattern = {"type": "CURRENCY", "pattern": '"$"#,##0"/mo"'}
    for at in range(1, 6):
        value = {"userEnteredValue": {"numberValue": 850 + 50 * at}, "userEnteredFormat": {"numberFormat": pattern}}
        search.put(at, "price", value)
    search.put(5, "price", "=900+200")


def rents_nearly_right(search: Search) -> None:
    """Within five per cent: with a fee of $40 included."""
    search.put(1, "price", 940)


def redirected_posting(search: Search) -> None:
    """The site leads to another spelling of the same posting."""
    flat = search.flats[0]
    final = f"https://saltlakecity.craigslist.org/apa/d/salt-lake-city-bright-flat/{flat.url[-15:]}"
    search.pages[flat.url] = {"body": flat.html, "final_url": final}


def older_pages(search: Search) -> None:
    """The site's former mark-up: lines in bubbles, bold numbers."""
    flat = search.flats[0]
    old = (
        '<p class="attrgroup"><span class="shared-line-bubble"><b>1BR</b> / <b>1Ba</b></span></p>'
        '<p class="attrgroup"><span>cats are OK - purrr</span><br><span>w/d in unit</span><br></p>'
    )
    start, end = flat.html.index('<div class="attrgroup">'), flat.html.index('<section id="postingbody"')
    search.pages[flat.url] = flat.html[:start] + old + flat.html[end:]


def machine_readable_only(search: Search) -> None:
    """Rent and address in the JSON-LD alone."""
    flat = search.flats[0]
    flat.price = flat.place = flat.behind = ""
    address = {"streetAddress": "101 E 100 S", "addressLocality": "Salt Lake City"}
    flat.machine = json.dumps({"@type": "Apartment", "address": address, "offers": {"price": "900", "x": 1}})
    flat.machine = flat.machine.replace('"900"', "900")


def place_behind_the_title(search: Search) -> None:
    """No map: the brackets behind the title say where it is."""
    search.flats[0].place, search.flats[0].behind = "", "101 East 100 South"


def statistics_by_table_name(search: Search) -> None:
    for row, formula in zip(search.summary[1:], ("AVERAGE(Listings[Price])", "MIN(Listings[Price])"), strict=False):
        row[1] = cell(f"={formula}")


def statistics_across(search: Search) -> None:
    """A column for each number, more than one formula in a row, texts that a formula makes."""
    search.summary = [
        [cell(text) for text in ("Statistic", "Price", "Sq Ft", "Note")],
        [cell("Mean"), cell("=AVERAGE(B2:B6)"), cell("=AVERAGE(E2:E6)"), cell('="of "&COUNTA(A2:A6)')],
        [cell("Spread"), cell("=MAX(B2:B6)-MIN(B2:B6)"), cell("=MAX(E2:E6)-MIN(E2:E6)"), cell("in $ and sq ft")],
    ]


def no_dealbreakers(search: Search) -> None:
    """The task leaves the column empty where there are none."""
    for at in range(1, 6):
        search.put(at, "dealbreakers", None)


def overflowing_into_nothing(search: Search) -> None:
    """Text without wrapping that runs over empty cells is seen."""
    for at in range(1, 6):
        search.put(at, "dealbreakers", None)
        search.put(at, "positive", {"userEnteredValue": {"stringValue": "Close to the park and shops"}})


def wide_columns(search: Search) -> None:
    """No wrapping, but columns as wide as their texts."""
    search.listings = [[{k: v for k, v in value.items() if k != "userEnteredFormat"} for value in row]
                       for row in search.listings]  # fmt: skip
    area = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 10}
    size = {"properties": {"pixelSize": 420}, "fields": "pixelSize"}
    search.more = [{"updateDimensionProperties": {"range": area, **size}}]


def criteria_beside(search: Search) -> None:
    """Another table at the right that computes nothing is not the statistics."""
    for at, value in enumerate(("Wanted", "1 bed", "Budget 1200")):
        search.write(at, 13, cell(value))
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 13, "endColumnIndex": 14}

    def first(raw):
        raw["sheets"][0]["tables"].reverse()

    search.more.append({"addTable": {"table": {"name": "Criteria", "range": area}}})
    search.edit = first


def lines_of_the_posting(search: Search) -> None:
    """Cells that repeat what the posting says, word by word."""
    search.put(1, "unit_laundry", "W/D in unit")
    search.put(1, "pets", "cats are OK - purrr")


def address_in_the_text(search: Search) -> None:
    """The map shows a district; the street stands in the posting's text."""
    flat = search.flats[0]
    flat.place, flat.behind = "", "Downtown"
    flat.body = "Come and see it at 101 East 100 South!"


SAME = [
    links_in_front,
    title_above,
    further_columns,
    more_listings_than_asked,
    whole_columns_coloured,
    theme_colours,
    old_colours,
    checkboxes,
    formatted_rents,
    rents_nearly_right,
    redirected_posting,
    older_pages,
    machine_readable_only,
    place_behind_the_title,
    statistics_by_table_name,
    statistics_across,
    no_dealbreakers,
    overflowing_into_nothing,
    wide_columns,
    criteria_beside,
    lines_of_the_posting,
    address_in_the_text,
]


@pytest.mark.parametrize("variant", SAME, ids=lambda variant: variant.__name__)
def test_full_points(grade, variant: Callable[[Search], None]):
    search = full_score()
    variant(search)
    results = grade(search, judge=NoJudge())
    assert results.differing() == {}
    assert results.points == POINTS[1]


# -- what costs something ----------------------------------------------------------------------------------------------


def unvisited_sixth(search: Search) -> Lost:
    """All listings of the sheet have to be visited, not only the five that are compared."""
    other = full_score(1, count=6)
    search.listings, search.flats = other.listings, other.flats
    return failed(WEB, "listings_visited")


def urls_cut_off(search: Search) -> Lost:
    """A URL that runs into its neighbour is not visible."""
    search.put(1, "url", {"userEnteredValue": {"stringValue": search.flats[0].url}})
    return failed(SPATIAL, "data_visible", "no_overflow")


def numbers_too_wide(search: Search) -> Lost:
    """A number that does not fit is shown as "###"."""
    pattern = {"type": "NUMBER", "pattern": '#,##0.00" US dollars every month"'}
    search.put(1, "price", {"userEnteredValue": {"numberValue": 900}, "userEnteredFormat": {"numberFormat": pattern}})
    return failed(SPATIAL, "data_visible", "no_overflow")


def hidden_column(search: Search) -> Lost:
    """All of the text is to be visible; the links are there, but nobody sees them."""
    area = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 7, "endIndex": 8}
    search.more = [
        {"updateDimensionProperties": {"range": area, "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}}
    ]
    return failed(SPATIAL, "headers_visible", "data_visible", "no_overflow")


def boolean_colours(search: Search) -> Lost:
    """Colours by conditions are no colour scale, which is what the rubric asks for."""
    rule = search.scales[0]["addConditionalFormatRule"]["rule"]
    del rule["gradientRule"]
    rule["booleanRule"] = {
        "condition": {"type": "NUMBER_LESS", "values": [{"userEnteredValue": "1000"}]},
        "format": {"backgroundColorStyle": {"rgbColor": rgb(GREEN)}},
    }
    del search.scales[1]
    return failed(DET, "colour_scale") | missing_dependency("scale_direction")


def fake_price_of_the_market(search: Search) -> Lost:
    """The posting names no rent: nothing says that the sheet's is right."""
    search.flats[0].price = ""
    return missing_dependency("listing_1_price_match")


def pounds(search: Search) -> Lost:
    """900 pounds are not 900 dollars."""
    search.put(1, "price", "\u00a3900")
    return failed(FUZ, "listing_1_price_match")


def no_link_column(search: Search) -> Lost:
    """Without links nothing can be compared or looked for in the history."""
    for row in search.listings:
        del row[search.column("url")]
    search.names.remove("url")
    lost = missing_dependency("listings_visited", *(slug for at in range(1, 6) for slug in listing_steps(1, at)))
    return failed(DET, "col_url") | lost


def statistics_in_the_words_of_the_listings(search: Search) -> Lost:
    """Only the statistics are a formal table, with headers that the listings have as well."""
    search.formal = False
    search.summary = [
        [cell(text) for text in ("Of", "Price", "Sq Ft", "Bedrooms")],
        [cell("Mean"), *(cell(f"=AVERAGE({column}2:{column}6)") for column in "BEC")],
    ]
    return failed("structural", "summary_table")


def a_note_for_a_row(search: Search) -> Lost:
    """A row that is no listing takes the place of the fifth."""
    search.listings[5] = [cell("Average"), cell(1000), *(cell(None) for _ in search.names[2:])]
    return failed(DET, "listing_5_url_valid") | missing_dependency(*listing_steps(1, 5, but=("url_valid",)))


OTHER = [
    unvisited_sixth,
    urls_cut_off,
    numbers_too_wide,
    hidden_column,
    boolean_colours,
    fake_price_of_the_market,
    pounds,
    no_link_column,
    statistics_in_the_words_of_the_listings,
    a_note_for_a_row,
]


@pytest.mark.parametrize("variant", OTHER, ids=lambda variant: variant.__name__)
def test_other_outcomes(grade, variant: Callable[[Search], Lost]):
    search = full_score()
    expected = variant(search)
    assert grade(search, judge=NoJudge()).differing() == expected


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        ("No fee", True),
        ("No application fee", True),
        ("$0", True),
        ("Free", True),
        ("Yes", True),
        ("Waived", True),
        ("$45 application fee", False),
        ("No ($45 app fee)", False),
        ("No", False),
    ],
)
def test_no_application_fee_in_words(grade, value, passes):
    """ "No fee" under "No App Fee" says that there is none; a plain no says that there is one."""
    search = full_score(3)
    search.put(1, "no_app_fee", value)
    expected = {} if passes else failed(DET, "listing_1_no_app_fee_match")
    assert grade(search, judge=NoJudge()).differing() == expected


def test_a_column_that_asks_the_other_way_round(grade):
    """ "No" below "Charge for applying?" is what was wanted; only a judge who sees the header can tell."""
    search = full_score(3)
    search.put(0, "no_app_fee", "Charge for applying?")
    for at in range(1, 6):
        search.put(at, "no_app_fee", "No")
    search.answer("column_no_app_fee", "1")
    search.answer("no_app_fee_claimed", "yes", "Charge for applying?")
    assert grade(search).differing() == {}


def test_studios_with_columns_of_rooms(grade):
    """Instance 4's rubric names them without scoring them: a studio has no bedroom."""
    search = full_score(4)
    for name, header, value in (("beds", "Bedrooms", "Studio"), ("baths", "Bathrooms", 1)):
        search.names.append(name)
        for at, row in enumerate(search.listings):
            row.append(cell(header if at == 0 else value))
    results = grade(search, judge=NoJudge())
    assert results.differing() == {}
    assert results.points == POINTS[4] == results.maximum


# -- what changes no outcome, of a search with faults in every checkpoint ----------------------------------------------


def flawed() -> Search:
    search = full_score()
    search.put(1, "price", 1900)
    search.put(2, "beds", 3)
    search.put(3, "address", None)
    search.put(4, "pets", "No")
    search.put(5, "url", "https://example.org/flat")
    search.put(0, "dealbreakers", "Hm")
    search.visited = search.visited[:3]
    search.scales = [scale(1, RED, GREEN)]
    search.summary[1][1], search.summary[2][1], search.summary[3][1] = cell(1), cell(2), cell(3)
    search.answer("column_dealbreakers", "NONE")
    return search


def by_kind(results) -> Counter:
    """What is lost; which listing stands in which row does not matter."""
    return Counter(
        (slug.split("_", 2)[2] if slug.startswith("listing_") else slug, lost)
        for slug, lost in results.differing().items()
    )


@pytest.fixture(scope="module")
def flaws(grade) -> Counter:
    found = by_kind(grade(flawed()))
    assert sum(found.values()) == 4 + 7 + 4
    assert {slug for slug, _ in found} >= {
        "col_dealbreakers",
        "listings_visited",
        "scale_direction",
        "summary_formulas",
    }
    return found


LETTERS = "ABCDEFGHIJ"


def columns_permuted(search: Search, chance: random.Random) -> None:
    order = list(range(len(search.names)))
    chance.shuffle(order)
    search.names = [search.names[at] for at in order]
    search.listings = [[row[at] for at in order] for row in search.listings]
    search.scales = [scale(search.column("price"), RED, GREEN)]
    search.summary[4][1] = cell(f"=COUNTA({LETTERS[search.column('address')]}2:{LETTERS[search.column('address')]}6)")


def rows_permuted(search: Search, chance: random.Random) -> None:
    body = search.listings[1:]
    chance.shuffle(body)
    search.listings[1:] = body


def moved_down(search: Search, chance: random.Random) -> None:
    """Both tables; the statistics stay among the first five rows, where the rubric wants them."""
    down = chance.randint(1, 4)
    search.at, search.summary_at = (down, 0), (down, 10)
    search.scales = [scale(1, RED, GREEN, rows=(1 + down, 6 + down))]
    search.summary[4][1] = cell(f"=COUNTA(A{2 + down}:A{6 + down})")


def moved_right(search: Search, chance: random.Random) -> None:
    """Both formal tables; "at column K" is where the statistics may begin at the earliest."""
    right = chance.randint(1, 4)
    search.at, search.summary_at = (0, right), (0, 10 + right)
    search.scales = [scale(1 + right, RED, GREEN)]
    search.summary[4][1] = cell(f"=COUNTA({LETTERS[right]}2:{LETTERS[right]}6)")


def title_row(search: Search, chance: random.Random) -> None:
    moved_down(search, random.Random(chance.random()))
    search.write(0, 0, cell(chance.choice(["My flats", "Flats by rent, pets and laundry (with links)"])))


def unrelated_tab(search: Search, chance: random.Random) -> None:
    tab = {"Moving": [["Item", "Price"], ["Boxes", 30], ["Van", 120]]}
    if chance.random() < 0.5:
        search.after = tab
        return
    search.before = tab
    search.scales = [scale(1, RED, GREEN, sheet=1)]


def locale(search: Search, chance: random.Random) -> None:
    name = chance.choice(["de_DE", "fr_FR", "en_GB"])
    search.more = [{"updateSpreadsheetProperties": {"properties": {"locale": name}, "fields": "locale"}}]


def formulas(search: Search, chance: random.Random) -> None:
    for row in search.listings[1:]:
        for name in ("price", "beds", "baths", "sqft"):
            value = row[search.column(name)]["userEnteredValue"]["numberValue"]
            row[search.column(name)] = cell(f"={value}*{chance.choice([1, '4/4'])}")


def texts(search: Search, chance: random.Random) -> None:
    for row in search.listings[1:]:
        for name, forms in (("price", ("$%s", "%s USD", "$%s.00/mo")), ("beds", ("%s bed", "%sBR", "%s"))):
            value = row[search.column(name)]["userEnteredValue"]["numberValue"]
            row[search.column(name)] = cell(chance.choice(forms) % value)


def plain(search: Search, chance: random.Random) -> None:
    """All but the tables themselves."""
    search.formal = search.summary_formal = False


CHANGES = [
    columns_permuted,
    rows_permuted,
    moved_down,
    moved_right,
    title_row,
    unrelated_tab,
    locale,
    formulas,
    texts,
    plain,
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_nothing_changes(grade, flaws, change, seed):
    search = flawed()
    change(search, random.Random(seed))
    found = by_kind(grade(search))
    if change is plain:
        found.subtract([("summary_table", ("failed", "structural", 0))])
    assert +found == flaws
