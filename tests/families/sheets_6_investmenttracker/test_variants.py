"""Odd but legitimate trackers: what a careful person would grade them, and why."""

from __future__ import annotations

import pytest

from .building import (
    CURRENT,
    DEP,
    DET,
    FUZ,
    GAIN,
    HEADERS,
    LLM,
    NAME,
    PAST,
    PERCENT,
    SHARES,
    TICKER,
    TOTAL,
    chart,
    failed,
    source,
    table,
)


def test_blank_rows_in_a_formal_table(tracker, grade):
    """A table may have rows that nobody filled; they are no stocks."""
    sheet = tracker()
    sheet.grid.insert(3, [None] * 7)
    sheet.grid.append([None] * 7)
    sheet.tables = [table(sheet.grid[0], 7)]
    sheet.charts = [chart("PIE", source(0, 8, TICKER), source(0, 8, TOTAL))]
    assert grade(sheet).differing() == {}


def test_blank_row_ends_a_plain_range(tracker, grade):
    """What stands below a blank row is another block: a person sees two tables, the second without headers."""
    sheet = tracker()
    sheet.plain()
    sheet.grid.insert(4, [])
    sheet.charts = [chart("PIE", source(0, 7, TICKER), source(0, 7, TOTAL))]
    assert grade(sheet).differing() == {
        "stock_match_el": failed(DET),
        "stock_match_hindunilvr": failed(DET),
        "past_price_accuracy": failed(FUZ),
        "current_price_accuracy": failed(FUZ),
        "chart_contains_stocks": failed(FUZ),
        "chart_shows_values": failed(FUZ),
    }


def test_table_on_the_second_tab_below_a_title(tracker, grade):
    """The first tab is a cover sheet; the plain range is found by its headers wherever it stands."""
    sheet = tracker()
    rows = [["My portfolio"], [], *([None, *row] for row in sheet.grid)]
    sheet.plain()
    sheet.tabs = {"Cover": [["Stock tracker"], ["Made in March"]], "Data": rows}
    sheet.charts = [chart("PIE", source(2, 8, 1 + TICKER, sheet=1), source(2, 8, 1 + TOTAL, sheet=1))]
    sheet.more = [
        {"mergeCells": {"range": area(1, 0, 1, 0, 8), "mergeType": "MERGE_ALL"}},
    ]
    assert grade(sheet).differing() == {}


def area(sheet, row, end_row, column, end_column):
    return {
        "sheetId": sheet,
        "startRowIndex": row,
        "endRowIndex": end_row,
        "startColumnIndex": column,
        "endColumnIndex": end_column,
    }


def test_totals_row_below_a_plain_range(tracker, grade):
    """The totals row belongs to the range, but is no stock; nor is it a slice of the pie that anyone would miss."""
    sheet = tracker()
    sheet.plain()
    sheet.grid.append(["Total:", None, None, None, None, 250, "=SUM(G2:G6)"])
    assert grade(sheet).differing() == {}


@pytest.mark.parametrize(
    "label", ["Total Portfolio Value", "Overall total:", "Total (USD)", "Portfolio summary", "Source: Yahoo Finance"]
)
def test_other_words_for_totals(tracker, grade, label):
    """A label that says what it is the total of, or the line of a source, is the name of no stock."""
    sheet = tracker()
    sheet.plain()
    sheet.grid.append([label, None, None, None, None, None, "=SUM(G2:G6)"])
    assert grade(sheet).differing() == {}


def test_shares_merged_over_all_rows(tracker, grade):
    """One cell with the share count, merged over all rows, says it of every row."""
    sheet = tracker()
    sheet.plain()
    for row in sheet.stocks[1:]:
        row[SHARES] = None
    sheet.more = [{"mergeCells": {"range": area(0, 1, 6, SHARES, SHARES + 1), "mergeType": "MERGE_ALL"}}]
    assert grade(sheet).differing() == {}


def test_formulas(tracker, grade):
    """Values count, not how they came about."""
    sheet = tracker()
    for number, row in enumerate(sheet.stocks, 2):
        row[GAIN], row[TOTAL] = f"=D{number}-C{number}", f"=D{number}*F{number}"
    assert grade(sheet).differing() == {}


def test_numbers_as_text(tracker, grade):
    """Prices typed as text are still the right prices."""
    sheet = tracker()
    for row in sheet.stocks:
        row[PAST], row[CURRENT] = f"${row[PAST]:,.2f}", f"${row[CURRENT]:,.2f}"
        row[GAIN], row[SHARES] = f"{row[GAIN]:+,.2f}", "50 shares"
        row[TOTAL] = f"${row[TOTAL]:,.2f}"
    assert grade(sheet).differing() == {}


