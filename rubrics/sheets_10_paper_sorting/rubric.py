"""A library of papers in a sheet: those of a folder and further ones of their authors, with PDFs and figures."""

from pytest_knows.checks import arxiv, tables
from pytest_knows.checks.cut_off import Sight, cut_off
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.text_width import per_character
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from .authors import Authors
from .contents import CHECKS, check_box, check_visit, gradable
from .drive_links import PdfLinks
from .figures import Figures
from .highlights import highlighted, lit_rows
from .papers import NEW, ORIGINALS, known_new, known_original, lacking, read_library
from .rows import Checkboxes, Originals, bare_headers, find_table, is_original, records, without_repeats

PIXELS = 7  # a character
SIGHT = Sight(width=per_character(PIXELS), slack=1.3, line_height=16)
NO_TABLE, NOBODY = "no table with two of the headers", "it is no paper of one of the authors"
ASKED = 100
"""Papers that the arXiv is asked about at most, three seconds each."""

# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a table")
def table(sheet, wanted):
    return find_table(sheet, wanted)


@located
def columns(table, wanted, judge):
    headers = bare_headers(table)
    return tables.Columns(headers, wanted, judge, found=tables.by_keywords(headers, wanted))


@located(title="the column")
def column(name, columns):
    return columns.find(name)


@located(title="a row with anything in it")
def rows(table, columns, facts):
    return records(table, columns, facts.aliases) or None


@located
def checkboxes(table, sheet):
    return Checkboxes(table, sheet)


@located
def originals(rows, columns, facts):
    return Originals(rows, facts.papers, first_open(map(columns.open, ("title", "arxiv"))))


@located(title="a row that is no original")
def others(rows, columns, facts):
    columns.find("title")  # without it, who can tell
    return [row for row in rows if not is_original(row, facts.papers)] or None


def those_by(authors, facts):
    """The numbers of the originals of which one of the first authors is among these (in one task: is their first)."""
    first = facts.as_first_author
    return [p.number for p in facts.papers if any(authors.include(name, first=first) for name in p.first_authors)]


@located(title="the authors' column")
def further(columns, others: object | None, facts):
    """Number of an original -> the new rows with one of its first authors; of rows of one paper the first."""
    if columns.find("authors") is None:
        return None
    found = {row.place: those_by(row.authors(), facts) for row in others or ()}
    rows = without_repeats([row for row in others or () if found[row.place]])
    return {paper.number: [row for row in rows if paper.number in found[row.place]] for paper in facts.papers}


@located(title="a new paper of any of the authors")
def added(further):
    """The new rows, from top to bottom."""
    found = {row.place: row for rows in further.values() for row in rows}
    return [found[place] for place in sorted(found)] or None


@located
def gold_originals(gold):
    return read_library(gold, ORIGINALS)


@located
def gold_new(gold):
    return read_library(gold, NEW)


@located
def papers(gold_originals: Attempt, pages, facts):
    """Number of an original -> the attempt to know what its row should say."""

    def known(fact):
        return Attempt(lambda: known_original(fact, gold_originals.get(), pages))

    return {fact.number: known(fact) for fact in facts.papers}


@located
def new_papers(added, gold_new: Attempt, pages, facts):
    """Place of a new row -> the attempt to know which paper it is; None if it is none of their authors'."""

    def of_them(names):
        return bool(those_by(Authors.listed(names, facts.aliases), facts))

    def known(row):
        return Attempt(lambda: known_new(row.number, row.title, gold_new.get(), pages, of_them))

    return {row.place: known(row) for row in added}


@located
def asked(facts, gold_originals: Attempt, gold_new: Attempt, added: Attempt = None):
    """The numbers that the arXiv is asked about: of papers of which the gold data has no whole record."""
    new = (added.known if added else None) or ()
    return [*lacking(facts.papers, gold_originals.known), *lacking(new, gold_new.known)][:ASKED]


def evidence(asked):
    return map(arxiv.query, asked)


@located
def count(added, facts):
    """Of how many new papers the points are: all that were added, but not fewer than there should be."""
    return max(len(added), sum(min(3, paper.need) for paper in facts.papers))


@located
def visited(trace):
    """The numbers of the arXiv's pages that were visited."""
    return {number for url in trace.distinct() if (number := arxiv.number_of(url))}


@located(title="the column of Drive links")
def pdf_links(rows, columns, drive):
    found = columns.find("drive")
    return found and PdfLinks({row.place: row.cells[found.index] for row in rows}, drive)


@located
def output(drive):
    return Attempt(lambda: drive.targets["OUTPUT_FOLDER_URL"])


@located
def figures(sheet, drive, output, gold, judge):
    return Figures(sheet, drive, output, gold, judge)


@located
def mentions(originals, gold_originals, gold_new, facts, new_papers: object | None):
    """Place of a row -> whether its paper mentions the keyword, as far as somebody has looked."""
    there = [paper for paper in facts.papers if paper.number in originals.found]
    found = {originals.found[paper.number].place: gold_originals.keyword(paper.number, paper.title) for paper in there}
    for place, paper in (new_papers or {}).items():
        found[place] = gold_new.keyword(paper.known.number) if paper.known else None
    return {place: verdict for place, verdict in found.items() if verdict is not None}


@located
def yellow(rows, columns, facts):
    """The places of the yellow rows."""
    return lit_rows(rows, columns, facts.columns, facts.yellow)


# -- 1: the columns ----------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def column_present(name, columns: object | None):
    assert columns is not None, NO_TABLE
    columns.required(name)


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def checkbox_column(name, columns: object | None, rows: object | None, checkboxes: object | None):
    """The column, and more than half of its cells are checkboxes."""
    assert columns is not None, NO_TABLE
    found = columns.required(name)
    cells = [row.cells[found.index] for row in rows or ()]
    boxes = [cell for cell in cells if cell in checkboxes]
    if 2 * len(boxes) <= len(cells):
        fail(f"{len(boxes)} of {len(cells)} cells are checkboxes", Mechanism.DETERMINISTIC)


