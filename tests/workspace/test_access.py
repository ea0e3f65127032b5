"""What an agent may see and do: nothing but its own and what was shared with it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from googleapiclient.errors import HttpError

from pytest_knows.errors import WorkspaceError
from pytest_knows.kind import FOLDER_MIME
from pytest_knows.workspace import AgentAccess, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.server import Server


def refused(call: Any) -> int:
    with pytest.raises(HttpError) as caught:
        call.execute()
    return int(caught.value.resp.status)


def insert(text: str) -> dict[str, Any]:
    return {"requests": [{"insertText": {"location": {"index": 1}, "text": text}}]}


def names(clients: Any) -> set[str]:
    return {item["name"] for item in clients.drive.files().list(pageSize=1000).execute()["files"]}


def test_stranger_sees_and_changes_nothing(workspace: Workspace, agent: AgentAccess) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "private")
    clients = agent.clients()
    assert refused(clients.drive.files().get(fileId=file.id)) == 404
    assert refused(clients.drive.files().delete(fileId=file.id)) == 404
    assert refused(clients.drive.files().copy(fileId=file.id, body={})) == 404
    assert refused(clients.docs.documents().get(documentId=file.id)) == 403
    assert refused(clients.docs.documents().batchUpdate(documentId=file.id, body=insert("x"))) == 403
    assert names(clients) == set()


def test_granted_file_can_be_changed_but_not_removed(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "granted")
    clients = workspace.grant_agent([file.id], name="Ann").clients()
    clients.docs.documents().batchUpdate(documentId=file.id, body=insert("by Ann")).execute()
    assert "by Ann" in str(workspace.read(file))
    assert names(clients) == {"granted"}
    got = clients.drive.files().get(fileId=file.id, fields="ownedByMe,lastModifyingUser,capabilities").execute()
    assert got["ownedByMe"] is False
    assert got["lastModifyingUser"]["displayName"] == "Ann"
    assert (got["capabilities"]["canEdit"], got["capabilities"]["canDelete"]) == (True, False)
    assert refused(clients.drive.files().delete(fileId=file.id)) == 403
    assert refused(clients.drive.files().update(fileId=file.id, body={"trashed": True})) == 403


def test_granted_folder_grants_what_lies_in_it(workspace: Workspace) -> None:
    folder = workspace.create_folder("granted folder")
    inner = workspace.create_folder("inner", parent=folder.id)
    before = workspace.create_file(Kind.DOCUMENT, "before", parent=inner.id)
    clients = workspace.grant_agent([folder.id], name="Bob").clients()
    after = workspace.create_file(Kind.DOCUMENT, "after", parent=inner.id)
    assert names(clients) == {"granted folder", "inner", "before", "after"}
    for file in (before, after):
        clients.docs.documents().batchUpdate(documentId=file.id, body=insert("x")).execute()
    own = clients.drive.files().create(body={"name": "own", "parents": [inner.id]}).execute()
    assert "own" in {item["name"] for item in workspace.list_folder(inner.id)}
    clients.drive.files().delete(fileId=own["id"]).execute()


def test_owner_of_a_folder_may_change_but_not_delete_what_others_put_into_it(
    workspace: Workspace, agent: AgentAccess
) -> None:
    files = agent.clients().drive.files()
    folder = files.create(body={"name": "agent's", "mimeType": FOLDER_MIME}).execute()["id"]
    file = workspace.create_file(Kind.DOCUMENT, "guest", parent=folder)
    files.update(fileId=file.id, body={"name": "renamed"}).execute()
    assert refused(files.delete(fileId=file.id)) == 403


def test_two_agents_do_not_see_each_other(workspace: Workspace) -> None:
    first, second = (workspace.grant_agent([], name=name).clients() for name in ("one", "two"))
    file = first.docs.documents().create(body={"title": "mine"}).execute()
    assert names(first) == {"mine"}
    assert names(second) == set()
    assert refused(second.docs.documents().get(documentId=file["documentId"])) == 403


def test_view_only_grant(workspace: Workspace, http: httpx.Client, local_server: LocalServer) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "read me")
    token = http.post("/_knows/tokens", json={"view": [file.id]}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert http.get(f"/v1/documents/{file.id}", headers=headers).json()["title"] == "read me"
    for answer in (
        http.post(f"/v1/documents/{file.id}:batchUpdate", json=insert("x"), headers=headers),
        http.patch(f"/drive/v3/files/{file.id}", json={"name": "x"}, headers=headers),
        http.post(f"/drive/v3/files/{file.id}/permissions", json={"role": "reader", "type": "anyone"}, headers=headers),
    ):
        assert answer.status_code == 403
    sheet = workspace.create_file(Kind.SPREADSHEET, "read me")
    http.post(
        "/_knows/tokens",
        json={
            "view": [sheet.id],
            "email": http.get("/drive/v3/about?fields=user", headers=headers).json()["user"]["emailAddress"],
        },
    )
    values = f"/v4/spreadsheets/{sheet.id}/values/A1"
    assert http.get(values, headers=headers).status_code == 200
    assert http.put(f"{values}?valueInputOption=RAW", json={"values": [[1]]}, headers=headers).status_code == 403
    assert http.post(f"/drive/v3/files/{file.id}/copy", json={}, headers=headers).status_code == 200


def test_revoked_token_is_worth_nothing(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "f")
    access = workspace.grant_agent([file.id], name="late")
    clients = access.clients()
    clients.docs.documents().get(documentId=file.id).execute()
    workspace.revoke(access)
    assert refused(clients.docs.documents().get(documentId=file.id)) == 401
    assert refused(clients.drive.files().list()) == 401
    assert refused(access.clients().drive.files().create(body={"name": "x"})) == 401
    with pytest.raises(WorkspaceError, match="No such token"):
        workspace.revoke(AgentAccess(endpoint=access.endpoint, token="unknown", discovery_urls={}))


def test_nothing_is_written_once_a_token_is_revoked(toy: httpx.Client, toy_server: Server) -> None:
    made = toy.post("/_knows/tokens", json={}).json()["token"]
    headers = {"Authorization": f"Bearer {made}"}
    file_id = toy.post("/v1/documents", json={}, headers=headers).json()["documentId"]
    engine = toy_server.service.engines[Kind.DOCUMENT]
    engine.waiting.clear()
    body = {"requests": [{"wait": 0.3}, {"insertText": "late"}]}
    with ThreadPoolExecutor() as pool:
        late = pool.submit(toy.post, f"/v1/documents/{file_id}:batchUpdate", json=body, headers=headers)
        assert engine.waiting.wait(10)
        toy.delete(f"/_knows/tokens/{made}")
        frozen = toy.get(f"/v1/documents/{file_id}").json()
        assert late.result().status_code == 200
    assert toy.get(f"/v1/documents/{file_id}").json() == frozen


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/_knows/tokens"), ("DELETE", "/_knows/tokens/x"), ("POST", "/_knows/files")]
)
def test_admin_routes_are_closed_to_agents(http: httpx.Client, agent: AgentAccess, method: str, path: str) -> None:
    headers = {"Authorization": f"Bearer {agent.token}"}
    assert http.request(method, path, headers=headers, json={} if method == "POST" else None).status_code == 403


def test_grant_of_an_unknown_file(workspace: Workspace) -> None:
    with pytest.raises(WorkspaceError, match="no-such-file"):
        workspace.grant_agent(["no-such-file"], name="x")


def test_tokens_do_not_show_in_reprs(workspace: Workspace, agent: AgentAccess) -> None:
    shown = repr((workspace, workspace.connection, agent, agent.clients()))
    assert agent.token not in shown
    assert workspace.connection.token not in shown


class TestPermissions:
    """drive.permissions."""

    def test_shared_by_address_then_taken_away(self, workspace: Workspace, agent: AgentAccess) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "shared")
        clients = agent.clients()
        email = clients.drive.about().get(fields="user").execute()["user"]["emailAddress"]
        permissions = workspace.clients.drive.permissions()
        body = {"type": "user", "role": "reader", "emailAddress": email}
        made = permissions.create(fileId=file.id, body=body).execute()
        assert set(made) == {"id", "type", "kind", "role"}
        clients.docs.documents().get(documentId=file.id).execute()
        assert clients.drive.files().list(q="sharedWithMe").execute()["files"][0]["name"] == "shared"
        assert refused(clients.docs.documents().batchUpdate(documentId=file.id, body=insert("x"))) == 403
        permissions.update(fileId=file.id, permissionId=made["id"], body={"role": "writer"}).execute()
        clients.docs.documents().batchUpdate(documentId=file.id, body=insert("x")).execute()
        permissions.delete(fileId=file.id, permissionId=made["id"]).execute()
        assert refused(clients.docs.documents().get(documentId=file.id)) == 403

    def test_anyone_may_read_but_does_not_find(self, workspace: Workspace, agent: AgentAccess) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "public")
        permissions = workspace.clients.drive.permissions()
        permissions.create(fileId=file.id, body={"type": "anyone", "role": "reader"}).execute()
        listed = permissions.list(fileId=file.id).execute()["permissions"]
        assert {(item["id"], item["role"]) for item in listed} >= {("anyoneWithLink", "reader")}
        agent.clients().docs.documents().get(documentId=file.id).execute()
        assert names(agent.clients()) == set()

    def test_inherited_ones_are_listed_and_cannot_be_deleted(self, workspace: Workspace) -> None:
        folder = workspace.create_folder("f")
        access = workspace.grant_agent([folder.id], name="heir")
        file = workspace.create_file(Kind.DOCUMENT, "in it", parent=folder.id)
        permissions = workspace.clients.drive.permissions()
        listed = permissions.list(fileId=file.id, fields="*").execute()["permissions"]
        [inherited] = [item for item in listed if item["role"] == "writer"]
        assert inherited["displayName"] == "heir"
        assert refused(permissions.delete(fileId=file.id, permissionId=inherited["id"])) == 403
        access.clients().docs.documents().get(documentId=file.id).execute()

    def test_owner_stays_until_ownership_is_handed_over(self, workspace: Workspace, agent: AgentAccess) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "heirloom")
        email = agent.clients().drive.about().get(fields="user").execute()["user"]["emailAddress"]
        permissions = workspace.clients.drive.permissions()
        owner = permissions.list(fileId=file.id).execute()["permissions"][0]
        assert refused(permissions.delete(fileId=file.id, permissionId=owner["id"])) == 403
        body = {"type": "user", "role": "owner", "emailAddress": email}
        assert refused(permissions.create(fileId=file.id, body=body)) == 403
        permissions.create(fileId=file.id, body=body, transferOwnership=True).execute()
        got = agent.clients().drive.files().get(fileId=file.id, fields="ownedByMe").execute()
        assert got == {"ownedByMe": True}

    @pytest.mark.parametrize(
        "body", [{}, {"role": "king", "type": "user"}, {"role": "reader", "type": "user"}, {"role": 1, "type": []}]
    )
    def test_that_are_malformed(self, workspace: Workspace, body: dict[str, Any]) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "x")
        assert refused(workspace.clients.drive.permissions().create(fileId=file.id, body=body)) == 400
