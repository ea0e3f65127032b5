"""Elements of a page of a .pptx: shapes, pictures, lines, tables, groups."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local.engine import Environment, Json, StoredPicture
from pytest_knows.workspace.local.office.drawing import crop_of, grouped, outline, placed
from pytest_knows.workspace.local.office.drawn_charts import drawn_chart
from pytest_knows.workspace.local.office.markup import (
    EMU_PER_PT,
    Element,
    amount,
    attribute,
    children,
    find,
    find_all,
    is_true,
    number,
)
from pytest_knows.workspace.local.office.opening import Package
from pytest_knows.workspace.local.office.presentation_text import (
    NO_LEVELS,
    Level,
    Levels,
    TextReader,
    stacked,
)
from pytest_knows.workspace.local.presentations.create import image_of
from pytest_knows.workspace.local.presentations.template import bare_shape, hidden_outline, inherited_shape

PLACEHOLDERS = {
    "title": "TITLE", "ctrTitle": "CENTERED_TITLE", "subTitle": "SUBTITLE", "body": "BODY", "obj": "BODY", "": "BODY",
    "pic": "PICTURE", "dt": "DATE_AND_TIME", "ftr": "FOOTER", "hdr": "HEADER", "sldNum": "SLIDE_NUMBER",
    "tbl": "TABLE", "chart": "CHART", "dgm": "DIAGRAM", "media": "MEDIA", "clipArt": "CLIP_ART",
    "sldImg": "SLIDE_IMAGE",
}  # fmt: skip
_KIN = {"CENTERED_TITLE": "TITLE", "SUBTITLE": "BODY", "PICTURE": "BODY", "TABLE": "BODY", "CHART": "BODY"}
ANCHORS = {"t": "TOP", "ctr": "MIDDLE", "b": "BOTTOM"}
ARROWS = {"triangle": "FILL_ARROW", "arrow": "OPEN_ARROW", "stealth": "STEALTH_ARROW", "oval": "FILL_CIRCLE",
           "diamond": "FILL_DIAMOND"}  # fmt: skip
_SHAPES = {"rect": "RECTANGLE", "roundRect": "ROUND_RECTANGLE", "rtTriangle": "RIGHT_TRIANGLE",
           "round1Rect": "ROUND_1_RECTANGLE", "round2SameRect": "ROUND_2_SAME_RECTANGLE",
           "wedgeRectCallout": "WEDGE_RECTANGLE_CALLOUT", "wedgeRoundRectCallout": "WEDGE_ROUND_RECTANGLE_CALLOUT",
           "flowChartAlternateProcess": "FLOW_CHART_ALTERNATE_PROCESS", "smileyFace": "SMILEY_FACE"}  # fmt: skip
MAX_SPAN = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Placeholder:
    """A placeholder of a layout or master, from which those of the pages below inherit."""

    kind: str
    """The API's type."""
    index: int
    object_id: str
    place: Json
    """`size` and `transform`."""
    levels: Levels
    """All that its text gets from itself and its parents."""