# -- 2 and 4: what the rows say ----------------------------------------------------------------------------------------


def number_of(fact):
    return fact.number


@step(category="information_retrieval")
def original_listed(name, column, originals, facts):
    """Titles and numbers of the originals are known without gold data."""
    check, mechanism = CHECKS[name]
    decided_by(mechanism)
    return proportion(
        facts.papers, lambda fact: check(originals.cell(fact.number, column), fact, facts.aliases), name=number_of
    )


@step(category="information_retrieval", needs=["gold"])
def original_known(name, column, originals, papers, facts):
    check, mechanism = CHECKS[name]
    decided_by(mechanism)

    def right(number):
        cell = originals.cell(number, column)
        check(cell, papers[number].get(), facts.aliases)

    return proportion(gradable(name, papers), right, name=str)


@step(category="information_retrieval", needs=["gold", "web"])
def new_known(name, column, added, new_papers, count, facts):
    check, mechanism = CHECKS[name]
    decided_by(mechanism)

    def right(row):
        paper = new_papers[row.place].get()
        assert paper is not None, NOBODY
        check(row.cells[column.index], paper, facts.aliases)

    graded = gradable(name, new_papers)
    return proportion([row for row in added if row.place in graded], right, count - len(added) + len(graded))


@step(category="information_retrieval", needs=["assets"])
def orig_drive(originals, pdf_links, drive, facts):
    """The PDFs lie in the folder that the task names."""
    source = Attempt(lambda: drive.asset(facts.source_folder))
    return proportion(
        facts.papers, lambda fact: pdf_links.check(originals.row(fact.number).place, source), name=number_of
    )


@step(category="information_retrieval", needs=["gold", "web"])
def new_drive(added, new_papers, count, pdf_links, output):
    """The PDFs lie in the folder `pdfs` of the output folder."""

    def right(row):
        pdf_links.check(row.place, output, "pdfs")
        assert new_papers[row.place].get() is not None, NOBODY

    return proportion(added, right, count)


@step(points=10, category="visual_check", needs=["gold", "judge"], judge_primary=True)
def orig_figures(column, originals, papers, figures):
    return figures.compare(papers, lambda number: originals.cell(number, column))


@step(points=10, category="visual_check", needs=["gold", "judge", "web"], judge_primary=True)
def new_figures(column, added, new_papers, figures):
    """Of those rows that are a paper with a Figure 1."""
    cells = {row.place: row.cells[column.index] for row in added}
    known = {place: paper for place, paper in new_papers.items() if paper.open or paper.known}
    if not known:
        fail(f"no row is a known paper: {NOBODY}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    return figures.compare(known, cells.__getitem__)


@step(category="information_retrieval")
def orig_unchecked(column, originals, checkboxes, facts):
    def right(fact):
        check_box(originals.cell(fact.number, column), checkboxes, wanted=False)

    return proportion(facts.papers, right, name=number_of)


@step(points=10, category="information_retrieval")
def new_checked(column, others, checkboxes):
    """All rows that are no original, whoever wrote the paper."""
    return proportion(others, lambda row: check_box(row.cells[column.index], checkboxes, wanted=True))


@step(category="web_visit_check")
def orig_visited(visited, facts):
    return proportion(facts.papers, lambda fact: check_visit(fact.number, visited), name=number_of)


@step(category="web_visit_check", needs=["gold", "web"])
def new_visited(added, new_papers, count, visited):
    def right(row):
        paper = new_papers[row.place].get()
        assert paper is not None, NOBODY
        check_visit(paper.number, visited)

    return proportion(added, right, count)


# -- 3: enough new papers ----------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="fuzzy_match")
def author_coverage(further, facts):
    def enough(fact):
        found = len(further[fact.number])
        assert found >= fact.need, f"{found} of {fact.need} papers of {' or '.join(fact.first_authors)}"

    return proportion(facts.papers, enough, name=number_of)


# -- 5: what the sheet looks like --------------------------------------------------------------------------------------


@step(points=10, category="formatting_check", needs=["gold", "web"], title="Yellow highlighting")
def yellow_rows(mentions, yellow):
    """Of the papers that mention the keyword the share that is yellow, less a point for each other one that is."""
    if not mentions:
        fail("of none of the rows is it known whether it mentions the keyword", Mechanism.DEPENDENCY_NOT_EVALUATED)
    decided_by(Mechanism.FUZZY_MATCH)
    return highlighted(mentions, yellow)


@step(category="formatting_check", mechanism="structural", title="Highlighted rows on top")
def grouping(rows, yellow, mentions: Attempt):
    lit = [row.place in yellow for row in rows]
    if any(lit):
        decided_by(Mechanism.STRUCTURAL)
        assert lit == sorted(lit, reverse=True), "a row that is not highlighted stands above one that is"
        return
    found = mentions.get()
    if any(found.values()) or not found:
        fail("no row is highlighted", Mechanism.DEPENDENCY_NOT_EVALUATED)
    decided_by(Mechanism.VACUOUS_PASS)


@step(category="formatting_check", mechanism="spatial", title="No cut-off text")
def overflow(table, rows, sheet):
    tab = sheet.tab(table.area.sheet_id)
    # what would fit in one line needs no closer look
    wide = (c for row in rows for c in row.cells if PIXELS * len(c.text) > tab.column_width(c.column))
    hidden = next((why for cell in wide if (why := cut_off(tab, cell, SIGHT))), "")
    assert not hidden, hidden
