"""Exit codes and XFAIL/XPASS under --knows-baseline and --knows-fail-under."""

import json

import pytest


@pytest.fixture
def baseline(run):
    """A run of `my_agent` (words: 2 of 4 points) as baseline."""
    run("rubrics", "--knows-agent=my_agent", "--knows-out=base")
    return "--knows-baseline=base/results.json"


def test_the_same_failures_are_expected(run, baseline):
    result = run("rubrics", "--knows-agent=my_agent", baseline)
    assert result.ret == 0
    result.assert_outcomes(passed=6, xfailed=2, skipped=2)
    result.stdout.fnmatch_lines(["gate: baseline results.json: 0 regressions, 0 improvements in 6 steps*: held*"])


def test_improvements_are_xpass(run, baseline):
    result = run("rubrics", "--knows-agent=good_agent", baseline, "-n", "2")
    assert result.ret == 0
    result.assert_outcomes(passed=6, xpassed=2, skipped=2)


def test_only_regressions_are_failed(run, project, baseline):
    conftest = project.path / "conftest.py"
    conftest.write_text(
        conftest.read_text().replace('" alpha\\n"', '" \\n"')
    )  # fewer points on a step that failed before
    result = run("rubrics", "--knows-agent=my_agent", baseline, "--knows-max-regressions=0")
    assert result.ret == 1
    result.assert_outcomes(passed=6, failed=2, skipped=2)
    result.stdout.fnmatch_lines(["gate: *2 regressions*not held (rubrics/docs_note/rubric.py::cp2_01_words*"])
    assert run("rubrics", "--knows-agent=my_agent", baseline, "--knows-max-regressions=2").ret == 0


def test_by_default_chance_is_allowed_for(run, project, baseline):
    """Two tasks of one family that both lose points on a step that failed before lose no step: SF is the same."""
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text().replace('" alpha\\n"', '" \\n"'))
    result = run("rubrics", "--knows-agent=my_agent", baseline)
    assert result.ret == 0
    result.assert_outcomes(passed=6, failed=2, skipped=2)
    result.stdout.fnmatch_lines(["gate: *2 regressions*SF +0.0 points*no drop beyond chance: held*"])


def test_the_same_episodes_must_not_regress(run, project):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=base")
    module = project.path / "rubrics/docs_note/rubric.py"
    same = ["rubrics", "--knows-regrade=base", "--knows-baseline=base/results.json"]
    assert run(*same).ret == 0
    path = project.path / "base/results.json"
    content = json.loads(path.read_text())
    failed = next(step for step in content["steps"] if step["slug"] == "words")
    failed.update(outcome="passed", points=failed["max"])
    path.write_text(json.dumps(content))
    result = run(*same)
    assert (result.ret, module.exists()) == (1, True)
    result.stdout.fnmatch_lines(["gate: *1 regression*of the same episodes: not held*"])


def test_another_rubric_is_not_compared(run, project, baseline):
    module = project.path / "rubrics/docs_note/rubric.py"
    module.write_text(module.read_text() + "\n# changed\n")
    result = run("rubrics", "--knows-agent=my_agent", baseline)
    assert result.ret == 3
    result.stdout.fnmatch_lines(["gate: *no step could be compared*"])


def test_another_judge_refuses(run, project, baseline):
    (project.path / "judge.json").write_text(json.dumps([{"key": "*", "answer": True}]))
    result = run("rubrics", "--knows-agent=my_agent", "--knows-judge=script:judge.json", baseline)
    assert result.ret == 3
    result.stdout.fnmatch_lines(["gate: *the judge differs: *"])


def test_a_partial_baseline_is_refused_unless_named(run):
    run("rubrics", "--knows-agent=my_agent", "--knows-out=part", "-k", "words")
    arguments = ["rubrics", "--knows-agent=my_agent", "--knows-baseline=part/results.json"]
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*only some steps were selected of own.note.1, own.note.2*"])
    assert run(*arguments, "--knows-select=own.note.1,own.note.2").ret == 0


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"schema": 1}', '{"schema": 1, "tasks": [1], "steps": [], "versions": {}}']
)
def test_a_file_that_is_no_baseline_is_a_usage_error(run, project, content):
    (project.path / "bad.json").write_text(content)
    result = run("rubrics", "--knows-agent=my_agent", "--knows-baseline=bad.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*bad.json*"])


@pytest.mark.parametrize(
    ("limit", "code"), [("points=0.5", 0), ("points=0.6", 1), ("points=0.8", 1), ("SF=0.5,points=0.5", 0)]
)
def test_fail_under(run, limit, code):
    result = run("rubrics", "--knows-agent=my_agent", f"--knows-fail-under={limit}")
    assert result.ret == code
    result.stdout.fnmatch_lines(["gate: *points between 0.571429 and 0.714286*"])


def test_nothing_graded_in_full_is_undecided(run):
    assert run("rubrics", "--knows-agent=my_agent", "--knows-fail-under=points=0.1", "-k", "words").ret == 3


def test_errors(run, project):
    (project.path / "judge.json").write_text("[]")
    arguments = ["rubrics", "--knows-agent=my_agent", "--knows-judge=script:judge.json"]
    assert run(*arguments, "--knows-max-errors=1").ret == 3
    assert run(*arguments, "--knows-max-errors=2").ret == 0
    assert run(*arguments, "--knows-fail-under=points=0.6").ret == 3  # two steps in error leave it open


def test_other_tests_failures_stay_red(run, project, baseline):
    project.makepyfile(test_other="def test_bad(): assert 0\n")
    assert run("rubrics", "test_other.py", "--knows-agent=my_agent", baseline).ret == 1
