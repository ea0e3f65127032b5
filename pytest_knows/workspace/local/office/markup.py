"""Reading Office XML: names by prefix, values that may be missing or nonsense."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.colours import from_hex
from pytest_knows.workspace.local.engine import Json, RequestError

Element = Any
"""An lxml element; lxml has no types of its own."""

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/"
_OFFICE = "http://schemas.openxmlformats.org/"
NS = {
    "w": f"{_OFFICE}wordprocessingml/2006/main",
    "p": f"{_OFFICE}presentationml/2006/main",
    "a": f"{_DRAWING}main",
    "pic": f"{_DRAWING}picture",
    "wp": f"{_DRAWING}wordprocessingDrawing",
    "r": f"{_OFFICE}officeDocument/2006/relationships",
    "m": f"{_OFFICE}officeDocument/2006/math",
    "mc": f"{_OFFICE}markup-compatibility/2006",
    "c": f"{_DRAWING}chart",
    "xdr": f"{_DRAWING}spreadsheetDrawing",
    "s": f"{_OFFICE}spreadsheetml/2006/main",
    "v": "urn:schemas-microsoft-com:vml",
    "ahyp": "http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor",
    "o": "urn:schemas-microsoft-com:office:office",
    "xml": "http://www.w3.org/XML/1998/namespace",
    # Ours, which other programs pass over (`mc:Ignorable`): what Google has and Office has no place for.
    "k": "urn:pytest-knows:office",
}
EMU_PER_PT = 12700
TWIPS_PER_PT = 20
SYMBOLS = {"\uf0b7": "●", "\uf0a7": "■", "\uf0d8": "➢", "\uf0fc": "✓", "\uf076": "❖", "\uf0a8": "❏", "o": "○",
           "·": "●", "•": "●", "§": "■"}  # fmt: skip
"""Bullets from Office's symbol fonts as what they look like."""
_NUMBER = re.compile(r"\s*([+-]?\d{1,12}(?:\.\d{0,6})?)")
_HEX = re.compile(r"[0-9A-Fa-f]{6}")
_BAD_TEXT = re.compile("[\x00-\x08\x0c-\x1f\ud800-\udfff]")


def root_of(data: bytes, name: str) -> Element:
    """The root of an XML part; nothing outside of the bytes is read. Raises `RequestError` if it is not well-formed."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise RequestError(f"The part {name[:80]!r} of the file is damaged: {error}") from error


def streamed(data: bytes, name: str) -> Iterator[Element]:
    """Every element of a part as it ends, without building the tree. Raises `RequestError` as `root_of` does."""
    from lxml import etree

    try:
        for _, element in etree.iterparse(io.BytesIO(data), resolve_entities=False, no_network=True):
            yield element
            element.clear()
    except etree.XMLSyntaxError as error:
        raise RequestError(f"The part {name[:80]!r} of the file is damaged: {error}") from error


def q(name: str) -> str:
    """`w:p` -> the name as lxml has it."""
    prefix, _, local = name.partition(":")
    return f"{{{NS[prefix]}}}{local}" if local else name


def find(element: Element | None, path: str) -> Element | None:
    """The first element at a path such as `w:pPr/w:ind`; None in, None out."""
    return None if element is None else element.find(path, NS)


def find_all(element: Element | None, path: str) -> list[Element]:
    return [] if element is None else list(element.findall(path, NS))


def children(element: Element | None) -> Iterator[tuple[str, Element]]:
    """(`w:p`-like name, element) of each child; of alternatives, the first one. Comments are passed over."""
    for child in element if element is not None else ():
        if not isinstance(child.tag, str):
            continue
        name = prefixed(child)
        if name == "mc:AlternateContent":
            chosen = find(child, "mc:Choice")
            yield from children(chosen if chosen is not None else find(child, "mc:Fallback"))
        else:
            yield name, child


def prefixed(element: Element) -> str:
    """The name of an element with its usual prefix; the bare name if its namespace is not one of ours."""
    namespace, _, local = element.tag.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else str(local)


_PREFIXES = {uri: prefix for prefix, uri in NS.items()}


def attribute(element: Element | None, name: str) -> str:
    """An attribute by prefixed name; "" if it is missing."""
    return "" if element is None else str(element.get(q(name), ""))


def val(element: Element | None, path: str) -> str:
    """The `w:val` of the element at a path; "" if missing."""
    return attribute(find(element, path), "w:val")


def number(text: str) -> float | None:
    """The number that a text begins with; None if it begins with none."""
    match = _NUMBER.match(text)
    return float(match[1]) if match else None


def amount(element: Element | None, name: str, default: float = 0) -> float:
    """A numeric attribute."""
    found = number(attribute(element, name))
    return default if found is None else found


def toggle(element: Element | None, path: str) -> bool | None:
    """An on/off property such as `w:b`; None if it is not stated."""
    found = find(element, path)
    return None if found is None else attribute(found, "w:val") not in ("0", "false", "off")


def is_true(text: str) -> bool:
    return text in ("1", "true", "on")


def hex_colour(code: str) -> Json | None:
    """A Color from `RRGGBB`; None for anything else (`auto`)."""
    return from_hex(code) if _HEX.fullmatch(code) else None


def clean(text: str) -> str:
    """Text without what Google strips from inserted text."""
    return _BAD_TEXT.sub("", text)
