"""One or more tests for each fault of the reference grader that the specification lists."""

from __future__ import annotations

import pytest

from pytest_knows.judge.scripted import ScriptedJudge

from .building import (
    CURRENT,
    DEP,
    DET,
    FUZ,
    GAIN,
    HISTORY,
    LLM,
    NAME,
    PAST,
    PERCENT,
    POINTS,
    RANKING,
    RATES,
    SHARES,
    TICKER,
    TOTAL,
    WEB,
    chart,
    error,
    failed,
    source,
    table,
)


class Listener(ScriptedJudge):
    """A scripted judge that keeps what it was asked: (key, question, evidence)."""

    def __init__(self, rules):
        super().__init__(rules)
        self.heard = []

    def answer(self, key, question):
        self.heard.append((key, question.text, dict(question.evidence)))
        return super().answer(key, question)

    def questions(self, key):
        return [question for asked, question, _ in self.heard if asked == key]


@pytest.mark.fault("sheets_6/F1")
def test_f1_no_name_column_and_a_wrong_gain(tracker, grade):
    sheet = tracker()
    sheet.renamed(NAME, "Notes")
    sheet.stocks[2][GAIN] = 25
    results = grade(sheet)
    assert results.differing() == {"stock_name_column": failed(LLM), "gain_loss_accuracy": failed(FUZ)}
    assert results.maximum == 20


@pytest.mark.fault("sheets_6/F1")
def test_f1_a_quote_that_is_not_available(tracker, grade):
    """The price of one stock is unknown to the world: the two price steps are open, all else is graded."""
    sheet = tracker()
    sheet.quote("UL", past_price="#N/A", current_price="")
    sheet.answer("price_page", "no")
    assert grade(sheet).differing() == error("past_price_accuracy", "current_price_accuracy")


@pytest.mark.fault("sheets_6/F1")
def test_f1_a_page_that_was_not_recorded(tracker, grade):
    sheet = tracker()
    del sheet.pages[HISTORY]
    assert grade(sheet).differing() == {"price_data_source": failed(LLM)}


@pytest.mark.fault("sheets_6/F2")
def test_f2_one_right_stock_is_not_enough(tracker, grade):
    sheet = tracker()
    sheet.tabs["Sheet1"] = sheet.grid[:2]
    sheet.tables = [table(sheet.grid[0], 1)]
    results = grade(sheet)
    assert results["stock_match_pg"].outcome == "passed"
    assert results["past_price_accuracy"].outcome == results["current_price_accuracy"].outcome == "failed"
    assert results.differing()["stock_match_ul"] == failed(DET)  # no row is left that the judge could be asked about


@pytest.mark.fault("sheets_6/F2")
def test_f2_one_row_with_a_gain_is_not_enough(tracker, grade):
    sheet = tracker()
    for row in sheet.stocks[1:]:
        row[GAIN] = None
    assert grade(sheet).differing() == {"gain_loss_accuracy": failed(FUZ)}


@pytest.mark.fault("sheets_6/F3")
def test_f3_the_page_must_state_the_date(tracker, grade):
    """Today's price typed as the past price: the page has it, but not for the date, so the judge answers null."""
    sheet = tracker()
    sheet.stocks[0][PAST], sheet.stocks[0][GAIN] = 168, -8
    sheet.answer("price_page", "2")
    sheet.answer("page_prices", {"PG": None})
    judge = Listener(sheet.rules)
    assert grade(sheet, judge=judge).differing() == {"past_price_accuracy": failed(LLM)}
    for key in ("price_page", "page_prices"):
        assert [("January 5, 2023" in question) for question in judge.questions(key)] == [True]


@pytest.mark.fault("sheets_6/F3")
def test_f3_the_page_confirms_the_right_date(tracker, grade):
    sheet = tracker()
    sheet.stocks[0][PAST], sheet.stocks[0][GAIN] = 175, -15
    sheet.answer("price_page", "2")
    sheet.answer("page_prices", {"PG": 176.5})
    judge = Listener(sheet.rules)
    results = grade(sheet, judge=judge)
    assert results.differing() == {}
    assert results["past_price_accuracy"].mechanism == LLM
    shown = [evidence for key, _, evidence in judge.heard if key == "page_prices"]
    assert len(shown) == 1
    assert "Price history" in shown[0]["page"]
    assert shown[0]["cells"] == "PG (PG): 175"


