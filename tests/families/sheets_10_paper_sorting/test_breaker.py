"""What a careful reader decides at once and the rules once got wrong, each with the other cases of its kind."""

from __future__ import annotations

import pytest
from familykit import failed, partly
from familykit.sheets import cell

from .building import shown
from .outcomes import DET, FUZZY

RAPID, REAL_TIME, COSMOLOGY = "2405.17721", "2407.09602", "2407.09767"
WITHOUT_GREEK = (
    "Cosmological constraints on dark energy parameterizations after DESI 2024: Persistent deviation from standard "
    "LCDM cosmology"
)


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (RAPID, "Rapid", "Slow"),
        (REAL_TIME, "neutron stars", "neutron galaxies"),
        (COSMOLOGY, "2024", "2025"),
        (COSMOLOGY, "DESI 2024", "DESI"),
    ],
)
def test_a_title_with_another_word_or_number(library, quick, number, old, new):
    made = library()
    title = made.line(number).cells["title"]
    assert old in title
    made.line(number).cells["title"] = title.replace(old, new)
    assert quick(made).differing() == partly(FUZZY, orig_titles=3)


@pytest.mark.parametrize(
    ("number", "title"),
    [
        (REAL_TIME, "Real Time Gravitational Wave Inference for Binary Neutron Stars Using Machine-Learning"),
        (
            REAL_TIME,
            "2407.09602: Real-time gravitational-wave inference for binary neutron stars using machine learning",
        ),
        (
            RAPID,
            "RAPID DETECTION OF GRAVITATIONAL WAVES FROM BINARY BLACK-HOLE MERGERS USING SPARSE DICTIONARY LEARNING",
        ),
        ("2502.12764", "Semi\u2011empirical models of galaxy\u00a0formation & evolution"),
        (COSMOLOGY, WITHOUT_GREEK),
    ],
)
def test_a_title_in_another_spelling(library, quick, number, title):
    made = library()
    made.line(number).cells["title"] = title
    assert quick(made).differing() == {}


@pytest.mark.parametrize(
    "write",
    [
        lambda names: "\n".join(f"{place}. {name}" for place, name in enumerate(names, 1)),
        lambda names: ", ".join(f"({place}) {name}" for place, name in enumerate(names, 1)),
        lambda names: "\n".join(f"- {name}" for name in names),
        lambda names: ", ".join(f"{name}\u00b9,\u00b2" for name in names),
        lambda names: ", ".join(f"{name}{place}" for place, name in enumerate(names, 1)),
        lambda names: ", ".join(names[:-1]) + ", and others",
    ],
    ids=["numbered lines", "numbered", "dashes", "footnotes", "affiliations", "others"],
)
def test_authors_with_marks(library, quick, write):
    made = library()
    for line in made.lines:
        line.cells["authors"] = write(line.paper.authors) if len(line.paper.authors) > 4 else line.cells["authors"]
    assert quick(made).differing() == {}


def test_et_al(library, quick):
    """The first author is named, so that the paper counts as that person's; the others are not."""
    made = library()
    for line in made.new:
        line.cells["authors"] = line.paper.authors[0] + " et al."
    assert quick(made).differing() == partly(DET, new_authors=0)


def heading(text, *, bold=False, merged=False):
    def edit(raw):
        sheet = raw["sheets"][0]
        value = shown(cell(text)) | ({"effectiveFormat": {"textFormat": {"bold": True}}} if bold else {})
        sheet["data"][0]["rowData"].insert(5, {"values": [value]})
        if merged:
            area = {"startRowIndex": 5, "endRowIndex": 6, "startColumnIndex": 0, "endColumnIndex": 7}
            sheet["merges"] = [{"sheetId": sheet["properties"]["sheetId"], **area}]

    return edit


def total(*texts):
    def edit(raw):
        raw["sheets"][0]["data"][0]["rowData"].append({"values": [shown(cell(text)) for text in texts]})

    return edit


def headers_again(raw):
    rows = raw["sheets"][0]["data"][0]["rowData"]
    rows.insert(7, rows[0])


@pytest.mark.parametrize(
    "edit",
    [
        heading("Further papers of the authors", merged=True),
        heading("Further papers of the authors", bold=True),
        total("Total papers: 16"),
        total("Total", "16"),
        headers_again,
    ],
    ids=["merged", "bold", "a total", "a total beside", "headers again"],
)
def test_rows_that_are_no_papers(library, quick, edit):
    """They need no checkbox."""
    made = library()
    made.edit = edit
    assert quick(made).differing() == {}


@pytest.mark.parametrize(
    "edit",
    [heading("A paper with nothing but a title"), total("Total Recall", "Somebody", "An abstract")],
    ids=["a title alone", "a paper on totals"],
)
def test_rows_that_are_papers(library, quick, edit):
    made = library()
    made.edit = edit
    assert quick(made).differing() == partly(DET, new_checked=9)


@pytest.mark.parametrize(
    ("formula", "passes"),
    [
        ('=IMAGE(CONCATENATE("https://drive.google.com/uc?id=","{}"))', True),
        ('=IMAGE(CONCAT("https://drive.google.com/uc?id=";"{}"),4,100,200)', True),
        ('=IFERROR(IMAGE("https://drive.google.com/uc?export=view&id={}";2))', True),
        ('=image("https://drive.google.com/thumbnail?id="&"{}"&"&sz=w1000", 2)', True),
        ('=IMAGE("https://drive.google.com/uc?id=","{}")', False),
    ],
)
def test_addresses_put_together(library, quick, formula, passes):
    made = library()
    for line in made.originals:
        line.cells["figure"] = formula.format(made.shelf.figures[line.paper.number])
    lost = quick(made).differing()
    assert lost == ({} if passes else failed(DET, "orig_figures"))
