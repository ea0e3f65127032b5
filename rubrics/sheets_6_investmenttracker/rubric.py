"""A stock tracker: the largest companies of a sector, their prices then and now, and a chart of the holdings."""

from pytest_knows.checks import charts, tables
from pytest_knows.checks.matching import Rule, match_rows
from pytest_knows.checks.quantifiers import Attempt, every, some
from pytest_knows.checks.rows import named_rows
from pytest_knows.checks.securities import spellings
from pytest_knows.checks.values.number import find
from pytest_knows.checks.words import mentions
from pytest_knows.errors import DamagedEvidence
from pytest_knows.judge import require_judge
from pytest_knows.rubric import decided_by, fail, located, show, step
from pytest_knows.scoring import Mechanism

from .prices import priced, usd_rate
from .questions import EXCERPT, ask_about_page, ask_for_prices, ask_for_row
from .stocks import accepted_listing, quoted, same_name, same_ticker  # noqa: F401 - `quoted` is a hook
from .worth import check_shown

NAMING = ("ticker", "name")
NO_TABLE = "the spreadsheet has no table"
TOTAL, GAIN = 0.01, 0.05
"""Relative tolerances of totals and gains, both against the sheet's own prices."""

# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, facts.more_keywords)


@located(title="a table")
def table(sheet, wanted):
    return tables.best_table(sheet, wanted)


@located
def columns(table, wanted, judge):
    return tables.Columns(table.headers, wanted, judge)


@located
def holdings(table, columns, facts):
    """The stock rows."""
    return named_rows(table, columns, NAMING, facts.total_words)


@located(title="a column of tickers or names")
def matches(holdings, columns, facts, judge):
    """Ticker of each wanted stock -> the attempt to find its row."""
    if not any(columns.open(name) or columns.find(name) for name in NAMING):
        return None
    by_ticker, by_name = map(columns.open, NAMING)
    rules = [
        Rule(mechanism=Mechanism.DETERMINISTIC, same=same_ticker, open=by_ticker),
        Rule(mechanism=Mechanism.FUZZY_MATCH, same=accepted_listing, open=by_ticker),
        Rule(mechanism=Mechanism.FUZZY_MATCH, same=same_name, open=by_name),
    ]
    stocks = {stock.ticker: stock for stock in facts.stocks}
    return match_rows(
        stocks, holdings.sure, rules, lambda stock, rows: ask_for_row(judge, stock, rows), doubt=holdings.doubt
    )


@located(title="any of the stocks")
def listed(matches):
    anything = any(match.open or match.known.row for match in matches.values())
    return matches if anything else None


@located
def find_quote(quotes, facts, today):
    """A function from a listing's spellings to its quote; a current price of another week is left out."""

    def find(tickers):
        return quotes.find(tickers, label=facts.quotes_label, day=today, within_days=facts.quote_days)

    return find


@located(title="the price column")
def price_column(which, columns):
    return columns.find(which)


@located(title="the current price column")
def current_column(columns):
    return columns.find("current")


@located(title="the past price column")
def past_column(columns):
    return columns.find("past")


@located(title="the gain/loss column")
def gain_column(columns):
    return columns.find("gain")


# -- 1: the columns ----------------------------------------------------------------------------------------------------


def found_column(columns, name):
    """The column, for a step of its own; the step fails if the table has none."""
    assert columns is not None, NO_TABLE
    return columns.required(name)


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(column, columns: object | None, table: object | None):
    found = found_column(columns, column)
    show("column", f"{found.header!r} of {table}")


def names_count(header, shares):
    """The word and the very number, as in "Value of 1,000 shares"."""
    return mentions(header, ("share", "shares")) and any(found.value == shares for found in find(header))


@step(category="structural_check", mechanism="deterministic", needs=["judge"], title="Shares column")
def shares_column(columns: object | None, holdings: object | None, facts):
    assert columns is not None, NO_TABLE
    headed = not columns.by_keyword("shares") and any(names_count(header, facts.shares) for header in columns.headers)
    mechanism = Mechanism.DETERMINISTIC if headed else found_column(columns, "shares").mechanism

    def right_count(holding):
        count = holding.number("shares")
        assert count is not None, "no number"
        assert count.within(facts.shares), f"{count}, expected {facts.shares}"

    decided_by(Mechanism.FUZZY_MATCH)
    every(holdings.sure, (lambda _: True) if headed else right_count, doubt=holdings.doubt)
    decided_by(mechanism)


