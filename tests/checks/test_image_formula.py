"""The addresses that IMAGE formulas show."""

from __future__ import annotations

import gzip
import io

import pytest
from PIL import Image

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.image_formula import as_shown, has_image, image_address
from pytest_knows.errors import DamagedEvidence


def workbook(formula: str) -> Workbook:
    """The formula in A1, "https://e.org/" in B1, and a link in B2 of another tab."""
    first = [{"userEnteredValue": {"formulaValue": formula}}, {"formattedValue": "https://e.org/"}]
    second = [{}, {"formattedValue": "a picture", "hyperlink": "https://e.org/x.png"}]
    tabs = [("One", [{"values": first}]), ("It's two", [{}, {"values": second}])]
    return Workbook(
        {
            "sheets": [
                {"properties": {"title": title, "sheetId": place, "index": place}, "data": [{"rowData": rows}]}
                for place, (title, rows) in enumerate(tabs)
            ]
        },
        lambda _: b"",
    )


@pytest.mark.parametrize(
    "formula",
    [
        '=IMAGE("https://e.org/x.png")',
        '=image( "https://e.org/x.png" ; 4; 100; 100)',
        '=IFERROR(IMAGE("https://e.org/x.png",2),"")',
        '=IMAGE("https://e.org/"&"x.png")',
        '=IMAGE($B$1 & "x.png", 2)',
        '=IMAGE(CONCATENATE(B1,"x",".png"),2)',
        '=IMAGE(concat("https://e.org/";"x.png"))',
        "=IMAGE('It''s two'!B2)",
        '=IMAGE(One!B1&"x.png")',
    ],
)
def test_addresses(formula: str):
    book = workbook(formula)
    cell = book.tabs[0].cell(0, 0)
    assert has_image(cell)
    assert image_address(cell, book) == "https://e.org/x.png"


@pytest.mark.parametrize(
    ("formula", "is_image"),
    [
        ('=HYPERLINK("https://e.org/x.png")', False),
        ('=MYIMAGE("https://e.org/x.png")', False),
        ("https://e.org/x.png", False),
        ("", False),
        ("=IMAGE(Nowhere!B2)", True),
        ("=IMAGE()", True),
        ('=IMAGE(INDIRECT("B1"))', True),
        ("=IMAGE(Z99)", True),
    ],
)
def test_no_address(formula: str, is_image: bool):
    book = workbook(formula)
    cell = book.tabs[0].cell(0, 0)
    assert has_image(cell) is is_image
    assert image_address(cell, book) == ""


def test_parts_are_joined_by_a_sign_only():
    book = workbook('=IMAGE("https://e.org/x.png","https://e.org/y.png")')
    assert image_address(book.tabs[0].cell(0, 0), book) == "https://e.org/x.png"


def test_a_sheet_shows_no_drawing():
    file = io.BytesIO()
    Image.new("RGB", (3, 2), "red").save(file, "PNG")
    assert as_shown(file.getvalue(), "the cell").size == (3, 2)
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
    for data in (drawing, gzip.compress(drawing), b"no picture"):
        with pytest.raises(DamagedEvidence, match="the cell"):
            as_shown(data, "the cell")
