"""The page that an editor's script fills."""

from __future__ import annotations

from html import escape

from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.local.calls import Call, Reply
from pytest_knows.workspace.local.editor.entering import cookie
from pytest_knows.workspace.local.service import RANK, Service
from pytest_knows.workspace.local.store import StoredFile

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
_SCRIPT = {kind.mime_type: kind.api for kind in Kind} | {FOLDER_MIME: "drive"}
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_knows/editor/base.css">
<link rel="stylesheet" href="/_knows/editor/{script}.css">
<script type="module" src="/_knows/editor/{script}.js"></script>
</head>
<body>
<main id="app" data-file-id="{id}" data-kind="{kind}" data-name="{name}" data-address="{address}"
 data-parent="{parent}"></main>
</body>
</html>
"""


def editable(service: Service, call: Call, file: StoredFile) -> bool:
    """Whether the caller gets an editor for the file: whoever may change it, and nobody in a frozen episode."""
    writes = RANK[service.role(file.id, call.caller)] >= RANK["writer"]
    return writes and file.mime in _SCRIPT and not service.recorded and not file.trashed


def shell(service: Service, call: Call, file: StoredFile) -> Reply:
    """The editor's page; an address with a token leads to the one without it, so that no history holds the token."""
    token = call.one("token")
    if token:
        return Reply(status=303, headers={"Location": call.path, "Set-Cookie": cookie(token)})
    kind = Kind.of_mime(file.mime)
    values = {
        "id": file.id,
        "name": file.name,
        "kind": kind.value if kind else "folder",
        "address": service.address,
        "parent": file.parent or "",
    }
    html = _PAGE.format(script=_SCRIPT[file.mime], **{name: escape(value) for name, value in values.items()})
    return Reply(content=html.encode(), mime="text/html; charset=utf-8", headers=HEADERS)
