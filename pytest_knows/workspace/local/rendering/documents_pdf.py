"""A document as PDF: each run of pages printed by itself, headers and footers that vary stamped on afterwards."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytest_knows.workspace.local.rendering.documents_html import Paper
from pytest_knows.workspace.local.rendering.markup import Json
from pytest_knows.workspace.local.rendering.pictures import Pictures

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


def document_pdf(document: Json, pictures: Pictures, printed: Callable[[str], bytes]) -> bytes:
    """The PDF of a `Document`; `printed` is how HTML becomes PDF, and what it raises."""
    paper = Paper(document, pictures)
    varies = paper.varies()
    parts = [printed(paper.html(run, stamped=varies)) for run in paper.runs]
    if len(parts) == 1 and not varies:
        return parts[0]
    import pypdfium2 as pdfium

    opened = [pdfium.PdfDocument(part) for part in parts]
    if varies:
        _stamp(paper, opened, printed)
    return _joined(opened)


def _stamp(paper: Paper, parts: list[PdfDocument], printed: Callable[[str], bytes]) -> None:
    """Draw headers and footers on the pages of all runs, numbered through unless a section starts anew."""
    import pypdfium2 as pdfium

    counts = [len(part) for part in parts]
    number = 1
    for run, part, pages in zip(paper.runs, parts, counts, strict=True):
        number = number if run.first_number is None else run.first_number
        stamps = pdfium.PdfDocument(printed(paper.stamps(run, number, pages, sum(counts))))
        for place in range(min(pages, len(stamps))):
            page = part[place]
            page.insert_obj(stamps.page_as_xobject(place, part).as_pageobject())
            page.gen_content()
        number += pages


def _joined(parts: list[PdfDocument]) -> bytes:
    joined = parts[0]
    for part in parts[1:]:
        joined.import_pages(part)
    target = io.BytesIO()
    joined.save(target)
    return target.getvalue()
