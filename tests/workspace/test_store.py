"""What was answered is kept: through kills, restarts, another port."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace import Connection, Kind, Workspace
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.store import Store


def connected(server: LocalServer) -> Workspace:
    return Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))


def insert(text: str) -> dict[str, object]:
    return {"requests": [{"insertText": {"location": {"index": 1}, "text": text}}]}


def test_answered_writes_survive_a_kill(tmp_path: Path) -> None:
    store = tmp_path / "workspace.db"
    with LocalServer.start(store) as server:
        workspace = connected(server)
        file = workspace.create_file(Kind.DOCUMENT, "survivor")
        access = workspace.grant_agent([file.id], name="a")
        revoked = workspace.grant_agent([file.id], name="b")
        workspace.revoke(revoked)
        documents = access.clients().docs.documents()
        for number in range(20):
            body = insert(f"<{number}>")
            documents.batchUpdate(documentId=file.id, body=body).execute()
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    with LocalServer.start(store) as server:
        workspace = connected(server)
        text = workspace.export(workspace.file_from(file.id), "text/plain").decode("utf-8-sig")
        assert text == "".join(f"<{number}>" for number in reversed(range(20))) + "\r\n"
        agent = Workspace(Connection(endpoint=server.endpoint, token=access.token))
        assert agent.metadata(file.id)["name"] == "survivor"
        for token in (revoked.token, "unknown"):
            with pytest.raises(WorkspaceError, match="401"):
                Workspace(Connection(endpoint=server.endpoint, token=token)).metadata(file.id)


def test_admin_token_of_an_earlier_server_is_worthless(tmp_path: Path) -> None:
    with LocalServer.start(tmp_path / "workspace.db") as first:
        pass
    with LocalServer.start(tmp_path / "workspace.db") as second:
        old = Workspace(Connection(endpoint=second.endpoint, token=first.admin_token))
        with pytest.raises(WorkspaceError, match="401"):
            old.create_folder("x")


def test_pictures_follow_the_server_to_another_port(tmp_path: Path, png: bytes, png_file: Path) -> None:
    store = tmp_path / "workspace.db"
    with LocalServer.start(store) as server:
        workspace = connected(server)
        picture = workspace.upload(png_file)
        file = workspace.create_file(Kind.DOCUMENT, "illustrated")
        uri = f"{server.endpoint}/drive/v3/files/{picture}?alt=media"
        request = {"insertInlineImage": {"location": {"index": 1}, "uri": uri}}
        documents = workspace.clients.docs.documents()
        documents.batchUpdate(documentId=file.id, body={"requests": [request]}).execute()
        first = server.endpoint
    with LocalServer.start(store) as server:
        assert server.endpoint != first
        workspace = connected(server)
        objects = workspace.read(file)["tabs"][0]["documentTab"]["inlineObjects"]
        [placed] = objects.values()
        embedded = placed["inlineObjectProperties"]["embeddedObject"]
        url = embedded["imageProperties"]["contentUri"]
        assert url.startswith(server.endpoint)
        assert workspace.picture(url) == (png, "image/png")


def test_store_in_use_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "workspace.db"
    with LocalServer.start(store), pytest.raises(WorkspaceError, match="Is another server using it"):
        LocalServer.start(store)


def test_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    path.write_bytes(b"certainly no database" * 100)
    with pytest.raises(WorkspaceError, match="cannot be opened as a workspace"):
        Store(path)
    assert path.read_bytes() == b"certainly no database" * 100


def test_inner_transaction_joins_the_outer_one(tmp_path: Path) -> None:
    store = Store(tmp_path / "workspace.db")

    def fail_after_writing() -> None:
        with store.transaction():
            store.put_blob(b"data", "text/plain")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_writing()
    assert store.rows("SELECT count(*) FROM blobs") == [(0,)]
    sha256 = store.put_blob(b"data", "text/plain")
    assert store.blob(sha256) == (b"data", "text/plain")
    store.close()