@dataclass(slots=True, kw_only=True)
class PageReader:
    """Reads the elements of one page; `parents` are the placeholders of the page above it (none for a master)."""

    page_id: str
    kind: str
    """MASTER, LAYOUT or SLIDE."""
    package: Package
    env: Environment
    reader: TextReader
    parents: list[Placeholder]
    defaults: Levels
    """What text outside of placeholders gets from the presentation."""
    master_levels: dict[str, Levels]
    """TITLE, BODY, OTHER -> the master's styles for such text."""
    placeholders: list[Placeholder] = field(default_factory=list)
    """Those found on this page."""
    _count: int = 0

    def elements(self, tree: Element | None) -> list[Json]:
        """The page elements of a `p:spTree` or group."""
        found = []
        for name, child in children(tree):
            read = _READERS.get(name)
            hidden = is_true(attribute(find(child, "./*/p:cNvPr"), "hidden"))
            made = read(self, child) if read and not hidden else None
            if made:
                found.append(made)
        return found

    def _framed(self, element: Element, place: Json) -> Json:
        """What every element has: id, place, alternative text."""
        self._count += 1
        about = find(element, "./*/p:cNvPr")
        texts = {"title": attribute(about, "title"), "description": attribute(about, "descr")}
        own_id = f"{self.page_id}_{self._count}"
        return {"objectId": own_id, **place, **{name: text for name, text in texts.items() if text}}

    def _parent(self, mark: Element | None) -> Placeholder | None:
        """The placeholder that one inherits from: by index, which slides and layouts share, else by type."""
        if mark is None:
            return None
        kind, index = _placeholder_type(mark), int(amount(mark, "idx"))
        named = [p for p in self.parents if p.index == index and attribute(mark, "idx") and self.kind == "SLIDE"]
        alike = [p for wanted in (kind, _KIN.get(kind)) for p in self.parents if p.kind == wanted]
        if kind == "TITLE":
            alike += [p for p in self.parents if p.kind == "CENTERED_TITLE"]
        return next(iter(named + alike), None)

    def _place(self, element: Element, parent: Placeholder | None) -> Json | None:
        xfrm = find(element, "p:spPr/a:xfrm")
        if xfrm is None:
            xfrm = find(element, "p:xfrm")
        if xfrm is not None and find(xfrm, "a:ext") is not None:
            return placed(xfrm)
        return parent.place if parent else None

    def shape(self, element: Element) -> Json | None:
        """A `p:sp`."""
        mark = find(element, "p:nvSpPr/p:nvPr/p:ph")
        parent = self._parent(mark)
        place = self._place(element, parent)
        geometry = attribute(find(element, "p:spPr/a:prstGeom"), "prst")
        if geometry in ("line", "straightConnector1") and place:
            return self.line(element)
        if place is None:
            return None
        made = self._framed(element, place)
        text_box = is_true(attribute(find(element, "p:nvSpPr/p:cNvSpPr"), "txBox"))
        shape: Json = {"shapeType": "TEXT_BOX" if text_box or mark is not None else shape_type(geometry)}
        shape["shapeProperties"] = self._properties(element, inherits=parent is not None)
        text = self._text(element, mark, parent, made)
        if text:
            shape["text"] = text
        if mark is not None:
            shape["placeholder"] = _placeholder(mark, parent)
        return {**made, "shape": shape}

    def _text(self, element: Element, mark: Element | None, parent: Placeholder | None, made: Json) -> Json | None:
        own = self.reader.levels(find(element, "p:txBody/a:lstStyle"))
        if mark is None:
            coloured = self.reader.palette.colour(find(element, "p:style/a:fontRef"))
            font = Level(text={"foregroundColor": {"opaqueColor": coloured[0]}} if coloured else {})
            stated = stacked(own, (font,) * len(own), self.defaults)
            return self.reader.body(find(element, "p:txBody"), stated, NO_LEVELS)
        kind = _placeholder_type(mark)
        if parent is None:
            style = "TITLE" if "TITLE" in kind and kind != "SUBTITLE" else "BODY" if _is_body(kind) else "OTHER"
            own = stacked(own, self.master_levels.get(style, NO_LEVELS), self.defaults)
        complete = stacked(own, parent.levels) if parent else own
        place = {name: made[name] for name in ("size", "transform")}
        index = int(amount(mark, "idx"))
        self.placeholders.append(
            Placeholder(kind=kind, index=index, object_id=made["objectId"], place=place, levels=complete)
        )
        if self.kind == "SLIDE":
            return self.reader.body(find(element, "p:txBody"), own, parent.levels if parent else NO_LEVELS)
        return self.reader.placeholder_text(own, complete, kind == "SLIDE_NUMBER")

    def _properties(self, element: Element, *, inherits: bool) -> Json:
        """`ShapeProperties`: what is not stated is inherited, comes from the theme's styles, or is not there."""
        stated, style = find(element, "p:spPr"), find(element, "p:style")
        palette = self.reader.palette
        base = inherited_shape() if inherits else bare_shape()
        fill = palette.solid(stated)
        named = palette.colour(find(style, "a:fillRef")) if amount(find(style, "a:fillRef"), "idx") > 0 else None
        if fill:
            base["shapeBackgroundFill"] = {"propertyState": "RENDERED", "solidFill": fill}
        elif find(stated, "a:noFill") is not None:
            base["shapeBackgroundFill"] = bare_shape()["shapeBackgroundFill"]
        elif named and not inherits:
            solid = {"color": named[0], "alpha": named[1]}
            base["shapeBackgroundFill"] = {"propertyState": "RENDERED", "solidFill": solid}
        base["outline"] = self._outline(stated, style, base["outline"])
        frame = find(element, "p:txBody/a:bodyPr")
        anchor = ANCHORS.get(attribute(frame, "anchor"), "" if inherits else "TOP")
        link = self._link(find(element, "./*/p:cNvPr"))
        more = {"contentAlignment": anchor, "link": link, "autofit": _autofit(frame)}
        return base | {name: value for name, value in more.items() if value}

    def _outline(self, stated: Element | None, style: Element | None, base: Json) -> Json:
        reference = find(style, "a:lnRef")
        named = self.reader.palette.colour(reference) if amount(reference, "idx") > 0 else None
        if named:
            fill = {"solidFill": {"color": named[0], "alpha": named[1]}}
            base = {**hidden_outline(), "outlineFill": fill, "propertyState": "RENDERED"}
        return outline(find(stated, "a:ln"), self.reader.palette, base)

    def _link(self, about: Element | None) -> Json | None:
        relation = self.reader.relations.get(attribute(find(about, "a:hlinkClick"), "r:id"))
        return {"url": relation.target} if relation and relation.external else None

    def line(self, element: Element) -> Json | None:
        """A `p:cxnSp`, or a shape that is a line."""
        place = self._place(element, None)
        if place is None:
            return None
        stated = find(element, "p:spPr/a:ln")
        drawn = self._outline(find(element, "p:spPr"), find(element, "p:style"), hidden_outline())
        geometry = attribute(find(element, "p:spPr/a:prstGeom"), "prst")
        category = "BENT" if geometry.startswith("bent") else "CURVED" if geometry.startswith("curved") else "STRAIGHT"
        kind = {"BENT": "BENT_CONNECTOR_3", "CURVED": "CURVED_CONNECTOR_3"}.get(category, "STRAIGHT_LINE")
        properties = {
            "lineFill": drawn["outlineFill"],
            "weight": drawn["weight"],
            "dashStyle": drawn["dashStyle"],
            "startArrow": ARROWS.get(attribute(find(stated, "a:headEnd"), "type"), "NONE"),
            "endArrow": ARROWS.get(attribute(find(stated, "a:tailEnd"), "type"), "NONE"),
        }
        return {
            **self._framed(element, place),
            "line": {"lineType": kind, "lineCategory": category, "lineProperties": properties},
        }

    def picture(self, element: Element) -> Json | None:
        """A `p:pic`."""
        mark = find(element, "p:nvPicPr/p:nvPr/p:ph")
        parent = self._parent(mark)
        place = self._place(element, parent)
        blip = find(element, "p:blipFill/a:blip")
        relation = self.reader.relations.get(attribute(blip, "r:embed"))
        stored = self.package.picture(relation.target, self.env) if relation and not relation.external else None
        if place is None or stored is None:
            return None
        image = _image(stored)
        properties = image["imageProperties"]
        properties["outline"] = outline(find(element, "p:spPr/a:ln"), self.reader.palette, properties["outline"])
        opacity = amount(find(blip, "a:alphaModFix"), "amt", 100_000) / 100_000
        link = self._link(find(element, "./*/p:cNvPr"))
        more = {
            "cropProperties": crop_of(find(element, "p:blipFill/a:srcRect")),
            "transparency": round(1 - opacity, 5),
            "link": link,
        }
        properties |= {name: value for name, value in more.items() if value}
        if mark is not None:
            image["placeholder"] = _placeholder(mark, parent)
        return {**self._framed(element, place), "image": image}

    def group(self, element: Element) -> Json | None:
        """A `p:grpSp`; its transform takes its children to where it stands."""
        made = self._framed(element, {"transform": grouped(find(element, "p:grpSpPr/a:xfrm"))})
        inner = self.elements(element)
        return {**made, "elementGroup": {"children": inner}} if inner else None

    def frame(self, element: Element) -> Json | None:
        """A `p:graphicFrame`: a table, or a chart, which becomes a picture; diagrams have no place in the API."""
        table = find(element, "a:graphic/a:graphicData/a:tbl")
        place = self._place(element, self._parent(find(element, "p:nvGraphicFramePr/p:nvPr/p:ph")))
        if place is None:
            return None
        if table is None:
            picture = self._chart(find(element, "a:graphic/a:graphicData/c:chart"), place)
            return {**self._framed(element, place), "image": _image(picture)} if picture else None
        columns = [amount(column, "w") for column in find_all(table, "a:tblGrid/a:gridCol")]
        rows = [self._row(row, number) for number, row in enumerate(find_all(table, "a:tr"))]
        heights = sum(row["rowHeight"]["magnitude"] for row in rows)
        place["size"] = {"width": _emu(sum(columns)), "height": _emu(heights)}
        made = {"rows": len(rows), "columns": len(columns), "tableRows": rows}
        made["tableColumns"] = [{"columnWidth": _emu(width)} for width in columns]
        return {**self._framed(element, place), "table": made}

    def _chart(self, reference: Element | None, place: Json) -> StoredPicture | None:
        relation = self.reader.relations.get(attribute(reference, "r:id"))
        if relation is None or relation.external:
            return None
        width, height = (max(place["size"][side].get("magnitude", 0) / EMU_PER_PT, 1) for side in ("width", "height"))
        return drawn_chart(self.package, relation.target, (min(width, 2000), min(height, 2000)), self.env)

    def _row(self, row: Element, index: int) -> Json:
        height = _emu(amount(row, "h"))
        cells = []
        for column, cell in enumerate(find_all(row, "a:tc")[:MAX_SPAN]):
            if not (is_true(attribute(cell, "hMerge")) or is_true(attribute(cell, "vMerge"))):
                cells.append(self._cell(cell, index, column))
        return {"rowHeight": height, "tableRowProperties": {"minRowHeight": height}, "tableCells": cells}

    def _cell(self, cell: Element, row: int, column: int) -> Json:
        properties = find(cell, "a:tcPr")
        fill = self.reader.palette.solid(properties)
        background = {"propertyState": "RENDERED", "solidFill": fill} if fill else {"propertyState": "NOT_RENDERED"}
        anchor = ANCHORS.get(attribute(properties, "anchor"), "TOP")
        text = self.reader.body(find(cell, "a:txBody"), self.defaults, NO_LEVELS)
        place = {name: value for name, value in (("rowIndex", row), ("columnIndex", column)) if value}
        return {
            "location": place,
            "rowSpan": max(1, min(int(amount(cell, "rowSpan", 1)), MAX_SPAN)),
            "columnSpan": max(1, min(int(amount(cell, "gridSpan", 1)), MAX_SPAN)),
            "tableCellProperties": {"tableCellBackgroundFill": background, "contentAlignment": anchor},
            **({"text": text} if text else {}),
        }


