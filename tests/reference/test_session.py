"""Evaluators in an environment of their own: what they see of the world, and what becomes of what they print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_knows.cli import main
from pytest_knows.errors import JudgeError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.reference.session import Session

from .conftest import PAGE, results_of

HEAD = """
import argparse, json, os, sys
parser = argparse.ArgumentParser()
parser.add_argument("--workspace_doc_id")
{option}
given = parser.parse_args()
seen = {{}}
def attempt(act):
    try:
        return act()
    except Exception as error:
        return f"{{type(error).__name__}}: {{error}}"
"""
TAIL = """
print("Final Score: " + str({"total": 10, "result": 4}))
print()
print("Part: 4/10")
print("  [PASS] First: " + json.dumps(seen))
print("  [FAIL] Second: no")
"""
HISTORY = 'parser.add_argument("--browsing_history", nargs="*")'
STEPS = {"1.1": ("name_text", "passed"), "1.2": ("name_location", "failed")}


def graded(episode, environment, **more):
    session = Session(
        run=episode, results=results_of(episode, STEPS), python=environment / "bin/python", **({"seconds": 60} | more)
    )
    [found] = session.compare([])
    return found


def seen(evaluator, episode, environment, code, option="", **more):
    """What the code finds."""
    evaluator(HEAD.format(option=option) + code + TAIL)
    found = graded(episode, environment, **more)
    assert not found.verdict.crash
    return json.loads(found.verdict.steps[0].account), found


def test_google_is_the_frozen_episode(evaluator, episode, environment):
    code = """
from googleapiclient.discovery import build
from google.oauth2.credentials import Credentials
signed_in = Credentials.from_authorized_user_file("auth-data/token.json")
docs, drive = (build(*name, credentials=signed_in) for name in (("docs", "v1"), ("drive", "v3")))
read = docs.documents().get(documentId=given.workspace_doc_id).execute()
seen["text"] = "".join(run["textRun"]["content"] for part in read["body"]["content"]
                       for run in part.get("paragraph", {}).get("elements", []))
seen["pdf"] = attempt(lambda: drive.files().export(fileId=given.workspace_doc_id, mimeType="text/plain").execute())
change = {"requests": [{"insertText": {"location": {"index": 1}, "text": "mine "}}]}
seen["change"] = attempt(lambda: docs.documents().batchUpdate(documentId=given.workspace_doc_id, body=change).execute())
seen["other"] = attempt(lambda: docs.documents().get(documentId="another").execute())
"""
    found, compared = seen(evaluator, episode, environment, code)
    assert found["text"] == "Dear reader\n"
    assert "403" in found["change"]
    assert "404" in found["other"]
    gaps = " ".join(compared.verdict.gaps)
    assert "a Workspace to write to" in gaps
    assert "a file that is not in the episode" in gaps


SHOWN = "seen['x'] = [answer.status_code, answer.text, str(answer.url)]"
LIBRARIES = {
    "requests": f"import requests\nanswer = requests.get({PAGE!r})\n{SHOWN}",
    "httpx": f"import httpx\nanswer = httpx.get({PAGE!r})\n{SHOWN}",
    "httpx async": "import asyncio, httpx\nasync def get():\n    async with httpx.AsyncClient() as client:\n"
    f"        return await client.get({PAGE!r})\nanswer = asyncio.run(get())\n{SHOWN}",
    "httplib2": f"import httplib2\nhead, body = httplib2.Http().request({PAGE!r})\n"
    "seen['x'] = [head.status, body.decode(), head['content-location']]",
    "urllib": f"import urllib.request\nanswer = urllib.request.urlopen({PAGE!r})\n"
    f"seen['x'] = [answer.status, answer.read().decode(), {PAGE!r}]",
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_web_is_the_recorded_pages(evaluator, episode, environment, library):
    pytest.importorskip(library.split()[0])
    found, compared = seen(evaluator, episode, environment, LIBRARIES[library])
    assert found["x"] == [200, "<p>recorded words</p>", PAGE]
    assert compared.verdict.gaps == ()


def test_pages_that_are_not_there(evaluator, episode, environment):
    code = """
import httpx
seen["gone"] = httpx.get("https://gone.example.org/").status_code
seen["unknown"] = httpx.get("https://never.example.org/?q=1").status_code
"""
    found, compared = seen(evaluator, episode, environment, code)
    assert found == {"gone": 404, "unknown": 504}
    assert compared.verdict.gaps == ("a page that was not recorded: https://never.example.org/",)


def test_nothing_else_is_reached(evaluator, episode, environment):
    code = """
import socket
seen["x"] = attempt(lambda: socket.create_connection(("192.0.2.1", 80), timeout=5))
seen["secrets"] = [name for name in os.environ if "SECRET" in name]
"""
    found, _ = seen(evaluator, episode, environment, code)
    assert "only the relay" in found["x"]
    assert found["secrets"] == []


def test_secrets_stay_here(evaluator, episode, environment, monkeypatch):
    monkeypatch.setenv("MY_SECRET_TOKEN", "hidden")
    found, _ = seen(evaluator, episode, environment, 'seen["x"] = [v for v in os.environ.values() if "hidden" in v]')
    assert found["x"] == []


@pytest.mark.parametrize(
    ("option", "expected"),
    [(HISTORY, [PAGE, "https://b.example.org/"]), ("", None)],
)
def test_visited_urls_are_given_to_those_that_take_them(evaluator, episode, environment, option, expected):
    found, _ = seen(evaluator, episode, environment, 'seen["x"] = vars(given).get("browsing_history")', option)
    assert found["x"] == expected


def test_visited_urls_in_a_doc(evaluator, episode, environment):
    code = """
