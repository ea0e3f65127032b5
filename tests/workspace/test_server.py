"""The HTTP surface: who may call, what a wrong call is told, masks, discovery."""

from __future__ import annotations

import gzip
import json
import socket

import httpx
import pytest
from googleapiclient.discovery import build_from_document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.app import MAX_BODY
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.server import Server


def error_of(response: httpx.Response) -> dict[str, object]:
    error = response.json()["error"]
    assert error["code"] == response.status_code
    return error


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer nobody"}, {"Authorization": "Basic eDp5"}])
def test_without_a_valid_token_every_route_is_closed(local_server: LocalServer, header: dict[str, str]) -> None:
    with httpx.Client(base_url=local_server.endpoint, headers=header, trust_env=False) as client:
        for path in ("/drive/v3/files", "/v1/documents/x", "/nowhere", "/document/d/xxxxx/edit"):
            error = error_of(client.get(path))
            assert (error["code"], error["status"]) == (401, "UNAUTHENTICATED")
        assert error_of(client.post("/_knows/tokens", json={}))["code"] == 401


def test_token_is_taken_from_the_query_too(local_server: LocalServer) -> None:
    answer = httpx.get(
        f"{local_server.endpoint}/drive/v3/files?access_token={local_server.admin_token}", trust_env=False
    )
    assert answer.status_code == 200


def test_older_list_of_errors_is_drives_alone(http: httpx.Client) -> None:
    drive = error_of(http.get("/drive/v3/files/missing"))
    assert drive["errors"] == [{"domain": "global", "reason": "notFound", "message": "File not found: missing."}]
    assert set(error_of(http.get("/v1/documents/missing"))) == {"code", "message", "status"}


def test_unknown_path_and_wrong_method(http: httpx.Client) -> None:
    assert error_of(http.get("/v1/nothing"))["status"] == "NOT_FOUND"
    assert error_of(http.put("/v1/documents"))["code"] == 405
    assert error_of(http.get("/v1/documents/abc:batchUpdate"))["code"] == 405


def test_method_that_is_not_implemented_is_named(http: httpx.Client) -> None:
    error = error_of(http.get("/drive/v3/apps"))
    assert error["code"] == 501
    assert "drive.apps.list" in str(error["message"])


def test_body_over_the_limit(http: httpx.Client) -> None:
    assert error_of(http.post("/v1/documents", content=b" " * (MAX_BODY + 1)))["code"] == 413


class TestGzip:
    """Bodies that a client compressed."""

    def test_is_read(self, http: httpx.Client) -> None:
        body = gzip.compress(json.dumps({"title": "packed"}).encode())
        answer = http.post("/v1/documents", content=body, headers={"Content-Encoding": "gzip"})
        assert answer.json()["title"] == "packed"

    def test_that_is_none_or_a_bomb_is_refused(self, http: httpx.Client) -> None:
        for body, code in ((b"{}", 400), (gzip.compress(b" " * (MAX_BODY + 1)), 413)):
            answer = http.post("/v1/documents", content=body, headers={"Content-Encoding": "gzip"})
            assert error_of(answer)["code"] == code


@pytest.mark.parametrize("body", [b"{", b"[]", b"1", b"\xff\xfe", b'{"a":' * 5000, b"null"])
def test_body_that_is_no_json_object(http: httpx.Client, body: bytes) -> None:
    for path in ("/v1/documents", "/v4/spreadsheets", "/v1/presentations", "/drive/v3/files", "/_knows/tokens"):
        assert error_of(http.post(path, content=body))["status"] == "INVALID_ARGUMENT"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(
    ["name", "mimeType", "parents", "id", "trashed", "properties", "shortcutDetails", "role", "type", "emailAddress",
     "requests", "writeControl", "title", "files", "view", "email", "data", "state", "fields", "content", "action",
     "anchor", "quotedFileContent"]
)  # fmt: skip
paths = st.sampled_from(
    ["POST /drive/v3/files", "PATCH /drive/v3/files/{id}", "POST /drive/v3/files/{id}/copy", "POST /v1/documents",
     "POST /drive/v3/files/{id}/permissions", "POST /v1/documents/{id}:batchUpdate", "POST /_knows/tokens",
     "POST /drive/v3/files/{id}/comments?fields=*", "POST /upload/drive/v3/files?uploadType=resumable",
     "POST /upload/drive/v3/files?uploadType=multipart"]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=paths, body=st.dictionaries(names, values, max_size=4))
