"""The gold archive: a folder, a zip, a zip on a server of which only parts are read."""

import hashlib
import io
import os
import pickle
import re
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pytest_knows.errors import ConfigurationError, DamagedEvidence, Ungraded
from pytest_knows.evidence import archive, release
from pytest_knows.evidence.assets import Assets
from pytest_knows.evidence.gold import GoldArchive

NOISE = os.urandom(3_000_000)
"""Does not compress: what must not be fetched."""
FILES = {
    "letters/instance_1/data/names.csv": "Ann,ä\r\nBo,ö\r\n".encode(),
    "letters/instance_1/data/logos/b.png": b"second logo",
    "letters/instance_1/data/logos/a.png": b"first logo",
    "letters/instance_1/data/logos/.DS_Store": b"litter",
    "letters/instance_1/data/logos/old/c.png": b"deeper",
    "letters/instance_2/data/latin.txt": b"\xff",
    "other/instance_1/data/big.bin": NOISE,
}


def zipped(files=FILES, *, prefix="", compression=zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as made:
        for name, data in files.items():
            made.writestr(prefix + name, data)
    return buffer.getvalue()


class Server(BaseHTTPRequestHandler):
    """Serves one archive, with or without ranges, and counts."""

    content = b""
    ranges = True
    seen: list = []  # noqa: RUF012

    def do_GET(self):
        content, status, headers = self.content, 200, {}
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if self.path == "/moved.zip":
            status, content, headers = 302, b"", {"Location": "/gold.zip"}
        elif self.path != "/gold.zip":
            status, content = 404, b"no"
        elif asked and self.ranges:
            size = len(content)
            start = int(asked[1]) if asked[1] else max(0, size - int(asked[2]))
            stop = min(int(asked[2]) + 1, size) if asked[1] else size
            status, content = 206, content[start:stop]
            headers["Content-Range"] = f"bytes {start}-{stop - 1}/{size}"
        self.seen.append(len(content))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("ETag", f'"{hashlib.sha256(self.content).hexdigest()}"')
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args):
        pass