@step(category="structural_check", mechanism="deterministic", needs=["judge"], title="Total value column")
def total_value_column(columns: object | None, holdings: object | None, matches: object | None, facts, find_quote):
    mechanism = found_column(columns, "total").mechanism

    def right_total(holding):
        total = holding.number("total")
        assert total is not None, "no number"
        price = holding.number("current")
        if price is None or total.within(price.value * facts.shares, relative=TOTAL):
            return
        rate = usd_rate(holding, facts.stocks, matches or {}, find_quote) or 1
        assert total.within(price.value * facts.shares * rate, relative=TOTAL), f"{total}, the price is {price}"

    decided_by(Mechanism.FUZZY_MATCH)
    every(holdings.sure, right_total, doubt=holdings.doubt)
    decided_by(mechanism)


# -- 2: the stocks and their prices ------------------------------------------------------------------------------------


@step(category="information_retrieval", needs=["judge"])
def stock_match(ticker, matches):
    match = matches[ticker].get()
    decided_by(match.mechanism)
    assert match.row is not None, f"{ticker} is in no row"


@located(title="the price column, or any of the stocks,")
def prices(which, price_column, listed, facts, find_quote):
    """Of each wanted stock, what the sheet says it cost and what it should say."""
    return {
        stock.ticker: Attempt(lambda stock=stock: priced(which, price_column, stock, listed[stock.ticker], find_quote))
        for stock in facts.stocks
    }


@located
def prices_on_page(which, prices, texts, judge, facts):
    """What a visited page says about the prices that the quotes do not confirm; None if that can change nothing."""
    known = [price.known for price in prices.values() if price.open is None]
    doubtful = [price for price in known if not price.confirmed]
    read = {url: text.known for url, text in texts.items() if text.known}
    if not doubtful or not read or any(price.hopeless for price in known):
        return None
    return Attempt(lambda: ask_for_prices(judge, facts, which, doubtful, read))


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge"])
def price_accuracy(prices, prices_on_page: object | None):
    def right_price(ticker):
        price = prices[ticker].get()
        asked = prices_on_page is not None and not price.confirmed
        price.check(prices_on_page.get().get(ticker) if asked else None)

    if prices_on_page is not None:
        decided_by(Mechanism.LLM_VLM_JUDGEMENT)
    every(prices, right_price, name=str)


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge"], title="Gain or loss")
def gain_loss_accuracy(gain_column, past_column, current_column, holdings, facts):
    if not holdings.sure and holdings.doubt is None:
        fail("the table has no stock row", Mechanism.DETERMINISTIC)

    def right_gain(holding):
        gain, past, current = (holding.number(column) for column in (gain_column, past_column, current_column))
        assert None not in (gain, past, current), "not three numbers"
        change = current.value - past.value
        accepted = [(change, 0.01), (change * facts.shares, 0.01)]
        if past.value:
            accepted += [(change / past.value, 0.0005), (100 * change / past.value, 0.01)]
        right = any(gain.within(value, relative=GAIN, absolute=slack) for value, slack in accepted)
        assert right, f"{gain}, the prices are {past} and {current}"

    every(holdings.sure, right_gain, doubt=holdings.doubt)


# -- 3: the visited pages ----------------------------------------------------------------------------------------------


@located
def texts(trace, pages, facts):
    """Address -> text of each visited page that has one, or what is wrong with it. Empty without a trace."""
    words = [word for stock in facts.stocks for word in (stock.ticker, stock.name)]
    found = [(url, pages.get(url)) for url in (trace.distinct() if trace.recorded else ())]
    read = {url: Attempt(lambda page=page: page.excerpt(words, EXCERPT)) for url, page in found if page is not None}
    return {url: text for url, text in read.items() if text.open or text.known}


@located
def page_answers(table, texts, facts, judge):
    """The judge's answers about the visited pages in order, until both kinds of page are found."""
    answers = []
    for text in texts.values():
        answers.append(Attempt(lambda text=text: ask_about_page(judge, facts, table.as_text(), text.get())))
        given = [answer.known for answer in answers if answer.known]
        if all(any(answer[kind] is True for answer in given) for kind in ("ranking", "prices")):
            break
    return answers


