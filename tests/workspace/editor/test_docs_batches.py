"""Batches on documents that do not know of each other: merged, taken back, refused."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from pytest_knows.workspace import FileRef, Kind, Workspace

from .docpage import contents, lines

Json = dict[str, Any]


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.DOCUMENT, "batches")


@pytest.fixture
def page(http: httpx.Client, file: FileRef) -> Page:
    return Page(http, file)


class Page:
    """The calls that the editor's page makes."""

    def __init__(self, http: httpx.Client, file: FileRef) -> None:
        self.http, self.path = http, f"/_knows/docs/{file.id}"
        self.revision = str(http.get(self.path).json()["revisionId"])

    def act(self, *requests: Json, since: str | None = None, **more: Any) -> Json:
        body = {"requests": list(requests), "since": since or self.revision, **more}
        answer = self.http.post(self.path, json=body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        self.revision = found["revisionId"]
        return found


def insert(index: int, text: str) -> Json:
    return {"insertText": {"location": {"index": index}, "text": text}}


def delete(first: int, stop: int) -> Json:
    return {"deleteContentRange": {"range": {"startIndex": first, "endIndex": stop}}}


def text(workspace: Workspace, file: FileRef) -> str:
    return "".join(lines(contents(workspace, file)["body"]["content"]))


class TestTargetRevision:
    def batch(self, workspace: Workspace, file: FileRef, *requests: Json, target: str | None = None) -> str:
        control = {"writeControl": {"targetRevisionId": target}} if target else {}
        docs = workspace.clients.docs.documents()
        body = {"requests": list(requests), **control}
        return str(docs.batchUpdate(documentId=file.id, body=body).execute()["writeControl"]["requiredRevisionId"])

    def test_indices_follow_their_text(self, workspace: Workspace, file: FileRef) -> None:
        seen = self.batch(workspace, file, insert(1, "Hello world\nsecond"))
        self.batch(workspace, file, insert(1, "Well: "), insert(25, " line"))
        self.batch(workspace, file, insert(12, "!"), delete(1, 7), insert(8, "my "), target=seen)
        assert text(workspace, file) == "Well: world!\nmy second line\n"

    def test_what_others_wrote_inside_of_what_is_deleted_stays(self, workspace: Workspace, file: FileRef) -> None:
        seen = self.batch(workspace, file, insert(1, "one two three"))
        self.batch(workspace, file, insert(5, "NEW "))
        self.batch(workspace, file, delete(1, 14), insert(1, "gone: "), target=seen)
        assert text(workspace, file) == "gone: NEW \n"

    def test_styles_go_with_their_words_and_are_left_out_without_them(
        self, workspace: Workspace, file: FileRef
    ) -> None:
        seen = self.batch(workspace, file, insert(1, "plain bold plain"))
        self.batch(workspace, file, delete(1, 7))
        bold = {"range": {"startIndex": 7, "endIndex": 11}, "textStyle": {"bold": True}, "fields": "bold"}
        gone = {"range": {"startIndex": 2, "endIndex": 5}, "textStyle": {"italic": True}, "fields": "italic"}
        self.batch(workspace, file, {"updateTextStyle": bold}, {"updateTextStyle": gone}, target=seen)
        [paragraph] = [node["paragraph"] for node in contents(workspace, file)["body"]["content"][1:]]
        runs = [(one["textRun"]["content"], one["textRun"]["textStyle"]) for one in paragraph["elements"]]
        assert runs == [("bold", {"bold": True}), (" plain\n", {})]

    def test_an_unknown_revision_is_the_latest(self, workspace: Workspace, file: FileRef) -> None:
        self.batch(workspace, file, insert(1, "a"), target="nobody-knows")
        assert text(workspace, file) == "a\n"


class TestUndo:
    def test_takes_back_ones_own_and_leaves_the_rest(self, workspace: Workspace, file: FileRef, page: Page) -> None:
        page.act(insert(1, "first\nsecond\nthird"))
        made = page.act(delete(7, 13))["made"]
        page.act(insert(1, "Others: "))
        undone = page.act(undo=[made])
        assert (text(workspace, file), undone["skipped"]) == ("Others: first\nsecond\nthird\n", 0)
        page.act(undo=[undone["made"]])
        assert text(workspace, file) == "Others: first\n\nthird\n"

    def test_leaves_what_others_changed_since(self, workspace: Workspace, file: FileRef, page: Page) -> None:
        made = page.act(insert(1, "mine"))["made"]
        page.act(insert(5, " and yours"))
        assert page.act(undo=[made])["skipped"] == 1
        assert text(workspace, file) == "mine and yours\n"

    def test_of_another_file_or_of_nothing_is_skipped(
        self, workspace: Workspace, page: Page, http: httpx.Client
    ) -> None:
        made = page.act(insert(1, "mine"))["made"]
        other = Page(http, workspace.create_file(Kind.DOCUMENT, "other"))
        assert other.act(undo=[made, "nothing"])["skipped"] == 2


def test_the_answer_tells_what_changed_or_all(file: FileRef, page: Page) -> None:
    first = page.revision
    answer = page.act(insert(1, "a\nb"))
    [change] = answer["changes"]
    assert (change["path"][-2:], change["at"], change["remove"], len(change["insert"])) == (
        ["body", "content"],
        1,
        1,
        2,
    )
    assert "document" in page.act(insert(1, "c"), since=first)


def test_a_picture_floats_and_comes_back(workspace: Workspace, file: FileRef, page: Page, png: bytes) -> None:
    url = page.http.post("/_knows/pictures", content=png).json()["url"]
    page.act(insert(1, "text"), {"insertInlineImage": {"location": {"index": 3}, "uri": url}})
    [object_id] = contents(workspace, file)["inlineObjects"]
    page.act({"placePicture": {"objectId": object_id, "layout": "BEHIND_TEXT", "leftOffset": 10, "topOffset": 20}})
    found = contents(workspace, file)
    where = found["positionedObjects"][object_id]["positionedObjectProperties"]["positioning"]
    assert where["layout"] == "BEHIND_TEXT"
    assert found["body"]["content"][1]["paragraph"]["positionedObjectIds"] == [object_id]
    assert not found.get("inlineObjects")
    page.act({"sizePicture": {"objectId": object_id, "width": 30, "height": 20}})
    page.act({"placePicture": {"objectId": object_id, "layout": "INLINE"}})
    found = contents(workspace, file)
    assert lines(found["body"]["content"]) == ["#text\n"]
    embedded = found["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"]
    assert embedded["size"]["width"] == {"magnitude": 30, "unit": "PT"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"requests": 1},
        {"requests": [1]},
        {"requests": [{}]},
        {"requests": [{"a": {}, "b": {}}]},
        {"requests": [{"sizePicture": 3}]},
        {"requests": [{"sizePicture": {"objectId": [], "width": "wide", "height": {}}}]},
        {"requests": [{"placePicture": {"objectId": "none", "layout": "WRAP_TEXT"}}]},
        {"requests": [{"insertPageNumber": {"location": 1, "type": "PAGE_NUMBER"}}]},
        {"requests": [{"insertHorizontalRule": {"location": {"index": "one"}}}]},
        {"requests": [{"insertText": {"location": {"index": 10**9}, "text": "a"}}]},
    ],
)
@pytest.mark.parametrize("old", [False, True], ids=["latest", "merged"])
def test_malformed_actions_are_refused(page: Page, body: Json, old: bool) -> None:
    if old:
        first = page.revision
        page.act(insert(1, "b"))
        body = {**body, "since": first}
    assert page.http.post(page.path, json=body).status_code == 400


def test_the_api_does_not_take_the_editors_own_requests(http: httpx.Client, file: FileRef) -> None:
    rule = {"insertHorizontalRule": {"location": {"index": 1}}}
    assert http.post(f"/v1/documents/{file.id}:batchUpdate", json={"requests": [rule]}).status_code == 400


def test_readers_see_and_do_not_change(http: httpx.Client, workspace: Workspace, file: FileRef) -> None:
    token = workspace.grant_agent([], view=[file.id], name="reader").token
    headers = {"Authorization": f"Bearer {token}"}
    assert http.get(f"/_knows/docs/{file.id}", headers=headers).status_code == 200
    body = {"requests": [insert(1, "a")]}
    assert http.post(f"/_knows/docs/{file.id}", headers=headers, json=body).status_code == 403
    stranger = {"Authorization": f"Bearer {workspace.grant_agent([], name='stranger').token}"}
    assert http.get(f"/_knows/docs/{file.id}", headers=stranger).status_code == 404
