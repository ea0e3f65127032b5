"""drive.comments and drive.replies, alone and together with the comments of the editors' own APIs."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseUpload

from pytest_knows.workspace import Kind, Workspace

ANY = "*"


@pytest.fixture
def drive(workspace: Workspace) -> Any:
    return workspace.clients.drive


@pytest.fixture
def doc(workspace: Workspace) -> str:
    file = workspace.create_file(Kind.DOCUMENT, "commented")
    insert = {"insertText": {"location": {"index": 1}, "text": "Some words"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    return file.id


@pytest.fixture
def comment(drive: Any) -> Callable[..., dict[str, Any]]:
    def comment(file_id: str, content: str = "Really?", **more: Any) -> dict[str, Any]:
        made: dict[str, Any] = (
            drive.comments().create(fileId=file_id, body={"content": content, **more}, fields=ANY).execute()
        )
        return made

    return comment


def refused(call: Any) -> tuple[int, str]:
    with pytest.raises(HttpError) as caught:
        call.execute()
    return caught.value.resp.status, str(caught.value.reason)


def test_a_comment_is_made_and_read_back(drive: Any, doc: str, comment: Any) -> None:
    quoted = {"mimeType": "text/plain", "value": "Some"}
    made = comment(doc, "a < b", anchor='{"r": "head"}', quotedFileContent=quoted)
    assert (made["content"], made["htmlContent"]) == ("a < b", "a &lt; b")
    assert (made["resolved"], made["deleted"], made["replies"], made["anchor"]) == (False, False, [], '{"r": "head"}')
    assert made["quotedFileContent"]["value"] == "Some"
    assert made["author"] == {"kind": "drive#user", "displayName": made["author"]["displayName"], "me": True}
    assert made["createdTime"] == made["modifiedTime"]
    assert drive.comments().get(fileId=doc, commentId=made["id"], fields=ANY).execute() == made
    assert drive.comments().list(fileId=doc, fields="comments(id,content)").execute() == {
        "comments": [{"id": made["id"], "content": "a < b"}]
    }


def test_replies_resolve_and_reopen(drive: Any, doc: str, comment: Any) -> None:
    where = {"fileId": doc, "commentId": comment(doc)["id"]}

    def resolved() -> bool:
        return bool(drive.comments().get(**where, fields="resolved").execute()["resolved"])

    first = drive.replies().create(**where, body={"content": "Yes"}, fields=ANY).execute()
    assert ("action" in first, resolved()) == (False, False)
    done = drive.replies().create(**where, body={"action": "resolve"}, fields=ANY).execute()
    assert (done["action"], done["content"], resolved()) == ("resolve", "", True)
    drive.replies().create(**where, body={"action": "reopen", "content": "Not yet"}, fields="id").execute()
    assert not resolved()
    found = drive.replies().list(**where, fields="replies(content)").execute()["replies"]
    assert [reply["content"] for reply in found] == ["Yes", "", "Not yet"]
    assert drive.replies().get(**where, replyId=first["id"], fields=ANY).execute() == first
    assert refused(drive.replies().create(**where, body={"action": "burn"}, fields="id"))[0] == 400
    assert refused(drive.replies().create(**where, body={}, fields="id"))[0] == 400


def test_words_change_and_go(drive: Any, doc: str, comment: Any) -> None:
    where = {"fileId": doc, "commentId": comment(doc)["id"]}
    reply = drive.replies().create(**where, body={"content": "a"}, fields="id").execute()["id"]
    changed = drive.replies().update(**where, replyId=reply, body={"content": "b"}, fields=ANY).execute()
    assert (changed["content"], changed["htmlContent"]) == ("b", "b")
    assert drive.comments().update(**where, body={"content": "New"}, fields="content").execute() == {"content": "New"}
    drive.replies().delete(**where, replyId=reply).execute()
    assert refused(drive.replies().get(**where, replyId=reply, fields=ANY)) == (404, f"Reply not found: {reply}.")
    drive.comments().delete(**where).execute()
    gone = refused(drive.comments().get(**where, fields=ANY))
    assert gone == (404, f"Comment not found: {where['commentId']}.")


def test_fields_must_be_named_as_drive_demands(drive: Any, doc: str) -> None:
    for call in (drive.comments().list(fileId=doc), drive.comments().create(fileId=doc, body={"content": "x"})):
        assert refused(call) == (400, "The 'fields' parameter is required for this method.")
    assert refused(drive.comments().create(fileId=doc, body={"content": ""}, fields="id"))[0] == 400


def test_pages_and_what_was_modified_since(drive: Any, doc: str, comment: Any) -> None:
    made = [comment(doc, f"comment {number}") for number in range(5)]
    drive.replies().create(fileId=doc, commentId=made[0]["id"], body={"content": "late"}, fields="id").execute()
    listed, token = [], None
    while True:
        page = drive.comments().list(fileId=doc, pageSize=2, pageToken=token, fields=ANY).execute()
        listed += page["comments"]
        token = page.get("nextPageToken")
        if not token:
            break
    assert sorted(item["id"] for item in listed) == sorted(item["id"] for item in made)
    assert listed[0]["id"] == made[0]["id"]
    late = drive.comments().list(fileId=doc, startModifiedTime="2999-01-01T00:00:00Z", fields=ANY).execute()
    assert late["comments"] == []
    assert refused(drive.comments().list(fileId=doc, pageSize=101, fields=ANY))[0] == 400


def test_an_upload_can_be_commented_too_and_stays_what_it_is(drive: Any, comment: Any) -> None:
    media = MediaIoBaseUpload(io.BytesIO(b"bytes"), "text/plain")
    file_id = drive.files().create(body={"name": "a.txt"}, media_body=media).execute()["id"]
    before = drive.files().get(fileId=file_id, fields=ANY).execute()
    made = comment(file_id)
    assert drive.comments().list(fileId=file_id, fields="comments(id)").execute()["comments"] == [{"id": made["id"]}]
    assert drive.files().get_media(fileId=file_id).execute() == b"bytes"
    assert drive.files().get(fileId=file_id, fields=ANY).execute() == before


@pytest.mark.parametrize("kind", list(Kind))
def test_they_are_the_threads_of_the_editors_api(workspace: Workspace, drive: Any, comment: Any, kind: Kind) -> None:
    file = workspace.create_file(kind, "both")
    clients = workspace.clients
    if kind is Kind.DOCUMENT:
        api, key = clients.docs.documents(), "documentId"
        text = {"insertText": {"location": {"index": 1}, "text": "Some words"}}
        api.batchUpdate(documentId=file.id, body={"requests": [text]}).execute()
        place: dict[str, Any] = {"range": {"startIndex": 1, "endIndex": 5}}
    elif kind is Kind.SPREADSHEET:
        api, key = clients.sheets.spreadsheets(), "spreadsheetId"
        place = {"coordinate": {"rowIndex": 0, "columnIndex": 0}}
    else:
        api, key = clients.slides.presentations(), "presentationId"
        slide = api.get(presentationId=file.id).execute()["slides"][0]["objectId"]
        place = {"objectId": slide}
    body = {"requests": [{"insertComment": {"content": "From the editor", **place}}]}
    api.batchUpdate(**{key: file.id}, body=body).execute()
    own = comment(file.id, "From Drive")
    listed = drive.comments().list(fileId=file.id, fields=ANY).execute()["comments"]
    assert {item["content"] for item in listed} == {"From the editor", "From Drive"}
    anchored = next(item for item in listed if item["id"] != own["id"])
    reply = {"content": "Seen", "action": "resolve"}
    drive.replies().create(fileId=file.id, commentId=anchored["id"], body=reply, fields="id").execute()
    post = {"addCommentReply": {"commentId": own["id"], "post": {"content": "From the editor, too"}}}
    api.batchUpdate(**{key: file.id}, body={"requests": [post]}).execute()
    answered = drive.comments().get(fileId=file.id, commentId=own["id"], fields=ANY).execute()
    assert [item["content"] for item in answered["replies"]] == ["From the editor, too"]
    for item in listed:
        drive.comments().delete(fileId=file.id, commentId=item["id"]).execute()
    inline = {"includeTabsContent": True, "suggestionsViewMode": "SUGGESTIONS_INLINE"}
    more: dict[str, Any] = inline if kind is Kind.DOCUMENT else {}
    raw = api.get(**{key: file.id}, commentsViewMode="COMMENTS_VIEW_MODE_INCLUDED", **more).execute()
    assert "From" not in str(raw)
    assert anchored["id"] not in str(raw)


def test_who_may_do_what(workspace: Workspace, drive: Any, doc: str, comment: Any) -> None:
    made = comment(doc, "by the owner")
    where = {"fileId": doc, "commentId": made["id"]}
    reader = workspace.grant_agent([], name="Reader", view=[doc]).clients().drive
    writer = workspace.grant_agent([doc], name="Writer").clients().drive
    stranger = workspace.grant_agent([], name="Stranger").clients().drive
    assert refused(stranger.comments().list(fileId=doc, fields=ANY))[0] == 404
    [seen] = reader.comments().list(fileId=doc, fields=ANY).execute()["comments"]
    assert seen["author"]["me"] is False
    assert refused(reader.comments().create(fileId=doc, body={"content": "x"}, fields="id"))[0] == 403
    reply = writer.replies().create(**where, body={"content": "mine"}, fields="id").execute()["id"]
    assert refused(writer.comments().update(**where, body={"content": "x"}, fields="id"))[0] == 403
    assert refused(writer.comments().delete(**where))[0] == 403
    assert refused(drive.replies().update(**where, replyId=reply, body={"content": "x"}, fields="id"))[0] == 403
    theirs = writer.comments().create(fileId=doc, body={"content": "theirs"}, fields="id").execute()["id"]
    drive.comments().delete(fileId=doc, commentId=theirs).execute()  # the file's owner may
    assert len(drive.comments().list(fileId=doc, fields="comments").execute()["comments"]) == 1
