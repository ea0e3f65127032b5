"""Pictures of a document as DrawingML, in the text (`wp:inline`) or beside it (`wp:anchor`). Lengths are EMU."""

from __future__ import annotations

import math

from pytest_knows.workspace.local.office.document_pictures import CROPS, WRAPS
from pytest_knows.workspace.local.office.export_document_package import Node, PartWriter, made, whole
from pytest_knows.workspace.local.office.export_document_styles import inverse
from pytest_knows.workspace.local.office.markup import EMU_PER_PT, NS
from pytest_knows.workspace.local.rendering.markup import Json, at, mapping, number, points

_WRAPS = inverse(WRAPS)
_SIDES = ("Top", "Bottom", "Left", "Right")
_MOST = 100_000_000
"""EMU: more than two of the largest pages that Word has."""


def inline(embedded: Json, part: PartWriter, number_: int, link: str) -> Node | None:
    """The `w:drawing` of an InlineObject's `embeddedObject`; None if its picture cannot be had."""
    picture = _picture(embedded, part, number_)
    if picture is None:
        return None
    zero = dict.fromkeys(("distT", "distB", "distL", "distR"), 0)
    return made("w:drawing", None, made("wp:inline", zero, *_frame(embedded, part, number_, link), picture))


def floating(properties: Json, part: PartWriter, number_: int) -> Node | None:
    """The `w:drawing` of `positionedObjectProperties`, placed from its column and paragraph as Google does."""
    embedded, positioning = mapping(properties.get("embeddedObject")), mapping(properties.get("positioning"))
    picture = _picture(embedded, part, number_)
    if picture is None:
        return None
    layout = str(positioning.get("layout"))
    distances = {f"dist{side[0]}": _emu(embedded.get(f"margin{side}"), 0) for side in _SIDES}
    flags = {"simplePos": 0, "relativeHeight": number_, "behindDoc": int(layout == "BEHIND_TEXT"), "locked": 0}
    wrap = _WRAPS.get(layout, "wrapNone")
    extent, effect, *others = _frame(embedded, part, number_, "")
    anchor = made(
        "wp:anchor",
        {**distances, **flags, "layoutInCell": 1, "allowOverlap": 1},
        made("wp:simplePos", {"x": 0, "y": 0}),
        _position("H", "column", positioning.get("leftOffset")),
        _position("V", "paragraph", positioning.get("topOffset")),
        extent,
        effect,
        made(f"wp:{wrap}", {"wrapText": "bothSides"} if wrap == "wrapSquare" else {}),
        *others,
        picture,
    )
    return made("w:drawing", None, anchor)


def _emu(dimension: object, least: int = -_MOST) -> int:
    return whole(points(dimension) * EMU_PER_PT, least, _MOST)


def _position(axis: str, origin: str, offset: object) -> Node:
    distance = made("wp:posOffset", text=str(_emu(offset)))
    return made(f"wp:position{axis}", {"relativeFrom": origin}, distance)


def _size(embedded: Json) -> dict[str, object]:
    return {c: _emu(at(embedded, "size", side), 0) for c, side in (("cx", "width"), ("cy", "height"))}


def _frame(embedded: Json, part: PartWriter, number_: int, link: str) -> list[Node]:
    """Extent, effect extent, what the picture is about, locks."""
    texts = {key: value for key in ("title", "description") if isinstance(value := embedded.get(key), str)}
    stated = {"id": number_, "name": f"Picture {number_}"}
    about = {**stated, "descr": texts.get("description"), "title": texts.get("title")}
    click = made("a:hlinkClick", {"r:id": part.relate("hyperlink", link, external=True)}) if link else None
    zero = dict.fromkeys(("l", "t", "r", "b"), 0)
    return [
        made("wp:extent", _size(embedded)),
        made("wp:effectExtent", zero),
        made("wp:docPr", about, click),
        made("wp:cNvGraphicFramePr", None, made("a:graphicFrameLocks", {"noChangeAspect": 1})),
    ]


def _picture(embedded: Json, part: PartWriter, number_: int) -> Node | None:
    image = mapping(embedded.get("imageProperties"))
    url = image.get("contentUri")
    name = part.package.media(url) if isinstance(url, str) and url else ""
    if not name:
        return None
    cuts = {side: whole(number(at(image, "cropProperties", key)) * 100_000) for key, side in CROPS.items()}
    turned = whole(math.degrees(number(image.get("angle"))) % 360 * 60000)
    box = made("a:xfrm", {"rot": turned or None}, made("a:off", {"x": 0, "y": 0}), made("a:ext", _size(embedded)))
    picture = made(
        "pic:pic",
        None,
        made("pic:nvPicPr", None, made("pic:cNvPr", {"id": number_, "name": name}), made("pic:cNvPicPr")),
        made(
            "pic:blipFill",
            None,
            made("a:blip", {"r:embed": part.relate("image", name)}),
            made("a:srcRect", {side: cut or None for side, cut in cuts.items()}),
            made("a:stretch", None, made("a:fillRect")),
        ),
        made("pic:spPr", None, box, made("a:prstGeom", {"prst": "rect"}, made("a:avLst"))),
    )
    return made("a:graphic", None, made("a:graphicData", {"uri": NS["pic"]}, picture))
