"""The reserved arguments: how each is made from a snapshot. Heavy modules are imported where first asked for."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytest_knows.errors import DamagedEvidence, Ungraded

if TYPE_CHECKING:
    from pytest_knows.grading.grader import Grader


def _document(grader: Grader) -> Any:
    from pytest_knows.artifact.document import Document

    return Document(grader.snapshot.json("artifact/file.json"), grader.snapshot.picture)


def _workbook(grader: Grader) -> Any:
    from pytest_knows.artifact.spreadsheet import Workbook

    return Workbook(grader.snapshot.json("artifact/file.json"), grader.snapshot.picture)


def _deck(grader: Grader) -> Any:
    from pytest_knows.artifact.presentation import Presentation

    return Presentation(grader.snapshot.json("artifact/file.json"), grader.snapshot.picture)


def _slide(grader: Grader) -> Any:
    return grader.reserved("deck").first_slide


def _drive(grader: Grader) -> Any:
    from pytest_knows.evidence.drive import Drive

    return Drive(grader.snapshot)


def _rendering(grader: Grader) -> Any:
    from pytest_knows.evidence.rendering import Rendering

    notes = grader.snapshot.manifest.get("notes")
    notes = notes if isinstance(notes, dict) else {}
    if not grader.snapshot.has("artifact/export.pdf"):
        if notes.get("renderer") == "none":
            raise Ungraded(
                "needs a rendering, and no Chromium was found when the episode was frozen",
                need="browser",
                mend="install Chromium (or set KNOWS_CHROMIUM) and run again",
            )
        raise DamagedEvidence(
            f"the artifact's PDF export is missing: {notes.get('export_error', 'it was not recorded')}"
        )
    return Rendering(grader.snapshot.read("artifact/export.pdf"))


def _drawings(grader: Grader) -> Any:
    from pytest_knows.evidence.drawings import EXPORT, Drawings

    if not grader.snapshot.has(EXPORT):
        notes = grader.snapshot.manifest.get("notes")
        cause = notes.get("xlsx_error") if isinstance(notes, dict) else None
        raise DamagedEvidence(f"the artifact's .xlsx export is missing: {cause or 'it was not recorded'}")
    return Drawings(grader.snapshot.read(EXPORT))


def _trace(grader: Grader) -> Any:
    from pytest_knows.evidence.trace import Trace

    return Trace.from_json(grader.snapshot.json("trace.json"))


def _pages(grader: Grader) -> Any:
    from pytest_knows.evidence.pages import Pages

    return Pages(grader.snapshot, grader.resources.later_pages)


def _gold(grader: Grader) -> Any:
    archive = grader.resources.gold
    if archive is None:
        from pytest_knows.evidence.gold import GoldArchive

        archive = GoldArchive.open("none")
    return archive.view(grader.info.family, grader.info.instance)


def _quotes(grader: Grader) -> Any:
    if grader.resources.quotes is None:
        from pytest_knows.evidence.quotes import NoQuotes

        return NoQuotes()
    return grader.resources.quotes


def _today(grader: Grader) -> datetime.date:
    task = grader.snapshot.json("task.json")
    try:
        return datetime.date.fromisoformat(task["date"])
    except (TypeError, KeyError, ValueError) as error:
        raise DamagedEvidence(f"{grader.snapshot.root / 'task.json'} gives no date") from error


RESERVED: dict[str, Callable[[Grader], Any]] = {
    "facts": lambda grader: grader.rubric.facts(grader.info.instance),
    "doc": _document,
    "sheet": _workbook,
    "deck": _deck,
    "slide": _slide,
    "drive": _drive,
    "rendering": _rendering,
    "drawings": _drawings,
    "trace": _trace,
    "pages": _pages,
    "gold": _gold,
    "quotes": _quotes,
    "judge": lambda grader: grader.resources.judge,
    "task": lambda grader: grader.info,
    "today": _today,
}