from googleapiclient.discovery import build
from google.oauth2.credentials import Credentials
docs = build("docs", "v1", credentials=Credentials.from_authorized_user_file("auth-data/token.json"))
read = docs.documents().get(documentId=given.browsing_history_doc_id).execute()
seen["x"] = [part["paragraph"]["elements"][0]["textRun"]["content"] for part in read["body"]["content"]]
"""
    found, _ = seen(evaluator, episode, environment, code, 'parser.add_argument("--browsing_history_doc_id")')
    assert found["x"] == [f"{PAGE}\n", "https://b.example.org/\n"]


GOLD = """
import io, zipfile, httpx
answer = httpx.get("https://github.com/some/where/knows-gold-data-v9.zip", follow_redirects=True)
seen["x"] = answer.status_code
if answer.status_code == 200:
    seen["x"] = zipfile.ZipFile(io.BytesIO(answer.content)).read("docs_1_formal_letter/instance_1/data/a.txt").decode()
"""


def test_gold_data_is_ours(evaluator, episode, environment, tmp_path):
    place = tmp_path / "docs_1_formal_letter/instance_1/data/a.txt"
    place.parent.mkdir(parents=True)
    place.write_text("gold")
    found, _ = seen(evaluator, episode, environment, GOLD, gold=GoldArchive.open(str(tmp_path)))
    assert found["x"] == "gold"
    found, compared = seen(evaluator, episode, environment, GOLD)
    assert found["x"] == 404
    assert "gold" in compared.verdict.gaps[0]


GEMINI = """
import httpx
parts = [{"text": "Is it?"}]
url = "https://generativelanguage.googleapis.com/v1/models/gemini-2.5-flash:generateContent"
answer = httpx.post(url, json={"contents": [{"parts": parts}]})
seen["x"] = answer.json()["candidates"][0]["content"]["parts"][0]["text"] if answer.status_code == 200 else "none"
"""


def test_the_judge_is_ours(evaluator, episode, environment):
    asked = []

    def judge(request):
        asked.append(request["contents"][0]["parts"][0]["text"])
        return "Yes."

    found, _ = seen(evaluator, episode, environment, GEMINI, judge=judge)
    assert (found["x"], asked) == ("Yes.", ["Is it?"])


def test_a_judge_that_fails_or_is_not_there(evaluator, episode, environment):
    def judge(request):
        raise JudgeError("the model is gone")

    found, compared = seen(evaluator, episode, environment, GEMINI, judge=judge)
    assert found["x"] == "none"
    assert "the model is gone" in compared.verdict.gaps[0]
    assert seen(evaluator, episode, environment, GEMINI)[1].verdict.gaps[0].startswith("a judge: ")


CRASHES = {
    "an exception": ("raise KeyError('x')", "KeyError: 'x'"),
    "a missing module": ("import browsergym.knows.gone", "browsergym.knows.gone"),
    "no score": ("print('done')\nsys.exit(0)", "it printed no score"),
    "an exit": ("sys.exit(3)", "exit status 3"),
    "for ever": ("import time\ntime.sleep(60)", "it was not done after 2 s"),
}


@pytest.mark.parametrize("crash", CRASHES)
def test_a_crash_is_reported_as_such(evaluator, episode, environment, crash):
    code, says = CRASHES[crash]
    evaluator(HEAD.format(option="") + code)
    found = graded(episode, environment, seconds=2 if crash == "for ever" else 60)
    assert says in found.verdict.crash
    assert found.verdict.points is None


def test_the_command(evaluator, episode, environment, capsys):
    """Exit status 1: the second step passes here and not there, and no id of the family says why."""
    steps = {"1.1": ("name_text", "passed"), "1.2": ("no_such_step", "passed")}
    (episode / "results.json").write_text(json.dumps(results_of(episode, steps)))
    evaluator(HEAD.format(option="") + TAIL)
    arguments = ["reference", str(episode), "--environment", str(environment), "--gold", "none"]
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert "ours 4 of 10, reference 4 of 10" in out
    assert "1.2 Second: passed / FAIL: UNEXPLAINED" in out
    written = json.loads((episode / "reference.json").read_text())
    assert [one["slug"] for one in written[0]["differences"]] == ["no_such_step"]
    assert main([*arguments, "--task", "nothing"]) == 1
    assert "no such task" in capsys.readouterr().err


def test_an_environment_that_cannot_be_made(episode, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    (episode / "results.json").write_text(json.dumps(results_of(episode, STEPS)))
    assert main(["reference", str(episode), "--environment", str(tmp_path / "e"), "--gold", "none"]) == 1
    assert "cannot be installed" in capsys.readouterr().err
    assert not Path(tmp_path / "e" / "ready").exists()
