"""Recorded pages: stored as at the freeze, read through a snapshot."""

import gzip
import hashlib
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.html import read_html
from pytest_knows.evidence.pages import NO_SUCH_HOST, Pages, PageWriter

URL = "https://example.org/a"


class Recorder:
    """Writes pages into a folder and reads them as grading does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, *args, **kwargs) -> None:
        with PageWriter(self.folder) as writer:
            writer.add(*args, **kwargs)

    @property
    def pages(self) -> Pages:
        names = [path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()]
        files = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in names}
        (self.folder / "snapshot.json").write_text(json.dumps({"schema": 1, "files": files, "notes": {}}))
        return Pages(Snapshot(self.folder))


@pytest.fixture
def recorder(tmp_path):
    return Recorder(tmp_path)


def text_of(html: str) -> str:
    return read_html(html)[1]


def test_found_by_any_spelling_and_by_its_target(recorder):
    recorder.add(URL + "?utm_source=x", "<p>Hello", final_url="https://example.org/b")
    pages = recorder.pages
    for spelling in (URL, "http://www.example.org/a/", "example.org/b#c"):
        assert pages.get(spelling).text == "Hello"
    assert pages.get("https://example.org/c") is None
    assert len(pages) == 1


def test_a_page_of_its_own_goes_before_one_that_redirected_to_it(recorder):
    recorder.add(URL, "<p>from a", final_url="https://example.org/b")
    recorder.add("https://example.org/b", "<p>b itself")
    assert recorder.pages.get("https://example.org/b").text == "b itself"


@pytest.mark.parametrize("status", [404, 410, 400, 418])
def test_dead(recorder, status):
    recorder.add(URL, "<p>gone", status=status)
    page = recorder.pages.get(URL)
    assert (page.dead, page.unreadable, page.readable, page.text) == (True, False, False, "")


@pytest.mark.parametrize("status", [401, 403, 408, 429, 451, 500, 503, 302])
def test_unreadable_by_the_worlds_fault(recorder, status):
    recorder.add(URL, "<p>no", status=status)
    page = recorder.pages.get(URL)
    assert (page.dead, page.unreadable, page.readable) == (False, True, False)


def test_no_such_host_is_dead_and_a_timeout_is_not(recorder):
    recorder.add(URL, error=NO_SUCH_HOST)
    recorder.add("https://slow.example", error="no answer within 30 s")
    pages = recorder.pages
    assert pages.get(URL).dead
    assert pages.get("https://slow.example").unreadable
    assert pages.get("https://slow.example").status is None


def test_a_later_failure_does_not_replace_an_answer(recorder):
    recorder.add(URL, "<p>one")
    recorder.add(URL, error="time-out")
    assert recorder.pages.get(URL).text == "one"
    recorder.add(URL, "<p>two")
    assert recorder.pages.get(URL).text == "two"


def test_bytes_are_stored_once(recorder):
    recorder.add(URL, "same")
    recorder.add("https://example.org/b", "same")
    assert len(list((recorder.folder / "pages").iterdir())) == 2  # the index and one page


def test_a_changed_page_is_damaged_evidence(recorder):
    recorder.add(URL, "<p>Hello")
    pages = recorder.pages
    stored = next(path for path in (recorder.folder / "pages").iterdir() if path.name != "index.json")
    stored.write_text("<p>Forged")
    with pytest.raises(DamagedEvidence, match="changed"):
        _ = pages.get(URL).text


def test_no_index_is_no_pages_and_a_broken_one_is_damaged(recorder):
    assert recorder.pages.get(URL) is None
    (recorder.folder / "pages").mkdir()
    (recorder.folder / "pages" / "index.json").write_text('{"pages": 3}')
    with pytest.raises(DamagedEvidence):
        recorder.pages.get(URL)


def test_malformed_entries_degrade(recorder):
    (recorder.folder / "pages").mkdir()
    entries = {"https://example.org/a": {"status": "200", "url": 3, "file": []}, "https://example.org/b": 7}
    (recorder.folder / "pages" / "index.json").write_text(json.dumps({"pages": entries}))
    pages = recorder.pages
    assert pages.get(URL).unreadable
    assert pages.get(URL).text == ""
    assert pages.get("https://example.org/b") is None


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("Grüße".encode("cp1252"), "text/html; charset=windows-1252", "Grüße"),
        ("<meta charset='iso-8859-1'><p>Grüße".encode("latin-1"), "text/html", "Grüße"),
        ("<p>Grüße".encode(), "text/html", "Grüße"),
        ("<p>Grüße".encode("cp1252"), "text/html", "Grüße"),
        ("<p>Grüße".encode("utf-16"), "text/html", "Grüße"),
        (b'{"a": "<b>"}', "application/json", '{"a": "<b>"}'),
        (b"a  b\n\n c", "text/plain", "a b\nc"),
        (b"\x89PNG", "image/png", ""),
        (b"x", "text/html; charset=nonsense", "x"),
    ],
)
def test_encodings_and_types(recorder, body, content_type, text):
    recorder.add(URL, body, content_type=content_type)
    assert recorder.pages.get(URL).text == text


def test_pdf(recorder):
    from PIL import Image

    blank = io.BytesIO()
    Image.new("RGB", (20, 20)).save(blank, "PDF")
    recorder.add(URL, blank.getvalue(), content_type="application/pdf")
    recorder.add("https://example.org/b", b"%PDF-1.4 broken", content_type="application/pdf")
    assert recorder.pages.get(URL).text == ""
    assert recorder.pages.get("https://example.org/b").text == ""


def test_pdf_text(recorder):
    stream = b"BT /F1 12 Tf 20 50 Td (Hello from a PDF) Tj ET"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body = b"".join(b"%d 0 obj%sendobj\n" % (number, text) for number, text in enumerate(objects, 1))
    recorder.add(URL, b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>", content_type="application/pdf")
    assert recorder.pages.get(URL).text == "Hello from a PDF"


def test_title_and_visible_text():
    title, text = read_html(
        "<html><head><title>A &amp; B</title><style>p{}</style><script>if (a<b) '</p>'</script></head><body>"
        "<header>Menu</header><nav>Home<ul><li>x</ul></nav><main><header><h1>Head\nline</h1></header>"
        "<p>One <b>t</b>wo&nbsp;three<br>four</p><aside>advert</aside><p hidden>no</p>"
        "<p style='color:red; display : none'>no</p><p class='hidden'>yes</p><!-- <p>no --></main>"
        "<table><tr><td>a<td>b</tr></table><pre>x\ny</pre><footer>imprint</footer>end"
    )
    assert title == "A & B"
    assert text == "Head line\nOne two three\nfour\nyes\na\tb\nx\ny\nend"


def test_an_element_left_open_does_not_swallow_the_page():
    assert text_of("<div><nav>menu</div><p>text") == "text"
    assert text_of("<head><title>t</title><body>text") == "text"


def test_text_that_looks_like_markup_stays():
    assert text_of("<p>1 < 2 and 3 > 2 &lt;b&gt; <3") == "1 < 2 and 3 > 2 <b> <3"


@given(st.text(alphabet="<>/!-'\"= &#;xp9\n") | st.text())
def test_any_html_is_read(source):
    read_html(source)


@pytest.mark.parametrize(
    "unit", ["<div>", "<!", "<a ", '<a b="', "<", "</", "&", "<!--", "<script>", "<![CDATA[", "&#9", "<p>a</b>"]
)
def test_reading_takes_time_in_proportion_to_length(unit):
    # 300,000 characters of what makes other parsers quadratic; the session's own time limit is the judge.
    assert len(text_of(unit * (300_000 // len(unit)))) <= 300_000


def test_huge_character_references():
    assert text_of("a&#" + "9" * 5000 + ";b") == "a\ufffdb"


LONG = (
    "<p>Filler about nothing at all. " * 500
    + "<p>The Prius has 57 mpg.<p>"
    + "More filler here. " * 500
    + "<p>Writer: Ann"
)


def test_passages_come_from_anywhere_in_the_page(recorder):
    recorder.add(URL, LONG)
    page = recorder.pages.get(URL)
    assert page.text.index("Prius") > 4000
    passages = page.passages(["prius", "MPG"])
    assert len(passages) == 1
    assert "57 mpg" in passages[0]
    assert page.passages(["write", "pri"]) == ()
    assert page.passages([]) == ()


def test_passages_keep_to_the_limit_and_prefer_what_holds_more_keywords(recorder):
    recorder.add(URL, LONG)
    page = recorder.pages.get(URL)
    passages = page.passages(["filler", "prius"], limit=1500)
    assert sum(map(len, passages)) <= 1500
    assert any("Prius" in passage for passage in passages)
    assert all(passage.splitlines()[0] in page.text for passage in passages)


def test_repr_is_short(recorder):
    recorder.add(URL, "x")
    pages = recorder.pages
    assert repr(pages) == "Pages(1)"
    assert repr(pages.get(URL)) == f"Page({URL}, 200)"


def test_lone_surrogates_can_be_recorded(tmp_path):
    """As in a HAR that an agent made: none of them keeps the other pages from being written."""
    with PageWriter(tmp_path) as writer:
        writer.add("https://a.example/\ud800", "one \ud800 two", content_type="text/html\ud800")
        writer.add("https://b.example/", error="refused \ud800")
    with PageWriter(tmp_path) as again:
        assert "https://a.example/\ud800" in again
        assert "https://b.example/" in again
    assert b"one ? two" in [gzip.decompress(file.read_bytes()) for file in (tmp_path / "pages").glob("*.gz")]


def test_an_excerpt_is_all_of_a_short_page_and_what_matters_of_a_long_one(recorder):
    recorder.add(URL, LONG)
    page = recorder.pages.get(URL)
    assert page.excerpt(["nothing of it"], len(page.text)) == page.text
    keyword = next(word for word in reversed(page.text.split()) if len(word) > 5)
    about = page.excerpt(iter([keyword]), 1000)
    assert keyword in about
    assert about.split("\n[...]\n") == list(page.passages([keyword], 1000))
    assert page.excerpt(["zzzzzz"], 1000) == page.text[:1000]
