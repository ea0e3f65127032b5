"""URLs: what is one page, and which URLs stand in a text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_knows.evidence import urls

SAME = [
    ("http://example.org/a", "https://www.example.org/a/"),
    ("https://example.org:443/a", "example.org/a"),
    ("https://EXAMPLE.org./a", "https://example.org/a"),
    ("https://example.org/a#part", "https://example.org/a"),
    ("https://example.org/a?utm_source=x&id=1&gclid=2", "https://example.org/a?id=1"),
    ("https://example.org/a?b=2&a=1", "https://example.org/a?a=1&b=2"),
    ("https://example.org/a?q=x+y", "https://example.org/a?q=x%20y"),
    ("https://example.org/Foo_%28bar%29", "https://example.org/Foo_(bar)"),
    ("https://example.org/caf%c3%a9", "https://example.org/café"),
    ("https://example.org/cafe\u0301", "https://example.org/caf\u00e9"),
    ("https://example.org/a/./b/../c", "https://example.org/a/c"),
    ("https://bücher.example/", "https://xn--bcher-kva.example"),
    ("https://en.m.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
    ("https://m.imdb.com/title/tt1/", "https://www.imdb.com/title/tt1"),
    ("https://www.google.com/url?sa=D&q=https%3A%2F%2Fexample.org%2Fa%3Fid%3D1", "https://example.org/a?id=1"),
    ("https://www.google.co.uk/url?url=https://example.org/a", "https://example.org/a"),
    ("https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org", "example.org"),
    ("https://docs.google.com/document/d/1AbC-_x/edit?usp=sharing#h", "https://docs.google.com/document/u/0/d/1AbC-_x"),
    ("https://drive.google.com/file/d/1AbC/view", "https://drive.google.com/uc?export=download&id=1AbC"),
    ("\u200bhttps://example.org/a \n", "https://example.org/a"),
    ("https:\\\\example.org\\a", "https://example.org/a"),
    ("https://example.org/#top", "https://example.org"),
]
DIFFERENT = [
    ("https://example.org/", "https://example.org/a"),
    ("https://example.org/a?p=1", "https://example.org/a?p=2"),
    ("https://example.org/a", "https://example.org/A"),
    ("https://example.org:8080/a", "https://example.org/a"),
    ("https://example.org/a%2Fb", "https://example.org/a/b"),
    ("https://example.org/#/one", "https://example.org/#/two"),
    ("https://example.org@evil.example/a", "https://example.org/a"),
    ("https://evil.example\\@example.org/", "https://example.org/"),
    ("https://docs.google.com/document/d/1A/edit", "https://docs.google.com/document/d/1B/edit"),
    ("https://docs.google.com/document/d/1A/export?format=pdf", "https://docs.google.com/document/d/1A/edit"),
    ("https://example.org/url?q=https://example.com", "https://example.com"),
    ("", ""),
    ("mailto:a@example.org", "mailto:a@example.org"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_one_page(a, b):
    assert urls.normalise(a) == urls.normalise(b)
    assert urls.same(a, b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_two_pages(a, b):
    assert not urls.same(a, b)


@given(st.text() | st.from_regex(r"https?://[a-z.]{1,9}[/?#%&=;:@\\\[\].a-zäÄ\d+]{0,30}", fullmatch=True))
@example("http://[")
@example("http://[::1]:99999/")
@example("https://\ud800.example/%zz?%ff=%")
@example("//\u2100.example")
@example("https://a.example/%2541%zz%fe")
def test_any_text_is_read_and_normalising_twice_changes_nothing(text):
    once = urls.normalise(text)
    assert urls.normalise(once) == once
    urls.host(text), urls.google_file_id(text), urls.bare_domains(text)
    assert all(urls.parse(url) for url in urls.find(text))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.Example.org:80/x", "example.org"),
        ("http://[::1]:8080/x", "[::1]"),
        ("https://en.m.wikipedia.org/", "en.wikipedia.org"),
        ("www.com", "www.com"),
        ("not a url", ""),
        ("ftp://example.org", ""),
    ],
)
def test_host(url, expected):
    assert urls.host(url) == expected


def test_on_site_takes_the_domain_and_what_is_below_it():
    assert urls.on_site("https://blog.example.org/x", "example.org")
    assert urls.on_site("https://www.example.org/x", "other.example", "Example.org")
    assert not urls.on_site("https://notexample.org/x", "example.org")
    assert not urls.on_site("https://evil.example/?u=example.org", "example.org")


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("https://docs.google.com/document/d/1AbC-_x/edit", "1AbC-_x"),
        ("https://docs.google.com/spreadsheets/u/1/d/1AbC/htmlview#gid=3", "1AbC"),
        ("https://docs.google.com/a/example.org/presentation/d/1AbC", "1AbC"),
        ("https://drive.google.com/drive/u/0/folders/1AbC?usp=drive_link", "1AbC"),
        ("https://drive.google.com/open?id=1AbC", "1AbC"),
        ("https://drive.google.com/uc?export=download&id=1AbC", "1AbC"),
        ("https://www.google.com/url?q=https://drive.google.com/file/d/1AbC/view", "1AbC"),
        ("https://docs.google.com/document/d/e/2PACX-1/pub", None),
        ("https://docs.google.com.evil.example/document/d/1AbC/edit", None),
        ("https://example.org/open?id=1AbC", None),
        ("https://drive.google.com/drive/my-drive", None),
    ],
)
def test_google_file_id(url, file):
    assert urls.google_file_id(url) == file


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://example.org/a.", ["https://example.org/a"]),
        ("(https://en.wikipedia.org/wiki/Foo_(bar))", ["https://en.wikipedia.org/wiki/Foo_(bar)"]),
        ("[https://a.example](https://b.example/x)", ["https://a.example", "https://b.example/x"]),
        ("https://a.examplehttps://b.example", ["https://a.example", "https://b.example"]),
        (
            "https://web.archive.org/web/2020/https://a.example/b",
            ["https://web.archive.org/web/2020/https://a.example/b"],
        ),
        ("“https://a.example/x”, HTTP://B.example!", ["https://a.example/x", "HTTP://B.example"]),
        ("https://a.example/x?y=[1]&z", ["https://a.example/x?y=[1]&z"]),
        ("https:// and http://", []),
        ("a https://a.example/ b https://a.example/", ["https://a.example/", "https://a.example/"]),
    ],
)
def test_urls_in_text(text, found):
    assert urls.find(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Visit missionblue.org, or www.foo.co.uk/bar).", ["missionblue.org", "www.foo.co.uk/bar"]),
        ("EXAMPLE.COM", ["EXAMPLE.COM"]),
        (
            "browser.engineering, www.some.museumshop/x; some.museumshop",
            ["browser.engineering", "www.some.museumshop/x"],
        ),
        ("rated 4.2.It has; the end.In spring; Fig.No; 3.5.in", []),
        ("write to john.doe@example.org or a.example.com@b.org", []),
        ("https://example.org/a", []),
        ("report.docx and e.g. this", []),
    ],
)
def test_addresses_without_a_scheme(text, found):
    assert urls.bare_domains(text) == found


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.org/x.JPG?w=5#f", True),
        ("a.org/x.webp", True),
        ("https://a.org/?file=x.png", False),
        ("https://a.org/png", False),
        ("https://a.png", False),
        ("x", False),
    ],
)
def test_picture_files(url, expected):
    assert urls.is_picture(url) is expected


def test_parts_of_a_url():
    parsed = urls.parse("https://example.org/a%20b/c?id=&id=2#f")
    assert parsed is not None
    assert parsed.segments == ("a b", "c")
    assert parsed.param("x", "id") == "2"
