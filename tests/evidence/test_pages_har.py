"""HAR files: what was visited, and what the pages held."""

import base64
import json

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.evidence import har
from pytest_knows.evidence.har import read_har
from pytest_knows.evidence.pages import PageWriter


def entry(url, text="<p>x", *, at=0, status=200, mime="text/html; charset=iso-8859-1", encoding=None, **more):
    content = {"mimeType": mime, "text": text} | ({"encoding": encoding} if encoding else {})
    headers = [{"name": "Sec-Fetch-Dest", "value": more.pop("dest")}] if "dest" in more else []
    return {
        "startedDateTime": f"2026-03-14T10:00:{at:02}.000Z",
        "request": {"method": more.pop("method", "GET"), "url": url, "headers": headers},
        "response": {"status": status, "content": content, "redirectURL": more.pop("to", "")},
        **more,
    }


@pytest.fixture
def recording(tmp_path):
    def write(*entries):
        path = tmp_path / "pages.har"
        path.write_text(json.dumps({"log": {"version": "1.2", "entries": list(entries)}}))
        return path

    return write


def test_main_frame_navigations_in_order(recording):
    path = recording(
        entry("https://b.example/", at=2),
        entry("https://a.example/", at=1),
        entry("https://a.example/x.js", at=1, mime="text/javascript"),
        entry("https://ads.example/frame", at=1, dest="iframe"),
        entry("https://a.example/api", at=3, _resourceType="xhr"),
        entry("https://a.example/form", at=3, method="POST"),
        entry("https://c.example/paper.pdf", at=4, mime="application/pdf", dest="document"),
        entry("chrome://newtab", at=5),
    )
    assert read_har(path).visited == ("https://a.example/", "https://b.example/", "https://c.example/paper.pdf")


def test_content_text_is_decoded_already_and_base64_is_bytes(recording):
    pages = read_har(
        recording(
            entry("https://a.example/", "<p>Grüße"),
            entry("https://b.example/", base64.b64encode("<p>Grüße".encode("latin-1")).decode(), encoding="base64"),
        )
    ).pages
    assert [
        (page.body.decode("utf-8" if n == 0 else "latin-1"), page.content_type) for n, page in enumerate(pages)
    ] == [
        ("<p>Grüße", "text/html; charset=utf-8"),
        ("<p>Grüße", "text/html; charset=iso-8859-1"),
    ]


def test_redirects_lead_to_the_page(recording):
    found = read_har(
        recording(
            entry("https://a.example/old", "", status=301, to="/new", at=1),
            entry("https://a.example/new", "<p>new", at=2),
            entry("https://a.example/loop", "", status=302, to="/loop", at=3),
        )
    )
    assert found.visited[:2] == ("https://a.example/old", "https://a.example/new")
    first = found.pages[0]
    assert (first.url, first.final_url, first.status, first.body) == (
        "https://a.example/old",
        "https://a.example/new",
        200,
        b"<p>new",
    )
    assert found.pages[2].status == 302


def test_what_has_no_content_says_why(recording, monkeypatch):
    monkeypatch.setattr(har, "BODY_BYTES", 10)
    pages = read_har(
        recording(
            entry("https://a.example/", None),
            entry("https://b.example/", "x" * 11),
            entry("https://c.example/", "=", encoding="base64"),
            entry("https://d.example/", "", status=0),
            entry("https://e.example/", None, status=404),
        )
    ).pages
    assert [page.error for page in pages[:2]] == ["its content was not recorded", "its content has more than 10 bytes"]
    assert pages[2].error.startswith("its content cannot be decoded")
    assert pages[3].error == "no answer was recorded"
    assert (pages[4].error, pages[4].status) == (None, 404)


def test_stored_as_pages(recording, tmp_path):
    found = read_har(recording(entry("https://a.example/x"), entry("https://e.example/", None, status=404)))
    with PageWriter(tmp_path / "episode") as writer:
        found.write(writer)
    index = json.loads((tmp_path / "episode/pages/index.json").read_text())["pages"]
    assert index["https://a.example/x"]["status"] == 200
    assert index["https://e.example"]["status"] == 404


def test_odd_entries_are_passed_over(recording):
    odd = [7, {}, {"request": 3}, {"request": {"url": 3}}, {"request": {"url": "https://a.example"}, "response": []}]
    assert read_har(recording(*odd, entry("https://b.example/"))).visited == ("https://b.example/",)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"log": {"entries": 3}}', '{"log": 1}', "[" * 100_000])
def test_what_is_no_har_file_is_named(tmp_path, content):
    (tmp_path / "odd.har").write_text(content)
    with pytest.raises(ConfigurationError, match=r"odd\.har"):
        read_har(tmp_path / "odd.har")


def test_missing_and_too_large_files(tmp_path, recording, monkeypatch):
    with pytest.raises(ConfigurationError, match=r"none\.har"):
        read_har(tmp_path / "none.har")
    monkeypatch.setattr(har, "FILE_BYTES", 5)
    with pytest.raises(ConfigurationError, match="more than 5 bytes"):
        read_har(recording(entry("https://a.example/")))
