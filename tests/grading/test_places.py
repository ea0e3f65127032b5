"""Where the things stand that steps are decided by: slides in fractions, cells by address, lines by their words."""

import hashlib
import json

import pytest

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.grading import Grader, Rubric
from pytest_knows.grading.places import MOST, Places
from pytest_knows.reporting import to_json

HEAD = """
from dataclasses import dataclass
from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.rubric import located, proportion, step
"""
PT = 12700


def shape(number, x, text):
    return {
        "objectId": f"box{number}",
        "size": {"width": {"magnitude": 360 * PT, "unit": "EMU"}, "height": {"magnitude": 81 * PT, "unit": "EMU"}},
        "transform": {"scaleX": 1, "scaleY": 1, "translateX": x * PT, "translateY": 40.5 * PT, "unit": "EMU"},
        "shape": {"shapeType": "TEXT_BOX", "text": {"textElements": [{"textRun": {"content": f"{text}\n"}}]}},
    }


DECK = {  # two slides of 720 x 405 pt
    "slides": [
        {"objectId": "s1", "pageElements": [shape(1, 0, "One")]},
        {"objectId": "s2", "pageElements": [shape(2, 180, "Two"), shape(3, 600, "Half off")]},
    ],
    "pageSize": {"width": {"magnitude": 720 * PT, "unit": "EMU"}, "height": {"magnitude": 405 * PT, "unit": "EMU"}},
}
BOOK = {
    "sheets": [
        {
            "properties": {"title": "Plan"},
            "data": [
                {"rowData": [{"values": [{"formattedValue": f"{row}{way}"} for way in "ab"]} for row in range(5)]}
            ],
        }
    ]
}
DOCUMENT = {"body": {"content": [{"paragraph": {"elements": [{"textRun": {"content": "Dear bee,\n"}}]}}]}}


@pytest.fixture
def grade(tmp_path):
    """`grade(app, file, code)`: the only step of a rubric as in results.json."""

    def grade(app, file, code):
        episode = tmp_path / "episode"
        (episode / "artifact").mkdir(parents=True)
        data = json.dumps(file).encode()
        (episode / "artifact/file.json").write_bytes(data)
        files = {"artifact/file.json": hashlib.sha256(data).hexdigest()}
        (episode / "snapshot.json").write_text(json.dumps({"schema": 1, "files": files, "notes": {}}))
        folder = tmp_path / "family"
        folder.mkdir()
        (folder / "rubric.py").write_text(HEAD + code)
        steps = '[[1.steps]]\nstep = "graded"\ncp = 1\n'
        (folder / "facts.toml").write_text(f'[family]\nname = "family"\nartifact = "{app}"\n[1]\n{steps}')
        rubric = Rubric.load(folder)
        return to_json(Grader(rubric, rubric.tasks[0], Snapshot(episode)).result("graded"))

    return grade


def test_a_located_box_is_a_share_of_its_slide(grade):
    found = grade(
        "Slides",
        DECK,
        """
@located(title="second title")
def box(deck):
    return deck.slides[1].boxes[0]

@step(category="spatial_check")
def graded(box):
    assert box.text == "Two"
""",
    )
    (entry,) = found["evidence"]
    assert (entry["label"], entry["page"], entry["box"]) == ("second title", 2, [0.25, 0.1, 0.5, 0.2])


def test_what_lies_off_the_slide_is_cut_at_its_edge(grade):
    found = grade(
        "Slides",
        DECK,
        """
@step(category="spatial_check")
def graded(deck):
    return proportion(deck.slides[1].boxes, lambda box: box.text == "Two")
""",
    )
    inside, over = found["items"]
    assert (inside["outcome"], inside["page"], inside["box"]) == ("passed", 2, [0.25, 0.1, 0.5, 0.2])
    assert (over["outcome"], over["box"]) == ("failed", [0.8333, 0.1, 0.1667, 0.2])


def test_cells_within_values_of_the_rubric_own_are_found_up_to_a_limit(grade):
    found = grade(
        "Sheets",
        BOOK,
        """
@dataclass
class Row:
    number: int
    cells: tuple[Cell, ...]

@located
def rows(sheet):
    tab = sheet.tabs[0]
    return [Row(row, (tab.cell(row, 0), tab.cell(row, 1))) for row in range(1, 5)]

@step(category="structural_check")
def graded(rows):
    assert len(rows) == 5
""",
    )
    assert found["outcome"] == "failed"
    assert [(entry["tab"], entry["cell"]) for entry in found["evidence"]] == [
        ("Plan", cell) for cell in ("A2", "B2", "A3", "B3", "A4", "B4")[:MOST]
    ]


def test_a_line_of_a_document_is_known_by_its_words_and_what_it_was_found_by_goes_on(grade):
    found = grade(
        "Docs",
        DOCUMENT,
        """
@located
def greeting(doc):
    return doc.lines[0]

@located
def words(greeting):
    return greeting.text.split()

@step(category="content_check")
def graded(words):
    assert words == ["Dear", "bee,"]
""",
    )
    (entry,) = found["evidence"]
    assert (entry["label"], entry["quote"]) == ("greeting", "Dear bee,"), "words have no place of their own"


class Odd:
    page = 0

    @property
    def rect(self):
        raise RuntimeError("a fault")


def test_an_odd_value_costs_nothing():
    places = Places(lambda name: pytest.fail(name))
    assert places.evidence("odd", Odd()) == []
    assert places.first([None, {1, 2}, "text", Odd]) == {}
