"""What the Docs editor does besides setting a property: inherited values, links, headings."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.masks import apply_paths

LINK_COLOUR: Json = {
    "color": {"rgbColor": {"red": 0.06666667, "green": 0.33333334, "blue": 0.8}},
}
"""#1155cc, the colour that Docs gives to links."""

_ZERO_LEFT_OUT = frozenset(
    ("red", "green", "blue", "magnitude", "offsetLeft", "offsetRight", "offsetTop", "offsetBottom", "angle")
)

Paths = Iterable[tuple[str, ...]]


def tidy(value: Any) -> Any:
    """A copy without the zeros that protobuf's JSON leaves out (black is `{}`); lengths get their unit."""
    if isinstance(value, list):
        return [tidy(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {k: tidy(v) for k, v in value.items() if not (k in _ZERO_LEFT_OUT and v == 0)}
    if "magnitude" in value:
        kept["unit"] = "PT"
    return kept


def named_style(contents: Json, paragraph: Json, part: str) -> Json:
    """The `textStyle` or `paragraphStyle` that a paragraph inherits: its named style on top of NORMAL_TEXT."""
    styles = {s.get("namedStyleType"): s for s in contents.get("namedStyles", {}).get("styles", [])}
    name = paragraph.get("paragraphStyle", {}).get("namedStyleType", "NORMAL_TEXT")
    return {**styles.get("NORMAL_TEXT", {}).get(part, {}), **styles.get(name, {}).get(part, {})}


def style_text(style: Json, update: Json, paths: Paths, inherited: Json) -> Json:
    """The text style after an update; what equals the inherited value is left out, as Docs does."""
    paths = list(paths)
    result = copy.deepcopy(style)
    new = tidy(update)
    apply_paths(result, new, [*_link_paths(paths), *paths])
    if new.get("link") and ("link",) in paths:
        _dress_link(result, paths)
    if result.get("weightedFontFamily"):
        result["weightedFontFamily"].setdefault("weight", 400)
    return {name: value for name, value in result.items() if name == "link" or inherited.get(name) != value}


def _link_paths(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    # Setting or clearing a link resets colour and underline, unless the request speaks of them itself.
    if not any(path[0] == "link" for path in paths):
        return []
    return [(name,) for name in ("foregroundColor", "underline") if (name,) not in paths]


def _dress_link(style: Json, paths: list[tuple[str, ...]]) -> None:
    if ("foregroundColor",) not in paths:
        style["foregroundColor"] = copy.deepcopy(LINK_COLOUR)
    if ("underline",) not in paths:
        style["underline"] = True


def style_paragraph(style: Json, update: Json, paths: Paths, new_id: str, inherited: Json) -> Json:
    """The paragraph style after an update. Headings get an id, as in Docs, so that links can point to them."""
    result = copy.deepcopy(style)
    apply_paths(result, tidy(update), [path for path in paths if path[0] != "headingId"])
    result.setdefault("namedStyleType", "NORMAL_TEXT")
    result.setdefault("direction", "LEFT_TO_RIGHT")
    if result["namedStyleType"] == "NORMAL_TEXT":
        result.pop("headingId", None)
    else:
        result.setdefault("headingId", "h." + new_id.rpartition(".")[2])
    keep = ("namedStyleType", "direction", "headingId")
    return {name: value for name, value in result.items() if name in keep or inherited.get(name) != value}
