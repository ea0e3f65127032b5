"""From the agent's call to the reports, in processes of their own, on the embedded Workspace."""

import json
import xml.etree.ElementTree as ElementTree
from importlib.resources import files

import jsonschema
import pytest

OUTCOMES = {
    "greets": ("passed", "deterministic", 1),
    "is_short": ("passed", "deterministic", 1),
    "words": ("failed", "deterministic", 2),
    "judged": ("ungraded", "not_graded", 0),
}


def outcomes(results, task="own.note.1", trial=1):
    return {
        s["slug"]: (s["outcome"], s["mechanism"], s["points"])
        for s in results["steps"]
        if (s["task_id"], s["trial"]) == (task, trial)
    }


def comparable(results):
    return {key: value for key, value in results.items() if key != "run"}


def without_snapshots(results):
    """Two runs make two artifacts with ids of their own; all else must be equal."""
    return {
        **comparable(results),
        "tasks": [{k: v for k, v in task.items() if k != "snapshot_sha256"} for task in results["tasks"]],
    }


def test_one_call_per_task_and_every_outcome_kept_apart(run, calls, results):
    result = run("rubrics", "--knows-agent=my_agent", "-rA")
    result.assert_outcomes(passed=6, failed=2, skipped=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert calls() == ["own.note.1", "own.note.2"]
    found = results()
    assert outcomes(found) == outcomes(found, "own.note.2") == OUTCOMES
    assert [task["points"] for task in found["tasks"]] == [[4, 5], [4, 5]]
    assert found["metrics"]["strict"]["overall"] == {
        "tasks": 2,
        "SR": [0, 0],
        "ASC": [0.5, 0.5],
        "ACF": [0.5, 0.75],
        "SF": [0.5, 0.75],
        "points": [0.571429, 0.714286],
    }
    assert found["metrics"]["paper"]["overall"]["SR"] == [0, 1]
    result.stdout.fnmatch_lines(["1 of 2; not 'beta'", "*ungraded: 2 steps need judge*--knows-judge*"])


def test_results_satisfy_the_shipped_schema(run, project, results):
    (project.path / "judge.json").write_text(json.dumps([{"key": "polite", "contains": "Hello", "answer": True}]))
    run("rubrics", "--knows-agent=my_agent", "--knows-judge=script:judge.json", "-k", "not is_short")
    schema = json.loads(files("pytest_knows.report").joinpath("results.schema.json").read_text())
    jsonschema.validate(results(), schema)
    assert {step["outcome"] for step in results()["steps"]} == {"passed", "failed", "error", "not_selected"}


def test_workers_give_the_same_results_and_ids(run, calls, results):
    serial = run("rubrics", "--knows-agent=my_agent", "--knows-out=serial")
    parallel = run("rubrics", "--knows-agent=my_agent", "--knows-out=parallel", "-n", "2")
    assert parallel.ret == serial.ret
    assert without_snapshots(results("parallel")) == without_snapshots(results("serial"))
    assert calls() == ["own.note.1", "own.note.1", "own.note.2", "own.note.2"]


@pytest.mark.parametrize("scope", ["function", "module", "session"])
def test_fixtures_of_any_scope(run, project, calls, scope):
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text().replace("@pytest.fixture\n", f"@pytest.fixture(scope='{scope}')\n"))
    run("rubrics", "--knows-agent=my_agent", "-p", "no:randomly").assert_outcomes(passed=6, failed=2, skipped=2)
    assert calls() == ["own.note.1", "own.note.2"]


def test_a_step_alone_runs_the_agent_once_and_the_rest_is_not_selected(run, calls, results):
    run("rubrics", "--knows-agent=my_agent", "-k", "words and own.note.1").assert_outcomes(failed=1)
    assert calls() == ["own.note.1"]
    found = results()
    assert {slug: outcome for slug, (outcome, _, _) in outcomes(found).items()} == {
        "greets": "not_selected",
        "is_short": "not_selected",
        "words": "failed",
        "judged": "not_selected",
    }
    assert found["tasks"][0]["partial"]
    assert found["tasks"][0]["points"] == [2, 5]
    assert found["metrics"]["strict"] == {}


def test_last_failed_selects_exactly_the_failed_steps(project, calls):
    arguments = ["rubrics", "--knows-agent=my_agent"]
    project.runpytest_subprocess(*arguments)
    result = project.runpytest_subprocess(*arguments, "--lf", "-v")
    result.assert_outcomes(failed=2)
    assert len(calls()) == 4


def test_exit_first(run, calls):
    run("rubrics", "--knows-agent=my_agent", "-x").assert_outcomes(passed=3, failed=1)
    assert calls() == ["own.note.1"]


@pytest.mark.parametrize("plugin", ["html", "xdist", "terminal"])
def test_without_other_plugins(run, calls, plugin):
    run("rubrics", "--knows-agent=my_agent", "-p", f"no:{plugin}")
    assert calls() == ["own.note.1", "own.note.2"]


