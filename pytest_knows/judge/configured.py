"""The judge that the options name."""

from __future__ import annotations

from pathlib import Path

from pytest_knows.judge import Judge, NoJudge
from pytest_knows.settings import Settings

_SCRIPT = "script:"


def configured_judge(settings: Settings, out: Path) -> Judge:
    """Raises `ConfigurationError` for a script that cannot be read, or if litellm is missing and surely needed."""
    named = settings.judge
    if named is None:
        return NoJudge()
    if named.startswith(_SCRIPT):
        from pytest_knows.judge.scripted import ScriptedJudge

        return ScriptedJudge.load(Path(named.removeprefix(_SCRIPT)))
    from pytest_knows.judge.model import ModelJudge
    from pytest_knows.judge.provider import check_installed

    if settings.regrade is None:  # the old run's answers may be all that is needed
        check_installed()
    older = settings.regrade / "answers" if settings.regrade else None
    return ModelJudge(named.split(","), out, votes=settings.judge_votes, budget=settings.judge_budget, older=older)


def notices(settings: Settings) -> list[str]:
    """What to say of the models before an agent is called and paid; raises `ConfigurationError` for a misspelt one."""
    named = settings.judge
    if not settings.runs or named is None or named.startswith(_SCRIPT):
        return []
    from pytest_knows.judge.provider import misspelt

    return [note for note in map(misspelt, named.split(",")) if note]


def judge_version(settings: Settings) -> str | None:
    """What results of different judges are told apart by: `script`, or the models and the number of votes."""
    named = settings.judge
    if named is None or named.startswith(_SCRIPT):
        return named and "script"
    return f"{named} x{settings.judge_votes}" if settings.judge_votes > 1 else named
