"""Office files in and out: an uploaded .docx, .xlsx or .pptx as the state of an editor's file, and back (`export`).

What Google's formats cannot carry, and a few things that this importer does not, are left out: `env.not_carried` is
told of it, docs/limitations.md lists it. Macros are never looked at.
"""

from __future__ import annotations

import sys
import traceback
from importlib import import_module

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.office.export import export_file
from pytest_knows.workspace.local.office.left_out import left_out_in, left_out_of
from pytest_knows.workspace.local.office.opening import open_package
from pytest_knows.workspace.local.office_formats import DOCX, PPTX, XLSX

__all__ = ["export_file", "import_file", "left_out_of"]

_IMPORTERS = {
    (DOCX, Kind.DOCUMENT): "documents",
    (XLSX, Kind.SPREADSHEET): "spreadsheets",
    (PPTX, Kind.PRESENTATION): "presentations",
}


def import_file(data: bytes, source_mime: str, target_mime: str, env: Environment) -> Json:
    """The engine's state for an Office file. Raises `RequestError` (INVALID_ARGUMENT), whatever the bytes are.

    Everything in such a file was written by an agent. Nothing but the file's own content may make this fail, so an
    exception of a parser is the file's fault too; its traceback goes to the server's log in case it is ours.
    """
    kind = Kind.of_mime(target_mime)
    module = _IMPORTERS.get((source_mime, kind)) if kind else None
    if module is None:
        raise RequestError(f"A file of type {source_mime} cannot be converted to {target_mime}.")
    importer = import_module(f"{__name__}.{module}")
    try:
        package = open_package(data, source_mime)
        state: Json = importer.import_package(package, env)
    except RequestError:
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise RequestError(f"The file cannot be read: its content is damaged ({type(error).__name__}).") from error
    for what in sorted(package.left_out | left_out_in(package.members, source_mime)):
        env.not_carried(what)
    return state
