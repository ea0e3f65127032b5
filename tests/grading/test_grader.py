"""What a step comes to: every outcome, prerequisite and located function, through rubric folders on disk."""

import hashlib
import json
import textwrap
from pathlib import Path

import pytest

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import RubricError
from pytest_knows.grading import Grader, Rubric
from pytest_knows.grading.reserved import RESERVED
from pytest_knows.grading.signature import RESERVED_NAMES

HEAD = """
from __future__ import annotations
from pytest_knows.errors import Ungraded, WorldError
from pytest_knows.rubric import decided_by, fail, located, proportion, requires, show, step
"""


def make_snapshot(folder: Path, **files) -> Snapshot:
    files = {"task.json": {"date": "2026-03-01"}, **files}
    hashes = {}
    for name, value in files.items():
        data = json.dumps(value).encode()
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        hashes[name] = hashlib.sha256(data).hexdigest()
    (folder / "snapshot.json").write_text(json.dumps({"schema": 1, "files": hashes, "notes": {}}))
    return Snapshot(folder)


@pytest.fixture
def grade(tmp_path):
    """Write a rubric and grade it: `grade(code, steps)` -> {slug: result}."""

    def grade(code, steps, facts=""):
        folder = tmp_path / f"family_{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "rubric.py").write_text(HEAD + textwrap.dedent(code))
        entries = "\n".join(f"[[1.steps]]\n{textwrap.dedent(entry)}" for entry in steps)
        (folder / "facts.toml").write_text(
            f'[family]\nname = "{folder.name}"\nartifact = "Docs"\n[1]\n{facts}\n{entries}'
        )
        rubric = Rubric.load(folder)
        return Grader(rubric, rubric.tasks[0], make_snapshot(folder / "episode")).results()

    return grade


def step(name, more=""):
    return f'step = "{name}"\ncp = 1\n{more}'


def brief(result):
    return str(result.outcome), str(result.mechanism), result.points


def test_every_outcome_of_a_plain_step(grade):
    results = grade(
        """
        @step(points=2, category="formatting_check")
        def passes(): pass

        @step(points=2, category="spatial_check")
        def asserts(facts): assert facts.number == 2

        @step(points=2, category="structural_check")
        def fails(): fail("no table", "fuzzy_match")

        @step(points=2, category="visual_check")
        def ungraded(): raise Ungraded("needs a judge", need="judge", mend="--knows-judge")

        @step(points=2, category="visual_check")
        def world(): raise WorldError("the server is down")

        @step(points=2, category="visual_check")
        def bug(): return {}["missing"]

        @step(points=2, category="visual_check")
        def returns_false(): return False
        """,
        [step(n) for n in ("passes", "asserts", "fails", "ungraded", "world", "bug", "returns_false")],
        facts="number = 1",
    )
    assert {slug: brief(result) for slug, result in results.items()} == {
        "passes": ("passed", "deterministic", 2),
        "asserts": ("failed", "spatial", 0),
        "fails": ("failed", "fuzzy_match", 0),
        "ungraded": ("ungraded", "not_graded", 0),
        "world": ("error", "execution_error", 0),
        "bug": ("error", "execution_error", 0),
        "returns_false": ("error", "execution_error", 0),
    }
    assert results["asserts"].reason == "1 == 2; where 1 = facts.number"
    assert results["fails"].reason == "no table"
    assert (results["ungraded"].need, results["ungraded"].bounds) == ("judge", (0, 2))
    assert "KeyError" in results["bug"].reason
    assert "Traceback" in results["bug"].details
    assert "returned False" in results["returns_false"].reason


def test_prerequisites_carry_over(grade):
    results = grade(
        """
        @step(category="formatting_check")
        def base(kind):
            if kind == "failed": fail("wrong")
            if kind == "error": raise WorldError("down")
            if kind == "ungraded": raise Ungraded("needs gold", need="gold", mend="--knows-gold")

        @step(category="spatial_check")
        @requires("{kind}_base")
        def after(kind): pass
        """,
        [
            step(name, f'slug = "{kind}_{name}"\nwith = {{ kind = "{kind}" }}')
            for kind in ("passed", "failed", "error", "ungraded")
            for name in ("base", "after")
        ],
    )
    assert {slug: brief(r) for slug, r in results.items() if slug.endswith("after")} == {
        "passed_after": ("passed", "spatial", 1),
        "failed_after": ("failed", "dependency_not_evaluated", 0),
        "error_after": ("error", "execution_error", 0),
        "ungraded_after": ("ungraded", "not_graded", 0),
    }
    assert results["ungraded_after"].need == "gold"
    assert results["failed_after"].reason == "needs failed_base: wrong"


