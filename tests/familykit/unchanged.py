"""Changes of a frozen deck's JSON that change nothing that a viewer sees."""

from __future__ import annotations

from typing import Any


def grouped(raw: dict[str, Any]) -> None:
    """All elements of a slide in a group that is moved and twice as large; its children are half as large."""
    for slide in raw["slides"]:
        children = slide["pageElements"]
        for child in children:
            transform = child["transform"]
            for name in ("scaleX", "scaleY"):
                transform[name] = transform.get(name, 0) / 2
            for name in ("translateX", "translateY"):
                transform[name] = (transform.get(name, 0) - 100000) / 2
        outer = {"scaleX": 2, "scaleY": 2, "translateX": 100000, "translateY": 100000, "unit": "EMU"}
        group = {"objectId": slide["objectId"] + "_group", "transform": outer, "elementGroup": {"children": children}}
        slide["pageElements"] = [group]


def scaled(raw: dict[str, Any]) -> None:
    """Boxes by scale instead of by size."""
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for side, scale in (("width", "scaleX"), ("height", "scaleY")):
                one["size"][side]["magnitude"] *= 4
                one["transform"][scale] = one["transform"].get(scale, 0) / 4


def in_points(raw: dict[str, Any]) -> None:
    """Sizes and places in pt instead of EMU."""
    for slide in raw["slides"]:
        for one in slide["pageElements"]:
            for side in one["size"].values():
                side.update(magnitude=side["magnitude"] / 12700, unit="PT")
            for name in ("translateX", "translateY"):
                one["transform"][name] = one["transform"].get(name, 0) / 12700
            one["transform"]["unit"] = "PT"
