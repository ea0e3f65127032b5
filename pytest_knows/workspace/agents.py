"""An agent's access to the embedded server: a user of its own, whose token is all that it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_knows.workspace.discovery import VERSIONS
from pytest_knows.workspace.references import AgentAccess

if TYPE_CHECKING:
    from pytest_knows.workspace.session import Workspace


def mint(workspace: Workspace, ids: Sequence[str], view: Sequence[str], name: str) -> AgentAccess:
    """A new user with a token, who may change `ids` and read `view`. Raises WorkspaceError."""
    made = workspace.admin("POST", "/_knows/tokens", {"files": list(ids), "view": list(view), "name": name})
    endpoint = workspace.connection.endpoint
    urls = {api: f"{endpoint}/discovery/v1/apis/{api}/{version}/rest" for api, version in VERSIONS.items()}
    token = str(made["token"])
    return AgentAccess(
        endpoint=endpoint,
        token=token,
        discovery_urls=urls,
        address=made.get("email"),
        handle=token,
        code=str(made.get("code", "")),
    )
