"""drive.files.list: what the caller can see, filtered, ordered, page by page."""

from __future__ import annotations

import base64
import binascii

from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace.local.calls import Call, Caller, Json, whole_number
from pytest_knows.workspace.local.drive.query import Condition, translate
from pytest_knows.workspace.local.drive.resource import DEFAULT_FILE, file_json, selected
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.service import Service

_SHARED_WITH = """f.id IN (WITH RECURSIVE down(id) AS (
    SELECT p.file FROM permissions p WHERE p.email = ? UNION SELECT c.id FROM files c JOIN down ON c.parent = down.id)
    SELECT id FROM down)"""

_ORDER = {
    "createdTime": "f.created",
    "folder": f"(f.mime != '{FOLDER_MIME}')",
    "modifiedByMeTime": "f.modified",
    "modifiedTime": "f.modified",
    "name": "f.name",
    "name_natural": "f.name COLLATE LIKE_PEOPLE",
    "quotaBytesUsed": "COALESCE(f.size, 0)",
    "recency": "f.modified",
    "sharedWithMeTime": "f.created",
    "starred": "COALESCE(json_extract(f.extra, '$.starred'), 0)",
    "viewedByMeTime": "json_extract(f.extra, '$.viewedByMeTime')",
}


def list_files(service: Service, call: Call) -> Json:
    """`files.list`. Raises ApiError 400 for a query, order, page size or page token that is none."""
    condition = translate(call.one("q"), call.caller)
    seen = visible(call.caller)
    start, size = page_start(call.one("pageToken")), one_of(1000, call.one("pageSize", "100"))
    sql = (
        f"WHERE ({condition.sql}) AND ({seen.sql}) AND f.id NOT IN (SELECT root FROM users) "
        f"ORDER BY {_order(call.one('orderBy'))} LIMIT ? OFFSET ?"
    )
    found = service.store.select(sql, *condition.values, *seen.values, size + 1, start)
    files = [selected(call, file_json(service, file, call.caller), DEFAULT_FILE) for file in found[:size]]
    page: Json = {"nextPageToken": page_token(start + size)} if len(found) > size else {}
    return page | {"kind": "drive#fileList", "incompleteSearch": False, "files": files}


def visible(caller: Caller) -> Condition:
    """The condition that a user sees the file `f`."""
    return Condition("1") if caller.admin else Condition(_SHARED_WITH, [caller.email])


def _order(text: str) -> str:
    """`folder,modifiedTime desc,name`; without one the newest first, and always the same for the same files."""
    keys = []
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, direction = item.partition(" ")
        if name not in _ORDER or direction.strip() not in ("", "desc"):
            raise ApiError(400, f"Invalid orderBy: {item}", reason="invalid")
        keys.append(_ORDER[name] + (" DESC" if direction else ""))
    return ", ".join([*keys, "f.modified DESC", "f.id"])


def one_of(most: int, text: str) -> int:
    """A page size or count up to `most`. Raises ApiError 400."""
    number = whole_number(text)
    if number is None or not 1 <= number <= most:
        message = f"Invalid value '{text[:50]}'. Values must be within the range: [1, {most}]"
        raise ApiError(400, message, reason="invalidParameter")
    return number


def page_token(start: int) -> str:
    """What a page ends with when there are more."""
    return base64.urlsafe_b64encode(b"knows:%d" % start).decode()


def page_start(token: str) -> int:
    """Where the page begins that a token asks for. Raises ApiError 400."""
    if not token:
        return 0
    try:
        mark, _, number = base64.urlsafe_b64decode(token.encode()).partition(b":")
        if mark == b"knows" and number.isdigit() and len(number) < 10:
            return int(number)
    except (binascii.Error, ValueError):
        pass
    raise ApiError(400, "Invalid Value", reason="invalid")
