"""`pytest-knows doctor`: what is here, what is missing, and the command that mends it."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.errors import KnowsError


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check: `state` is ok, missing (optional: something is ungraded without it) or broken (runs fail)."""

    name: str
    state: str
    says: str
    mend: str = ""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "doctor",
        help="what is installed and reachable, with the command that mends what is not",
        description="Exit status 1 if something is broken; what is merely missing leaves steps ungraded.",
    )
    parser.add_argument("--network", action="store_true", help="look for task texts and gold data on the network, too")
    parser.add_argument(
        "--google",
        action="store_true",
        help="look at Google, too, with KNOWS_GOOGLE_CREDENTIALS, KNOWS_GOOGLE_AGENT and KNOWS_GOOGLE_FOLDER",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    findings = list(examine(network=options.network))
    if options.google:
        from pytest_knows.commands.doctor_google import examine_google, google_options

        findings += examine_google(*google_options())
    for finding in findings:
        print(f"{finding.state:8} {finding.name}: {finding.says}" + (f"; {finding.mend}" if finding.mend else ""))
    return int(any(finding.state == "broken" for finding in findings))


def examine(*, network: bool) -> Iterator[Finding]:
    """All checks, in order; none raises."""
    checks: list[Callable[[], Finding]] = [_versions, _workspace, _chromium, _fonts, _judge, _keys, _rubrics]
    for check in [*checks, *([_texts, _gold] if network else [])]:
        try:
            yield check()
        except (KnowsError, OSError) as error:
            yield Finding(name=check.__name__.strip("_"), state="broken", says=" ".join(str(error).split()))


def _versions() -> Finding:
    names = ("pytest-knows", "pytest", "pytest-xdist", "pytest-html", "google-api-python-client", "playwright")
    found = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names if _installed(name))
    return Finding(name="versions", state="ok", says=f"Python {platform.python_version()}, {found}")


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _workspace() -> Finding:
    from pytest_knows.kind import Kind
    from pytest_knows.workspace import Connection, Workspace
    from pytest_knows.workspace.local.process import LocalServer

    with (
        tempfile.TemporaryDirectory(prefix="pytest-knows-") as folder,
        LocalServer.start(Path(folder) / "workspace.db") as server,
    ):
        workspace = Workspace(Connection(endpoint=server.endpoint, token=server.admin_token))
        workspace.read(workspace.create_file(Kind.DOCUMENT, "doctor"))
        workspace.clients.close()
    return Finding(name="workspace", state="ok", says="the embedded Workspace starts, and made a document")


def _chromium() -> Finding:
    from pytest_knows.workspace.local.rendering.browser import find_chromium

    found = find_chromium()
    if found is None:
        mend = "install Chromium (`playwright install chromium`, or your system's package) or set KNOWS_CHROMIUM"
        return Finding(name="chromium", state="missing", says="steps that read a layout are ungraded", mend=mend)
    return Finding(name="chromium", state="ok", says=found)


def _fonts() -> Finding:
    tool = shutil.which("fc-list")
    if tool is None:
        return Finding(name="fonts", state="missing", says="fc-list is not here, so fonts were not looked at")
    listed = subprocess.run([tool, ":", "family"], capture_output=True, text=True, timeout=60).stdout
    lacking = [name for name in ("Liberation Sans", "Carlito", "Caladea") if name not in listed]
    if lacking:
        mend = (
            "install fonts with the metrics of Arial, Calibri and Cambria (Debian: fonts-liberation, fonts-crosextra-*)"
        )
        return Finding(name="fonts", state="missing", says=f"no {', '.join(lacking)}: layouts may differ", mend=mend)
    return Finding(name="fonts", state="ok", says="the metrics of Arial, Calibri and Cambria are here")


def _judge() -> Finding:
    if importlib.util.find_spec("litellm") is None:
        mend = 'pip install "pytest-knows[judge]"'
        return Finding(name="judge", state="missing", says="no litellm: judge steps are ungraded", mend=mend)
    return Finding(name="judge", state="ok", says=f"litellm {importlib.metadata.version('litellm')}")


def _keys() -> Finding:
    """Names only: a key is never printed."""
    names = sorted(name for name, value in os.environ.items() if name.endswith("_API_KEY") and value)
    says = ", ".join(names) if names else "no *_API_KEY in the environment (a judge or agent may need one)"
    return Finding(name="keys", state="ok" if names else "missing", says=says)


def _rubrics() -> Finding:
    from pytest_knows.collection import shipped_rubrics
    from pytest_knows.grading import Rubric

    loaded = [Rubric.load(path.parent) for path in sorted(shipped_rubrics().glob("*/rubric.py"))]
    tasks = sum(len(rubric.tasks) for rubric in loaded)
    steps = sum(step.scored for rubric in loaded for info in rubric.tasks for step in rubric.steps(info.instance))
    return Finding(name="rubrics", state="ok", says=f"{len(loaded)} families, {tasks} tasks, {steps:,} scored steps")


def _texts() -> Finding:
    from pytest_knows.settings import BENCHMARK
    from pytest_knows.tasks import load_tasks

    return Finding(name="task texts", state="ok", says=load_tasks("auto", benchmark=BENCHMARK, wanted=None).origin)


def _gold() -> Finding:
    from pytest_knows.evidence.gold import GoldArchive

    names = GoldArchive.open("auto").members.names
    return Finding(name="gold data", state="ok", says=f"the gold archive has {len(names):,} members")
