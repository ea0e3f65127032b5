"""drive.files.list: the query language, order, pages."""

from __future__ import annotations

import io
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseUpload

from pytest_knows.workspace import FolderRef, Kind, Workspace

ORDER_KEYS = {
    "createdTime", "folder", "modifiedByMeTime", "modifiedTime", "name", "name_natural", "quotaBytesUsed", "recency",
    "sharedWithMeTime", "starred", "viewedByMeTime",
}  # fmt: skip
"""All that the documentation of `files.list` names."""
NAMES = ("Alpha report", "beta_Report", "Don't panic", "Gamma", "alphabet")


@pytest.fixture(scope="module")
def folder(workspace: Workspace) -> FolderRef:
    """Five documents, a sheet in the bin, a text file, an inner folder with one document."""
    folder = workspace.create_folder("listing")
    files = workspace.clients.drive.files()
    for name in NAMES:
        workspace.create_file(Kind.DOCUMENT, name, parent=folder.id)
    trashed = workspace.create_file(Kind.SPREADSHEET, "Old numbers", parent=folder.id)
    files.update(fileId=trashed.id, body={"trashed": True}).execute()
    media = MediaIoBaseUpload(io.BytesIO(b"x" * 9), "text/plain")
    body = {"name": "notes.txt", "parents": [folder.id], "starred": True, "appProperties": {"k": "v"}}
    body["viewedByMeTime"] = "2026-01-01T00:00:00.000Z"
    files.create(body=body, media_body=media).execute()
    inner = workspace.create_folder("inner", parent=folder.id)
    workspace.create_file(Kind.DOCUMENT, "Deeper", parent=inner.id)
    body = {"role": "reader", "type": "anyone"}
    workspace.clients.drive.permissions().create(fileId=inner.id, body=body).execute()
    return folder


def found(workspace: Workspace, folder: FolderRef, query: str, **more: Any) -> list[str]:
    request = workspace.clients.drive.files().list(q=f"'{folder.id}' in parents and ({query})", **more)
    return [item["name"] for item in request.execute()["files"]]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("name = 'Gamma'", {"Gamma"}),
        ("name = 'gamma'", set()),
        ("name = 'Don\\'t panic'", {"Don't panic"}),
        ("name contains 'report'", {"Alpha report", "beta_Report"}),
        ("name contains 'alpha'", {"Alpha report", "alphabet"}),
        ("name contains 'bet'", {"beta_Report"}),
        ("mimeType = 'application/vnd.google-apps.folder'", {"inner"}),
        ("mimeType != 'application/vnd.google-apps.document' and trashed = false", {"notes.txt", "inner"}),
        ("mimeType contains 'text/'", {"notes.txt"}),
        ("trashed = true", {"Old numbers"}),
        ("trashed != false", {"Old numbers"}),
        ("not trashed = false", {"Old numbers"}),
        ("starred = true", {"notes.txt"}),
        ("appProperties has { key='k' and value='v' }", {"notes.txt"}),
        ("appProperties has { key='k' and value='w' }", set()),
        ("name = 'Gamma' or name = 'inner' and trashed = true", {"Gamma"}),
        ("(name = 'Gamma' or name = 'inner') and trashed = true", set()),
        ("not (name contains 'a' or name = 'inner' or name='Gamma') and trashed=false",
         {"beta_Report", "Don't panic", "notes.txt"}),
        ("fullText contains 'panic'", {"Don't panic"}),
        ("modifiedTime > '2100-01-01T00:00:00'", set()),
        ("name = 'Gamma' and modifiedTime > '2020-06-04T12:00:00+02:00'", {"Gamma"}),
        ("name = 'Gamma' and createdTime <= '2020-06-04'", set()),
        ("'me' in owners and name = 'Gamma'", {"Gamma"}),
        ("sharedWithMe", set()),
        ("fullText contains 'numbers old' and trashed = true", {"Old numbers"}),
        ("fullText contains '\"numbers old\"'", set()),
        ("fullText contains 'xxxxxxxxx'", {"notes.txt"}),
        ("fullText contains 'textStyle' or fullText contains 'revision'", set()),
        ("visibility = 'limited' and name = 'Gamma'", {"Gamma"}),
        ("visibility != 'limited'", {"inner"}),
        ("visibility = 'anyoneWithLink'", {"inner"}),
        ("shortcutDetails.targetId = 'nothing'", set()),
        ("shortcutDetails.targetId != 'nothing' and name = 'Gamma'", {"Gamma"}),
        ("viewedByMeTime > '2020-01-01T00:00:00'", {"notes.txt"}),
        ("properties has { key='k' and value='v' }", set()),
    ],
)  # fmt: skip
def test_query(workspace: Workspace, folder: FolderRef, query: str, names: set[str]) -> None:
    assert set(found(workspace, folder, query)) == names


