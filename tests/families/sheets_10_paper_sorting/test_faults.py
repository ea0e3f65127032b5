"""What the reference grader got wrong, by the numbers of the specification."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.sheets import cell

from pytest_knows.checks import arxiv

from .building import WHITE, YELLOW, Paper, boxed, drive_url, feed, image, line_of, link, people, uploaded, words
from .outcomes import COLUMNS, DET, FUZZY, LLM, LOOKS, NEW, ORIGINAL, SPATIAL, STRUCT, WEB


def another(made, number, *, authors=None, title="", in_gold=True, keyword=False):
    """A further new paper of the first original's author, and its row, at the bottom."""
    author = made.papers[0].authors[0]
    names = authors or [author, *people(number, 2)]
    title = title or words(f"title {number}", 7).title()
    paper = Paper(number, title, names, words(number, 60), original=False, in_gold=in_gold, keyword=keyword)
    made.shelf.pdfs[number] = made.shelf.figures[number] = ""
    line = line_of(paper, made.shelf)
    line.cells |= {"drive": "", "figure": image(made.shelf.figures[made.papers[0].number])}
    made.papers.append(paper)
    made.lines.append(line)
    made.visited.append(f"https://arxiv.org/abs/{number}")
    return line


def shelved(bench, made, line):
    """The PDF of a further new paper."""
    number = line.paper.number
    pdf = uploaded(bench.workspace, f"{number}.pdf", b"%PDF-1.4\n", "application/pdf", made.shelf.folders["pdfs"])
    line.cells["drive"] = drive_url(pdf)


@pytest.mark.fault("sheets_10/0")
@pytest.mark.parametrize("visited", [[], None])
def test_a_blank_sheet_is_no_error(library, regrade, visited):
    made = library()
    made.visited = visited
    made.edit = lambda raw: raw["sheets"][0].update(data=[])
    lost = failed(DET, *COLUMNS) | missing_dependency(*ORIGINAL, "author_coverage", *NEW, *LOOKS)
    # whether the pages were visited has nothing to do with the sheet
    assert regrade(made).differing() == lost | (
        failed(WEB, "orig_visited") if visited == [] else world_error("orig_visited")
    )


@pytest.mark.fault("sheets_10/1")
@pytest.mark.fault("sheets_10/21")
def test_no_points_beyond_the_maximum(library, regrade):
    """The totals are those of the code, and the order of the columns is not graded."""
    results = regrade(library())
    assert (results.points, results.maximum) == (153, 153)
    assert [results[slug].max for slug in ("orig_titles", "new_titles", "yellow", "orig_figures")] == [4, 12, 10, 10]


@pytest.mark.fault("sheets_10/21")
def test_columns_in_another_order(library, quick):
    made = library()
    made.columns = tuple(reversed(made.columns))
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/2")
def test_white_rows_between_yellow_ones(library, quick):
    made = library()
    made.lines.insert(3, made.lines.pop(1))
    assert quick(made).differing() == failed(STRUCT, "grouping")


@pytest.mark.fault("sheets_10/2")
def test_a_sheet_without_colours(library, quick):
    made = library()
    for line in made.lines:
        line.fill = WHITE
    assert quick(made).differing() == failed(FUZZY, "yellow") | missing_dependency("grouping")


@pytest.mark.fault("sheets_10/3")
def test_nothing_mentions_the_keyword(library, quick):
    made = library()
    for paper in made.papers:
        paper.keyword = False
    for line in made.lines:
        line.fill = WHITE
    results = quick(made)
    assert results.differing() == {}
    assert results.brief("grouping") == ("passed", "vacuous_pass", 1)
    made.lines[0].fill = YELLOW
    assert quick(made).differing() == failed(FUZZY, "yellow")


