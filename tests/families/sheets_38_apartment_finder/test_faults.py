"""Tests for each fault of the reference grader that the specification lists."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, world_error

from pytest_knows.judge import NoJudge

from .building import (
    DET,
    FUZ,
    GREEN,
    LLM,
    POINTS,
    RED,
    SPATIAL,
    STRUCTURAL,
    VACUOUS,
    WEB,
    Search,
    cell,
    columns_of,
    full_score,
    listing_steps,
    notice,
    scale,
)


def by_rules(grade, search: Search, expected: dict) -> None:
    assert grade(search, judge=NoJudge()).differing() == expected


# -- visited pages -----------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/1")
def test_1_a_visit_to_the_site_is_no_visit_to_its_postings(regrade):
    search = full_score()
    search.visited = ["https://saltlakecity.craigslist.org", search.flats[0].url.removesuffix("/x.html")[:45]]
    by_rules(regrade, search, failed(WEB, "listings_visited"))


@pytest.mark.fault("sheets_38/1")
def test_1_the_posting_under_another_address(regrade):
    search = full_score()
    moved = [f"http://www.craigslist.org/view/d/else/{flat.url[-15:-5]}.html?lang=en#map" for flat in search.flats]
    search.visited = moved
    by_rules(regrade, search, {})


# -- wishes and repeated rows ------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/2")
def test_2_copies_of_one_posting_are_one_listing(grade):
    search = full_score()
    for row in range(2, 6):
        search.listings[row] = search.listings[1]
    by_rules(grade, search, missing_dependency(*(slug for at in range(2, 6) for slug in listing_steps(1, at))))


@pytest.mark.fault("sheets_38/2")
def test_2_a_copy_takes_no_place(grade):
    """Six rows of five postings."""
    search = full_score()
    search.listings.insert(2, search.listings[1])
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/2")
def test_2_wishes_are_reported_and_not_scored(grade):
    search = full_score()
    search.flats[0].price = "$2,000"
    search.put(1, "price", 2000)
    search.flats[1].url = "https://provo.craigslist.org/apa/d/x/7800000099.html"
    search.put(2, "url", search.flats[1].url)
    search.visited.append(search.flats[1].url)
    results = grade(search, judge=NoJudge())
    assert results.differing() == {}
    shown = [
        entry["value"] for result in results.values() for entry in result.evidence if entry["label"] == "not scored"
    ]
    assert len(shown) == 2
    assert "budget of 800 to 1200" in shown[0]
    assert "another city than saltlakecity.craigslist.org" in shown[1]


# -- headers -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/3")
@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_3_headers_in_the_words_of_the_task(grade, instance):
    said = {
        "address": "Full Address",
        "price": "Rent ($/month)",
        "beds": "# Bedrooms",
        "baths": "Bathrooms:",
        "sqft": "Square Footage (ft\u00b2)",
        "unit_laundry": "In-Unit Laundry?",
        "pets": "Pet\u00a0Friendly",
        "furnished": "Is Fully Furnished",
        "no_app_fee": "No App Fee",
        "parking": "Off-Street Parking*",
        "site_laundry": "On-Site Laundry?",
        "air_conditioning": "AC",
        "url": "Listing Link",
        "positive": "Interesting Positive Features",
        "dealbreakers": "Potential Dealbreakers",
    }
    search = full_score(instance)
    for name in columns_of(instance):
        search.put(0, name, said[name])
    assert grade(search, judge=NoJudge()).points == POINTS[instance]


@pytest.mark.fault("sheets_38/3")
def test_3_other_headers_are_the_judges(grade):
    search = full_score()
    search.put(0, "beds", "Sleeping rooms")
    search.put(0, "dealbreakers", "Watch out for")
    search.answer("column_beds", "1")
    search.answer("column_dealbreakers", "NONE")
    results = grade(search)
    assert results.differing() == failed(LLM, "col_dealbreakers")
    assert results["col_bedrooms"].mechanism == LLM
    assert results.judge.asked == ["column_beds", "column_dealbreakers"]


@pytest.mark.fault("sheets_38/3")
def test_3_words_are_whole(grade):
    """ "Catering", "Rental office", "Parsonage", "Bedding": none is a column of pets, rent, A/C, bedrooms."""
    search = full_score(5)
    for name, header in (("beds", "Bedding"), ("air_conditioning", "Space"), ("price", "Rental office")):
        search.put(0, name, header)
    search.answer("column_*", "NONE")
    wanted = {f"listing_{at}_{name}_match" for at in range(1, 7) for name in ("beds", "air_conditioning", "price")}
    assert grade(search).differing() == (
        failed(LLM, "col_bedrooms", "col_air_conditioning", "col_price") | missing_dependency(*wanted)
    )


# -- statistics --------------------------------------------------------------------------------------------------------


def formulas(search: Search, *given: str) -> None:
    search.summary = [search.summary[0], *([cell(f"Number {at}"), cell(text)] for at, text in enumerate(given))]


@pytest.mark.fault("sheets_38/4")
@pytest.mark.parametrize(
    "formula",
    [
        "=AVERAGE(B:B)",
        "=AVERAGE($B$2:$B$6)",
        "=SUM(Flats!B2:B6)",
        "=SUM('Flats'!$B2:B$6)",
        "=AVERAGE(Listings[Price])",
        "=COUNTA(A2:A)",
        "=MEDIAN(Rents)",
        "=IF(B2>0,1,0)",
    ],
)
def test_4_references_to_the_listings(grade, formula):
    search = full_score()
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 6, "startColumnIndex": 1, "endColumnIndex": 2}
    search.more = [
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Flats"}, "fields": "title"}},
        {"addNamedRange": {"namedRange": {"name": "Rents", "range": area}}},
    ]
    search.write(1, 11, cell(formula))
    formulas(search, "=1+1")
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/4")
@pytest.mark.parametrize(
    "formula", ["=TODAY()", "=RAND()", '="B2:B6"', "=M2:M6", "=Other!B2", "=LOG10(7)", "=B20+B21", "=Rates", "=PI()"]
)
def test_4_no_reference_to_the_listings(grade, formula):
    search = full_score(2)
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 6, "startColumnIndex": 20, "endColumnIndex": 21}
    search.after["Other"] = [[1, 2], [3, 4]]
    search.more = [{"addNamedRange": {"namedRange": {"name": "Rates", "range": area}}}]
    formulas(search, formula)
    by_rules(grade, search, failed(DET, "summary_formulas"))


@pytest.mark.fault("sheets_38/4")
def test_4_half_of_the_values_are_live(grade):
    search = full_score()
    search.summary[1][1], search.summary[2][1] = cell(1000), cell(900)
    by_rules(grade, search, {})
    search.summary[3][1] = cell(700)
    by_rules(grade, search, failed(DET, "summary_formulas"))


# -- what the page does not say ----------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/5")
def test_5_a_claim_that_the_page_does_not_support(grade):
    """Listing 1 claims, 2 says no, 3 nothing, 4 that it is not mentioned; of 5 the judge finds it in the text."""
    search = full_score()
    for flat in search.flats:
        flat.attributes = flat.attributes[1:]
    search.put(2, "unit_laundry", "No")
    search.put(3, "unit_laundry", None)
    search.put(4, "unit_laundry", "Not mentioned")
    search.flats[4].body = "Miele stack in the hallway closet."
    search.answer("unit_laundry_on_page", "unknown")
    search.answer("unit_laundry_on_page", "yes", "Miele")
    results = grade(search)
    assert results.differing() == failed(DET, "listing_1_unit_laundry_match")
    mechanisms = [results[f"listing_{at}_unit_laundry_match"].mechanism for at in range(2, 6)]
    assert mechanisms == [VACUOUS, VACUOUS, VACUOUS, LLM]


@pytest.mark.fault("sheets_38/5")
def test_5_what_the_page_says_has_to_be_in_the_sheet(grade):
    search = full_score()
    search.put(1, "pets", None)
    search.put(2, "pets", "?")
    search.put(3, "pets", "No")
    by_rules(grade, search, failed(DET, *(f"listing_{at}_pets_match" for at in (1, 2, 3))))


@pytest.mark.fault("sheets_38/6")
def test_6_furnished_is_asked_for_in_instance_4_as_well(grade):
    search = full_score(4)
    search.flats[0].attributes.remove("furnished")
    search.flats[1].attributes.remove("furnished")
    search.answer("furnished_on_page", "no")
    search.answer("furnished_on_page", "yes", "11 x 14 studio, everything in it")
    search.flats[1].body = "11 x 14 studio, everything in it"
    results = grade(search)
    assert {key: value for key, value in results.differing().items() if "furnished" in key} == failed(
        LLM, "listing_1_furnished_match"
    )


NO, YES, OPEN = "No", "Yes", None


@pytest.mark.fault("sheets_38/7")
@pytest.mark.parametrize(
    ("instance", "name", "attributes", "body", "says"),
    [
        (4, "site_laundry", ["no laundry on site"], "", NO),
        (4, "site_laundry", ["laundry in bldg"], "", YES),
        (4, "site_laundry", ["w/d in unit"], "", YES),
        (4, "site_laundry", ["w/d hookups"], "", OPEN),
        (4, "site_laundry", [], "Laundry facilities in the basement.", YES),
        (4, "site_laundry", [], "There is no laundry room.", NO),
        (4, "site_laundry", [], "Washer and dryer hookups in the hall", OPEN),
        (1, "unit_laundry", ["laundry on site"], "", NO),
        (1, "unit_laundry", ["w/d hookups"], "", NO),
        (1, "unit_laundry", [], "", OPEN),
        (5, "air_conditioning", [], "Big windows, but no a/c.", NO),
        (5, "air_conditioning", [], "On a 0.5 ac lot.", OPEN),
        (5, "air_conditioning", [], "Central air and heat.", YES),
        (5, "air_conditioning", [], "No smoking. Air conditioner in every room", YES),
        (5, "air_conditioning", [], "It doesn\u2019t have air-conditioning", NO),
        (3, "parking", [], "Garage not included.", NO),
        (3, "parking", ["street parking"], "", NO),
        (3, "parking", ["attached garage"], "", YES),
        (3, "parking", [], "Covered parking for two cars", YES),
        (3, "parking", [], "Without a carport.", NO),
        (3, "no_app_fee", [], "Application fee: $0", YES),
        (3, "no_app_fee", [], "App fee $0.00.", YES),
        (3, "no_app_fee", [], "Application fee: $50 per adult", NO),
        (3, "no_app_fee", [], "The application fee is not charged", YES),
        (3, "no_app_fee", [], "Application fee waived!", YES),
        (3, "no_app_fee", [], "Nothing about it", OPEN),
        (2, "furnished", [], "The flat comes unfurnished", NO),
        (2, "furnished", [], "Furnished or unfurnished, as you like", OPEN),
        (2, "furnished", [], "Partially furnished", OPEN),
        (2, "furnished", ["furnished"], "Not furnished yet", YES),
        (1, "pets", [], "No pets, please", NO),
        (1, "pets", [], "Pets not allowed.", NO),
        (1, "pets", [], "Sorry, pets are not welcome", NO),
        (1, "pets", [], "We are pet-friendly", YES),
        (1, "pets", ["dogs are OK - wooof"], "", YES),
    ],
)
def test_7_what_a_page_says(regrade, instance, name, attributes, body, says):
    """Listing 1 says yes. A judge is asked only where the page leaves it open; it says no."""
    search = full_score(instance)
    flat = search.flats[0]
    flat.attributes, flat.body = attributes, body
    search.answer("*_on_page", "no")
    results = regrade(search)
    result = results[f"listing_1_{name}_match"]
    assert (result.outcome.value, result.mechanism.value) == {
        YES: ("passed", DET),
        NO: ("failed", DET),
        OPEN: ("failed", LLM),
    }[says]


# -- addresses ---------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/8")
@pytest.mark.parametrize(
    ("own", "place", "asked", "passes"),
    [
        ("101 E 100 S, Salt Lake City", "101 E 100 S", False, True),
        ("101 East 100 South", "101 E 100 S, Salt Lake City, UT 84111", False, True),
        ("101 E 100 S Apartment 4, SLC, Utah", "101 E 100 S Apt 4", False, True),
        ("Salt Lake City", "101 E 100 S, Salt Lake City", True, False),
        ("s", "101 E 100 S", True, False),
        ("100 S, Salt Lake City", "101 E 100 S, Salt Lake City", True, False),
        ("Highland Drive near Sugarhouse Park", "Highland Dr near Sugarhouse Park, Salt Lake City", False, True),
        ("Sugarhouse", "Sugarhouse near Highland Drive", True, False),
        ("44 Westminster Court", "44 Westminster Ct", False, True),
        ("44 Unity Lane", "44 # ln", True, False),
        ("101 E 100 S, Sandy", "101 E 100 S, Salt Lake City", True, False),
        ("101 E 100 S, Salt Lake City", "201 E 100 S, Salt Lake City", True, False),
        ("", "101 E 100 S", False, False),
    ],
)
def test_8_addresses_are_compared_by_words(grade, own, place, asked, passes):
    search = full_score()
    search.put(1, "address", own or None)
    search.flats[0].place = place
    search.answer("same_address", False)
    results = grade(search)
    mechanism = LLM if asked else DET
    assert results.differing() == ({} if passes else failed(mechanism, "listing_1_address_match"))
    assert results["listing_1_address_match"].mechanism == mechanism


@pytest.mark.fault("sheets_38/8")
def test_8_a_posting_without_address(grade):
    """A blank cell, one that says so, the city alone are right; a street is a claim without support."""
    search = full_score()
    for flat, own in zip(search.flats, (None, "Not listed", "Salt Lake City, UT", "N/A", "5 Elm St"), strict=True):
        flat.place = flat.behind = ""
        search.put(search.flats.index(flat) + 1, "address", own)
    by_rules(grade, search, missing_dependency("listing_5_address_match"))


# -- numbers and words in cells ----------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/9")
@pytest.mark.parametrize(
    ("name", "value", "passes"),
    [
        ("price", "$900.00/mo.", True),
        ("price", "900 USD per month", True),
        ("price", "USD 945", True),
        ("price", "$950", False),
        ("price", "$900 - $1,300", False),
        ("price", "Studio", False),
        ("beds", "1 Bed / 1 Bath", True),
        ("beds", "1BR", True),
        ("beds", "one", True),
        ("beds", "1-2", False),
        ("beds", "2", False),
        ("baths", "2 Bed / 1 Bath", True),
        ("baths", "1.5", False),
        ("baths", "1 \u00bd", False),
    ],
)
def test_9_numbers_in_texts(grade, name, value, passes):
    search = full_score()
    search.put(1, name, value)
    mechanism = FUZ if name == "price" else DET
    by_rules(grade, search, {} if passes else failed(mechanism, f"listing_1_{name}_match"))


@pytest.mark.fault("sheets_38/10")
@pytest.mark.parametrize("value", ["\u2713", "Yes (cats only)", True, "allowed", "x", "Y", "pet friendly", "YES!"])
def test_10_a_cell_says_yes(grade, value):
    search = full_score()
    search.put(1, "pets", value)
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/10")
@pytest.mark.parametrize("value", ["\u2717", "No pets", False, "not allowed", "none", "n", "No (service animals only)"])
def test_10_a_cell_says_no(grade, value):
    search = full_score()
    search.put(1, "pets", value)
    by_rules(grade, search, failed(DET, "listing_1_pets_match"))


@pytest.mark.fault("sheets_38/10")
def test_10_other_texts_are_the_judges(grade):
    search = full_score()
    search.put(1, "pets", "Cats only")
    search.put(1, "unit_laundry", "In-unit W/D")
    search.put(2, "pets", "Ask about Rex")
    search.answer("pets_claimed", "yes", "Cats only")
    search.answer("pets_claimed", "unknown", "Rex")
    search.answer("unit_laundry_claimed", "yes")
    results = grade(search)
    assert results.differing() == failed(LLM, "listing_2_pets_match")
    assert results["listing_1_pets_match"].mechanism == results["listing_1_unit_laundry_match"].mechanism == LLM


# -- links and postings ------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/11")
def test_11_links_in_every_form(grade):
    search = full_score()
    urls = [flat.url for flat in search.flats]
    linked = {"textFormat": {"link": {"uri": urls[0]}}, "wrapStrategy": "WRAP"}
    search.put(1, "url", {"userEnteredValue": {"stringValue": "View"}, "userEnteredFormat": linked})
    search.put(2, "url", f'=HYPERLINK("{urls[1]}", "View listing")')
    run = {"startIndex": 5, "format": {"link": {"uri": urls[2]}}}
    search.put(3, "url", cell("See: the posting", textFormatRuns=[run]))
    search.put(4, "url", "Bright flat")
    search.put(5, "url", f"https://www.google.com/url?q={urls[4]}")

    def with_chip(raw):
        """Chips are made in the editor."""
        chip = {"startIndex": 0, "chip": {"richLinkProperties": {"uri": urls[3]}}}
        raw["sheets"][0]["data"][0]["rowData"][4]["values"][search.column("url")]["chipRuns"] = [chip]

    search.edit = with_chip
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/11")
@pytest.mark.parametrize(
    "url",
    [
        "https://evil.com/craigslist.org/apa/d/x/7800000001.html",
        "https://saltlakecity.craigslist.org.evil.com/apa/7800000001.html",
        "https://saltlakecity.craigslist.org/search/apa",
        "https://saltlakecity.craigslist.org/cto/d/car/7800000001.html",
        "https://saltlakecity.craigslist.org/apa/d/x/78.html",
        "saved in my bookmarks",
    ],
)
def test_11_no_posting(grade, url):
    search = full_score()
    search.put(1, "url", url)
    by_rules(
        grade, search, failed(DET, "listing_1_url_valid") | missing_dependency(*listing_steps(1, 1, but=("url_valid",)))
    )


@pytest.mark.fault("sheets_38/12")
@pytest.mark.parametrize(
    "page",
    [
        notice(),
        notice("This posting has expired."),
        notice("This posting has been flagged for removal."),
        404,
        410,
        {"body": "<html>search</html>", "final_url": "https://saltlakecity.craigslist.org/search/apa"},
    ],
    ids=["deleted", "expired", "flagged", "404", "410", "elsewhere"],
)
def test_12_a_posting_that_was_gone_in_the_episode(regrade, page):
    search = full_score()
    search.pages[search.flats[0].url] = page
    by_rules(
        regrade,
        search,
        failed(DET, "listing_1_url_valid") | missing_dependency(*listing_steps(1, 1, but=("url_valid",))),
    )


BLOCKED = {"body": "<html>blocked</html>", "final_url": "https://www.craigslist.org/blocked"}


@pytest.mark.fault("sheets_38/12")
@pytest.mark.parametrize("page", [403, 429, 503, {"error": "timed out"}, "<html>Are you a human?</html>", "", BLOCKED])
def test_12_a_posting_that_could_not_be_read(regrade, page):
    search = full_score()
    search.pages[search.flats[0].url] = page
    by_rules(regrade, search, world_error(*listing_steps(1, 1)))


# -- rows and tables ---------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/13")
def test_13_an_empty_formal_table_in_front(grade):
    search = full_score()
    search.before["Draft"] = [[], [], [], ["Column 1", "Column 2", "Column 3"]]
    for request in search.scales:
        request["addConditionalFormatRule"]["rule"]["ranges"][0]["sheetId"] = 1
    area = {"sheetId": 0, "startRowIndex": 3, "endRowIndex": 6, "startColumnIndex": 0, "endColumnIndex": 3}
    search.more = [{"addTable": {"table": {"name": "Blank", "range": area}}}]
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/13")
def test_13_blank_rows_take_no_place(grade):
    """Unticked checkboxes are blank, too."""
    search = full_score()
    blank = [cell(None) for _ in search.names]
    ticks = [cell(False if name in ("pets", "unit_laundry") else None) for name in search.names]
    search.listings[1:1] = [blank, ticks]
    search.scales = [scale(search.column("price"), GREEN, RED, rows=(1, 8))]
    by_rules(grade, search, {})


@pytest.mark.fault("sheets_38/13")
def test_13_too_few_listings(grade):
    search = full_score(count=3)
    by_rules(grade, search, missing_dependency(*listing_steps(1, 4), *listing_steps(1, 5)))


# -- colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/14")
def test_14_a_scale_beside_the_numbers(grade):
    search = full_score()
    search.scales = [
        scale(search.column("pets"), GREEN, RED),
        scale(12, GREEN, RED),
        scale(1, GREEN, RED, rows=(8, 20)),
    ]
    by_rules(grade, search, failed(DET, "colour_scale") | missing_dependency("scale_direction"))


@pytest.mark.fault("sheets_38/14")
@pytest.mark.parametrize(
    ("scales", "passes"),
    [
        ([(1, GREEN, RED, 2)], True),
        ([(4, RED, GREEN, 5)], True),
        ([(4, GREEN, RED, 5)], False),
        ([(1, GREEN, RED, 2), (4, GREEN, RED, 5)], False),
        ([(1, GREEN, RED, 5)], False),
        ([(1, "FFFFFF", RED, 2)], False),
        ([(1, "D9D9D9", "4A86E8", 2)], False),
    ],
)
def test_14_the_direction(grade, scales, passes):
    """A scale over the rent and the area at once is wrong for one of them."""
    search = full_score()
    search.scales = [scale(column, low, high, end=end) for column, low, high, end in scales]
    by_rules(grade, search, {} if passes else failed(DET, "scale_direction"))


# -- what is seen ------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_38/15")
def test_15_each_table_has_its_own_cells(grade):
    """A long text of the statistics costs them only, one of the listings only these; without them nothing is seen."""
    search = full_score(2)
    search.summary[1][0] = long_and_clipped()
    by_rules(grade, search, failed(SPATIAL, "summary_visible", "no_overflow"))
    search = full_score(2)
    search.put(1, "positive", long_and_clipped())
    by_rules(grade, search, failed(SPATIAL, "data_visible", "no_overflow"))
    search = full_score(2)
    search.put(0, "positive", long_and_clipped("Positive Features of this flat, in a few words"))
    by_rules(grade, search, failed(SPATIAL, "headers_visible", "no_overflow"))
    search = full_score(2)
    search.summary = []
    by_rules(
        grade, search, failed(STRUCTURAL, "summary_table") | missing_dependency("summary_formulas", "summary_visible")
    )


def long_and_clipped(text: str = "A text that is much too long for its column") -> dict:
    return {"userEnteredValue": {"stringValue": text}, "userEnteredFormat": {"wrapStrategy": "CLIP"}}


@pytest.mark.fault("sheets_38/15")
def test_15_heights_and_neighbours(grade):
    """A row of fixed height cuts wrapped text off; narrow neighbours leave less room than wide ones."""
    search = full_score()
    area = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    search.more = [
        {"updateDimensionProperties": {"range": area, "properties": {"pixelSize": 30}, "fields": "pixelSize"}}
    ]
    by_rules(grade, search, failed(SPATIAL, "data_visible", "no_overflow"))
    search = full_score(2)
    search.summary[1][0] = {"userEnteredValue": {"stringValue": "x" * 45}}
    search.summary[1][1] = None
    by_rules(grade, search, {})
    area = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 12, "endIndex": 26}
    search.more = [
        {"updateDimensionProperties": {"range": area, "properties": {"pixelSize": 5}, "fields": "pixelSize"}}
    ]
    results = grade(search, judge=NoJudge()).differing()
    assert results == failed(SPATIAL, "summary_visible", "no_overflow")


@pytest.mark.fault("sheets_38/16")
def test_16_statistics_on_another_tab(grade):
    search = full_score()
    search.after["Numbers"] = [["Metric", "Value"], ["Mean", "=AVERAGE(Flats!B2:B6)"]]
    search.summary = []
    search.more = [
        {
            "addTable": {
                "table": {
                    "name": "Numbers",
                    "range": {
                        "sheetId": 1,
                        "startRowIndex": 0,
                        "endRowIndex": 2,
                        "startColumnIndex": 0,
                        "endColumnIndex": 2,
                    },
                }
            }
        }
    ]
    by_rules(
        grade, search, failed(STRUCTURAL, "summary_table") | missing_dependency("summary_formulas", "summary_visible")
    )


@pytest.mark.fault("sheets_38/17")
def test_17_text_hidden_elsewhere_is_reported_and_not_scored(grade):
    search = full_score()
    search.write(12, 0, long_and_clipped())
    search.write(12, 1, cell("in the way"))
    results = grade(search, judge=NoJudge())
    assert results.differing() == failed(SPATIAL, "no_overflow")
    assert results.points == POINTS[1]


@pytest.mark.fault("sheets_38/18")
@pytest.mark.parametrize(
    ("rooms", "body", "beds", "baths", "asked"),
    [
        ("2.5BR / 1.5Ba", "", 2.5, 1.5, []),
        ("1BR / sharedBa", "", 1, 1, ["baths_on_page"]),
        ("studio / 1Ba", "", "Studio", 1, []),
        ("0BR / 1Ba", "", 0, 1, []),
        ("1BR", "", 1, 1, ["baths_on_page"]),
        ("", "", 1, 1, ["beds_on_page", "baths_on_page"]),
    ],
)
def test_18_rooms(grade, rooms, body, beds, baths, asked):
    search = full_score()
    search.flats[0].rooms = rooms
    search.put(1, "beds", beds)
    search.put(1, "baths", baths)
    search.answer("*_on_page", {"value": 1})
    results = grade(search)
    assert results.differing() == {}
    assert results.judge.asked == asked


@pytest.mark.fault("sheets_38/18")
def test_18_the_judge_reads_the_posting_and_not_its_source(grade):
    """What it says at the end of 11,000 characters is still shown."""
    search = full_score()
    search.flats[0].rooms = ""
    search.flats[0].body = "word " * 2200 + "one sleeping room, one washing room"
    search.answer("*_on_page", {"value": 1}, "one washing room")
    assert grade(search).differing() == {}
    search.answer("*_on_page", {"value": None})
    assert grade(search).differing() == missing_dependency("listing_1_beds_match", "listing_1_baths_match")
    search.answer("*_on_page", {"value": 2})
    assert grade(search).differing() == failed(LLM, "listing_1_beds_match", "listing_1_baths_match")


@pytest.mark.fault("sheets_38/19")
def test_19_only_postings_of_the_site_are_read(bench, frozen):
    """No other site and no screenshot: what the family names to be fetched are the postings."""
    search = full_score(2)
    search.put(1, "positive", "https://www.zillow.com/homedetails/1_zpid/")
    assert list(dict.fromkeys(bench.named(frozen(search)))) == [flat.url for flat in search.flats]


@pytest.mark.fault("sheets_38/20")
def test_20_plain_ranges_cost_one_point(grade):
    search = full_score()
    search.formal = search.summary_formal = False
    by_rules(grade, search, failed(STRUCTURAL, "summary_table"))


@pytest.mark.fault("sheets_38/20")
@pytest.mark.parametrize("place", [(10, 0), (0, 12), (8, 10)])
def test_20_statistics_elsewhere_cost_the_place_only(grade, place):
    """Below the listings; further right, which is still from column K on; at the right but not at the top."""
    search = full_score()
    search.summary_at = place
    by_rules(grade, search, failed(STRUCTURAL, "summary_table") if place[0] else {})


@pytest.mark.fault("sheets_38/21")
@pytest.mark.parametrize("ends", [(GREEN, RED), (RED, GREEN)])
def test_21_rooms_alone_may_be_coloured_either_way(grade, ends):
    search = full_score()
    search.scales = [scale(2, *ends, end=4)]
    by_rules(grade, search, {})
