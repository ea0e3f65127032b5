"""SVG drawings: what they look like, and what a hostile one cannot do."""

from __future__ import annotations

import base64
import gzip
import io

import pytest
from PIL import Image

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import svg
from pytest_knows.evidence.pictures import decode

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def drawing(content: str, attributes: str = 'width="200" height="100"') -> bytes:
    return f"<svg {NS} {attributes}>{content}</svg>".encode()


def zipped(data: bytes) -> bytes:
    """The same each time: test ids are made of it."""
    return gzip.compress(data, mtime=0)


HALVES = '<rect width="100" height="100" fill="red"/><rect x="100" width="100" height="100" fill="blue"/>'


def halves(pixels):
    width, height = pixels.size
    return [pixels.image.getpixel((x, height // 2)) for x in (width // 4, 3 * width // 4)]


@pytest.mark.parametrize(
    "data",
    [
        drawing(HALVES),
        b"\xef\xbb\xbf" + drawing(HALVES),
        b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- \xc3\xbc -->\n' + drawing(HALVES),
        zipped(drawing(HALVES)),
        drawing(HALVES, 'viewBox="0 0 200 100"'),
        drawing(HALVES, 'width="100%" height="100%" viewBox="0,0,200,100"'),
        drawing(HALVES, 'width="20mm" height="10mm" viewBox="0 0 200 100"'),
        drawing(HALVES, 'width="200000000" height="100000000" viewBox="0 0 200 100"'),
        drawing(HALVES.replace("red", "&first;")).replace(b"<svg", b'<!DOCTYPE svg [<!ENTITY first "red">]><svg', 1),
        drawing(f"<script>document.documentElement.remove()</script>{HALVES}"),
    ],
)
def test_drawn(data):
    pixels = decode(data)
    assert pixels.size == (1024, 512)
    assert halves(pixels) == [RED, BLUE]


def test_without_a_stated_size_it_has_that_of_browsers():
    assert decode(drawing(HALVES, "")).size == (1024, 512)


def test_a_bitmap_and_its_drawing_are_alike():
    bitmap = Image.new("RGB", (200, 100), BLUE)
    bitmap.paste(RED, (0, 0, 100, 100))
    file = io.BytesIO()
    bitmap.save(file, "PNG")
    assert decode(drawing(HALVES)).distance(decode(file.getvalue())) <= 2


def png_file(folder, colour):
    path = folder / "secret.png"
    Image.new("RGB", (200, 100), colour).save(path)
    return path


def test_files_are_not_read(tmp_path):
    """Not by an absolute path, by a file: address, or by a drawing within the drawing."""
    path = png_file(tmp_path, BLUE)
    shown = f'<image href="{path}" width="200" height="100"/>'
    inner = base64.b64encode(drawing(shown)).decode()
    for content in (
        shown,
        f'<image xlink:href="{path}" width="200" height="100"/>',
        f'<image href="{path.as_uri()}" width="200" height="100"/>',
        f'<image href="  {path}" width="200" height="100"/>',
        f'<image href="data:image/svg+xml;base64,{inner}" width="200" height="100"/>',
        f'<filter id="f"><feImage href="{path}"/></filter><rect width="200" height="100" filter="url(#f)"/>',
    ):
        seen = {colour for _, colour in decode(drawing(content)).image.getcolors()}
        assert not any(blue > red + 20 for red, _, blue in seen), content


def test_files_are_not_read_as_entities(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("red")
    data = drawing('<rect width="200" height="100" fill="&file;"/>').replace(
        b"<svg", f'<!DOCTYPE svg [<!ENTITY file SYSTEM "{secret.as_uri()}">]><svg'.encode(), 1
    )
    try:
        seen = halves(decode(data))
    except DamagedEvidence:
        return
    assert RED not in seen


def test_pictures_that_it_holds_are_drawn(tmp_path):
    held = base64.b64encode(png_file(tmp_path, BLUE).read_bytes()).decode()
    shown = f'<image href="data:image/png;base64,{held}" width="200" height="100"/>'
    assert halves(decode(drawing(shown))) == [BLUE, BLUE]


LAUGHS = b'<!DOCTYPE svg [<!ENTITY a "hahahahahahahaha">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 16) for n in range(9)
)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<svg", "no XML"),
        (LAUGHS + drawing("<text>&j;</text>"), "no XML"),
        (b"<html><body><svg></svg></body></html>", "no SVG drawing"),
        (b"<SVG width='1'></SVG>", "cannot be drawn"),
        (drawing("", 'viewBox="0 0 -5 5"'), "no size"),
        (zipped(b" " * (svg.MAX_BYTES + 2) + drawing("")), "more than"),
        (zipped(drawing(HALVES))[:40], "cannot be read"),
        (zipped(b"no drawing"), "no XML"),
    ],
)
def test_refused(data, says):
    with pytest.raises(DamagedEvidence, match=f"^the logo: .*(?:{says})"):
        decode(data, "the logo")


def test_one_that_takes_for_ever(monkeypatch):
    monkeypatch.setattr(svg, "SECONDS", 1)
    levels = "".join(f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 20 if n else HALVES}</g>' for n in range(9))
    with pytest.raises(DamagedEvidence, match="SVG drawing"):
        decode(drawing(f"<defs>{levels}</defs><use href='#g8'/>"))