@pytest.mark.fault("sheets_6/F4")
def test_f4_numbers_typed_as_people_write_them(tracker, grade):
    sheet = tracker()
    rows = sheet.stocks
    rows[0][PAST] = "$153.00 (Jan 5, 2023)"
    rows[0][TOTAL] = "$8K"
    rows[1][PAST], rows[1][CURRENT] = "345,00 €", "380,00 €"
    rows[3][GAIN] = "$(180.00)"
    rows[4][PAST], rows[4][CURRENT], rows[4][GAIN] = "Rs. 2,560", "2.400,00 INR", "−160.00"
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F5")
def test_f5_dollars_at_the_rate_of_the_day(tracker, grade):
    sheet = tracker()
    row = sheet.stocks[1]
    row[PAST], row[CURRENT] = 345 * RATES["EUR"], 380 * RATES["EUR"]
    row[GAIN], row[TOTAL] = row[CURRENT] - row[PAST], row[CURRENT] * 50
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F5")
def test_f5_both_prices_of_a_row_in_one_currency(tracker, grade):
    """The past price in euros is right and says that the row is in euros, so the current one in dollars is not.

    No page is asked: one that gives it in dollars would not make the row agree with itself.
    """
    sheet = tracker()
    row = sheet.stocks[1]
    row[CURRENT] = 380 * RATES["EUR"]
    row[GAIN], row[TOTAL] = row[CURRENT] - row[PAST], row[CURRENT] * 50
    results = grade(sheet)
    assert results.differing() == {"current_price_accuracy": failed(FUZ)}
    assert "another currency" in results["current_price_accuracy"].reason


@pytest.mark.fault("sheets_6/F5")
def test_f5_total_and_chart_in_dollars(tracker, grade):
    """Prices stay in the listing's currency, totals and the chart are in dollars."""
    sheet = tracker(3)
    currency = {row["ticker"]: row["current_currency"] for row in sheet.quotes}
    for row in sheet.stocks:
        row[TOTAL] *= RATES[currency[row[TICKER]]]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F6")
def test_f6_a_snapshot_of_another_week_says_nothing_about_current_prices(tracker, grade):
    sheet = tracker()
    for row in sheet.quotes:
        row["as_of"] = "2026-04-20"
    sheet.answer("price_page", "no")
    assert grade(sheet).differing() == error("current_price_accuracy")


@pytest.mark.fault("sheets_6/F6")
def test_f6_of_several_snapshots_the_one_nearest_to_the_run_counts(tracker, grade):
    sheet = tracker()
    sheet.quotes += [row | {"as_of": "2026-05-20", "current_price": 9 * row["current_price"]} for row in sheet.quotes]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F7")
def test_f7_chart_from_a_helper_range_on_another_tab(tracker, grade):
    sheet = tracker()
    sheet.tabs["Chart data"] = [[], [], *([None, row[TICKER], row[TOTAL]] for row in sheet.grid)]
    sheet.charts = [chart("PIE", source(2, 8, 1, sheet=1), source(2, 8, 2, sheet=1))]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F7")
def test_f7_helper_range_in_another_order(tracker, grade):
    sheet = tracker()
    ordered = sorted(sheet.stocks, key=lambda row: row[TOTAL])
    sheet.tabs["Chart data"] = [[row[TICKER], row[TOTAL]] for row in (sheet.grid[0], *ordered)]
    sheet.charts = [chart("PIE", source(0, 6, 0, sheet=1), source(0, 6, 1, sheet=1))]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F7")
def test_f7_table_that_does_not_start_at_a1(tracker, grade):
    sheet = tracker()
    sheet.tabs["Sheet1"] = [["My stocks"], [], *([None, None, *row] for row in sheet.grid)]
    sheet.tables = [table(sheet.grid[2][2:], 5, row=2, column=2)]
    sheet.charts = [chart("PIE", source(2, 8, 2 + TICKER), source(2, 8, 2 + TOTAL))]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F7")
