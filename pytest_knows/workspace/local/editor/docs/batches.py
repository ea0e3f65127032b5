"""A batch on a document: the API's requests and the editor's own, merged with what others changed meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.editor.docs.acting import ACTS
from pytest_knows.workspace.local.editor.docs.merging import Past, merged, texts
from pytest_knows.workspace.local.engine import Engine, Environment, Json, RequestError
from pytest_knows.workspace.local.service import Service, revision_id
from pytest_knows.workspace.local.store import StoredFile

PAST = Past()


def place_of(service: Service, file: StoredFile) -> str:
    """What tells a file from all others of this process, in which tests run several servers."""
    return f"{service.address}/{file.id}"


def apply_batch(
    service: Service,
    file: StoredFile,
    engine: Engine,
    state: Json,
    requests: Sequence[Json],
    env: Environment,
    *,
    target: Any = None,
    own: bool = False,
) -> list[Json]:
    """Apply requests in order, in place, and return one reply each; `own`: requests of the editor are taken, too.

    `target` is the id of the revision at which they were made: the latest without one, or if it is not known any more.
    Raises RequestError.
    """
    place, revision = place_of(service, file), revision_id(file)
    PAST.keep(place, revision, texts(state))
    seen = PAST.at(place, target) if isinstance(target, str) and target != revision else None

    def apply(request: Json) -> Json:
        act = _own_act(request) if own else None
        if act is None:
            return engine.apply(state, [request], env)[0]
        editor = Editor(state, env)
        ACTS[act](editor, request[act])
        editor.settle()
        return {}

    if seen is not None:
        return merged(state, requests, seen, apply)
    if own and any(_own_act(request) for request in requests):
        return [apply(request) for request in requests]
    return engine.apply(state, requests, env)


def _own_act(request: Any) -> str | None:
    """The name of the editor's own request; None for one of the API. Raises RequestError."""
    if not isinstance(request, dict) or len(request) != 1:
        raise RequestError("Each of the requests must be an object with one request type.")
    [(name, body)] = request.items()
    if name not in ACTS:
        return None
    if not isinstance(body, dict):
        raise RequestError(f"Invalid value at '{name}' (OBJECT)")
    return str(name)
