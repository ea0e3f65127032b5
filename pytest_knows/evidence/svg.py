"""SVG drawings as pictures. They come from anybody: one is drawn in a process of its own, without what it refers to."""

from __future__ import annotations

import gzip
import io
import re
import subprocess
import sys
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_knows.errors import DamagedEvidence

if TYPE_CHECKING:
    from lxml.etree import _Element

SIDE = 1024
"""Pixels of the longer side: what a drawing states as its size says nothing about how it was seen."""
MAX_BYTES = 8 * 1024 * 1024
"""Of a drawing's text; those of the English Wikipedia have 10 MB at most, the 99th percentile 2 MB."""
SECONDS = 10
"""For one drawing. A hostile one may take for ever: a filter over a filter, patterns in patterns."""
_MEMORY = 1024**3
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_EMBEDDED = re.compile(r"#|data:image/(?:png|jpe?g|gif|webp)[;,]", re.IGNORECASE)
"""What a drawing may refer to: its own parts, and pictures that it holds. Another drawing could refer to files."""
_LENGTH = re.compile(r"\s*(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:px|pt|pc|mm|cm|in|em|ex)?\s*")
_DRAW = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (%d, %d))
except (ImportError, ValueError, OSError):
    pass
from resvg_py import svg_to_bytes
try:
    sys.stdout.buffer.write(svg_to_bytes(svg_string=sys.stdin.buffer.read().decode()))
except ValueError as error:
    sys.exit(str(error)[:300])
"""


def is_svg(data: bytes) -> bool:
    """Whether this is an SVG drawing, or anything gzipped, as which drawings are sent (SVGZ)."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    return data[:2] == b"\x1f\x8b" or (head[:1] == b"<" and b"<svg" in head.lower())


@lru_cache(maxsize=32)
def drawn(data: bytes) -> bytes:
    """The drawing as a PNG on transparent ground, its longer side `SIDE` pixels. Scripts are not run; files and
    addresses that it refers to are not read.

    Raises DamagedEvidence if it is no drawing, is larger than `MAX_BYTES`, or takes more than `SECONDS`.
    """
    prepared = _prepared(_unzipped(data) if data[:2] == b"\x1f\x8b" else data)
    # Isolated (-I): neither the working folder, which may be an agent's, nor the environment adds modules.
    command = [sys.executable, "-I", "-c", _DRAW % (_MEMORY, _MEMORY)]
    try:
        done = subprocess.run(command, input=prepared, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise DamagedEvidence(f"the SVG drawing was not drawn within {SECONDS} s") from error
    if done.returncode or not done.stdout:
        why = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2] or f"exit status {done.returncode}"
        raise DamagedEvidence(f"the SVG drawing cannot be drawn: {why}")
    return done.stdout


def _unzipped(data: bytes) -> bytes:
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedEvidence(f"the compressed drawing (SVGZ) cannot be read: {error}") from error


def _prepared(text: bytes) -> bytes:
    """Without references to the outside, and of the size that is drawn."""
    from lxml import etree

    if len(text) > MAX_BYTES:
        raise DamagedEvidence(f"the SVG drawing has more than {MAX_BYTES} bytes")
    # Entities of the drawing itself are common (Illustrator); libxml2 stops those that grow beyond measure.
    parser = etree.XMLParser(resolve_entities="internal", no_network=True, huge_tree=False, remove_comments=True)
    try:
        root = etree.fromstring(text.lstrip(b" \t\r\n"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DamagedEvidence(f"the SVG drawing is no XML: {error}") from error
    if etree.QName(root).localname.lower() != "svg":
        raise DamagedEvidence("this is XML, but no SVG drawing")
    for element in root.iter(etree.Element):
        for name in _HREFS:
            if name in element.attrib and not _EMBEDDED.match(str(element.get(name)).strip()):
                del element.attrib[name]
    _fit(root)
    return bytes(etree.tostring(root, encoding="utf-8"))


def _fit(root: _Element) -> None:
    """A width and height of at most `SIDE` with the proportions that the drawing states, else those of its view box."""
    box = [float(one) for one in re.findall(r"-?\d{1,9}(?:\.\d{0,9})?", str(root.get("viewBox") or ""))]
    stated = [_length(root.get(name)) for name in ("width", "height")]
    if all(stated):
        width, height = stated
    elif len(box) == 4:
        width, height = box[2:]
    else:
        width, height = 300.0, 150.0  # what browsers take
    if not (width > 0 and height > 0):
        raise DamagedEvidence("the SVG drawing has no size")
    if len(box) != 4:
        root.set("viewBox", f"0 0 {width} {height}")
    scale = SIDE / max(width, height)
    root.set("width", str(max(1, round(width * scale))))
    root.set("height", str(max(1, round(height * scale))))


def _length(text: str | None) -> float:
    """A length in whatever unit; 0 for a share of something, or none."""
    match = _LENGTH.fullmatch(text or "")
    return float(match[1]) if match else 0.0
