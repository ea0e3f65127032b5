"""Charts of PowerPoint and Word files come in as pictures, as with Drive."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office_formats import DOCX, PPTX
from pytest_knows.workspace.local.rendering import find_chromium

pptx = pytest.importorskip("pptx")
docx = pytest.importorskip("docx")

from docx.opc.constants import RELATIONSHIP_TYPE  # noqa: E402
from docx.opc.packuri import PackURI  # noqa: E402
from docx.opc.part import Part  # noqa: E402
from docx.oxml import parse_xml  # noqa: E402
from pptx.chart.data import CategoryChartData, XyChartData  # noqa: E402
from pptx.enum.chart import XL_CHART_TYPE  # noqa: E402
from pptx.util import Emu  # noqa: E402

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="there is no Chromium")

CM = 360000
BLUE, RED = (66, 133, 244), (234, 67, 53)
KINDS = [
    XL_CHART_TYPE.COLUMN_CLUSTERED, XL_CHART_TYPE.COLUMN_STACKED, XL_CHART_TYPE.BAR_CLUSTERED, XL_CHART_TYPE.LINE,
    XL_CHART_TYPE.AREA, XL_CHART_TYPE.PIE, XL_CHART_TYPE.DOUGHNUT,
]  # fmt: skip


def charted(kind: Any, values: tuple[float, ...] = (1, 3, 2)) -> Any:
    """A deck with one chart of two series, 20 x 10 cm, 2 cm from the left and 3 from the top."""
    data: Any = CategoryChartData()
    data.categories = ["East", "West", "Mid"]
    data.add_series("First", values)
    data.add_series("Second", tuple(value * 2 for value in values))
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    frame = slide.shapes.add_chart(kind, *map(Emu, (2 * CM, 3 * CM, 20 * CM, 10 * CM)), data)
    frame.chart.has_title = True
    frame.chart.chart_title.text_frame.text = "Sales"
    frame._element.nvGraphicFramePr.cNvPr.set("descr", "Sales by region")
    return made


def colours(data: bytes) -> dict[Any, int]:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return {colour: count for count, colour in image.getcolors(1 << 24) or []}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_chart_of_powerpoint_is_a_picture_in_its_place(deck: Any, workspace: Workspace, kind: Any) -> None:
    view, raw = deck(charted(kind))
    [element] = raw["slides"][0]["pageElements"]
    assert [round(element["size"][side]["magnitude"]) for side in ("width", "height")] == [20 * CM, 10 * CM]
    assert (element["transform"]["translateX"], element["transform"]["translateY"]) == (2 * CM, 3 * CM)
    assert element["description"] == "Sales by region"
    data, mime = workspace.picture(element["image"]["contentUrl"])
    width, height = Image.open(io.BytesIO(data)).size
    assert (mime, width / height) == ("image/png", pytest.approx(2, abs=0.02))
    assert {BLUE, RED} <= colours(data).keys() or kind is XL_CHART_TYPE.AREA
    assert len(view.slides[0].pictures) == 1


def test_bars_are_as_long_as_their_numbers(deck: Any, workspace: Workspace) -> None:
    """Two series of (1, 3, 2) and (2, 6, 4): the second takes twice the room of the first."""
    _, raw = deck(charted(XL_CHART_TYPE.COLUMN_CLUSTERED))
    found = colours(workspace.picture(raw["slides"][0]["pageElements"][0]["image"]["contentUrl"])[0])
    assert found[RED] / found[BLUE] == pytest.approx(2, abs=0.1)


def test_points_have_their_circles(deck: Any, workspace: Workspace) -> None:
    data = XyChartData()
    series = data.add_series("Points")
    for x, y in ((1, 2), (2, 5)):
        series.add_data_point(x, y)
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, 0, 0, Emu(10 * CM), Emu(10 * CM), data)
    _, raw = deck(made)
    found = colours(workspace.picture(raw["slides"][0]["pageElements"][0]["image"]["contentUrl"])[0])
    assert 0 < found[BLUE] < 2000


def test_it_goes_out_and_in_again_as_that_picture(deck: Any, workspace: Workspace, uploaded: Any) -> None:
    _, raw = deck(charted(XL_CHART_TYPE.PIE))
    [before] = raw["slides"][0]["pageElements"]
    out = workspace.clients.drive.files().export(fileId=raw["presentationId"], mimeType=PPTX).execute()
    again = uploaded("again.pptx", out, Kind.PRESENTATION)
    [after] = workspace.clients.slides.presentations().get(presentationId=again).execute()["slides"][0]["pageElements"]
    assert after["image"]["contentUrl"] == before["image"]["contentUrl"]
    assert [after[name] for name in ("size", "transform")] == [before[name] for name in ("size", "transform")]


def test_numbers_that_no_one_can_draw(deck: Any) -> None:
    for values in ((0, 0, 0), (-1, -3, 2), (1e300, -1e300, 1)):
        _, raw = deck(charted(XL_CHART_TYPE.BAR_STACKED, values))
        assert raw["slides"][0]["pageElements"][0]["image"]["contentUrl"]


def test_a_chart_of_word_is_a_picture_in_the_text(document: Any, workspace: Workspace) -> None:
    frame = charted(XL_CHART_TYPE.COLUMN_CLUSTERED).slides[0].shapes[0]
    made = docx.Document()
    part = Part(PackURI("/word/charts/chart1.xml"), "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
                frame.chart.part.blob, made.part.package)  # fmt: skip
    relation = made.part.relate_to(part, RELATIONSHIP_TYPE.CHART)
    names = {"wp": "wordprocessingDrawing", "a": "main", "c": "chart"}
    spaces = " ".join(
        f'xmlns:{prefix}="http://schemas.openxmlformats.org/drawingml/2006/{name}"' for prefix, name in names.items()
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    drawing = parse_xml(
        f'<w:drawing xmlns:w="{word}" xmlns:r="{office}" {spaces}><wp:inline>'
        f'<wp:extent cx="{12 * CM}" cy="{6 * CM}"/><wp:docPr id="1" name="Chart" descr="Sales"/>'
        f'<a:graphic><a:graphicData uri="x"><c:chart r:id="{relation}"/></a:graphicData></a:graphic>'
        "</wp:inline></w:drawing>"
    )
    made.add_paragraph("before ").add_run()._r.append(drawing)
    view, tab = document(made)
    [item] = tab["inlineObjects"].values()
    embedded = item["inlineObjectProperties"]["embeddedObject"]
    assert embedded["description"] == "Sales"
    assert embedded["size"]["width"]["magnitude"] == pytest.approx(12 * CM / 12700, abs=0.1)
    assert {BLUE, RED} <= colours(workspace.picture(embedded["imageProperties"]["contentUri"])[0]).keys()
    out = workspace.clients.drive.files().export(fileId=_id_of(workspace), mimeType=DOCX).execute()
    assert len(docx.Document(io.BytesIO(out)).inline_shapes) == 1
    assert len(view.pictures) == 1


def _id_of(workspace: Workspace) -> str:
    """The id of the document that was uploaded last."""
    query = f"mimeType = '{Kind.DOCUMENT.mime_type}'"
    found = workspace.clients.drive.files().list(q=query, orderBy="createdTime desc", pageSize=1).execute()
    return str(found["files"][0]["id"])
