"""The options of a run, parsed and checked once."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, overload

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.metrics import METRICS, OVERALL
from pytest_knows.options import read_option

DEFAULT_TIMEOUT = 1800.0
"""Seconds; agents on these tasks take minutes, a hung one must not hold a worker for ever."""

BENCHMARK = "1.2.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the options and ini keys say, with defaults filled in. Paths are absolute."""

    agent: str | None
    select: tuple[str, ...]
    tasks: str
    benchmark: str
    gold: str
    assets: str
    missing_assets: str
    """skip or run."""
    workspace_url: str | None
    """A Workspace that is served already, in which agents worked."""
    targets: Path | None
    google_credentials: str | None
    """Where files live at Google: the grader's credentials. None: in the embedded Workspace."""
    google_agent: str | None
    google_folder: str | None
    quotes: Path | None
    judge: str | None
    judge_votes: int
    judge_budget: float | None
    web: str
    """live or replay."""
    allow_hosts: tuple[str, ...]
    allow_proxy: bool
    out: Path | None
    regrade: Path | None
    resume: Path | None
    baseline: Path | None
    fail_under: tuple[tuple[str, str, float], ...]
    max_regressions: int | None
    max_errors: int | None
    summary: Path | None
    trials: int
    shard: tuple[int, int] | None
    timeout: float
    budget: float | None
    dry_run: bool
    rerun: str | None

    @property
    def active(self) -> bool:
        """Whether rubrics are to be collected at all."""
        return bool(self.agent or self.regrade or self.resume or self.select)

    @property
    def runs(self) -> bool:
        """Whether episodes may be run (and not only opened)."""
        return self.agent is not None and self.regrade is None

    @property
    def grades_only(self) -> bool:
        """Whether agents worked before and elsewhere: none is called, paid or given access."""
        return (self.agent or "").startswith("artifacts:")

    @property
    def earlier(self) -> dict[str, Any]:
        """run.json of the run that is graded again or resumed; empty if there is none, or none that can be read."""
        folder = self.regrade or self.resume
        try:
            content = json.loads((folder / "run.json").read_bytes()) if folder else {}
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    @property
    def gated(self) -> bool:
        """Whether a gate option decides the exit code."""
        return self.baseline is not None or bool(self.fail_under) or self.max_errors is not None


def read_settings(config: pytest.Config) -> Settings:
    """Raises `ConfigurationError` naming the option and what it takes."""
    base = Path(os.path.abspath(config.invocation_params.dir))
    settings = Settings(
        agent=read_option(config, "agent"),
        select=_select(config),
        tasks=read_option(config, "tasks") or "auto",
        benchmark=read_option(config, "benchmark") or BENCHMARK,
        gold=read_option(config, "gold") or "auto",
        assets=read_option(config, "assets") or "auto",
        missing_assets=_missing_assets(read_option(config, "missing-assets")),
        workspace_url=_workspace_url(read_option(config, "workspace")),
        targets=_path(config, base, "targets", must_exist=True),
        google_credentials=_google_credentials(config, base),
        google_agent=_source(_or_environment(config, "google-agent"), base),
        google_folder=_or_environment(config, "google-folder"),
        quotes=_path(config, base, "quotes", must_exist=True),
        judge=_judge(read_option(config, "judge")),
        judge_votes=_count(config, "judge-votes", 1, at_least=1),
        judge_budget=_budget(config, "judge-budget"),
        web=_web(read_option(config, "web"), read_option(config, "regrade")),
        allow_hosts=tuple(read_option(config, "allow-host")),
        allow_proxy=_flag(config, "allow-proxy"),
        out=_path(config, base, "out"),
        regrade=_path(config, base, "regrade", must_exist=True),
        resume=_path(config, base, "resume", must_exist=True),
        baseline=_path(config, base, "baseline", must_exist=True),
        fail_under=tuple(_threshold(text) for text in read_option(config, "fail-under")),
        max_regressions=_count(config, "max-regressions", None, at_least=0),
        max_errors=_count(config, "max-errors", None, at_least=0),
        summary=_path(config, base, "summary"),
        trials=_count(config, "trials", 1, at_least=1),
        shard=_shard(read_option(config, "shard")),
        timeout=_seconds(read_option(config, "timeout")),
        budget=_budget(config, "budget"),
        dry_run=_flag(config, "dry-run"),
        rerun=_rerun(read_option(config, "rerun")),
    )
    _check_combination(settings)
    trials = settings.earlier.get("trials")
    if read_option(config, "trials") is None and isinstance(trials, int) and trials > 1:
        return replace(settings, trials=trials)
    return settings


def _check_combination(settings: Settings) -> None:
    if settings.regrade and (settings.agent or settings.resume):
        raise ConfigurationError(
            "--knows-regrade grades frozen episodes; it goes with neither --knows-agent nor --knows-resume"
        )
    if settings.web == "live" and settings.regrade and settings.regrade == settings.out:
        raise ConfigurationError("--knows-web live fetches into the new run's folder; name another with --knows-out")
    if settings.rerun == "agent-errors" and not settings.agent:
        raise ConfigurationError("--knows-rerun agent-errors calls the agent again: give --knows-agent")
    if settings.rerun and not settings.resume:
        raise ConfigurationError("--knows-rerun fills the gaps of a run; name its folder with --knows-resume")
    if settings.google_credentials and settings.runs and not (settings.google_agent or settings.grades_only):
        raise ConfigurationError(
            "at Google the agent needs an account of its own: give --knows-google-agent (its credentials, or the "
            "address as which it signs in by itself)"
        )
    if (settings.workspace_url or settings.targets) and settings.runs and not settings.grades_only:
        raise ConfigurationError(
            "--knows-workspace URL and --knows-targets are about what was made before: they go with "
            "--knows-agent=artifacts:DIR"
        )
    if settings.resume and settings.out:
        raise ConfigurationError("--knows-resume writes into the run that it goes on with; leave --knows-out away")


