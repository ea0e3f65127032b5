"""Which pictures an HTML page has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.evidence.metadata import MAX_VALUES
from pytest_knows.evidence.page_pictures import read_picture_urls

BASE = "https://shop.example/a/page?x=1"


def found(source: str) -> list[str]:
    return [url.removeprefix("https://shop.example") for url in read_picture_urls(source, BASE)]


@pytest.mark.parametrize(
    ("source", "urls"),
    [
        ("<img src=one.png>", ["/a/one.png"]),
        ("<IMG alt='a > b' SRC='/one.png?a=1&amp;b=2'>", ["/one.png?a=1&b=2"]),
        ('<img src="data:image/png;base64,AAAA" data-src="//cdn.example/x.jpg">', ["https://cdn.example/x.jpg"]),
        ('<img srcset="s.jpg 320w, l.jpg 1280w, m.jpg 640w" src="s.jpg">', ["/a/s.jpg", "/a/l.jpg"]),
        ('<img srcset="/c/w_1,h_2/s.jpg 1x, /c/w_3,h_4/l.jpg 2x">', ["/c/w_3,h_4/l.jpg"]),
        ('<img srcset="only.jpg">', ["/a/only.jpg"]),
        ('<img srcset=" , ,">', []),
        ("<picture><source srcset='a.webp 2x'><img src='a.jpg'></picture>", ["/a/a.webp", "/a/a.jpg"]),
        ("<div style='background: url(/b.jpg)'><style>p{background:URL( \"c.png\" )}</style>", ["/b.jpg", "/a/c.png"]),
        (("<p><img src=p.png></p><link rel=image_src href=/l.png><meta property=og:image content=/o.png>"
         "<meta name=twitter:image content=/t.png>"), ["/o.png", "/t.png", "/l.png", "/a/p.png"]),
        ("<img src=/a.png><img src=/b.png><img src=/a.png>", ["/a.png", "/b.png"]),
        ("<img src=/logo.svg><img src='/x.SVGZ?v=2'><img src='file:///etc/passwd'><img src='javascript:1'>", []),
        ("<img src='http://[::1'><img src=''><img><img src>", []),
    ],
)  # fmt: skip
def test_pictures_of_a_page(source: str, urls: list[str]) -> None:
    assert found(source) == urls


def test_no_more_than_so_many() -> None:
    assert len(found("".join(f"<img src=/{n}.png>" for n in range(MAX_VALUES + 50)))) == MAX_VALUES


@given(st.text(max_size=300) | st.text(alphabet="<imgsrc=\"' ,url(>2wx", max_size=300))
def test_any_text_is_read(source: str) -> None:
    for text in (source, f"<img srcset='{source}'>", f"<img src='{source}'>"):
        assert all(url.startswith(("http://", "https://")) for url in read_picture_urls(text, BASE))
