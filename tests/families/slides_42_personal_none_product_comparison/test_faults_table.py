"""Faults of the reference grader in the table and the advice: one test each, with the right behaviour."""

import pytest
from familykit import failed, missing_dependency

from .building import (
    CATEGORIES,
    CODINGS,
    DET,
    GIFTS,
    GREEN,
    LLM,
    RED,
    SAID,
    STRUCT,
    YELLOW,
    element,
    full_deck,
    ranks,
    rule,
    rules,
)

NAMES = GIFTS[1][1]


def cells(raw, row):
    return element(raw, "slide_7_table")["table"]["tableRows"][row]["tableCells"]


def rewrite(row, *texts):
    """An edit that gives the cells of a row other texts."""

    def edit(raw):
        for cell, text in zip(cells(raw, row), texts, strict=True):
            run = next(part["textRun"] for part in cell["text"]["textElements"] if "textRun" in part)
            run["content"] = text + "\n"

    return edit


@pytest.mark.fault("slides_42/F1")
def test_a_heading_across_all_columns(shop):
    """It is no row, and no reason to give up; it may stand above the header, too."""
    deck = full_deck()
    for place in (3, 0):
        deck.table.add_row(place, ["For every day", "", ""])
    for place in (0, 4):
        spot = {"rowIndex": place, "columnIndex": 0}
        span = {"location": spot, "rowSpan": 1, "columnSpan": 3}
        deck.table.more.append({"mergeTableCells": {"objectId": "slide_7_table", "tableRange": span}})
    assert shop.lost(deck) == {}


@pytest.mark.fault("slides_42/F1")
def test_a_cell_over_two_columns(shop):
    """It gives its text and its colour to both: a tie of the second and the third."""
    deck = full_deck()
    deck.table.rows[1][1:] = ["Battery life: 17 h", ""]
    span = {"location": {"rowIndex": 1, "columnIndex": 1}, "rowSpan": 1, "columnSpan": 2}
    deck.table.more.append({"mergeTableCells": {"objectId": "slide_7_table", "tableRange": span}})
    assert shop.lost(deck, rules(1, ranks(1, 0, [1, 2, 2]))) == {}
    assert shop.lost(deck, rules(1, ranks(1, 0, [1, 2, 3]))) == failed(LLM, "coding_1")


@pytest.mark.fault("slides_42/F4")
@pytest.mark.parametrize(
    "colours",
    [
        ((0.204, 0.659, 0.325), (0.984, 0.737, 0.016), (0.918, 0.263, 0.208)),
        ((0, 0.502, 0), (1, 0.949, 0.8), (0.957, 0.8, 0.8)),
        ((0.851, 0.918, 0.827), (0.984, 0.737, 0.016), (0.8, 0, 0)),
    ],
)
def test_the_greens_yellows_and_reds_of_real_tables(shop, colours):
    def repaint(raw):
        for row in range(1, 6):
            for cell, rank in zip(cells(raw, row), SAID[row - 1][1], strict=True):
                channels = dict(zip(("red", "green", "blue"), colours[rank - 1], strict=True))
                fill = cell["tableCellProperties"]["tableCellBackgroundFill"]["solidFill"]
                fill["color"] = {"rgbColor": channels}

    assert shop.lost(shop.edited(repaint)) == {}


@pytest.mark.fault("slides_42/F4")
def test_colours_of_the_text(shop):
    """Where the cells are white, the colour of all their text counts."""

    def repaint(raw):
        for row in range(1, 6):
            for cell, rank in zip(cells(raw, row), SAID[row - 1][1], strict=True):
                del cell["tableCellProperties"]["tableCellBackgroundFill"]
                channels = dict(zip(("red", "green", "blue"), (GREEN, YELLOW, RED)[rank - 1], strict=True))
                for part in cell["text"]["textElements"]:
                    if "textRun" in part:
                        part["textRun"]["style"]["foregroundColor"] = {"opaqueColor": {"rgbColor": channels}}

    assert shop.lost(shop.edited(repaint)) == {}


@pytest.mark.fault("slides_42/F5")
def test_a_cell_without_a_colour(shop):
    """It is not the best; a row without colours is no tie."""
    deck = full_deck()
    deck.table.fills.pop((1, 0))
    for column in range(3):
        deck.table.fills.pop((2, column))
    lost = shop.lost(deck, rules(1, ranks(1, 1, [1, 1, 1])))
    assert lost == failed(DET, "coding_1", "coding_2")


@pytest.mark.fault("slides_42/F6")
@pytest.mark.parametrize("given", [[1, 1, 2], [1, 2, 2], [1, 1, 1]])
def test_ties_may_have_different_colours(shop, given):
    assert shop.lost(shop.full(), rules(1, ranks(1, 0, given))) == {}


@pytest.mark.fault("slides_42/F6")
def test_the_better_one_needs_the_better_colour(shop):
    deck = full_deck()
    deck.table.fills[1, 1] = GREEN
    assert shop.lost(deck) == failed(LLM, "coding_1")
    assert shop.lost(deck, rules(1, ranks(1, 0, [1, 1, 2]))) == {}


@pytest.mark.fault("slides_42/F7")
def test_rows_by_other_names(shop):
    """A price is the budget's; weight that is mentioned in a row on the battery does not make it the weight's."""
    deck = full_deck()
    deck.table.rows[4] = [f"Price: {text}" for text in SAID[3][0]]
    deck.table.rows[1] = [f"Battery life: {text} at this weight" for text in SAID[0][0]]
    results = shop.grade(deck)
    assert results.differing() == {}
    assert "row" not in results.judge.asked


