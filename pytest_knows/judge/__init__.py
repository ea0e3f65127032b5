"""Questions to a language or vision model, typed, so that an answer is a value and never free text.

A rubric asks through the `judge` argument. What the artifact or a page says goes into `evidence`, never into the
question: it is quoted data. Every method records the mechanism llm_vlm_judgement, raises `Ungraded(need="judge")` when
no judge is configured, and `JudgeError` when the judge does not answer in a usable form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pytest_knows.errors import Ungraded
from pytest_knows.judge.question import NO_EVIDENCE, NO_IMAGES, Question, TypedJudge

__all__ = ["NO_EVIDENCE", "NO_IMAGES", "Judge", "NoJudge", "require_judge"]


class Judge(Protocol):
    """What rubrics and checks may ask.

    `key` names the question ("logo_identity"), stable over episodes; scripts, caches and reports use it. `question` is
    ours and holds no artifact text. `evidence` maps a label to quoted text, `images` a label to encoded image bytes.
    """

    def yes_no(
        self,
        key: str,
        question: str,
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> bool: ...

    def choice(
        self,
        key: str,
        question: str,
        options: Sequence[str],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> str:
        """One of `options`, verbatim."""
        ...

    def extract(
        self,
        key: str,
        question: str,
        schema: Mapping[str, Any],
        *,
        evidence: Mapping[str, str] = NO_EVIDENCE,
        images: Mapping[str, bytes] = NO_IMAGES,
    ) -> Any:
        """A JSON value that satisfies the JSON Schema `schema`."""
        ...


def require_judge(judge: Judge, key: str) -> None:
    """Raise what a question would raise where no judge is configured; for a step that cannot even ask its question."""
    if isinstance(judge, NoJudge):
        judge.yes_no(key, "")


class NoJudge(TypedJudge):
    """Stands where no judge is configured: whatever really needs an answer is ungraded."""

    def answer(self, key: str, question: Question) -> Any:
        raise Ungraded(f"needs a judge ({key})", need="judge", mend="--knows-judge MODEL")
