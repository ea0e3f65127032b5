"""The desktop OAuth flow, and where its result is kept: one file for a client and role, readable by its owner only."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError
from pytest_knows.files import write_atomically
from pytest_knows.workspace.google.credentials import SCOPES, Role, read_info


def token_file(client_id: str, role: Role) -> Path:
    """Where a sign-in is kept; `KNOWS_CONFIG` moves the folder. Grader and agent are different users of one client."""
    import platformdirs

    root = os.environ.get("KNOWS_CONFIG") or platformdirs.user_config_dir("pytest-knows", appauthor=False)
    return Path(root, "google", f"{role}-{hashlib.sha256(client_id.encode()).hexdigest()[:16]}.json")


def kept(source: str, client: Mapping[str, Any], role: Role) -> Any:
    """The credentials of an earlier sign-in. Raises `ConfigurationError` with the command that makes one."""
    from google.oauth2.credentials import Credentials

    path = token_file(str(client.get("client_id")), role)
    command = f"pytest-knows sign-in {source}{' --agent' if role == 'agent' else ''}"
    try:
        _check_mode(path)
        found = json.loads(path.read_bytes())
        return Credentials(token=None, **{name: found[name] for name in _KEPT}, scopes=SCOPES)  # type: ignore[no-untyped-call]
    except FileNotFoundError as error:
        raise ConfigurationError(f"nobody has signed in with {source} yet: `{command}`") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(f"the sign-in kept in {path} cannot be used: `{command}` makes it anew") from error


_KEPT = ("refresh_token", "token_uri", "client_id", "client_secret")


def _check_mode(path: Path) -> None:
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise ConfigurationError(f"others can read the sign-in kept in {path}: `chmod 600 {path}`")


def sign_in(source: str, role: Role, *, open_browser: bool = True) -> Path:
    """Ask the user in a browser, and keep the refresh token. Raises `ConfigurationError`."""
    info = read_info(source)
    if "installed" not in info:
        raise ConfigurationError(f"{source} needs no sign-in: it is no OAuth client. Give it as it is")
    try:
        from google_auth_oauthlib.flow import InstalledAppFlow
    except ImportError as error:
        raise ConfigurationError('signing in needs an extra: pip install "pytest-knows[google]"') from error
    try:
        flow = InstalledAppFlow.from_client_config(info, scopes=list(SCOPES))
        credentials = flow.run_local_server(port=0, open_browser=open_browser, prompt="consent", access_type="offline")
    except Exception as error:  # the flow's libraries fail in ways of their own, and their words may hold the code
        raise ConfigurationError(f"the sign-in did not come to an end ({type(error).__name__})") from None
    if not credentials.refresh_token:
        raise ConfigurationError("Google gave no refresh token: remove the app under the account's third-party access")
    path = token_file(credentials.client_id, role)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(path, json.dumps({name: getattr(credentials, name) for name in _KEPT}).encode())
    path.chmod(0o600)
    return path