@pytest.mark.fault("sheets_10/4")
@pytest.mark.parametrize(
    ("colour", "is_yellow"),
    [
        *((colour, True) for colour in ("FFE599", "FFFF8C", "FFF2CC", "F1C232", "FFD966")),
        *((colour, False) for colour in ("FF9900", "F9CB9C", "00FF00", "FFFFF0", "7F7F00")),
    ],
)
def test_what_is_yellow(library, quick, colour, is_yellow):
    made = library()
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    for line in made.lines[:2]:
        line.fill = {"red": red, "green": green, "blue": blue}
    lost = failed(FUZZY, "yellow") | missing_dependency("grouping")
    assert quick(made).differing() == ({} if is_yellow else lost)


@pytest.mark.fault("sheets_10/5")
def test_links_behind_words(library, built):
    """A formula, a link of the whole text, and one of a part of it."""
    made = library()
    first, second, third = made.originals[:3]
    for name in ("arxiv", "drive"):
        urls = [line.cells[name] for line in (first, second, third)]
        first.cells[name] = link(urls[0])
        style = {"textFormat": {"link": {"uri": urls[1]}}}
        second.cells[name] = {"userEnteredValue": {"stringValue": "here"}, "userEnteredFormat": style}
        runs = [{"startIndex": 0, "format": {}}, {"startIndex": 4, "format": {"link": {"uri": urls[2]}}}]
        third.cells[name] = {"userEnteredValue": {"stringValue": "See this"}, "textFormatRuns": runs}
    assert built(made).differing() == {}


@pytest.mark.fault("sheets_10/5")
def test_a_chip(library, quick):
    made = library()
    line = made.originals[0]
    uri = line.cells["drive"]
    chip = {"chip": {"richLinkProperties": {"uri": uri, "mimeType": "application/pdf"}}}
    line.cells["drive"] = cell("paper.pdf") | {"chipRuns": [chip]}
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/6")
@pytest.mark.parametrize(
    "address",
    ["https://notarxiv.org/abs/{}", "https://example.org/arxiv.org/abs/{}", "https://arxiv.org/list/{}", "arXiv:{}"],
)
def test_no_address_of_the_arxiv(library, quick, address):
    made = library()
    made.originals[0].cells["arxiv"] = address.format(made.originals[0].paper.number)
    assert quick(made).differing() == partly(DET, orig_arxiv=3)


@pytest.mark.fault("sheets_10/6")
def test_other_addresses_of_the_arxiv(library, quick):
    made = library()
    forms = (
        "https://arxiv.org/html/{}v2",
        "http://www.arxiv.org/pdf/{}.pdf",
        "arxiv.org/abs/{}v1#S1",
        "https://ar5iv.org/abs/{}",
    )
    for form, line in zip(forms, made.originals, strict=True):
        line.cells["arxiv"] = form.format(line.paper.number)
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/6")
def test_new_pdfs_outside_the_folder(library, quick):
    """In the source folder, in the figures' folder, nowhere."""
    made = library()
    shelf = made.shelf
    made.new[0].cells["drive"] = drive_url(shelf.pdfs[made.originals[0].paper.number])
    made.new[1].cells["drive"] = drive_url(shelf.figures[made.new[1].paper.number])
    made.new[2].cells["drive"] = drive_url("1" * 33)
    # a file serves one row: the new paper stands above the original
    assert quick(made).differing() == partly(DET, new_drive=9, orig_drive=3)


@pytest.mark.fault("sheets_10/7")
def test_a_title_above_and_blank_rows(library, built):
    made = library()
    made.above, made.left = [["Papers on dark energy"], []], 2
    made.lines[2:2] = [None, None]
    made.lines[9:9] = [None]
    assert built(made).differing() == {}


@pytest.mark.fault("sheets_10/8")
def test_a_table_on_the_second_tab(library, built):
    made = library()
    made.formal, made.first = True, False
    made.tabs = {"Notes": [["Title", "of a note"], ["This is a long text that runs over into the next cell " * 3, "x"]]}
    assert built(made).differing() == {}


