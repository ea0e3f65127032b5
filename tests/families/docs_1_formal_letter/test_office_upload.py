"""The base letter as a Word file: uploaded, frozen, graded."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.workspace import Kind
from pytest_knows.workspace.local.office_formats import DOCX

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


def uploaded(letters: Any, path: Path, instance: int) -> Any:
    """The snapshot of a Word file, uploaded and frozen."""
    file = letters.workspace.upload(path, kind=Kind.DOCUMENT)
    info = letters.rubric.tasks[instance - 1]
    return freeze(letters.workspace, file, path.parent / "episode", info=info, today=datetime.date(2026, 3, 14))


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(letters, kit, tmp_path, instance):
    path = tmp_path / "letter.docx"
    word_letter(kit.letter(kit.SENDERS[instance])).save(str(path))
    assert letters.lost(uploaded(letters, path, instance), instance) == {}


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points_after_an_export(letters, kit, tmp_path, instance):
    made = letters.snapshot(kit.letter(kit.SENDERS[instance]), instance).json("artifact/file.json")["documentId"]
    path = tmp_path / "exported" / "letter.docx"
    path.parent.mkdir()
    path.write_bytes(letters.workspace.clients.drive.files().export(fileId=made, mimeType=DOCX).execute())
    assert letters.lost(uploaded(letters, path, instance), instance) == {}