@step(category="web_visit_check", needs=["judge"], judge_primary=True)
def page_visited(shows, table: object | None, trace, pages, texts, page_answers: object | None, judge):
    assert table is not None, NO_TABLE
    assert trace.urls, "no page was visited"
    if not texts:
        recorded = [pages.get(url) for url in trace.distinct()]
        assert not all(page is not None and page.dead for page in recorded), "none of the visited pages exists"
        require_judge(judge, "page_content")
        raise DamagedEvidence(f"no text was recorded of any of the {len(recorded)} visited pages")
    decided_by(Mechanism.LLM_VLM_JUDGEMENT)
    seen = some(Attempt(lambda answer=answer: answer.get()[shows] is True) for answer in page_answers)
    assert seen, f"no visited page shows the {shows}"


# -- 4: the chart ------------------------------------------------------------------------------------------------------


@located(title="a chart of the wanted kind")
def chart(sheet, facts):
    return charts.first_chart(sheet, facts.chart_kinds)


@step(category="structural_check", mechanism="deterministic", title="Chart")
def chart_exists(chart: object | None, facts):
    assert chart is not None, f"no {facts.chart_kind} on any tab"


@located(title="a stock row")
def rows(holdings):
    if holdings.doubt is not None:
        raise holdings.doubt
    return holdings.sure or None


@located
def names(rows):
    """Row number -> (ticker in its spellings, name), as far as the columns can be told."""
    return {place: (spellings(row.known("ticker")), row.known("name")) for place, row in enumerate(rows)}


@located(title="a label and a value in the chart's ranges")
def points(sheet, chart, names, facts):
    """What the chart shows: a series for each stock, or a point for each."""
    by_series = charts.series_points(sheet, chart)
    if len(charts.pair_labels([point.label for point in by_series], names)) >= facts.count:
        return by_series
    found = [point for point in charts.points(sheet, chart) if not tables.is_total(point.label, facts.total_words)]
    return found if any(point.value for point in found) else None


@located
def repeated(points, names):
    """A stock or label that stands twice, so that nothing tells which is meant."""
    stocks = [tickers[-1] if tickers else name for tickers, name in names.values()]
    return charts.repeated(stocks) or charts.repeated(point.label for point in points)


@located(title="a chart of which it is clear what stands for which stock")
def labelled(points, names, repeated: object | None):
    """Row number -> its point."""
    if repeated is not None:
        return None
    return {row: points[place] for row, place in charts.pair_labels([p.label for p in points], names).items()}


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge"], title="Chart shows every stock")
def chart_contains_stocks(
    chart, rows, points: object | None, repeated: object | None, labelled: object | None, columns, facts
):
    if points is None:
        fail(f"no labels or values can be read from the {chart}", Mechanism.DETERMINISTIC)
    if labelled is None:
        fail(f"{repeated!r} stands twice", Mechanism.DETERMINISTIC)
    if len(labelled) < facts.count:
        decide_names(columns)
    assert len(labelled) >= facts.count, f"the labels name {len(labelled)} of the {len(rows)} stocks, not {facts.count}"


def decide_names(columns):
    """Raises what keeps the names or tickers from being known, if anything does."""
    for name in NAMING:
        columns.find(name)


@step(category="information_retrieval", mechanism="fuzzy_match", needs=["judge"], title="Chart values")
def chart_shows_values(labelled, current_column, rows, points, columns, matches, facts, find_quote):
    prices = [row.number(current_column) for row in rows]
    if None in prices:
        fail(f"no current price in the row of {rows[prices.index(None)]}", Mechanism.DETERMINISTIC)
    if len(labelled) < max(len(rows), facts.count):
        decide_names(columns)
        fail(f"{len(labelled)} values are those of a stock, of {max(len(rows), facts.count)}")
    values = [price.value * facts.shares for price in prices]
    shown = [labelled[place].value for place in range(len(rows))]

    def rate_of(place):
        return usd_rate(rows[place], facts.stocks, matches, find_quote)

    check_shown(shown, values, rate_of, [point.value.value for point in points if point.value], facts)
