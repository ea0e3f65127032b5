"""Which formats go in and out of each kind of file: mime types as Drive's `about.importFormats` and `exportFormats`."""

from __future__ import annotations

from pytest_knows.kind import Kind

_OPEN_XML = "application/vnd.openxmlformats-officedocument."
DOCX = _OPEN_XML + "wordprocessingml.document"
XLSX = _OPEN_XML + "spreadsheetml.sheet"
PPTX = _OPEN_XML + "presentationml.presentation"
PDF = "application/pdf"
TEXT = "text/plain"
CSV = "text/csv"

OFFICE = {Kind.DOCUMENT: DOCX, Kind.SPREADSHEET: XLSX, Kind.PRESENTATION: PPTX}

EXPORTS: dict[Kind, tuple[str, ...]] = {
    Kind.DOCUMENT: (PDF, TEXT, DOCX),
    Kind.SPREADSHEET: (PDF, CSV, XLSX),
    Kind.PRESENTATION: (PDF, TEXT, PPTX),
}

IMPORTS: dict[str, Kind] = {DOCX: Kind.DOCUMENT, XLSX: Kind.SPREADSHEET, PPTX: Kind.PRESENTATION}
"""Uploaded type -> the kind of file that it can become."""
