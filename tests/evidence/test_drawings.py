"""Pictures in and over the cells of a spreadsheet, from its .xlsx export."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from familykit.office import uploaded
from familykit.pictures import picture

from pytest_knows.episode.freeze import freeze
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.drawings import EXPORT, Drawings
from pytest_knows.evidence.pictures import decode
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo

xlsxwriter = pytest.importorskip("xlsxwriter")

INFO = TaskInfo(
    task_id="own.sheet.1", family="sheet", instance=1, short_id=None, kind=Kind.SPREADSHEET, group="", domain=""
)


def workbook() -> bytes:
    """Two tabs; over the second one a red picture at C5 and a blue one at A1, in its B2 another one."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        book.add_worksheet("First").write(0, 0, "text")
        second = book.add_worksheet("Second")
        second.insert_image(4, 2, "red.png", {"image_data": io.BytesIO(picture(1))})
        second.insert_image(0, 0, "blue.png", {"image_data": io.BytesIO(picture(2))})
        second.embed_image(1, 1, "other.png", {"image_data": io.BytesIO(picture(3))})
    return out.getvalue()


def same(data: bytes, seed: int) -> bool:
    return decode(data).identical(decode(picture(seed)))


def check(drawings: Drawings) -> None:
    assert [(one.row, one.column) for one in drawings.floating(1)] == [(4, 2), (0, 0)]
    assert [same(one.data, seed) for one, seed in zip(drawings.floating(1), (1, 2), strict=True)] == [True, True]
    inside = drawings.in_cell(1, 1, 1)
    assert inside is not None
    assert same(inside.data, 3)
    assert drawings.in_cell(1, 1, 2) is None
    assert drawings.in_cell(0, 1, 1) is None
    assert drawings.floating(0) == drawings.floating(7) == ()


def test_pictures_of_a_file() -> None:
    check(Drawings(workbook()))


def test_pictures_of_a_frozen_episode(workspace, tmp_path: Path) -> None:
    """Through an upload and the export of the freeze."""
    file = uploaded(workspace, workbook(), Kind.SPREADSHEET, tmp_path)
    snapshot = freeze(workspace, file, tmp_path / "episode", info=INFO, want_rendering=False)
    check(Drawings(snapshot.read(EXPORT)))


def test_a_document_has_no_such_export(workspace, tmp_path: Path) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "text")
    snapshot = freeze(workspace, file, tmp_path / "episode", info=INFO, want_rendering=False)
    assert not snapshot.has(EXPORT)


@pytest.mark.parametrize("data", [b"", b"PK", workbook()[:2000]])
def test_a_damaged_export(data: bytes) -> None:
    with pytest.raises(DamagedEvidence, match="xlsx export cannot be read"):
        Drawings(data).floating(0)
