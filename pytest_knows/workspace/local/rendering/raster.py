"""Printed pages as pictures."""

from __future__ import annotations

import io


def first_page_png(pdf: bytes, width: int) -> bytes:
    """The first page of a PDF as a PNG, `width` pixels wide."""
    import pypdfium2 as pdfium

    page = pdfium.PdfDocument(pdf)[0]
    target = io.BytesIO()
    page.render(scale=width / page.get_width()).to_pil().convert("RGB").save(target, "PNG")
    return target.getvalue()
