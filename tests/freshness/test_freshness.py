"""`pytest-knows freshness` on a site, a gold folder and assets of our own."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest

from pytest_knows.cli import main
from pytest_knows.collection import shipped_rubrics
from pytest_knows.freshness.relied import relied

FACTS = """
relies = [
    {{ url = "{site}/api?x=1", contains = "42" }},
    {{ url = "{site}/keyed", key = "FRESHNESS_KEY", parameter = "key", only = [2] }},
]

[family]
name = "docs_fresh"
task_prefix = "own.fresh"
artifact = "Docs"
group = "Own"
domain = "Notes"

[facts]
links = ["{site}/page"]

[1]
team = {{ name = "x", as_of = 2026-01-31 }}
picture = "data/golds/a.png"

[2]
other = "{site}/gone"

[[steps]]
step = "any"
cp = 1
pub = "1.1"
"""

RUBRIC = """
from pytest_knows.rubric import step


@step(category="content_check")
def any(doc, gold):
    return gold.text("data/list.csv") + gold.text(f"data/more_{1}.csv")
"""


class Site(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, tuple[int, str]]] = {}

    def do_GET(self) -> None:
        status, text = self.pages.get(self.path, (404, "nothing"))
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if "<" in text else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    pages = {"/page": "<p>As it was</p>", "/api?x=1": '{"answer": 42}', "/keyed?key=5ecret": "1"}
    monkeypatch.setattr(Site, "pages", {path: (200, text) for path, text in pages.items()})
    monkeypatch.setenv("KNOWS_GOOGLE_WEB", address)
    monkeypatch.setenv("KNOWS_CACHE", str(tmp_path / "cache"))
    family = tmp_path / "rubrics" / "docs_fresh"
    family.mkdir(parents=True)
    (family / "facts.toml").write_text(FACTS.format(site=address))
    (family / "rubric.py").write_text(RUBRIC)
    gold = tmp_path / "gold" / "docs_fresh"
    for name in ("instance_1/data/golds/a.png", "instance_1/data/list.csv", "instance_2/data/more_1.csv"):
        (gold / name).parent.mkdir(parents=True, exist_ok=True)
        (gold / name).write_bytes(b"x")
    (tmp_path / "tasks.jsonl").write_text(
        json.dumps(
            {
                "task_id": "own.fresh.1",
                "family": "docs_fresh",
                "instance_num": 1,
                "prompt": "Read https://drive.google.com/file/d/asset-0001/view",
            }
        )
    )
    Site.pages["/uc?export=download&id=asset-0001"] = (200, "content")
    yield address
    server.shutdown()
    server.server_close()
    thread.join()


Look = Callable[..., tuple[int, dict[str, str], str]]


@pytest.fixture
def look(site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Look:
    """Exit status, state of everything by kind and name (with the task, where it matters), and the text."""

    def look(*more: str) -> tuple[int, dict[str, str], str]:
        where = ["--rubrics", str(tmp_path / "rubrics"), "--gold", str(tmp_path / "gold")]
        where += ["--tasks", str(tmp_path / "tasks.jsonl"), "--allow-host", site.removeprefix("http://")]
        status = main(["freshness", *where, "--json", str(tmp_path / "report.json"), *more])
        found = json.loads((tmp_path / "report.json").read_text())["checked"]
        states = {f"{one['task_id'][-1]} {one['what']} {one['name'].removeprefix(site)}": one["state"] for one in found}
        return status, states, capsys.readouterr().out

    return look


def test_everything_that_is_relied_on(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRESHNESS_KEY", "5ecret")
    Site.pages["/gone"] = (200, "<p>back</p>")
    status, states, out = look()
    assert status == 0
    assert set(states.values()) == {"alive"}
    assert sorted(states) == [
        "1 asset asset-0001",
        "1 fact facts.team",
        "1 gold data/golds/a.png",
        "1 gold data/list.csv",
        "1 gold data/more_",
        "1 page /page",
        "1 service /api?x=1",
        "2 fact facts",
        "2 gold data/list.csv",
        "2 gold data/more_",
        "2 page /gone",
        "2 page /page",
        "2 service /api?x=1",
        "2 service /keyed",
    ]
    assert "2 tasks: 14 alive" in out
    assert "5ecret" not in out


def test_what_is_gone_is_named_with_its_task(look: Look, tmp_path: Path) -> None:
    (tmp_path / "gold/docs_fresh/instance_1/data/golds/a.png").unlink()
    del Site.pages["/uc?export=download&id=asset-0001"]
    status, states, out = look()
    assert status == 1
    dead = sorted(name for name, state in states.items() if state == "dead")
    assert dead == ["1 asset asset-0001", "1 gold data/golds/a.png", "2 page /gone"]
    assert states["2 service /keyed"] == "unknown"
    assert "unknown  service" in out
    assert "set FRESHNESS_KEY to have it asked" in out


def test_what_changed_since_an_earlier_report(look: Look, tmp_path: Path) -> None:
    Site.pages["/gone"] = (200, "<p>back</p>")
    look()
    earlier = (tmp_path / "report.json").rename(tmp_path / "earlier.json")
    Site.pages["/page"] = (200, "<p>As it is now</p>")
    Site.pages["/api?x=1"] = (200, '{"answer": 43}')
    Site.pages["/uc?export=download&id=asset-0001"] = (200, "another content")
    status, states, out = look("--against", str(earlier), "--max-age", "30")
    assert status == 1
    assert sorted(name for name, state in states.items() if state == "changed") == [
        "1 asset asset-0001",
        "1 fact facts.team",
        "1 page /page",
        "1 service /api?x=1",
        "2 page /page",
        "2 service /api?x=1",
    ]
    assert "it does not say '42' any more" in out


def test_trouble_is_not_taken_for_an_end(look: Look) -> None:
    Site.pages["/gone"] = (500, "<p>trouble</p>")
    status, states, _ = look("own.fresh.2")
    assert (status, states["2 page /gone"]) == (0, "unknown")


def test_an_earlier_report_that_is_none(look: Look, tmp_path: Path) -> None:
    (tmp_path / "earlier.json").write_text("[]")
    assert main(["freshness", "--against", str(tmp_path / "earlier.json"), "--tasks", "none"]) == 1


def test_every_shipped_family_says_what_it_relies_on() -> None:
    """Read from the folders alone: nothing is asked."""
    folders = sorted(path.parent for path in shipped_rubrics().glob("*/facts.toml"))
    found = {folder.name: relied(folder) for folder in folders}
    assert len(found) >= 22
    assert all(len({thing.task_id for thing in things}) == 5 for things in found.values())
    kinds = {thing.what for things in found.values() for thing in things}
    assert kinds == {"page", "gold", "fact", "service"}


def test_every_service_that_rubrics_name_is_asked() -> None:
    """Hosts in the code of rubrics."""
    for folder in sorted(path.parent for path in shipped_rubrics().glob("*/facts.toml")):
        hosts = {urlsplit(thing.name).hostname for thing in relied(folder) if thing.what == "service"}
        code = "".join(path.read_text() for path in folder.glob("*.py"))
        named = {host for host in re.findall(r'"https://([\w.-]+\.\w+)', code) if host != "doi.org"}
        assert named <= hosts, folder.name
