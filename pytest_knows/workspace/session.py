"""The Workspace as episodes use it: files by kind, over the API clients alone, be it Google or the embedded server."""

from __future__ import annotations

import base64
import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, overload
from urllib.parse import parse_qs, urlsplit

from pytest_knows.errors import Ungraded, WorkspaceError
from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.client import Clients, build_clients
from pytest_knows.workspace.discovery import VERSIONS

Json = dict[str, Any]

_ATTEMPTS = 4
_ID = re.compile(r"/(?:d|folders)/([\w-]{5,})")
_GOOGLE = "https://www.googleapis.com"
_METADATA = "id,name,mimeType,parents,createdTime,modifiedTime,size,md5Checksum,webViewLink,trashed,shortcutDetails"


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """What it takes to reach a Workspace. Plain strings: it goes to xdist's workers as JSON.

    `endpoint` is the embedded server's address, or None for Google.
    """

    endpoint: str | None
    token: str = field(repr=False)
    mode: Literal["local", "google"] = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A document, spreadsheet or presentation in the Workspace."""

    id: str
    url: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRef:
    """A Drive folder."""

    id: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAccess:
    """What an agent gets: a token of its own; `discovery_urls`, by API, are for clients in other languages."""

    endpoint: str | None
    token: str = field(repr=False)
    discovery_urls: dict[str, str]

    def clients(self) -> Clients:
        """API clients that act for the agent."""
        return build_clients(self.endpoint, self.token)


class Workspace:
    """Where artifacts live. A failing API call is a WorkspaceError that names method, file and Google's message."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.clients = build_clients(connection.endpoint, connection.token)

    def __repr__(self) -> str:
        return f"Workspace({self.connection.mode})"

    # files

    def create_file(self, kind: Kind, name: str, *, parent: str | None = None) -> FileRef:
        """A blank file."""
        return self._file_ref(self._create({"name": name, "mimeType": kind.mime_type}, parent), kind)

    def create_folder(self, name: str, *, parent: str | None = None) -> FolderRef:
        """An empty folder."""
        made = self._create({"name": name, "mimeType": FOLDER_MIME}, parent)
        return FolderRef(id=made["id"], url=made["webViewLink"])

    def copy(self, id_: str, name: str, *, parent: str | None = None) -> FileRef:
        """A copy of a document, spreadsheet or presentation."""
        body: Json = {"name": name, **({"parents": [parent]} if parent else {})}
        request = self.clients.drive.files().copy(fileId=id_, body=body, fields="id")
        return self.file_from(self._run("files.copy", id_, request)["id"])

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

        mime = _mime_of(path)
        body = {"name": name or path.name, "mimeType": kind.mime_type if kind else mime}
        body |= {"id": id_} if id_ else {}
        with path.open("rb") as stream:
            made = self._create(body, parent, media_body=MediaIoBaseUpload(stream, mime))
        return self._file_ref(made, kind) if kind else str(made["id"])

    def _create(self, body: Json, parent: str | None, **more: Any) -> Json:
        body |= {"parents": [parent]} if parent else {}
        files = self.clients.drive.files()
        return self._run("files.create", body["name"], files.create(body=body, fields="id,webViewLink", **more))

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

    def metadata(self, id_: str) -> Json:
        """Drive's metadata of a file or folder."""
        return self._run("files.get", id_, self.clients.drive.files().get(fileId=id_, fields=_METADATA))

    def list_folder(self, id_: str) -> list[Json]:
        """The metadata of everything directly in a folder that is not in the bin, by name."""
        return sorted(self._pages(id_), key=lambda item: (item.get("name", ""), item["id"]))

    def _pages(self, id_: str) -> Iterator[Json]:
        page: str | None = None
        while True:
            query = f"'{id_}' in parents and trashed = false"
            request = self.clients.drive.files().list(
                q=query, pageToken=page, pageSize=1000, fields=f"nextPageToken,files({_METADATA})"
            )
            answer = self._run("files.list", id_, request)
            yield from answer.get("files", [])
            page = answer.get("nextPageToken")
            if not page:
                return

    def export(self, file: FileRef, mime: str) -> bytes:
        """The file in another format (`application/pdf`, an Office type, ...).

        Raises Ungraded(need="browser") if the embedded server has no browser to make a PDF with.
        """
        request = self.clients.drive.files().export(fileId=file.id, mimeType=mime)
        return self._bytes("files.export", file.id, request)

    def download(self, id_: str) -> bytes:
        """The bytes of an uploaded file."""
        return self._bytes("files.get", id_, self.clients.drive.files().get_media(fileId=id_))

    def picture(self, url: str) -> tuple[bytes, str]:
        """Bytes and mime type behind a `contentUri` or `contentUrl` that the API gave."""
        return _fetched(url)

    def _bytes(self, method: str, about: str, request: Any) -> bytes:
        content: Any = self._run(method, about, request)
        return content if isinstance(content, bytes) else str(content).encode()

    # agents

    def grant_agent(self, ids: Sequence[str], *, name: str, view: Sequence[str] = ()) -> AgentAccess:
        """A token for an agent that may change `ids`, read `view` (for folders: what lies in them) and nothing else."""
        made = self._admin("POST", "/_knows/tokens", {"files": list(ids), "view": list(view), "name": name})
        address = self.connection.endpoint or _GOOGLE
        urls = {api: f"{address}/discovery/v1/apis/{api}/{version}/rest" for api, version in VERSIONS.items()}
        return AgentAccess(endpoint=self.connection.endpoint, token=made["token"], discovery_urls=urls)

    def revoke(self, access: AgentAccess) -> None:
        """From now on the agent's token is worthless."""
        self._admin("DELETE", f"/_knows/tokens/{access.token}")

    def seed(self, *, id_: str, name: str, mime: str, data: bytes | None = None, parent: str | None = None) -> str:
        """Put a file in place under a chosen id (embedded server only): blank, or with the bytes `data`."""
        body: Json = {"id": id_, "name": name, "mimeType": mime, "parent": parent}
        if data is not None:
            body["data"] = base64.b64encode(data).decode()
        return str(self._admin("POST", "/_knows/files", body)["id"])

    def _admin(self, method: str, path: str, body: Json | None = None) -> Json:
        """A call to the routes that only the embedded server has."""
        from googleapiclient.http import HttpRequest

        endpoint = self.connection.endpoint
        if endpoint is None:
            raise WorkspaceError("Google has no tokens for agents: give the agent credentials of its own.")
        request = HttpRequest(
            self.clients.drive._http,
            lambda _response, content: json.loads(content or b"{}"),
            endpoint + path,
            method=method,
            body=None if body is None else json.dumps(body),
            headers={"content-type": "application/json"},
        )
        return self._run(f"{method} {path.rpartition('/')[0]}", "", request)

    def _run(self, method: str, about: str, request: Any) -> Json:
        return run(request, method=method, about=about)


