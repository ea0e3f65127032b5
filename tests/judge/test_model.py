"""The model judge against a scripted server: types, votes, kept answers, budget, retries, secrets."""

import base64
import io
import json
import threading

import pytest
from PIL import Image

from pytest_knows.errors import ConfigurationError, DamagedEvidence, JudgeError, Ungraded
from pytest_knows.judge import ledger
from pytest_knows.judge.answers import Answers, Ballot
from pytest_knows.judge.parsing import Answer
from pytest_knows.judge.provider import ATTEMPTS, LONGEST_WAIT, TIRED, scrubbed
from pytest_knows.judge.question import Question
from pytest_knows.scoring import Mechanism, recording

from .conftest import KEY
from .server import Act, reply

PRICED = "openai/gpt-4o-mini"
"""A model whose price litellm knows; the scripted server answers for it."""


def account(tmp_path):
    return ledger.account(tmp_path / "run" / ledger.FILE)


def picture(width=20, height=10, colour="red"):
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()


# --- typed answers ---


def test_the_three_kinds_give_values(serve, judge):
    serve(reply(True), reply("two"), reply({"n": [1]}))
    one = judge()
    assert one.yes_no("k", "Is it?") is True
    assert one.choice("k", "Which?", ["one", "two"]) == "two"
    assert one.extract("k", "What?", {"type": "object", "required": ["n"]}) == {"n": [1]}


def test_the_mechanism_and_the_answer_are_recorded_with_the_step(serve, judge, tmp_path):
    serve(reply(False, "no logo in sight"))
    with recording() as record:
        assert judge().yes_no("logo", "Is it?") is False
    assert record.mechanisms == [Mechanism.LLM_VLM_JUDGEMENT]
    (kept,) = (tmp_path / "run/answers").glob("*.json")
    assert record.evidence == [
        {"label": "judge: logo", "value": "false: no logo in sight", "answers": [kept.stem]},
    ]


UNUSABLE = {
    "prose": Act(text="Yes, it surely is."),
    "yes in prose": Act(text="No. A yes would be wrong."),
    "a word for a boolean": reply("yes"),
    "a number for a boolean": reply(1),
    "null": reply(None),
    "another field": Act(text='{"verdict": true}'),
    "two that contradict": Act(text='{"answer": true} or rather {"answer": false}'),
    "a list": Act(text="[true]"),
    "broken": Act(text='{"reason": "well", "answer": tr'),
    "empty": Act(text=""),
    "a refusal": Act(text=None),
    "cut off": Act(text='{"answer": true}', finish="length"),
    "deep": Act(text='{"a":' * 5000),
}


@pytest.mark.parametrize("act", UNUSABLE.values(), ids=UNUSABLE)
def test_what_is_no_answer_is_asked_once_more_and_then_an_error(serve, judge, act, tmp_path):
    server = serve(act)
    with pytest.raises(JudgeError, match=r"openai/test gave no usable answer to 'k', asked twice"):
        judge().yes_no("k", "Is it?")
    assert len(server.bodies) == 2
    assert "not usable" not in server.prompts[0][1]
    assert "Your last answer was not usable" in server.prompts[1][1]
    assert (account(tmp_path)["calls"], account(tmp_path)["unusable"]) == (2, 2)


@pytest.mark.parametrize("act", UNUSABLE.values(), ids=UNUSABLE)
def test_the_second_answer_counts(serve, judge, act):
    serve(act, reply(True))
    assert judge().yes_no("k", "Is it?") is True


@pytest.mark.parametrize(
    "text",
    [
        'Sure:\n```json\n{"reason": "r", "answer": true}\n```',
        '{"answer": true}',
        '{ not json } {"answer": true} {"answer": true}',
        '{"reason": "it says {\\"answer\\": false}", "answer": true}',
    ],
)
def test_one_object_amid_text_is_an_answer(serve, judge, text):
    serve(Act(text=text))
    assert judge().yes_no("k", "Is it?") is True


def test_a_choice_outside_the_options_is_no_answer(serve, judge):
    serve(reply("One"))
    with pytest.raises(JudgeError):
        judge().choice("k", "Which?", ["one", "two"])


def test_an_extraction_must_fit_its_schema_and_may_come_bare(serve, judge):
    schema = {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}
    serve(Act(text='{"n": 3}'), Act(text='{"m": 3}'))
    assert judge().extract("k", "What?", schema) == {"n": 3}
    with pytest.raises(JudgeError):
        judge().extract("k", "What else?", schema)


def test_structured_output_where_the_model_has_it(serve, judge):
    server = serve(reply("b"))
    judge((PRICED,)).choice("k", "Which?", ["a", "b"])
    judge().choice("k", "Which?", ["a", "b"])
    form = server.bodies[0]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"]["properties"]["answer"] == {"type": "string", "enum": ["a", "b"]}
    assert "response_format" not in server.bodies[1]


