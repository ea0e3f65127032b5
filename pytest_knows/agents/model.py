"""What an agent is given and what it gives back (the protocol is in the README's "your own agent")."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, Protocol

from pytest_knows.agents.observing import observe
from pytest_knows.errors import KnowsError

Isolation = Literal["in-process", "process", "external"]
"""Where the agent ran: in pytest's own process, in a process of ours, or before and elsewhere."""

INTERFACES = ("browser", "api", "file")
"""How an agent may have worked; numbers of different interfaces are never mixed."""


class Cause(StrEnum):
    """Why a run ended."""

    FINISHED = "finished"
    GAVE_UP = "gave_up"
    AGENT_ERROR = "agent_error"
    TIMEOUT = "timeout"
    KILLED = "killed"
    WORKER_DIED = "worker_died"
    SIGN_IN_LOST = "sign_in_lost"
    WORKSPACE_ERROR = "workspace_error"
    ASSETS_MISSING = "assets_missing"
    NOT_RUN = "not_run"


class NotRun(KnowsError):
    """There is nothing to grade for a task, and no agent was called: it is reported as not run, never as zero.

    `cause` is `not_run` or `assets_missing`; `mend` the option that would change it.
    """

    def __init__(self, message: str, *, cause: Cause = Cause.NOT_RUN, mend: str = "") -> None:
        super().__init__(message)
        self.cause = cause
        self.mend = mend


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFile:
    """The blank file in which to work; `kind` is document, spreadsheet or presentation."""

    id: str
    url: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAsset:
    """A file or folder that the prompt refers to; `kind` as in the dataset (`drive_folder`, `document`, ...)."""

    id: str
    url: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleAccess:
    """How the agent reaches the Workspace with a token of its own."""

    endpoint: str | None
    """Root address of the embedded server; None for Google's own."""
    token: str = field(repr=False)
    discovery: Mapping[str, str] = field(default_factory=dict)
    """Discovery document's address by API: docs, sheets, slides, drive."""


def _no_clients() -> Any:
    raise KnowsError("this task was made without a Workspace, so it has no API clients")


def _ignore(url: str) -> None:
    """The default of `AgentTask.on_visit`: nobody listens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTask:
    """One task, as an agent sees it. It carries neither facts nor rubric nor the run folder's path."""

    id: str
    prompt: str
    """The task's text, its `{{TOKEN}}`s filled in, and one paragraph that says where to work."""
    file: AgentFile
    google: GoogleAccess
    open_url: str = field(default="", repr=False)
    """Opens the file's page in a browser without a login (it carries a secret, and leads to `file.url`)."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """Address of every write target by the name of its token (`OUTPUT_FOLDER_URL`)."""
    assets: tuple[AgentAsset, ...] = ()
    timeout: float | None = None
    """Seconds until the agent is stopped; None: no limit."""
    connect: Callable[[], Any] = field(default=_no_clients, repr=False)
    on_visit: Callable[[str], None] = field(default=_ignore, repr=False)
    on_observed: Callable[[str], None] = field(default=_ignore, repr=False)
    _built: list[Any] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def clients(self) -> Any:
        """google-api-python-client resources (`docs`, `sheets`, `slides`, `drive`) under the agent's own token.

        Built when first asked for; they may be used from any thread.
        """
        if not self._built:
            self._built.append(self.connect())
        return self._built[0]

    def close(self) -> None:
        """Close the clients' connections; called when the agent has ended."""
        for clients in self._built:
            clients.close()

    def visit(self, url: str) -> None:
        """Record that the agent opened `url` in its research."""
        self.on_visit(str(url))

    def record(self, context: Any) -> None:
        """Record where a Playwright browser context of the agent (sync or async) goes from now on; see `observe`."""
        observe(context, self.on_observed)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentResult:
    """What an agent may return. Everything is optional."""

    file: str | Path | None = None
    """Replaces the given file: the path of an Office file, a Drive id or a URL."""
    visited: Sequence[str] | None = None
    """URLs in the order visited. None: not recorded; an empty list: recorded, none visited."""
    messages: Sequence[Any] | None = None
    """The transcript, in any form that is JSON."""
    cost_usd: float | None = None
    interface: str | None = None
    """browser, api or file."""
    gave_up: str | None = None
    """Why the agent holds the task to be infeasible; ends the run as `gave_up`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRun:
    """How one call of an agent ended."""

    cause: Cause
    result: AgentResult | None = None
    error: str = ""
    """One or a few lines for people; empty when all went well."""
    log: str = ""
    """Goes to agent/log.txt: the traceback of an exception."""
    streams: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """Captured output of a process: `stdout.txt`, `stderr.txt`."""
    duration_s: float = 0.0
    pages: Path | None = None
    """A HAR file with the pages of the research (artifacts: only)."""
    folder: Path | None = None
    """A folder whose files belong into the write targets (artifacts: only)."""
    finished_at: str | None = None
    """ISO date or time at which an earlier run ended (artifacts: only)."""

    @property
    def cost_usd(self) -> float | None:
        """The cost that the agent reported."""
        return self.result.cost_usd if self.result else None


class Agent(Protocol):
    """One way of running an agent. Found by `find_agent`, called by `call_agent`."""

    @property
    def isolation(self) -> Isolation:
        """Where it runs."""
        ...

    def expect(self, task_id: str) -> None:
        """Raise `NotRun` if there will be nothing for the task; costs nothing, called before provisioning."""
        ...

    def run(self, task: AgentTask) -> AgentRun:
        """Run once. Raises nothing but KeyboardInterrupt and `ConfigurationError`."""
        ...
