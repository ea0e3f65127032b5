"""`pytest-knows report, export, compare, merge, baseline, tasks, doctor`, and --knows-summary, on real runs."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from pytest_knows.cli import main
from pytest_knows.report.markdown import escape


@pytest.fixture
def command(project, capsys):
    """`command(*arguments)` in the project's folder: exit status, output and errors."""

    def command(*arguments):
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def compared(results):
    """Without what is volatile, the episodes' hashes (they hold times) among it."""
    tasks = [{**task, "snapshot_sha256": None} for task in results["tasks"]]
    return {**results, "run": None, "tasks": tasks}


def edit(project, out, change):
    path = project.path / out / "results.json"
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def step(content, slug, task="own.note.1"):
    return next(each for each in content["steps"] if (each["slug"], each["task_id"]) == (slug, task))


def test_a_report_is_rebuilt_after_a_crash(run, project, results, command):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out", "-n", "2")
    before, out = results("out"), project.path / "out"
    (out / "results.json").unlink()
    (out / "score.html").unlink()
    with (out / "steps.jsonl").open("a") as log:
        log.write('{"task_id": "own.no')
    status, text, _ = command("report", "out")
    assert (status, compared(results("out"))) == (0, compared(before))
    assert "own.note.2" in text
    assert "own.note.2" in (out / "score.html").read_text()
    (out / "results.json").unlink()
    lines = (out / "steps.jsonl").read_text().splitlines()
    (out / "steps.jsonl").write_text("\n".join([lines[0], "{}", *lines[1:]]))
    status, _, errors = command("report", "out")
    assert (status, "steps.jsonl, line 2" in errors) == (1, True)
    (out / "steps.jsonl").unlink()
    assert command("report", "out")[0] == 1


def test_steps_as_csv(run, project, results, command):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out")

    def change(content):
        step(content, "words")["reason"] = "=HYPERLINK(1)"

    edit(project, "out", change)
    status, text, _ = command("export", "out")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (status, len(rows)) == (0, 8)
    words = next(row for row in rows if (row["slug"], row["task_id"]) == ("words", "own.note.1"))
    assert (words["points"], words["outcome"], words["reason"]) == ("2", "failed", "'=HYPERLINK(1)")
    assert (words["domain"], words["scored"], words["cause"]) == ("Notes", "true", "finished")
    assert command("export", "out/results.json", "--out", "steps.csv")[0] == 0
    assert (project.path / "steps.csv").read_text() == text
    for arguments in (("export", "out"), ("baseline", "out")):
        status, _, errors = command(*arguments, "--out", "steps.csv/below")
        assert (status, errors.count("\n")) == (1, 1)
        assert errors.startswith("pytest-knows: steps.csv: ")
    assert command("export", "nowhere")[2] == "pytest-knows: nowhere: there is no such run folder or file\n"


def test_shards_are_merged_and_graded_again(run, project, results, command):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=all")
    for number in (1, 2):
        run("rubrics", "--knows-agent=my_agent", f"--knows-shard={number}/2", f"--knows-out=part{number}")
    assert command("merge", "part1", "part2", "--out", "merged")[0] == 0
    assert compared(results("merged")) == compared(results("all"))
    assert (project.path / "merged/score.html").exists()
    run("rubrics", "--knows-regrade=merged", "--knows-out=again")
    assert compared(results("again")) == compared(results("all"))
    assert [task["snapshot_sha256"] for task in results("again")["tasks"]] == [
        results(f"part{number}")["tasks"][0]["snapshot_sha256"] for number in (1, 2)
    ]
    refused = {
        ("all", "part1"): "own.note.1 (trial 1) is in all and in part1",
        ("part1", "part1"): "own.note.1 (trial 1) is in part1 and in part1",
        ("part1", "nowhere"): "nowhere",
    }
    for folders, words in refused.items():
        status, _, errors = command("merge", *folders, "--out", "other")
        assert (status, words in errors) == (1, True), errors
    assert "not empty" in command("merge", "part1", "part2", "--out", "merged")[2]
    edit(project, "part2", lambda content: content["versions"].update(judge="another"))
    assert "judge is None and another" in command("merge", "part1", "part2", "--out", "other")[2]
    assert not (project.path / "other").exists()


def test_a_compact_baseline_says_the_same(run, project, command):
    run("rubrics", "--knows-agent=good_agent", "--knows-out=good")
    status, text, _ = command("baseline", "good")
    assert (status, "2 tasks, 6 passed, 0 failed, 0 error, 2 ungraded" in text) == (0, True)
    size = (project.path / "baseline.json").stat().st_size
    assert size < (project.path / "good/results.json").stat().st_size / 3
    arguments = ["rubrics", "--knows-agent=my_agent", "--knows-max-regressions=0"]
    outcomes = [run(*arguments, f"--knows-baseline={file}") for file in ("baseline.json", "good/results.json")]
    assert [result.ret for result in outcomes] == [1, 1]
    for result, name in zip(outcomes, ("baseline.json", "results.json"), strict=True):
        result.stdout.fnmatch_lines([f"gate: baseline {name}: 2 regressions, 0 improvements in 6 steps*not held*"])
    status, text, _ = command("compare", "baseline.json", sorted((project.path / "reports").iterdir())[0])
    assert (status, text.count("regressed: rubrics/docs_note/rubric.py::cp2_01_words")) == (1, 2)