# --- pictures ---


def test_pictures_are_sent_as_data_urls_of_bounded_size(serve, judge):
    server = serve(reply(True))
    assert judge().yes_no("k", "Is it red?", images={"photo": picture(4000, 1000)})
    parts = server.bodies[0]["messages"][1]["content"]
    assert [part["type"] for part in parts] == ["text", "text", "image_url", "text"]
    assert parts[1]["text"] == "Picture, photo:"
    head, _, data = parts[2]["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as sent:
        assert sent.size == (1568, 392)


def test_a_picture_that_cannot_be_decoded_is_damaged_evidence(serve, judge):
    server = serve(reply(True))
    with pytest.raises(DamagedEvidence, match="photo cannot be decoded"):
        judge().yes_no("k", "Is it red?", images={"photo": b"GIF89a nonsense"})
    assert server.bodies == []


# --- votes ---


def test_the_first_vote_is_cold_and_the_majority_decides(serve, judge):
    server = serve(reply(False), reply(True), reply(True))
    assert judge(votes=3).yes_no("k", "Is it?") is True
    assert [body["temperature"] for body in server.bodies] == [0.0, 0.7, 0.7]


def test_votes_that_are_split_are_shown_with_their_kept_answers(serve, judge, tmp_path):
    serve(reply(False), reply(True), reply(True, "the second look"))
    with recording() as record:
        judge(votes=3).yes_no("k", "Is it?")
    (shown,) = record.evidence
    assert shown["votes"] == {"false": 1, "true": 2}
    kept = [json.loads((tmp_path / f"run/answers/{name}.json").read_text()) for name in shown["answers"]]
    assert [answer["answer"] for answer in kept] == [False, True, True]


def test_a_tie_is_shown_with_the_step_too(serve, judge):
    serve(lambda body: reply(body["model"] == "one"))
    with recording() as record, pytest.raises(JudgeError):
        judge(("openai/one", "openai/two")).yes_no("k", "Is it?")
    assert record.evidence[0]["votes"] == {"false": 1, "true": 1}
    assert len(record.evidence[0]["answers"]) == 2


def test_no_vote_is_bought_that_cannot_change_the_answer(serve, judge):
    server = serve(reply(True))
    assert judge(votes=5).yes_no("k", "Is it?") is True
    assert len(server.bodies) == 3


def test_several_models_vote_and_a_tie_is_a_dispute(serve, judge, tmp_path):
    serve(lambda body: reply(body["model"] == "one"))
    with pytest.raises(JudgeError, match=r"of two minds about 'k': 1 x false, 1 x true"):
        judge(("openai/one", "openai/two")).yes_no("k", "Is it?")
    assert account(tmp_path)["disputes"] == ["k: 1 x false, 1 x true"]


def test_the_most_frequent_answer_is_not_enough(serve, judge):
    serve(reply("a"), reply("a"), reply("b"), reply("c"))
    with pytest.raises(JudgeError, match="2 x"):
        judge(votes=4).choice("k", "Which?", ["a", "b", "c"])


def test_unusable_votes_do_not_count(serve, judge):
    serve(Act(text="?"), Act(text="?"), reply(True))
    assert judge(votes=2).yes_no("k", "Is it?") is True


# --- kept answers ---


def test_an_answer_is_asked_for_once(serve, judge, tmp_path):
    server = serve(reply(True))
    assert judge().yes_no("k", "Is it?", evidence={"a": "b"}) is True
    assert judge().yes_no("another key", "Is it?", evidence={"a": "b"}) is True
    assert len(server.bodies) == 1
    assert account(tmp_path)["kept_answers"] == 1
    kept = json.loads(next((tmp_path / "run/answers").glob("*.json")).read_text())
    assert kept["question"]["evidence"] == {"a": "b"}
    assert (kept["model"], kept["vote"], kept["answer"], kept["reason"]) == ("openai/test", 1, True, "seen")


@pytest.mark.parametrize(
    "other",
    [
        lambda judge: judge().yes_no("k", "Is it so?", evidence={"a": "b"}),
        lambda judge: judge().yes_no("k", "Is it?", evidence={"a": "c"}),
        lambda judge: judge().yes_no("k", "Is it?", evidence={"c": "b"}),
        lambda judge: judge().yes_no("k", "Is it?", evidence={"a": "b"}, images={"p": picture()}),
        lambda judge: judge().extract("k", "Is it?", {"type": "boolean"}, evidence={"a": "b"}),
        lambda judge: judge(("openai/other",)).yes_no("k", "Is it?", evidence={"a": "b"}),
    ],
)
def test_whatever_an_answer_depends_on_is_part_of_its_key(serve, judge, other):
    server = serve(reply(True))
    judge().yes_no("k", "Is it?", evidence={"a": "b"})
    other(judge)
    assert len(server.bodies) == 2


def test_so_are_the_bytes_of_pictures(serve, judge):
    server = serve(reply(True), reply(False))
    shown = [picture(colour="red"), picture(colour="blue"), picture(colour="red")]
    assert [judge().yes_no("k", "Is it red?", images={"p": data}) for data in shown] == [True, False, True]
    assert len(server.bodies) == 2


def test_an_old_runs_answers_need_no_model_and_are_carried_on(serve, judge, tmp_path):
    server = serve(reply(False), reply(True), reply(True))
    assert judge(votes=3).yes_no("k", "Is it?") is True
    for old, new in (("run", "second"), ("second", "third")):
        again = judge(votes=3, out=tmp_path / new, older=tmp_path / old / "answers")
        assert again.yes_no("k", "Is it?") is True
    assert len(server.bodies) == 3


def test_the_first_of_two_workers_answers_stands(serve, judge):
    barrier = threading.Barrier(2)
    answers = iter([True, False])

    def act(_):
        barrier.wait(10)
        return reply(next(answers))

    serve(act)
    given = []
    workers = [threading.Thread(target=lambda: given.append(judge().yes_no("k", "Is it?"))) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert len(given) == 2
    assert given[0] == given[1]


def test_a_kept_answer_is_never_overwritten(tmp_path):
    answers = Answers(tmp_path)
    question = Question(kind="yes_no", text="?", schema={"type": "boolean"}, evidence={}, images={})
    ballot = Ballot(model="m", parameters={}, vote=1)
    assert [answers.keep(question, ballot, Answer(value=value, reason="")).value for value in (True, False)] == [
        True
    ] * 2
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


@pytest.mark.parametrize("content", ["", "[]", '{"answer": "yes"}', '{"reason": 1}', "\xff"])
def test_a_damaged_answer_is_an_error_that_names_its_file(serve, judge, tmp_path, content):
    serve(reply(True))
    judge().yes_no("k", "Is it?")
    file = next((tmp_path / "run/answers").glob("*.json"))
    file.write_text(content)
    with pytest.raises(DamagedEvidence, match=file.name):
        judge().yes_no("k", "Is it?")


# --- what it costs ---


def test_tokens_and_dollars_are_added_up(serve, judge, tmp_path):
    serve(reply(True))
    judge((PRICED,)).yes_no("k", "Is it?")
    judge().yes_no("k", "Is it?")
    told = account(tmp_path)
    assert (told["calls"], told["input_tokens"], told["output_tokens"]) == (2, 2000, 100)
    assert told["cost_usd"] == pytest.approx(1000 * 0.15e-6 + 50 * 0.6e-6)
    assert told["unpriced_calls"] == 1
    assert "2 calls, 0 kept answers, 2000 + 100 tokens" in ledger.summary(tmp_path / "run" / ledger.FILE)[0]


def test_half_a_line_of_a_killed_worker_is_passed_over(serve, judge, tmp_path):
    serve(reply(True))
    judge((PRICED,)).yes_no("k", "First?")
    path = tmp_path / "run" / ledger.FILE
    path.write_bytes(path.read_bytes() + b'{"event": "call", "mod\n')
    judge((PRICED,), budget=1.0).yes_no("k", "Second?")
    assert account(tmp_path)["calls"] == 2


def test_a_spent_budget_leaves_the_rest_ungraded_but_for_kept_answers(serve, judge):
    server = serve(reply(True))
    assert judge((PRICED,), budget=0.0002).yes_no("k", "First?")
    assert judge((PRICED,), budget=0.0002).yes_no("k", "Second?")
    with pytest.raises(Ungraded, match=r"budget of USD 0\.0002 is spent") as gap:
        judge((PRICED,), budget=0.0002).yes_no("k", "Third?")
    assert (gap.value.need, gap.value.mend) == ("judge", "--knows-judge-budget USD")
    assert judge((PRICED,), budget=0.0002).yes_no("k", "First?")
    assert len(server.bodies) == 2


def test_a_budget_without_a_price_spends_nothing(serve, judge):
    server = serve(reply(True))
    with pytest.raises(Ungraded, match="price of openai/test is not known"):
        judge(budget=1.0).yes_no("k", "Is it?")
    assert server.bodies == []


# --- the world ---


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_what_may_pass_is_tried_again(serve, judge, pauses, status):
    server = serve(Act(status=status), Act(status=status), reply(True))
    assert judge().yes_no("k", "Is it?") is True
    assert len(server.bodies) == 3
    assert 1 <= pauses[0] <= 1.5 < 2 <= pauses[1] <= 3


def test_waits_are_what_the_provider_asks_for_within_limits(serve, judge, pauses):
    serve(
        Act(status=429, headers={"retry-after": "7"}),
        Act(status=429, headers={"retry-after": "9999"}),
        Act(status=429, headers={"retry-after": "soon"}),
        reply(True),
    )
    judge().yes_no("k", "Is it?")
    assert 7 <= pauses[0] <= 10.5
    assert pauses[1] == LONGEST_WAIT
    assert 4 <= pauses[2] <= 6


def test_attempts_are_bounded_and_a_dead_provider_is_not_waited_for_at_every_question(serve, judge):
    server = serve(Act(status=500))
    one = judge()
    for n in range(TIRED + 2):
        with pytest.raises(JudgeError, match="openai/test did not answer"):
            one.yes_no("k", f"Question {n}?")
    assert len(server.bodies) == TIRED * ATTEMPTS + 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_stays_wrong_is_not_tried_again(serve, judge, status):
    server = serve(Act(status=status))
    with pytest.raises(JudgeError):
        judge().yes_no("k", "Is it?")
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    "act", [Act(raw=b"<html>busy</html>"), Act(raw=b"{}"), Act(raw=b""), Act(raw=b'{"choices": []}')]
)
def test_garbage_instead_of_an_answer_is_an_error(serve, judge, act):
    serve(act)
    with pytest.raises(JudgeError):
        judge().yes_no("k", "Is it?")


def test_nobody_listens(serve, judge, monkeypatch):
    serve(reply(True)).__exit__()
    with pytest.raises(JudgeError, match="openai/test did not answer"):
        judge().yes_no("k", "Is it?")


def test_a_slow_answer_times_out(serve, judge, monkeypatch):
    monkeypatch.setattr("pytest_knows.judge.provider.TIMEOUT", 0.2)
    server = serve(Act(text='{"answer": true}', delay=1.0), reply(False))
    assert judge().yes_no("k", "Is it?") is False
    assert len(server.bodies) == 2


def test_only_so_many_calls_are_under_way(serve, judge, monkeypatch):
    monkeypatch.setenv("KNOWS_JUDGE_CONCURRENCY", "2")
    server = serve(Act(text='{"answer": true}', delay=0.1))
    asking = [threading.Thread(target=lambda n=n: judge().yes_no("k", f"Question {n}?")) for n in range(6)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(30)
    assert (len(server.bodies), server.most_at_once) == (6, 2)


@pytest.mark.parametrize("limit", ["0", "many", "-1"])
def test_a_wrong_limit_is_named(serve, judge, monkeypatch, limit):
    serve(reply(True))
    monkeypatch.setenv("KNOWS_JUDGE_CONCURRENCY", limit)
    with pytest.raises(ConfigurationError, match=f"KNOWS_JUDGE_CONCURRENCY={limit}: expected"):
        judge().yes_no("k", "Is it?")


# --- secrets ---


def test_keys_are_in_no_error_and_no_file(serve, judge, tmp_path, caplog, capfd):
    server = serve(
        Act(status=401, message=f"Incorrect API key provided: {KEY}; also sk-another-one-12345"), reply(True)
    )
    with pytest.raises(JudgeError) as error:
        judge().yes_no("k", "Is it?")
    judge().yes_no("k", "Is it?")
    assert server.headers[0].get("authorization", server.headers[0].get("Authorization")) == f"Bearer {KEY}"
    assert "***" in str(error.value)
    said = [str(error.value), caplog.text, *capfd.readouterr()]
    said += [path.read_text() for path in tmp_path.rglob("*.json*")]
    assert not any(KEY in text or "sk-another-one" in text for text in said)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key sk-abcdef123456 is wrong", "key *** is wrong"),
        ("Authorization: Bearer abc.def", "Authorization: ***"),
        ("https://me:secret@host/v1", "https://***@host/v1"),
        ("https://host/v1?key=abc123&x=1", "https://host/v1?key=***&x=1"),
        ("AIzaSyA1234567890abcdefghijk", "***"),
        ("a risk-free task_force", "a risk-free task_force"),
    ],
)
def test_what_looks_like_a_key_is_not_shown(text, shown):
    assert scrubbed(text) == shown


def test_nor_is_the_value_of_a_variable_that_names_a_secret(monkeypatch):
    monkeypatch.setenv("SOMEBODYS_API_KEY", "plain words 99")
    monkeypatch.setenv("SOMEBODYS_MODEL", "plain model")
    assert scrubbed("plain model refuses plain words 99") == "plain model refuses ***"