@pytest.mark.fault("slides_42/F7")
def test_a_row_that_only_a_judge_finds(shop):
    edited = shop.edited(rewrite(4, *SAID[3][0]))
    found = shop.grade(edited, rules(1, rule("row", "4")))
    assert found.differing() == {}
    assert found["row_4"].mechanism.value == LLM
    lost = shop.lost(edited, rules(1, rule("row", "no")))
    assert lost == {**failed(LLM, "row_4"), **missing_dependency("coding_4")}


@pytest.mark.fault("slides_42/F8")
def test_headers_that_say_more_or_less(shop):
    edited = shop.edited(rewrite(0, "M4 MacBook Air (13-inch)", "Yoga 9i", "The Surface Laptop, 7th edition"))
    assert shop.lost(edited) == {}


@pytest.mark.fault("slides_42/F8")
@pytest.mark.parametrize(("instance", "header"), [(4, "Ink"), (5, "Gloves"), (3, "Notebook"), (2, "Pro"), (1, "a")])
def test_a_header_that_names_no_product(shop, instance, header):
    """Not the one that all share, nor one that two have, nor a letter."""
    edited = shop.edited(rewrite(0, header, *GIFTS[instance][1][1:]), instance)
    lost = shop.lost(edited, [rule("ranking", dict(zip(GIFTS[instance][1], [1, 2, 3], strict=True))), *rules(instance)])
    assert lost["product_headers"] == ("failed", DET, 0)
    assert lost["summaries"] == ("failed", "dependency_not_evaluated", 0)
    assert not set(lost) - {"product_headers", "summaries", *CODINGS}


@pytest.mark.fault("slides_42/F9")
def test_a_label_column_is_no_product(shop):
    deck = full_deck()
    deck.table.add_column(["Criterion", *CATEGORIES[1]])
    deck.table.rows[1:] = [[label, *texts] for label, (texts, _) in zip(CATEGORIES[1], SAID, strict=True)]
    assert shop.lost(deck) == failed(STRUCT, "three_columns")


@pytest.mark.fault("slides_42/F10")
def test_a_row_with_nothing_but_its_label(shop):
    deck = full_deck()
    deck.table.add_column(["Criterion", *CATEGORIES[1]])
    deck.table.rows[1:] = [[label, *texts] for label, (texts, _) in zip(CATEGORIES[1], SAID, strict=True)]
    deck.table.rows[5][1:] = ["", "", ""]
    lost = shop.lost(deck, rules(1, rule("ranking", dict.fromkeys(NAMES, 1), "Memory")))
    lost.pop("coding_5", None)
    assert lost == {**failed(STRUCT, "three_columns"), **failed(DET, "row_5")}


@pytest.mark.fault("slides_42/F10")
def test_coverage_needs_no_product_columns(shop):
    edited = shop.edited(rewrite(0, "One", "Two", "Three"))
    expected = {**failed(DET, "product_headers"), **missing_dependency(*CODINGS, "summaries")}
    assert shop.lost(edited) == expected


@pytest.mark.fault("slides_42/F19")
def test_a_product_without_its_column(shop):
    edited = shop.edited(rewrite(0, *NAMES[:2], "Another one"))
    lost = shop.lost(edited, [rule("ranking", dict.fromkeys(NAMES[:2], 1)), *rules()])
    assert lost == {**failed(DET, "product_headers"), **missing_dependency("summaries")}


@pytest.mark.fault("slides_42/F19")
def test_further_products_in_the_advice(shop):
    told = [{"product": name, "summary": "a sound one", "recommendation": "For travel"} for name in NAMES]
    told.insert(0, {"product": "Our pick", "summary": "", "recommendation": ""})
    assert shop.lost(shop.full(), rules(1, rule("advice", told))) == {}


def test_summaries_that_contradict_the_table(shop):
    assert shop.lost(shop.full(), rules(1, rule("summary", False, NAMES[1]))) == failed(LLM, "summaries")
    assert shop.lost(shop.full(), rules(1, rule("recommendation", False))) == failed(LLM, "recommendations")


def test_a_product_without_a_recommendation(shop):
    told = [{"product": name, "summary": "a sound one", "recommendation": ""} for name in NAMES]
    assert shop.lost(shop.full(), rules(1, rule("advice", told))) == failed(DET, "recommendations")


def test_no_red(shop):
    def repaint(raw):
        for row in range(1, 6):
            for cell in cells(raw, row):
                color = cell["tableCellProperties"]["tableCellBackgroundFill"]["solidFill"]["color"]
                if color["rgbColor"] == {"red": 1}:
                    color["rgbColor"] = {"red": 1, "green": 1}

    assert shop.lost(shop.edited(repaint), rules(1, rule("ranking", dict.fromkeys(NAMES, 1)))) == failed(
        DET, "color_scheme"
    )


def test_fills_of_the_theme(shop):
    """Where the theme's accent is green, so is the cell."""

    def retheme(raw):
        for page in (*raw["masters"], *raw["layouts"]):
            for entry in page.get("pageProperties", {}).get("colorScheme", {}).get("colors", []):
                if entry["type"] == "ACCENT1":
                    entry["color"] = {"green": 0.6}

    deck = full_deck()
    deck.table.fills[1, 0] = "ACCENT1"
    snapshot = shop.bench.freeze(shop.write(deck), 1, pages=deck.pages, edit=retheme)
    assert shop.lost(snapshot) == {}