class Remote:
    """A running server."""

    def __init__(self) -> None:
        self.handler = type("Handler", (Server,), {"content": zipped(), "seen": []})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        self.url = self.base + "/gold.zip"

    @property
    def seen(self) -> list[int]:
        """Bytes of each answer."""
        return self.handler.seen

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("KNOWS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def remote():
    running = Remote()
    yield running
    running.stop()


@pytest.fixture(params=["folder", "zip", "url", "url without ranges"])
def source(request, tmp_path, remote):
    """The same files in every form, with a leading folder where it is a zip."""
    if request.param == "folder":
        for name, data in FILES.items():
            (tmp_path / "gold" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "gold" / name).write_bytes(data)
        return str(tmp_path / "gold")
    if request.param == "zip":
        (tmp_path / "gold.zip").write_bytes(zipped(prefix="release-1/"))
        return str(tmp_path / "gold.zip")
    remote.handler.ranges = request.param == "url"
    remote.handler.content = zipped(prefix="release-1/")
    return remote.url


def test_one_view_whatever_the_source(source):
    gold = GoldArchive.open(source).view("letters", 1)
    assert gold.names("data/logos") == ["data/logos/a.png", "data/logos/b.png"]
    assert gold.names("data/logos/") == gold.names("data/logos")
    assert gold.read("data/logos/a.png") == b"first logo"
    assert gold.text("data/names.csv") == "Ann,ä\nBo,ö\n"
    assert gold.has("data/names.csv")
    assert not gold.has("data/logos")
    assert not gold.has("../instance_2/data/latin.txt")
    assert repr(gold) == "GoldData(letters/instance_1)"


def test_what_is_missing_in_an_archive_is_damage(source):
    gold = GoldArchive.open(source)
    with pytest.raises(DamagedEvidence, match=r"has no letters/instance_1/data/none\.csv"):
        gold.view("letters", 1).read("data/none.csv")
    with pytest.raises(DamagedEvidence, match="has nothing in letters/instance_3/data/logos/"):
        gold.view("letters", 3).names("data/logos")
    with pytest.raises(DamagedEvidence, match="not UTF-8"):
        gold.view("letters", 2).text("data/latin.txt")


def test_only_the_members_asked_for_are_fetched(remote):
    gold = GoldArchive.open(remote.url)
    assert remote.seen == []
    assert gold.view("letters", 1).read("data/logos/a.png") == b"first logo"
    assert len(remote.seen) == 2  # the directory, the member
    assert sum(remote.seen) < 100_000
    gold.view("letters", 1).read("data/logos/a.png")
    assert len(remote.seen) == 2


def test_a_large_member_takes_one_request(remote):
    assert GoldArchive.open(remote.url).view("other", 1).read("data/big.bin") == NOISE
    assert len(remote.seen) == 2


def test_the_cache_is_shared_by_later_sessions_and_survives_the_server(remote):
    GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png")
    again = GoldArchive.open(remote.url).view("letters", 1)
    assert again.read("data/logos/a.png") == b"first logo"
    assert len(remote.seen) == 3  # only the directory was looked at again
    remote.stop()
    offline = GoldArchive.open(remote.url).view("letters", 1)
    assert offline.read("data/logos/a.png") == b"first logo"
    assert offline.names("data/logos") == ["data/logos/a.png", "data/logos/b.png"]
    with pytest.raises(DamagedEvidence, match="cannot be reached"):
        offline.read("data/logos/b.png")


def test_a_damaged_cache_file_is_fetched_again(remote, cache):
    GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png")
    for kept in cache.rglob("*-10"):
        kept.write_bytes(b"forged")
    assert GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png") == b"first logo"


def test_a_new_archive_at_the_same_address_is_another_one(remote):
    GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png")
    remote.handler.content = zipped({"letters/instance_1/data/logos/a.png": b"new logo"})
    assert GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png") == b"new logo"


def test_a_server_without_ranges_is_read_once(remote, cache):
    remote.handler.ranges = False
    assert GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png") == b"first logo"
    (download,) = cache.rglob("*.zip")
    written = download.stat().st_ino
    assert GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png") == b"first logo"
    assert download.stat().st_ino == written
    remote.stop()
    assert GoldArchive.open(remote.url).view("letters", 1).read("data/logos/b.png") == b"second logo"


def test_redirects_are_followed(remote):
    assert GoldArchive.open(remote.base + "/moved.zip").view("letters", 1).has("data/names.csv")


def test_damaged_members_are_damage(remote):
    plain = zipped(compression=zipfile.ZIP_STORED)
    remote.handler.content = plain.replace(b"first logo", b"fault logo", 1)
    with pytest.raises(DamagedEvidence, match=r"a\.png in .* is damaged: Bad CRC-32"):
        GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png")


@pytest.mark.parametrize("size", [0, 10, 100_000])
def test_a_damaged_directory_is_damage(remote, size):
    remote.handler.content = os.urandom(size)
    with pytest.raises(DamagedEvidence):
        GoldArchive.open(remote.url).view("letters", 1).read("data/logos/a.png")


def test_a_bomb_is_not_opened(tmp_path, monkeypatch):
    (tmp_path / "bomb.zip").write_bytes(zipped({"letters/instance_1/data/x": b"0" * 20_000_000}))
    monkeypatch.setattr(archive, "MEMBER_RATIO", 500)
    gold = GoldArchive.open(str(tmp_path / "bomb.zip")).view("letters", 1)
    with pytest.raises(DamagedEvidence, match="expands"):
        gold.read("data/x")
    monkeypatch.setattr(archive, "MEMBER_BYTES", 1000)
    with pytest.raises(DamagedEvidence, match="more than 1000"):
        gold.read("data/x")


def test_names_that_lead_out_are_not_members(tmp_path):
    names = ["../letters/instance_1/data/x", "/letters/instance_1/data/y", "letters/instance_1/../../data/z"]
    (tmp_path / "odd.zip").write_bytes(zipped({**dict.fromkeys(names, b"x"), "letters/instance_1/data/a": b"a"}))
    gold = GoldArchive.open(str(tmp_path / "odd.zip")).view("letters", 1)
    assert gold.names("data") == ["data/a"]


def test_links_out_of_a_folder_are_not_followed(tmp_path):
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "gold/letters/instance_1/data").mkdir(parents=True)
    (tmp_path / "gold/letters/instance_1/data/link").symlink_to(tmp_path / "secret")
    assert not GoldArchive.open(str(tmp_path / "gold")).view("letters", 1).has("data/link")


def test_an_address_given_by_the_user_that_fails_is_an_error(remote):
    with pytest.raises(DamagedEvidence, match="answered 404"):
        GoldArchive.open(remote.base + "/nothing.zip").view("letters", 1).has("x")
    remote.stop()
    with pytest.raises(DamagedEvidence, match="could not be fetched"):
        GoldArchive.open(remote.url).view("letters", 1).has("x")


def test_none_is_ungraded_and_says_what_mends_it():
    gold = GoldArchive.open("none").view("letters", 1)
    for ask in (lambda: gold.read("data/x"), lambda: gold.has("data/x"), lambda: gold.names("data")):
        with pytest.raises(Ungraded) as caught:
            ask()
        assert (caught.value.need, caught.value.mend) == ("gold", "--knows-gold FOLDER|ZIP|URL")