@pytest.mark.fault("sheets_10/9")
def test_an_erratum_above_its_paper(library, quick):
    """The number decides, wherever it stands; the erratum is no new paper, but no original either way."""
    made = library()
    line = made.originals[1]
    first = another(made, "2405.99999", title=f"ERRATUM: {line.paper.title}", in_gold=False)
    made.lines.insert(2, made.lines.pop())
    first.cells["new"] = boxed(True)
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/10")
@pytest.mark.parametrize("wrong", [0, 3])
def test_more_papers_than_needed(bench, library, grade, wrong):
    """Sixteen right ones are full points, thirteen of sixteen are nine of twelve."""
    made = library()
    for number in range(4):
        shelved(bench, made, another(made, f"2310.0000{number}"))
    for line in made.new[:wrong]:
        line.cells["title"] = "Something else altogether"
    results = grade(made)
    assert results.differing() == (partly(FUZZY, new_titles=9) if wrong else {})


@pytest.mark.fault("sheets_10/10")
def test_twelve_papers_are_all_there_are(library, regrade):
    """Of the thirteen points of instance 4."""
    made = library(4)
    assert len(made.new) == 12
    results = regrade(made)
    assert results["new_titles"].points == 13
    assert results.differing() == {}


@pytest.mark.fault("sheets_10/11")
def test_the_same_paper_three_times(library, quick):
    made = library()
    mine = [line for line in made.new if line.paper.authors[0] == made.papers[0].authors[0]]
    for line in mine[1:]:
        line.cells |= {name: mine[0].cells[name] for name in ("title", "authors", "abstract", "arxiv")}
    rows = partly(DET, new_authors=10, new_arxiv=10, new_drive=10) | partly(WEB, new_visited=10)
    expected = rows | partly(FUZZY, author_coverage=3, new_titles=10, new_abstracts=10)
    found = quick(made).differing()
    assert found == expected


@pytest.mark.fault("sheets_10/11")
def test_a_repeated_row_of_somebody_else(library, quick):
    """Above the right row stands one of the same paper with other authors, which is no new paper of theirs."""
    made = library()
    line = made.new[-1]
    twin = line_of(line.paper, made.shelf)
    twin.cells |= {"authors": "Ann Other", "drive": "", "figure": ""}
    made.lines.insert(2, twin)
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/11")
def test_one_author_five_times(library, quick):
    made = library()
    line = made.originals[0]
    line.cells["authors"] = ", ".join([line.paper.authors[0]] * 5)
    assert quick(made).differing() == partly(DET, orig_authors=3)


@pytest.mark.fault("sheets_10/12")
@pytest.mark.parametrize("instance", [2, 3])
def test_the_person_as_second_author(library, built, instance):
    """Instance 2 wants first authors; of the 20 most cited papers, which instance 3 asks for, there is no record."""
    made = library(instance)
    line = made.new[-1]
    first, second, *others = line.paper.authors
    line.paper.authors = [second, first, *others]
    line.cells["authors"] = ", ".join(line.paper.authors)
    rows = partly(FUZZY, author_coverage=3, new_titles=11, new_abstracts=11)
    rows |= partly(DET, new_authors=11, new_arxiv=11, new_drive=11) | partly(WEB, new_visited=11)
    assert built(made).differing() == (rows if instance == 2 else {})


@pytest.mark.fault("sheets_10/13")
def test_a_paper_newer_than_the_gold_data(library, quick):
    """The arXiv's record counts; there is no figure to compare with, and nobody has looked for the keyword."""
    made = library()
    paper = made.new[-1].paper
    paper.in_gold = False
    made.new[-1].fill = YELLOW
    made.ask(paper)
    assert quick(made).differing() == failed(STRUCT, "grouping")


