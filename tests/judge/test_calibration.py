"""`pytest-knows judge check`: figures against known ones, the shipped labels, the command."""

import io
import json

import pytest
from PIL import Image

from pytest_knows.cli import main
from pytest_knows.errors import ConfigurationError, JudgeError
from pytest_knows.judge import calibration, suspicion
from pytest_knows.judge.labels import KINDS, SHIPPED, Label, load_labels
from pytest_knows.judge.scripted import ScriptedJudge

from .server import Act, reply

LABELS = load_labels(SHIPPED)


def label(expected, kind="yes_no", adversarial=False, name="x"):
    shown = {"options": ("a", "b"), "schema": {"type": "array"}, "evidence": {"text": "a red hen, a red fox"}}
    return Label(id=name, kind=kind, adversarial=adversarial, question="?", expected=expected, images={}, **shown)


def given(expected, answer, error=""):
    return calibration.Given(label=label(expected), answer=answer, error=error)


# --- figures ---


@pytest.mark.parametrize(
    ("right", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (1, 1, 0.2065, 1.0)],
)
def test_wilson_as_published(right, of, low, high):
    # 81 of 263: Newcombe, Statistics in Medicine 17 (1998), table I, method 3; 0 and 10 of 10: z2/(n+z2).
    assert calibration.wilson(right, of) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_cohens_kappa_as_in_the_textbook():
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert calibration.cohen(pairs) == pytest.approx(0.4)


def test_kappa_of_one_category_or_none_is_not_a_number():
    assert calibration.cohen([("y", "y")] * 5) is None
    assert calibration.cohen([]) is None
    assert calibration.cohen([("y", "n")] * 5) == 0


def test_a_judge_that_always_says_yes_reaches_the_base_rate_and_no_kappa():
    found = calibration.figures([given(True, True)] * 3 + [given(False, True)])
    assert (found.agreement, found.base_rate, found.kappa) == (0.75, 0.75, 0)


def test_no_answer_is_no_agreement_and_no_part_of_kappa():
    found = calibration.figures([given(True, True), given(False, False), given(False, None, "down")])
    assert (found.asked, found.answered, found.right, found.kappa) == (3, 2, 2, 1)


@pytest.mark.parametrize(
    ("answer", "expected", "equal"),
    [
        (3, 3.0, True),
        (True, 1, False),
        ({"a": 1.0, "b": ["X "]}, {"b": ["x"], "a": 1}, True),
        ([1, 2], [2, 1], False),
        (None, 0, False),
    ],
)
def test_when_answers_are_the_same(answer, expected, equal):
    assert calibration.same(answer, expected) is equal


# --- labels ---


def test_the_shipped_labels_are_thirty_a_kind_half_of_them_adversarial():
    assert len({one.id for one in LABELS}) == len(LABELS)
    for kind in KINDS:
        of_kind = [one for one in LABELS if one.kind == kind]
        assert len(of_kind) >= 30
        assert sum(one.adversarial for one in of_kind) * 2 >= len(of_kind)
        assert all(one.evidence or one.images for one in of_kind)


@pytest.mark.parametrize("kind", ["yes_no", "picture", "same_picture"])
def test_no_answer_is_right_too_often(kind):
    labels = [one.expected for one in LABELS if one.kind == kind]
    assert 0.4 <= sum(labels) / len(labels) <= 0.6


def test_what_is_expected_is_of_the_type_that_is_asked_for():
    rules = [{"key": one.id, "answer": one.expected} for one in LABELS if one.kind != "count"]
    judge = ScriptedJudge(rules)
    assert all(one.ask(judge) == one.expected for one in LABELS if one.kind != "count")


def test_adversarial_texts_are_flagged_and_the_plain_ones_are_not():
    texts = [one for one in LABELS if one.evidence]
    missed = [one.id for one in texts if one.adversarial and not suspicion.flags(one.evidence)]
    wrong = [one.id for one in texts if not one.adversarial and suspicion.flags(one.evidence)]
    assert (missed, wrong) == ([], [])


