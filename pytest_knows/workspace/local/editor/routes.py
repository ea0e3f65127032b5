"""What only the editors' pages ask for: pictures from the user's disk, news of changes."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.requests import Request

from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace.local.calls import Call, Caller, Json, Reply, whole_number
from pytest_knows.workspace.local.editor.changes import revision_after
from pytest_knows.workspace.local.editor.docs import routes as docs
from pytest_knows.workspace.local.editor.slides import routes as slides
from pytest_knows.workspace.local.errors import not_found
from pytest_knows.workspace.local.service import Service, revision_id
from pytest_knows.workspace.local.store import StoredFile

CHANGES_PATH = "/_knows/changes/{file_id}"
Handler = Callable[..., "Json | Reply"]
Route = tuple[str, re.Pattern[str], Handler]


def keep_picture(service: Service, call: Call) -> Json:
    """The body's bytes, kept: `{url, width, height}`, an address for insertInlineImage, createImage and IMAGE().

    Raises RequestError if they are no PNG, JPEG or GIF.
    """
    picture = service.pictures.keep(call.body)
    return {"url": picture.url, "width": picture.width, "height": picture.height}


async def changes(service: Service, request: Request, caller: Caller) -> Json:
    """`?since=<revision>`: `{revision, revisionId}` when the file (or what lies in the folder) has another revision.

    Raises ApiError 404 for a file that the caller may not read.
    """
    since = whole_number(request.query_params.get("since"))
    file = service.file(request.path_params["file_id"], caller)
    if file is None:
        raise not_found(request.path_params["file_id"])
    folder = file.mime == FOLDER_MIME

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    key = "" if folder else file.id
    number = await revision_after(service.watchers, key, since, lambda: _revision(service, file), gone)
    latest = service.store.file(file.id) or file
    return {"revision": number, "revisionId": revision_id(latest)}


def _revision(service: Service, file: StoredFile) -> int:
    if file.mime != FOLDER_MIME:
        latest = service.store.file(file.id)
        return latest.revision if latest else 0
    sql = "SELECT COALESCE(MAX(c.seq), 0), COUNT(*) FROM files f JOIN changes c ON c.file = f.id WHERE f.parent = ?"
    [(latest_change, count)] = service.store.rows(sql, file.id)
    return int(latest_change) * 1_000_000 + int(count)


ROUTES: list[Route] = [("POST", re.compile(r"/_knows/pictures"), keep_picture), *docs.ROUTES, *slides.ROUTES]