_READERS: dict[str, Any] = {
    "p:sp": PageReader.shape,
    "p:cxnSp": PageReader.line,
    "p:pic": PageReader.picture,
    "p:grpSp": PageReader.group,
    "p:graphicFrame": PageReader.frame,
}


def _image(stored: StoredPicture) -> Json:
    image = image_of(stored.url, "")
    del image["sourceUrl"]
    return image


def _emu(value: float) -> Json:
    return {"magnitude": value, "unit": "EMU"}


def _placeholder_type(mark: Element) -> str:
    return PLACEHOLDERS.get(attribute(mark, "type"), "BODY")


def _is_body(kind: str) -> bool:
    return kind in ("BODY", "SUBTITLE") or _KIN.get(kind) == "BODY"


def _placeholder(mark: Element, parent: Placeholder | None) -> Json:
    index = int(amount(mark, "idx"))
    return {
        "type": _placeholder_type(mark),
        **({"index": index} if index else {}),
        **({"parentObjectId": parent.object_id} if parent else {}),
    }


def _autofit(frame: Element | None) -> Json | None:
    """Stated shrinking; the scale is in 1/1000 percent."""
    shrunk = find(frame, "a:normAutofit")
    if shrunk is not None:
        scale, less = number(attribute(shrunk, "fontScale")), number(attribute(shrunk, "lnSpcReduction"))
        fit = {"autofitType": "TEXT_AUTOFIT", "fontScale": scale / 100_000 if scale else 1}
        return {**fit, "lineSpacingReduction": less / 100_000} if less else fit
    grows = find(frame, "a:spAutoFit") is not None
    return {"autofitType": "SHAPE_AUTOFIT", "fontScale": 1} if grows else None


def shape_type(geometry: str) -> str:
    """The API's name of a preset shape: `rightArrow` -> RIGHT_ARROW; CUSTOM for one that it has not."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)", "_", geometry).upper()
    name = _SHAPES.get(geometry, words)
    return name if name in _known_shapes() else "CUSTOM"


@lru_cache(maxsize=1)
def _known_shapes() -> frozenset[str]:
    return frozenset(document("slides")["schemas"]["Shape"]["properties"]["shapeType"]["enum"])
