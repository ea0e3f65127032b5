"""Every error that pytest-knows raises on purpose.

Three kinds decide what becomes of a step that meets one:

* `WorldError`: something failed while we ran (network, API, a damaged file). The step is an *error*.
* `Ungraded`: something is absent by configuration (no judge, no gold archive). The step is *ungraded*.
* `StepFailed`: the agent's work does not satisfy the step. The step *failed*.

Any other exception out of a rubric is a bug of ours and is reported as an error with its traceback kept.
"""

from __future__ import annotations

from typing import Literal

Need = Literal["judge", "gold", "quotes", "assets", "browser", "web", "artifact"]


class KnowsError(Exception):
    """The base of all of them. The message says what happened, where, and what to do."""


class ConfigurationError(KnowsError):
    """An option, ini value, rubric, task file or agent that cannot be used as given; pytest shows a usage error."""


class RubricError(ConfigurationError):
    """A rubric folder (`rubric.py`, `facts.toml`) that is wrong in itself."""


class WorldError(KnowsError):
    """The world failed, not the agent: the steps that needed it are errors, never failures."""


class DamagedEvidence(WorldError):
    """A file of the episode, of the gold data or of the snapshot is missing, unreadable or was changed."""


class WorkspaceError(WorldError):
    """The Workspace (Google or the embedded server) did not do what was asked."""


class JudgeError(WorldError):
    """The judge did not answer, or not in a form that can be used."""


class TraceMissing(WorldError):
    """The agent's visited URLs were not recorded, and the step cannot be decided without them."""


class Ungraded(KnowsError):
    """Something absent by configuration was really needed.

    `need` names it, `mend` is the option or command that provides it.
    """

    def __init__(self, message: str, *, need: Need, mend: str = "") -> None:
        super().__init__(message)
        self.need: Need = need
        self.mend = mend
