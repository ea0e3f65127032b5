"""Pictures on their way into a file: from here, from the web, from where they must not come."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from PIL import Image

from pytest_knows.evidence.web.address import FetchError
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.local.engine import RequestError, StoredPicture
from pytest_knows.workspace.local.media import Pictures
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.public_fetch import PublicFetch
from pytest_knows.workspace.local.store import Store, StoredFile

ADDRESS = "http://127.0.0.1:1"


class Site(BaseHTTPRequestHandler):
    """`/picture` a picture, `/loop` a redirect to itself, `/to?URL` a redirect, `/big` too many bytes."""

    picture: ClassVar[bytes] = b""

    def do_GET(self) -> None:
        path, _, target = self.path.partition("?")
        if path in ("/loop", "/to"):
            self.send_response(302)
            self.send_header("Location", target or "/loop")
            self.end_headers()
            return
        self.send_response(200 if path in ("/picture", "/big") else 404)
        self.end_headers()
        self.wfile.write(self.picture if path == "/picture" else b"x" * 4096)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def site(png: bytes) -> Iterator[str]:
    Site.picture = png
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "workspace.db")
    yield store
    store.close()


def fetched(
    store: Store, url: str, *, allowed: tuple[str, ...] = (), files: tuple[StoredFile, ...] = ()
) -> StoredPicture:
    by_id = {file.id: file for file in files}
    return Pictures(store, ADDRESS, PublicFetch(allowed)).fetch(url, by_id.get)


def encoded(picture_format: str, size: tuple[int, int] = (7, 5)) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size).save(stream, picture_format)
    return stream.getvalue()


def as_url(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


@pytest.mark.parametrize(("name", "mime"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("GIF", "image/gif")])
def test_data_url(store: Store, name: str, mime: str) -> None:
    data = encoded(name)
    picture = fetched(store, as_url(data, "image/anything"))
    assert (picture.mime, picture.width, picture.height) == (mime, 7, 5)
    assert store.blob(picture.url.rpartition("/")[2]) == (data, mime)


@pytest.mark.parametrize(
    "url",
    [
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
        as_url(encoded("BMP")),
        as_url(encoded("PNG")[:20]),
        as_url(b"text"),
        "data:image/png;base64,???",
        "data:image/png",
        as_url(encoded("GIF", (6000, 5000))),
        "file:///etc/passwd",
        "ftp://example.org/x.png",
        "http://[broken",
        "nonsense",
        "",
    ],
)
def test_what_is_no_usable_picture(store: Store, url: str) -> None:
    with pytest.raises(RequestError, match="problem retrieving the image"):
        fetched(store, url)


def test_private_addresses_are_refused_unless_allowed(store: Store, site: str) -> None:
    with pytest.raises(RequestError, match=r"127\.0\.0\.1 is not a public address"):
        fetched(store, f"{site}/picture")
    with pytest.raises(RequestError, match="localhost is not a public address"):
        fetched(store, f"{site.replace('127.0.0.1', 'localhost')}/picture")
    assert fetched(store, f"{site}/picture", allowed=("127.0.0.1",)).width == 40


def test_redirects_are_followed_and_checked(store: Store, site: str) -> None:
    allowed = ("127.0.0.1",)
    assert fetched(store, f"{site}/to?/picture", allowed=allowed).height == 30
    with pytest.raises(RequestError, match="redirects more than"):
        fetched(store, f"{site}/loop", allowed=allowed)
    elsewhere = site.replace("127.0.0.1", "localhost")
    with pytest.raises(RequestError, match="localhost is not a public address"):
        fetched(store, f"{site}/to?{elsewhere}/picture", allowed=allowed)
    with pytest.raises(RequestError, match="not an http"):
        fetched(store, f"{site}/to?file:///etc/passwd", allowed=allowed)
    with pytest.raises(RequestError, match="answered 404"):
        fetched(store, f"{site}/nothing", allowed=allowed)


def test_size_limit(site: str) -> None:
    fetch = PublicFetch(("127.0.0.1",))
    assert len(fetch.get(f"{site}/big", max_bytes=4096)) == 4096
    with pytest.raises(FetchError, match="more than 4095 bytes"):
        fetch.get(f"{site}/big", max_bytes=4095)


def stored_png(store: Store, png: bytes) -> StoredFile:
    return StoredFile(
        id="picture-1", name="p.png", mime="image/png", parent=None, owner="a", created="", modified="", editor="a",
        blob=store.put_blob(png, "image/png"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "url",
    [
        f"{ADDRESS}/drive/v3/files/picture-1?alt=media",
        f"{ADDRESS}/uc?id=picture-1&export=download",
        f"{ADDRESS}/file/d/picture-1/view",
        "https://drive.google.com/uc?id=picture-1",
        "https://drive.google.com/file/d/picture-1/view?usp=sharing",
        "https://www.googleapis.com/drive/v3/files/picture-1?alt=media",
    ],
)
def test_files_that_live_here_by_their_addresses(store: Store, png: bytes, url: str) -> None:
    assert fetched(store, url, files=(stored_png(store, png),)).width == 40


def test_file_that_the_caller_may_not_read(store: Store, png: bytes) -> None:
    stored_png(store, png)
    with pytest.raises(RequestError, match="not a picture that you may read"):
        fetched(store, f"{ADDRESS}/uc?id=picture-1")


def test_kept_picture_can_be_used_again_and_needs_no_token(
    workspace: Workspace, local_server: LocalServer, png: bytes, png_file: Path
) -> None:
    picture = workspace.upload(png_file)
    file = workspace.clients.docs.documents().create(body={"title": "t"}).execute()["documentId"]

    def insert(uri: str) -> str:
        request = {"insertInlineImage": {"location": {"index": 1}, "uri": uri}}
        documents = workspace.clients.docs.documents()
        documents.batchUpdate(documentId=file, body={"requests": [request]}).execute()
        objects = documents.get(documentId=file).execute()["inlineObjects"].values()
        return [o["inlineObjectProperties"]["embeddedObject"]["imageProperties"]["contentUri"] for o in objects][-1]

    first = insert(f"{local_server.endpoint}/uc?id={picture}")
    assert insert(first) == first
    answer = httpx.get(first, trust_env=False)
    assert (answer.content, answer.headers["content-type"]) == (png, "image/png")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(first[:-1] + "x", trust_env=False).status_code == 404
