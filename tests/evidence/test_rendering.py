"""Words, lines and pictures of a PDF: made by hand where every number is known, and by Chromium."""

from __future__ import annotations

import base64
import io

import pypdfium2 as pdfium
import pytest
from familykit.pdf import handmade, pattern, words_at
from PIL import Image

from pytest_knows.artifact.geometry import Rect
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.evidence.rendering import Rendering
from pytest_knows.workspace.local.rendering import find_chromium
from pytest_knows.workspace.local.rendering.printer import PRINTER

LETTER = "<style>@page { size: 612pt 792pt; margin: 72pt } body { margin: 0; font: 11pt Arial } p { margin: 0 }</style>"


def texts(pdf: bytes) -> list[str]:
    return [line.text for line in Rendering(pdf).lines]


def rounded(rect: Rect) -> tuple[int, int, int, int]:
    return round(rect.left), round(rect.top), round(rect.right), round(rect.bottom)


def test_words_have_boxes_from_the_top_left():
    (line,) = Rendering(handmade(words_at((20, 60, 10, "Hello world")))).lines
    assert (line.text, line.page) == ("Hello world", 0)
    assert line.rect.left == pytest.approx(20, abs=0.1)
    assert line.rect.top < 40 < line.rect.bottom < 45  # the baseline is 40 pt below the top
    assert line.words[0].em == pytest.approx(10)
    assert [word.text for word in line.words] == ["Hello", "world"]


def test_reading_order_is_not_drawing_order():
    assert texts(handmade(words_at((20, 20, 10, "last"), (20, 80, 10, "first"), (20, 50, 10, "middle")))) == [
        "first",
        "middle",
        "last",
    ]


@pytest.mark.parametrize(("gap", "lines"), [(25, ["left right"]), (35, ["left", "right"])])
def test_a_gap_of_more_than_three_ems_ends_a_line(gap, lines):
    width = Rendering(handmade(words_at((20, 60, 10, "left")))).lines[0].rect.width
    assert texts(handmade(words_at((20, 60, 10, "left"), (20 + width + gap, 60, 10, "right")))) == lines


@pytest.mark.parametrize(("shift", "lines"), [(4, ["low high"]), (8, ["high", "low"])])
def test_one_level_is_half_the_smaller_height(shift, lines):
    assert texts(handmade(words_at((20, 50, 10, "low"), (45, 50 + shift, 10, "high")))) == lines


def test_words_of_different_size_on_one_baseline_are_one_line():
    assert texts(handmade(words_at((20, 50, 10, "small"), (50, 50, 20, "big"), (90, 50, 8, ".")))) == ["small big ."]


@pytest.mark.parametrize(("rotate", "size"), [(0, (200, 100)), (90, (100, 200)), (180, (200, 100)), (270, (100, 200))])
def test_rotated_pages_are_read_as_shown(rotate, size):
    """The corner square of the page's own lower left, wherever the rotation shows it."""
    found = Rendering(handmade(content="q 30 0 0 20 0 0 cm /I Do Q", Rotate=rotate))
    expected = {0: (0, 80, 30, 100), 90: (0, 0, 20, 30), 180: (170, 0, 200, 20), 270: (80, 170, 100, 200)}[rotate]
    assert found.page_size == size
    assert rounded(found.placements[0].rect) == expected


def test_a_crop_box_moves_the_origin():
    found = Rendering(handmade(content="q 30 0 0 20 60 30 cm /I Do Q", CropBox="[50 10 150 90]"))
    assert found.page_size == (100, 80)
    assert rounded(found.placements[0].rect) == (10, 40, 40, 60)


def test_matrices_of_forms_are_composed():
    """Image in a form with its own /Matrix, scaled and moved, at half opacity; the same image once more, directly."""
    form = "q /G gs 20 0 0 10 0 0 cm /I Do Q"
    found = Rendering(handmade(content="q 2 0 0 2 30 20 cm /X Do Q q 20 0 0 10 0 90 cm /I Do Q", form=form))
    assert [rounded(place.rect) for place in found.placements] == [(0, 0, 20, 10), (40, 60, 80, 80)]
    assert all(place.pixels.identical(Pixels(pattern())) for place in found.placements)


def test_a_rotated_picture_has_the_box_around_it():
    found = Rendering(handmade(content="q 0 40 -20 0 100 30 cm /I Do Q"))  # 90 degrees
    assert rounded(found.placements[0].rect) == (80, 30, 100, 70)
    assert found.placements[0].pixels.identical(Pixels(pattern())), "its pixels are upright"


def test_clips_cut_what_is_shown():
    clip = "q 50 40 30 20 re W n 60 0 0 40 40 30 cm /I Do Q"
    assert rounded(Rendering(handmade(content=clip)).placements[0].rect) == (50, 40, 80, 60)
    outside = "q 0 0 5 5 re W n 60 0 0 40 40 30 cm /I Do Q"
    assert Rendering(handmade(content=outside)).placements == ()
    off_page = "q 60 0 0 40 170 30 cm /I Do Q"
    assert rounded(Rendering(handmade(content=off_page)).placements[0].rect) == (170, 30, 200, 70)