def test_a_baseline_under_new_rules(run, project, command, monkeypatch):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out")
    facts = project.path / "rubrics/docs_note/facts.toml"
    facts.write_text(facts.read_text().replace('["alpha", "beta"]', '["alpha"]'))
    project.makeini("[pytest]\nknows_rubrics = rubrics\n")
    assert command("baseline", "out", "--out", "old.json")[0] == 0
    status, text, errors = command("baseline", "out", "--regrade", "--out", "new.json")
    assert (status, "6 passed" in text) == (0, True), errors
    again = ["--knows-regrade=out", "--knows-baseline=new.json"]
    assert run(*again).ret == 0
    assert run("--knows-regrade=out", "--knows-baseline=old.json").ret == 3, "graded by another rubric"
    shutil.rmtree(project.path / "out/episodes")
    status, _, errors = command("baseline", "out", "--regrade")
    assert (status, "could not be graded again" in errors) == (1, True)


def test_a_partial_run_is_no_baseline(run, command):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out", "-k", "words")
    status, _, errors = command("baseline", "out")
    assert (status, "only some steps were selected of own.note.1" in errors) == (1, True)


def test_summaries_for_pull_requests(run, project, monkeypatch):
    run("rubrics", "--knows-agent=good_agent", "--knows-out=good")
    page = project.path / "page.md"
    page.write_text("before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    gate = ["--knows-baseline=good/results.json", "--knows-max-regressions=0"]
    result = run("rubrics", "--knows-agent=my_agent", *gate, "--knows-summary=summary.md")
    text = (project.path / "summary.md").read_text()
    assert page.read_text() == f"before\n{text}"
    assert text.startswith("## pytest-knows: gate not held\n")
    assert "| regressed | own.note.1 | words | passed | failed |" in text
    assert "2 steps need judge" in text
    result.stdout.fnmatch_lines(["::error title=words of own.note.1 regressed::*"])
    monkeypatch.delenv("GITHUB_ACTIONS")
    result = run("rubrics", "--knows-agent=my_agent", "--knows-summary=/proc/nowhere/summary.md")
    result.stdout.fnmatch_lines(["the Markdown summary could not be written: *"])
    assert page.read_text() == f"before\n{text}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a | b\nc", "a \\| b c"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert\\(1\\)&gt;"),
        ("[x](https://evil.example) @all #1", "\\[x\\]\\(https:\u200b//evil.example\\) @\u200ball \\#1"),
        ("`code` **bold** ~~no~~", "\\`code\\` \\*\\*bold\\*\\* \\~\\~no\\~\\~"),
    ],
)
def test_artifact_text_means_nothing_in_markdown(text, shown):
    assert escape(text) == shown


def test_tasks_are_listed_found_and_shown(project, command):
    own = ["--rubrics", "rubrics"]
    status, text, _ = command("tasks", "list", *own)
    assert (status, len(text.splitlines())) == (0, 2)
    assert "own.note.1 (n1)  Docs, Notes: 4 steps, 7 points; may need judge" in text
    assert command("tasks", "list", "n2", *own)[1].startswith("own.note.2")
    assert command("tasks", "search", "greets", "NOTES", *own)[1].count("own.note") == 2
    nothing = command("tasks", "search", "unicorn", "notes", *own)
    assert nothing == (1, "", "no task has unicorn and notes in its id, group, domain, app or steps\n")
    assert "cp2_01_words: words (4, content_check, published 2.1)" in command("tasks", "show", "n1", *own)[1]
    status, _, errors = command("tasks", "show", "n3", *own)
    assert (status, "no task, short id or family matches 'n3'" in errors) == (1, True)
    assert "no rubric folders" in command("tasks", "list", "--rubrics", "nowhere")[2]
    assert "knows.docs_1_formal_letter.1" in command("tasks", "list")[1]


def test_doctor(command, monkeypatch):
    monkeypatch.setenv("ACME_API_KEY", "very-secret")
    status, text, errors = command("doctor")
    assert (status, errors) == (0, "")
    assert "ok       workspace: " in text
    assert "ACME_API_KEY" in text
    assert "very-secret" not in text
    monkeypatch.setenv("KNOWS_CHROMIUM", "")
    monkeypatch.setenv("PATH", "/nowhere")
    assert "missing  fonts: fc-list is not here" in command("doctor")[1]


def test_doctor_says_what_is_broken(command, monkeypatch):
    from pytest_knows.commands import doctor
    from pytest_knows.errors import WorkspaceError

    def broken():
        raise WorkspaceError("the port is taken")

    monkeypatch.setattr(doctor, "_workspace", broken)
    status, text, _ = command("doctor")
    assert (status, "broken   broken: the port is taken" in text) == (1, True)
