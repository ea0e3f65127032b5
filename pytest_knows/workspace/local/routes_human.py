"""The addresses that browsers open: an editor for who may change the file, else the file as it is printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from pytest_knows.kind import FOLDER_MIME, Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.drive.export import exported, query_of
from pytest_knows.workspace.local.editor.entering import cookie
from pytest_knows.workspace.local.editor.shell import editable, shell
from pytest_knows.workspace.local.errors import not_found
from pytest_knows.workspace.local.office_formats import BY_SUFFIX
from pytest_knows.workspace.local.ranges import ranged
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile

Handler = Callable[..., "Json | Reply"]
Route = tuple[str, re.Pattern[str], Handler]

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_STYLE = "body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto}"
_BAR = (
    "<title>{name}</title><style>@media screen{{html{{background:#e8eaed}}body>*{{background:#fff;width:max-content;"
    "margin:0 auto 12px!important}}body>header{{background:none;font:20px sans-serif;padding:8px}}}}"
    "@media print{{body>header{{display:none}}}}</style></head>"
)
"""Added to the head of a rendered file: on a screen its pages stand apart, and its name stands above them."""


def page(service: Service, call: Call, file_id: str) -> Reply:
    """A file or folder as HTML on which nothing can run; a token given in the address is kept in a cookie."""
    file = service.file(file_id, call.caller)
    if file is None:
        raise not_found(file_id)
    kind = Kind.of_mime(file.mime)
    html = _rendered(service, call, file, kind) if kind else _plain(service, file)
    token = call.one("token")
    kept = {"Set-Cookie": cookie(token)} if token else {}
    return Reply(content=html.encode(), mime="text/html; charset=utf-8", headers=_HEADERS | kept)


def edit(service: Service, call: Call, file_id: str) -> Reply:
    """The editor's page for who may change the file or folder, the printed one for others."""
    file = service.file(file_id, call.caller)
    if file and editable(service, call, file):
        return shell(service, call, file)
    return page(service, call, file_id)


def _rendered(service: Service, call: Call, file: StoredFile, kind: Kind) -> str:
    """What is printed when the file is exported, with its name above."""
    from pytest_knows.workspace.local.rendering import render_html

    rest = service.read(file, call.caller, query_of(kind))
    html = render_html(kind.value, rest, lambda url: service.picture(url, call.caller))
    name = escape(file.name)
    html = html.replace("</head>", _BAR.format(name=name), 1)
    return re.sub(r"<body[^>]*>", lambda match: f"{match[0]}<header>{name}</header>", html, count=1)


def _plain(service: Service, file: StoredFile) -> str:
    link = f'<p><a href="/uc?id={file.id}">{escape(file.mime)}</a></p>'
    name, content = escape(file.name), _listing(service, file) if file.mime == FOLDER_MIME else link
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><style>{_STYLE}</style>'
        f"<h1>{name}</h1>{content}</html>"
    )


def _listing(service: Service, folder: StoredFile) -> str:
    files = service.store.select("WHERE f.parent = ? AND NOT f.trashed ORDER BY f.name, f.id", folder.id)
    items = (f'<li><a href="{escape(service.url(file))}">{escape(file.name)}</a></li>' for file in files)
    return f"<ul>{''.join(items)}</ul>"


def download(service: Service, call: Call) -> Reply:
    """`/uc?id=`: the bytes of an uploaded file."""
    file = service.file(call.one("id"), call.caller)
    kept = service.store.blob(file.blob) if file and file.blob else None
    if kept is None:
        raise not_found(call.one("id"))
    return ranged(*kept, call.headers)


def export_page(service: Service, call: Call, file_id: str, path_format: str | None) -> Reply:
    """`/document/d/<id>/export?format=pdf`, `/presentation/d/<id>/export/png?pageid=`: Google's download addresses."""
    file = service.file(file_id, call.caller)
    if file is None:
        raise not_found(file_id)
    mime = BY_SUFFIX.get(path_format or call.one("format", "pdf"), "")
    return exported(service, call, file, mime, call.one("pageid") or call.one("gid"))


_ID = r"(?P<file_id>[\w-]+)"
ROUTES: list[Route] = [
    (
        "GET",
        re.compile(rf"/(?:document|spreadsheets|presentation)/d/{_ID}/export(?:/(?P<path_format>\w+))?"),
        export_page,
    ),
    ("GET", re.compile(rf"/(?:document|spreadsheets|presentation)/d/{_ID}(?:/edit)?"), edit),
    ("GET", re.compile(rf"/(?:document|spreadsheets|presentation|file)/d/{_ID}(?:/\w*)?"), page),
    ("GET", re.compile(rf"/drive/(?:u/\d+/)?folders/{_ID}"), edit),
    ("GET", re.compile(r"/uc"), download),
]
