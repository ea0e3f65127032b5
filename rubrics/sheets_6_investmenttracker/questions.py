"""What the judge is asked."""

from pytest_knows.checks.matching import ask_which
from pytest_knows.judge.schema import BOOLEAN, NUMBER, fields, or_null

EXCERPT = 15_000
"""Characters of a page that a question shows; of a longer page, the parts that speak of the stocks."""


def ask_about_page(judge, facts, table, text):
    """{"ranking": bool, "prices": bool} of one page."""
    question = (
        f"A stock table and the text of a web page are given. (ranking) Does the page rank the largest {facts.sector} "
        f"companies by market value as of {facts.date_label}, in agreement with the stocks of the table? A present-day "
        "ranking counts only if the page is an archive of that date or lets one select it. (prices) Does the page "
        f"give the prices of these stocks for {facts.date_label}, in agreement with the table? About three quarters "
        'agreeing is enough for either. Answer {"ranking": true or false, "prices": true or false}.'
    )
    said = fields(ranking=BOOLEAN, prices=BOOLEAN)
    return judge.extract("page_content", question, said, evidence={"table": table, "page": text})


def ask_for_prices(judge, facts, which, doubtful, texts):
    """Ticker -> price that a visited page states; the judge chooses the page, then reads it. Empty: no such page.

    `doubtful` are the prices to look up, `texts` address -> text of the visited pages.
    """
    when = facts.date_label if which == "past" else "now, as the latest quotes"
    cells = "\n".join(f"{entry.stock.ticker} ({entry.row}): {entry.number.raw}" for entry in doubtful)
    asked = f"Which of the numbered addresses should hold the prices of the listed stocks ({when})? "
    url = ask_which(judge, "price_page", f"{asked}Answer its number, or no.", list(texts), str, stocks=cells)
    if url is None:
        return {}
    tickers = [entry.stock.ticker for entry in doubtful]
    found = judge.extract(
        "page_prices",
        f"Give the price that the page states for each listed stock, {when}, in the currency of its cell. Only a price "
        "that the page states for that very date, or as a current quote if the latest is asked for; else null. "
        "Answer a JSON object from ticker to number or null.",
        fields(dict.fromkeys(tickers, or_null(NUMBER))),
        evidence={"page": texts[url], "cells": cells},
    )
    return {ticker: found.get(ticker) for ticker in tickers}


def ask_for_row(judge, stock, rows):
    question = (
        f"Which of the numbered rows of a stock table is the company {stock.name} ({stock.ticker}), be it under "
        "another name or listing? Answer the row's number, or no if none of them is the same company."
    )
    return ask_which(judge, "stock_row", question, rows, lambda row: f"{row.text('name')} ({row.text('ticker')})")
