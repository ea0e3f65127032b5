"""One call of an API, of Google's or of the embedded server's: tried patiently, and what stays wrong as our errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from pytest_knows.errors import Ungraded, WorkspaceError
from pytest_knows.workspace.google.problems import mend, reasons
from pytest_knows.workspace.google.retries import GOOGLE, LOOPBACK, broken, patiently

T = TypeVar("T")


def run(request: Any, *, method: str, about: str, google: bool) -> dict[str, Any]:
    """The JSON object that an API's request answers; see `call`."""

    def execute() -> dict[str, Any]:
        answer = request.execute()
        if not isinstance(answer, dict):  # the client hands on what is no JSON as text: an answer that was cut off
            raise json.JSONDecodeError("the answer is no JSON object", str(answer)[:100], 0)
        return answer

    return call(execute, method=method, about=about, google=google)


def call(act: Callable[[], T], *, method: str, about: str, google: bool) -> T:
    """What `act` gives. `method` and `about` (an id or a name) are for the message.

    Raises WorkspaceError, or Ungraded if the embedded server says that it has no browser to render with.
    """
    from google.auth.exceptions import GoogleAuthError
    from googleapiclient.errors import HttpError

    where = f"{method} of {about or 'the Workspace'}"
    try:
        return patiently(act, GOOGLE if google else LOOPBACK, reasons)
    except HttpError as error:
        if "rendererMissing" in reasons(error):
            message, command = f"{method} of {about}: {error.reason}", "playwright install chromium"
            raise Ungraded(message, need="browser", mend=command) from error
        hint = mend(error, method) if google else ""
        said = f"{where} failed: {error.resp.status} {error.reason}"
        raise WorkspaceError(f"{said.rstrip('. ')}; {hint}" if hint else said) from error
    except broken() as error:
        raise WorkspaceError(f"{where} failed: {error or type(error).__name__}") from error
    except GoogleAuthError as error:
        raise WorkspaceError(
            f"{where} failed, because Google does not accept the credentials any more ({_first(error)}): sign in again "
            "(`pytest-knows sign-in`), or give other --knows-google-credentials, then --knows-resume"
        ) from error


def _first(error: Exception) -> str:
    """What went wrong, without the answer's body, which google-auth puts into its exceptions."""
    return str(error.args[0]) if error.args and isinstance(error.args[0], str) else type(error).__name__
