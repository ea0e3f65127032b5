"""The base letter as a Word file: uploaded, frozen, graded."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.workspace import Kind

docx = pytest.importorskip("docx")


def word_letter(items: Any) -> Any:
    from docx.shared import Pt

    made = docx.Document()
    for item in items:
        paragraph = made.add_paragraph(item if isinstance(item, str) else "")
        paragraph.paragraph_format.space_after = Pt(0)
        if not isinstance(item, str):
            paragraph.add_run().add_picture(io.BytesIO(item.data), Pt(item.width), Pt(item.height))
    return made


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(letters, kit, tmp_path, instance):
    path = tmp_path / "letter.docx"
    word_letter(kit.letter(kit.SENDERS[instance])).save(str(path))
    file = letters.workspace.upload(path, kind=Kind.DOCUMENT)
    info = letters.rubric.tasks[instance - 1]
    snapshot = freeze(letters.workspace, file, tmp_path / "episode", info=info, today=datetime.date(2026, 3, 14))
    assert letters.lost(snapshot, instance) == {}
