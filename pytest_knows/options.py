"""Command line options and their ini twins, in one table.

`--knows-agent X` has the ini key `knows_agent`; the option wins. pytest loads this at every start: nothing heavy here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

GROUP = "knows: agents on knowledge-work tasks (Docs, Sheets, Slides), graded step by step"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: `many` may be given several times and splits at commas, `flag` takes no value."""

    name: str
    help: str
    metavar: str | None = None
    many: bool = False
    flag: bool = False
    ini: bool = True

    @property
    def switch(self) -> str:
        return f"--knows-{self.name}"

    @property
    def dest(self) -> str:
        return f"knows_{self.name.replace('-', '_')}"


OPTIONS = (
    Option(
        name="agent",
        metavar="X",
        help="the agent: a fixture's name, package.module:callable, cmd:COMMAND, artifacts:DIR, or example",
    ),
    Option(
        name="select",
        metavar="A,B",
        many=True,
        help="tasks to run: task ids, short ids, families or globs; unknown ones are an error",
    ),
    Option(
        name="tasks",
        metavar="SRC",
        help="task texts: hub, package, a .jsonl file, or auto (user cache, hub, package; the default)",
    ),
    Option(name="benchmark", metavar="V", help="benchmark release that task texts are checked against (default 1.2.0)"),
    Option(
        name="workspace",
        metavar="auto|google|local|URL",
        help="where files live (default auto: Google if credentials are given, else an embedded Workspace; URL, for "
        "artifacts: only: one that is served, its token in KNOWS_WORKSPACE_TOKEN)",
    ),
    Option(
        name="google-credentials",
        metavar="SRC",
        help="the grader's account at Google: adc, or a service account's key, an OAuth client or an authorized user",
    ),
    Option(
        name="google-agent",
        metavar="SRC|ADDRESS",
        help="the agent's account at Google, another one than the grader's: credentials, or only its address",
    ),
    Option(
        name="google-folder",
        metavar="ID",
        help="folder at Google in which runs are made (service accounts: of a shared drive)",
    ),
    Option(name="gold", metavar="SRC", help="gold data: a folder, a zip, a URL, auto (the default) or none"),
    Option(
        name="assets",
        metavar="SRC",
        help="source assets that prompts name: auto (fetched and cached, the default), a folder, a zip or none",
    ),
    Option(
        name="targets",
        metavar="FILE",
        help="run_targets.json of `pytest-knows provision`: where the agents of artifacts: were told to write",
    ),
    Option(
        name="missing-assets",
        metavar="skip|run",
        help="a task whose source assets cannot be had: not run (default), or run without them",
    ),
    Option(name="quotes", metavar="FILE", help="dated price snapshot that price steps are graded against"),
    Option(
        name="judge",
        metavar="M[,M2]",
        help="the judge: litellm model ids, or script:FILE with prepared answers; none = ungraded (default)",
    ),
    Option(name="judge-votes", metavar="N", help="how often each model is asked; more than half decides (default 1)"),
    Option(name="judge-budget", metavar="USD", help="what the judge may cost in this run; then its steps are ungraded"),
    Option(
        name="web",
        metavar="live|replay",
        help="web pages that tasks cite: fetched and recorded (default), or only those recorded (default of a regrade)",
    ),
    Option(
        name="allow-host",
        metavar="H[:P]",
        many=True,
        help="hosts that pages may be fetched from though their addresses are not public",
    ),
    Option(name="allow-proxy", flag=True, help="fetch pages through the proxies of the environment"),
    Option(name="out", metavar="DIR", help="the run folder (default reports/<UTC time>-<4 random>)"),
    Option(
        name="regrade", metavar="DIR", ini=False, help="grade the frozen episodes of a run again; no agent, no network"
    ),
    Option(name="resume", metavar="DIR", ini=False, help="go on with a run: only what is not frozen yet is run"),
    Option(name="baseline", metavar="FILE", help="results.json to compare with: known failures are XFAIL"),
    Option(
        name="fail-under",
        metavar="M=X",
        many=True,
        help="gate: fail if metric M (points, SR, ASC, ACF, SF; 0 to 1) is below X: points=0.6, knows_sheets.ACF=0.5",
    ),
    Option(
        name="max-regressions",
        metavar="N",
        help="gate: regressions against the baseline that are let pass (default: what chance explains)",
    ),
    Option(
        name="max-errors",
        metavar="N",
        help="gate: steps in error that are let pass (default: as many as the baseline has, without one any number)",
    ),
    Option(
        name="summary", metavar="FILE", help="write a summary in Markdown (GitHub: $GITHUB_STEP_SUMMARY gets it too)"
    ),
    Option(name="trials", metavar="K", help="run every task K times (default 1)"),
    Option(name="shard", metavar="I/N", help="run the I-th of N parts of the tasks"),
    Option(name="timeout", metavar="S", help="seconds that the agent has for a task (default 1800)"),
    Option(
        name="budget", metavar="USD", help="no new episode once agents (as they report) and judge have cost as much"
    ),
    Option(
        name="dry-run", flag=True, ini=False, help="say what would be run and asked, and what it may cost; run nothing"
    ),
    Option(
        name="rerun",
        metavar="errors|agent-errors|ungraded",
        ini=False,
        help="with --knows-resume: only tasks with such gaps; agents' errors are run again, the rest graded again",
    ),
)

RUBRICS_INI = "knows_rubrics"


def add_options(parser: pytest.Parser) -> None:
    """Declare all options in one `--help` group, and their ini twins."""
    group = parser.getgroup("knows", GROUP)
    for option in OPTIONS:
        if option.flag:
            group.addoption(option.switch, dest=option.dest, action="store_true", default=None, help=option.help)
        else:
            action = "append" if option.many else "store"
            group.addoption(
                option.switch, dest=option.dest, action=action, default=None, metavar=option.metavar, help=option.help
            )
        if option.ini:
            parser.addini(option.dest, f"default of {option.switch}", type="string", default=None)
    parser.addini(
        RUBRICS_INI, "folders with rubrics of your own, collected beside the shipped ones", type="paths", default=[]
    )


def read_option(config: pytest.Config, name: str) -> Any:
    """The value of an option, else of its ini twin, else None; `many` options give a list, split at commas."""
    option = next(option for option in OPTIONS if option.name == name)
    value = config.getoption(option.dest, default=None)
    if value is None and option.ini:
        value = config.getini(option.dest) or None
    if option.many:
        return _split([value] if isinstance(value, str) else value or [])
    return value


def is_wanted(config: pytest.Config) -> bool:
    """Whether any option asks for us; cheap, for the many pytest runs that do not."""
    return any(read_option(config, name) for name in ("agent", "regrade", "resume", "select"))


def idle_options(config: pytest.Config) -> list[str]:
    """Options of ours on a command line that does not ask for us: they would have no effect."""
    return [option.switch for option in OPTIONS if config.getoption(option.dest, default=None) is not None]


def _split(values: Iterable[str]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]
