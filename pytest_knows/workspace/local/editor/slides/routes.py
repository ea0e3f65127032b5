"""The addresses under `/_knows/slides/`: a presentation as its editor shows it, and the editor's actions."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.editor.journal import Journal
from pytest_knows.workspace.local.editor.slides.acting import apply_layout, crop, paste
from pytest_knows.workspace.local.editor.slides.drawing import LinkedPictures, drawing
from pytest_knows.workspace.local.editor.slides.merging import Merging, units
from pytest_knows.workspace.local.editor.slides.outline import inherited, outline
from pytest_knows.workspace.local.editor.slides.undoing import Change, differences, take_back
from pytest_knows.workspace.local.engine import Engine, Environment, RequestError
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.presentations.deck import Deck, table_cell
from pytest_knows.workspace.local.presentations.reading import read_page
from pytest_knows.workspace.local.presentations.text import load
from pytest_knows.workspace.local.rendering.markup import items
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile

Handler = Callable[..., "Json | Reply"]
_AUTO = "\ue000"
"""Stands for an AutoText, which counts as one character of a text."""

JOURNAL: Journal[Change] = Journal()


def show(service: Service, call: Call, file_id: str) -> Json:
    """`?page=<id>`: the outline, and one page (the first, if there is no such page) as JSON and as HTML pieces."""
    file = _deck_file(service, call, file_id)
    return _shown(service, call, file, service.store.state(file.id), call.one("page"))


def draw(service: Service, call: Call, file_id: str, page_id: str) -> Json:
    """One page as HTML pieces, for the row of small slides."""
    file = _deck_file(service, call, file_id)
    state = service.store.state(file.id)
    return drawing(Theme(state), _page(service, call, file, state, page_id), _pictures(service, call))


def act(service: Service, call: Call, file_id: str) -> Json:
    """Do one action and answer as `show`, with `replies`, `made` (the name by which to undo it) and `skipped`.

    `{page, requests, seen}`: a batch as presentations.batchUpdate takes it, its text indices moved by what others
    changed since (see `merging`). `{crop}`, `{layout}`, `{paste}`: see `acting`; `paste.cut`: what was `made` when
    it was deleted. `{undo: [made]}`: take actions back.
    """
    body = call.json()
    with service.store.editing(_deck_file(service, call, file_id).id):
        file = _deck_file(service, call, file_id)
        before, now = service.store.state(file.id), {}
        changes: list[Change] = []

        def apply(engine: Engine, state: Json, env: Environment) -> tuple[Json, bool]:
            done = _applied(service, file, engine, state, env, body)
            changes.extend(differences(before, state))
            now.update(state)
            return done, bool(changes)

        done, edited = service.change(file, call.caller, apply)
    made = {"made": JOURNAL.keep(_key(service, file), changes)} if changes else {}
    return {**_shown(service, call, edited, now, str(body.get("page") or "")), **done, **made}


def _applied(service: Service, file: StoredFile, engine: Engine, state: Json, env: Environment, body: Json) -> Json:
    deck = Deck(state=state, env=env)
    if isinstance(body.get("crop"), dict):
        crop(deck, body["crop"])
    elif isinstance(body.get("layout"), dict):
        apply_layout(deck, body["layout"])
    elif isinstance(body.get("paste"), dict):
        paste(deck, body["paste"], _cut(service, file, body["paste"].get("cut")))
    elif isinstance(body.get("undo"), list):
        return {"skipped": _undo(service, file, state, body["undo"])}
    else:
        return {"replies": _batch(engine, deck, body)}
    return {}


def _batch(engine: Engine, deck: Deck, body: Json) -> list[Json]:
    requests = body.get("requests")
    if not isinstance(requests, list):
        raise ApiError(400, "Invalid value at 'requests' (LIST)")

    def current(key: tuple[str, int, int]) -> str:
        return _text(deck, *key)

    merging, replies = Merging(body.get("seen"), current), []
    for request in requests:
        before = merging.text_before(request)
        reply: list[Json] = [{}]
        for one in merging.moved(request):
            reply = engine.apply(deck.state, [one], deck.env)
        merging.applied(request, before)
        replies += reply
    return replies


def _text(deck: Deck, object_id: str, row: int, column: int) -> str:
    element = deck.find(object_id).element
    holder: Any = element.get("shape", {})
    if "table" in element:
        holder = table_cell(element["table"], {"rowIndex": row, "columnIndex": column})
    return units("".join(_AUTO if char.auto else char.text for char in load(holder.get("text")).chars))


def _key(service: Service, file: StoredFile) -> str:
    """The journal is of the whole process, which may serve several Workspaces."""
    return f"{service.address}/{file.id}"


def _cut(service: Service, file: StoredFile, action: object) -> dict[str, Json]:
    """The elements that an action deleted, by id."""
    changes = JOURNAL.made(action, _key(service, file))
    gone = (change.old for change in changes or () if change.new is None and isinstance(change.old, dict))
    return {str(one["objectId"]): one for one in gone if "objectId" in one and "transform" in one}


def _undo(service: Service, file: StoredFile, state: Json, actions: list[Any]) -> int:
    skipped = 0
    for action in reversed(actions):
        changes = JOURNAL.made(action, _key(service, file))
        skipped += 1 if changes is None else take_back(state, copy.deepcopy(changes))
    return skipped


def _deck_file(service: Service, call: Call, file_id: str) -> StoredFile:
    file = service.file(file_id, call.caller)
    if file is None or file.mime != Kind.PRESENTATION.mime_type or file.id in service.recorded:
        raise not_found(file_id)
    return file


def _pictures(service: Service, call: Call) -> LinkedPictures:
    return LinkedPictures(lambda url: service.picture(url, call.caller), service.address)


def _shown(service: Service, call: Call, file: StoredFile, state: Json, page_id: str) -> Json:
    ids = [slide["objectId"] for slide in items(state.get("slides"))]
    shown: Json = {"revision": file.revision, "title": file.name, **outline(state), "page": None}
    if ids:
        theme, page = Theme(state), _page(service, call, file, state, page_id if page_id in ids else ids[0])
        shown |= {"page": page, "inherited": inherited(theme, page)}
        shown["drawing"] = drawing(theme, page, _pictures(service, call))
    return shown


def _page(service: Service, call: Call, file: StoredFile, state: Json, page_id: str) -> Json:
    """A page as presentations.pages.get answers it."""
    env = service.environment(file.id, file.name, Kind.PRESENTATION, call.caller)
    try:
        return read_page(state, page_id, "", env)
    except RequestError as error:
        raise ApiError(404, str(error)) from error


_FILE = r"/_knows/slides/(?P<file_id>[\w-]+)"
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = [
    ("GET", re.compile(_FILE), show),
    ("POST", re.compile(_FILE), act),
    ("GET", re.compile(rf"{_FILE}/(?P<page_id>[\w:.-]+)"), draw),
]
