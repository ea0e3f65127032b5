"""The trace: not recorded is not empty."""

import pytest

from pytest_knows.errors import TraceMissing
from pytest_knows.evidence.trace import Trace

VISITS = ["https://a.example/x", "https://b.example", "http://www.a.example/x/", "https://a.example/y"]


def test_not_recorded_raises_and_empty_does_not():
    with pytest.raises(TraceMissing, match=r"task\.visit"):
        Trace(None, "none").has("https://a.example")
    assert Trace([], "observed").urls == ()
    assert not Trace([], "observed").visited(lambda _: True)


def test_each_page_once_in_order():
    assert Trace(VISITS, "observed").distinct() == (VISITS[0], VISITS[1], VISITS[3])


def test_visited_looks_at_every_spelling():
    trace = Trace(VISITS, "observed")
    assert trace.visited(lambda url: "www." in url) == (VISITS[2],)


def test_has_compares_pages():
    trace = Trace(VISITS, "observed")
    assert trace.has("a.example/y/#top")
    assert trace.has("https://www.google.com/url?q=https://b.example/")
    assert not trace.has("https://a.example")
    assert not trace.has("")


@pytest.mark.parametrize("trace", [Trace(VISITS, "self_reported"), Trace([], "observed"), Trace(None, "none")])
def test_json_and_back(trace):
    assert Trace.from_json(trace.to_json()) == trace


@pytest.mark.parametrize("data", [None, [], "x", {"urls": "x"}, {"urls": {}}, {}])
def test_malformed_is_not_recorded(data):
    trace = Trace.from_json(data)
    assert not trace.recorded
    assert trace.source == "none"


def test_entries_that_are_no_text_are_left_out():
    trace = Trace.from_json({"urls": [1, "https://a.example", None], "source": ["x"]})
    assert trace.urls == ("https://a.example",)
    assert trace.source == "self_reported"


def test_repr_is_short_and_has_no_addresses():
    assert repr(Trace(VISITS, "observed")) == "Trace(4 URLs, observed)"
