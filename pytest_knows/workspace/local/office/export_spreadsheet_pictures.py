"""Pictures for an .xlsx; the inverse of `spreadsheet_drawings`.

openpyxl writes those over the cells, not those in them.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.media import FORMATS, MEDIA_PATH
from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_spreadsheet_charts import anchor_of
from pytest_knows.workspace.local.office.markup import NS, clean, q, root_of
from pytest_knows.workspace.local.office.spreadsheet_drawings import LOCAL_IMAGE
from pytest_knows.workspace.local.spreadsheets.images import image_arguments, image_url

_RICH = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"
_RELATED = "http://schemas.microsoft.com/office/2022/10/relationships/richValueRel"
_TYPES = "http://schemas.microsoft.com/office/2017/06/relationships/"
_SCHEMA = "http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
_EXTENSIONS = {mime: name.lower() for name, mime in FORMATS.items()}
_PARTS = (
    ("metadata", f"{NS['r']}/sheetMetadata", "openxmlformats-officedocument.spreadsheetml.sheetMetadata"),
    ("richData/richValueRel", _RELATED, "ms-excel.richvaluerel"),
    ("richData/rdrichvalue", f"{_TYPES}rdRichValue", "ms-excel.rdrichvalue"),
    ("richData/rdrichvaluestructure", f"{_TYPES}rdRichValueStructure", "ms-excel.rdrichvaluestructure"),
)
"""What Excel keeps pictures in cells in: part, type of the workbook's relation to it, content type."""


@dataclass(slots=True, kw_only=True)
class SheetPictures:
    """The pictures of one workbook while it is written."""

    source: PictureSource
    _in_cells: dict[str, int] = field(default_factory=dict)
    """Name of a media part -> its number from 1."""
    _media: dict[str, bytes] = field(default_factory=dict)
    _descriptions: list[list[str]] = field(default_factory=list)
    """For each drawing, what is said of its pictures."""

    def add_floating(self, worksheet: Any, sheet: Json) -> None:
        """Put the pictures over the cells of a tab on its worksheet."""
        from openpyxl.drawing.image import Image

        told = []
        for item in sheet.get("pictures", []):
            content, extension = self._had(item["url"])
            if extension:
                image = Image(io.BytesIO(content))
                overlay = item["position"]["overlayPosition"]
                sized = {"widthPixels": image.width, "heightPixels": image.height} | overlay
                image.anchor = anchor_of(sized)
                worksheet.add_image(image)
                told.append(clean(item.get("description", "")))
        if told or worksheet._charts:
            self._descriptions.append(told)

    def in_cell(self, formula: str) -> int:
        """The number of the picture that a cell shows, if it is one that this Workspace keeps; 0 for other formulas."""
        url = image_url(formula) if len(image_arguments(formula)) == 1 else ""
        content, extension = self._had(url) if urlsplit(url).path.startswith(MEDIA_PATH) else (b"", "")
        if not extension:
            return 0
        name = f"xl/media/cell_{urlsplit(url).path.removeprefix(MEDIA_PATH)[:64]}.{extension}"
        self._media[name] = content
        return self._in_cells.setdefault(name, len(self._in_cells) + 1)

    def _had(self, url: str) -> tuple[bytes, str]:
        """Bytes and extension; empty for a picture that cannot be had or carried."""
        try:
            content, mime = self.source(url)
        except Exception:  # a source has its own errors; the file is written without the picture
            return b"", ""
        return content, _EXTENSIONS.get(mime.partition(";")[0].strip().lower(), "")

    def finish(self, members: dict[str, bytes]) -> None:
        """Add what openpyxl has not written to the members of the package."""
        for number, told in enumerate(self._descriptions, 1):
            if told:
                _describe(members, f"xl/drawings/drawing{number}.xml", told)
        if self._in_cells:
            members |= self._media | {f"xl/{name}.xml": text.encode() for name, text in self._rich_values().items()}
            names = "".join(
                f'<Relationship Id="rId{number}" Type="{NS["r"]}/image" Target="/{name}"/>'
                for name, number in self._in_cells.items()
            )
            relations = f'<Relationships xmlns="{_PACKAGE}relationships">{names}</Relationships>'
            members["xl/richData/_rels/richValueRel.xml.rels"] = relations.encode()
            _append(members, "xl/_rels/workbook.xml.rels", [
                ("Relationship", {"Id": f"picture{place}", "Type": kind, "Target": f"/xl/{name}.xml"})
                for place, (name, kind, _) in enumerate(_PARTS)
            ])  # fmt: skip
            _append(members, "[Content_Types].xml", [
                ("Override", {"PartName": f"/xl/{name}.xml", "ContentType": f"application/vnd.{content}+xml"})
                for name, _, content in _PARTS
            ] + [
                ("Override", {"PartName": f"/{name}", "ContentType": mime})
                for name in self._in_cells for mime, end in _EXTENSIONS.items() if name.endswith(f".{end}")
            ])  # fmt: skip

    def _rich_values(self) -> dict[str, str]:
        """The four parts: a cell's `vm` -> an entry of the metadata -> a rich value -> a picture."""
        counts = f'count="{len(self._in_cells)}"'
        places = range(len(self._in_cells))
        uri = "{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"  # of the extension that holds a rich value's number
        future = "".join(
            f'<bk><extLst><ext uri="{uri}"><x:rvb xmlns:x="{_RICH}" i="{n}"/></ext></extLst></bk>' for n in places
        )
        entries = "".join(f'<bk><rc t="1" v="{n}"/></bk>' for n in places)
        kind = '<metadataType name="XLRICHVALUE" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1"'
        more = 'merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1"/>'
        types = f'<metadataTypes count="1">{kind} {more}</metadataTypes>'
        future = f'<futureMetadata name="XLRICHVALUE" {counts}>{future}</futureMetadata>'
        entries = f"<valueMetadata {counts}>{entries}</valueMetadata>"
        values = "".join(f'<rv s="0"><v>{n}</v><v>5</v></rv>' for n in places)
        keys = f'<k n="{LOCAL_IMAGE}" t="i"/><k n="CalcOrigin" t="i"/>'
        related = "".join(f'<rel r:id="rId{n + 1}"/>' for n in places)
        bodies = (
            f'<metadata xmlns="{NS["s"]}">{types}{future}{entries}</metadata>',
            f'<richValueRels xmlns="{_SCHEMA}" xmlns:r="{NS["r"]}">{related}</richValueRels>',
            f'<rvData xmlns="{_RICH}" {counts}>{values}</rvData>',
            f'<rvStructures xmlns="{_RICH}" count="1"><s t="_localImage">{keys}</s></rvStructures>',
        )
        return {name: body for (name, _, _), body in zip(_PARTS, bodies, strict=True)}


def _describe(members: dict[str, bytes], part: str, told: list[str]) -> None:
    from lxml import etree

    root = root_of(members[part], part)
    for picture, text in zip(root.iter(q("xdr:pic")), told, strict=True):
        picture.find("xdr:nvPicPr/xdr:cNvPr", NS).set("descr", text)
    members[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _append(members: dict[str, bytes], part: str, elements: list[tuple[str, dict[str, str]]]) -> None:
    from lxml import etree

    root = root_of(members[part], part)
    for name, attributes in elements:
        etree.SubElement(root, re.sub(r"\}.*", "}", root.tag) + name, attributes)
    members[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
