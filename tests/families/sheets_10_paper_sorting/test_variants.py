"""Odd sheets that a careful person would give the same points, and some that they would not."""

from __future__ import annotations

import pytest
from familykit import failed, partly
from familykit.sheets import cell

from .building import BOX, PDF, WHITE, YELLOW, boxed, drive_url, uploaded
from .outcomes import DET, FUZZY, LLM

# -- headers and tables ------------------------------------------------------------------------------------------------


def test_headers_in_other_words(library, quick):
    """Each is one of those that name the column, with a mark that people put behind it."""
    made = library()
    others = ("PAPER TITLE:", "by", "Summary", "ArXiv Abstract Link", "Google Drive PDF", "Fig 1", "New paper?")
    made.headers = dict(zip(made.columns, others, strict=True))
    assert quick(made).differing() == {}


def test_the_more_exact_of_two_headers(library, quick):
    """ "Link" would do for the arXiv's column, but there is one that says "arXiv Link"."""
    made = library()
    made.headers |= {"drive": "Link", "arxiv": "arXiv Link"}
    made.columns = ("title", "authors", "abstract", "drive", "arxiv", "figure", "new")
    made.answer("column_drive", "1")
    assert quick(made).differing() == {}


def test_a_column_more(library, quick):
    """Notes between the columns are nobody's business; full rows are still yellow by their titles."""
    made = library()
    made.headers["notes"] = "My notes"
    made.columns = (*made.columns[:3], "notes", *made.columns[3:])
    for line in made.lines:
        line.cells["notes"] = "read it"
    assert quick(made).differing() == {}


def test_boxes_made_in_advance(library, quick):
    """Checkboxes down to row 60 are no papers."""
    made = library()
    blank = [[*[None] * 6, boxed(False)]] * 44

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        box = {"dataValidation": BOX, "effectiveValue": {"boolValue": False}, "formattedValue": "FALSE"}
        rows += [{"values": [{}] * 6 + [box]} for _ in blank]

    made.edit = edit
    assert quick(made).differing() == {}


def test_a_formal_table_with_a_column_of_checkboxes(library, built):
    """The column's type makes checkboxes of its cells, also of the empty ones, which are off."""
    made = library()
    made.formal = True
    for line in made.originals:
        line.cells["new"] = None
    for line in made.new:
        line.cells["new"] = True

    def edit(raw):
        raw["sheets"][0]["tables"][0]["columnProperties"][6]["columnType"] = "CHECKBOX"

    made.edit = edit
    assert built(made).differing() == {}


def test_checkboxes_with_values_of_their_own(library, quick):
    """Checked is "new", unchecked "old"; anything else is neither."""
    made = library()
    rule = {"condition": {"type": "BOOLEAN", "values": [{"userEnteredValue": "new"}, {"userEnteredValue": "old"}]}}
    for line in made.lines:
        line.cells["new"] = cell("old" if line.paper.original else "new") | {"dataValidation": rule}
    assert quick(made).differing() == {}
    made.originals[0].cells["new"] = cell("ancient") | {"dataValidation": rule}
    assert quick(made).differing() == partly(DET, orig_unchecked=3)


def test_two_rows_under_one_title(library, quick):
    """Merged cells show the title in both rows; each row is one still, with a place of its own."""
    made = library()
    made.lines[1].cells["title"] = None

    def edit(raw):
        raw["sheets"][0]["merges"] = [
            {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 1}
        ]

    made.edit = edit
    assert quick(made).differing() == partly(FUZZY, new_titles=11)


# -- names, titles, texts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", ["\n", "; ", " and ", " & ", ",", ";\n"])
def test_authors_between_other_marks(library, quick, separator):
    made = library()
    for line in made.lines:
        line.cells["authors"] = separator.join(line.paper.authors)
    assert quick(made).differing() == {}


