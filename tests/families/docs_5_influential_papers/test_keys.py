"""Which paper an address leads to."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from pytest_knows.grading import Rubric

ALL = ("arxiv.org", "biorxiv.org", "nature.com", "chemrxiv.org")


@pytest.fixture(scope="module")
def keys(rubric: Rubric) -> Any:
    """The family's module of that name."""
    return sys.modules[f"{rubric.module.__package__}.keys"]


@pytest.mark.parametrize(
    ("url", "kind", "name"),
    [
        ("https://arxiv.org/abs/quant-ph/9705052v1", "arXiv", "quant-ph/9705052"),
        ("https://arxiv.org/pdf/cond-mat/0211034.pdf", "arXiv", "cond-mat/0211034"),
        ("https://ar5iv.labs.arxiv.org/html/2211.09116", "arXiv", "2211.09116"),
        ("https://arxiv.org/abs/arXiv:2305.14314", "arXiv", "2305.14314"),
        ("http://ARXIV.org/abs/2305.14314v12/", "arXiv", "2305.14314"),
        ("https://doi.org/10.48550/ARXIV.2305.14314", "arXiv", "2305.14314"),
        ("https://www.biorxiv.org/content/10.1101/206540v2.full-text", "DOI", "10.1101/206540"),
        ("https://www.biorxiv.org/content/early/2017/10/20/206540", "DOI", "10.1101/206540"),
        ("https://doi.org/10.1101%2F2024.01.01.573412", "DOI", "10.1101/2024.01.01.573412"),
        ("https://www.nature.com/articles/s41586-024-08449-y/figures/1", "DOI", "10.1038/s41586-024-08449-y"),
        ("https://www.nature.com/articles/s41586-024-08449-y_reference.pdf", "DOI", "10.1038/s41586-024-08449-y"),
        ("https://chemrxiv.org/doi/pdf/10.26434/chemrxiv-2025-abcde/v2", "DOI", "10.26434/chemrxiv-2025-abcde"),
        ("https://doi.org/10.26434/chemrxiv.12345678.v1", "DOI", "10.26434/chemrxiv.12345678"),
    ],
)
def test_addresses(keys: Any, url: str, kind: str, name: str) -> None:
    assert keys.key_of(url, ALL) == keys.Key(kind, name)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://arxiv.org/",
        "https://arxiv.org/list/cs.CL/recent",
        "https://arxiv.org/abs/230.14314",
        "https://arxiv.org/a/someone_1",
        "https://www.biorxiv.org/search/2024.01.01.573412",
        "https://www.nature.com/subjects/protein-design",
        "https://www.nature.com/articles/",
        "https://doi.org/",
        "https://doi.org/10.1038",
        "https://doi.org/10.1101/cshperspect.a023456",
        "https://chemrxiv.org/engage/chemrxiv/search-dashboard",
        "mailto:someone@arxiv.org",
        "https://arxiv.org.example.com/abs/2305.14314",
        "http://[::1",
        "http://\ud800.example/%zz",
    ],
)
def test_what_is_no_paper(keys: Any, url: str) -> None:
    assert keys.key_of(url, ALL) is None


def test_groups_that_share_a_key(keys: Any) -> None:
    a, b, c, d = (keys.Key("DOI", name) for name in "abcd")
    assert keys.merged([{a}, {b}, {c}, {b, c}, {d}, {a}]) == [{a}, {b, c}, {d}]
    assert keys.merged([set(), {a, b}, {c}, {c, a}]) == [{a, b, c}]
    assert keys.merged([]) == []