def test_german_separators(tracker, grade):
    sheet = tracker()
    for row in sheet.stocks:
        for column in (PAST, CURRENT, TOTAL):
            row[column] = f"{row[column]:,.2f} €".translate(str.maketrans(",.", ".,"))
        row[GAIN] = f"{row[GAIN]:.2f}".replace(".", ",").replace("-", "−")
    assert grade(sheet).differing() == {}


@pytest.mark.parametrize("of", ["percent", "holding"])
def test_gain_in_percent_or_of_the_whole_holding(tracker, grade, of):
    """The rubric asks for the gain of each stock; per share, per holding and relative are all answers."""
    sheet = tracker()
    for row in sheet.stocks:
        change = row[CURRENT] - row[PAST]
        row[GAIN] = change * 50 if of == "holding" else round(100 * change / row[PAST], 2)
    assert grade(sheet).differing() == {}


def test_hidden_columns(tracker, grade):
    """The columns are there; hiding the share count is a matter of taste."""
    sheet = tracker()
    dimension = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": SHARES, "endIndex": SHARES + 1}
    hidden = {"range": dimension, "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}
    sheet.more = [{"updateDimensionProperties": hidden}]
    assert grade(sheet).differing() == {}


def test_unicode_names(tracker, grade):
    """Names without tickers: curly quotes, missing accents, full-width letters and legal forms are the same company."""
    sheet = tracker()
    for row, name in zip(
        sheet.stocks,
        [
            "Ｐrocter & Gamble Co.",
            "L’Oréal S.A.",
            "UNILEVER PLC",
            "Estee Lauder (The Companies)",
            "Hindustan Unilever\u00a0Ltd.",
        ],
        strict=True,
    ):
        row[NAME], row[TICKER] = name, None
    sheet.charts = [chart("PIE", source(0, 6, NAME), source(0, 6, TOTAL))]
    results = grade(sheet)
    assert results.differing() == {}
    assert {results[slug].mechanism for slug in results if slug.startswith("stock_match")} == {FUZ}


def test_company_known_to_the_judge_only(tracker, grade):
    sheet = tracker()
    sheet.stocks[0][NAME], sheet.stocks[0][TICKER] = "P&G", "-"
    sheet.answer("stock_row", "1")
    results = grade(sheet)
    assert results.differing() == {}
    assert results["stock_match_pg"].mechanism == LLM


def test_headers_over_two_lines_and_with_units(tracker, grade):
    """Line breaks, hard blanks, capitals and one unit in brackets do not change what a header says."""
    sheet = tracker()
    headers = [
        "COMPANY",
        "Ticker\nSymbol",
        "Past\u00a0Price (USD)",
        "Current  price ($)",
        "Gain/Loss [USD]",
        "Quantity",
        "Value",
    ]
    for column, header in enumerate(headers):
        sheet.renamed(column, header)
    results = grade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == ["page_content", "page_content"]


def test_more_columns_than_asked_for(tracker, grade):
    sheet = tracker()
    for row, more in zip(sheet.grid, ["Notes", *"abcde"], strict=True):
        row.insert(2, more)
    sheet.tables = [table(sheet.grid[0], 5)]
    sheet.charts = [chart("PIE", source(0, 6, TICKER), source(0, 6, TOTAL + 1))]
    assert grade(sheet).differing() == {}


def test_more_stocks_than_asked_for(tracker, grade):
    """A sixth company does not make the five wrong, but its row has to be right in itself, and it is in the chart."""
    sheet = tracker()
    sheet.grid.append(["Nestlé", "NESN.SW", 100, 110, 10, 50, 5500])
    sheet.tables = [table(sheet.grid[0], 6)]
    sheet.charts = [chart("PIE", source(0, 7, TICKER), source(0, 7, TOTAL))]
    assert grade(sheet).differing() == {}
    sheet.stocks[5][TOTAL] = 7000
    assert grade(sheet).differing() == {"total_value_column": failed(FUZ), "chart_shows_values": failed(FUZ)}


def test_a_stock_twice(tracker, grade):
    """It is listed, but no one can tell which of its two slices is meant."""
    sheet = tracker()
    sheet.grid.append(list(sheet.stocks[0]))
    sheet.tables = [table(sheet.grid[0], 6)]
    sheet.charts = [chart("PIE", source(0, 7, TICKER), source(0, 7, TOTAL))]
    assert grade(sheet).differing() == {"chart_contains_stocks": failed(DET), "chart_shows_values": failed(DEP)}


def test_two_charts(tracker, grade):
    """A column chart stands before the pie that the task asks for: the pie counts."""
    sheet = tracker()
    sheet.charts.insert(0, chart("COLUMN", source(0, 6, TICKER), source(0, 6, GAIN), headerCount=1))
    assert grade(sheet).differing() == {}


def test_chart_on_a_sheet_of_its_own(tracker, grade):
    sheet = tracker()

    def moved(raw):
        charts = raw["sheets"][0].pop("charts")
        raw["sheets"].append(
            {"properties": {"sheetId": 77, "title": "Chart1", "index": 1, "sheetType": "OBJECT"}, "charts": charts}
        )

    sheet.edit = moved
    assert grade(sheet).differing() == {}


def test_chart_with_a_series_for_each_stock(tracker, grade):
    """A line for each stock over several days; the last value of each is what it is worth now."""
    sheet = tracker(4)
    days = [["Day", *(row[NAME] for row in sheet.stocks)]]
    days += [
        [f"Day {day}", *(row[TOTAL] * factor for row in sheet.stocks)] for day, factor in ((1, 0.8), (2, 0.9), (3, 1))
    ]
    sheet.tabs["History"] = days
    lines = [source(0, 4, column, sheet=1) for column in range(1, 8)]
    sheet.charts = [chart("LINE", source(0, 4, 0, sheet=1), *lines, headerCount=1)]
    assert grade(sheet).differing() == {}


def test_chart_from_rows_instead_of_columns(tracker, grade):
    """Labels in one row, values in the next: paired by column."""
    sheet = tracker()
    sheet.tabs["Chart data"] = [[row[TICKER] for row in sheet.stocks], [row[TOTAL] for row in sheet.stocks]]
    rows = [{"sourceRange": {"sources": [area(1, row, row + 1, 0, 5)]}} for row in (0, 1)]
    sheet.charts = [chart("PIE", *rows)]
    assert grade(sheet).differing() == {}


def test_chart_labels_with_name_and_ticker(tracker, grade):
    sheet = tracker()
    sheet.tabs["Chart data"] = [
        ["Label", "Share"],
        *([f"{row[NAME]} ({row[TICKER]})", row[TOTAL]] for row in sheet.stocks),
    ]
    sheet.charts = [chart("PIE", source(0, 6, 0, sheet=1), source(0, 6, 1, sheet=1))]
    assert grade(sheet).differing() == {}


def test_bar_chart_of_dollars_where_shares_are_asked_for(tracker, grade):
    """Only a pie shows shares by itself: bars of dollars are not percentages."""
    sheet = tracker(1)
    sheet.charts = [chart("BAR", source(0, 11, TICKER), source(0, 11, TOTAL), headerCount=1)]
    assert grade(sheet).differing() == {"chart_shows_values": failed(FUZ)}


def test_bar_chart_of_shares_where_dollars_are_asked_for(tracker, grade):
    sheet = tracker(3)
    total = sum(row[TOTAL] for row in sheet.stocks)
    sheet.tabs["Chart data"] = [["Bank", "Share"], *([row[TICKER], 100 * row[TOTAL] / total] for row in sheet.stocks)]
    sheet.charts = [chart("BAR", source(0, 9, 0, sheet=1), source(0, 9, 1, sheet=1), headerCount=1)]
    assert grade(sheet).differing() == {"chart_shows_values": failed(FUZ)}


def test_chart_lacks_a_stock(tracker, grade):
    sheet = tracker()
    sheet.charts = [chart("PIE", source(0, 5, TICKER), source(0, 5, TOTAL))]
    assert grade(sheet).differing() == {"chart_contains_stocks": failed(FUZ), "chart_shows_values": failed(FUZ)}


def test_visited_twice_is_asked_once(tracker, grade):
    sheet = tracker()
    sheet.visited = [*sheet.visited, *sheet.visited]
    results = grade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == ["page_content", "page_content"]


def test_one_page_has_everything(tracker, grade):
    """Once both kinds of page are found, no further page is asked about."""
    sheet = tracker()
    sheet.answer("page_content", {"ranking": True, "prices": True})
    results = grade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == ["page_content"]


def test_percentages_as_fractions_only_if_they_are_shares_of_one(tracker, grade):
    """Half of each fraction adds up to 0.5, which is no share of a whole."""
    sheet = tracker(1)
    for row in sheet.stocks:
        row[PERCENT] /= 200
    assert grade(sheet).differing() == {"chart_shows_values": failed(FUZ)}


def test_headers_of_a_table_that_the_response_does_not_name(tracker, grade):
    """`columnProperties` may be absent: the first row of the range then has the headers."""
    sheet = tracker()
    sheet.edit = lambda raw: raw["sheets"][0]["tables"][0].pop("columnProperties")
    assert grade(sheet).differing() == {}
    assert sheet.grid[0] == HEADERS
