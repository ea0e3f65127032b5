"""Elements of a page as shapes of a .pptx; the inverse of `presentation_shapes`.

PowerPoint turns and mirrors what it has sized, so an element's size is written as it is seen, and a group's transform
goes into what it holds.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_document_package import whole
from pytest_knows.workspace.local.office.export_presentation_text import Writer
from pytest_knows.workspace.local.office.export_presentation_xml import made
from pytest_knows.workspace.local.office.markup import EMU_PER_PT, Element
from pytest_knows.workspace.local.office.presentation_shapes import ANCHORS, ARROWS, PLACEHOLDERS, shape_type
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points
from pytest_knows.workspace.local.rendering.slides_geometry import Affine, affine

_KINDS = {name: kind for kind, name in reversed([*PLACEHOLDERS.items()]) if kind}
_ANCHOR_NAMES = {name: anchor for anchor, name in ANCHORS.items()}
_ARROW_NAMES = {name: arrow for arrow, name in ARROWS.items()}
_LINES = {"BENT": "bentConnector3", "CURVED": "curvedConnector3"}
_TABLE = "http://schemas.openxmlformats.org/drawingml/2006/table"
_MAX_DEPTH = 50
"""Groups within groups; deeper ones can only be hostile."""
_FARTHEST = 2_000_000_000
"""EMU: PowerPoint's coordinates are 32-bit numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A sized box before it is turned: EMU, degrees, and whether it is mirrored."""

    left: float
    top: float
    width: float
    height: float
    angle: float
    flip_h: bool
    flip_v: bool

    @classmethod
    def of(cls, place: Affine, width: float, height: float) -> Frame:
        """`width` and `height` are pt before the transform; a shear is lost."""
        across, down = math.hypot(place.a, place.b), math.hypot(place.c, place.d)
        flipped = place.a * place.d - place.b * place.c < 0
        angle = math.atan2(place.b, place.a) if across else math.atan2(-place.c, place.d)
        flip_h = flipped and abs(angle) > math.pi / 2
        angle = angle + math.pi if flip_h else angle
        x = place.a * width / 2 + place.c * height / 2 + place.e
        y = place.b * width / 2 + place.d * height / 2 + place.f
        return cls(
            left=(x - across * width / 2) * EMU_PER_PT,
            top=(y - down * height / 2) * EMU_PER_PT,
            width=across * width * EMU_PER_PT,
            height=down * height * EMU_PER_PT,
            angle=math.degrees(angle) % 360,
            flip_h=flip_h,
            flip_v=flipped and not flip_h,
        )

    def xfrm(self, name: str = "a:xfrm") -> Element:
        """The element; angles are 60000ths of a degree."""
        turned = whole(self.angle * 60_000, 0, 21_600_000) % 21_600_000
        flips = {"flipH": "1" if self.flip_h else None, "flipV": "1" if self.flip_v else None}
        left, top = (whole(value, -_FARTHEST, _FARTHEST) for value in (self.left, self.top))
        width, height = (whole(value, 0, _FARTHEST) for value in (self.width, self.height))
        offset, extent = made("a:off", {"x": left, "y": top}), made("a:ext", {"cx": width, "cy": height})
        return made(name, {"rot": turned or None, **flips}, offset, extent)


