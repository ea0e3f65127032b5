"""Pictures of a .docx, in the text (inline) or floating (anchored), charts among them; drawings have no place."""

from __future__ import annotations

import math

from pytest_knows.workspace.local.documents.defaults import points
from pytest_knows.workspace.local.documents.requests.pictures import embedded_picture
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.document_context import Context, Geometry, Part
from pytest_knows.workspace.local.office.drawn_charts import drawn_chart
from pytest_knows.workspace.local.office.markup import (
    EMU_PER_PT,
    NS,
    Element,
    amount,
    attribute,
    find,
    is_true,
    number,
    q,
)

WRAPS = {"wrapSquare": "WRAP_TEXT", "wrapTight": "WRAP_TEXT", "wrapThrough": "WRAP_TEXT",
         "wrapTopAndBottom": "BREAK_LEFT_RIGHT"}  # fmt: skip
CROPS = {"offsetLeft": "l", "offsetTop": "t", "offsetRight": "r", "offsetBottom": "b"}
_CSS_PT = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "px": 0.75, "pc": 12.0}


def read_drawing(drawing: Element, part: Part, context: Context) -> tuple[Json | None, str]:
    """The paragraph element of an inline picture, or the id of a floating one; (None, "") for what is no picture."""
    for frame in drawing:
        picture = next(frame.iter(q("pic:pic")), None) if isinstance(frame.tag, str) else None
        embedded = _embedded(frame, picture, part, context)
        if embedded is None:
            continue
        if frame.tag == q("wp:anchor"):
            return None, _floating(frame, embedded, context)
        return _inline(frame, embedded, part, context), ""
    return None, ""


def _embedded(frame: Element, picture: Element | None, part: Part, context: Context) -> Json | None:
    """The `EmbeddedObject`; extents are EMU, crops thousandths of a percent, angles 60000ths of a degree."""
    extent = find(frame, "wp:extent")
    width, height = (amount(extent, side) / EMU_PER_PT for side in ("cx", "cy"))
    chart = find(frame, "a:graphic/a:graphicData/c:chart")
    if picture is not None:
        blip = find(picture, "pic:blipFill/a:blip")
        stored = context.package.picture(part.picture(attribute(blip, "r:embed")), context.env)
    else:
        box = (min(max(width, 1), 2000), min(max(height, 1), 2000))
        reference = part.picture(attribute(chart, "r:id"))
        stored = drawn_chart(context.package, reference, box, context.env) if reference else None
    if stored is None:
        return None
    size = {"width": points(width), "height": points(height)}
    embedded = embedded_picture(stored, size)
    properties = embedded["imageProperties"]
    properties.pop("sourceUri")
    properties["cropProperties"] = _crop(find(picture, "pic:blipFill/a:srcRect"))
    turned = amount(find(picture, "pic:spPr/a:xfrm"), "rot") / 60000
    if turned:
        properties["angle"] = math.radians(turned % 360)
    about = find(frame, "wp:docPr")
    texts = {"title": attribute(about, "title"), "description": attribute(about, "descr")}
    return embedded | {name: text for name, text in texts.items() if text}


def _crop(rectangle: Element | None) -> Json:
    cuts = {name: amount(rectangle, side) / 100_000 for name, side in CROPS.items()}
    return {name: cut for name, cut in cuts.items() if cut}


def _inline(frame: Element, embedded: Json, part: Part, context: Context) -> Json:
    object_id = context.env.new_id()
    properties = {"embeddedObject": embedded}
    context.tab.setdefault("inlineObjects", {})[object_id] = {
        "objectId": object_id,
        "inlineObjectProperties": properties,
    }
    address = part.address(attribute(find(frame, "wp:docPr/a:hlinkClick"), "r:id"))
    return {
        "inlineObjectElement": {
            "inlineObjectId": object_id,
            "textStyle": {"link": {"url": address}} if address else {},
        }
    }


def _floating(anchor: Element, embedded: Json, context: Context) -> str:
    object_id = context.env.new_id()
    geometry = context.geometry
    width, height = (embedded["size"][side].get("magnitude", 0) for side in ("width", "height"))
    positioning = {
        "layout": _layout(anchor),
        "leftOffset": points(_across(find(anchor, "wp:positionH"), width, geometry)),
        "topOffset": points(_down(find(anchor, "wp:positionV"), height, geometry)),
    }
    context.tab.setdefault("positionedObjects", {})[object_id] = {
        "objectId": object_id,
        "positionedObjectProperties": {"positioning": positioning, "embeddedObject": embedded},
    }
    return object_id


def _layout(anchor: Element) -> str:
    names = (child.tag.rpartition("}")[2] for child in anchor if isinstance(child.tag, str))
    wrapped = next((WRAPS[name] for name in names if name in WRAPS), "")
    behind = is_true(attribute(anchor, "behindDoc"))
    return wrapped or ("BEHIND_TEXT" if behind else "IN_FRONT_OF_TEXT")


def _across(position: Element | None, width: float, page: Geometry) -> float:
    """Pt from the column's left edge, from which Google counts."""
    origin, span = {
        "page": (-page.left, page.width),
        "leftMargin": (-page.left, page.left),
        "rightMargin": (page.width - page.right - page.left, page.right),
    }.get(attribute(position, "relativeFrom"), (0.0, page.width - page.left - page.right))
    return origin + _within(position, span, width, {"center": 0.5, "right": 1.0, "outside": 1.0})


def _down(position: Element | None, height: float, page: Geometry) -> float:
    """Pt from the paragraph's top; what counts from the page is right for a paragraph that begins the page."""
    text = page.height - page.top - page.bottom
    origin, span = {
        "page": (-page.top, page.height),
        "topMargin": (-page.top, page.top),
        "bottomMargin": (text, page.bottom),
        "margin": (0.0, text),
    }.get(attribute(position, "relativeFrom"), (0.0, height))
    return origin + _within(position, span, height, {"center": 0.5, "bottom": 1.0, "outside": 1.0})


def _within(position: Element | None, span: float, own: float, shares: dict[str, float]) -> float:
    aligned = find(position, "wp:align")
    if aligned is not None:
        return (span - own) * shares.get((aligned.text or "").strip(), 0.0)
    offset = find(position, "wp:posOffset")
    return (number(offset.text or "") or 0.0) / EMU_PER_PT if offset is not None else 0.0


def read_vml(picture: Element, part: Part, context: Context) -> Json | None:
    """The paragraph element of an old (VML) picture, or of a horizontal line, which Word has only as such."""
    if any(attribute(shape, "o:hr") in ("t", "true", "1") for shape in picture):
        return {"horizontalRule": {"textStyle": {}}}
    data = next(picture.iter(f"{{{NS['v']}}}imagedata"), None)
    stored = context.package.picture(part.picture(attribute(data, "r:id")), context.env)
    if data is None or stored is None:
        return None
    pairs = (pair.partition(":") for pair in attribute(data.getparent(), "style").split(";"))
    css = {name.strip(): value.strip() for name, _, value in pairs}
    natural = {"width": stored.width * 0.75, "height": stored.height * 0.75}
    size = {side: points(_css_points(css.get(side, "")) or natural[side]) for side in natural}
    embedded = embedded_picture(stored, size)
    embedded["imageProperties"].pop("sourceUri")
    return _inline(picture, embedded, part, context)


def _css_points(text: str) -> float:
    return (number(text) or 0.0) * _CSS_PT.get(text.strip()[-2:], 0.0)