def test_a_picture_is_attributed_by_pixels_then_by_hash():
    found = Rendering(handmade(content="q 60 0 0 40 0 0 cm /I Do Q"))
    assert len(found.showing([Pixels(pattern())], 10)) == 1
    assert len(found.showing([Pixels(pattern().resize((77, 51)))], 10)) == 1
    assert found.showing([Pixels(pattern().rotate(90))], 10) == ()
    assert found.showing([], 10) == ()


def test_finding_text():
    found = Rendering(handmade(words_at((20, 60, 10, "Dear Ethan Ashby, hello"), (20, 40, 10, "ethan  ASHBYS"))))
    (place,) = found.find("Ethan\u00a0ashby")
    assert place.line.text == "Dear Ethan Ashby, hello"
    (dear,) = found.find("Dear")
    assert place.rect.left > dear.rect.right
    assert place.lies_in(found.find("dear ethan ashby")[0])
    assert not dear.lies_in(place)
    assert found.find("than Ashby") == ()
    assert [f.line.text for f in found.find("hello ethan")] == ["Dear Ethan Ashby, hello"]  # goes on in the next line
    assert found.find("") == found.find(" ") == ()


def test_the_closest_line():
    found = Rendering(handmade(words_at((20, 60, 10, "Associate Professor of Music"), (20, 40, 10, "Oslo"))))
    assert found.closest_line("Professor, Associate (Music)").line.text == "Associate Professor of Music"
    assert found.closest_line("quantum chromodynamics") is None


@pytest.mark.parametrize("pdf", [b"", b"text", b"%PDF-1.4", handmade()[:150]])
def test_a_damaged_pdf(pdf):
    with pytest.raises(DamagedEvidence, match="PDF export"):
        Rendering(pdf)


def test_a_pdf_without_pages():
    document, out = pdfium.PdfDocument.new(), io.BytesIO()
    document.save(out)
    with pytest.raises(DamagedEvidence, match="PDF export"):
        Rendering(out.getvalue())


def test_a_corner_of_the_page_as_a_picture():
    found = Rendering(handmade(content="1 0 0 rg 0 50 100 50 re f"))
    corner = Image.open(io.BytesIO(found.pages[0].png(Rect(0, 0, 100, 50), dpi=72)))
    assert corner.size == (100, 50)
    assert corner.getpixel((50, 25)) == (255, 0, 0)


def source(image: Image.Image) -> str:
    file = io.BytesIO()
    image.save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


@pytest.fixture(scope="module")
def printed() -> Rendering:
    if find_chromium() is None:
        pytest.skip("no Chromium")
    see_through = pattern("darkred").convert("RGBA")
    see_through.putalpha(see_through.convert("L").point(lambda value: 255 if value < 255 else 0))
    html = f"""{LETTER}
      <p><img src="{source(pattern())}" style="width:90pt;height:60pt;display:block"></p>
      <p>Ethan Ashby</p><p>Email: eashby@uw.edu \u2014 \ufb01ne of\ufb01ce</p>
      <p style="text-align:right">Jos\u00e9 \U0001f600 Jose\u0301</p>
      <p><img src="{source(pattern("green"))}" style="width:60pt;height:40pt;opacity:.4;display:block"></p>
      <p><img src="{source(see_through)}" style="width:60pt;height:40pt;display:block"></p>
      <div style="overflow:hidden;width:30pt;height:40pt">
        <img src="{source(pattern("teal"))}" style="width:60pt;height:40pt;margin-left:-30pt;display:block"></div>
      <p style="break-before:page">second page</p>
      <p><img src="{source(pattern())}" style="width:60pt;height:40pt;display:block"></p>"""
    return Rendering(PRINTER.print(html))


def test_words_as_chromium_prints_them(printed):
    """PDFium takes this page, with little text, for vertical writing and puts a line end behind every letter."""
    assert [line.text for line in printed.lines][:2] == ["Ethan Ashby", "Email: eashby@uw.edu \u2014 fine office"]
    (name,) = printed.find("Ethan Ashby")
    assert (name.rect.left, name.rect.top) == pytest.approx((72, 132), abs=1)
    assert [place.rect.right for place in printed.find("jos\u00e9")][-1] == pytest.approx(540, abs=1)
    assert len(printed.find("Jose\u0301")) == 2
    assert len(printed.find("fine office")) == 1
    assert printed.find("second page")[0].page == 1


def test_the_letters_without_their_places(printed):
    """The same letters in the same order; what stands between them may differ."""
    for page in printed.pages:
        assert "".join(page.text.split()) == "".join(word.text for word in page.words)
    assert "".join(printed.pages[0].text.split())


def test_pictures_as_chromium_prints_them(printed):
    def place(image):
        return [(found.page, *rounded(found.rect)) for found in printed.showing([Pixels(image)], 3)]

    assert place(pattern()) == [(0, 72, 72, 162, 132), (1, *rounded(printed.placements[-1].rect))]
    faded, see_through, cropped = (found.rect for found in printed.placements[1:4])
    for rect, width in ((faded, 60), (see_through, 60), (cropped, 30)):
        assert (rect.left, rect.width, rect.height) == pytest.approx((72, width, 40), abs=0.8)
    assert printed.placements[2].pixels.distance(Pixels(pattern("darkred"))) <= 4, "the mask is applied"
