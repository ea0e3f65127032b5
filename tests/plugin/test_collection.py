"""What is collected, under which ids, and what is said about wrong options."""

import sys

import pytest

NOTE_IDS = [
    f"rubrics/docs_note/rubric.py::{name}[own.note.{n}]"
    for n in (1, 2)
    for name in ("run", "cp1_01_greets", "cp1_02_is_short", "cp2_01_words", "cp2_02_judged")
]


def collected(result):
    return [line for line in result.outlines if "::" in line]


def test_paths_collect_exactly_those(run):
    assert collected(run("rubrics", "--knows-agent=my_agent", "--co", "-q")) == NOTE_IDS


def test_an_agent_alone_collects_the_shipped_rubrics_and_those_of_the_ini_key(run, project):
    ids = collected(run("--knows-agent=my_agent", "--co", "-q"))
    assert ids
    assert all(entry.startswith("rubrics/") and "docs_note" not in entry for entry in ids)
    assert "rubrics/docs_1_formal_letter/rubric.py::run[knows.docs_1_formal_letter.1]" in ids
    project.makeini("[pytest]\nknows_rubrics = rubrics\n")
    assert collected(run("--knows-agent=my_agent", "--co", "-q")) == ids + NOTE_IDS


def test_nothing_is_collected_unasked(run):
    result = run("--co", "-q")
    assert collected(result) == []


def test_a_rubric_named_without_an_agent_says_what_to_do(run):
    result = run("rubrics/docs_note/rubric.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["*is a rubric: give --knows-agent*"])
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-k", "words"], [i for i in NOTE_IDS if "words" in i]),
        (
            ["-m", "knows_task(domain='Notes') and knows_step(category='content_check')"],
            [i for i in NOTE_IDS if "words" in i],
        ),
        (["-m", "knows_task(domain='Recipes')"], []),
        (["-m", "knows_needs_judge"], [i for i in NOTE_IDS if "judged" in i]),
        (["-m", "knows_docs", "-k", "run"], [i for i in NOTE_IDS if "::run[" in i]),
        (["--knows-select", "own.note.2"], NOTE_IDS[5:]),
        (["--knows-select", "n1,n2"], NOTE_IDS),
        (["--knows-select", "own.note.[12]"], NOTE_IDS),
        (["--knows-select", "docs_note", "--knows-shard", "2/2"], NOTE_IDS[5:]),
    ],
)
def test_selection(run, arguments, expected):
    assert collected(run("rubrics", "--knows-agent=my_agent", "--co", "-q", *arguments)) == expected


def test_trials(run):
    ids = collected(run("rubrics", "--knows-agent=my_agent", "--knows-trials=2", "--knows-select=n1", "--co", "-q"))
    assert ids == NOTE_IDS[:5] + [i.replace("]", "-t2]") for i in NOTE_IDS[:5]]


def test_a_pasted_id_selects_that_step(run):
    for name in (NOTE_IDS[3], "rubrics/docs_1_formal_letter/rubric.py::cp1_01_name_text[knows.docs_1_formal_letter.3]"):
        assert collected(run(name, "--knows-agent=my_agent", "--co", "-q")) == [name]


def test_strict_markers_are_clean(run):
    result = run("--strict-markers", "-W", "error", "rubrics", "--knows-agent=my_agent", "--co", "-q")
    assert result.ret == 0


def test_help_has_one_group(run):
    result = run("--help")
    text = result.stdout.str()
    assert text.count("knows: agents on knowledge-work tasks") == 1
    assert "--knows-agent=X" in text
    assert "knows_agent (string)" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--knows-select=own.note.3"], "*own.note.3*own.note.*"),
        (["--knows-select="], "*--knows-select is empty*"),
        (["--knows-shard=3/2"], "*--knows-shard 3/2: expected I/N*"),
        (["--knows-trials=0"], "*--knows-trials 0: expected a whole number of at least 1*"),
        (["--knows-timeout=soon"], "*--knows-timeout soon: expected a number of seconds*"),
        (["--knows-fail-under=beauty=1"], "*beauty=1: expected METRIC=X or MARKER.METRIC=X, METRIC one of SR*"),
        (["--knows-baseline=gone.json"], "*--knows-baseline gone.json: there is no such file*"),
        (["--knows-judge=gpt,"], "*--knows-judge gpt,: expected script:FILE, none, or different models*"),
        (["--knows-workspace=mars"], "*--knows-workspace mars: expected auto, google, local or http:*"),
        (["--knows-regrade=rubrics"], "*--knows-regrade grades frozen episodes*"),
        (["--assert=plain"], "*--assert=plain*rewritten asserts*"),
    ],
)
def test_wrong_options_are_usage_errors(run, arguments, message):
    result = run("rubrics", "--knows-agent=my_agent", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_optimised_python_is_refused(project):
    result = project.run(sys.executable, "-O", "-m", "pytest", "rubrics", "--knows-agent=my_agent")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*python -O removes asserts*"])


def test_a_rubric_that_was_not_rewritten_is_refused(run, project, calls):
    module = project.path / "rubrics" / "docs_note" / "rubric.py"
    module.write_text('"""PYTEST_DONT_REWRITE"""\n' + module.read_text())
    result = run("rubrics", "--knows-agent=my_agent")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*did not rewrite its asserts*"])
    assert calls() == []


def test_a_missing_fixture_is_said_once_with_near_matches(run):
    result = run("rubrics", "--knows-agent=my_agnt")
    result.stdout.fnmatch_lines(["*there is no fixture 'my_agnt': did you mean my_agent*"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_a_misspelt_fixture_is_a_usage_error_like_any_wrong_agent(run, calls, workers):
    result = run("--knows-agent=my_agnt", *workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--knows-agent=my_agnt: there is no fixture 'my_agnt': did you mean my_agent*"])
    assert calls() == []


def test_a_fixture_that_rubrics_cannot_see_says_where_to_move_it(run, project):
    tests = project.mkpydir("tests")
    (tests / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef hidden_agent(): return print\n")
    (tests / "test_it.py").write_text("def test_it(): pass\n")
    result = run("tests", "rubrics", "--knows-agent=hidden_agent")
    result.stdout.fnmatch_lines(["*'hidden_agent' exists*rubrics cannot see*root folder*"])


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("no.such.module:agent", "*no.such.module*"),
        ("conftest:CALLS", "*conftest:CALLS*"),
        ("artifacts:gone", "*gone*"),
        ("cmd:", "*cmd:*"),
        ("what is this", "*what is this*"),
    ],
)
def test_an_agent_that_cannot_be_used_ends_the_session_before_any_task(run, agent, message):
    result = run("rubrics", f"--knows-agent={agent}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_a_broken_rubric_is_a_collection_error_and_the_others_are_collected(run, project):
    broken = project.path / "rubrics" / "docs_broken"
    broken.mkdir()
    (broken / "rubric.py").write_text("import no_such_module\n")
    (broken / "facts.toml").write_text('[family]\nname = "docs_broken"\nartifact = "Docs"\n[1]\n')
    result = run("rubrics", "--knows-agent=my_agent", "--co", "-q")
    result.stdout.fnmatch_lines(["*no_such_module*"])
    assert collected(result)[: len(NOTE_IDS)] == NOTE_IDS


def test_a_run_without_episodes_cannot_be_graded_again(run, project):
    (project.path / "empty").mkdir()
    result = run("rubrics", "--knows-regrade=empty")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*empty has no episodes*nothing to grade*"])