@dataclass(slots=True, kw_only=True)
class ShapeWriter:
    """Writes the elements of one page."""

    writer: Writer
    picture: PictureSource
    _count: int = 1

    def elements(self, elements: list[Any], outer: Affine | None = None, depth: int = 0) -> Iterator[Element]:
        """What stands for these page elements, in drawing order; what PowerPoint has not is left out."""
        for element in elements:
            place = affine(element.get("transform")).after(outer or Affine())
            children = items(at(element, "elementGroup", "children"))
            if children:
                if depth < _MAX_DEPTH:
                    yield self._group(element, [*self.elements(children, place, depth + 1)])
                continue
            size = mapping(element.get("size"))
            frame = Frame.of(place, points(size.get("width")), points(size.get("height")))
            made_ = self._element(element, frame)
            if made_ is not None:
                yield made_

    def _element(self, element: Json, frame: Frame) -> Element | None:
        for kind, write in _WRITERS.items():
            if isinstance(element.get(kind), dict):
                found: Element | None = write(self, element, frame)
                return found
        return None

    def _about(self, element: Json, link: object = None) -> Element:
        """A `p:cNvPr`: number, name, alternative text, link."""
        self._count += 1
        texts = {"descr": element.get("description"), "title": element.get("title")}
        stated = {name: text for name, text in texts.items() if isinstance(text, str) and text}
        fields = {"id": self._count, "name": f"Element {self._count}", **stated}
        return made("p:cNvPr", fields, self.writer.link(link))

    def _group(self, element: Json, inner: list[Element]) -> Element:
        """A `p:grpSp` whose own coordinates are the page's."""
        offset, extent = {"x": 0, "y": 0}, {"cx": 9_144_000, "cy": 5_143_500}
        parts = (made("a:off", offset), made("a:ext", extent), made("a:chOff", offset), made("a:chExt", extent))
        head = made("p:nvGrpSpPr", None, self._about(element), made("p:cNvGrpSpPr"), made("p:nvPr"))
        return made("p:grpSp", None, head, made("p:grpSpPr", None, made("a:xfrm", None, *parts)), *inner)

    def shape(self, element: Json, frame: Frame) -> Element:
        """A `p:sp`."""
        shape, writer = element["shape"], self.writer
        kind = str(shape.get("shapeType"))

        def stated(name: str) -> object:
            return writer.theme.shape_property(shape, name)

        locks = made("p:cNvSpPr", {"txBox": "1"} if kind == "TEXT_BOX" and "placeholder" not in shape else None)
        about = self._about(element, at(shape, "shapeProperties", "link", "url"))
        head = made("p:nvSpPr", None, about, locks, made("p:nvPr", None, _mark(shape)))
        form = made("a:prstGeom", {"prst": _presets().get(kind, "rect")}, made("a:avLst"))
        fill, line = writer.fill(stated("shapeBackgroundFill")), writer.outline(stated("outline"))
        look = made("p:spPr", None, frame.xfrm(), form, fill, line)
        anchor = _ANCHOR_NAMES.get(str(stated("contentAlignment")), "t")
        text = made("a:bodyPr", {"wrap": "square", "anchor": anchor}, _autofit(at(shape, "shapeProperties", "autofit")))
        return made("p:sp", None, head, look, writer.body("p:txBody", shape.get("text"), shape, text))

    def line(self, element: Json, frame: Frame) -> Element:
        """A `p:cxnSp`."""
        properties = mapping(at(element, "line", "lineProperties"))
        ends = [
            made(f"a:{end}End", {"type": _ARROW_NAMES.get(str(properties.get(name)), "none")})
            for end, name in (("head", "startArrow"), ("tail", "endArrow"))
        ]
        about = self._about(element, at(properties, "link", "url"))
        head = made("p:nvCxnSpPr", None, about, made("p:cNvCxnSpPr"), made("p:nvPr"))
        form = _LINES.get(str(at(element, "line", "lineCategory")), "line")
        geometry = made("a:prstGeom", {"prst": form}, made("a:avLst"))
        look = made("p:spPr", None, frame.xfrm(), geometry, self.writer.outline(properties, *ends))
        return made("p:cxnSp", None, head, look)

    def image(self, element: Json, frame: Frame) -> Element | None:
        """A `p:pic`."""
        image = mapping(element["image"])
        return self._picture(element, frame, image.get("contentUrl"), mapping(image.get("imageProperties")), image)

    def chart(self, element: Json, frame: Frame) -> Element | None:
        """A linked chart as the picture of it."""
        return self._picture(element, frame, at(element, "sheetsChart", "contentUrl"), {}, {})

    def _picture(self, element: Json, frame: Frame, url: object, stated: Json, image: Json) -> Element | None:
        relation = picture_relation(self.writer.part, self.picture, url)
        if relation is None:
            return None
        opacity = 1 - min(max(number(stated.get("transparency")), 0.0), 1.0)
        faded = made("a:alphaModFix", {"amt": whole(opacity * 100_000)}) if opacity < 1 else None
        crop = mapping(stated.get("cropProperties"))
        sides = {"leftOffset": "l", "topOffset": "t", "rightOffset": "r", "bottomOffset": "b"}
        cuts = {side: whole(number(crop.get(name)) * 100_000) for name, side in sides.items() if crop.get(name)}
        filled = made(
            "p:blipFill",
            None,
            made("a:blip", {"r:embed": relation}, faded),
            made("a:srcRect", cuts) if cuts else None,
            made("a:stretch", None, made("a:fillRect")),
        )
        about = self._about(element, at(stated, "link", "url"))
        head = made("p:nvPicPr", None, about, made("p:cNvPicPr"), made("p:nvPr", None, _mark(image)))
        geometry = made("a:prstGeom", {"prst": "rect"}, made("a:avLst"))
        look = made("p:spPr", None, frame.xfrm(), geometry, self.writer.outline(stated.get("outline")))
        return made("p:pic", None, head, filled, look)

    def table(self, element: Json, frame: Frame) -> Element:
        """A `p:graphicFrame` with an `a:tbl`."""
        table = mapping(element["table"])
        rows = items(table.get("tableRows"))
        widths = [points(column.get("columnWidth")) for column in items(table.get("tableColumns"))]
        columns = [made("a:gridCol", {"w": whole(width * EMU_PER_PT, 0, _FARTHEST)}) for width in widths]
        grid = _spread(rows, len(widths))
        lines = []
        for number_, row in enumerate(rows):
            height = whole(points(row.get("rowHeight")) * EMU_PER_PT, 0, _FARTHEST)
            cells = [self._cell(*grid.get((number_, column), ({}, False, False))) for column in range(len(widths))]
            lines.append(made("a:tr", {"h": height}, *cells))
        body = made("a:tbl", None, made("a:tblPr"), made("a:tblGrid", None, *columns), *lines)
        head = made("p:nvGraphicFramePr", None, self._about(element), made("p:cNvGraphicFramePr"), made("p:nvPr"))
        graphic = made("a:graphic", None, made("a:graphicData", {"uri": _TABLE}, body))
        return made("p:graphicFrame", None, head, frame.xfrm("p:xfrm"), graphic)

    def _cell(self, cell: Json, across: bool, down: bool) -> Element:
        """A cell, or (`across`, `down`) one that a merged cell covers from its left or from above."""
        properties = mapping(cell.get("tableCellProperties"))
        covered = across or down
        spans = {"gridSpan": cell.get("columnSpan", 1), "rowSpan": cell.get("rowSpan", 1)}
        stated: dict[str, object] = {name: span for name, span in spans.items() if span != 1}
        stated |= {"hMerge": "1" if across else None, "vMerge": "1" if down else None}
        anchor = _ANCHOR_NAMES.get(str(properties.get("contentAlignment")), "t")
        fill = self.writer.fill(properties.get("tableCellBackgroundFill"))
        text = self.writer.body("a:txBody", None if covered else cell.get("text"), {}, made("a:bodyPr"))
        return made("a:tc", stated, text, made("a:tcPr", {"anchor": anchor}, fill))


