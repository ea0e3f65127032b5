"""Writing the package of a .docx: elements by prefixed name, parts with their relationships, pictures once each."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.markup import NS
from pytest_knows.workspace.local.office_formats import DOCX

_OFFICE_RELATIONS = f"{NS['r']}/"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
_NAMES = {f"xmlns:{prefix}": NS[prefix] for prefix in ("w", "r", "a", "pic", "wp", "v", "o", "mc", "k")}
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
_NO_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_EXTENSIONS = {"image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif"}
_WORD_TYPE = DOCX.removesuffix(".document")
_MOST = 10_000_000


@dataclass(slots=True)
class Node:
    """An element by its prefixed name. Lighter than lxml's, which are documents of their own until they are joined."""

    name: str
    attributes: dict[str, str]
    inner: list[Node]
    text: str = ""

    def pieces(self) -> Iterator[str]:
        """Its XML."""
        stated = "".join(f' {name}="{value.translate(_IN_ATTRIBUTE)}"' for name, value in self.attributes.items())
        yield f"<{self.name}{stated}>{self.text.translate(_IN_TEXT)}"
        for child in self.inner:
            yield from child.pieces()
        yield f"</{self.name}>"


def made(name: str, attributes: Mapping[str, object] | None = None, *inner: Node | None, text: str = "") -> Node:
    """An element; attributes and children that are None are left out."""
    stated = {key: xml_text(str(value)) for key, value in (attributes or {}).items() if value is not None}
    return Node(name, stated, [child for child in inner if child is not None], xml_text(text))


def valued(name: str, value: object) -> Node:
    """The usual `<w:name w:val="value"/>`."""
    return made(name, {"w:val": value})


def xml_text(text: str) -> str:
    """Text without the characters that XML does not allow."""
    return _NO_XML.sub("", text)


def whole(value: float, least: int = -_MOST, most: int = _MOST) -> int:
    """Rounded and kept within what Word reads."""
    return round(min(max(value, least), most))


@dataclass(slots=True, kw_only=True)
class PackageWriter:
    """The parts so far."""

    picture: PictureSource
    _members: dict[str, bytes] = field(default_factory=dict)
    _types: dict[str, str] = field(default_factory=dict)
    _media: dict[str, str] = field(default_factory=dict)
    _count: int = 0

    def next_number(self) -> int:
        """For ids of bookmarks and pictures, which the whole file counts."""
        self._count += 1
        return self._count

    def add(self, name: str, root: Node, content_type: str) -> None:
        """Add an XML part; a bare word for its type means WordprocessingML's."""
        self._types[name] = content_type if "/" in content_type else f"{_WORD_TYPE}.{content_type}+xml"
        self._write(name, root)

    def _write(self, name: str, root: Node) -> None:
        if ":" in root.name:
            root.attributes |= _NAMES
        text = "".join(root.pieces())
        self._members[name] = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()

    def media(self, url: str) -> str:
        """The name, below `word/`, of the part with the picture behind `url`; "" if it cannot be had or carried."""
        if url not in self._media:
            try:
                data, mime = self.picture(url)
            except Exception:  # a source has its own errors; the file is written without the picture
                data, mime = b"", ""
            extension = _EXTENSIONS.get(mime.partition(";")[0].strip().lower(), "")
            self._media[url] = f"media/{hashlib.sha256(data).hexdigest()[:20]}.{extension}" if extension else ""
            if extension:
                self._members[f"word/{self._media[url]}"] = data
        return self._media[url]

    def relations(self, name: str, entries: list[tuple[str, str, bool]]) -> None:
        """Write the relationships (kind, target, external) of a part; their ids are `rId1` and so on."""
        root = made("Relationships", {"xmlns": f"{_PACKAGE}relationships"})
        for position, (kind, target, external) in enumerate(entries, 1):
            stated = {"Id": f"rId{position}", "Type": kind if ":" in kind else f"{_OFFICE_RELATIONS}{kind}"}
            mode = {"TargetMode": "External"} if external else {}
            root.inner.append(made("Relationship", stated | {"Target": target} | mode))
        folder, _, base = name.rpartition("/")
        self._write(f"{folder}/_rels/{base}.rels".lstrip("/"), root)

    def packed(self) -> bytes:
        """The zip; the same parts give the same bytes."""
        root = made("Types", {"xmlns": f"{_PACKAGE}content-types"})
        defaults = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "xml": "application/xml"}
        for extension, kind in (defaults | {suffix: mime for mime, suffix in _EXTENSIONS.items()}).items():
            root.inner.append(made("Default", {"Extension": extension, "ContentType": kind}))
        for name, kind in self._types.items():
            root.inner.append(made("Override", {"PartName": f"/{name}", "ContentType": kind}))
        self._write("[Content_Types].xml", root)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(self._members):
                info = zipfile.ZipInfo(name)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, self._members[name])
        return out.getvalue()


@dataclass(slots=True, kw_only=True)
class PartWriter:
    """A part that refers to others."""

    name: str
    package: PackageWriter
    _relations: dict[tuple[str, str, bool], str] = field(default_factory=dict)

    def relate(self, kind: str, target: str, *, external: bool = False) -> str:
        """The relationship's id; the same target gets the same one."""
        return self._relations.setdefault((kind, target, external), f"rId{len(self._relations) + 1}")

    def finish(self, root: Node, content_type: str) -> None:
        """Write the part and its relationships."""
        self.package.add(self.name, root, content_type)
        if self._relations:
            self.package.relations(self.name, [*self._relations])