@pytest.mark.parametrize("headers", [{"headerCount": 0}, {}])
def test_f7_range_without_its_header(tracker, grade, headers):
    sheet = tracker(4)
    sheet.charts = [chart("LINE", source(1, 8, NAME), source(1, 8, TOTAL), **headers)]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F7")
def test_f7_open_ranges(tracker, grade):
    sheet = tracker()
    sheet.charts = [chart("PIE", source(0, None, TICKER), source(0, None, TOTAL))]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F8")
def test_f8_fractions_shown_as_rounded_percentages(tracker, grade):
    sheet = tracker(1)
    for row in sheet.stocks:
        row[PERCENT] = (row[PERCENT] / 100, "0%")
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F8")
def test_f8_gains_shown_as_rounded_percentages(tracker, grade):
    """4.6 % is shown as 5 %; the value behind it is right."""
    sheet = tracker()
    for row in sheet.stocks:
        row[GAIN] = ((row[CURRENT] - row[PAST]) / row[PAST], "0%")
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F9")
def test_f9_a_watchlist_before_the_portfolio(tracker, grade):
    sheet = tracker()
    sheet.tabs["Watchlist"] = [["Name", "Ticker"], ["Coty", "COTY"]]
    sheet.tables.insert(0, table(["Name", "Ticker"], 1, sheet=1, name="Watchlist"))
    sheet.more = [{"updateSheetProperties": {"properties": {"sheetId": 1, "index": 0}, "fields": "index"}}]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F9")
@pytest.mark.parametrize("word", ["Total", "TOTALS:", "Portfolio Total"])
def test_f9_totals_row_in_the_table(tracker, grade, word):
    sheet = tracker()
    sheet.grid.append([word, None, None, None, None, 250, sum(row[TOTAL] for row in sheet.stocks)])
    sheet.tables = [table(sheet.grid[0], 6)]
    sheet.charts = [chart("PIE", source(0, 7, NAME), source(0, 7, TOTAL))]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F10")
def test_f10_one_share_each(tracker, grade):
    sheet = tracker()
    for row in sheet.stocks:
        row[SHARES] = 1
    assert grade(sheet).differing() == {"shares_column": failed(FUZ)}


@pytest.mark.fault("sheets_6/F10")
def test_f10_empty_totals(tracker, grade):
    """The chart then has nothing to show either."""
    sheet = tracker()
    for row in sheet.stocks:
        row[TOTAL] = None
    assert grade(sheet).differing() == {
        "total_value_column": failed(FUZ),
        "chart_contains_stocks": failed(DET),
        "chart_shows_values": failed(DEP),
    }


@pytest.mark.fault("sheets_6/F11")
@pytest.mark.parametrize(
    ("header", "right"),
    [
        ("Value of 50 shares", True),
        ("Cost (50 shares)", True),
        ("50 Share Cost", True),
        ("250 shares", False),
        ("500 shares", False),
        ("shares at 50.5", False),
        ("50 stocks", False),
        ("150 shares", False),
    ],
)
def test_f11_share_count_in_a_header(tracker, grade, header, right):
    sheet = tracker()
    sheet.renamed(SHARES, header)
    assert grade(sheet).differing() == ({} if right else {"shares_column": failed(LLM)})


@pytest.mark.fault("sheets_6/F11")
def test_f11_thousands_comma(tracker, grade):
    sheet = tracker(3)
    sheet.renamed(SHARES, "Value of 1,000 shares")
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F12")
def test_f12_stock_holds_the_tickers(tracker, grade):
    """ "Company" is the longer keyword, so the names; "Stock" is left for the question about the ticker column."""
    sheet = tracker()
    sheet.renamed(NAME, "Company")
    sheet.renamed(TICKER, "Stock")
    sheet.answer("column_ticker", "1")
    judge = Listener(sheet.rules)
    assert grade(sheet, judge=judge).differing() == {}
    assert [evidence["headers"] for key, _, evidence in judge.heard if key == "column_ticker"] == ["1. Stock"]


