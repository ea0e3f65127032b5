"""What a family's `evidence` may ask for and name, and that each round sees what the ones before brought."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from pytest_knows.episode.attempt import Target
from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import RubricError
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.trace import Trace
from pytest_knows.evidence.web import fetcher
from pytest_knows.evidence.web.limits import WebLimits
from pytest_knows.grading import Rubric
from pytest_knows.research import Web
from pytest_knows.workspace import Kind, Workspace

from .conftest import LIMITS
from .site import Site, page

FACTS = """
[family]
name = "docs_cites"
task_prefix = "own.cites"
artifact = "Docs"
group = "Own"
domain = "Notes"
short_ids = ["c1"]
[1]
root = "{root}"
[[steps]]
step = "nothing"
cp = 1
pub = "1.1"
"""

HEAD = """
from pytest_knows.evidence.request import Request
from pytest_knows.rubric import located, step

@step(category="web_visit_check")
def nothing():
    pass

"""


class Options:
    """Those of a run that the web is about."""

    web, gold, allow_hosts, allow_proxy = "live", "none", ("127.0.0.1",), False
    regrade = rerun = None


Record = Callable[..., Snapshot]


@pytest.fixture
def record(workspace: Workspace, tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> Record:
    """`record(hook, trace=[...], limits...)`: an episode frozen with what the hook names."""

    def record(hook: str, trace: Any = (), **limits: Any) -> Snapshot:
        monkeypatch.setattr(fetcher, "WebLimits", lambda: WebLimits(**{**vars_of(LIMITS), **limits}))
        folder = tmp_path / "rubric"
        folder.mkdir()
        (folder / "rubric.py").write_text(HEAD + dedent(hook))
        (folder / "facts.toml").write_text(FACTS.replace("{root}", site.root))
        rubric = Rubric.load(folder)
        rubric.steps(1)
        web = Web(Options(), tmp_path / "run")  # type: ignore[arg-type]
        recorder = web.recorder(rubric, rubric.tasks[0], workspace.connection.endpoint)
        file = workspace.create_file(Kind.DOCUMENT, "A note")
        output = workspace.create_folder("Output").id
        inside = workspace.create_file(Kind.DOCUMENT, "inside", parent=output)
        body = {"requests": [{"insertText": {"location": {"index": 1}, "text": f"See {site.root}/json"}}]}
        workspace.clients.docs.documents().batchUpdate(documentId=inside.id, body=body).execute()
        return freeze(
            workspace,
            file,
            tmp_path / "episode",
            info=rubric.tasks[0],
            trace=Trace([site.root + path for path in trace], "observed"),
            targets={"OUTPUT_FOLDER_URL": Target(id=output, url="", kind="folder")},
            want_rendering=False,
            research=recorder,
        )

    return record


def vars_of(limits: WebLimits) -> dict[str, Any]:
    return {name: getattr(limits, name) for name in limits.__slots__}


def recorded(snapshot: Snapshot, site: Site) -> set[str]:
    return {page.url.removeprefix(site.root) for page in Pages(snapshot) if page.error is None}


def chained(site: Site, *paths: str) -> None:
    """Pages that each name the next one."""
    for path, next_path in zip(paths, [*paths[1:], "/end"], strict=True):
        site.pages[path] = page(f"next {site.root}{next_path}")


FOLLOWING = """
def evidence(facts, pages):
    yield facts.root + "/one"
    for known in pages:
        yield from (word for word in known.text.split() if word.startswith("http"))
"""


def test_a_family_may_follow_what_it_named(record: Record, site: Site) -> None:
    chained(site, "/one", "/two", "/three", "/four")
    snapshot = record(FOLLOWING)
    assert recorded(snapshot, site) == {"/one", "/two", "/three"}
    assert snapshot.manifest["notes"]["pages_asked"] == 3


def test_the_pages_of_the_trace_are_seen_in_the_second_round(record: Record, site: Site) -> None:
    chained(site, "/one", "/two")
    chained(site, "/visited", "/linked")
    snapshot = record(FOLLOWING, ["/visited"])
    assert recorded(snapshot, site) == {"/visited", "/linked", "/one", "/two", "/end"}


def test_what_a_hook_may_ask_for(record: Record, site: Site) -> None:
    snapshot = record(
        """
        @located
        def word(doc):
            return "plain"

        @located
        def missing(doc):
            return None

        def evidence(word, today, drive, trace, task, facts, missing: str | None):
            assert missing is None and task.instance == 1
            yield f"{facts.root}/{word}?{today.isoformat()}"
            (inside,) = drive.targets["OUTPUT_FOLDER_URL"].files
            yield from (part for line in inside.document().lines for part in line.text.split() if "/" in part)
            yield from (url + "?seen" for url in trace.urls)
            yield 3
        """,
        ["/latin1"],
    )
    today = snapshot.json("task.json")["date"]
    assert recorded(snapshot, site) == {f"/plain?{today}", "/json", "/latin1", "/latin1?seen"}


def test_what_is_lacking_names_nothing(record: Record, site: Site) -> None:
    located = "@located\ndef list_(doc):\n    return None\n\n"
    snapshot = record(f"{located}def evidence(list_, facts):\n    return [facts.root + '/plain']\n", ["/latin1"])
    assert recorded(snapshot, site) == {"/latin1"}
    assert "evidence_error" not in snapshot.manifest["notes"]


def test_a_hook_that_fails_keeps_what_it_named_before(record: Record, site: Site) -> None:
    hook = "def evidence(facts, gold):\n    yield facts.root + '/plain'\n    yield gold.text('data/a.txt')\n"
    snapshot = record(hook, ["/latin1"])
    assert recorded(snapshot, site) == {"/latin1", "/plain"}
    assert snapshot.manifest["notes"]["evidence_error"].startswith("Ungraded: no gold archive")


def test_a_name_that_cannot_be_resolved_is_said_when_the_rubric_is_loaded(record: Record) -> None:
    with pytest.raises(RubricError, match="evidence asks for 'articles'"):
        record("def evidence(articles):\n    return []\n")


def test_a_long_trace_leaves_room_for_what_the_family_names(record: Record, site: Site) -> None:
    hook = "def evidence(facts):\n    return [facts.root + f'/plain?{n}' for n in range(3)]\n"
    snapshot = record(hook, [f"/json?{n}" for n in range(3)], pages=1, named=2)
    assert recorded(snapshot, site) == {"/plain?0", "/plain?1", "/json?0"}
    assert snapshot.manifest["notes"]["pages_left_out"] == 3
