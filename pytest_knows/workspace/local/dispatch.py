"""From a Call to a Reply: which handler, and every failure in Google's error shape."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import replace

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local import fields, routes_admin, routes_editors, routes_human
from pytest_knows.workspace.local.answers import as_json
from pytest_knows.workspace.local.batch_http import PATHS, answer_batch
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.discovery import Method, find
from pytest_knows.workspace.local.drive import HANDLERS as DRIVE
from pytest_knows.workspace.local.drive.uploads import receive
from pytest_knows.workspace.local.editor import routes as routes_pages
from pytest_knows.workspace.local.editor.sheets import routes as routes_sheets
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.response_check import check_response
from pytest_knows.workspace.local.service import Service

Answer = Json | Reply
NOT_CARRIED = "X-Knows-Not-Carried"
"""The header that tells what a conversion left out."""


def answered(path: str, act: Callable[[], Reply]) -> Reply:
    """What `act` answers, or the Google-shaped error for what it raised; never a traceback to the outside."""
    try:
        return act()
    except ApiError as error:
        return error_reply(path, error)
    except RequestError as error:
        return error_reply(path, ApiError(error.http, str(error), status=error.status))
    except RecursionError:
        return error_reply(path, ApiError(400, "The request is nested too deeply."))
    except WorkspaceError as error:
        return error_reply(path, ApiError(500, str(error)))
    except Exception as error:
        # A bug of ours: the log gets the traceback, the client an answer that its libraries understand.
        traceback.print_exc(file=sys.stderr)
        return error_reply(path, ApiError(500, f"Internal error encountered ({type(error).__name__})."))


def error_reply(path: str, error: ApiError) -> Reply:
    """The answer that tells of an error, in the shape that the API at `path` uses."""
    return as_json(error.as_json(drive="/drive/" in path), error.code)


def dispatch(service: Service, call: Call) -> Reply:
    """Answer one request of a known caller."""
    return answered(call.path, lambda: _dispatch(service, call))


def _dispatch(service: Service, call: Call) -> Reply:
    if call.path in PATHS and call.method == "POST":
        return answer_batch(call, lambda inner: dispatch(service, inner))
    for routes in (routes_admin.ROUTES, routes_pages.ROUTES, routes_sheets.ROUTES, routes_human.ROUTES):
        for http, pattern, handler in routes:
            match = pattern.fullmatch(call.path)
            if match and http == call.method:
                return _reply(handler(service, call, **match.groupdict()), call)
    return _api(service, call)


def _api(service: Service, call: Call) -> Reply:
    upload = call.path.startswith(("/upload/", "/resumable/upload/"))
    path = call.path[call.path.index("/upload/") + len("/upload") :] if upload else call.path
    http = call.method
    if upload and call.one("upload_id"):
        # The chunks of a resumable upload come as PUT, whatever began it.
        http = "POST" if path.endswith("/files") else "PATCH"
    method, params = find(http, path)
    if call.one("alt", "json") not in ("json", "media"):
        raise ApiError(400, f"Invalid value for alt: {call.one('alt')}", reason="invalidParameter")
    mask = _mask(method, call)
    if method.api != "drive":
        result: Answer = routes_editors.answer(service, method, call, params)
    elif upload and method.id in ("drive.files.create", "drive.files.update"):
        result = receive(service, call, params.get("fileId"))
    elif method.id in DRIVE:
        result = DRIVE[method.id](service, call, **params)
    else:
        raise ApiError(501, f"The embedded Workspace does not implement {method.id}.")
    if isinstance(result, dict):
        if service.check_responses:
            check_response(method, result)
        return _reply(result, call, mask)
    return _reply(result, call)


def _mask(method: Method, call: Call) -> fields.Mask:
    text = call.one("fields") or call.one("$fields")
    if not text or method.response is None:
        return {}
    mask = fields.parse(text)
    schemas = document(method.api)["schemas"]
    fields.check(mask, schemas[method.response], schemas)
    return mask


def _reply(answer: Answer, call: Call, mask: fields.Mask | None = None) -> Reply:
    if not isinstance(answer, Reply):
        answer = as_json(answer, mask=mask, pretty=call.one("prettyPrint").lower() == "true")
    said = {NOT_CARRIED: "; ".join(call.not_carried)} if call.not_carried else {}
    return replace(answer, headers={**answer.headers, **said})