def test_an_agent_that_breaks_is_recorded_and_what_it_built_is_graded(run, results):
    result = run("rubrics", "--knows-agent=crashing_agent", "--knows-select=n1")
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    result.stdout.fnmatch_lines(["*own.note.1: the agent's run ended with agent_error*", "*out of credit*"])
    assert results()["tasks"][0]["cause"] == "agent_error"
    assert outcomes(results()) == OUTCOMES


def test_a_time_out_is_recorded(run, project, results):
    project.makeconftest("import time, pytest\n@pytest.fixture\ndef slow(): return lambda task: time.sleep(30)\n")
    run("rubrics", "--knows-agent=slow", "--knows-select=n1", "--knows-timeout=0.5")
    assert results()["tasks"][0]["cause"] == "timeout"
    assert {o for o, _, _ in outcomes(results()).values()} == {"failed", "ungraded"}


def test_a_workspace_that_fails_makes_errors_never_failures(run, project, results):
    project.makeconftest(
        """
        import pytest
        from pytest_knows.workspace import Workspace

        @pytest.fixture
        def unlucky(): return lambda task: None

        def broken(self, file):
            from pytest_knows.errors import WorkspaceError
            raise WorkspaceError("documents.get: 503 backend unavailable")

        Workspace.read = broken
        """
    )
    result = run("rubrics", "--knows-agent=unlucky", "--knows-select=n1")
    result.assert_outcomes(errors=5)
    assert {o for o, _, _ in outcomes(results()).values()} == {"error"}
    assert results()["tasks"][0]["points"] == [0, 7]
    result.stdout.fnmatch_lines(["*error: 4 steps: documents.get: 503 backend unavailable*"])


def test_junit_carries_points_serially_and_from_workers(run, project):
    for arguments in ([], ["-n", "2"]):
        run("rubrics", "--knows-agent=my_agent", "--junitxml=junit.xml", "--knows-select=n1", *arguments)
        cases = {
            case.get("name"): {p.get("name"): p.get("value") for p in case.iter("property")}
            for case in ElementTree.parse(project.path / "junit.xml").iter("testcase")
        }
        assert len(cases) == 5
        words = cases["cp2_01_words[own.note.1]"]
        assert (words["knows_points"], words["knows_max"], words["knows_category"]) == ("2", "4", "content_check")
        assert words["knows_mechanism"] == "deterministic"


def test_html_has_our_columns_and_escapes(run, project):
    run("rubrics", "--knows-agent=my_agent", "--html=report.html", "--self-contained-html", "--knows-select=n1")
    page = (project.path / "report.html").read_text()
    assert "Mechanism" in page
    assert "2 of 4" in page


def test_score_page_escapes_what_an_artifact_says(run, project):
    (project.path / "rubrics/docs_note/facts.toml").write_text(
        (project.path / "rubrics/docs_note/facts.toml").read_text().replace('"beta"', '"<script>alert(1)</script>"')
    )
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out", "--knows-select=n1")
    page = (project.path / "out/score.html").read_text()
    assert "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e" in page
    assert page.count("<script") == 2, "the data, and the page's own"
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page