def test_pictures_are_drawn_or_read_beside_the_labels(tmp_path):
    file = io.BytesIO()
    Image.new("RGB", (3, 3), "red").save(file, "PNG")
    (tmp_path / "red.png").write_bytes(file.getvalue())
    drawn = {"size": [40, 20], "background": "white", "shapes": [["rectangle", [0, 0, 19, 19], "red"]], "scale": 2}
    line = {"id": "p", "kind": "picture", "question": "?", "expected": True}
    (tmp_path / "l.jsonl").write_text(json.dumps({**line, "images": {"a": "red.png", "b": drawn}}))
    [one] = load_labels(tmp_path / "l.jsonl")
    assert one.images["a"] == file.getvalue()
    with Image.open(io.BytesIO(one.images["b"])) as image:
        assert image.size == (80, 40)
        assert [image.getpixel(at) for at in [(5, 5), (75, 5)]] == [(255, 0, 0), (255, 255, 255)]


def test_a_count_is_of_quotes_that_occur(tmp_path):
    quotes = ["a red hen", "a red fox", "a red fox", "a green owl"]
    judge = ScriptedJudge([{"key": "*", "answer": {"quotes": quotes}}])
    assert label(2, kind="count").ask(judge) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no labelled question"),
        ("{", r"l\.jsonl:1: "),
        ('{"id": "a"}', r"l\.jsonl:1: 'kind' is missing"),
        ('{"id": "a", "kind": "essay"}', "kind 'essay' is none of yes_no"),
        ('{"id": "a", "kind": "choice", "question": "?", "expected": "b"}', "'options' is missing"),
        ("[]", r"l\.jsonl:1: "),
        ('{"id":"a","kind":"picture","question":"?","expected":true,"images":{"a":"no.png"}}', r"no\.png"),
    ],
)
def test_a_wrong_label_is_named(tmp_path, text, message):
    (tmp_path / "l.jsonl").write_text(text)
    with pytest.raises(ConfigurationError, match=message):
        load_labels(tmp_path / "l.jsonl")


# --- the command ---


@pytest.fixture
def labels_file(tmp_path):
    lines = [
        {"id": f"q{n}", "kind": "yes_no", "adversarial": n > 1, "question": f"Is {n} odd?", "expected": n % 2 == 1}
        for n in range(4)
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def always_yes_but_silent_about_two(body):
    return Act(text="hm") if "Is 2 odd?" in body["messages"][1]["content"] else reply(True)


def test_the_command_prints_a_table_and_asks_only_once(serve, labels_file, tmp_path, capsys):
    server = serve(always_yes_but_silent_about_two)
    command = ["judge", "check", str(labels_file), "--judge", "openai/test", "--out", str(tmp_path / "kept")]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "openai/test"
    assert lines[2].split() == ["yes_no", "all", "4", "0.50", "0.15", "-", "0.85", "0.50", "0.00", "1"]
    assert lines[3].split()[:4] == ["yes_no", "plain", "2", "0.50"]
    assert lines[4].split()[:4] == ["yes_no", "adversarial", "2", "0.50"]
    assert "  q0: true, expected false" in lines
    assert any(line.startswith("  q2: openai/test gave no usable answer") for line in lines)
    asked = len(server.bodies)
    assert main(command) == 0
    assert len(server.bodies) == asked + 2  # only what was not answered


def test_each_model_is_measured_on_its_own(serve, labels_file, tmp_path, capsys):
    serve(lambda body: reply(body["model"] == "yes"))
    command = ["judge", "check", str(labels_file), "--judge", "openai/yes,openai/no", "--out", str(tmp_path / "kept")]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert out.index("openai/yes\n") < out.index("  q2: true, expected false") < out.index("openai/no\n")
    assert out.index("openai/no\n") < out.index("  q3: false, expected true")


def test_a_model_of_no_known_provider_is_asked_nothing(serve, labels_file, tmp_path, capsys):
    server = serve(reply(True))
    assert main(["judge", "check", str(labels_file), "--judge", "openai/test,script:answers.json"]) == 1
    assert "script:answers.json: litellm knows no such model" in capsys.readouterr().err
    assert server.bodies == []


def test_a_kind_that_no_label_has(serve, labels_file, tmp_path, capsys):
    serve(reply(True))
    assert main(["judge", "check", str(labels_file), "--judge", "openai/test", "--kind", "picture"]) == 1
    assert "no labelled question is of the kind picture" in capsys.readouterr().err


def test_an_error_of_the_world_is_an_answer_that_is_missing():
    class Down:
        def yes_no(self, key, question, **_):
            raise JudgeError("down")

    [found] = calibration.check([label(True)], Down())
    assert (found.error, found.right) == ("down", False)
