"""What the handlers share: store, users, engines; who may do what; how a file's state is read and changed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.local.calls import Caller
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.editor.changes import Watchers
from pytest_knows.workspace.local.engine import Engine, Environment, Json, RequestError
from pytest_knows.workspace.local.engines import Engines
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.media import Pictures
from pytest_knows.workspace.local.store import Store, StoredFile
from pytest_knows.workspace.local.tokens import Tokens
from pytest_knows.workspace.local.upload_sessions import UploadSessions

Answer = TypeVar("Answer")

RANK = {"": 0, "reader": 1, "commenter": 2, "writer": 3, "fileOrganizer": 3, "organizer": 4, "owner": 4}
"""Roles by what they allow; each allows what the ones below it allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One Workspace. `address`: where it listens, without a slash at the end; `today`: an ISO date (None: the real).

    `check_responses`: answers that do not fit their discovery schema are errors (for tests).
    """

    store: Store
    tokens: Tokens
    engines: Engines
    pictures: Pictures
    address: str
    today: str | None = None
    check_responses: bool = False
    recorded: dict[str, Callable[[Mapping[str, Sequence[str]]], Json]] = field(default_factory=dict)
    """File id -> the REST JSON that `read` answers instead of the engine's: frozen files."""
    uploads: UploadSessions = field(default_factory=UploadSessions)
    watchers: Watchers = field(default_factory=Watchers)

    def role(self, file_id: str, caller: Caller) -> str:
        """The caller's strongest role on a file; empty for none."""
        if caller.admin:
            return "owner"
        roles = self.store.roles(file_id, caller.email)
        return max(roles, key=lambda role: RANK.get(role, 0), default="")

    def picture(self, url: str, caller: Caller) -> tuple[bytes, str]:
        """Bytes and mime type of a picture in a file, fetched if it is not kept. Raises RequestError."""
        kept = self.pictures.stored(url)
        if kept is None:
            kept = self.pictures.stored(self.pictures.fetch(url, lambda id_: self.file(id_, caller)).url)
        if kept is None:
            raise RequestError(f"The picture {url} is not in this Workspace.", status="NOT_FOUND", http=404)
        return kept

    def file(self, file_id: str, caller: Caller) -> StoredFile | None:
        """The file, if it exists and the caller may read it."""
        file = self.store.file(caller.root if file_id == "root" else file_id)
        return file if file and self.role(file.id, caller) else None

    def kind_of(self, file: StoredFile) -> Kind:
        """The kind of an editor's file. Raises ApiError 400 for folders and uploads."""
        kind = Kind.of_mime(file.mime)
        if kind is None:
            raise ApiError(400, f"The file {file.id} is {file.mime}, not a Google Docs, Sheets or Slides file.")
        return kind

    def environment(self, file_id: str, title: str, kind: Kind, caller: Caller) -> Environment:
        """What the engine gets to know about the file."""
        from pytest_knows.workspace.local.chart_pictures import chart_picture

        return Environment(
            file_id=file_id,
            title=title,
            new_id=_NEW_ID[kind],
            fetch_picture=lambda url: self.pictures.fetch(url, lambda id_: self.file(id_, caller)),
            today=self.today or date.today().isoformat(),
            keep_picture=self.pictures.keep,
            chart_picture=lambda book_id, chart_id: chart_picture(self, book_id, chart_id, caller),
            other_state=lambda id_: self.state_of(id_, kind, caller),
            user=caller.email,
            user_name=caller.name,
        )

    def state_of(self, file_id: str, kind: Kind, caller: Caller) -> Json:
        """A copy of the state of a file of that kind. Raises RequestError if the caller may read no such file."""
        file = self.file(file_id, caller)
        if file is None or file.mime != kind.mime_type:
            raise RequestError("Requested entity was not found.", status="NOT_FOUND", http=404)
        return self.store.state(file.id)

    def read(self, file: StoredFile, caller: Caller, query: Mapping[str, Sequence[str]] | None = None) -> Json:
        """The file as its API's `get` answers it."""
        if file.id in self.recorded:
            return json_copy(self.recorded[file.id](query or {}))
        kind = self.kind_of(file)
        latest, state = self.store.latest(file.id)
        file = latest or file
        env = self.environment(file.id, file.name, kind, caller)
        answer = self.engines[kind].read(state, query or {}, env)
        return self.signed(answer, file, kind)

    def signed(self, answer: Json, file: StoredFile, kind: Kind) -> Json:
        """The engine's answer with what only the server knows: id, title, revision, address."""
        answer[kind.id_field] = file.id
        if kind is Kind.SPREADSHEET:
            answer.setdefault("properties", {})["title"] = file.name
            answer["spreadsheetUrl"] = self.url(file)
        else:
            answer["title"] = file.name
            answer["revisionId"] = revision_id(file)
        return answer

    def change(
        self, file: StoredFile, caller: Caller, act: Callable[[Engine, Json, Environment], tuple[Answer, bool]]
    ) -> tuple[Answer, StoredFile]:
        """Let `act` work on a copy of the state and keep it if `act` says that it changed. All or nothing.

        A title that the engine's state holds (`title` or `properties.title`) and that changed renames the file.
        Raises ApiError 403 if there is a change to keep that the caller may not make. Called inside `store.editing`.
        """
        kind = self.kind_of(file)
        state = self.store.state(file.id)
        before = _title(state)
        answer, changed = act(self.engines[kind], state, self.environment(file.id, file.name, kind, caller))
        if not changed:
            return answer, file
        self.require_writer(file.id, caller)
        after = _title(state)
        renamed = {"name": after} if after and after != before else {}
        edited = self.store.edited(file, caller.email, **renamed)
        self.store.save(edited, state)
        return answer, edited

    def require_writer(self, file_id: str, caller: Caller) -> None:
        """Raises ApiError 403 unless the caller may change the file."""
        if RANK[self.role(file_id, caller)] < RANK["writer"]:
            raise ApiError(403, "The user does not have sufficient permissions for this file.")

    def url(self, file: StoredFile) -> str:
        """Where a person would open the file."""
        kind = Kind.of_mime(file.mime)
        if kind:
            return f"{self.address}/{kind.url_path}/d/{file.id}/edit"
        if file.mime == FOLDER_MIME:
            return f"{self.address}/drive/folders/{file.id}"
        return f"{self.address}/file/d/{file.id}/view"


def revision_id(file: StoredFile) -> str:
    """The file's revision as Docs and Slides name it: opaque, another one after every change."""
    return "ALm37B" + hashlib.sha256(f"{file.id}/{file.revision}".encode()).hexdigest()[:40]


def _title(state: Json) -> str:
    properties: Any = state.get("properties")
    inner = properties.get("title") if isinstance(properties, dict) else None
    title = state.get("title") or inner
    return title if isinstance(title, str) else ""


_NEW_ID: dict[Kind, Callable[[], str]] = {
    Kind.DOCUMENT: lambda: "kix." + secrets.token_hex(6),
    Kind.SPREADSHEET: lambda: str(1 + secrets.randbelow(2**31 - 2)),
    Kind.PRESENTATION: lambda: f"g{secrets.token_hex(6)}_0_{secrets.randbelow(1000)}",
}
"""Object ids in the form each editor uses; a sheet's id is a positive 32-bit integer."""
