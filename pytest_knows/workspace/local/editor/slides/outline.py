"""What the editor knows of the whole presentation: its slides, layouts, colours, and the styles that text inherits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, page_size
from pytest_knows.workspace.local.rendering.slides_geometry import placed
from pytest_knows.workspace.local.rendering.slides_theme import Theme

_LONGEST_NAME = 80
_DEEPEST = 50
"""Groups in groups."""
_TITLES = ("TITLE", "CENTERED_TITLE")


def outline(deck: Json) -> dict[str, Any]:
    """`size` in points; `slides` with a `digest` that changes when the slide looks different; `layouts`; `colours`."""
    theme = Theme(deck)
    models = _digest([deck.get("masters"), deck.get("layouts")])
    slides = items(deck.get("slides"))
    return {
        "size": page_size(deck.get("pageSize"), 720, 405),
        "slides": [
            {
                "id": str(slide.get("objectId")),
                "name": slide_name(slide),
                "skipped": at(slide, "slideProperties", "isSkipped") is True,
                "digest": _digest(slide) + models,
            }
            for slide in slides
        ],
        "layouts": [
            {
                "id": str(layout.get("objectId")),
                "name": str(at(layout, "layoutProperties", "displayName") or at(layout, "layoutProperties", "name")),
            }
            for layout in items(deck.get("layouts"))
        ],
        "colours": _colours(theme, slides[0] if slides else {}),
    }


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def _colours(theme: Theme, page: Json) -> dict[str, str | None]:
    names = ("DARK1", "LIGHT1", "DARK2", "LIGHT2", *(f"ACCENT{n}" for n in range(1, 7)), "HYPERLINK", "TEXT1")
    return {name: theme.colour(page, {"themeColor": name}) for name in names}


def slide_name(slide: Json) -> str:
    """The slide's title, else its first text; empty without text."""
    shapes = list(_shapes(items(slide.get("pageElements"))))
    titles = [shape for shape in shapes if at(shape, "placeholder", "type") in _TITLES]
    texts = (" ".join(_plain(shape).split()) for shape in (*titles, *shapes))
    return next((text[:_LONGEST_NAME] for text in texts if text), "")


def _shapes(elements: list[Json], depth: int = 0) -> Iterator[Json]:
    for element in elements:
        if isinstance(element.get("shape"), dict):
            yield element["shape"]
        elif depth < _DEEPEST:
            yield from _shapes(items(at(element, "elementGroup", "children")), depth + 1)


def _plain(shape: Json) -> str:
    contents = (at(element, "textRun", "content") for element in _text(shape))
    return "".join(content for content in contents if isinstance(content, str))


def inherited(theme: Theme, page: Json) -> dict[str, Any]:
    """Object id of a shape -> nesting level -> `text` and `paragraph`: the styles that its text starts from."""
    shapes = ((one.element, mapping(one.element.get("shape"))) for one in placed(items(page.get("pageElements"))))
    return {
        str(element.get("objectId")): {str(level): _styles(theme, shape, level) for level in _levels(shape)}
        for element, shape in shapes
        if at(shape, "placeholder", "parentObjectId")
    } | {"": {"0": _styles(theme, {}, 0)}}


def _styles(theme: Theme, shape: Json, level: int) -> dict[str, Json]:
    return {"text": theme.text_style(shape, level), "paragraph": theme.paragraph_style(shape, level)}


def _levels(shape: Json) -> list[int]:
    markers = (at(element, "paragraphMarker", "bullet", "nestingLevel") for element in _text(shape))
    return sorted({0, *(int(number(level)) for level in markers if level)})


def _text(shape: Json) -> list[Json]:
    return items(at(shape, "text", "textElements"))
