"""Which formats go in and out of each kind of file: mime types as Drive's `about.importFormats` and `exportFormats`."""

from __future__ import annotations

from pytest_knows.kind import Kind

_OPEN_XML = "application/vnd.openxmlformats-officedocument."
DOCX = _OPEN_XML + "wordprocessingml.document"
XLSX = _OPEN_XML + "spreadsheetml.sheet"
PPTX = _OPEN_XML + "presentationml.presentation"
PDF = "application/pdf"
TEXT = "text/plain"
HTML = "text/html"
CSV = "text/csv"
TSV = "text/tab-separated-values"
PNG = "image/png"
PICTURES = (PNG, "image/jpeg", "image/gif")

OFFICE = {Kind.DOCUMENT: DOCX, Kind.SPREADSHEET: XLSX, Kind.PRESENTATION: PPTX}

EXPORTS: dict[Kind, tuple[str, ...]] = {
    Kind.DOCUMENT: (PDF, TEXT, HTML, DOCX),
    Kind.SPREADSHEET: (PDF, CSV, TSV, XLSX),
    Kind.PRESENTATION: (PDF, TEXT, PNG, PPTX),
}

IMPORTS: dict[str, Kind] = {
    **{mime: kind for kind, mime in OFFICE.items()},
    **dict.fromkeys((TEXT, HTML, *PICTURES), Kind.DOCUMENT),
    **dict.fromkeys((CSV, TSV), Kind.SPREADSHEET),
}
"""Uploaded type -> the kind of file that it can become."""

BY_SUFFIX = {
    "pdf": PDF, "txt": TEXT, "html": HTML, "htm": HTML, "csv": CSV, "tsv": TSV, "png": PNG, "jpg": PICTURES[1],
    "jpeg": PICTURES[1], "gif": PICTURES[2], "docx": DOCX, "xlsx": XLSX, "pptx": PPTX,
}  # fmt: skip
"""End of a name -> type: for `format=` in addresses, and for uploads that do not say what they are."""
