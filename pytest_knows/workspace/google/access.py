"""The agent's access at Google: the episode's folder is shared with an account that is not the grader's.

What the agent makes there belongs to it. When its run has ended it may only read: were it removed, Drive might take its
files out of the folder. `handle`: `google:` and `<file>/<permission>` for each share; it holds no secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_knows.errors import ConfigurationError
from pytest_knows.workspace.discovery import VERSIONS
from pytest_knows.workspace.google.calls import call, run
from pytest_knows.workspace.google.credentials import bearer_of
from pytest_knows.workspace.references import AgentAccess

if TYPE_CHECKING:
    from pytest_knows.workspace.session import Workspace

_PREFIX = "google:"


def is_address(agent: str) -> bool:
    """Whether --knows-google-agent is only the address of an account, not its credentials."""
    return "@" in agent and not agent.endswith(".json")


def share(workspace: Workspace, ids: Sequence[str]) -> AgentAccess:
    """Share `ids` with the agent's account, if there is one. Raises WorkspaceError."""
    connection = workspace.connection
    address = connection.agent_address
    grants = [f"{id_}/{share_with(workspace, id_, address)}" for id_ in ids] if address else []
    bearer = None
    if connection.agent and not is_address(connection.agent):
        bearer = bearer_of(connection.agent, "agent")
    token = call(bearer.token, method="sign-in", about=str(address), google=True) if bearer else ""
    return AgentAccess(
        endpoint=connection.endpoint,
        token=token,
        discovery_urls={api: _discovery(api) for api in VERSIONS},
        address=address,
        handle=_PREFIX + ",".join(grants),
        bearer=bearer,
    )


def _discovery(api: str) -> str:
    """Drive's document is at the old address, those of the editors at their own hosts (the API directory says so)."""
    version = VERSIONS[api]
    if api == "drive":
        return f"https://www.googleapis.com/discovery/v1/apis/drive/{version}/rest"
    return f"https://{api}.googleapis.com/$discovery/rest?version={version}"


def share_with(workspace: Workspace, id_: str, address: str, role: str = "writer") -> str:
    """Let an account write; the id of the permission. Nobody gets a letter."""
    request = workspace.clients.drive.permissions().create(
        fileId=id_,
        body={"type": "user", "role": role, "emailAddress": address},
        sendNotificationEmail=False,
        supportsAllDrives=True,
        fields="id",
    )
    made = run(request, method="permissions.create", about=id_, google=True)
    return str(made["id"])


def unshare(workspace: Workspace, handle: str) -> None:
    """Let the account of each share in the handle read and no more. Raises WorkspaceError."""
    for grant in filter(None, handle.removeprefix(_PREFIX).split(",")):
        id_, _, permission = grant.partition("/")
        request = workspace.clients.drive.permissions().update(
            fileId=id_, permissionId=permission, body={"role": "reader"}, supportsAllDrives=True, fields="id"
        )
        run(request, method="permissions.update", about=id_, google=True)


def agents_view(workspace: Workspace) -> Workspace:
    """The Workspace with the agent's credentials. Raises `ConfigurationError` if we have none."""
    agent = workspace.connection.agent
    if agent is None or is_address(agent):
        raise ConfigurationError(
            "whether an agent may see the file that it returned is only known with its credentials: give them as "
            "--knows-google-agent, or let it work in the given file"
        )
    return type(workspace)(workspace.connection, bearer_of(agent, "agent"))
