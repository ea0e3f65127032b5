"""The REST JSON of small presentations; lengths are given in points."""

from __future__ import annotations

EMU = 12700
RED = {"solidFill": {"color": {"rgbColor": {"red": 1}}}}


def element(object_id, x, y, width, height, **kind):
    """Points in, EMU out; `transform` may be given."""
    placed = {"scaleX": 1, "scaleY": 1, "translateX": x * EMU, "translateY": y * EMU, "unit": "EMU"}
    size = {"width": {"magnitude": width * EMU, "unit": "EMU"}, "height": {"magnitude": height * EMU, "unit": "EMU"}}
    return {"objectId": object_id, "size": size, "transform": placed | kind.pop("transform", {}), **kind}


def text(content, paragraph=None, **style):
    return {
        "textElements": [
            {"paragraphMarker": {"style": paragraph or {}}},
            {"textRun": {"content": content, "style": style}},
        ]
    }


def shape(content="", kind="TEXT_BOX", placeholder=None, **properties):
    made = {"shapeType": kind, "shapeProperties": properties}
    if content:
        made["text"] = text(content)
    return made | ({"placeholder": placeholder} if placeholder else {})


def deck(*elements, **parts):
    slide = {"objectId": "s1", "pageElements": list(elements), **parts.pop("slide", {})}
    size = {"width": {"magnitude": 9144000, "unit": "EMU"}, "height": {"magnitude": 5143500, "unit": "EMU"}}
    return {"presentationId": "p", "pageSize": size, "slides": [slide, *parts.pop("more", [])], **parts}