@pytest.mark.fault("sheets_6/F12")
def test_f12_one_header_serves_one_column(tracker, grade):
    """Both missing columns are given the first unused header: it is gone when the second is asked for."""
    sheet = tracker()
    sheet.renamed(SHARES, "Count")
    sheet.renamed(TOTAL, "Worth")
    sheet.answer("column_*", "1")
    judge = Listener(sheet.rules)
    assert grade(sheet, judge=judge).differing() == {}
    offered = {key: evidence["headers"] for key, _, evidence in judge.heard if key.startswith("column_")}
    assert offered == {"column_shares": "1. Count\n2. Worth", "column_total": "1. Worth"}


@pytest.mark.fault("sheets_6/F13")
@pytest.mark.parametrize(
    ("instance", "row", "ticker", "mechanism"),
    [
        (2, 0, " pg ", DET),
        (2, 0, "NYSE:PG", FUZ),
        (2, 0, "NYSE: PG", FUZ),
        (5, 2, "SWX:RO", DET),
        (5, 2, "RO.SW", FUZ),
        (5, 2, "VTX:RO", FUZ),
        (1, 9, "KRX:005930", FUZ),
        (1, 9, "5930", FUZ),
        (3, 2, "HKG:1398", FUZ),
    ],
)
def test_f13_spellings_of_a_ticker(tracker, grade, instance, row, ticker, mechanism):
    sheet = tracker(instance)
    gold = sheet.stocks[row][TICKER]
    sheet.stocks[row][TICKER] = ticker
    results = grade(sheet)
    assert results.differing() == {}
    slug = "stock_match_" + "".join(char if char.isalnum() else "_" for char in gold.lower())
    assert results[slug].mechanism == mechanism


@pytest.mark.fault("sheets_6/F13")
@pytest.mark.parametrize("rate", [1, RATES["HKD"]])
@pytest.mark.parametrize(("ticker", "typed"), [("0700.HK", "700"), ("700.HK", "HKG:0700"), ("700", 700)])
def test_f13_another_listing_is_priced_by_its_own_quote(tracker, grade, ticker, typed, rate):
    """Tencent in Hong Kong instead of its American receipt: the company is right, the prices are those of Hong Kong.

    Its total may be in dollars too.
    """
    sheet = tracker(1)
    row = sheet.stocks[8]
    own = {"past_price": 400, "current_price": 500, "past_currency": "HKD", "current_currency": "HKD"}
    rates = {"usd_rate_past": RATES["HKD"], "usd_rate_current": RATES["HKD"]}
    sheet.quotes.append(sheet.quotes[8] | own | rates | {"ticker": ticker})
    row[TICKER], row[PAST], row[CURRENT], row[GAIN], row[TOTAL] = typed, 400, 500, 100, 50000 * rate
    total = sum(other[CURRENT] * 100 for other in sheet.stocks)
    for other in sheet.stocks:
        other[PERCENT] = 100 * other[CURRENT] * 100 / total
    results = grade(sheet)
    assert results.differing() == {}
    assert results["stock_match_tcehy"].mechanism == FUZ


@pytest.mark.fault("sheets_6/F13")
def test_f13_another_listing_without_a_quote_is_open(tracker, grade):
    sheet = tracker(1)
    sheet.stocks[8][TICKER] = "0700.HK"
    sheet.answer("price_page", "no")
    assert grade(sheet).differing() == error("past_price_accuracy", "current_price_accuracy")


@pytest.mark.fault("sheets_6/F14")
def test_f14_a_row_serves_one_stock(tracker, grade):
    """The judge takes the first free row for every stock that it is asked about: the second one gets the next row."""
    sheet = tracker()
    for row, ticker in zip(sheet.stocks[2:4], ("X1", "X2"), strict=True):
        row[NAME], row[TICKER] = f"Firm {ticker}", ticker
    sheet.answer("stock_row", "1")
    sheet.answer("price_page", "no")
    judge = Listener(sheet.rules)
    results = grade(sheet, judge=judge)
    offered = [evidence["rows"] for key, _, evidence in judge.heard if key == "stock_row"]
    assert offered == ["1. Firm X1 (X1)\n2. Firm X2 (X2)", "1. Firm X2 (X2)"]
    assert results["stock_match_ul"].mechanism == results["stock_match_el"].mechanism == LLM
    assert results.differing() == error("past_price_accuracy", "current_price_accuracy")