def test_located_things(grade):
    results = grade(
        """
        calls = []

        @located
        def header(): calls.append("header"); return "H"

        @located(title="the side bar")
        def sidebar(): return None

        @located
        def note(sidebar): return "inside the side bar"

        @located
        def broken(): raise WorldError("page lost")

        @located
        def judged(): decided_by("llm_vlm_judgement"); return 0

        @step(category="formatting_check")
        def one(header): assert header == "H"

        @step(category="formatting_check")
        def two(header): assert calls == ["header"]

        @step(category="formatting_check")
        def needs_missing(sidebar): assert False

        @step(category="formatting_check")
        def needs_missing_inside(note): assert False

        @step(category="formatting_check")
        def bears_missing(sidebar: str | None, note: str | None): assert sidebar is None and note is None

        @step(category="formatting_check")
        def needs_broken(broken): assert False

        @step(category="spatial_check")
        def zero_is_found(judged): assert judged == 0
        """,
        [
            step(n)
            for n in (
                "one",
                "two",
                "needs_missing",
                "needs_missing_inside",
                "bears_missing",
                "needs_broken",
                "zero_is_found",
            )
        ],
    )
    assert {slug: brief(result)[:2] for slug, result in results.items()} == {
        "one": ("passed", "deterministic"),
        "two": ("passed", "deterministic"),
        "needs_missing": ("failed", "dependency_not_evaluated"),
        "needs_missing_inside": ("failed", "dependency_not_evaluated"),
        "bears_missing": ("passed", "deterministic"),
        "needs_broken": ("error", "execution_error"),
        "zero_is_found": ("passed", "spatial"),  # what a located function consults does not leak into its users
    }
    assert results["needs_missing"].reason == "the side bar was not found"


def test_located_functions_depend_on_the_arguments_they_use(grade):
    results = grade(
        """
        calls = []

        @located
        def inner(field): calls.append(field); return field.upper()

        @located
        def outer(inner): return inner + "!"

        @step(category="formatting_check")
        def check(outer, field, expected): assert outer == expected

        @step(category="formatting_check")
        def count(): assert calls == ["a", "b"]
        """,
        [
            step("check", 'slug = "a"\nwith = { field = "a", expected = "A!" }'),
            step("check", 'slug = "b"\nwith = { field = "b", expected = "B!" }'),
            step("check", 'slug = "a2"\nwith = { field = "a", expected = "A!" }'),
            step("count"),
        ],
    )
    assert {slug: str(result.outcome) for slug, result in results.items()} == dict.fromkeys(results, "passed")


def test_proportional_steps(grade):
    results = grade(
        """
        def check(n):
            if n == "error": raise WorldError("dead page")
            if n == "ungraded": raise Ungraded("needs a judge", need="judge")
            assert n > 0, f"{n} is not positive"

        @step(points=5, category="content_check")
        def share(values, of=None): return proportion(values, check, of)
        """,
        [
            step("share", f'slug = "{slug}"\nwith = {{ values = {values}{more} }}')
            for slug, values, more in [
                ("full", "[1, 2]", ""),
                ("part", "[1, 1, 0]", ""),
                ("none", "[]", ""),
                ("lacking", "[1]", ", of = 2"),
                ("too_many", "[1, 1, 1]", ", of = 2"),
                ("error", '[1, "error"]', ""),
                ("error_and_failed", '[0, 1, "error"]', ""),
                ("ungraded", '[1, "ungraded"]', ""),
            ]
        ],
    )
    assert {slug: brief(result) for slug, result in results.items()} == {
        "full": ("passed", "deterministic", 5),
        "part": ("failed", "deterministic", 3),
        "none": ("failed", "deterministic", 0),
        "lacking": ("failed", "deterministic", 2),
        "too_many": ("passed", "deterministic", 5),
        "error": ("error", "execution_error", 2),
        "error_and_failed": ("failed", "deterministic", 1),
        "ungraded": ("ungraded", "not_graded", 2),
    }
    assert results["part"].reason == "2 of 3; not 0: 0 is not positive"
    assert results["error_and_failed"].bounds == (1, 3)
    assert results["error"].bounds == (2, 5)
    assert (results["ungraded"].need, results["ungraded"].bounds) == ("judge", (2, 5))


