"""The full-score poster as a PowerPoint file: uploaded, frozen, graded."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.workspace import Kind
from pytest_knows.workspace.local.office_formats import PPTX

pptx = pytest.importorskip("pptx")


def powerpoint(poster: Any, kit: Any) -> Any:
    from pptx.enum.shapes import MSO_SHAPE
    from pptx.util import Emu

    made = pptx.Presentation()
    made.slide_width, made.slide_height = Emu(9144000), Emu(5143500)
    slide = made.slides.add_slide(made.slide_layouts[6])
    for box in poster.boxes.values():
        place = [Emu(int(side)) for side in (box.x, box.y, box.w, box.h)]
        if isinstance(box, kit.Logo):
            slide.shapes.add_picture(io.BytesIO(kit.picture(box.pixels)), *place)
        elif box.shape == "TEXT_BOX":
            _write(slide.shapes.add_textbox(*place), box)
        else:
            _write(slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, *place), box)
    slide.notes_slide.notes_text_frame.text = poster.notes
    return made


def _write(shape: Any, box: Any) -> None:
    from pptx.dml.color import RGBColor
    from pptx.enum.text import PP_ALIGN
    from pptx.util import Pt

    def rgb(colour: tuple[float, float, float]) -> Any:
        return RGBColor(*(round(255 * part) for part in colour))

    if box.fill:
        shape.fill.solid()
        shape.fill.fore_color.rgb = rgb(box.fill)
    frame = shape.text_frame
    frame.word_wrap = True
    frame.text = box.text
    for paragraph in frame.paragraphs:
        paragraph.alignment = {"CENTER": PP_ALIGN.CENTER, "END": PP_ALIGN.RIGHT}.get(box.align, PP_ALIGN.LEFT)
        for run in paragraph.runs:
            run.font.size, run.font.bold, run.font.italic = Pt(box.size), box.bold, box.italic
            run.font.color.rgb = rgb(box.colour or (0, 0, 0))


@pytest.mark.parametrize("exported", [False, True])
@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(rubric, poster, workspace, gold, tmp_path: Path, instance: int, exported: bool):
    """As it was uploaded, and exported and uploaded once more."""
    made = poster(instance)
    kit = sys.modules[type(made).__module__]
    path = tmp_path / "poster.pptx"
    powerpoint(made, kit).save(path)
    episodes = tmp_path / "episodes"
    episodes.mkdir()
    folder = kit.recorded(made, episodes)
    file = workspace.upload(path, kind=Kind.PRESENTATION)
    if exported:
        path.write_bytes(workspace.export(file, PPTX))
        file = workspace.upload(path, kind=Kind.PRESENTATION)
    snapshot = freeze(workspace, file, folder, info=rubric.tasks[instance - 1], want_rendering=False)
    assert kit.regrade(rubric, snapshot, made, gold=gold).differing() == {}