@pytest.mark.fault("sheets_6/F15")
def test_f15_the_ranking_is_that_of_the_date(tracker, grade, rubric):
    sheet = tracker(3)
    judge = Listener(sheet.rules)
    grade(sheet, judge=judge)
    questions = judge.questions("page_content")
    assert len(questions) == 2
    for question in questions:
        assert rubric.facts(3).date_label in question
        assert "banks" in question
        assert "archive of that date" in question
    shown = [evidence["table"] for key, _, evidence in judge.heard if key == "page_content"]
    assert all("Morgan Stanley" in text and "Total Value" in text for text in shown)


@pytest.mark.fault("sheets_6/F16")
@pytest.mark.parametrize("header", ["06/30/2023", "06-30-2023", "June 30 2023", "Closing Price", "Closing Price (USD)"])
def test_f16_the_dates_of_instance_1(tracker, grade, header):
    sheet = tracker(1)
    sheet.renamed(PAST, header)
    sheet.renamed(GAIN, "Profit/Loss")
    results = grade(sheet)
    assert results.differing() == {}
    assert results["past_price_column"].mechanism == results["gain_loss_column"].mechanism == DET


@pytest.mark.fault("sheets_6/F16")
def test_f16_a_date_with_more_words_is_for_the_judge(tracker, grade):
    sheet = tracker(1)
    sheet.renamed(PAST, "06/30/2023 price")
    sheet.answer("column_past", "1")
    results = grade(sheet)
    assert results.differing() == {}
    assert results["past_price_column"].mechanism == LLM


@pytest.mark.fault("sheets_6/F17")
def test_f17_the_list_is_the_benchmarks(tracker, grade):
    """Novo Nordisk may well have been larger than Amgen: the list stays as it is."""
    sheet = tracker(5)
    sheet.stocks[3][NAME], sheet.stocks[3][TICKER] = "Novo Nordisk", "NVO"
    assert grade(sheet).differing() == {
        "stock_match_amgn": failed(LLM),
        "past_price_accuracy": failed(FUZ),
        "current_price_accuracy": failed(FUZ),
    }


@pytest.mark.fault("sheets_6/F18")
def test_f18_a_letter_is_no_label(tracker, grade):
    """A to E are parts of names and tickers, but name no stock."""
    sheet = tracker()
    sheet.tabs["Chart data"] = [
        ["Label", "Value"],
        *([label, row[TOTAL]] for label, row in zip("ABCDE", sheet.stocks, strict=True)),
    ]
    sheet.charts = [chart("PIE", source(0, 6, 0, sheet=1), source(0, 6, 1, sheet=1))]
    assert grade(sheet).differing() == {"chart_contains_stocks": failed(FUZ), "chart_shows_values": failed(FUZ)}


@pytest.mark.fault("sheets_6/F18")
def test_f18_bank_of_china_is_part_of_another_name(tracker, grade):
    """Labelled by names, with both a Bank of China and an Agricultural Bank of China among the labels."""
    sheet = tracker(3)
    labels = [f"{row[NAME]} Ltd" for row in sheet.stocks]
    sheet.tabs["Chart data"] = [
        ["Label", "Value"],
        *([n, row[TOTAL]] for n, row in zip(labels, sheet.stocks, strict=True)),
    ]
    sheet.charts = [chart("BAR", source(0, 9, 0, sheet=1), source(0, 9, 1, sheet=1), headerCount=1)]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_6/F19")
