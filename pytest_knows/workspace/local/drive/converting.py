"""Uploads that become an editor's file: Office files, text, HTML, tables of values, pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.drive.content import OCTETS, OFFICE_MODULE, Upload
from pytest_knows.workspace.local.drive.html_page import read_html
from pytest_knows.workspace.local.engine import Engine, Environment
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.office_formats import BY_SUFFIX, CSV, DOCX, HTML, IMPORTS, PICTURES, TEXT, TSV
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """A blank file that is being filled."""

    engine: Engine
    state: Json
    env: Environment
    fetch: Callable[[str], tuple[bytes, str]]
    """Bytes and type of a picture by its address."""

    def text(self, data: bytes) -> None:
        """Put plain text into a document."""
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        if text:
            self._apply([{"insertText": {"location": {"index": 1}, "text": text}}])

    def html(self, data: bytes) -> None:
        """Put an HTML page into a document: written as a .docx, which then comes in as any other."""
        office = import_module(OFFICE_MODULE)
        env = self.env
        blank = self.engine.read(self.state, {"includeTabsContent": ["true"]}, env)["tabs"][0]["documentTab"]
        page = read_html(data.decode("utf-8-sig", "replace"), env.fetch_picture, env.not_carried)
        page["body"]["content"] = blank["body"]["content"][:1] + page["body"]["content"]
        written = office.export_file(blank | page, DOCX, self.fetch)
        silent = replace(env, not_carried=lambda _: None)  # what that file lacks is ours, not the page's
        self.state.update(office.import_file(written, DOCX, Kind.DOCUMENT.mime_type, silent))

    def picture(self, data: bytes) -> None:
        """Put a picture into a document; the text in it is not read, as Drive does."""
        insert = {"location": {"index": 1}, "uri": self.env.keep_picture(data).url}
        self._apply([{"insertInlineImage": insert}])

    def values(self, data: bytes, *, delimiter: str = ",") -> None:
        """Put rows into a spreadsheet as if they were typed in. Raises ApiError 400 for what is no CSV."""
        text = io.StringIO(data.decode("utf-8-sig", "replace"), newline="")
        try:
            rows = list(csv.reader(text, delimiter=delimiter))
        except csv.Error as error:
            raise ApiError(400, f"The file is not a table of values: {error}.") from error
        params = {"spreadsheetId": self.env.file_id, "range": "A1", "valueInputOption": "USER_ENTERED"}
        self.engine.call("spreadsheets.values.update", self.state, params, {"range": "A1", "values": rows}, self.env)

    def tabs(self, data: bytes) -> None:
        """The same with tabs between the values."""
        self.values(data, delimiter="\t")

    def _apply(self, requests: Iterable[Json]) -> None:
        batch = list(requests)
        if batch:
            self.engine.apply(self.state, batch, self.env)


_FILL: dict[str, Callable[[_Target, bytes], None]] = {
    TEXT: _Target.text,
    HTML: _Target.html,
    CSV: _Target.values,
    TSV: _Target.tabs,
    **dict.fromkeys(PICTURES, _Target.picture),
}


def converted(service: Service, call: Call, file: StoredFile, kind: Kind, upload: Upload, blank: Json) -> Json:
    """The engine's state for an upload that becomes an editor's file; `blank` is that of an empty one.

    Raises ApiError 400 if the upload cannot become one.
    """
    mime = upload.mime.partition(";")[0].strip()
    if mime in ("", OCTETS):
        mime = BY_SUFFIX.get(file.name.rpartition(".")[2].lower(), mime)
    env = replace(service.environment(file.id, file.name, kind, call.caller), not_carried=call.leave_out)

    def picture(url: str) -> tuple[bytes, str]:
        return service.picture(url, call.caller)

    if IMPORTS.get(mime) is not kind:
        raise ApiError(400, f"A file of type {mime} cannot be converted to {kind.mime_type}.", reason="badRequest")
    if mime in _FILL:
        _FILL[mime](_Target(engine=service.engines[kind], state=blank, env=env, fetch=picture), upload.data)
        return blank
    try:
        convert = import_module(OFFICE_MODULE).import_file
    except (ImportError, AttributeError) as error:
        # 501, not 400: that the server lacks the converter must not count as a fault of the agent's file.
        raise ApiError(501, f"This Workspace cannot convert {mime} yet.") from error
    state: Json = convert(upload.data, mime, kind.mime_type, env)
    return state
