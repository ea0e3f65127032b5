"""The Workspace as episodes use it: files by kind, over the API clients alone, be it Google or the embedded server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from pytest_knows.errors import WorkspaceError
from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.addresses import file_id, mime_of
from pytest_knows.workspace.client import Bearer, build_clients
from pytest_knows.workspace.google.calls import call, run
from pytest_knows.workspace.google.problems import has_reason
from pytest_knows.workspace.media import fetched
from pytest_knows.workspace.references import AgentAccess, Connection, FileRef, FolderRef

Json = dict[str, Any]

_METADATA = "id,name,mimeType,parents,createdTime,modifiedTime,size,md5Checksum,webViewLink,trashed,shortcutDetails"
_EVERYWHERE = {"supportsAllDrives": True, "includeItemsFromAllDrives": True}
_ALL_DRIVES = {"supportsAllDrives": True}
"""Without it, Drive answers 404 for everything in a shared drive."""


class Workspace:
    """Where artifacts live. A failing API call is a WorkspaceError that names method, file and Google's message."""

    def __init__(self, connection: Connection, bearer: Bearer | None = None) -> None:
        """`bearer`: for whom to act, if it is not whom the connection names."""
        self.connection = connection
        self.clients = build_clients(connection.endpoint, bearer or _grader(connection))

    def __repr__(self) -> str:
        return f"Workspace({self.connection.mode})"

    @property
    def is_google(self) -> bool:
        """Whether this is Google (or a server that stands for it)."""
        return self.connection.mode == "google"

    # files

    def create_file(self, kind: Kind, name: str, *, parent: str | None = None) -> FileRef:
        """A blank file."""
        return self._file_ref(self._create({"name": name, "mimeType": kind.mime_type}, parent), kind)

    def create_folder(self, name: str, *, parent: str | None = None, tags: dict[str, str] | None = None) -> FolderRef:
        """An empty folder; `tags` are properties that only our app sees (Drive's appProperties)."""
        body: Json = {"name": name, "mimeType": FOLDER_MIME} | ({"appProperties": tags} if tags else {})
        made = self._create(body, parent)
        return FolderRef(id=made["id"], url=made["webViewLink"])

    def copy(self, id_: str, name: str, *, parent: str | None = None) -> FileRef:
        """A copy of a document, spreadsheet or presentation, owned by whom we act for."""
        body: Json = {"name": name, **({"parents": [parent]} if parent else {})}
        request = self.clients.drive.files().copy(
            fileId=id_, body=body, fields="id,mimeType,webViewLink", **_ALL_DRIVES
        )
        made = self._run("files.copy", id_, request)
        kind = Kind.of_mime(made.get("mimeType", ""))
        if kind is None:
            raise WorkspaceError(
                f"{id_} was copied, but is {made.get('mimeType')}, which is not edited in Docs and kin."
            )
        return self._file_ref(made, kind)

    @overload
    def upload(
        self, path: Path, *, kind: Kind, name: str | None = None, parent: str | None = None, id_: str | None = None
    ) -> FileRef: ...

    @overload
    def upload(
        self,
        path: Path,
        *,
        kind: None = None,
        name: str | None = None,
        parent: str | None = None,
        id_: str | None = None,
    ) -> str: ...

    def upload(
        self,
        path: Path,
        *,
        kind: Kind | None = None,
        name: str | None = None,
        parent: str | None = None,
        id_: str | None = None,
    ) -> FileRef | str:
        """Upload a local file as it is and return its id; with `kind`, convert it (an Office file) and return that.

        `id_` is the id that it shall have (the embedded server only: Google takes none but those it generated).
        """
        from googleapiclient.http import MediaIoBaseUpload

        mime = mime_of(path)
        body = {"name": name or path.name, "mimeType": kind.mime_type if kind else mime}
        body |= {"id": id_} if id_ else {}
        with path.open("rb") as stream:
            made = self._create(body, parent, media_body=MediaIoBaseUpload(stream, mime))
        return self._file_ref(made, kind) if kind else str(made["id"])

    def _create(self, body: Json, parent: str | None, **more: Any) -> Json:
        body |= {"parents": [parent]} if parent else {}
        request = self.clients.drive.files().create(body=body, fields="id,webViewLink", **_ALL_DRIVES, **more)
        return self._run("files.create", body["name"], request)

    def discard(self, id_: str) -> None:
        """Put a file, or a folder with all in it, into the bin."""
        request = self.clients.drive.files().update(fileId=id_, body={"trashed": True}, fields="id", **_ALL_DRIVES)
        self._run("files.update", id_, request)

    def file_from(self, id_or_url: str) -> FileRef:
        """The file behind an id or any address of it. Raises WorkspaceError if it is of no kind."""
        metadata = self.metadata(file_id(id_or_url))
        kind = Kind.of_mime(metadata.get("mimeType", ""))
        if kind is None:
            raise WorkspaceError(
                f"{id_or_url} is {metadata.get('mimeType')}, not a Google document, spreadsheet or presentation."
            )
        return self._file_ref(metadata, kind)

    def _file_ref(self, metadata: Json, kind: Kind) -> FileRef:
        return FileRef(id=metadata["id"], url=metadata["webViewLink"], kind=kind)

    # reading

    def read(self, file: FileRef) -> Json:
        """The file's whole REST JSON: with the contents of tabs, with grid data."""
        request = {
            Kind.DOCUMENT: lambda: self.clients.docs.documents().get(documentId=file.id, includeTabsContent=True),
            Kind.SPREADSHEET: lambda: self.clients.sheets.spreadsheets().get(
                spreadsheetId=file.id, includeGridData=True
            ),
            Kind.PRESENTATION: lambda: self.clients.slides.presentations().get(presentationId=file.id),
        }[file.kind]()
        return self._run(f"{file.kind.collection}.get", file.id, request)

    def metadata(self, id_: str, fields: str = _METADATA) -> Json:
        """Drive's metadata of a file or folder."""
        request = self.clients.drive.files().get(fileId=id_, fields=fields, **_ALL_DRIVES)
        return self._run("files.get", id_, request)

    def list_folder(self, id_: str) -> list[Json]:
        """The metadata of everything directly in a folder that is not in the bin, by name."""
        found = self.search(f"'{id_}' in parents and trashed = false", about=id_)
        return sorted(found, key=lambda item: (item.get("name", ""), item["id"]))

    def search(self, query: str, *, about: str, **more: Any) -> Iterator[Json]:
        """The metadata of all files that a query of Drive's finds."""
        page: str | None = None
        while True:
            request = self.clients.drive.files().list(
                q=query,
                pageToken=page,
                pageSize=1000,
                fields=f"nextPageToken,files({_METADATA})",
                **_EVERYWHERE,
                **more,
            )
            answer = self._run("files.list", about, request)
            yield from answer.get("files", [])
            page = answer.get("nextPageToken")
            if not page:
                return

    def export(self, file: FileRef, mime: str) -> bytes:
        """The file in another format (`application/pdf`, an Office type, ...).

        Raises Ungraded(need="browser") if the embedded server has no browser to make a PDF with.
        """
        request = self.clients.drive.files().export(fileId=file.id, mimeType=mime)
        try:
            return self._bytes("files.export", file.id, request)
        except WorkspaceError as error:
            if not has_reason(error, "exportSizeLimitExceeded"):
                raise
        return self._large_export(file, mime)

    def _large_export(self, file: FileRef, mime: str) -> bytes:
        """An export of more than the 10 MB that `files.export` gives: from the address that Drive names for people."""
        links = self.metadata(file.id, "exportLinks").get("exportLinks", {})
        address = str(links.get(mime, ""))
        if not address.startswith(self.connection.endpoint or "https://docs.google.com/"):
            raise WorkspaceError(f"files.export of {file.id} failed: too large, and Drive names no address for {mime}.")
        return self._bytes("exportLinks", file.id, self._plain_request("GET", address))

    def download(self, id_: str) -> bytes:
        """The bytes of an uploaded file."""
        return self._bytes("files.get", id_, self.clients.drive.files().get_media(fileId=id_, **_ALL_DRIVES))

    def picture(self, url: str) -> tuple[bytes, str]:
        """Bytes and mime type behind a `contentUri` or `contentUrl` that the API gave."""
        proxied = self.connection.endpoint is None
        return call(lambda: fetched(url, proxied=proxied), method="GET", about=url[:200], google=self.is_google)

    def _bytes(self, method: str, about: str, request: Any) -> bytes:
        content: Any = call(request.execute, method=method, about=about, google=self.is_google)
        return content if isinstance(content, bytes) else str(content).encode()

    # agents

    def grant_agent(self, ids: Sequence[str], *, name: str, view: Sequence[str] = ()) -> AgentAccess:
        """Access for an agent that may change `ids`, read `view` (for folders: what lies in them) and nothing else.

        The embedded server makes a user; at Google `ids` are shared with the agent's account (`view` are public).
        """
        if self.is_google:
            from pytest_knows.workspace.google.access import share

            return share(self, ids)
        from pytest_knows.workspace.agents import mint

        return mint(self, ids, view, name)

    def revoke(self, access: AgentAccess) -> None:
        """From now on the agent changes nothing any more."""
        self.end_access(access.handle or access.token)

    def end_access(self, handle: str) -> None:
        """As `revoke`, by the handle that was kept of an access."""
        if self.is_google:
            from pytest_knows.workspace.google.access import unshare

            unshare(self, handle)
        else:
            self.admin("DELETE", f"/_knows/tokens/{handle}")

    def as_agent(self, handle: str | None) -> Workspace:
        """The Workspace as the agent sees it that has this access; at Google, as far as we have its credentials."""
        if self.is_google:
            from pytest_knows.workspace.google.access import agents_view

            return agents_view(self)
        return Workspace(Connection(endpoint=self.connection.endpoint, token=handle or ""))

    def seed(self, *, id_: str, name: str, mime: str, data: bytes | None = None, parent: str | None = None) -> str:
        """Put a file in place under a chosen id (embedded server only): blank, or with the bytes `data`."""
        from googleapiclient.http import MediaInMemoryUpload

        more = {} if data is None else {"media_body": MediaInMemoryUpload(data, mime)}
        return str(self._create({"id": id_, "name": name, "mimeType": mime}, parent, **more)["id"])

    def admin(self, method: str, path: str, body: Json | None = None) -> Json:
        """A call to the routes that only the embedded server has."""
        endpoint = self.connection.endpoint
        if endpoint is None or self.is_google:
            raise WorkspaceError(f"Google has no {path}: only the embedded Workspace has.")
        request = self._plain_request(method, endpoint + path, body)
        content = self._bytes(f"{method} {path.rpartition('/')[0]}", "", request)
        answer: Json = json.loads(content or b"{}")
        return answer

    def _plain_request(self, method: str, address: str, body: Json | None = None) -> Any:
        """A request with our credentials to an address that is no method of an API; it gives the answer's bytes."""
        from googleapiclient.http import HttpRequest

        return HttpRequest(
            self.clients.drive._http,
            lambda _response, content: content,
            address,
            method=method,
            body=None if body is None else json.dumps(body),
            headers={"content-type": "application/json"},
        )

    def _run(self, method: str, about: str, request: Any) -> Json:
        return run(request, method=method, about=about, google=self.is_google)


def _grader(connection: Connection) -> Bearer | str:
    if connection.token or connection.credentials is None:
        return connection.token
    from pytest_knows.workspace.google.credentials import bearer_of

    return bearer_of(connection.credentials, "grader")
