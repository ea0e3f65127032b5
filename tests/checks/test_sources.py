"""Cited pages."""

import pytest

from pytest_knows.artifact.presentation import Presentation
from pytest_knows.checks import sources
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import DamagedEvidence, JudgeError
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Pages, PageWriter
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.rubric import StepFailed
from pytest_knows.scoring import Mechanism


def boxes(*runs):
    elements = [{"paragraphMarker": {}}]
    elements += [
        {"textRun": {"content": text, "style": {"link": {"url": link}} if link else {}}} for text, link in runs
    ]
    shape = {"objectId": "n", "shape": {"text": {"textElements": elements}}}
    return Presentation({"slides": [{"pageElements": [shape]}]}, lambda _: b"").first_slide.text_boxes


def test_urls_in_order_each_page_once():
    found = sources.cited_urls(
        boxes(
            ("First (https://b.example/x), then ", ""),
            ("the book", "https://a.example"),
            (" and www.c.org/page; again http://b.example/x/.", ""),
            (" Mail: me@d.example", "mailto:me@d.example"),
        )
    )
    assert found == ("https://b.example/x", "https://a.example", "www.c.org/page")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Source: https://a.example.org/x, b.example.org/y", ["https://a.example.org/x", "b.example.org/y"]),
        ("www.example.org", ["www.example.org"]),
        ("Photo by Sakura.co", []),
        (" Sakura.co ", ["Sakura.co"]),
        ("Source: Sakura.co", ["Sakura.co"]),
        ("Sources: a.com, b.com and c.com.", ["a.com", "b.com", "c.com"]),
        ("Official website - nrs.com", ["nrs.com"]),
        ("(a.com)", ["a.com"]),
        ("Studio: Sakura.co", []),
        ("Sources differ: Sakura.co", []),
        ("garage.jpg of Pinterest", []),
    ],
)
def test_addresses_that_a_text_spells_out(text, found):
    assert sources.written_urls(text) == found


def test_an_address_split_over_runs_is_one():
    assert sources.cited_urls(boxes(("https://a.exam", ""), ("ple/page", ""))) == ("https://a.example/page",)


class Files:
    def __init__(self, root):
        self.root = root

    def has(self, name):
        return (self.root / name).exists()

    def read(self, name):
        return (self.root / name).read_bytes()

    json = Snapshot.json
    _parse = Snapshot._parse


@pytest.fixture
def pages(tmp_path):
    with PageWriter(tmp_path) as writer:
        writer.add("https://good.example", "<p>Whales sing to one another.</p>")
        writer.add("https://dull.example", "<p>Nothing of the kind.</p>")
        writer.add("https://empty.example", "<html></html>")
        writer.add("https://dead.example", "no", status=404)
        writer.add("https://busy.example", "no", status=503)
    return Pages(Files(tmp_path))


@pytest.mark.parametrize(
    ("host", "state"),
    [
        ("good", "readable"),
        ("dead", "dead"),
        ("busy", "unreadable"),
        ("empty", "unreadable"),
        ("unknown", "unreadable"),
    ],
)
def test_states(pages, host, state):
    assert sources.state(f"http://www.{host}.example/", pages) == state


def require(pages, *hosts, rules):
    cited = [f"https://{host}.example" for host in hosts]
    sources.require_support(cited, "Whales sing", pages, ScriptedJudge(rules), key="support", question="?")


GOOD = [{"key": "support", "contains": "Whales sing to one another", "answer": True}]
YES_TO_GOOD = [*GOOD, {"key": "support", "answer": False}]


def test_one_supporting_page_is_enough(pages):
    require(pages, "dead", "busy", "dull", "good", rules=YES_TO_GOOD)


@pytest.mark.parametrize(
    ("hosts", "mechanism"),
    [
        ([], Mechanism.DETERMINISTIC),
        (["dead"], Mechanism.DETERMINISTIC),
        (["dull"], Mechanism.LLM_VLM_JUDGEMENT),
        (["dead", "dull"], Mechanism.LLM_VLM_JUDGEMENT),
    ],
)
def test_no_support_is_a_failure(pages, hosts, mechanism):
    with pytest.raises(StepFailed) as failure:
        require(pages, *hosts, rules=YES_TO_GOOD)
    assert failure.value.mechanism is mechanism


def test_a_page_that_nobody_could_read_leaves_it_open(pages):
    with pytest.raises(DamagedEvidence, match="could not be read"):
        require(pages, "dull", "busy", rules=YES_TO_GOOD)


def test_a_judge_that_failed_leaves_it_open_unless_another_page_supports(pages):
    with pytest.raises(JudgeError):
        require(pages, "dull", rules=[])
    require(pages, "dull", "good", rules=GOOD)


def test_a_page_or_its_archived_copy(tmp_path):
    with PageWriter(tmp_path) as writer:
        writer.add("https://good.example", "<p>Whales sing.</p>")
        writer.add("https://busy.example", "no", status=503)
        writer.add(urls.archived("https://busy.example"), "<p>Whales sang.</p>")
        writer.add("https://dead.example", "no", status=404)
        writer.add(urls.archived("https://dead.example"), "<p>Whales sang.</p>")
    pages = Pages(Files(tmp_path))
    assert sources.readable("https://good.example", pages).text == "Whales sing."
    assert sources.readable("https://busy.example", pages).text == "Whales sang."
    assert sources.readable("https://busy.example", pages, at_least=100) is None
    assert sources.readable("https://dead.example", pages) is None, "what is gone is no source"
    assert sources.readable("https://unknown.example", pages) is None
    cited = [f"https://{name}.example" for name in ("good", "busy", "dead", "unknown")]
    assert list(sources.to_record(cited, pages)) == [*cited[:2], urls.archived(cited[1]), *cited[2:]]
