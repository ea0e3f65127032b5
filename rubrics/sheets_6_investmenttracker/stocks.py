"""Which row is which stock, and which listing of it."""

from pytest_knows.checks.securities import listing, plain_company, spellings


def listings(stock):
    """The stock's listings, each in all its spellings; first the one that the task's list names."""
    return [(stock.ticker, *stock.get("same", ())), *stock.get("others", ())]


def listing_used(row, stock):
    """The row's listing; one that is not known as it is written, the list's own where the cell has no ticker."""
    ticker = row.text("ticker")
    own = listings(stock)[0]
    return listing(ticker, listings(stock)) or (spellings(ticker) if any(map(str.isalnum, ticker)) else own)


def same_ticker(row, stock):
    return row.text("ticker").upper() == stock.ticker.upper()


def accepted_listing(row, stock):
    return listing(row.text("ticker"), listings(stock)) is not None


def same_name(row, stock):
    return plain_company(row.text("name")) == plain_company(stock.name)


def quoted(facts):
    """The listings of a price snapshot: ticker, the symbol that quote services know, the date of the past price."""
    for stock in facts.stocks:
        yield stock.ticker, stock.get("symbol", stock.ticker), facts.quotes_label
        for spelling, *_ in stock.get("others", ()):
            yield spelling, spelling, facts.quotes_label