@pytest.mark.fault("sheets_10/13")
def test_a_paper_that_does_not_exist(library, quick):
    made = library()
    paper = made.new[-1].paper
    paper.in_gold = False
    made.pages[arxiv.query(paper.number).address] = feed()
    found = quick(made).differing()
    assert found == (
        partly(FUZZY, new_titles=11, new_abstracts=11)
        | partly(DET, new_authors=11, new_arxiv=11, new_drive=11)
        | partly(WEB, new_visited=11)
    )


def without_abstract(made):
    """As the gold data has 2407.09767."""
    number = made.originals[3].paper.number
    assert number == "2407.09767"

    def gold(originals, _):
        entry = next(entry for entry in originals["papers"] if entry["arxiv_id"] == number)
        entry |= {"abstract": "", "authors": entry["authors"][:1]}

    made.gold = gold
    return made.originals[3]


@pytest.mark.fault("sheets_10/14")
def test_a_gold_record_without_abstract_is_repaired(library, quick):
    made = library()
    line = without_abstract(made)
    made.ask(line.paper)
    assert quick(made).differing() == {}
    line.cells |= {"abstract": "No abstract.", "authors": f"{line.paper.authors[0]}, Ann Other, Jan Nowak"}
    assert quick(made).differing() == partly(FUZZY, orig_abstracts=3) | partly(DET, orig_authors=3)


@pytest.mark.fault("sheets_10/14")
@pytest.mark.parametrize("page", [None, 503, "<html></html>"])
def test_a_gold_record_that_cannot_be_repaired(library, quick, page):
    """Its abstract does not count, and of its authors the first."""
    made = library()
    line = without_abstract(made)
    if page is not None:
        made.pages[arxiv.query(line.paper.number).address] = page
    line.cells |= {"abstract": "No abstract.", "authors": f"{line.paper.authors[0]}, Ann Other, Jan Nowak"}
    assert quick(made).differing() == {}
    line.cells["authors"] = "Ann Other"
    made.originals[0].cells["abstract"] = "No abstract."
    assert quick(made).differing() == partly(FUZZY, orig_abstracts=2) | partly(DET, orig_authors=3)


@pytest.mark.fault("sheets_10/15")
@pytest.mark.parametrize("address", ["https://arxiv.org/abs/math/0507536v2", "https://arxiv.org/pdf/math.PR/0507536"])
def test_a_number_of_before_2007(library, quick, address):
    """The gold data has it without its archive."""
    made = library()
    line = made.new[-1]
    made.visited.remove(f"https://arxiv.org/abs/{line.paper.number}")
    line.paper.number = "0507536"
    line.cells["arxiv"] = address
    made.visited.append(address)
    made.rules = [{"key": "figure", "answer": True}]
    assert quick(made).differing() == {}
    made.visited[-1] = "https://arxiv.org/search?query=math/0507536"
    assert quick(made).differing() == partly(WEB, new_visited=11)


@pytest.mark.fault("sheets_10/16")
def test_a_page_saved_as_a_picture(bench, library, grade):
    """It fails; the others are looked at."""
    made = library()
    folder = made.shelf.folders["figures"]
    html = uploaded(bench.workspace, "figure.png", b"<html>Sign in</html>", "image/png", folder)
    made.originals[0].cells["figure"] = image(html)
    assert grade(made).differing() == partly(LLM, orig_figures=7)


@pytest.mark.fault("sheets_10/17")
@pytest.mark.parametrize("value", [None, "FALSE", "no", "0"])
def test_what_is_no_unchecked_box(library, quick, value):
    made = library()
    made.originals[0].cells["new"] = value
    assert quick(made).differing() == partly(DET, orig_unchecked=3)


@pytest.mark.fault("sheets_10/17")
def test_every_row_that_is_no_original_has_to_be_checked(library, quick):
    """Also one of somebody else's papers."""
    made = library()
    line = another(made, "2312.12345", authors=["Ann Other"], in_gold=False)
    assert quick(made).differing() == {}
    line.cells["new"] = boxed(False)
    assert quick(made).differing() == partly(DET, new_checked=9)


