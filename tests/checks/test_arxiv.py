"""The arXiv's numbers in addresses, and what its API says."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit.bench import record

from pytest_knows.checks import arxiv
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pages import Pages


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("https://arxiv.org/abs/2305.14314", "2305.14314"),
        ("http://www.arxiv.org/pdf/2305.14314v3.pdf", "2305.14314"),
        ("https://export.arxiv.org/html/2305.14314v2#S1", "2305.14314"),
        ("https://ar5iv.labs.arxiv.org/html/2305.14314", "2305.14314"),
        ("https://www.google.com/url?q=https://arxiv.org/abs/2305.14314", "2305.14314"),
        ("arxiv.org/abs/0704.0001", "0704.0001"),
        ("https://arxiv.org/abs/math.PR/0507536v2", "math.pr/0507536"),
        ("https://arxiv.org/abs/arXiv:2305.14314", "2305.14314"),
        ("https://arxiv.org/search/?query=2305.14314", ""),
        ("https://arxiv.org/abs/2305.143145", ""),
        ("https://arxiv.org/abs/2305.14314/more", ""),
        ("https://notarxiv.org/abs/2305.14314", ""),
        ("https://example.org/arxiv.org/abs/2305.14314", ""),
        ("2305.14314", ""),
        ("", ""),
    ],
)
def test_addresses(url: str, number: str) -> None:
    assert arxiv.number_of(url) == number


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("2305.14314", "2305.14314", True),
        ("2305.14314", "2305.14315", False),
        ("math/0507536", "0507536", True),
        ("math.pr/0507536", "math/0507536", True),
        ("hep-th/0507536", "math/0507536", False),
        ("", "", False),
    ],
)
def test_one_paper(a: str, b: str, equal: bool) -> None:
    assert arxiv.same(a, b) is equal
    assert arxiv.same(b, a) is equal


FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><title>query</title>%s</feed>"""
ENTRY = """<entry><id>http://arxiv.org/abs/2305.14314v1</id><title>A  paper
  on things</title><summary> It says so. </summary><published>2023-05-23T17:50:33Z</published>
<author><name>Ann  Other</name></author><author><name>Jan Nowak</name></author><category term="cs.LG"/></entry>"""
PROBLEM = "<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title></entry>"


class Folder:
    """The files of an episode."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def has(self, name: str) -> bool:
        return (self._root / name).exists()

    def read(self, name: str) -> bytes:
        return (self._root / name).read_bytes()

    def json(self, name: str):
        import json

        return json.loads(self.read(name))


def pages(folder: Path, page) -> Pages:
    record(folder, {} if page is None else {arxiv.query("2305.14314").address: page})
    return Pages(Folder(folder))


def test_a_paper(tmp_path: Path) -> None:
    found = arxiv.answer(pages(tmp_path, FEED % ENTRY), "2305.14314")
    assert found == arxiv.Entry(
        title="A paper on things",
        authors=("Ann Other", "Jan Nowak"),
        abstract="It says so.",
        published="2023-05-23",
        categories=("cs.LG",),
    )


@pytest.mark.parametrize("page", [FEED % "", FEED % PROBLEM, 400, 404])
def test_no_such_paper(tmp_path: Path, page) -> None:
    assert arxiv.answer(pages(tmp_path, page), "2305.14314") is None


@pytest.mark.parametrize("page", [None, 429, 503, "<html>busy</html>", "<feed/>", "", {"error": "timed out"}])
def test_no_answer(tmp_path: Path, page) -> None:
    with pytest.raises(DamagedEvidence):
        arxiv.answer(pages(tmp_path, page), "2305.14314")


def test_each_number_is_asked_by_itself() -> None:
    assert arxiv.query("2305.14314").url == "https://export.arxiv.org/api/query?id_list=2305.14314"
    assert arxiv.query("2305.14314").gap >= 3
