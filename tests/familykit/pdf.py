"""PDF files of one page, written by hand."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw


def pattern(colour: str = "navy") -> Image.Image:
    image = Image.new("RGB", (120, 80), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((10, 10, 50, 70), colour)
    pen.ellipse((60, 30, 110, 75), "orange")
    return image


def handmade(text: str = "", *, content: str = "", form: str = "", **page: object) -> bytes:
    """A one-page PDF (200 x 100 pt): Helvetica is /F, the image /I, a form that draws `form` is /X."""
    image = pattern()
    more = "".join(f" /{key} {value}" for key, value in page.items())
    resources = "<< /Font << /F 5 0 R >> /XObject << /I 6 0 R /X 7 0 R >> /ExtGState << /G << /ca .5 >> >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources {resources}{more}>>".encode(),
        stream(f"{content}\n{text}"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream(
            image.tobytes(),
            f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} "
            "/ColorSpace /DeviceRGB /BitsPerComponent 8",
        ),
        stream(form, f"/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Matrix [1 0 0 1 5 0] /Resources {resources}"),
    ]
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = out.tell()
    rows = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out.write(b"xref\n0 8\n0000000000 65535 f \n" + rows)
    out.write(b"trailer << /Size 8 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % start)
    return out.getvalue()


def stream(content: str | bytes, more: str = "") -> bytes:
    data = content.encode() if isinstance(content, str) else content
    return f"<< /Length {len(data)} {more} >>\nstream\n".encode() + data + b"\nendstream"


def words_at(*places: tuple[float, float, float, str]) -> str:
    return "".join(f"BT /F {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n" for x, y, size, text in places)