def test_circles_are_errors_of_their_steps_only(grade):
    results = grade(
        """
        @located
        def a(b): return 1

        @located
        def b(a): return 1

        @step(category="formatting_check")
        def circle(a): pass

        @step(category="formatting_check")
        def fine(): show("cell", "x\\n\\u202ey")
        """,
        [step("circle"), step("fine")],
    )
    assert [str(result.outcome) for result in results.values()] == ["error", "passed"]
    assert "in a circle" in results["circle"].reason
    assert results["fine"].evidence == ({"label": "cell", "value": "x \\u202ey"},)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("[family", "facts.toml"),
        ("[1]\n", "a [family] table is missing"),
        ('[family]\nname = "x"\nartifact = "Movies"\n[1]\n', "Movies"),
        ('[family]\nname = "x"\nartifact = "Docs"\n', "no instance"),
        ('[family]\nname = "x"\nartifact = "Docs"\n[1]\n[[1.steps]]\nstep = "gone"\ncp = 1\n', "'gone' is not a step"),
        ('[family]\nname = "x"\nartifact = "Docs"\n[1]\n[[1.steps]]\nstep = "ok"\n', "needs `step` and `cp`"),
        (
            '[family]\nname = "x"\nartifact = "Docs"\n[1]\n' + 2 * '[[1.steps]]\nstep = "ok"\ncp = 1\n',
            "slug used twice",
        ),
    ],
)
def test_a_wrong_rubric_says_where(tmp_path, facts, message):
    (tmp_path / "rubric.py").write_text(f"{HEAD}\n@step(category='content_check')\ndef ok(): pass\n")
    (tmp_path / "facts.toml").write_text(facts)
    with pytest.raises(RubricError) as caught:
        Rubric.load(tmp_path).steps(1)
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_a_module_without_rewritten_asserts_is_refused(tmp_path):
    (tmp_path / "rubric.py").write_text('"""PYTEST_DONT_REWRITE"""\n')
    (tmp_path / "facts.toml").write_text('[family]\nname = "x"\nartifact = "Docs"\n[1]\n')
    with pytest.raises(RubricError, match="did not rewrite"):
        Rubric.load(tmp_path, rewritten=True)


def test_shared_steps_and_facts(tmp_path):
    (tmp_path / "rubric.py").write_text(f"{HEAD}\n@step(points=3, category='content_check')\ndef ok(): pass\n")
    (tmp_path / "facts.toml").write_text(
        textwrap.dedent(
            """
            [family]
            name = "x"
            task_prefix = "k.x"
            artifact = "Slides"
            short_ids = ["1a", ""]
            [facts]
            colour = "red"
            [facts.nested]
            a = 1
            [1]
            [2]
            colour = "blue"
            [[steps]]
            step = "ok"
            cp = 1
            pub = "1.1"
            [[steps]]
            step = "ok"
            slug = "only_two"
            cp = 1
            only = [2]
            max = 7
            [[steps]]
            step = "ok"
            slug = "told"
            cp = 2
            info = true
            """
        )
    )
    rubric = Rubric.load(tmp_path)
    assert [(t.task_id, t.short_id, t.kind.app) for t in rubric.tasks] == [
        ("k.x.1", "1a", "Slides"),
        ("k.x.2", None, "Slides"),
    ]
    assert [(s.id, s.max, s.scored) for s in rubric.steps(1)] == [("cp1_01_ok", 3, True), ("cp2_01_told", 0, False)]
    assert [(s.id, s.max) for s in rubric.steps(2)] == [("cp1_01_ok", 3), ("cp1_02_only_two", 7), ("cp2_01_told", 0)]
    assert (rubric.facts(1).colour, rubric.facts(2).colour, rubric.facts(2).nested.a) == ("red", "blue", 1)
    with pytest.raises(AttributeError, match="no fact 'shape'"):
        _ = rubric.facts(1).shape


