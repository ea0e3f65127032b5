"""Letters: built with Google's client on the embedded Workspace, frozen, and graded by the shipped rubric."""

from __future__ import annotations

import base64
import copy
import datetime
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from familykit.bench import rewritten
from familykit.kept import keep
from PIL import Image, ImageDraw

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.scoring import StepResult
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.rendering import find_chromium, render_pdf

RUBRIC = Path(__file__).parents[3] / "rubrics" / "docs_1_formal_letter"
BODY = tuple(
    " ".join(text.split())
    for text in (
        """I am writing to ask the committee to consider my application for the fellowship that was announced in March.
        Over the last three years my work has dealt with clustered survival data, and I would like to take it to the
        clinic together with the people who collect such data every day. The enclosed proposal says how, at what cost
        and with which milestones; the first results are due within nine months of the start, the last after two
        years.""",
        """The group that I hope to join has the data, the patience and the statistics that the plan needs. I have read
        its recent reports with great interest, met two of its members at the spring meeting, and agreed with them on a
        division of labour that leaves room for surprises. Should you need references, transcripts or a longer account
        of the methods, I will gladly send them. Thank you for your time, and for the care with which such files are
        read.""",
    )
)


@dataclass(frozen=True)
class Inline:
    """A picture in the text, sizes in pt."""

    data: bytes
    width: float
    height: float


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def draw_signature() -> bytes:
    image = Image.new("RGB", (400, 150), "white")
    pen = ImageDraw.Draw(image)
    pen.line([(20, 120), (70, 25), (110, 125), (170, 40), (230, 115), (300, 60), (385, 70)], "black", width=6)
    pen.arc((120, 20, 260, 140), 20, 300, "black", width=5)
    return png(image)


def draw_logo() -> bytes:
    image = Image.new("RGB", (300, 300), "navy")
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 40, 190, 210), "gold")
    pen.rectangle((170, 170, 285, 280), "crimson")
    pen.polygon([(200, 20), (290, 150), (210, 130)], "white")
    return png(image)


