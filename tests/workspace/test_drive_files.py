"""drive.files through google-api-python-client: make, upload, look at, change, copy, remove."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseDownload, MediaIoBaseUpload

from pytest_knows.kind import FOLDER_MIME, SHORTCUT_MIME
from pytest_knows.workspace import Kind, Workspace

Json = dict[str, Any]


@pytest.fixture
def files(workspace: Workspace) -> Any:
    return workspace.clients.drive.files()


def uploaded(files: Any, data: bytes, *, resumable: bool = False, chunk: int = 256 * 1024, **more: Any) -> Json:
    media = MediaIoBaseUpload(io.BytesIO(data), "application/x-test", chunksize=chunk, resumable=resumable)
    made: Json = files.create(body={"name": "upload.bin"}, media_body=media, fields="*", **more).execute()
    return made


def status_of(call: Any) -> tuple[int, str]:
    with pytest.raises(HttpError) as caught:
        call.execute()
    details = caught.value.error_details
    return caught.value.resp.status, details[0]["reason"]


@pytest.mark.parametrize("kind", list(Kind))
def test_blank_file_of_an_editor(workspace: Workspace, kind: Kind) -> None:
    made = workspace.clients.drive.files().create(body={"name": "N", "mimeType": kind.mime_type}, fields="*").execute()
    assert len(made["id"]) == 44
    assert made["webViewLink"].endswith(f"/{kind.url_path}/d/{made['id']}/edit")
    assert "size" not in made
    rest = workspace.read(workspace.file_from(made["id"]))
    assert rest[kind.id_field] == made["id"]
    assert (rest.get("title") or rest["properties"]["title"]) == "N"


def test_default_answer_is_short(files: Any) -> None:
    assert set(files.create(body={"name": "x"}).execute()) == {"kind", "id", "name", "mimeType"}


@pytest.mark.parametrize("resumable", [False, True])
@pytest.mark.parametrize("size", [0, 1, 1000, 256 * 1024, 700_001])
def test_uploaded_bytes_come_back(files: Any, resumable: bool, size: int) -> None:
    data = bytes(range(256)) * (size // 256) + b"\r\n--x"[: size % 256]
    made = uploaded(files, data, resumable=resumable)
    assert made["size"] == str(len(data))
    assert made["mimeType"] == "application/x-test"
    assert made["md5Checksum"] == hashlib.md5(data).hexdigest()
    assert files.get_media(fileId=made["id"]).execute() == data


def test_multipart_upload_leaves_line_ends_and_boundaries_alone(files: Any) -> None:
    data = b"\r\n\r\n--\r\n\n--===============1==\r\ntext\n\r"
    assert files.get_media(fileId=uploaded(files, data)["id"]).execute() == data


def test_resumable_upload_goes_on_after_a_break(http: httpx.Client) -> None:
    start = http.post(
        "/upload/drive/v3/files?uploadType=resumable&fields=id,size",
        json={"name": "broken"},
        headers={"X-Upload-Content-Type": "text/plain", "X-Upload-Content-Length": "10"},
    )
    where = start.headers["location"]
    first = http.put(where, content=b"01234", headers={"Content-Range": "bytes 0-4/10"})
    assert (first.status_code, first.headers["range"]) == (308, "bytes=0-4")
    gap = http.put(where, content=b"89", headers={"Content-Range": "bytes 8-9/10"})
    assert gap.status_code == 400
    asked = http.put(where, headers={"Content-Range": "bytes */10"})
    assert (asked.status_code, asked.headers["range"]) == (308, "bytes=0-4")
    last = http.put(where, content=b"456789", headers={"Content-Range": "bytes 4-9/10"})
    assert set(last.json()) == {"id", "size"}
    assert http.get(f"/drive/v3/files/{last.json()['id']}?alt=media").content == b"0123456789"
    assert http.put(where, headers={"Content-Range": "bytes */10"}).status_code == 404


def test_resumable_upload_of_another_user_is_not_found(http: httpx.Client, workspace: Workspace) -> None:
    where = http.post("/upload/drive/v3/files?uploadType=resumable", json={"name": "mine"}).headers["location"]
    token = workspace.grant_agent([], name="other").token
    stolen = http.put(where, content=b"x", headers={"Authorization": f"Bearer {token}"})
    assert stolen.status_code == 404


def test_the_address_of_a_resumable_upload_is_enough_until_its_token_is_revoked(
    http: httpx.Client, workspace: Workspace
) -> None:
    bare = httpx.Client(trust_env=False)
    address = "/upload/drive/v3/files?uploadType=resumable&fields=ownedByMe,size"
    where = http.post(address, json={"name": "mine"}).headers["location"]
    assert bare.put(where, content=b"0123", headers={"Content-Range": "bytes 0-3/*"}).status_code == 308
    assert bare.put(where, content=b"4", headers={"Content-Range": "bytes 4-4/5"}).json() == {
        "ownedByMe": True, "size": "5",
    }  # fmt: skip
    assert bare.put(where, content=b"4", headers={"Content-Range": "bytes 4-4/5"}).status_code == 401
    access = workspace.grant_agent([], name="ends")
    own = {"Authorization": f"Bearer {access.token}"}
    where = http.post(address, json={"name": "late"}, headers=own).headers["location"]
    workspace.revoke(access)
    assert bare.put(where, content=b"x").status_code == 401


@pytest.mark.parametrize("mime", ["application/octet-stream", ""])
def test_a_type_that_is_not_stated_is_told_by_the_name(files: Any, http: httpx.Client, mime: str) -> None:
    body = {"name": "values.CSV", "mimeType": Kind.SPREADSHEET.mime_type}
    start = http.post(
        "/upload/drive/v3/files?uploadType=resumable&fields=id,mimeType",
        json=body,
        headers={"X-Upload-Content-Type": mime} if mime else {},
    )
    made = http.put(start.headers["location"], content=b"a,b").json()
    assert files.export(fileId=made["id"], mimeType="text/csv").execute() == b"a,b"
    media = MediaIoBaseUpload(io.BytesIO(b"a,b"), "application/octet-stream")
    assert status_of(files.create(body={**body, "name": "values"}, media_body=media)) == (400, "badRequest")


def test_upload_that_announces_too_much(http: httpx.Client) -> None:
    headers = {"X-Upload-Content-Length": str(10**10)}
    answer = http.post("/upload/drive/v3/files?uploadType=resumable", json={"name": "big"}, headers=headers)
    assert answer.status_code == 413


def test_download_in_chunks_and_ranges(files: Any, http: httpx.Client) -> None:
    data = b"0123456789" * 1000
    made = uploaded(files, data)
    sink = io.BytesIO()
    download = MediaIoBaseDownload(sink, files.get_media(fileId=made["id"]), chunksize=4096)
    done = False
    while not done:
        _, done = download.next_chunk()
    assert sink.getvalue() == data
    url = f"/drive/v3/files/{made['id']}?alt=media"
    tail = http.get(url, headers={"Range": "bytes=-3"})
    assert (tail.status_code, tail.content, tail.headers["content-range"]) == (206, b"789", "bytes 9997-9999/10000")
    assert http.get(url, headers={"Range": "bytes=10000-"}).status_code == 416
    assert http.get(url, headers={"Range": "lines=1-2"}).content == data


def test_content_of_an_editors_file_is_not_downloadable(workspace: Workspace, files: Any) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "d")
    assert status_of(files.get_media(fileId=file.id)) == (403, "fileNotDownloadable")


def test_update_of_metadata_and_content(files: Any) -> None:
    made = uploaded(files, b"old")
    body = {"name": "new.txt", "description": "what", "appProperties": {"a": "1", "b": "2"}}
    media = MediaIoBaseUpload(io.BytesIO(b"new!"), "text/plain")
    changed = files.update(fileId=made["id"], body=body, media_body=media, fields="*").execute()
    assert (changed["name"], changed["description"], changed["size"]) == ("new.txt", "what", "4")
    assert int(changed["version"]) > int(made["version"])
    assert changed["modifiedTime"] >= made["modifiedTime"]
    again = files.update(fileId=made["id"], body={"appProperties": {"a": None}}, fields="appProperties").execute()
    assert again == {"appProperties": {"b": "2"}}
    assert files.get_media(fileId=made["id"]).execute() == b"new!"


def test_renaming_in_drive_renames_the_document(workspace: Workspace, files: Any) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "before")
    files.update(fileId=file.id, body={"name": "after"}).execute()
    assert workspace.read(file)["title"] == "after"


def test_folders_and_moving(workspace: Workspace, files: Any) -> None:
    one, two = workspace.create_folder("one"), workspace.create_folder("two")
    file = workspace.create_file(Kind.DOCUMENT, "moving", parent=one.id)
    assert [item["id"] for item in workspace.list_folder(one.id)] == [file.id]
    files.update(fileId=file.id, addParents=two.id, removeParents=one.id).execute()
    assert workspace.list_folder(one.id) == []
    assert workspace.metadata(file.id)["parents"] == [two.id]
    inner = workspace.create_folder("inner", parent=two.id)
    assert status_of(files.update(fileId=two.id, addParents=inner.id)) == (403, "cyclicMembershipsNotAllowed")
    assert status_of(files.create(body={"name": "x", "parents": [file.id]})) == (403, "parentNotAFolder")


def test_root_is_an_alias(workspace: Workspace, files: Any) -> None:
    root = files.get(fileId="root", fields="id,name,mimeType").execute()
    assert (root["name"], root["mimeType"]) == ("My Drive", FOLDER_MIME)
    file = workspace.create_file(Kind.DOCUMENT, "at the top")
    assert workspace.metadata(file.id)["parents"] == [root["id"]]


def test_shortcut_knows_its_target(workspace: Workspace, files: Any) -> None:
    target = workspace.create_file(Kind.SPREADSHEET, "target")
    body = {"name": "s", "mimeType": SHORTCUT_MIME, "shortcutDetails": {"targetId": target.id}}
    made = files.create(body=body, fields="shortcutDetails").execute()["shortcutDetails"]
    assert made == {"targetId": target.id, "targetMimeType": Kind.SPREADSHEET.mime_type}
    assert status_of(files.create(body={"name": "s", "mimeType": SHORTCUT_MIME}))[0] == 400


def test_copy_is_a_file_of_its_own(workspace: Workspace, files: Any) -> None:
    source = workspace.create_file(Kind.DOCUMENT, "source")
    insert = {"insertText": {"location": {"index": 1}, "text": "kept"}}
    documents = workspace.clients.docs.documents()
    documents.batchUpdate(documentId=source.id, body={"requests": [insert]}).execute()
    copied = workspace.file_from(files.copy(fileId=source.id, body={}).execute()["id"])
    assert workspace.metadata(copied.id)["name"] == "Copy of source"
    documents.batchUpdate(documentId=source.id, body={"requests": [insert]}).execute()
    assert "keptkept" in str(workspace.read(source))
    assert "kept" in str(workspace.read(copied))
    assert "keptkept" not in str(workspace.read(copied))


def test_bin_and_deletion(workspace: Workspace, files: Any) -> None:
    folder = workspace.create_folder("doomed")
    file = workspace.create_file(Kind.DOCUMENT, "inside", parent=folder.id)
    files.update(fileId=file.id, body={"trashed": True}).execute()
    assert workspace.list_folder(folder.id) == []
    assert workspace.metadata(file.id)["trashed"] is True
    files.delete(fileId=folder.id).execute()
    assert status_of(files.get(fileId=file.id)) == (404, "notFound")
    assert status_of(files.get(fileId=folder.id)) == (404, "notFound")


def test_generated_ids_can_be_used_once(files: Any) -> None:
    ids = files.generateIds(count=3).execute()["ids"]
    assert len(set(ids)) == 3
    assert files.create(body={"name": "x", "id": ids[0]}).execute()["id"] == ids[0]
    assert status_of(files.create(body={"name": "x", "id": ids[0]})) == (409, "fileIdInUse")


def test_office_upload_of_the_wrong_type(files: Any) -> None:
    media = MediaIoBaseUpload(io.BytesIO(b"text"), "text/x-nothing")
    call = files.create(body={"name": "x", "mimeType": Kind.DOCUMENT.mime_type}, media_body=media)
    assert status_of(call) == (400, "badRequest")


def test_failed_conversion_leaves_no_file_behind(files: Any) -> None:
    media = MediaIoBaseUpload(io.BytesIO(b"text"), "text/x-nothing")
    body = {"name": "left behind", "mimeType": Kind.DOCUMENT.mime_type}
    status_of(files.create(body=body, media_body=media))
    assert files.list(q="name = 'left behind'").execute()["files"] == []


def test_about_needs_fields(workspace: Workspace) -> None:
    about = workspace.clients.drive.about()
    assert status_of(about.get()) == (400, "required")
    assert about.get(fields="user/me").execute() == {"user": {"me": True}}


def test_export_as_text_and_csv(workspace: Workspace) -> None:
    document = workspace.create_file(Kind.DOCUMENT, "d")
    insert = {"insertText": {"location": {"index": 1}, "text": "one\ntwo"}}
    workspace.clients.docs.documents().batchUpdate(documentId=document.id, body={"requests": [insert]}).execute()
    assert workspace.export(document, "text/plain").decode() == "\ufeffone\r\ntwo\r\n"
    sheet = workspace.create_file(Kind.SPREADSHEET, "s")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [["a,b", 1], ["c"]]}
    values.update(spreadsheetId=sheet.id, range="A1", valueInputOption="RAW", body=body).execute()
    assert workspace.export(sheet, "text/csv") == b'"a,b",1\r\nc,'


def test_export_refuses_what_it_cannot_do(workspace: Workspace, files: Any) -> None:
    document = workspace.create_file(Kind.DOCUMENT, "d")
    assert status_of(files.export(fileId=document.id, mimeType="image/png")) == (400, "badRequest")
    plain = uploaded(files, b"x")
    assert status_of(files.export(fileId=plain["id"], mimeType="text/plain")) == (403, "fileNotExportable")


def test_batch_of_calls(workspace: Workspace) -> None:
    drive = workspace.clients.drive
    answers: dict[str, Any] = {}

    def keep(request_id: str, response: Any, error: HttpError | None) -> None:
        answers[request_id] = int(error.resp.status) if error else response["name"]

    batch = drive.new_batch_http_request(callback=keep)
    batch.add(drive.files().create(body={"name": "ü in a batch"}), request_id="made")
    batch.add(drive.files().get(fileId="missing-file"), request_id="missing")
    batch.execute(http=drive._http)
    assert answers == {"made": "ü in a batch", "missing": 404}


def test_text_becomes_a_document_and_csv_a_sheet(workspace: Workspace, files: Any, tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_bytes("\ufeffDear\r\nreader".encode())
    document = workspace.upload(text, kind=Kind.DOCUMENT)
    assert workspace.export(document, "text/plain").decode("utf-8-sig") == "Dear\r\nreader\r\n"
    table = tmp_path / "table.csv"
    table.write_text('name,sum\n"a,b",=1+2\n')
    sheet = workspace.upload(table, kind=Kind.SPREADSHEET)
    assert workspace.export(sheet, "text/csv") == b'name,sum\r\n"a,b",3'
    plain = workspace.upload(table)
    copied = files.copy(fileId=plain, body={"mimeType": Kind.SPREADSHEET.mime_type}).execute()
    assert workspace.export(workspace.file_from(copied["id"]), "text/csv").endswith(b"3")


@pytest.mark.parametrize(
    "body",
    [
        {"mimeType": "text/plain\r\nX-Evil: 1"},
        {"mimeType": "caf\u00e9/x"},
        {"description": {"deep": []}},
        {"starred": "yes"},
        {"properties": {"a": {"b": 1}}},
        {"id": "../../etc"},
        {"name": 5},
    ],
)
def test_field_of_the_wrong_kind(files: Any, body: Json) -> None:
    assert status_of(files.create(body=body))[0] == 400


@pytest.mark.parametrize("raw", [b'{"name": "\\ud800"}', b'{"unknown": NaN}', b'{"unknown": -Infinity}'])
def test_json_that_cannot_be_stored(http: httpx.Client, raw: bytes) -> None:
    assert http.post("/drive/v3/files", content=raw).status_code == 400


def test_type_of_an_upload_cannot_break_the_answer(http: httpx.Client) -> None:
    headers = {"Content-Type": b"caf\xe9/x"}
    made = http.post("/upload/drive/v3/files?uploadType=media", content=b"x", headers=headers).json()
    answer = http.get(f"/drive/v3/files/{made['id']}?alt=media")
    assert (answer.content, answer.headers["content-type"]) == (b"x", "application/octet-stream")


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-1", "\u0663"])
def test_numbers_in_headers_that_are_none(http: httpx.Client, number: str) -> None:
    written = number.encode()
    start = "/upload/drive/v3/files?uploadType=resumable"
    assert http.post(start, json={"name": "n"}, headers={b"X-Upload-Content-Length": written}).status_code < 500
    assert http.get("/drive/v3/files", params={"pageSize": number}).status_code == 400
    where = http.post(start, json={"name": "n"}).headers["location"]
    assert http.put(where, content=b"x", headers={b"Content-Range": b"bytes 0-0/" + written}).status_code == 400
    made = http.post("/upload/drive/v3/files?uploadType=media", content=b"x").json()["id"]
    answer = http.get(f"/drive/v3/files/{made}?alt=media", headers={b"Range": b"bytes=0-" + written})
    assert answer.content == b"x"