def test_a_changed_file_is_damaged_evidence(grade, tmp_path):
    folder = tmp_path / "changed"
    folder.mkdir()
    (folder / "rubric.py").write_text(
        f"{HEAD}\n@step(category='content_check')\ndef dated(today): assert str(today) == '2026-03-01'\n"
    )
    (folder / "facts.toml").write_text(
        '[family]\nname = "x"\nartifact = "Docs"\n[1]\n[[1.steps]]\nstep = "dated"\ncp = 1\n'
    )
    rubric = Rubric.load(folder)
    snapshot = make_snapshot(folder / "episode")
    assert Grader(rubric, rubric.tasks[0], snapshot).result("dated").outcome == "passed"
    (folder / "episode" / "task.json").write_text('{"date": "2026-03-02"}')
    result = Grader(rubric, rubric.tasks[0], Snapshot(folder / "episode")).result("dated")
    assert result.outcome == "error"
    assert "was changed after the freeze" in result.reason


def test_what_is_missing_or_failed_decides_before_what_is_open(grade):
    results = grade(
        """
        @located
        def judged(): raise Ungraded("needs a judge", need="judge")

        @located
        def gone(): return None

        @located
        def shown(): show("line", "Hello"); return 1

        @step(category="formatting_check")
        def open_first(judged, gone): pass

        @step(category="formatting_check")
        def missing_first(gone, judged): pass

        @step(category="formatting_check")
        def wrong(): fail("wrong")

        @step(category="formatting_check")
        def lost(): raise WorldError("down")

        @step(category="formatting_check")
        @requires("lost", "wrong")
        def after(): pass

        @step(category="formatting_check")
        def evidence(shown): show("more", "x")
        """,
        [step(n) for n in ("open_first", "missing_first", "wrong", "lost", "after", "evidence")],
    )
    for slug in ("open_first", "missing_first", "after"):
        assert brief(results[slug])[:2] == ("failed", "dependency_not_evaluated")
    assert [entry["value"] for entry in results["evidence"].evidence] == ["Hello", "x"]


@pytest.mark.parametrize("asked", ["def ok(nothing_of_that_name): pass", "def ok(inner): pass"])
def test_an_unknown_name_is_said_when_the_rubric_is_loaded(tmp_path, asked):
    inner = "@located\ndef inner(nothing_of_that_name): pass\n"
    (tmp_path / "rubric.py").write_text(f"{HEAD}\n{inner}@step(category='content_check')\n{asked}\n")
    (tmp_path / "facts.toml").write_text(
        '[family]\nname = "x"\nartifact = "Docs"\n[1]\n[[1.steps]]\nstep = "ok"\ncp = 1\n'
    )
    with pytest.raises(RubricError, match="asks for 'nothing_of_that_name'"):
        Rubric.load(tmp_path).steps(1)


def test_reserved_names_are_those_that_are_made():
    assert frozenset(RESERVED) == RESERVED_NAMES


def test_a_step_can_decide_without_what_it_only_attempts_to_have(grade):
    results = grade(
        """
        from pytest_knows.checks.quantifiers import Attempt

        @located
        def seen(): raise Ungraded("no browser", need="browser")

        @located
        def there(): return 3

        @located
        def nowhere(): return None

        @step(category="spatial_check")
        def decides(seen: Attempt, there: Attempt[int]): assert there.get() == 3

        @step(category="spatial_check")
        def needs_it(seen: Attempt): seen.get()

        @step(category="spatial_check")
        def finds_nothing(nowhere: Attempt): pass
        """,
        [step("decides"), step("needs_it"), step("finds_nothing")],
    )
    assert {slug: brief(result) for slug, result in results.items()} == {
        "decides": ("passed", "spatial", 1),
        "needs_it": ("ungraded", "not_graded", 0),
        "finds_nothing": ("failed", "dependency_not_evaluated", 0),
    }