def draw_other() -> bytes:
    image = Image.new("RGB", (300, 300), "white")
    pen = ImageDraw.Draw(image)
    for x in range(0, 300, 60):
        pen.rectangle((x, x // 2, x + 25, 299 - x // 3), "darkgreen")
    return png(image)


SIGNATURE, LOGO, OTHER = draw_signature(), draw_logo(), draw_other()
LOGO_IN_TEXT, SIGNATURE_IN_TEXT = Inline(LOGO, 90, 90), Inline(SIGNATURE, 144, 54)
Items = Sequence["str | Inline"]
Edit = Callable[[dict[str, Any]], None]
Lost = dict[str, tuple[str, str, float]]

SENDERS: dict[int, list[str]] = {
    1: ["Ethan Ashby", "Email: eashby@uw.edu", "Biostatistics PhD Student"],
    2: ["Andrew Reischling", "Email: andyreischling601@gmail.com", "Writer"],
    3: ["Elisa Kreiss", "Assistant Professor", "Communication at UCLA", "Email: ekreiss@ucla.edu"],
    4: ["Nicholas Tomlin", "Email: n.tomlin@nyu.edu", "Faculty Fellow", "NYU Center for Data Science"],
    5: [
        "Martin Tutek",
        "Email: martin.tutek@gmail.com",
        "GitHub: https://github.com/mttk",
        "LinkedIn: https://www.linkedin.com/in/mtutek",
    ],
}


def letter(sender: Items, *, logo: Items = (LOGO_IN_TEXT,), ending: Items = (SIGNATURE_IN_TEXT,)) -> list[str | Inline]:
    """The base letter: logo, sender block, date, salutation, body, closing, signature."""
    return [*logo, *sender, "", "March 3, 2026", "Dear Committee,", *BODY, "Sincerely,", *ending]


def gold_members(rubric: Rubric, instance: int) -> dict[str, bytes]:
    """Name -> bytes of an instance's gold data."""
    facts = rubric.facts(instance)
    return {facts.gold_signature: SIGNATURE, f"{facts.gold_logos}/logo.png": LOGO}


class Letters:
    """Builds, freezes and grades letters."""

    def __init__(self, workspace: Workspace, folder: Path, rubric: Rubric) -> None:
        self.workspace, self.folder, self.rubric = workspace, folder, rubric
        self._count = 0

    def snapshot(self, items: Items, instance: int = 1, edit: Edit | None = None) -> Snapshot:
        """Build the letter with the API and freeze it; `edit` changes the tab's JSON to what the API cannot make."""
        self._count += 1
        folder = self.folder / f"episode{self._count}"
        file = self.workspace.create_file(Kind.DOCUMENT, "Letter")
        requests = [request for position, item in enumerate(items) for request in _requests(position, item)]
        if requests:
            self.workspace.clients.docs.documents().batchUpdate(
                documentId=file.id, body={"requests": requests}
            ).execute()
        info = self.rubric.tasks[instance - 1]
        today = datetime.date(2026, 3, 14)
        snapshot = freeze(self.workspace, file, folder, info=info, want_rendering=edit is None, today=today)
        return self.edited(snapshot, edit) if edit else snapshot

    def edited(self, snapshot: Snapshot, edit: Edit) -> Snapshot:
        raw = copy.deepcopy(snapshot.json("artifact/file.json"))
        edit(raw["tabs"][0]["documentTab"])
        pdf = render_pdf("document", raw, lambda url: (snapshot.picture(url), "image/png"))
        return rewritten(snapshot, {"artifact/file.json": json.dumps(raw).encode(), "artifact/export.pdf": pdf})

    def grade(
        self,
        items: Items | Snapshot,
        instance: int = 1,
        *,
        edit: Edit | None = None,
        judge: Any = (),
        gold: dict[str, bytes] | Literal["complete"] | None = "complete",
    ) -> dict[str, StepResult]:
        """`judge`: a script's rules, or None for no judge. `gold`: the members of the archive, or None for none."""
        snapshot = items if isinstance(items, Snapshot) else self.snapshot(items, instance, edit)
        self.judge = NoJudge() if judge is None else ScriptedJudge(judge)
        members = gold_members(self.rubric, instance) if gold == "complete" else gold
        resources = Resources(judge=self.judge, gold=None if members is None else self.archive(members, instance))
        results = Grader(self.rubric, self.rubric.tasks[instance - 1], snapshot, resources).results()
        keep(self.rubric, snapshot, results, resources.gold)
        return results

    def archive(self, members: dict[str, bytes], instance: int = 1) -> GoldArchive:
        folder = self.folder / f"gold{self._count}-{len(list(self.folder.glob('gold*')))}"
        for name, data in members.items():
            path = folder / self.rubric.family / f"instance_{instance}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return GoldArchive.open(str(folder))

    def lost(self, *args: Any, **more: Any) -> Lost:
        return lost(self.grade(*args, **more))


def lost(results: dict[str, StepResult]) -> Lost:
    """What did not pass: slug -> (outcome, mechanism, points)."""
    return {
        slug: (result.outcome.value, result.mechanism.value, result.points)
        for slug, result in results.items()
        if (result.points, result.outcome) != (result.max, "passed")
    }


DEPENDENCY = ("failed", "dependency_not_evaluated", 0)
ERROR = ("error", "execution_error", 0)
UNGRADED = ("ungraded", "not_graded", 0)


def failed(mechanism: str, *slugs: str) -> Lost:
    return dict.fromkeys(slugs, ("failed", mechanism, 0))


def missing(*fields: str) -> Lost:
    """What is lost when the letter does not give these fields."""
    texts = failed("deterministic", *(f"{field}_text" for field in fields))
    return {**texts, **{f"{field}_location": DEPENDENCY for field in fields}}


def misplaced(*fields: str) -> Lost:
    return failed("spatial", *(f"{field}_location" for field in fields))


def _requests(position: int, item: str | Inline) -> list[dict[str, Any]]:
    end: dict[str, Any] = {"endOfSegmentLocation": {}}
    newline = [{"insertText": {"text": "\n", **end}}] if position else []
    if isinstance(item, str):
        return [*newline, {"insertText": {"text": item, **end}}] if item else newline
    size = {
        side: {"magnitude": value, "unit": "PT"} for side, value in (("width", item.width), ("height", item.height))
    }
    uri = "data:image/png;base64," + base64.b64encode(item.data).decode()
    return [*newline, {"insertInlineImage": {"uri": uri, "objectSize": size, **end}}]


def paragraph(tab: dict[str, Any], text: str) -> dict[str, Any]:
    """The body's first paragraph that holds the text."""
    for element in tab["body"]["content"]:
        runs = element.get("paragraph", {}).get("elements", [])
        if text in "".join(run.get("textRun", {}).get("content", "") for run in runs):
            return element["paragraph"]
    raise AssertionError(f"no paragraph holds {text!r}")


def pt(magnitude: float) -> dict[str, Any]:
    return {"magnitude": magnitude, "unit": "PT"}


def text_paragraph(*lines: str, **style: Any) -> dict[str, Any]:
    """A structural element: one paragraph, its lines parted by soft breaks."""
    run = {"textRun": {"content": "\v".join(lines) + "\n", "textStyle": {}}}
    return {"paragraph": {"elements": [run], "paragraphStyle": {"namedStyleType": "NORMAL_TEXT", **style}}}


def table(*rows: Sequence[Sequence[dict[str, Any]]]) -> dict[str, Any]:
    """A structural element: rows of cells, each cell a list of structural elements."""
    cells = [{"tableCells": [{"content": list(cell), "tableCellStyle": {}} for cell in row]} for row in rows]
    return {"table": {"rows": len(rows), "columns": len(rows[0]), "tableRows": cells, "tableStyle": {}}}


def take(tab: dict[str, Any], text: str) -> dict[str, Any]:
    """Take the structural element that holds the text out of the body."""
    content = tab["body"]["content"]
    wanted = paragraph(tab, text)
    position = next(n for n, element in enumerate(content) if element.get("paragraph") is wanted)
    return content.pop(position)


def take_picture(tab: dict[str, Any], number: int = 0) -> dict[str, Any]:
    """Take the structural element with the n-th inline picture out of the body."""
    content = tab["body"]["content"]
    found = [element for element in content if "inlineObjectElement" in json.dumps(element)]
    content.remove(found[number])
    return found[number]


def float_picture(tab: dict[str, Any], number: int, anchor: str, left: float, top: float) -> None:
    """Make the n-th inline picture a floating one, anchored to the paragraph with that text; offsets in pt."""
    element = take_picture(tab, number)
    runs = element["paragraph"]["elements"]
    object_id = next(run["inlineObjectElement"]["inlineObjectId"] for run in runs if "inlineObjectElement" in run)
    embedded = tab["inlineObjects"].pop(object_id)["inlineObjectProperties"]["embeddedObject"]
    positioning = {"layout": "WRAP_TEXT", "leftOffset": pt(left), "topOffset": pt(top)}
    properties = {"positioning": positioning, "embeddedObject": embedded}
    tab.setdefault("positionedObjects", {})[object_id] = {
        "objectId": object_id,
        "positionedObjectProperties": properties,
    }
    paragraph(tab, anchor)["positionedObjectIds"] = [object_id]


def in_header(tab: dict[str, Any], elements: list[dict[str, Any]]) -> None:
    """Move structural elements into the page header."""
    tab["headers"] = {"kix.header": {"headerId": "kix.header", "content": elements}}
    tab["documentStyle"]["defaultHeaderId"] = "kix.header"


def link(tab: dict[str, Any], text: str, url: str) -> None:
    """Put a link under the (whole) paragraph with that text."""
    for run in paragraph(tab, text)["elements"]:
        run["textRun"]["textStyle"]["link"] = {"url": url}


@pytest.fixture(scope="session")
def rubric() -> Rubric:
    return Rubric.load(RUBRIC)


@pytest.fixture
def letters(workspace: Workspace, tmp_path: Path, rubric: Rubric) -> Letters:
    if find_chromium() is None:
        pytest.skip("no Chromium: a letter's layout is read from a rendering")
    return Letters(workspace, tmp_path, rubric)


@pytest.fixture(scope="session")
def kit() -> Any:
    """The names of this module, for test modules, which cannot import it."""
    import sys

    return sys.modules[__name__]
