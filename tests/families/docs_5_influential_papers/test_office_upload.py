"""The full-score reports as Word files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from familykit.office import roundtrip, uploaded

from pytest_knows.workspace import Kind

from .building import Lab, Report, report

docx = pytest.importorskip("docx")


def word_file(made: Report) -> bytes:
    """As a person would write it: a heading, a line with the address, a paragraph."""
    document = docx.Document()
    for block in made.blocks:
        title = any(block.text == source.title for source in made.sources)
        document.add_heading(block.text, 2) if title else document.add_paragraph(block.text)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_a_word_file(lab: Lab, instance: int, tmp_path: Path) -> None:
    made = report(instance)
    file = uploaded(lab.bench.workspace, word_file(made), Kind.DOCUMENT, tmp_path)
    assert lab.grade(made, lab.freeze(made, file)).differing() == {}


def test_there_and_back(lab: Lab, tmp_path: Path) -> None:
    """Links under words survive the export."""
    made = report(4)
    for slot in (1, 2, 3, 4, 5):
        block = made.blocks[3 * slot - 2]
        block.text, block.links = "Read it", {"Read it": made.source(slot).link}
    file = roundtrip(lab.bench.workspace, lab.build(made), tmp_path)
    assert lab.grade(made, lab.freeze(made, file)).differing() == {}