@pytest.mark.fault("sheets_10/18")
def test_an_answer_that_is_no_yes(library, regrade):
    made = library()
    made.rules = [{"key": "figure", "answer": "The answer cannot be yes"}]
    assert regrade(made).differing() == world_error("orig_figures", "new_figures")


@pytest.mark.fault("sheets_10/19")
def test_a_header_serves_one_column(library, quick):
    """ "Link" is the arXiv's; the Drive links have none that says so."""
    made = library()
    made.headers |= {"arxiv": "Link", "drive": "Copy"}
    made.answer("column_drive", "NONE")
    assert quick(made).differing() == failed(LLM, "col_drive") | missing_dependency("orig_drive", "new_drive")
    made.answer("column_drive", "1")
    assert quick(made).differing() == {}


WRAP, CLIP, OVER = ({"wrapStrategy": name} for name in ("WRAP", "CLIP", "OVERFLOW_CELL"))
LONG = "a text of some length that is wider than its column"


def formatted(text, style):
    return cell(text) | {"userEnteredFormat": style}


@pytest.mark.fault("sheets_10/20")
@pytest.mark.parametrize(
    ("name", "text", "style", "seen"),
    [
        ("authors", "Ann\nOther;\nJan\nNowak", CLIP, True),
        ("arxiv", "https://arxiv.org/abs/2502.05823v1", OVER, True),
        ("drive", LONG, OVER, False),
        ("new", LONG, OVER, True),
        ("new", LONG, CLIP, False),
    ],
)
def test_cut_off_texts(library, quick, name, text, style, seen):
    """Lines are measured one by one; a text runs over into empty cells, and one with a picture is not empty."""
    made = library()
    line = another(made, "2312.12345", authors=["Ann Other"], in_gold=False)
    line.cells[name] = formatted(text, style)
    found = quick(made)["overflow"]
    assert (found.outcome == "passed") is seen
    assert found.mechanism == SPATIAL


@pytest.mark.fault("sheets_10/20")
def test_a_row_that_is_too_low(library, quick):
    made = library()

    def edit(raw):
        metadata = raw["sheets"][0]["data"][0]["rowMetadata"]
        metadata[3]["pixelSize"] = height

    made.edit, height = edit, 60
    assert quick(made).differing() == failed(SPATIAL, "overflow")
    made.edit, height = edit, 600
    assert quick(made).differing() == {}


@pytest.mark.fault("sheets_10/20")
def test_a_header_alone(library, quick):
    """No text is cut off where there is none, but that is not what was asked for."""
    made = library()
    made.lines = []
    lost = failed(DET, "col_new") | missing_dependency(*ORIGINAL, *NEW, *LOOKS)
    assert quick(made).differing() == lost | failed(FUZZY, "author_coverage")


@pytest.mark.fault("sheets_10/20")
def test_a_row_is_yellow_by_most_of_its_cells(library, quick):
    made = library()
    yellow = {"userEnteredFormat": {"wrapStrategy": "WRAP", "backgroundColor": YELLOW}}
    for line in made.lines[:2]:
        line.fill = WHITE
        for name in ("authors", "abstract", "arxiv", "drive"):
            line.cells[name] = cell(line.cells[name]) | yellow
    assert quick(made).differing() == {}
    made.lines[1].cells["drive"] = made.lines[1].cells["drive"]["userEnteredValue"]["stringValue"]
    assert quick(made).differing() == partly(FUZZY, yellow=5)


@pytest.mark.fault("sheets_10/22")
def test_a_sheet_that_is_none(library, regrade):
    """Every step is reported."""
    made = library()
    made.edit = lambda _: {"sheets": "none"}
    results = regrade(made)
    assert (len(results), results.maximum) == (27, 153)
    assert results.outcomes == {"failed", "passed"}
    assert set(results) - set(results.differing()) == {"orig_visited"}