class Releases(BaseHTTPRequestHandler):
    """The release page's list of assets."""

    gold = ""
    asked = 0

    def do_GET(self):
        type(self).asked += 1
        assets = [("source.tar.gz", 900, "x"), ("small.zip", 10, "x"), ("gold_data.zip", 5, self.gold)]
        entries = ",".join(
            f'{{"name": "{name}", "size": {size}, "browser_download_url": "{url}"}}' for name, size, url in assets
        )
        self.send_response(200 if self.path == "/tags/v1.2.0" else 404)
        self.end_headers()
        self.wfile.write(f'{{"assets": [{entries}]}}'.encode())

    def log_message(self, *args):
        pass


def test_auto_finds_the_archive_on_the_release_page_once(remote, monkeypatch):
    handler = type("Handler", (Releases,), {"gold": remote.url})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as page:
        threading.Thread(target=page.serve_forever, daemon=True).start()
        monkeypatch.setattr(release, "RELEASES", f"http://127.0.0.1:{page.server_port}/tags/")
        for _ in range(2):
            assert GoldArchive.open("auto").view("letters", 1).read("data/logos/a.png") == b"first logo"
        page.shutdown()
    assert handler.asked == 1


def test_auto_out_of_reach_is_ungraded_and_tried_once(monkeypatch):
    tried = []

    def nobody():
        tried.append(1)
        raise DamagedEvidence("no connection")

    monkeypatch.setattr(release, "gold_archive_url", nobody)
    gold = GoldArchive.open("auto").view("letters", 1)
    for _ in range(3):
        with pytest.raises(Ungraded, match=r"cannot be reached$") as caught:
            gold.read("data/x")
        assert caught.value.need == "gold"
        assert str(caught.value.__cause__) == "no connection"
    assert tried == [1]


def test_the_release_page_out_of_reach(remote, monkeypatch):
    remote.stop()
    monkeypatch.setattr(release, "RELEASES", remote.base + "/tags/")
    with pytest.raises(Ungraded) as caught:
        GoldArchive.open("auto").view("letters", 1).read("data/x")
    assert "release page cannot be read" in str(caught.value.__cause__)


@pytest.mark.parametrize("source", ["nowhere", __file__])
def test_a_source_that_is_none(source):
    with pytest.raises(ConfigurationError, match="--knows-gold"):
        GoldArchive.open(source)


def test_pickles_to_its_source_and_serves_threads(remote):
    gold = GoldArchive.open(remote.url)
    gold.view("letters", 1).read("data/logos/a.png")
    copy = pickle.loads(pickle.dumps(gold))
    names = ["data/logos/a.png", "data/logos/b.png", "data/names.csv"] * 20
    with ThreadPoolExecutor(8) as pool:
        read = list(pool.map(copy.view("letters", 1).read, names))
    assert read == [FILES[f"letters/instance_1/{name}"] for name in names]


def test_the_real_layout():
    if "KNOWS_SHARED" not in os.environ:
        pytest.skip("KNOWS_SHARED is not set")
    gold = GoldArchive.open(str(Path(os.environ["KNOWS_SHARED"]) / "knows" / "gold-samples"))
    assert gold.view("slides_42_personal_none_product_comparison", 1).text("data/gold_devices.txt")
    assert len(gold.view("docs_37_reference_list", 3).names("data")) == 5


ID = "1AbC-_x"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("prefix", ["", "assets/"])
def test_assets_by_their_ids(tmp_path, packed, prefix):
    files = {
        f"{prefix}{ID}/b.JPG": b"b",
        f"{prefix}{ID}/a.docx": b"a",
        f"{prefix}{ID}/.DS_Store": b"",
        f"{prefix}2DeF.xlsx": b"book",
        f"{prefix}2DeF.more.xlsx": b"another",
    }
    if packed:
        (tmp_path / "assets.zip").write_bytes(zipped(files))
    else:
        for name, data in files.items():
            (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / name).write_bytes(data)
    assets = Assets.open(str(tmp_path / ("assets.zip" if packed else "in")))
    folder = assets.files(ID, "drive_folder")
    assert [(file.name, file.data, file.mime.rpartition(".")[2]) for file in folder] == [
        ("a.docx", b"a", "document"),
        ("b.JPG", b"b", "image/jpeg"),
    ]
    assert [file.data for file in assets.files("2DeF", "document")] == [b"book"]
    assert assets.files("1AbC", "drive_file") is None
    assert repr(folder[1]) == "AssetFile(b.JPG, image/jpeg, 1 bytes)"