def _google_credentials(config: pytest.Config, base: Path) -> str | None:
    """The grader's at Google if files are to live there: when it is forced (then adc will do), or they are given."""
    workspace = read_option(config, "workspace") or "auto"
    if workspace not in ("auto", "google", "local") and not _workspace_url(workspace):
        raise ConfigurationError(f"--knows-workspace {workspace}: expected auto, google, local or http://HOST:PORT")
    given = _source(_or_environment(config, "google-credentials"), base)
    if workspace == "local" or _workspace_url(workspace):
        return None
    return given or ("adc" if workspace == "google" else None)


def _workspace_url(value: str | None) -> str | None:
    return value.rstrip("/") if value and value.startswith(("http://", "https://")) else None


def _or_environment(config: pytest.Config, name: str) -> str | None:
    """An option, its ini twin, or the variable of that name: `KNOWS_GOOGLE_AGENT`."""
    found = read_option(config, name) or os.environ.get(f"KNOWS_{name.upper().replace('-', '_')}")
    return str(found) if found else None


def _source(value: str | None, base: Path) -> str | None:
    """A source of credentials: adc, an address, or a file."""
    if value is None or value == "adc" or ("@" in value and not value.endswith(".json")):
        return value
    return str((base / Path(value).expanduser()).resolve())


def _missing_assets(value: str | None) -> str:
    if value not in (None, "skip", "run"):
        raise ConfigurationError(f"--knows-missing-assets {value}: expected skip or run")
    return value or "skip"


def _path(config: pytest.Config, base: Path, name: str, *, must_exist: bool = False) -> Path | None:
    value = read_option(config, name)
    if value is None:
        return None
    path = (base / Path(value).expanduser()).resolve()
    if must_exist and not path.exists():
        raise ConfigurationError(f"--knows-{name} {value}: there is no such file or folder")
    return path


def _judge(value: str | None) -> str | None:
    """`script:FILE`, or litellm model ids, comma-separated; only litellm knows which exist."""
    if value in (None, "none"):
        return None
    if value.startswith("script:"):
        return value
    models = [model.strip() for model in value.split(",")]
    if not all(models) or len({*models}) < len(models):
        raise ConfigurationError(f"--knows-judge {value}: expected script:FILE, none, or different models M[,M2]")
    return ",".join(models)


def _flag(config: pytest.Config, name: str) -> bool:
    return read_option(config, name) in (True, "1", "true", "yes", "on")


RERUNS = ("errors", "agent-errors", "ungraded")


def _rerun(value: str | None) -> str | None:
    if value is not None and value not in RERUNS:
        raise ConfigurationError(f"--knows-rerun {value}: expected one of {', '.join(RERUNS)}")
    return value


def _budget(config: pytest.Config, name: str) -> float | None:
    value = read_option(config, name)
    try:
        usd = None if value is None else float(value)
    except ValueError:
        usd = 0.0
    if usd is not None and not 0 < usd < float("inf"):
        raise ConfigurationError(f"--knows-{name} {value}: expected US dollars above 0")
    return usd


def _select(config: pytest.Config) -> tuple[str, ...]:
    """An empty value (of a variable that is not set, say) is refused: it would run, and pay for, every task."""
    chosen = tuple(read_option(config, "select"))
    if not chosen and config.getoption("knows_select", default=None):
        raise ConfigurationError("--knows-select is empty: name tasks, or leave the option out to run all of them")
    return chosen


def _web(value: str | None, regrade: str | None) -> str:
    if value not in (None, "live", "replay"):
        raise ConfigurationError(f"--knows-web {value}: expected live or replay")
    return value or ("replay" if regrade else "live")


_METRICS = {name.casefold(): name for name in METRICS}
_SCOPES = {"knows_docs": "Docs", "knows_sheets": "Sheets", "knows_slides": "Slides"}
"""The markers of the apps -> the scope of metrics."""


def _threshold(text: str) -> tuple[str, str, float]:
    name, _, number = text.partition("=")
    marker, dot, metric = name.strip().casefold().rpartition(".")
    try:
        limit = float(number)
    except ValueError:
        limit = -1.0
    if metric not in _METRICS or not 0 <= limit <= 1 or (dot and marker not in _SCOPES):
        raise ConfigurationError(
            f"--knows-fail-under {text}: expected METRIC=X or MARKER.METRIC=X, METRIC one of {', '.join(METRICS)}, "
            f"MARKER one of {', '.join(_SCOPES)}, and X from 0 to 1"
        )
    return _SCOPES.get(marker, OVERALL), _METRICS[metric], limit


@overload
def _count(config: pytest.Config, name: str, default: int, *, at_least: int) -> int: ...


@overload
def _count(config: pytest.Config, name: str, default: None, *, at_least: int) -> int | None: ...


def _count(config: pytest.Config, name: str, default: int | None, *, at_least: int) -> int | None:
    value = read_option(config, name)
    if value is None:
        return default
    if not str(value).strip().isdecimal() or int(value) < at_least:
        raise ConfigurationError(f"--knows-{name} {value}: expected a whole number of at least {at_least}")
    return int(value)


def _shard(value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    index, _, total = value.partition("/")
    if not (index.isdecimal() and total.isdecimal() and 1 <= int(index) <= int(total)):
        raise ConfigurationError(f"--knows-shard {value}: expected I/N with I from 1 to N, for example 1/4")
    return int(index), int(total)


def _seconds(value: str | None) -> float:
    try:
        seconds = DEFAULT_TIMEOUT if value is None else float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ConfigurationError(f"--knows-timeout {value}: expected a number of seconds above 0")
    return seconds