def test_last_names_first(library, quick):
    """Also of a single author."""
    made = library()
    for line in made.lines:
        names = [name.rpartition(" ") for name in line.paper.authors]
        line.cells["authors"] = "; ".join(f"{last}, {first}" for first, _, last in names)
    assert quick(made).differing() == {}


@pytest.mark.parametrize("name", ["Muhammad A. Mohsin", "Muhammad Mohsin", "MUHAMMAD AHMED MOHSIN, PhD"])
def test_initials_of_middle_names(library, built, name):
    """It is the same man, who has further papers."""
    made = library(1)
    for line in made.lines:
        line.cells["authors"] = line.cells["authors"].replace("Muhammad Ahmed Mohsin", name)
    assert built(made).differing() == {}


def test_two_spellings_of_one_name(library, built):
    """The arXiv has Qianyu Julie Zhu as Julie Zhu: among an original's authors, and as the author of a new paper."""
    made = library(5)
    original, new = made.originals[0], made.new[0]
    original.paper.authors[1:1] = ["Zheyu Oliver Wang", "Qianyu Julie Zhu"]
    new.paper.authors[0] = "Julie Zhu"
    original.cells["authors"] = ", ".join(original.paper.authors).replace("Qianyu ", "")
    new.cells["authors"] = ", ".join(new.paper.authors)
    assert built(made).differing() == {}


def test_titles_with_tex_and_in_capitals(library, quick):
    made = library()
    made.originals[3].cells["title"] = made.originals[3].paper.title.replace("\u039bCDM", r"$\Lambda$CDM")
    made.originals[0].cells["title"] = made.originals[0].paper.title.upper()
    made.originals[1].cells["title"] = made.originals[1].paper.title.replace(" ", "\n", 3)
    assert quick(made).differing() == {}


