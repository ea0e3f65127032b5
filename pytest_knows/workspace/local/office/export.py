"""Office files out: the REST JSON of a document, spreadsheet or presentation as a .docx, .xlsx or .pptx."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from importlib import import_module

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.office_formats import DOCX, PPTX, XLSX

PictureSource = Callable[[str], tuple[bytes, str]]
"""URL -> bytes and MIME type; raises whatever it likes for a picture that cannot be had."""

_EXPORTERS = {DOCX: "export_document", XLSX: "export_spreadsheet", PPTX: "export_presentation"}
"""Type -> the module here whose `export_package(rest, picture)` gives the file."""


def export_file(rest: Json, mime: str, picture: PictureSource) -> bytes:
    """The file of type `mime` for what the API's `get` answers. Raises `RequestError` if there is no such export.

    What the format has no place for is left out; docs/limitations.md lists it. An agent made the content, so an
    exception over it is an answer of 400 too; its traceback goes to the server's log in case it is ours.
    """
    module = _EXPORTERS.get(mime)
    if module is None:
        raise RequestError(f"The export to {mime} is not available.")
    exporter = import_module(f"{__package__}.{module}")
    try:
        data: bytes = exporter.export_package(rest, picture)
    except RequestError:
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise RequestError(f"The file cannot be written as {mime}: {type(error).__name__}.") from error
    return data