_WRITERS: dict[str, Any] = {
    "shape": ShapeWriter.shape,
    "line": ShapeWriter.line,
    "image": ShapeWriter.image,
    "sheetsChart": ShapeWriter.chart,
    "table": ShapeWriter.table,
}


def _spread(rows: list[Any], columns: int) -> dict[tuple[int, int], tuple[Json, bool, bool]]:
    """Row and column -> the cell that is there, and whether it lies right of or below its merged cell's corner."""
    grid: dict[tuple[int, int], tuple[Json, bool, bool]] = {}
    for row, line in enumerate(rows):
        for place, cell in enumerate(items(line.get("tableCells"))):
            top = int(number(at(cell, "location", "rowIndex"), 0 if "location" in cell else row))
            left = int(number(at(cell, "location", "columnIndex"), 0 if "location" in cell else place))
            down, across = (int(number(cell.get(f"{way}Span"), 1)) for way in ("row", "column"))
            for y in range(top, min(top + max(down, 1), len(rows))):
                for x in range(left, min(left + max(across, 1), columns)):
                    grid.setdefault((y, x), (dict(cell), x > left, y > top))
    return grid


def picture_relation(part: Any, picture: PictureSource, url: object) -> str | None:
    """The id of the part's relation to the picture; None for one that is not there or that PowerPoint cannot show."""
    if not isinstance(url, str) or not url:
        return None
    try:
        data = picture(url)[0]
        relation: str = part.get_or_add_image_part(io.BytesIO(data))[1]
    except (RequestError, OSError, ValueError):
        return None
    return relation


def placeholder_index(kind: str, index: float) -> int:
    """The `idx` by which slide and layout find each other: Google counts by type, PowerPoint all in one row."""
    return [*_KINDS].index(kind) * 100 + int(min(max(index, 0), 98)) + 1


def _mark(holder: Json) -> Element | None:
    """The `p:ph` of a placeholder."""
    kind = str(at(holder, "placeholder", "type"))
    if kind not in _KINDS:
        return None
    return made(
        "p:ph", {"type": _KINDS[kind], "idx": placeholder_index(kind, number(at(holder, "placeholder", "index")))}
    )


def _autofit(stated: object) -> Element | None:
    kind = at(stated, "autofitType")
    if kind == "SHAPE_AUTOFIT":
        return made("a:spAutoFit")
    if kind != "TEXT_AUTOFIT":
        return None
    scale, less = number(at(stated, "fontScale"), 1.0), number(at(stated, "lineSpacingReduction"))
    shares = {"fontScale": whole(scale * 100_000, 1000, 100_000), "lnSpcReduction": whole(less * 100_000, 0, 90_000)}
    return made("a:normAutofit", {name: share for name, share in shares.items() if share})


@lru_cache(maxsize=1)
def _presets() -> dict[str, str]:
    """The API's name of a form -> PowerPoint's."""
    from pptx.enum.shapes import MSO_AUTO_SHAPE_TYPE

    names = (member.xml_value for member in MSO_AUTO_SHAPE_TYPE if member.xml_value)
    return {shape_type(name): name for name in names if shape_type(name) != "CUSTOM"}