@pytest.mark.parametrize(
    "query",
    ["name", "name =", "name = Gamma", "name = 'Gamma", "colour = 'red'", "name > 'a'", "trashed = 'true'",
     "(name = 'a'", "name = 'a' name = 'b'", "name = 'a' and", "modifiedTime > 'yesterday'",
     "modifiedTime > '0001-01-01T00:00:00+23:59'", "'x' in nothing",
     "not " * 500 + "trashed = true", "(" * 500, "visibility = 'unheard'",
     "visibility contains 'limited'", "shortcutDetails.targetId contains 'a'", "properties has { key='k' }",
     "name = 'a'; DROP TABLE files"],
)  # fmt: skip
def test_query_that_is_none(workspace: Workspace, query: str) -> None:
    with pytest.raises(HttpError) as caught:
        workspace.clients.drive.files().list(q=query).execute()
    assert caught.value.resp.status == 400


def test_full_text_finds_what_a_document_says(workspace: Workspace, folder: FolderRef) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "speaking", parent=folder.id)
    insert = {"insertText": {"location": {"index": 1}, "text": "Größe und Xylophon"}}
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [insert]}).execute()
    assert found(workspace, folder, "fullText contains 'größe und xylophon'") == ["speaking"]
    workspace.clients.drive.files().delete(fileId=file.id).execute()


def test_order(workspace: Workspace, folder: FolderRef) -> None:
    names = found(workspace, folder, "trashed = false", orderBy="folder,name_natural desc")
    assert names == ["inner", "notes.txt", "Gamma", "Don't panic", "beta_Report", "alphabet", "Alpha report"]
    with pytest.raises(HttpError):
        found(workspace, folder, "trashed = false", orderBy="colour")


def test_pages_hold_everything_once(workspace: Workspace, folder: FolderRef) -> None:
    files, token, sizes, names = workspace.clients.drive.files(), None, [], []
    while True:
        query = f"'{folder.id}' in parents"
        page = files.list(q=query, pageSize=3, pageToken=token, orderBy="name", fields="*").execute()
        sizes.append(len(page["files"]))
        names += [item["name"] for item in page["files"]]
        token = page.get("nextPageToken")
        if not token:
            break
    assert sizes == [3, 3, 2]
    assert names == sorted([*NAMES, "Old numbers", "notes.txt", "inner"])


@pytest.mark.parametrize("wrong", [{"pageToken": "abc"}, {"pageSize": 0}, {"pageSize": 1001}])
def test_wrong_page(workspace: Workspace, wrong: dict[str, Any]) -> None:
    with pytest.raises(HttpError) as caught:
        workspace.clients.drive.files().list(**wrong).execute()
    assert caught.value.resp.status == 400


@pytest.mark.parametrize("key", sorted(ORDER_KEYS))
def test_every_order_key_is_understood(workspace: Workspace, folder: FolderRef, key: str) -> None:
    up, down = (found(workspace, folder, "trashed = false", orderBy=f"{key}{way},name") for way in ("", " desc"))
    assert sorted(up) == sorted(down)
    if key in ("quotaBytesUsed", "starred", "viewedByMeTime"):
        assert (up[-1], down[0]) == ("notes.txt", "notes.txt")


def test_natural_order_counts(workspace: Workspace) -> None:
    folder = workspace.create_folder("counting")
    for name in ("Page 10", "page 2", "Page 1", "10", "9b"):
        workspace.create_folder(name, parent=folder.id)
    names = found(workspace, folder, "trashed = false", orderBy="name_natural")
    assert names == ["9b", "10", "Page 1", "page 2", "Page 10"]


def test_what_lies_in_a_binned_folder_is_in_the_bin(workspace: Workspace) -> None:
    files = workspace.clients.drive.files()
    folder = workspace.create_folder("to be binned")
    inner = workspace.create_folder("inner one", parent=folder.id)
    file = workspace.create_file(Kind.DOCUMENT, "within", parent=inner.id)
    files.update(fileId=folder.id, body={"trashed": True}).execute()
    got = files.get(fileId=file.id, fields="trashed,explicitlyTrashed").execute()
    assert got == {"trashed": True, "explicitlyTrashed": False}
    assert found(workspace, FolderRef(id=inner.id, url=""), "trashed = true") == ["within"]
    files.update(fileId=folder.id, body={"trashed": False}).execute()
    assert found(workspace, FolderRef(id=inner.id, url=""), "trashed = false") == ["within"]


def test_there_are_no_shared_drives(workspace: Workspace) -> None:
    assert workspace.clients.drive.drives().list().execute() == {"kind": "drive#driveList", "drives": []}