def test_no_body_makes_the_server_stumble(
    http: httpx.Client, workspace: Workspace, path: str, body: dict[str, object]
) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "fuzz")
    method, _, address = path.partition(" ")
    response = http.request(
        method,
        address.replace("{id}", file.id),
        content=json.dumps(body).encode("utf-8", "surrogatepass"),
        headers={"content-type": "application/json"},
    )
    assert response.status_code < 500, (path, body, response.text)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["q", "fields", "orderBy", "pageSize", "pageToken", "alt", "uploadType", "prettyPrint"]),
    value=st.text(alphabet="'\"()/,*=<>!abc019 \\andorintrue\u00e9\n", max_size=30),
)
def test_no_query_makes_the_server_stumble(http: httpx.Client, name: str, value: str) -> None:
    assert http.get("/drive/v3/files", params={name: value}).status_code in (200, 400)


def test_bug_in_an_engine_is_answered_in_googles_shape(toy: httpx.Client) -> None:
    file_id = toy.post("/v1/documents", json={"title": "t"}).json()["documentId"]
    error = error_of(toy.post(f"/v1/documents/{file_id}:batchUpdate", json={"requests": [{"crash": {}}]}))
    assert (error["code"], error["status"]) == (500, "INTERNAL")
    assert "Traceback" not in str(error)


class TestMask:
    """`fields`, on Drive and on the editors."""

    @pytest.mark.parametrize(
        ("mask", "kept"),
        [
            ("id", {"id"}),
            ("id,name", {"id", "name"}),
            ("owners(emailAddress),capabilities/canEdit", {"owners", "capabilities"}),
        ],
    )
    def test_keeps_what_it_names(self, http: httpx.Client, mask: str, kept: set[str]) -> None:
        made = http.post("/drive/v3/files", params={"fields": mask}, json={"name": "masked"}).json()
        assert set(made) == kept
        if "owners" in kept:
            assert [set(owner) for owner in made["owners"]] == [{"emailAddress"}]
            assert made["capabilities"] == {"canEdit": True}

    def test_star_is_everything(self, http: httpx.Client) -> None:
        made = http.post("/drive/v3/files", params={"fields": "*"}, json={"name": "all"}).json()
        assert {"id", "owners", "permissions", "md5Checksum", "webViewLink"} <= set(made)

    def test_applies_to_list_items(self, http: httpx.Client) -> None:
        assert set(http.get("/drive/v3/files?fields=files(id)&pageSize=1").json()) == {"files"}
        assert set(http.get("/drive/v3/files?fields=files/name&pageSize=1").json()["files"][0]) == {"name"}

    @pytest.mark.parametrize(
        "mask", ["id,", "a(b", "id)", "(id)", "nonsense", "owners(nonsense)", "id//name", "id name"]
    )
    def test_that_is_wrong_is_refused(self, http: httpx.Client, mask: str) -> None:
        error = error_of(http.post("/drive/v3/files", params={"fields": mask}, json={"name": "x"}))
        assert error["code"] == 400
        assert "Invalid field selection" in str(error["message"])

    def test_that_is_wrong_is_refused_by_an_editor_in_its_words(self, http: httpx.Client) -> None:
        sheet = http.post("/v4/spreadsheets", json={}).json()["spreadsheetId"]
        error = error_of(http.get(f"/v4/spreadsheets/{sheet}", params={"fields": "sheets/nope"}))
        assert (error["code"], error["message"]) == (400, "Request contains an invalid argument.")
        said = "Error expanding 'fields' parameter. Cannot find matching fields for path 'sheets.nope'."
        assert error["details"][0]["fieldViolations"] == [{"field": "sheets.nope", "description": said}]  # type: ignore[index]

    def test_on_an_editor(self, workspace: Workspace) -> None:
        file = workspace.create_file(Kind.DOCUMENT, "masked")
        got = workspace.clients.docs.documents().get(documentId=file.id, fields="title,body/content/endIndex").execute()
        assert set(got) == {"title", "body"}
        assert all(set(element) <= {"endIndex"} for element in got["body"]["content"])


