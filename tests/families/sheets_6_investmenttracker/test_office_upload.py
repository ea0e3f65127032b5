"""The full-score tracker as an Excel file: uploaded, frozen, graded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.trace import Trace
from pytest_knows.workspace import Kind
from pytest_knows.workspace.local.office_formats import XLSX

from .building import TODAY, Tracker

openpyxl = pytest.importorskip("openpyxl")


def excel(tracker: Tracker) -> Any:
    from openpyxl.chart import BarChart, LineChart, PieChart, Reference
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.table import Table

    made = openpyxl.Workbook()
    sheet = made.active
    for row in tracker.grid:
        sheet.append(row)
    end = len(tracker.grid)
    sheet.add_table(Table(displayName="Stocks", ref=f"A1:{get_column_letter(len(tracker.grid[0]))}{end}"))
    spec = tracker.charts[0]["spec"]
    kind = "PIE" if "pieChart" in spec else spec["basicChart"]["chartType"]
    body = spec.get("pieChart") or {
        "domain": spec["basicChart"]["domains"][0]["domain"],
        **spec["basicChart"]["series"][0],
    }
    label, value = (body[name]["sourceRange"]["sources"][0]["startColumnIndex"] + 1 for name in ("domain", "series"))
    chart = {"PIE": PieChart, "LINE": LineChart}.get(kind, BarChart)()
    chart.title = spec["title"]
    chart.add_data(Reference(sheet, min_col=value, min_row=1, max_row=end), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=label, min_row=2, max_row=end))
    sheet.add_chart(chart, "J1")
    return made


@pytest.mark.parametrize("exported", [False, True])
@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(rubric, tracker, grade, workspace, tmp_path: Path, instance: int, exported: bool):
    """As it was uploaded, and exported and uploaded once more."""
    made = tracker(instance)
    path = tmp_path / "tracker.xlsx"
    excel(made).save(path)
    folder = tmp_path / "episode"
    with PageWriter(folder) as writer:
        for url, page in made.pages.items():
            writer.add(url, page)
    file = workspace.upload(path, kind=Kind.SPREADSHEET)
    if exported:
        path.write_bytes(workspace.export(file, XLSX))
        file = workspace.upload(path, kind=Kind.SPREADSHEET)
    snapshot = freeze(
        workspace,
        file,
        folder,
        info=rubric.tasks[instance - 1],
        trace=Trace(made.visited, "observed"),
        want_rendering=False,
        today=TODAY,
    )
    results = grade(made, snapshot=snapshot)
    assert results.differing() == {}
    assert results.points == results.maximum > 0
