"""Maps of outcomes, slug -> (outcome, mechanism, points): what a mutation costs, and nothing else."""

from __future__ import annotations

from typing import Any

Lost = dict[str, tuple[str, str, float]]


class Results(dict[str, Any]):
    """slug -> StepResult."""

    judge: Any = None
    """The judge that was asked; a `ScriptedJudge` lists the keys in `.asked`."""

    @property
    def points(self) -> float:
        return sum(result.points for result in self.values())

    @property
    def maximum(self) -> float:
        return sum(result.max for result in self.values())

    @property
    def outcomes(self) -> set[str]:
        return {result.outcome.value for result in self.values()}

    def brief(self, slug: str) -> tuple[str, str, float]:
        result = self[slug]
        return result.outcome.value, result.mechanism.value, result.points

    def differing(self) -> Lost:
        """What is not full score."""
        return {
            slug: self.brief(slug)
            for slug, result in self.items()
            if result.outcome.value != "passed" or result.points != result.max
        }


def lost(outcome: str, mechanism: str, *slugs: str, points: float = 0) -> Lost:
    return dict.fromkeys(slugs, (outcome, mechanism, points))


def failed(mechanism: str, *slugs: str) -> Lost:
    """Steps that fail without points, decided by that mechanism."""
    return lost("failed", mechanism, *slugs)


def partly(mechanism: str, **points: float) -> Lost:
    """Proportional steps that fail with some of their points: `partly("deterministic", names=2.5)`."""
    return {slug: ("failed", mechanism, earned) for slug, earned in points.items()}


def missing_dependency(*slugs: str) -> Lost:
    return lost("failed", "dependency_not_evaluated", *slugs)


def ungraded(*slugs: str) -> Lost:
    return lost("ungraded", "not_graded", *slugs)


def world_error(*slugs: str) -> Lost:
    return lost("error", "execution_error", *slugs)
