"""The judge that is a model, or several: votes, kept answers, a budget, a look at what may be an injection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_knows.errors import JudgeError
from pytest_knows.judge import frame, suspicion
from pytest_knows.judge.answers import Answers, Ballot
from pytest_knows.judge.ledger import FILE, Ledger
from pytest_knows.judge.parsing import Answer, parse
from pytest_knows.judge.provider import Provider
from pytest_knows.judge.question import Judge, Question, canonical
from pytest_knows.scoring import DISPUTE, INJECTION, one_line, show

FURTHER_VOTES = 0.7
"""Temperature of every vote but the first, which has 0."""

_REPLY = {"reason": {"type": "string"}}


class ModelJudge(Judge):
    """`models` are litellm ids; each casts `votes` votes; more than half decides.

    Answers, locks and the ledger lie in the run folder `out`; `older` holds the answers of a run graded again.
    """

    def __init__(
        self,
        models: Sequence[str],
        out: Path,
        *,
        votes: int = 1,
        budget: float | None = None,
        older: Path | None = None,
        provider: Provider | None = None,
    ) -> None:
        self.models = tuple(models)
        self.votes = votes
        self.answers = Answers(out / "answers", older)
        self.ledger = Ledger(out / FILE, budget)
        self.provider = provider or Provider(out / "answers" / ".slots")

    def __repr__(self) -> str:
        return f"ModelJudge({', '.join(self.models)}; {self.votes} votes)"

    def answer(self, key: str, question: Question) -> Any:
        flags = suspicion.flags(question.evidence)
        for flag in flags:
            show(INJECTION, flag)
            self.ledger.note("flag", what=one_line(f"{key}: {flag}"))
        decided = self._vote(key, question, f"judge: {key}")
        if flags and question.kind == "yes_no":
            self._require_same(key, question, decided)
        return decided.value

    def _require_same(self, key: str, question: Question, decided: Answer) -> None:
        """A yes or no that hangs on what looks like an injection is nobody's verdict."""
        calm = {label: suspicion.redacted(text) for label, text in question.evidence.items()}
        if calm == question.evidence:
            return
        again = self._vote(key, replace(question, evidence=calm), f"judge, without the suspicious words: {key}")
        if again.value != decided.value:
            raise self._dispute(key, "the answer changes when a suspected injection is left out")

    def _vote(self, key: str, question: Question, label: str) -> Answer:
        """The answer of most votes, which are shown with the step as `label`.

        Raises `JudgeError` if no vote is usable or no answer has more than half of the usable ones.
        """
        ballots = [self._ballot(model, vote) for vote in range(1, self.votes + 1) for model in self.models]
        valid: dict[str, Answer] = {}
        errors: list[JudgeError] = []
        for ballot in ballots:
            try:
                valid[ballot.key(question)] = self._answer(key, question, ballot)
            except JudgeError as error:
                errors.append(error)
            if _leader(valid.values(), len(ballots)):
                break  # the votes that are left cannot change it
        if not valid:
            raise errors[0]
        leader = _leader(valid.values(), len(valid))
        _show_votes(label, valid, leader)
        if leader is None:
            votes = Counter(canonical(answer.value) for answer in valid.values())
            raise self._dispute(key, ", ".join(f"{count} x {value}" for value, count in sorted(votes.items())))
        return leader

    def _ballot(self, model: str, vote: int) -> Ballot:
        heat = 0.0 if vote == 1 else FURTHER_VOTES
        return Ballot(model=model, parameters={"temperature": heat, "frame": frame.VERSION}, vote=vote)

    def _answer(self, key: str, question: Question, ballot: Ballot) -> Answer:
        kept = self.answers.find(question, ballot)
        if kept is not None:
            self.ledger.note("kept", key=key)
            return kept
        for again in (False, True):
            answer = self._call(key, question, ballot, again=again)
            if answer is not None:
                return self.answers.keep(question, ballot, answer)
        raise JudgeError(f"{ballot.model} gave no usable answer to {key!r}, asked twice")

    def _call(self, key: str, question: Question, ballot: Ballot, *, again: bool) -> Answer | None:
        if self.ledger.budget is not None:
            self.provider.require_price(ballot.model)
        self.ledger.check()
        schema = {
            "type": "object",
            "properties": {**_REPLY, "answer": dict(question.schema)},
            "required": ["reason", "answer"],
            "additionalProperties": False,
        }
        heat = ballot.parameters["temperature"]
        reply = self.provider.ask(ballot.model, frame.messages(question, again=again), schema, heat)
        answer = parse(reply.text, question) if reply.complete else None
        self.ledger.note(
            "call",
            key=key,
            model=ballot.model,
            vote=ballot.vote,
            usable=answer is not None,
            tokens=reply.tokens,
            cost_usd=reply.cost_usd,
        )
        return answer

    def _dispute(self, key: str, what: str) -> JudgeError:
        show(DISPUTE, f"{key}: {what}")
        self.ledger.note("dispute", what=one_line(f"{key}: {what}"))
        return JudgeError(f"the judge is of two minds about {key!r}: {what}")


def _show_votes(label: str, valid: Mapping[str, Answer], leader: Answer | None) -> None:
    """`valid` by the names of the kept answers. How many votes an answer had is shown only where they are split."""
    votes = Counter(one_line(canonical(answer.value), 80) for answer in valid.values())
    split = {"votes": dict(sorted(votes.items()))} if len(votes) > 1 else {}
    text = f"{canonical(leader.value)}: {leader.reason}" if leader else "no answer has most of the votes"
    show(label, text, answers=list(valid), **split)


def _leader(valid: Collection[Answer], of: int) -> Answer | None:
    """The first answer that more than half of `of` votes gave."""
    counts = Counter(canonical(answer.value) for answer in valid)
    return next((answer for answer in valid if 2 * counts[canonical(answer.value)] > of), None)
