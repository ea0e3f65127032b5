"""Pictures of the charts of spreadsheets, for presentations that show them."""

from __future__ import annotations

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Caller
from pytest_knows.workspace.local.engine import Json, RequestError, StoredPicture
from pytest_knows.workspace.local.service import Service


def chart_picture(service: Service, spreadsheet_id: str, chart_id: int, caller: Caller) -> StoredPicture:
    """A stored picture of a chart as it is now.

    Raises `RequestError` if the caller may not read the spreadsheet, if it has no such chart, or without a Chromium.
    """
    from pytest_knows.workspace.local.rendering import RendererMissing, chart_png

    file = service.file(spreadsheet_id, caller)
    if file is None or file.mime != Kind.SPREADSHEET.mime_type:
        raise RequestError(f"The spreadsheet ({spreadsheet_id}) could not be found.")
    book = service.read(file, caller, {"includeGridData": ["true"]})
    chart = _found(book, chart_id)
    try:
        return service.pictures.keep(chart_png(chart, book["sheets"]))
    except RendererMissing as error:
        raise RequestError(f"The chart cannot be drawn: {error}", status="FAILED_PRECONDITION") from error


def _found(book: Json, chart_id: int) -> Json:
    for sheet in book.get("sheets", []):
        for chart in sheet.get("charts", []):
            if chart.get("chartId") == chart_id:
                found: Json = chart
                return found
    raise RequestError(f"The chart ({chart_id}) could not be found in the spreadsheet.")