def test_pretty_print_only_on_request(http: httpx.Client) -> None:
    assert "\n" not in http.get("/drive/v3/about?fields=user").text
    assert '\n  "user"' in http.get("/drive/v3/about?fields=user&prettyPrint=true").text


def test_unknown_query_parameter_of_an_editor(http: httpx.Client) -> None:
    error = error_of(http.get("/v1/documents/abcdef?colour=red"))
    assert 'Unknown name "colour"' in str(error["message"])


def test_boolean_query_parameter_of_the_wrong_type(http: httpx.Client) -> None:
    assert error_of(http.get("/v1/documents/abcdef?includeTabsContent=maybe"))["code"] == 400


def test_long_get_arrives_as_a_post(workspace: Workspace) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "needle-in-haystack")
    many = " or ".join(f"name = 'no such name {number}'" for number in range(200))
    found = workspace.clients.drive.files().list(q=f"{many} or name = 'needle-in-haystack'").execute()
    assert [item["id"] for item in found["files"]] == [file.id]


@pytest.mark.parametrize(("api", "version"), [("docs", "v1"), ("sheets", "v4"), ("slides", "v1"), ("drive", "v3")])
def test_discovery_document_names_this_server_only(local_server: LocalServer, api: str, version: str) -> None:
    url = f"{local_server.endpoint}/discovery/v1/apis/{api}/{version}/rest"
    found = httpx.get(url, trust_env=False).json()
    for name in ("rootUrl", "baseUrl", "mtlsRootUrl"):
        assert found[name].startswith(local_server.endpoint + "/")
    build_from_document(found, developerKey="unused")


def test_short_discovery_address_of_an_api(local_server: LocalServer) -> None:
    url = f"{local_server.endpoint}/$discovery/rest?version=v4"
    assert httpx.get(url, trust_env=False).json()["name"] == "sheets"
    assert httpx.get(f"{url}5", trust_env=False).status_code == 404
    docs = f"{local_server.endpoint}/$discovery/rest?version=v1"
    assert httpx.get(docs, trust_env=False).json()["name"] == "docs"
    assert httpx.get(f"{docs}&api=slides", trust_env=False).json()["name"] == "slides"


def test_the_list_of_apis_leads_to_their_documents(local_server: LocalServer) -> None:
    listed = httpx.get(f"{local_server.endpoint}/discovery/v1/apis", trust_env=False).json()["items"]
    assert {item["id"] for item in listed} == {"docs:v1", "sheets:v4", "slides:v1", "drive:v3"}
    for item in listed:
        assert httpx.get(item["discoveryRestUrl"], trust_env=False).json()["id"] == item["id"]


def test_answers_do_not_wait_for_acknowledgements(toy_server: Server) -> None:
    # asyncio switches Nagle's algorithm off only for sockets that name their protocol: 40 ms a request otherwise.
    assert toy_server.socket.proto == socket.IPPROTO_TCP


def test_health_needs_no_token(local_server: LocalServer) -> None:
    assert httpx.get(f"{local_server.endpoint}/_knows/health", trust_env=False).json() == {"status": "ok"}
