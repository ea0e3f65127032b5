"""A letter of the benchmark, written on the page with mouse and keyboard only, and graded."""

from __future__ import annotations

import datetime
import io
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import expect

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.workspace import Kind, Workspace

from .conftest import Open
from .docpage import DocPage

RUBRIC = Path(__file__).parents[3] / "rubrics/docs_1_formal_letter"
BODY = [
    "I am writing to ask the committee to consider my application for the fellowship that was announced in March.",
    "Should you need references, transcripts or a longer account of the methods, I will gladly send them.",
]


def png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def signature() -> bytes:
    image = Image.new("RGB", (200, 75), "white")
    ImageDraw.Draw(image).line([(10, 60), (35, 12), (55, 62), (85, 20), (115, 58), (150, 30), (190, 35)], "black", 4)
    return png(image)


def logo() -> bytes:
    image = Image.new("RGB", (120, 120), "navy")
    pen = ImageDraw.Draw(image)
    pen.ellipse((12, 16, 76, 84), "gold")
    pen.rectangle((68, 68, 114, 112), "crimson")
    return png(image)


def test_a_formal_letter(open_file: Open, workspace: Workspace, tmp_path: Path) -> None:
    rubric = Rubric.load(RUBRIC)
    file = workspace.create_file(Kind.DOCUMENT, "letter")
    page = DocPage(open_file(file))
    page.upload(logo())
    page.press("Enter")
    page.tool("Bold").click()
    page.type("Ethan Ashby")
    page.tool("Bold").click()
    page.press("Enter")
    page.type("Email: eashby@uw.edu", "Biostatistics PhD Student", "", "March 3, 2026", "Dear Committee,", *BODY)
    page.type("", "Sincerely,", "")
    page.upload(signature())
    expect(page.page.get_by_role("img", name="Picture")).to_have_count(2)
    page.saved()

    info = rubric.tasks[0]
    facts = rubric.facts(1)
    gold = tmp_path / "gold" / rubric.family / "instance_1"
    for name, data in ((facts.gold_signature, signature()), (f"{facts.gold_logos}/logo.png", logo())):
        (gold / name).parent.mkdir(parents=True, exist_ok=True)
        (gold / name).write_bytes(data)
    root = tmp_path / "episode"
    freeze(workspace, file, root, info=info, today=datetime.date(2026, 3, 14))
    archive = GoldArchive.open(str(tmp_path / "gold"))
    results = Grader(rubric, info, Snapshot(root), Resources(gold=archive)).results()
    lost = [f"{slug}: {one.outcome} {one.reason}" for slug, one in results.items() if one.points < one.max]
    earned, available = (sum(getattr(one, name) for one in results.values()) for name in ("points", "max"))
    assert (available, lost) == (10, [])
    assert earned == available