@pytest.mark.parametrize(
    ("instance", "kind", "accepted"),
    [
        (1, "BAR", True),
        (1, "COLUMN", True),
        (1, "LINE", False),
        (3, "BAR", True),
        (3, "PIE", False),
        (4, "COLUMN", False),
    ],
)
def test_f19_the_kind_of_chart_is_the_instances(tracker, grade, instance, kind, accepted):
    sheet = tracker(instance)
    end = len(sheet.grid)
    values = source(0, end, PERCENT if instance == 1 else TOTAL)
    sheet.charts = [chart(kind, source(0, end, TICKER), values, headerCount=1)]
    differing = grade(sheet).differing()
    assert differing == (
        {}
        if accepted
        else {
            "chart_exists": failed(DET),
            "chart_contains_stocks": failed(DEP),
            "chart_shows_values": failed(DEP),
        }
    )


@pytest.mark.fault("sheets_6/F20")
@pytest.mark.parametrize("instance", POINTS)
def test_f20_a_plain_range_is_a_table(tracker, grade, instance):
    sheet = tracker(instance)
    sheet.plain()
    results = grade(sheet)
    assert results.differing() == {}
    assert "range" in str(results["stock_name_column"].evidence)


@pytest.mark.fault("sheets_6/F21")
@pytest.mark.parametrize(("column", "slug"), [(NAME, "stock_name_column"), (TICKER, "ticker_column")])
def test_f21_only_the_missing_column_fails(tracker, grade, column, slug):
    sheet = tracker()
    for row in sheet.grid:
        del row[column]
    sheet.tables = [table(sheet.grid[0], 5)]
    sheet.charts = [chart("PIE", source(0, 6, 0), source(0, 6, TOTAL - 1))]
    assert grade(sheet).differing() == {slug: failed(DET)}


@pytest.mark.fault("sheets_6/F21")
def test_f21_without_both_columns(tracker, grade):
    """Nothing says what a row is: the columns that are there stay right, the rest has no stock to look at."""
    sheet = tracker()
    for row in sheet.grid:
        del row[:2]
    sheet.tables = [table(sheet.grid[0], 5)]
    sheet.charts = [chart("PIE", source(0, 6, 0), source(0, 6, TOTAL - 2))]
    matches = {slug: failed(DEP) for slug in results_of(grade(tracker()), "stock_match_")}
    assert grade(sheet).differing() == {
        "stock_name_column": failed(DET),
        "ticker_column": failed(DET),
        "shares_column": failed(FUZ),
        "total_value_column": failed(FUZ),
        **matches,
        "past_price_accuracy": failed(DEP),
        "current_price_accuracy": failed(DEP),
        "gain_loss_accuracy": failed(DET),
        "chart_contains_stocks": failed(DEP),
        "chart_shows_values": failed(DEP),
    }


def results_of(results, prefix):
    return [slug for slug in results if slug.startswith(prefix)]


@pytest.mark.fault("sheets_6/F22")
def test_f22_unreadable_prices(tracker, grade):
    sheet = tracker()
    sheet.stocks[3][CURRENT] = "=1/0"
    assert grade(sheet).differing() == {
        "current_price_accuracy": failed(FUZ),
        "gain_loss_accuracy": failed(FUZ),
        "chart_shows_values": failed(DET),
    }


@pytest.mark.fault("sheets_6/F22")
def test_f22_unreadable_chart(tracker, grade):
    """A chart of an empty range."""
    sheet = tracker()
    sheet.charts = [chart("PIE", source(30, 35, TICKER), source(30, 35, TOTAL))]
    assert grade(sheet).differing() == {"chart_contains_stocks": failed(DET), "chart_shows_values": failed(DEP)}


@pytest.mark.fault("sheets_6/F22")
def test_f22_visited_pages_that_do_not_exist(tracker, grade):
    """Empty traces and blank sheets stand in test_mutations. A page that is not there is the agent's choice of page."""
    sheet = tracker()
    sheet.pages = {}
    assert grade(sheet).differing() == error("stock_info_website", "price_data_source")
    sheet.pages = {RANKING: 404, HISTORY: 410}
    assert grade(sheet).differing() == {"stock_info_website": failed(WEB), "price_data_source": failed(WEB)}