def test_half_an_abstract(library, quick):
    """The first half of it is not the abstract."""
    made = library()
    words = made.originals[0].paper.abstract.split()
    made.originals[0].cells["abstract"] = " ".join(words[: len(words) // 2])
    assert quick(made).differing() == partly(FUZZY, orig_abstracts=3)


# -- Drive and figures -------------------------------------------------------------------------------------------------

FORMS = (
    '=IMAGE("https://drive.google.com/thumbnail?id={}&sz=w1000")',
    '=image( "https://lh3.googleusercontent.com/d/{}", 1)',
    '=IMAGE("https://drive.google.com/open?id={}"; 4; 100; 100)',
    '=IFERROR(IMAGE("https://drive.google.com/file/d/{}/view"), "none")',
    '=IMAGE("https://drive.google.com/uc?export=view&" & "id={}")',
)


def test_other_addresses_of_figures(library, quick):
    made = library()
    for form, line in zip(FORMS, made.new, strict=False):
        line.cells["figure"] = form.format(made.shelf.figures[line.paper.number])
    assert quick(made).differing() == {}


def test_addresses_in_other_cells(library, quick):
    """The formula refers to a cell with the address, or joins one with the id; the column has no name of its own."""
    made = library()
    made.headers["id"] = "Id"
    made.columns = (*made.columns, "id")
    for row, line in enumerate(made.lines, 2):
        line.cells["id"] = made.shelf.figures[line.paper.number]
        line.cells["figure"] = f'=IMAGE("https://drive.google.com/uc?id=" & $H{row})'
    made.lines[0].cells |= {"id": f"https://drive.google.com/uc?id={made.lines[0].cells['id']}", "figure": "=IMAGE(H2)"}
    assert quick(made).differing() == {}


@pytest.mark.parametrize(
    "value",
    [
        "=IMAGE(A0)",
        "=IMAGE(A99999999999)",
        "=IMAGE(",
        "=IMAGE(Nowhere!A1)",
        "https://drive.google.com/uc?id={}",
        '=HYPERLINK("https://drive.google.com/uc?id={}", "x")',
    ],
)
def test_an_address_shows_no_figure(library, quick, value):
    made = library()
    line = made.originals[0]
    line.cells["figure"] = value.format(made.shelf.figures[line.paper.number])
    assert quick(made).differing() == partly(LLM, orig_figures=7)


def test_figures_of_other_hosts(library, quick):
    """They were not uploaded."""
    made = library()
    made.originals[0].cells["figure"] = '=IMAGE("https://arxiv.org/html/2502.12764/fig1.png")'
    assert quick(made).differing() == partly(LLM, orig_figures=7)


def test_addresses_of_the_workspace(bench, library, built):
    """What the API calls webViewLink, whichever server it is."""
    made = library()
    number = made.new[0].paper.number
    for name, ids in (("drive", made.shelf.pdfs), ("figure", made.shelf.figures)):
        url = bench.workspace.metadata(ids[number])["webViewLink"]
        made.new[0].cells[name] = url if name == "drive" else f'=IMAGE("{url}")'
    assert built(made).differing() == {}


def test_folders_that_the_agent_made(bench, library, grade):
    """Beside the given one, and with a folder of its own inside."""
    made = library()
    folder = bench.workspace.create_folder("PDFs ", parent=made.shelf.output).id
    inner = bench.workspace.create_folder("lapi", parent=folder).id
    loose = uploaded(bench.workspace, "loose.pdf", PDF, "application/pdf", made.shelf.output)
    for line, parent in zip(made.new[:2], (folder, inner), strict=True):
        line.cells["drive"] = drive_url(uploaded(bench.workspace, "a.pdf", PDF, "application/pdf", parent))
    assert grade(made).differing() == {}
    made.new[2].cells["drive"] = drive_url(loose)
    assert grade(made).differing() == partly(DET, new_drive=11)


def test_a_file_that_is_no_pdf(bench, library, grade):
    made = library()
    text = uploaded(bench.workspace, "a.txt", b"text", "text/plain", made.shelf.folders["pdfs"])
    made.new[0].cells["drive"] = drive_url(text)
    assert grade(made).differing() == partly(DET, new_drive=11)


def test_one_pdf_for_two_rows(library, quick):
    """It serves the first."""
    made = library()
    made.new[1].cells["drive"] = made.new[0].cells["drive"]
    assert quick(made).differing() == partly(DET, new_drive=11)


# -- colours -----------------------------------------------------------------------------------------------------------


def test_banded_rows(library, quick):
    """Other colours say nothing."""
    made = library()
    for line in made.lines[2::2]:
        line.fill = {"red": 0.9, "green": 0.94, "blue": 1.0}
    assert quick(made).differing() == {}


def test_yellow_by_a_conditional_format(library, quick):
    """What is seen counts."""
    made = library()
    for line in made.lines[:2]:
        line.fill = WHITE

    def edit(raw):
        for row in raw["sheets"][0]["data"][0]["rowData"][1:3]:
            for value in row["values"]:
                value["effectiveFormat"] = {**value["effectiveFormat"], "backgroundColor": YELLOW}

    made.edit = edit
    assert quick(made).differing() == {}


def test_yellow_titles_alone(library, quick):
    made = library()
    for line in made.lines[:2]:
        line.fill = WHITE
        line.cells["title"] = cell(line.cells["title"]) | {"userEnteredFormat": {"backgroundColor": YELLOW}}
    assert quick(made).differing() == {}


def test_papers_that_nobody_looked_at(library, quick):
    """They may have any colour, but stand where rows of that colour belong."""
    made = library()
    made.lines[2].paper.keyword = None
    made.lines[2].fill = YELLOW
    assert quick(made).differing() == {}
    made.lines[2].fill = WHITE
    assert quick(made).differing() == {}


def test_words_instead_of_boxes(library, quick):
    made = library()
    for line in made.lines:
        line.cells["new"] = "no" if line.paper.original else "yes"
    assert quick(made).differing() == failed(DET, "col_new", "orig_unchecked", "new_checked")
