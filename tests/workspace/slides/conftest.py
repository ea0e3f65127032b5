"""A presentation on the bare engine."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pytest_knows.workspace.local.engine import Environment, StoredPicture
from pytest_knows.workspace.local.presentations import ENGINE

Json = dict[str, Any]


def _picture(url: str) -> StoredPicture:
    return StoredPicture(url="http://localhost/_media/1", source_url=url, mime="image/png", width=200, height=100)


class Deck:
    """One presentation's state with the calls that tests make."""

    def __init__(self, body: Json | None = None) -> None:
        count = itertools.count()
        self.env = Environment(
            file_id="file",
            title="A deck",
            new_id=lambda: f"fresh_{next(count)}",
            fetch_picture=_picture,
            today="2026-03-14",
        )
        self.state = ENGINE.blank(body or {}, self.env)

    def apply(self, *requests: Json) -> list[Json]:
        return ENGINE.apply(self.state, list(requests), self.env)

    def read(self) -> Json:
        return ENGINE.read(self.state, {}, self.env)

    def page(self, object_id: str = "p") -> Json:
        return ENGINE.call("presentations.pages.get", self.state, {"pageObjectId": object_id}, {}, self.env)[0]

    def element(self, object_id: str, page: str = "p") -> Json:
        return next(one for one in self.page(page)["pageElements"] if one["objectId"] == object_id)

    def box(self, object_id: str = "box_1", text: str = "", kind: str = "TEXT_BOX", page: str = "p") -> Json:
        """Create a shape of 300 x 50 pt at 10, 20 pt and answer it."""
        size = {"width": {"magnitude": 300, "unit": "PT"}, "height": {"magnitude": 50, "unit": "PT"}}
        place = {"scaleX": 1, "scaleY": 1, "translateX": 10, "translateY": 20, "unit": "PT"}
        properties = {"pageObjectId": page, "size": size, "transform": place}
        self.apply({"createShape": {"objectId": object_id, "shapeType": kind, "elementProperties": properties}})
        if text:
            self.apply({"insertText": {"objectId": object_id, "text": text}})
        return self.element(object_id, page)

    def runs(self, object_id: str = "box_1", page: str = "p") -> list[tuple[str, Json]]:
        """The text runs of a shape with their styles."""
        elements = self.element(object_id, page)["shape"]["text"]["textElements"]
        return [(one["textRun"]["content"], one["textRun"]["style"]) for one in elements if "textRun" in one]

    def text(self, object_id: str = "box_1", page: str = "p") -> str:
        return "".join(content for content, _ in self.runs(object_id, page))


@pytest.fixture
def deck() -> Deck:
    return Deck()


@pytest.fixture
def make_deck() -> type[Deck]:
    return Deck
