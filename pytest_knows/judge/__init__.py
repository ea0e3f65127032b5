"""Questions to a language or vision model, typed, so that an answer is a value and never free text.

A rubric asks through the `judge` argument. What the artifact or a page says goes into `evidence`, never into the
question: it is quoted data. Every method records the mechanism llm_vlm_judgement, raises `Ungraded(need="judge")` when
no judge is configured, and `JudgeError` when the judge does not answer in a usable form.
"""

from __future__ import annotations

from typing import Any

from pytest_knows.errors import Ungraded
from pytest_knows.judge.question import Judge, Question

__all__ = ["Judge", "NoJudge", "require_judge"]


def require_judge(judge: Judge, key: str) -> None:
    """Raise what a question would raise where no judge is configured; for a step that cannot even ask its question."""
    if isinstance(judge, NoJudge):
        judge.yes_no(key, "")


class NoJudge(Judge):
    """Stands where no judge is configured: whatever really needs an answer is ungraded."""

    def answer(self, key: str, question: Question) -> Any:
        raise Ungraded(f"needs a judge ({key})", need="judge", mend="--knows-judge MODEL")
