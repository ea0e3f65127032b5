"""The judge's answers on disk: one file per content hash, never overwritten, shared by the workers of a run.

<run>/answers/<sha256 of question, model, parameters, vote>.json   answers/pictures/<sha256>, what was shown
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_knows.errors import DamagedEvidence
from pytest_knows.judge.parsing import Answer
from pytest_knows.judge.question import Question, canonical

PICTURES = "pictures"
"""Below the folder of answers: the pictures that questions showed, named by their sha256 as the answers name them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """Who is asked, and how: with the question, all that an answer depends on."""

    model: str
    parameters: Mapping[str, Any]
    vote: int

    def key(self, question: Question) -> str:
        """Question hash + model + parameters + vote number, as one sha256."""
        told = [question.described(), self.model, dict(self.parameters), self.vote]
        return hashlib.sha256(canonical(told).encode()).hexdigest()


class Answers:
    """`folder` takes new answers; what stands in `older` (a run that is graded again) is copied from there."""

    def __init__(self, folder: Path, older: Path | None = None) -> None:
        self.folder = folder
        self.older = older

    def find(self, question: Question, ballot: Ballot) -> Answer | None:
        """The kept answer, if there is one. Raises `DamagedEvidence` if its file does not answer the question."""
        name = f"{ballot.key(question)}.json"
        for folder in (self.folder, self.older):
            if folder is None or not (folder / name).is_file():
                continue
            data = (folder / name).read_bytes()
            answer = _read(data, question, folder / name)
            if folder is not self.folder:
                self._keep_pictures(question)
                self._write(self.folder / name, data)
            return answer
        return None

    def keep(self, question: Question, ballot: Ballot, answer: Answer) -> Answer:
        """Write the answer; gives the one that stands, which is another worker's if that was first."""
        content = {
            "schema": 1,
            "model": ballot.model,
            "parameters": dict(ballot.parameters),
            "vote": ballot.vote,
            "question": question.described(),
            "answer": answer.value,
            "reason": answer.reason,
        }
        text = json.dumps(content, indent=1, ensure_ascii=True)
        self._keep_pictures(question)
        self._write(self.folder / f"{ballot.key(question)}.json", text.encode())
        return self.find(question, ballot) or answer

    def _keep_pictures(self, question: Question) -> None:
        """For people who look at the report; an answer is read without them."""
        for data in question.images.values():
            path = self.folder / PICTURES / hashlib.sha256(data).hexdigest()
            if not path.exists():
                self._write(path, data)

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".answer.") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            try:
                os.link(file.name, path)  # unlike a rename, it never replaces an answer
            except FileExistsError:
                return


def _read(data: bytes, question: Question, path: Path) -> Answer:
    try:
        content = json.loads(data)
        answer = Answer(value=content["answer"], reason=str(content.get("reason", "")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DamagedEvidence(f"the kept answer {path} is damaged: {type(error).__name__}: {error}") from error
    if not question.accepts(answer.value):
        raise DamagedEvidence(f"the kept answer {path} is not of the type that its question asks for")
    return answer
