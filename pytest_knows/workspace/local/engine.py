"""What an editor engine (documents, spreadsheets, presentations) offers to the embedded server.

An engine is pure: it knows neither HTTP nor SQLite. A file's *state* is a JSON object that the engine owns; the server
stores it, numbers its revisions and serves what `read` returns. All three engines apply a batch to a private copy, so a
batch is atomic: one bad request changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]


class RequestError(Exception):
    """A request that the API refuses; the server answers it in Google's error shape.

    `status` is Google's canonical code ("INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION"), `http` the HTTP
    status. Engines raise it without a position; `batch` errors get Google's prefix "Invalid requests[3].insertText:
    ...".
    """

    def __init__(self, message: str, *, status: str = "INVALID_ARGUMENT", http: int = 400) -> None:
        super().__init__(message)
        self.status = status
        self.http = http


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPicture:
    """A picture that the server fetched or was given: `url` is where the server serves its bytes from then on."""

    url: str
    source_url: str
    mime: str
    width: int
    """Pixels."""
    height: int
    """Pixels."""


def _nowhere(_data: bytes) -> StoredPicture:
    raise RequestError("This Workspace keeps no pictures.")


def _no_chart(spreadsheet_id: str, chart_id: int) -> StoredPicture:
    raise RequestError(f"The chart ({chart_id}) of the spreadsheet ({spreadsheet_id}) could not be found.")


def _unsaid(_what: str) -> None:
    """Nobody asked."""


def _alone(_file_id: str) -> Json:
    raise RequestError("Requested entity was not found.", status="NOT_FOUND", http=404)


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What an engine may ask of the server while it applies a batch."""

    file_id: str
    title: str
    new_id: Callable[[], str]
    """A fresh object id, unique in the file, in the form Google uses."""
    fetch_picture: Callable[[str], StoredPicture]
    """Stores the picture behind a URL (the server's own, a public one, or a `data:` URL); raises `RequestError`."""
    today: str
    """ISO date that TODAY() and NOW() use."""
    keep_picture: Callable[[bytes], StoredPicture] = _nowhere
    """Stores a picture that came inside an Office file (`source_url` is empty); raises `RequestError`."""
    chart_picture: Callable[[str, int], StoredPicture] = _no_chart
    """Draws and stores a chart: id of its spreadsheet and of itself; raises `RequestError`."""
    other_state: Callable[[str], Json] = _alone
    """The state of another file of the same kind that the caller may read, by its id; raises `RequestError`."""
    not_carried: Callable[[str], None] = _unsaid
    """Told of each thing in an uploaded file that does not come in."""
    user: str = ""
    """Email address of the caller: the author of comments."""
    user_name: str = ""


class Engine(Protocol):
    """One per artifact kind; stateless."""

    api: str
    """`docs`, `sheets` or `slides`."""
    mime_type: str
    """`application/vnd.google-apps.document` and kin."""
    request_types: frozenset[str]
    """Names of the batchUpdate request types that are implemented (`insertText`, ...)."""

    def blank(self, body: Mapping[str, Any], env: Environment) -> Json:
        """The state of a new file; `body` is the body of `documents.create` (or `spreadsheets`, `presentations`)."""
        ...

    def read(self, state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
        """The REST JSON of the file as the API's `get` answers (before the `fields` mask, which the server applies)."""
        ...

    def apply(self, state: Json, requests: Sequence[Json], env: Environment) -> list[Json]:
        """Apply the requests in order to `state` in place and return one reply each. Raises `RequestError`.

        The server hands over a copy, so that a failed batch is simply dropped.
        A title in the state (`title` or `properties.title`) that a batch changes renames the file in Drive.
        """
        ...

    def call(self, name: str, state: Json, params: Json, body: Json, env: Environment) -> tuple[Json, bool]:
        """Any further method of the API on one file, by its discovery id without the api prefix.

        For example `spreadsheets.values.update`, `presentations.pages.get`. Returns the response and whether
        the state changed.
        `state` is that of the file that the method changes: for `spreadsheets.sheets.copyTo` the destination's.
        Raises `RequestError` with status NOT_FOUND for a method that is not implemented.
        """
        ...
