"""Opening an Office file: a zip of XML parts that refer to each other. Limits are checked before anything is parsed."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.engine import Environment, RequestError, StoredPicture
from pytest_knows.workspace.local.office.markup import Element, root_of
from pytest_knows.workspace.local.office_formats import DOCX, PPTX, XLSX

MAX_MEMBERS = 5_000
MAX_BYTES = 96 << 20
"""Of all members unpacked."""
MAX_XML_BYTES = {DOCX: 6 << 20, XLSX: 16 << 20, PPTX: 6 << 20}
"""Of all XML parts together: what becomes of a part takes up to 40 times its size in memory (measured)."""
MAX_RATIO = 250
"""Unpacked to packed size; real XML reaches about 100."""
SMALL = 1 << 20
"""A member below that size may have any ratio."""

_MAIN_TYPES = {
    DOCX: ("wordprocessingml.document.main", "ms-word.document.macroEnabled.main"),
    XLSX: ("spreadsheetml.sheet.main", "ms-excel.sheet.macroEnabled.main"),
    PPTX: ("presentationml.presentation.main", "ms-powerpoint.presentation.macroEnabled.main",
           "presentationml.slideshow.main"),
}  # fmt: skip
_NAMES = {DOCX: "Word document (.docx)", XLSX: "Excel workbook (.xlsx)", PPTX: "PowerPoint presentation (.pptx)"}
_COMPOUND_FILE = bytes.fromhex("d0cf11e0a1b11ae1")
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a part refers to: another part by its name, or (external) an address."""

    kind: str
    """The last word of the relationship's type: `image`, `hyperlink`, `slideLayout`, ..."""
    target: str
    external: bool


@dataclass(slots=True, kw_only=True)
class Package:
    """The members of the zip by name, within the limits."""

    members: dict[str, bytes]
    left_out: set[str] = field(default_factory=set)
    """What the import met and could not carry."""
    drawn_charts: int = 0
    _pictures: dict[str, StoredPicture | None] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The name of the part that all starts from."""
        return next((r.target for r in self.relations("").values() if r.kind == "officeDocument"), "")

    def xml(self, name: str) -> Element | None:
        """The root of an XML part, None if there is no such part. Raises `RequestError` for a damaged one."""
        data = self.members.get(name)
        if data is None:
            return None
        if not _may_be_xml(data):
            raise RequestError(f"The part {name[:80]!r} of the file is damaged: it is not XML.")
        return root_of(data, name)

    def relations(self, name: str) -> dict[str, Relation]:
        """What the part of that name refers to, by relationship id; those of the package itself for ""."""
        folder, base = posixpath.split(name)
        root = self.xml(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, Relation] = {}
        for item in root.iter(_RELATIONS) if root is not None else ():
            target, external = item.get("Target", ""), item.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = item.get("Type", "").rpartition("/")[2]
            found[item.get("Id", "")] = Relation(kind=kind, target=target, external=external)
        return found

    def related(self, name: str, kind: str) -> str:
        """The name of the (first) part of that kind which a part refers to; "" if there is none."""
        return next((r.target for r in self.relations(name).values() if r.kind == kind and not r.external), "")

    def picture(self, name: str, env: Environment) -> StoredPicture | None:
        """The picture in a part, kept by the server; None if Google has no place for its format."""
        if name not in self._pictures:
            self._pictures[name] = _kept(self.members.get(name, b""), env)
            if name and self._pictures[name] is None:
                self.left_out.add(
                    "pictures that are missing, damaged, too large, or not PNG, JPEG, GIF, BMP, TIFF or WebP"
                )
        return self._pictures[name]


def open_package(data: bytes, mime: str) -> Package:
    """The package, checked to be of the Office type `mime`. Raises `RequestError`."""
    if data.startswith(_COMPOUND_FILE):
        raise RequestError(f"The file is encrypted or in an old binary format, not a {_NAMES[mime]}.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = _unpacked(archive, MAX_XML_BYTES[mime])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise RequestError(f"The file is damaged: it is not a complete {_NAMES[mime]} ({error}).") from error
    package = Package(members=members)
    _require_type(package, mime)
    return package


def _unpacked(archive: zipfile.ZipFile, most_xml: int) -> dict[str, bytes]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_MEMBERS:
        raise RequestError(f"The file has {len(infos)} members; {MAX_MEMBERS} is the most.")
    _require_at_most(sum(info.file_size for info in infos), MAX_BYTES, "file")
    for info in infos:
        if info.file_size > max(SMALL, MAX_RATIO * info.compress_size):
            raise RequestError(f"The member {info.filename[:80]!r} of the file is packed like a zip bomb.")
    # A member never gives more than its declared size: zipfile stops there. Its checksum is checked at the end.
    members = {info.filename.lstrip("/"): archive.read(info) for info in infos}
    parts = {name: data for name, data in members.items() if _may_be_xml(data)}
    _require_at_most(sum(map(len, parts.values())), most_xml, "file's XML")
    for name, data in parts.items():
        # Office XML has no document type declarations; without one there are no entities to expand.
        if b"<!DOCTYPE" in data.replace(b"\0", b"").upper():
            raise RequestError(f"The part {name[:80]!r} has a document type declaration, which is not allowed.")
    return members


def _require_at_most(total: int, limit: int, what: str) -> None:
    if total > limit:
        raise RequestError(f"The {what} unpacks to {total} bytes; {limit} is the most.")


def _may_be_xml(data: bytes) -> bool:
    """Whether it begins as XML does, in UTF-8, -16 or -32; names say nothing about what a parser gets to see."""
    return data[:64].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<")


def _require_type(package: Package, mime: str) -> None:
    types = package.xml("[Content_Types].xml")
    main = package.main
    if types is None or main not in package.members:
        raise RequestError(f"The file is not a {_NAMES[mime]}: its main part is missing.")
    stated: Any = next((t for t in types if (t.get("PartName") or "").lstrip("/") == main), None)
    if stated is None:
        stated = next((t for t in types if t.get("Extension") == "xml"), {})
    content_type = stated.get("ContentType", "")
    if not any(known in content_type for known in _MAIN_TYPES[mime]):
        raise RequestError(f"The file is not a {_NAMES[mime]}: its content is {content_type[:120] or 'of no type'}.")


def _kept(data: bytes, env: Environment) -> StoredPicture | None:
    with suppress(RequestError):
        return env.keep_picture(data)
    with suppress(RequestError):
        return env.keep_picture(_as_png(data))
    return None


def _as_png(data: bytes) -> bytes:
    """A BMP, TIFF or WebP picture as PNG. Raises `RequestError` for what is none, or too large."""
    from PIL import Image

    from pytest_knows.workspace.local.media import MAX_PIXELS

    out = io.BytesIO()
    try:
        with Image.open(io.BytesIO(data), formats=("BMP", "TIFF", "WEBP")) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise RequestError("The picture has too many pixels.")
            picture.convert("RGBA").save(out, "PNG")
    except RequestError:
        raise
    except Exception as error:
        # Pillow's parsers raise nearly anything on damaged bytes.
        raise RequestError("The picture cannot be read.") from error
    return out.getvalue()
