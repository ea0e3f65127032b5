"""A task whose prompt names source files that cannot be had."""

from __future__ import annotations

import json
import re
import socket

import pytest

ASSET = "https://drive.google.com/file/d/asset-0001/view"


@pytest.fixture
def named(project, monkeypatch, tmp_path_factory):
    """The family's first task with such a prompt from a dataset; nobody answers where the asset should be."""
    facts = project.path / "rubrics/docs_note/facts.toml"
    facts.write_text(re.sub(r"^prompt = .*$", "", facts.read_text(), flags=re.M))
    text = {"task_id": "own.note.1", "family": "docs_note", "instance_num": 1, "prompt": f"Say Hello as in {ASSET}."}
    (project.path / "tasks.jsonl").write_text(json.dumps(text))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("KNOWS_GOOGLE_WEB", f"http://127.0.0.1:{closed.getsockname()[1]}")
        monkeypatch.setenv("KNOWS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield ["rubrics", "--knows-select=n1", "--knows-tasks=tasks.jsonl", "--knows-agent=my_agent", "--knows-out=out"]


def test_it_is_not_run_and_nobody_is_paid(named, run, results, calls):
    done = run(*named, "--knows-web=live")
    assert calls() == []
    assert [task["cause"] for task in results("out")["tasks"]] == ["assets_missing"]
    assert {step["outcome"] for step in results("out")["steps"]} == {"ungraded"}
    done.stdout.fnmatch_lines(["ungraded: 4 steps need assets: --knows-assets *, or --knows-missing-assets run"])


def test_it_is_run_when_that_is_allowed(named, run, results, calls):
    run(*named, "--knows-missing-assets=run")
    assert calls() == ["own.note.1"]
    assert [task["cause"] for task in results("out")["tasks"]] == ["finished"]


def test_it_is_run_with_its_asset(named, run, results, calls, project):
    (project.path / "assets").mkdir()
    (project.path / "assets/asset-0001.txt").write_text("Hello")
    run(*named, "--knows-assets=assets")
    assert calls() == ["own.note.1"]
    record = json.loads((project.path / "out/episodes/own.note.1/t1/drive/assets.json").read_text())
    assert record["asset-0001"]["mimeType"] == "text/plain"


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--knows-missing-assets=maybe", "--knows-missing-assets maybe: expected skip or run"),
        (
            "--knows-workspace=elsewhere",
            "--knows-workspace elsewhere: expected auto, google, local or http://HOST:PORT",
        ),
        ("--knows-workspace=http://127.0.0.1:9", "--knows-workspace URL and --knows-targets are about what was made"),
        ("--knows-targets=none.json", "--knows-targets none.json: there is no such file or folder"),
    ],
)
def test_wrong_options(named, run, option, says):
    done = run(*named, option)
    assert done.ret == 4
    done.stderr.fnmatch_lines([f"*{says}*"])
