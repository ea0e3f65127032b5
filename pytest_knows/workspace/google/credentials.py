"""Credentials: from where a user keeps them to the headers of a request. No secret leaves this module but as a header.

A source is `adc` (application-default credentials: gcloud, the metadata server, GOOGLE_APPLICATION_CREDENTIALS) or a
JSON file: a service account's key, an authorized user, or a desktop OAuth client (`pytest-knows sign-in` has asked the
user once, see `signin`).
"""

from __future__ import annotations

import json
import threading
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pytest_knows.errors import ConfigurationError

Role = Literal["grader", "agent"]
ADC = "adc"

SCOPES = ("https://www.googleapis.com/auth/drive",)
"""The one scope that all methods of the four APIs that we call accept (their discovery documents list them). The agent
has it for an account of its own, which sees what was shared with it and nothing else; `drive.file` would not let it see
files that another account made."""


class Bearer:
    """The headers that carry an account's access token, renewed when it has run out. Thread-safe."""

    def __init__(self, credentials: Any, source: str) -> None:
        self._credentials = credentials
        self._source = source
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Bearer({Path(self._source).name})"

    @property
    def is_service_account(self) -> bool:
        """Service accounts have no storage, so they cannot own files."""
        return hasattr(self._credentials, "service_account_email")

    @property
    def quota_project(self) -> str | None:
        """The project whose quota is used, where it is not the credentials' own."""
        found = getattr(self._credentials, "quota_project_id", None)
        return str(found) if found else None

    def headers(self) -> dict[str, str]:
        """Authorization, and the quota project if there is one. Raises google.auth's errors."""
        with self._lock:
            if not self._credentials.valid:
                self._credentials.refresh(_transport())
            found: dict[str, str] = {}
            self._credentials.apply(found)
            return {"Authorization": found.pop("authorization"), **found}

    def token(self) -> str:
        """The access token, good for an hour at most."""
        return self.headers()["Authorization"].removeprefix("Bearer ")

    def renew(self, refused: str) -> bool:
        """After a 401 for the header `refused`: whether there is another token now."""
        with self._lock:
            if f"Bearer {self._credentials.token}" == refused:
                self._credentials.refresh(_transport())
            return True


def _transport() -> Any:
    import google_auth_httplib2
    import httplib2

    return google_auth_httplib2.Request(httplib2.Http(timeout=60))


@cache
def bearer_of(source: str, role: Role) -> Bearer:
    """The credentials of a source, loaded once a process. Raises `ConfigurationError`, which says what to do."""
    return Bearer(_adc() if source == ADC else _from_file(source, role), source)


def _adc() -> Any:
    import google.auth
    from google.auth.exceptions import DefaultCredentialsError

    try:
        return google.auth.default(scopes=SCOPES)[0]
    except DefaultCredentialsError as error:
        raise ConfigurationError(
            "--knows-google-credentials adc: there are no application-default credentials; "
            f"`gcloud auth application-default login --scopes={SCOPES[0]},"
            "https://www.googleapis.com/auth/cloud-platform` makes them"
        ) from error


def _from_file(source: str, role: Role) -> Any:
    info = read_info(source)
    if "installed" in info:
        from pytest_knows.workspace.google.signin import kept

        return kept(source, info["installed"], role)
    return _loaded(source, info)


def _loaded(source: str, info: dict[str, Any]) -> Any:
    from google.auth.exceptions import GoogleAuthError
    from google.oauth2 import credentials, service_account

    try:
        if info["type"] == "service_account":
            return service_account.Credentials.from_service_account_info(info, scopes=SCOPES)  # type: ignore[no-untyped-call]
        if info["type"] == "authorized_user":
            return credentials.Credentials.from_authorized_user_info(info, SCOPES)  # type: ignore[no-untyped-call]
    except (GoogleAuthError, ValueError, KeyError, TypeError, AttributeError) as error:
        # Without the exception's own words: they may quote the file.
        raise ConfigurationError(f"{source} holds no credentials that can be used ({type(error).__name__})") from None
    raise ConfigurationError(
        f"{source} holds credentials of the type {info['type']!r}: let GOOGLE_APPLICATION_CREDENTIALS name the file "
        f"and give {ADC}"
    )


def read_info(source: str) -> dict[str, Any]:
    """The JSON object of a credentials file. Raises `ConfigurationError` without quoting it."""
    try:
        info = json.loads(Path(source).expanduser().read_bytes())
    except OSError as error:
        raise ConfigurationError(
            f"the Google credentials {source} cannot be read ({error.strerror}): give {ADC} or a JSON file"
        ) from error
    except ValueError:
        info = None
    if not isinstance(info, dict) or not ("type" in info or isinstance(info.get("installed"), dict)):
        kind = (
            "a web client: make one of the type `Desktop app`" if isinstance(info, dict) and "web" in info else "none"
        )
        raise ConfigurationError(
            f"{source} is no file of Google credentials ({kind}): a service account's key, an authorized user or a "
            "desktop OAuth client as Google's console writes them"
        )
    return info
