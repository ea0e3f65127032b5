"""A presentation that tests look at through its API while editors are open on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from editorkit.slides import SlidesPage

from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import Open

Json = dict[str, Any]
INCH = 914400


class Talk:
    """A presentation: its API, and editors that are open on it."""

    def __init__(self, workspace: Workspace, open_file: Open) -> None:
        self.workspace, self.open_file = workspace, open_file
        self.file: FileRef = workspace.create_file(Kind.PRESENTATION, "talk")
        self.editor = self.opened()

    def opened(self) -> SlidesPage:
        """One more browser with the editor."""
        return SlidesPage(self.open_file(self.file))

    @property
    def json(self) -> Json:
        decks = self.workspace.clients.slides.presentations()
        found: Json = decks.get(presentationId=self.file.id).execute()
        return found

    def update(self, *requests: Json) -> None:
        decks = self.workspace.clients.slides.presentations()
        decks.batchUpdate(presentationId=self.file.id, body={"requests": list(requests)}).execute()

    def eventually(self, holds: Callable[[], bool]) -> None:
        """Wait for what a dialog that was just closed is about to do."""
        for _ in range(100):
            if holds():
                return
            self.editor.page.wait_for_timeout(50)
        pytest.fail("it did not come to hold")

    def elements(self, slide: int = 0) -> list[Json]:
        found: list[Json] = self.json["slides"][slide].get("pageElements", [])
        return found


def plain(holder: Json) -> str:
    runs = holder.get("text", {}).get("textElements", [])
    return "".join(run["textRun"]["content"] for run in runs if "textRun" in run)


def styles(holder: Json) -> list[tuple[str, Json]]:
    runs = holder.get("text", {}).get("textElements", [])
    return [(run["textRun"]["content"], run["textRun"]["style"]) for run in runs if "textRun" in run]


def links(holder: Json) -> list[tuple[str, str]]:
    return [(text, style["link"]["url"]) for text, style in styles(holder) if "link" in style]


def bullets(holder: Json) -> list[tuple[int, str] | None]:
    markers = [one["paragraphMarker"] for one in holder["text"]["textElements"] if "paragraphMarker" in one]
    return [(m["bullet"].get("nestingLevel", 0), m["bullet"]["glyph"]) if "bullet" in m else None for m in markers]


def box_of(element: Json) -> tuple[float, float, float, float]:
    """Left, top, width, height in inches."""
    size, transform = element["size"], element["transform"]
    width, height = (size[side]["magnitude"] for side in ("width", "height"))
    return (
        round(transform.get("translateX", 0) / INCH, 2),
        round(transform.get("translateY", 0) / INCH, 2),
        round(width * transform.get("scaleX", 0) / INCH, 2),
        round(height * transform.get("scaleY", 0) / INCH, 2),
    )


def size(element: Json) -> tuple[float, float]:
    return element["size"]["width"]["magnitude"], element["size"]["height"]["magnitude"]


def notes(slide: Json) -> str:
    page = slide["slideProperties"]["notesPage"]
    wanted = page["notesProperties"]["speakerNotesObjectId"]
    return next(plain(one["shape"]) for one in page["pageElements"] if one["objectId"] == wanted)
