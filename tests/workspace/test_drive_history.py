"""drive.revisions and drive.changes; times that a caller sets."""

from __future__ import annotations

import io
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseUpload

from pytest_knows.workspace import AgentAccess, Kind, Workspace


def media(data: bytes) -> MediaIoBaseUpload:
    return MediaIoBaseUpload(io.BytesIO(data), "text/plain")


@pytest.fixture
def drive(workspace: Workspace) -> Any:
    return workspace.clients.drive


@pytest.fixture
def twice(drive: Any) -> str:
    """A file that was uploaded, renamed, and uploaded again."""
    id_ = drive.files().create(body={"name": "v1.txt"}, media_body=media(b"one")).execute()["id"]
    drive.files().update(fileId=id_, body={"name": "v2.txt"}).execute()
    drive.files().update(fileId=id_, media_body=media(b"second")).execute()
    return str(id_)


class TestRevisions:
    def test_of_an_upload_are_its_contents(self, drive: Any, twice: str) -> None:
        listed = drive.revisions().list(fileId=twice, fields="*").execute()["revisions"]
        assert [(item["size"], item["originalFilename"]) for item in listed] == [("3", "v1.txt"), ("6", "v2.txt")]
        assert drive.revisions().get_media(fileId=twice, revisionId=listed[0]["id"]).execute() == b"one"
        assert drive.revisions().get_media(fileId=twice, revisionId="head").execute() == b"second"
        head = drive.files().get(fileId=twice, fields="headRevisionId").execute()["headRevisionId"]
        assert drive.revisions().get(fileId=twice, revisionId=head).execute()["id"] == listed[-1]["id"]
        assert set(drive.revisions().get(fileId=twice, revisionId=head).execute()) == {
            "kind", "id", "mimeType", "modifiedTime",
        }  # fmt: skip

    def test_of_an_editors_file_are_the_latest(self, workspace: Workspace, drive: Any) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "d")
        [head] = drive.revisions().list(fileId=file.id, fields="revisions").execute()["revisions"]
        assert "application/pdf" in head["exportLinks"]
        with pytest.raises(HttpError, match="403"):
            drive.revisions().get_media(fileId=file.id, revisionId="head").execute()

    def test_are_gone_with_the_file_and_for_readers(self, workspace: Workspace, drive: Any, twice: str) -> None:
        reader = workspace.grant_agent([], name="r", view=[twice]).clients().drive
        with pytest.raises(HttpError, match="403"):
            reader.revisions().list(fileId=twice).execute()
        with pytest.raises(HttpError, match="404"):
            drive.revisions().get(fileId=twice, revisionId="99").execute()
        drive.files().delete(fileId=twice).execute()
        with pytest.raises(HttpError, match="404"):
            drive.revisions().list(fileId=twice).execute()


class TestChanges:
    def test_each_file_is_told_once_with_its_latest_change(self, workspace: Workspace, drive: Any) -> None:
        start = drive.changes().getStartPageToken().execute()["startPageToken"]
        kept, gone = (workspace.create_file(Kind.DOCUMENT, name) for name in ("kept", "gone"))
        workspace.clients.docs.documents().batchUpdate(
            documentId=kept.id, body={"requests": [{"insertText": {"location": {"index": 1}, "text": "x"}}]}
        ).execute()
        drive.files().delete(fileId=gone.id).execute()
        told = drive.changes().list(pageToken=start).execute()
        mine = [change for change in told["changes"] if change["fileId"] in (kept.id, gone.id)]
        assert [(change["fileId"], change["removed"]) for change in mine] == [(kept.id, False), (gone.id, True)]
        assert mine[0]["file"]["name"] == "kept"
        later = drive.changes().list(pageToken=told["newStartPageToken"]).execute()
        assert later["changes"] == []

    def test_pages(self, workspace: Workspace, drive: Any) -> None:
        token = drive.changes().getStartPageToken().execute()["startPageToken"]
        made = [workspace.create_folder(f"c{number}").id for number in range(5)]
        seen: list[str] = []
        while token:
            page = drive.changes().list(pageToken=token, pageSize=2).execute()
            assert len(page["changes"]) <= 2
            seen += [change["fileId"] for change in page["changes"]]
            token = page.get("nextPageToken")
        assert seen == made

    def test_strangers_are_told_nothing(self, workspace: Workspace, drive: Any, agent: AgentAccess) -> None:
        start = drive.changes().getStartPageToken().execute()["startPageToken"]
        workspace.create_folder("secret")
        gone = workspace.create_folder("secret and gone")
        drive.files().delete(fileId=gone.id).execute()
        assert agent.clients().drive.changes().list(pageToken=start).execute()["changes"] == []

    def test_token_that_is_none(self, drive: Any) -> None:
        with pytest.raises(HttpError, match="400"):
            drive.changes().list(pageToken="yesterday").execute()


def test_times_can_be_set(drive: Any) -> None:
    body = {"name": "old", "createdTime": "2001-02-03T04:05:06+01:00", "modifiedTime": "2002-02-03T04:05:06Z"}
    made = drive.files().create(body=body, fields="id,createdTime,modifiedTime").execute()
    assert made["createdTime"] == "2001-02-03T03:05:06.000Z"
    assert made["modifiedTime"] == "2002-02-03T04:05:06.000Z"
    body = {"modifiedTime": "2003-02-03T04:05:06Z"}
    updated = drive.files().update(fileId=made["id"], body=body, fields="modifiedTime").execute()
    assert updated["modifiedTime"] == "2003-02-03T04:05:06.000Z"
    with pytest.raises(HttpError, match="400"):
        drive.files().create(body={"createdTime": "long ago"}).execute()


def test_target_of_a_shortcut_stays(workspace: Workspace, drive: Any) -> None:
    one, other = workspace.create_folder("one"), workspace.create_folder("other")
    body: dict[str, Any] = {"name": "s", "mimeType": "application/vnd.google-apps.shortcut"}
    made = drive.files().create(body=body | {"shortcutDetails": {"targetId": one.id}}).execute()
    drive.files().update(fileId=made["id"], body={"shortcutDetails": {"targetId": other.id}}).execute()
    got = drive.files().get(fileId=made["id"], fields="shortcutDetails").execute()
    assert got["shortcutDetails"]["targetId"] == one.id
    found = drive.files().list(q=f"shortcutDetails.targetId = '{one.id}'").execute()["files"]
    assert [item["id"] for item in found] == [made["id"]]


def test_batch_in_a_batch_is_refused(workspace: Workspace, drive: Any) -> None:
    from httpx import Client

    headers = {"Authorization": f"Bearer {workspace.connection.token}", "Content-Type": "multipart/mixed; boundary=b"}
    part = "--b\r\nContent-Type: application/http\r\n\r\nPOST /batch HTTP/1.1\r\n\r\n\r\n--b--\r\n"
    with Client(base_url=str(workspace.connection.endpoint), headers=headers, trust_env=False) as client:
        assert client.post("/batch", content=part).status_code == 400