def test_regrading_needs_no_agent_and_gives_the_same_results(run, project, results, calls, monkeypatch):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=first")
    before = {path: path.read_bytes() for path in (project.path / "first" / "episodes").rglob("*") if path.is_file()}
    for seed, out in (("1", "second"), ("2", "third")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        result = run("rubrics", "--knows-regrade=first", f"--knows-out={out}")
        assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert comparable(results("second")) == comparable(results("third")) == comparable(results("first"))
    run("rubrics", "--knows-regrade=third", "--knows-out=fourth")  # a regrade of a regrade
    assert comparable(results("fourth")) == comparable(results("first"))
    assert len(calls()) == 2
    assert before == {p: p.read_bytes() for p in (project.path / "first" / "episodes").rglob("*") if p.is_file()}


def test_a_prepared_judge_answers(run, project, results):
    (project.path / "judge.json").write_text(json.dumps([{"key": "polite", "contains": "Hello", "answer": True}]))
    run("rubrics", "--knows-agent=my_agent", "--knows-judge=script:judge.json")
    assert outcomes(results())["judged"] == ("passed", "llm_vlm_judgement", 1)
    assert outcomes(results(), "own.note.2")["judged"] == ("error", "execution_error", 0)


def test_resume_runs_only_what_is_not_frozen(run, results, calls):
    run("rubrics", "--knows-agent=my_agent", "--knows-select=n1", "--knows-out=out")
    run("rubrics", "--knows-agent=my_agent", "--knows-select=n1,n2", "--knows-resume=out")
    assert calls() == ["own.note.1", "own.note.2"]
    assert len(results("out")["tasks"]) == 2


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_going_on_and_grading_again_are_about_the_tasks_of_the_run(run, results, calls, workers):
    run("rubrics", "--knows-agent=my_agent", "--knows-select=n1", "--knows-out=out")
    run("rubrics", "--knows-agent=my_agent", "--knows-resume=out", *workers)
    run("rubrics", "--knows-regrade=out", "--knows-out=again", *workers)
    assert calls() == ["own.note.1"]
    assert comparable(results("again")) == comparable(results("out"))
    assert [task["task_id"] for task in results("out")["tasks"]] == ["own.note.1"]


def test_trials_are_runs_of_their_own(run, calls, results):
    run("rubrics", "--knows-agent=my_agent", "--knows-select=n1", "--knows-trials=2", "-n", "2", "--knows-out=out")
    assert calls() == ["own.note.1", "own.note.1"]
    assert outcomes(results("out"), trial=2) == OUTCOMES
    run("rubrics", "--knows-regrade=out", "--knows-out=again")
    assert outcomes(results("again"), trial=2) == OUTCOMES


def test_a_folder_of_artifacts(run, project, results):
    (project.path / "made").mkdir()
    (project.path / "made/own.note.1.json").write_text('{"visited": []}')
    result = run("rubrics", "--knows-agent=artifacts:made")
    found = results()
    assert [task["cause"] for task in found["tasks"]] == ["finished", "not_run"]
    assert {o for o, _, _ in outcomes(found, "own.note.2").values()} == {"ungraded"}  # never zero
    result.stdout.fnmatch_lines(["*ungraded: 4 steps need artifact: put own.note.2.docx*into*made*"])


def test_an_unwritable_run_folder_is_a_usage_error(run, project, calls):
    (project.path / "file").write_text("")
    result = run("rubrics", "--knows-agent=my_agent", "--knows-out=file/out")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*run folder*cannot be written*--knows-out*"])
    assert calls() == []


def test_other_tests_run_beside_rubrics(run, project, calls):
    project.makepyfile(test_other="def test_good(): pass\ndef test_bad(): assert 0\n")
    run("rubrics", "test_other.py", "--knows-agent=my_agent", "-n", "2").assert_outcomes(passed=7, failed=3, skipped=2)
    assert calls() == ["own.note.1", "own.note.2"]


@pytest.mark.parametrize("look", ["--collect-only", "--setup-plan", "--setup-only", "--fixtures", "--cache-show"])
def test_a_look_calls_no_agent_and_writes_nothing(project, calls, look):
    result = project.runpytest_subprocess("rubrics", "--knows-agent=my_agent", look)
    assert result.ret == 0
    assert calls() == []
    assert not (project.path / "reports").exists()


@pytest.mark.parametrize(
    ("body", "outcome", "said"),
    [
        ("raise RuntimeError('no key')", "error", "could not be set up: RuntimeError: no key"),
        ("pytest.fail('no model')", "error", "could not be set up: Failed: no model"),
        ("pytest.skip('no key here')", "ungraded", "skipped: no key here"),
    ],
)
@pytest.mark.parametrize("autouse", [False, True])
def test_a_fixture_that_cannot_be_set_up_is_said_in_one_line(run, project, results, body, outcome, said, autouse):
    failing = f"import pytest\n@pytest.fixture(autouse={autouse})\ndef failing():\n    {body}\n"
    asks = "" if autouse else "failing"
    project.makeconftest(failing + f"@pytest.fixture\ndef unset({asks}): return print\n")
    result = run("rubrics", "--knows-agent=unset", "--knows-select=n1")
    text = result.stdout.str()
    assert said in text
    assert "INTERNALERROR" not in text
    assert "site-packages" not in text
    assert {o for o, _, _ in outcomes(results()).values()} == {outcome}


def test_a_users_skip_mark_takes_a_step_out(run, project, results):
    with (project.path / "conftest.py").open("a") as file:
        file.write(
            "\ndef pytest_collection_modifyitems(items):\n"
            "    for item in items:\n"
            "        if 'words' in item.name: item.add_marker(pytest.mark.skip(reason='not today'))\n"
        )
    result = run("rubrics", "--knows-agent=my_agent", "--knows-select=n1", "-rs")
    result.assert_outcomes(passed=3, skipped=2)
    result.stdout.fnmatch_lines(["SKIPPED*not today*"])
    assert outcomes(results())["words"] == ("not_selected", "not_graded", 0)


def test_a_workspace_that_cannot_start_is_said_in_one_line(run, project, calls):
    (project.path / "out").mkdir()
    (project.path / "out/workspace.db").write_text("this is no database, but long enough to be read as one" * 50)
    result = run("rubrics", "--knows-agent=my_agent", "--knows-out=out")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    result.stderr.fnmatch_lines(["ERROR: *Workspace server ended while starting*not a database*"])
    assert calls() == []


def test_no_connection_is_left_open(run, calls):
    """Warnings as errors: an unclosed socket of an agent's clients or of ours would end a step."""
    run("rubrics", "--knows-agent=my_agent", "-W", "error").assert_outcomes(passed=6, failed=2, skipped=2)
    run("rubrics", "--knows-agent=my_agent", "-W", "error", "-n", "2").assert_outcomes(passed=6, failed=2, skipped=2)
