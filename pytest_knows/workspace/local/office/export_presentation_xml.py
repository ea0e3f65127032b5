"""Elements of a .pptx by prefixed name. They go into python-pptx's trees, so they are lxml's own."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_knows.workspace.local.office.export_document_package import xml_text
from pytest_knows.workspace.local.office.markup import NS, Element, q

_NAMES = {prefix: NS[prefix] for prefix in ("a", "p", "r")}


def made(name: str, attributes: Mapping[str, object] | None = None, *inner: Element | None, text: str = "") -> Element:
    """An element; attributes and children that are None are left out."""
    from lxml import etree

    element = etree.Element(q(name), nsmap=_NAMES)
    for key, value in (attributes or {}).items():
        if value is not None:
            element.set(q(key), xml_text(str(value)))
    element.extend(child for child in inner if child is not None)
    if text:
        element.text = xml_text(text)
    return element
