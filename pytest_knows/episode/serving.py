"""A frozen episode as a read-only Workspace: its JSON, exports and pictures byte for byte, at Google's addresses."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pytest_knows.episode.frozen_reading import Query, value_range, without_tabs
from pytest_knows.episode.snapshot import MANIFEST, Snapshot
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.drive import ASSETS, TARGETS
from pytest_knows.kind import Kind
from pytest_knows.workspace.local.answers import as_json
from pytest_knows.workspace.local.calls import Call, Reply
from pytest_knows.workspace.local.discovery import find
from pytest_knows.workspace.local.dispatch import dispatch
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.office_formats import DOCX, PDF, PPTX, XLSX
from pytest_knows.workspace.local.server import Server
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile
from pytest_knows.workspace.local.tokens import ADMIN

Json = dict[str, Any]

_EXPORTS = {PDF: "pdf", DOCX: "docx", XLSX: "xlsx", PPTX: "pptx"}
_API = ("/v1/", "/v4/", "/drive/v3/files/")
_FROM_JSON = ("slides.presentations.pages.getThumbnail",)
"""Methods of the editors beside `get` that need nothing but the frozen JSON."""
_VALUES = ("sheets.spreadsheets.values.get", "sheets.spreadsheets.values.batchGet")


def frozen_server(folder: Path, *, host: str, port: int) -> tuple[Server, str]:
    """A server, not serving yet, that shows the frozen episode in `folder`, and the id of its artifact.

    Raises DamagedEvidence if the folder is no frozen episode or was changed since, WorkspaceError if the port is taken.
    """
    if not (folder / MANIFEST).is_file():
        raise DamagedEvidence(
            f"{folder} is no frozen episode: there is no {MANIFEST} in it. Name <run>/episodes/<task>/t1."
        )
    frozen = _Frozen(snapshot=Snapshot(folder))
    metadata = frozen.snapshot.json("drive/file.json")
    # The copy in memory carries what is looked for (listings, masks, pages for people); nothing is written to disk.
    server = Server.bind(Path(":memory:"), host=host, port=port, respond=frozen.respond)
    frozen.seed(server.service, metadata)
    return server, str(metadata["id"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frozen:
    """What is served of a snapshot. `rest`: file id -> the name of its REST JSON."""

    snapshot: Snapshot
    rest: dict[str, str] = field(default_factory=dict)

    def seed(self, service: Service, metadata: Json) -> None:
        """Put the artifact, the folders of the task and all pictures into the service's store."""
        self._add(service, metadata | {"content": "artifact/file.json"})
        for name in (TARGETS, ASSETS):
            found = self.snapshot.json(name) if self.snapshot.has(name) else {}
            for entry in found.values():
                self._add(service, entry)
        media = self.snapshot.json("media.json") if self.snapshot.has("media.json") else {}
        for picture in media.values():
            if "file" in picture:
                service.store.put_blob(self.snapshot.read(picture["file"]), picture["mime"])

    def _add(self, service: Service, entry: Json) -> None:
        """A file or folder of the freeze with all below it; what could not be frozen has no content."""
        id_, store = entry["id"], service.store
        if "mimeType" in entry and store.file(id_) is None:
            store.add(self._row(service, entry))
        for child in entry.get("children", []):
            self._add(service, child)

    def _row(self, service: Service, entry: Json) -> StoredFile:
        mime, row = entry["mimeType"], {}
        if "content" in entry:
            data = self.snapshot.read(entry["content"])
            if Kind.of_mime(mime):
                self.rest[entry["id"]] = entry["content"]
                service.recorded[entry["id"]] = partial(_as_asked, self.snapshot.json(entry["content"]))
            else:
                row = service.store.content(data, mime)
        parents = [id_ for id_ in entry.get("parents", []) if service.store.file(id_)]
        [root] = [file.id for file in service.store.select("WHERE f.parent IS NULL")]
        return StoredFile(
            id=entry["id"],
            name=entry["name"],
            mime=mime,
            parent=(parents or [root])[0],
            owner=ADMIN,
            editor=ADMIN,
            created=entry["createdTime"],
            modified=entry["modifiedTime"],
            **row,
        )

    def respond(self, service: Service, call: Call) -> Reply:
        """Answer a call. Raises ApiError 403 for one that would change something."""
        if call.method != "GET":
            raise ApiError(403, "This Workspace is read-only: it shows a frozen episode.", reason="forbidden")
        name = self._as_it_lies(call) if call.path.startswith(_API) else ""
        if not name:
            return self._values(call) or dispatch(service, call)
        content = self.snapshot.read(name)
        return Reply(content=content, mime=call.one("mimeType")) if call.one("mimeType") else Reply(content=content)

    def _values(self, call: Call) -> Reply | None:
        """The answer to a reader of a sheet's values; None to any other call."""
        if not call.path.startswith("/v4/"):
            return None
        method, params = find(call.method, call.path)
        if method.id not in _VALUES:
            return None
        id_ = params["spreadsheetId"]
        if id_ not in self.rest:
            raise not_found(id_)
        book = self.snapshot.json(self.rest[id_])
        if method.id == _VALUES[0]:
            return as_json(value_range(book, params["range"], call.query))
        found = [value_range(book, text, call.query) for text in call.query.get("ranges", ())]
        return as_json({"spreadsheetId": id_, "valueRanges": found})

    def _as_it_lies(self, call: Call) -> str:
        """The file of the snapshot that is the whole answer; empty if the answer must be made. Raises ApiError."""
        method, params = find(call.method, call.path)
        whole = not (call.one("fields") or call.one("$fields") or call.one("alt") == "media")
        file_id = params.get("fileId", "")
        its_own = self.rest.get(file_id) == "artifact/file.json"
        if method.id == "drive.files.export":
            name = f"artifact/export.{_EXPORTS.get(call.one('mimeType'))}"
            if its_own and self.snapshot.has(name):
                return name
            raise ApiError(
                404, f"The episode has no frozen export of {file_id} as {call.one('mimeType') or 'no type'}."
            )
        if method.api == "drive":
            return "drive/file.json" if method.id == "drive.files.get" and whole and its_own else ""
        kind = next(kind for kind in Kind if kind.api == method.api)
        if method.id in _FROM_JSON or method.id in _VALUES:
            return ""
        whole = whole and (kind is not Kind.DOCUMENT or call.flag("includeTabsContent"))
        if method.id != f"{kind.api}.{kind.collection}.get":
            raise ApiError(501, f"A frozen episode does not answer {method.id}; it has the file's whole JSON.")
        return self.rest.get(params[kind.id_field], "") if whole else ""


def _as_asked(recorded: Json, query: Query) -> Json:
    """The recorded JSON in the form that a reader asks for."""
    asked = {name: values[-1] for name, values in query.items() if values}
    in_tabs = asked.get("includeTabsContent", "").lower() == "true" or "tabs" in asked.get("fields", "")
    return recorded if in_tabs or "documentId" not in recorded else without_tabs(recorded)