def run(request: Any, *, method: str, about: str) -> Json:
    """Execute an API request; what may pass (429, 5xx, a broken connection) is tried again a few times.

    Raises WorkspaceError, or Ungraded if the embedded server says that it has no browser to render with.
    """
    from googleapiclient.errors import HttpError

    def attempt() -> Json:
        answer: Json = request.execute()
        return answer

    try:
        return _retried(attempt)
    except HttpError as error:
        if _reason(error) == "rendererMissing":
            raise Ungraded(
                f"{method} of {about}: {error.reason}", need="browser", mend="playwright install chromium"
            ) from error
        status = error.resp.status
        raise WorkspaceError(f"{method} of {about or 'the Workspace'} failed: {status} {error.reason}") from error
    except OSError as error:
        raise WorkspaceError(f"{method} of {about or 'the Workspace'} failed: {error}") from error


def _retried(attempt: Callable[[], Json]) -> Json:
    from googleapiclient.errors import HttpError

    for number in range(_ATTEMPTS):
        try:
            return attempt()
        except HttpError as error:
            if number == _ATTEMPTS - 1 or error.resp.status not in (429, 500, 502, 503, 504):
                raise
        except OSError:
            if number == _ATTEMPTS - 1:
                raise
        time.sleep(0.25 * 4**number)
    raise AssertionError("the last attempt returns or raises")


def _reason(error: Any) -> str:
    details = error.error_details
    first = details[0] if isinstance(details, list) and details else {}
    return str(first.get("reason", "")) if isinstance(first, dict) else ""


def file_id(id_or_url: str) -> str:
    """The id in any address that Google or the embedded server gives a file (or the id itself)."""
    if "/" not in id_or_url:
        return id_or_url
    parts = urlsplit(id_or_url)
    match = _ID.search(parts.path)
    found = match[1] if match else parse_qs(parts.query).get("id", [""])[0]
    if not found:
        raise WorkspaceError(f"There is no file id in {id_or_url!r}; expected an address with /d/<id>/ or ?id=<id>.")
    return found


_OFFICE = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


def _mime_of(path: Path) -> str:
    import mimetypes

    known = _OFFICE.get(path.suffix.lower())
    return known or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _fetched(url: str) -> tuple[bytes, str]:
    if urlsplit(url).scheme not in ("http", "https"):
        raise WorkspaceError(f"The picture {url[:200]!r} has no http(s) address.")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=60) as response:
            return response.read(), response.headers.get_content_type()
    except (OSError, ValueError) as error:
        raise WorkspaceError(f"The picture {url} could not be fetched: {error}") from error
